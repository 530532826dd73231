"""Fit the master's network to positions of its games.

Errors are propagated back by hand; after some hundred positions all weights make a step (Adam).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.table_features import OUTPUTS, POINTS_TO_COME, SCALE, STRENGTH, UNIT
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import random_word
from sixes.lab.sixto.self_play import POINTS, WIN, Positions
from sixes.lab.sixto.table_learning import BATCH, BETA_1, BETA_2, step
from sixes.lab.sixto.table_values import (
    FEATURES,
    HIDDEN,
    INPUTS,
    WIDTH,
    MasterNetwork,
    ValueMemory,
    forward,
    new_values,
    set_chances,
)

POINTS_COUNT = 0.3
"""How much errors of points count; points are learnt only because they help to learn the rest."""


class Learning(NamedTuple):
    """The network and what it needs to learn: Adam, in the words of its authors (Kingma and Ba)."""

    values: ValueMemory
    gradients: MasterNetwork
    m: MasterNetwork
    v: MasterNetwork
    turned: Any
    """The weights of the hidden units the other way round, for errors on their way back."""
    counts: Any
    """Positions since the last step, and steps."""
    errors: Any
    """For each seat those of its outputs."""
    back: Any
    losses: Any
    """Sums of the squared errors of points and of chances, and their number."""


def zeros(network: MasterNetwork) -> MasterNetwork:
    return MasterNetwork(*(np.zeros_like(part) for part in network))


def new_learning(network: MasterNetwork) -> Learning:
    return Learning(
        values=new_values(network),
        gradients=zeros(network),
        m=zeros(network),
        v=zeros(network),
        turned=np.zeros((HIDDEN, INPUTS), np.float32),
        counts=np.zeros(2, np.int64),
        errors=np.zeros((6, OUTPUTS), np.float32),
        back=np.zeros(WIDTH, np.float32),
        losses=np.zeros(3),
    )


@compiled
def fit(key: int, many: int, rate: float, positions: Positions, learning: Learning) -> None:
    """Learn from so many positions, drawn from all that are stored."""
    stored, counts = min(positions.stored[0], len(positions.now)), learning.counts
    _turn_hidden(learning)
    for one in range(many):
        _add_gradients(random_word(key, one, 0) * stored >> 32, positions, learning)
        counts[0] += 1
        if counts[0] == BATCH:
            _make_step(rate, learning)


@not_inlined
def _add_gradients(at: int, positions: Positions, learning: Learning) -> None:
    values, errors, losses = learning.values, learning.errors, learning.losses
    seats, targets, towards = positions.now.shape[1], positions.targets[at], 0.0
    for seat in range(seats):
        forward(positions.features[at, seat], seat, values)
    steep = set_chances(seats, positions.now[at], values)
    for seat in range(seats):
        error, chance = values.points[seat] - targets[seat, POINTS], values.win[seat] - targets[seat, WIN]
        errors[seat, POINTS_TO_COME], errors[seat, STRENGTH] = error * POINTS_COUNT, chance
        towards += chance * values.points[seat] * steep / seats
        losses[0] += error * error * UNIT * UNIT
        losses[1] += chance * chance
        losses[2] += 1.0
    for seat in range(seats):
        errors[seat, SCALE] = towards
        _backward(positions.features[at, seat], seat, learning)


@jitable
def _backward(features: Any, seat: int, learning: Learning) -> None:
    values, gradients, back, errors = (
        learning.values,
        learning.gradients,
        learning.back,
        learning.errors[seat],
    )
    sums, units = values.sums[seat], values.units[seat]
    for at in range(WIDTH):
        back[at] = errors[at] if at < OUTPUTS else 0.0
    _through_hidden(units, errors, learning)
    for at in range(INPUTS):
        if sums[OUTPUTS + at] > 0:
            row = gradients.hidden[at]
            for unit in range(HIDDEN):
                row[unit] += sums[OUTPUTS + at] * units[unit]
        else:
            back[OUTPUTS + at] = 0.0
    for feature in range(FEATURES):
        row = gradients.embeddings[features[feature]]
        for at in range(WIDTH):
            row[at] += back[at]


@jitable
def _through_hidden(units: Any, errors: Any, learning: Learning) -> None:
    """Propagate errors back to the inputs; `units` become the errors of the hidden units."""
    out, gradients, back = learning.values.network.out, learning.gradients, learning.back
    for unit in range(HIDDEN):
        total = errors[0] * 0
        if units[unit] > 0:
            for output in range(OUTPUTS):
                total += errors[output] * out[output, unit]
                gradients.out[output, unit] += errors[output] * units[unit]
            row = learning.turned[unit]
            for at in range(INPUTS):
                back[OUTPUTS + at] += total * row[at]
        units[unit] = total
        gradients.hidden[INPUTS, unit] += total


@not_inlined
def _make_step(rate: float, learning: Learning) -> None:
    network, (_, gradients, m, v, _, counts, _, _, _) = learning.values.network, learning
    counts[1] += 1
    rate *= math.sqrt(1 - BETA_2 ** counts[1]) / (1 - BETA_1 ** counts[1])
    step(rate, network.embeddings, gradients.embeddings, m.embeddings, v.embeddings)
    step(rate, network.hidden, gradients.hidden, m.hidden, v.hidden)
    step(rate, network.out, gradients.out, m.out, v.out)
    counts[0] = 0
    _turn_hidden(learning)


@jitable
def _turn_hidden(learning: Learning) -> None:
    for at in range(INPUTS):
        for unit in range(HIDDEN):
            learning.turned[unit, at] = learning.values.network.hidden[at, unit]
