"""What rolls are worth at a position, and their expectations: what knowing the dice is charged with.

A roll is worth its best crossing, and a crossing is worth what the position after it is worth on average in
the next turn, by the expert's values: one turn is looked ahead. A first roll is worth that, or a second roll
if this is better.

Expectations are means over Latin squares that are drawn for each turn, apart from its dice. All positions of
a turn share them, so positions are compared and not squares. Most squares are used without looking ahead,
which is fast; a few say how much looking ahead changes. What a second roll is worth decides what a first one
is worth. If both came from the same squares, the charge would be biased. So there are two halves, and each
decides for the other.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import search
from sixes.bots.sixto.expert import step_of
from sixes.bots.sixto.search import BOX, FACTS, OPTIONS, Position, SearchContext
from sixes.lab.compiler import jitable, not_inlined
from sixes.lab.dice import game_key
from sixes.lab.sixto.arrays import StateArrays
from sixes.lab.sixto.luck.rolls import draw_squares, set_dice
from sixes.lab.sixto.luck.worth import SoloMemory, list_boxes, roll_worth
from sixes.rules.rows import closed_colours
from sixes.rules.turns import CROSSING, SixtoState, Turn

APART = 1 << 21
"""Sets the squares with which a turn is looked ahead apart from the others."""


class Tops(NamedTuple):
    """The best crossings with a roll by the expert's values, best first."""

    worth: Any
    crosses: Any
    over: Any
    """Whether the game is over after it."""


class Squares(NamedTuple):
    """Rolls that stand for all rolls, and room for what each is worth."""

    rolls: Any
    worth: Any
    ahead: Any
    """The same with looking ahead."""


class RollMemory(NamedTuple):
    """Values, squares, and the arrays to compute with."""

    solo: SoloMemory
    here: Any
    """The crosses of the position."""
    tops: Tops
    many: Squares
    """Those of this turn that are used without looking ahead."""
    few: Squares
    """Those of this turn with which it is looked ahead."""
    later: Squares
    """Those of the next turn."""


class Expectation(NamedTuple):
    """What rolls are worth on average at a position, in 64ths of a point."""

    first: float
    second: float
    even: float
    odd: float
    """What a second roll is worth by each half of the squares."""


@jitable
def draw_turn(key: int, turn: int, memory: RollMemory) -> None:
    """Draw the squares of a turn, and those of the next."""
    draw_squares(key, turn, memory.many.rolls)
    draw_squares(key, turn + 1, memory.later.rolls)
    draw_squares(game_key(key, APART), turn, memory.few.rolls)


@jitable
def state_of(crosses: Any, arrays: StateArrays) -> SixtoState:
    """A position before the first roll of a turn."""
    for colour in range(6):
        arrays.crosses[0, colour] = crosses[colour]
    turn = Turn(CROSSING, arrays.dice, arrays.half, 0, arrays.asked)
    return SixtoState(1, arrays.sheets, arrays.crosses, closed_colours(1, arrays.crosses), 0, 0, 0, turn)


@jitable
def context_of(state: SixtoState, memory: SoloMemory) -> SearchContext:
    return SearchContext(step_of(state), memory.solo.first, memory.solo.lookup, memory.buffers)


@not_inlined
def look_ahead(crosses: Any, later: Squares, memory: SoloMemory) -> float:
    """What a position is worth on average in the next turn."""
    state = state_of(crosses, memory.arrays)
    context = context_of(state, memory)
    list_boxes(state, context, memory)
    for at in range(len(later.rolls)):
        set_dice(later.rolls, at, state.closed, memory.arrays.dice)
        later.worth[at] = roll_worth(state, context, memory)
    even, odd = half_mean(later.worth, 0), half_mean(later.worth, 1)
    return (first_mean(later.worth, 1, even) + first_mean(later.worth, 0, odd)) / 2


@jitable
def half_mean(worth: Any, half: int) -> float:
    """The mean over one half of the squares."""
    size, total = len(worth) // 2, 0.0
    for at in range(half * size, (half + 1) * size):
        total += worth[at]
    return total / size


