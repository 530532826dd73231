"""The luck of games at tables, by the master's network: points, chance to win and rank of each seat.

A roll is worth what the network says after all have crossed as experts do; a first roll that an expert would
not keep is worth what the network says before a second roll.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import endgame
from sixes.bots.sixto.evaluation import SixtoWeights
from sixes.bots.sixto.table_features import UNIT
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
from sixes.lab.sixto.table_values import ValueMemory, chance_to_be_ahead, evaluate
from sixes.rules.rows import closed_colours
from sixes.rules.six import clockwise, everybody, has
from sixes.rules.sixto import end_turn, with_turn
from sixes.rules.turns import SixtoState

_crossing, _keeps = not_inlined(endgame.crossing), not_inlined(endgame.keeps)


class TableMemory(NamedTuple):
    """The network's values, the expert's weights, and the arrays of the measurement."""

    values: ValueMemory
    weights: SixtoWeights
    arrays: StateArrays
    before: Any
    """For each seat its crosses before the turn."""
    rolls: Any
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
        set_outlooks(seats, deal, outlooks, memory.values.ahead)
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


@not_inlined
def network_worth(state: SixtoState, second: bool, memory: TableMemory, worth: Any) -> None:
    """What the network says before a roll, or of a finished game; `second` if the roll must be kept."""
    points, win = memory.values.points, memory.values.win
    evaluate(state, second, memory.values)
    for seat in range(state.seats):
        rank = 1.0 + (state.seats - 1) * (1.0 - chance_to_be_ahead(state, seat, win))
        worth[seat, POINTS] = round(points[seat] * UNIT * POINT)
        worth[seat, WIN] = round(CHANCE * win[seat])
        worth[seat, RANK] = round(CHANCE * rank)
