"""The luck of games at tables, by the coach's network: points, chance to win and rank of each seat.

A roll is worth what the network says after all have crossed as experts do; a first roll that an expert would
not keep is worth what the network says before a second roll.
"""

import math
from typing import Any, NamedTuple

from sixes.bots.sixto import endgame
from sixes.bots.sixto.evaluation import SixtoWeights
from sixes.bots.sixto.features import LookupTables
from sixes.bots.sixto.table_features import (
    MOST_SCALE,
    POINTS_TO_COME,
    SCALE,
    STRENGTH,
    UNIT,
    TableView,
    Tempo,
    find_features,
    find_tempo,
)
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.games import CHANCE, KINDS, POINT, POINTS, RANK, ROLLS, WIN
from sixes.lab.sixto.arrays import (
    StateArrays,
    clear_turn,
    cross,
    roll,
    set_outlooks,
    set_up,
    take_back,
)
from sixes.lab.sixto.luck.rolls import draw_squares, set_dice
from sixes.lab.sixto.luck.trace import Trace
from sixes.lab.sixto.network import TableNetwork, forward
from sixes.rules.rows import closed_colours
from sixes.rules.six import clockwise, count, everybody, has
from sixes.rules.sixto import end_turn, is_over, score, winners, with_turn
from sixes.rules.turns import SixtoState

FAR_STRONGER = 700.0
"""Beyond all doubt; larger exponents overflow."""
_crossing, _keeps = not_inlined(endgame.crossing), not_inlined(endgame.keeps)


class TableMemory(NamedTuple):
    """The network, the expert's weights, and the arrays of the measurement."""

    network: TableNetwork
    weights: SixtoWeights
    lookup: LookupTables
    arrays: StateArrays
    before: Any
    """For each seat its crosses before the turn."""
    ahead: Any
    """For each seat the outlook of its sheet."""
    rolls: Any
    progress: Any
    leaders: Any
    features: Any
    sums: Any
    units: Any
    outputs: Any
    strengths: Any
    """For each seat what `network.forward` fills in, and its strength."""
    worth: Any
    """For each seat and kind what a roll is worth."""
    again: Any
    """The same for a second roll, before it."""


@compiled
def measure_tables(deals: Any, outlooks: Any, trace: Trace, memory: TableMemory, luck: Any) -> None:
    """Fill in the luck of each game, for each seat and kind."""
    seats = trace.crosses.shape[2]
    for game in range(len(trace.lengths)):
        deal = deals.numbers[game]
        key, state = game_key(deals.seed, deal), set_up(seats, deal, deals.sheets, memory.arrays)
        set_outlooks(seats, deal, outlooks, memory.ahead)
        for turn in range(trace.lengths[game]):
            for seat in range(seats):
                for colour in range(6):
                    memory.before[seat, colour] = trace.crosses[game, turn, seat, colour]
            _restore(state, memory)
            closed, active = closed_colours(seats, state.crosses), turn % seats
            now = SixtoState(seats, state.sheets, state.crosses, closed, 0, turn, active, state.turn)
            _add_turn(now, key, trace.kept[game, turn], memory, luck[game])


@not_inlined
def _add_turn(state: SixtoState, key: int, kept: bool, memory: TableMemory, luck: Any) -> None:
    """Add what the rolls of a turn gave, times the number of rolls they are compared with."""
    network_worth(state, True, memory, memory.again)
    roll(state, random_word(key, state.turns, 0))
    _add_roll(state, True, ROLLS, memory, luck)
    if not kept:
        roll(state, random_word(key, state.turns, 1))
        _add_roll(state, False, ROLLS, memory, luck)
    draw_squares(key, state.turns, memory.rolls)
    for at in range(ROLLS):
        set_dice(memory.rolls, at, state.closed, memory.arrays.dice)
        _add_roll(state, True, -1, memory, luck)
        if not kept:
            _add_worth(state.seats, memory.worth, -1, luck)


@jitable
def _restore(state: SixtoState, memory: TableMemory) -> None:
    for seat in range(state.seats):
        for colour in range(6):
            memory.arrays.crosses[seat, colour] = memory.before[seat, colour]


@jitable
def _add_worth(seats: int, worth: Any, times: int, luck: Any) -> None:
    for seat in range(seats):
        for kind in range(KINDS):
            luck[seat, kind] += times * worth[seat, kind]


@not_inlined
def _add_roll(state: SixtoState, first: bool, times: int, memory: TableMemory, luck: Any) -> None:
    """Add what this roll is worth, so many times. What it is worth if kept is left in `worth`."""
    clear_turn(state)
    keeps = not first or _keeps(state, state.active, memory.weights)
    _experts_cross(state, memory.weights)
    after = with_turn(end_turn(state, state.turn.half), state.turn)
    if is_over(after):
        _final_worth(after, memory.worth)
    else:
        network_worth(after, False, memory, memory.worth)
    _restore(state, memory)
    _add_worth(state.seats, memory.worth if keeps else memory.again, times, luck)


@jitable
def _experts_cross(state: SixtoState, weights: SixtoWeights) -> None:
    """Everybody crosses, again if they are asked again."""
    seat, done = state.active, 0
    while done != everybody(state.seats):
        if not has(done, seat):
            before = take_back(state.turn.half[seat])
            done = cross(state, seat, before, _crossing(state, seat, weights), done)
        seat = clockwise(seat, state.seats)


@jitable
def _final_worth(state: SixtoState, worth: Any) -> None:
    """The results of a finished game."""
    best = winners(state)
    for seat in range(state.seats):
        mine, rank = score(state, seat), 0.5
        for other in range(state.seats):
            its = score(state, other)
            this, that = (mine.total, mine.crosses), (its.total, its.crosses)
            rank += 1.0 if that > this else 0.5 if that == this else 0.0
        worth[seat, POINTS] = mine.total * POINT
        worth[seat, WIN] = round(CHANCE * has(best, seat) / count(best))
        worth[seat, RANK] = round(CHANCE * rank)


@not_inlined
def network_worth(state: SixtoState, second: bool, memory: TableMemory, worth: Any) -> None:
    """What the network says before a roll; `second` if it must be kept."""
    tempo = Tempo(memory.progress, memory.leaders, find_tempo(state, memory.progress, memory.leaders))
    outputs, strengths, scale = memory.outputs, memory.strengths, 0.0
    for seat in range(state.seats):
        view = TableView(memory.ahead[seat], tempo, memory.lookup)
        find_features(state, seat, second, view, memory.features)
        forward(memory.features, seat, memory.network, memory)
        scale += outputs[seat, SCALE] / state.seats
    steep = math.exp(min(max(scale, -MOST_SCALE), MOST_SCALE))
    for seat in range(state.seats):
        ends = score(state, seat).total / UNIT + outputs[seat, POINTS_TO_COME]
        strengths[seat] = steep * ends + outputs[seat, STRENGTH]
        worth[seat, POINTS] = round(ends * UNIT * POINT)
    for seat in range(state.seats):
        total, rank = 0.0, 0.5
        for other in range(state.seats):
            odds = math.exp(min(strengths[other] - strengths[seat], FAR_STRONGER))
            total += odds
            rank += odds / (1 + odds)
        worth[seat, WIN] = round(CHANCE / total)
        worth[seat, RANK] = round(CHANCE * rank)