@jitable
def first_mean(worth: Any, half: int, again: float) -> float:
    """The mean over one half of the squares for a first roll, if a second one is worth this much."""
    size, total = len(worth) // 2, 0.0
    for at in range(half * size, (half + 1) * size):
        total += max(worth[at], again)
    return total / size


@jitable
def first_worth(kept: float, expected: Expectation) -> float:
    """What a first roll is worth that is worth this much if it is kept."""
    return (max(kept, expected.even) + max(kept, expected.odd)) / 2


@not_inlined
def find_tops(state: SixtoState, context: SearchContext, memory: RollMemory) -> None:
    """Find the best crossings with this roll."""
    buffers, tops = memory.solo.buffers, memory.tops
    search.best_crossing(state.closed, find_options(state, context, memory.solo), context)
    for at in range(len(tops.worth)):
        tops.worth[at] = buffers.best_value[at]
        if tops.worth[at] > search.WORTHLESS:
            search.choose(at, buffers)
            tops.over[at], boxes = buffers.best[search.OVER], search.boxes_of(buffers)
            for colour in range(6):
                tops.crosses[at, colour] = memory.here[colour] | boxes[colour]


@jitable
def find_options(state: SixtoState, context: SearchContext, memory: SoloMemory) -> int:
    """Fill in what each row can do with this roll. Returns the rows that it can close."""
    position = Position(state.sheets[0], memory.ahead[0], state.crosses[0], state.turn.dice, state.closed)
    return search.find_options(position, context)


@jitable
def set_crossed(picks: int, memory: RollMemory, crosses: Any) -> None:
    """Fill in the crosses after a crossing, given by its options."""
    options = memory.solo.buffers.options
    for colour in range(6):
        box = options[(colour * OPTIONS + picks % OPTIONS) * FACTS + BOX]
        crosses[colour] = memory.here[colour] | box
        picks //= OPTIONS


@not_inlined
def kept_worth(state: SixtoState, context: SearchContext, memory: RollMemory) -> float:
    """What this roll is worth if it is kept, looking ahead. Position and dice are set again afterwards."""
    find_tops(state, context, memory)
    tops, dice, best = memory.tops, memory.solo.arrays.dice, 1.0 * search.WORTHLESS
    lie = (dice[0], dice[1], dice[2], dice[3], dice[4], dice[5])
    for at in range(len(tops.worth)):
        if tops.worth[at] > search.WORTHLESS:
            worth = 1.0 * tops.worth[at]
            if not tops.over[at]:
                worth = look_ahead(tops.crosses[at], memory.later, memory.solo)
            best = max(best, worth)
    state_of(memory.here, memory.solo.arrays)
    for colour in range(6):
        dice[colour] = lie[colour]
    return best


@not_inlined
def expectation(state: SixtoState, context: SearchContext, memory: RollMemory) -> Expectation:
    many, few, dice = memory.many, memory.few, memory.solo.arrays.dice
    list_boxes(state, context, memory.solo)
    for at in range(len(many.rolls)):
        set_dice(many.rolls, at, state.closed, dice)
        many.worth[at] = roll_worth(state, context, memory.solo)
    for at in range(len(few.rolls)):
        set_dice(few.rolls, at, state.closed, dice)
        list_boxes(state, context, memory.solo)  # looking ahead has listed those of other sheets
        few.worth[at] = roll_worth(state, context, memory.solo)
        few.ahead[at] = kept_worth(state, context, memory)
    even, odd = _second_mean(0, memory), _second_mean(1, memory)
    first = (_first_mean(1, even, memory) + _first_mean(0, odd, memory)) / 2
    return Expectation(first, (even + odd) / 2, even, odd)


@jitable
def _second_mean(half: int, memory: RollMemory) -> float:
    """What a second roll is worth by one half of the squares."""
    more = half_mean(memory.few.ahead, half) - half_mean(memory.few.worth, half)
    return half_mean(memory.many.worth, half) + more


@jitable
def _first_mean(half: int, again: float, memory: RollMemory) -> float:
    """What a first roll is worth by one half of the squares, if a second one is worth this much."""
    more = first_mean(memory.few.ahead, half, again) - first_mean(memory.few.worth, half, again)
    return first_mean(memory.many.worth, half, again) + more
