"""The luck of games alone, by the expert's learnt values.

A first roll is worth the best crossing with it, or a second roll if that is worth more; a second roll is
worth the best crossing with it. Crossings are improved row by row instead of trying them all: that is much
faster, and rarely finds a worse one.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import features, search
from sixes.bots.sixto.expert import SoloValues, step_of
from sixes.bots.sixto.search import Position, SearchBuffers, SearchContext
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.games import POINTS, ROLLS
from sixes.lab.sixto.arrays import StateArrays, roll, set_outlooks, set_up
from sixes.lab.sixto.luck.rolls import draw_squares, set_dice
from sixes.lab.sixto.luck.trace import Trace
from sixes.rules.rows import SOLO_NEEDS, closed_colours
from sixes.rules.turns import SixtoState

PASSES = 3
"""How often all rows are gone through, at most."""


class SoloMemory(NamedTuple):
    """Values, and the arrays of the measurement."""

    solo: SoloValues
    buffers: SearchBuffers
    arrays: StateArrays
    ahead: Any
    """The outlook of the sheet."""
    rolls: Any
    picks: Any
    """For each row the option of the crossing that is being improved."""


@compiled
def measure_alone(deals: Any, outlooks: Any, trace: Trace, memory: SoloMemory, luck: Any) -> None:
    """Fill in the luck of each game."""
    for game in range(len(trace.lengths)):
        deal = deals.numbers[game]
        key, state = game_key(deals.seed, deal), set_up(1, deal, deals.sheets, memory.arrays)
        set_outlooks(1, deal, outlooks, memory.ahead)
        for turn in range(trace.lengths[game]):
            for colour in range(6):
                memory.arrays.crosses[0, colour] = trace.crosses[game, turn, 0, colour]
            closed = closed_colours(1, state.crosses)
            now = SixtoState(1, state.sheets, state.crosses, closed, 0, turn, 0, state.turn)
            luck[game, 0, POINTS] += _turn_luck(now, key, trace.kept[game, turn], memory)


@not_inlined
def _turn_luck(state: SixtoState, key: int, kept: bool, memory: SoloMemory) -> int:
    """What the rolls of a turn gave, times the number of rolls they are compared with."""
    step, solo, dice = step_of(state), memory.solo, memory.arrays.dice
    context = SearchContext(step, solo.first, solo.lookup, memory.buffers)
    roll(state, random_word(key, state.turns, 0))
    worth = roll_worth(state, context, memory)
    again = search.worth_now(state.closed, SearchContext(step, solo.second, solo.lookup, memory.buffers))
    luck = ROLLS * max(worth, again)
    if not kept:
        roll(state, random_word(key, state.turns, 1))
        luck += ROLLS * roll_worth(state, context, memory)
    draw_squares(key, state.turns, memory.rolls)
    for at in range(ROLLS):
        set_dice(memory.rolls, at, state.closed, dice)
        worth = roll_worth(state, context, memory)
        luck -= max(worth, again) if kept else max(worth, again) + worth
    return int(luck)


@not_inlined
def roll_worth(state: SixtoState, context: SearchContext, memory: SoloMemory) -> int:
    """The value of a good crossing with this roll: the best of two boxes, then row by row what is best."""
    position = Position(state.sheets[0], memory.ahead[0], state.crosses[0], state.turn.dice, state.closed)
    search.find_options(position, context)
    picks, options = memory.picks, memory.buffers.option_counts
    best = _best_pair(state.closed, context, picks)
    for _ in range(PASSES):
        before = best
        for colour in range(6):
            for option in range(options[colour]):
                known, picks[colour] = picks[colour], option
                value = _value_of(picks, state.closed, context)
                if value > best:
                    best = value
                else:
                    picks[colour] = known
        if best == before:
            break
    return best


@jitable
def _best_pair(closed: int, context: SearchContext, picks: Any) -> int:
    """Pick the two rows whose leftmost boxes are best together; if fewer can cross, no row."""
    options, best = context.buffers.option_counts, search.WORTHLESS
    first = second = 0
    for colour in range(6):
        picks[colour] = 0
    for one in range(6):
        for other in range(one):
            if options[one] > 1 and options[other] > 1:
                picks[one] = picks[other] = 1
                value = _value_of(picks, closed, context)
                if value > best:
                    best, first, second = value, one, other
                picks[one] = picks[other] = 0
    if first:
        picks[first] = picks[second] = 1
    return best


@not_inlined
def _value_of(picks: Any, closed: int, context: SearchContext) -> int:
    """The value of a crossing, given by its option in each row."""
    options, low, high, time, closing = context.buffers.options, 0, 0, 0, 0
    for colour in range(6):
        at = (colour * search.OPTIONS + picks[colour]) * search.FACTS
        low += options[at + search.LOW]
        high += options[at + search.HIGH]
        time += options[at + search.TIME]
        closing |= options[at + search.CLOSES] << colour
    case = search.case_of(closed | closing, closing, context.step)
    used, left = time >> features.USED & 7, time >> features.OPEN & 7
    worth = 0
    if case.ends or left == 0 or used < SOLO_NEEDS:
        for colour in range(6):
            at = (colour * search.OPTIONS + picks[colour]) * search.FACTS
            worth += context.lookup.points[options[at + search.MADE]]
        return worth + features.column_points(low, high, context.lookup)
    for colour in range(6):
        worth += search.row_worth((colour * search.OPTIONS + picks[colour]) * search.FACTS, case, context)
    features.find_entries((low, high), time, case.stage, context.lookup.kinds, context.buffers.entries)
    return int(worth + search.entries_worth(context))
