"""Learn what positions at a table of Sixto are worth from games that experts play to their ends.

Each game begins with turns of mixed players, some of whom cross wildly now and then, so that positions of all
kinds are met. From some turn on all are experts; from there on every position is learnt from, with the final
points of each seat and its share of the win. In half of the games the first roll of that turn must be
rolled again: so the value before a second roll is learnt, too.

The network has one layer of embeddings, the sum of which is the input of a small hidden layer. Errors are
propagated back by hand; after some hundred positions of many games all weights make a step (Adam).
"""

import math
from typing import Any, NamedTuple

from sixes.bots.sixto import endgame
from sixes.bots.sixto.features import LookupTables
from sixes.bots.sixto.table_features import (
    FEATURES,
    HIDDEN,
    MOST_SCALE,
    OUTPUTS,
    POINTS_TO_COME,
    SCALE,
    STRENGTH,
    UNIT,
    WIDTH,
    TableView,
    Tempo,
    find_features,
    find_tempo,
)
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import StateArrays, as_array, clear_turn, roll, set_outlooks, set_up
from sixes.lab.sixto.loop import SixtoPlayers, all_cross, play_turn
from sixes.lab.sixto.network import TableNetwork, forward
from sixes.rules.six import count, has
from sixes.rules.sixto import end_turn, is_over, score, winners, with_turn
from sixes.rules.turns import SixtoState

MOST_TURNS = 60
"""Longer games are cut off here."""
LATEST = 14
"""The game is left to experts in one of the turns up to this."""
WILD = 6
"""One of so many crossings is wild."""
BATCH = 512
"""Positions for one step."""
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-6
NEVER_SEEN = 1e-30
"""A mean of squared gradients so small that there were none for long."""
CHANCES = 3000
"""The position of the dice that choose players and wild crossings: beyond all turns."""


class Optimizer(NamedTuple):
    """Adam, in the words of its authors (Kingma and Ba)."""

    gradients: TableNetwork
    m: TableNetwork
    v: TableNetwork
    """Running means of the gradients and of their squares."""
    counts: Any
    """Positions since the last step, and steps."""


class TableGames(NamedTuple):
    """Games to learn from, the sheets that go round in them, and their outlooks."""

    seed: int
    first: int
    many: int
    seats: int
    rate: float
    sheets: Any
    aheads: Any


class TableMemory(NamedTuple):
    """Arrays of the loop."""

    arrays: StateArrays
    lookup: LookupTables
    players: SixtoPlayers
    features: Any
    """For each turn and seat its features."""
    now: Any
    """For each turn and seat its points."""
    progress: Any
    leaders: Any
    sums: Any
    """For each seat the sum of its embeddings, then its hidden units, its outputs and their errors."""
    units: Any
    outputs: Any
    errors: Any
    back: Any
    losses: Any
    """Sums of the squared errors of points and of the log losses, and their number."""


@compiled
def learn_tables(games: TableGames, network: TableNetwork, optimizer: Optimizer, memory: TableMemory) -> None:
    """Play games and learn from them."""
    for game in range(games.first, games.first + games.many):
        key = game_key(games.seed, game)
        set_outlooks(games.seats, game, games.aheads, memory.players.expert.ahead)
        state = set_up(games.seats, game, games.sheets, memory.arrays)
        state, experts = _mixed_turns(key, state, memory)
        begun, forced = state.turns, random_word(key, CHANCES, 0) & 1
        while not is_over(state) and state.turns < MOST_TURNS:
            second = state.turns == begun and forced == 1
            store_features(state, second, memory)
            if second:
                clear_turn(state)
                roll(state, random_word(key, state.turns, 1))
                all_cross(state, state.active, 0, memory.players, experts)
            else:
                play_turn(key, state, memory.players, experts)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        if is_over(state):
            for turn in range(begun, state.turns):
                _add_gradients(state, turn, network, optimizer.gradients, memory)
                optimizer.counts[0] += 1
                if optimizer.counts[0] == BATCH:
                    _make_step(games.rate, network, optimizer)


@not_inlined
def _mixed_turns(key: int, state: SixtoState, memory: TableMemory) -> Any:
    """The first turns of a game, in which players are of all kinds; gives also the levels of experts."""
    mixed, experts = memory.players.levels[0], memory.players.levels[1]
    for seat in range(state.seats):
        mixed[seat] = random_word(key, CHANCES + 1 + seat, 0) % 3
    until = random_word(key, CHANCES, 1) % (2 * LATEST) - LATEST
    while not is_over(state) and state.turns < until:
        play_turn(key, state, memory.players, mixed)
        cross_wildly(key, state)
        state = with_turn(end_turn(state, state.turn.half), state.turn)
    return state, experts


