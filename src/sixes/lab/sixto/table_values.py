"""What a position at a table of Sixto is worth to each seat, by the master's network, compiled.

The network is like the coach's, but wider, and it was learnt from the master's own games (`self_play`). It
has one more feature: who can close how many colours at once, and who leads. So it knows who can end the game.
"""

import math
import zlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import table_features
from sixes.bots.sixto.evaluation import points_ahead
from sixes.bots.sixto.features import LookupTables
from sixes.bots.sixto.table_features import (
    MOST_SCALE,
    ONE_CROSS_LEFT,
    OUTPUTS,
    POINTS_TO_COME,
    SCALE,
    STRENGTH,
    UNIT,
    TableView,
    Tempo,
    find_features,
    find_tempo,
    race_for,
)
from sixes.lab.compiler import jitable, not_inlined
from sixes.lab.sixto.expert import lookup_arrays, new_ahead
from sixes.rules.rows import DICE_THAT_END
from sixes.rules.six import count, has
from sixes.rules.sixto import is_over, score, winners
from sixes.rules.turns import SixtoState

FILE = Path(__file__).with_name("master.bin")
ONE = 4096
"""Fixed point of the weights in the file."""
MOST_CLOSABLE = 3
LEADS, POINTS_A_LEAD = 13, 5
FINISH = table_features.SIZE
SIZE = FINISH + DICE_THAT_END * (MOST_CLOSABLE + 1) ** 2 * LEADS
FEATURES = table_features.FEATURES + 1
"""Those of the coach, and one more."""
WIDTH, HIDDEN = 64, 32
INPUTS = WIDTH - OUTPUTS
TINY = 1e-100
"""Added to chances that may be 0."""


class MasterNetwork(NamedTuple):
    """The weights, or for each of them a gradient or a mean of gradients."""

    embeddings: Any
    hidden: Any
    """For each input its weights in all hidden units; the last are for the constant 1."""
    out: Any
    """For each output the weights of the hidden units."""


class ValueMemory(NamedTuple):
    """The network, and for each seat what it says."""

    network: MasterNetwork
    lookup: LookupTables
    ahead: Any
    """The outlook of its sheet."""
    progress: Any
    leaders: Any
    features: Any
    sums: Any
    units: Any
    outputs: Any
    points: Any
    """Expected final points, in units."""
    win: Any
    """The chance to win."""


def new_values(network: MasterNetwork) -> ValueMemory:
    sums, units, outputs = (np.zeros((6, size), np.float32) for size in (WIDTH, HIDDEN, OUTPUTS))
    (points, win), features = np.zeros((2, 6)), np.zeros((6, FEATURES), np.int64)
    progress, leaders = np.zeros(36, np.int64), np.zeros(6, np.int64)
    numbers = (progress, leaders, features, sums, units, outputs, points, win)
    return ValueMemory(network, lookup_arrays(), new_ahead(), *numbers)


def packed(network: MasterNetwork) -> bytes:
    """The file that the master reads."""
    numbers: Any = np.concatenate([part.ravel() for part in network]) * ONE
    return zlib.compress(np.clip(np.rint(numbers), -(2**15), 2**15 - 1).astype("<i2").tobytes(), 9)


def unpacked(stored: bytes) -> MasterNetwork:
    numbers = np.frombuffer(zlib.decompress(stored), "<i2").astype(np.float32) / np.float32(ONE)
    hidden = SIZE * WIDTH
    out = hidden + (INPUTS + 1) * HIDDEN
    return MasterNetwork(
        numbers[:hidden].reshape(SIZE, WIDTH).copy(),
        numbers[hidden:out].reshape(INPUTS + 1, HIDDEN).copy(),
        numbers[out:].reshape(OUTPUTS, HIDDEN).copy(),
    )


@cache
def shipped_network() -> MasterNetwork:
    """The network that comes with Sixes."""
    return unpacked(FILE.read_bytes())