@jitable
def cross_wildly(key: int, state: SixtoState) -> None:
    """One of WILD seats crosses the nearest boxes of some rows instead, whatever they skip."""
    for seat in range(state.seats):
        word = random_word(key, CHANCES + 10 * (state.turns + 1) + seat, 0)
        if word % WILD == 0:
            half, boxes = as_array(state.turn.half[seat]), endgame.all_nearest(state, seat)
            for colour in range(6):
                half[colour] = boxes[colour] if word >> 8 + colour & 1 else 0


@not_inlined
def store_features(state: SixtoState, second: bool, memory: TableMemory) -> None:
    end = find_tempo(state, memory.progress, memory.leaders)
    tempo = Tempo(memory.progress, memory.leaders, end)
    for seat in range(state.seats):
        view = TableView(memory.players.expert.ahead[seat], tempo, memory.lookup)
        find_features(state, seat, second, view, memory.features[state.turns, seat])
        memory.now[state.turns, seat] = score(state, seat).total


@not_inlined
def _add_gradients(
    end: SixtoState, turn: int, network: TableNetwork, gradients: TableNetwork, memory: TableMemory
) -> None:
    """Compare one position of a finished game with how that ended."""
    seats, won, scale = end.seats, winners(end), 0.0
    for seat in range(seats):
        forward(memory.features[turn, seat], seat, network, memory)
        scale += memory.outputs[seat, SCALE] / seats
    steep, largest, total = math.exp(min(max(scale, -MOST_SCALE), MOST_SCALE)), -1e9, 0.0
    for seat in range(seats):
        ahead = memory.now[turn, seat] / UNIT + memory.outputs[seat, POINTS_TO_COME]
        memory.errors[seat, SCALE] = ahead
        memory.errors[seat, STRENGTH] = steep * ahead + memory.outputs[seat, STRENGTH]
        largest = max(largest, memory.errors[seat, STRENGTH])
    for seat in range(seats):
        memory.errors[seat, STRENGTH] = math.exp(memory.errors[seat, STRENGTH] - largest)
        total += memory.errors[seat, STRENGTH]
    towards = 0.0
    for seat in range(seats):
        chance = memory.errors[seat, STRENGTH] / total
        share = 1.0 / count(won) if has(won, seat) else 0.0
        error = memory.errors[seat, SCALE] - score(end, seat).total / UNIT
        memory.losses[0] += error * error * UNIT * UNIT
        memory.losses[1] -= share * math.log(max(chance, 1e-9))
        memory.losses[2] += 1.0
        memory.errors[seat, STRENGTH] = chance - share
        towards += (chance - share) * memory.errors[seat, SCALE] * steep / seats
        memory.errors[seat, POINTS_TO_COME] = error
    for seat in range(seats):
        memory.errors[seat, SCALE] = towards
        _backward(memory.features[turn, seat], seat, network, gradients, memory)


@jitable
def _backward(
    features: Any, seat: int, network: TableNetwork, gradients: TableNetwork, memory: TableMemory
) -> None:
    sums, units, errors, back = memory.sums[seat], memory.units[seat], memory.errors[seat], memory.back
    for at in range(WIDTH):
        back[at] = errors[at] if at < OUTPUTS else 0.0
    for unit in range(HIDDEN):
        if units[unit] > 0:
            total = 0.0
            for output in range(OUTPUTS):
                total += errors[output] * network.out[output, unit]
                gradients.out[output, unit] += errors[output] * units[unit]
            for at in range(WIDTH - OUTPUTS):
                if sums[OUTPUTS + at] > 0:
                    back[OUTPUTS + at] += total * network.hidden[unit, at]
                    gradients.hidden[unit, at] += total * sums[OUTPUTS + at]
            gradients.hidden[unit, WIDTH - OUTPUTS] += total
    for feature in range(FEATURES):
        row = gradients.embeddings[features[feature]]
        for at in range(WIDTH):
            row[at] += back[at]


@not_inlined
def _make_step(rate: float, network: TableNetwork, optimizer: Optimizer) -> None:
    counts, gradients, m, v = optimizer.counts, optimizer.gradients, optimizer.m, optimizer.v
    counts[1] += 1
    rate *= math.sqrt(1 - BETA_2 ** counts[1]) / (1 - BETA_1 ** counts[1])
    step(rate, network.embeddings, gradients.embeddings, m.embeddings, v.embeddings)
    step(rate, network.hidden, gradients.hidden, m.hidden, v.hidden)
    step(rate, network.out, gradients.out, m.out, v.out)
    counts[0] = 0


@jitable
def step(rate: float, weights: Any, gradients: Any, m: Any, v: Any) -> None:
    """Change these weights by the gradients of a batch."""
    for row in range(weights.shape[0]):
        for at in range(weights.shape[1]):
            gradient = gradients[row, at] / BATCH
            if gradient == 0 and v[row, at] < NEVER_SEEN:
                continue
            m[row, at] += (1 - BETA_1) * (gradient - m[row, at])
            v[row, at] += (1 - BETA_2) * (gradient * gradient - v[row, at])
            weights[row, at] -= rate * m[row, at] / (math.sqrt(v[row, at]) + EPSILON)
            gradients[row, at] = 0.0