@not_inlined
def evaluate(state: SixtoState, second: bool, values: ValueMemory) -> None:
    """Fill in points and chances before a roll, or of a finished game; `second` if it must be kept."""
    for seat in range(state.seats):
        values.points[seat] = score(state, seat).total
    if is_over(state):
        best = winners(state)
        for seat in range(state.seats):
            values.win[seat] = has(best, seat) / count(best)
            values.points[seat] /= UNIT
    else:
        find_all_features(state, second, values, values.features)
        for seat in range(state.seats):
            forward(values.features[seat], seat, values)
        set_chances(state.seats, values.points, values)


@not_inlined
def find_all_features(state: SixtoState, second: bool, values: ValueMemory, found: Any) -> None:
    tempo = Tempo(values.progress, values.leaders, find_tempo(state, values.progress, values.leaders))
    for seat in range(state.seats):
        view = TableView(values.ahead[seat], tempo, values.lookup)
        find_features(state, seat, second, view, found[seat])
        found[seat, FEATURES - 1] = FINISH + _finish(state, seat, values.progress)


@jitable
def _finish(state: SixtoState, seat: int, progress: Any) -> int:
    """How many colours are closed, can be closed by this seat and by others; and its lead."""
    mine, theirs = 0, 0
    for colour in range(6):
        if not has(state.closed, colour):
            mine += progress[6 * seat + colour] == ONE_CROSS_LEFT
            theirs += race_for(state, colour, progress, seat) >= ONE_CROSS_LEFT
    middle = (POINTS_A_LEAD * LEADS) // 2
    lead = min(max((points_ahead(state, seat) + middle) // POINTS_A_LEAD, 0), LEADS - 1)
    near = min(count(state.closed), DICE_THAT_END - 1) * (MOST_CLOSABLE + 1) + min(mine, MOST_CLOSABLE)
    return (near * (MOST_CLOSABLE + 1) + min(theirs, MOST_CLOSABLE)) * LEADS + lead


@jitable
def forward(features: Any, seat: int, values: ValueMemory) -> None:
    """Fill in the outputs for a seat."""
    network, sums, units = values.network, values.sums[seat], values.units[seat]
    _add_embeddings(features, network.embeddings, sums)
    for unit in range(HIDDEN):
        units[unit] = network.hidden[INPUTS, unit]
    for at in range(INPUTS):
        given = sums[OUTPUTS + at]
        if given > 0:
            row = network.hidden[at]
            for unit in range(HIDDEN):
                units[unit] += given * row[unit]
    for output in range(OUTPUTS):
        total = sums[output]
        for unit in range(HIDDEN):
            if units[unit] > 0:
                total += network.out[output, unit] * units[unit]
        values.outputs[seat, output] = total


@jitable
def _add_embeddings(features: Any, embeddings: Any, sums: Any) -> None:
    for at in range(WIDTH):
        sums[at] = 0
    for feature in range(FEATURES):
        row = embeddings[features[feature]]
        for at in range(WIDTH):
            sums[at] += row[at]


@jitable
def set_chances(seats: int, now: Any, values: ValueMemory) -> float:
    """Fill in points and chances from the outputs and the points now. Returns how much points count."""
    outputs, win, scale, largest, total = values.outputs, values.win, 0.0, -1e9, 0.0
    for seat in range(seats):
        scale += outputs[seat, SCALE] / seats
    steep = math.exp(min(max(scale, -MOST_SCALE), MOST_SCALE))
    for seat in range(seats):
        values.points[seat] = now[seat] / UNIT + outputs[seat, POINTS_TO_COME]
        win[seat] = steep * values.points[seat] + outputs[seat, STRENGTH]
        largest = max(largest, win[seat])
    for seat in range(seats):
        win[seat] = math.exp(win[seat] - largest)
        total += win[seat]
    for seat in range(seats):
        win[seat] /= total
    return steep


@jitable
def chance_to_be_ahead(state: SixtoState, seat: int, win: Any) -> float:
    """The mean chance to be ahead of each other player, which makes the rank."""
    total, mine = 0.0, score(state, seat)
    for other in range(state.seats):
        if other != seat:
            its = score(state, other)
            this, that = (mine.total, mine.crosses), (its.total, its.crosses)
            if is_over(state):
                total += 1.0 if this > that else 0.5 if this == that else 0.0
            else:
                total += (win[seat] + TINY) / (win[seat] + win[other] + 2 * TINY)
    return total / (state.seats - 1)
