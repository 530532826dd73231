"""The master's decisions alone, compiled: look ahead where learnt values leave a doubt.

What a crossing leaves is worth the mean, over many rolls, of the better of keeping the roll and rolling
again. All crossings are compared with the same rolls. They are Latin squares: every die shows each number
equally often. Most decisions are clear by learnt values alone, so the others can have very many rolls: with
few, their noise would cost as much as looking ahead gains.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import search
from sixes.bots.sixto.expert import SoloValues, search_best, step_of, worth_again
from sixes.bots.sixto.features import POINT
from sixes.bots.sixto.search import SearchContext
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key
from sixes.lab.sixto.arrays import StateArrays
from sixes.lab.sixto.expert import solo_values
from sixes.lab.sixto.luck.rolls import draw_squares, set_dice
from sixes.lab.sixto.luck.worth import (
    SoloMemory,
    list_boxes,
    new_memory,
    picked_boxes,
    picked_end,
    roll_worth,
)
from sixes.lab.sixto.sheet_values import known_sheet
from sixes.rules.rows import closed_colours
from sixes.rules.six import Six
from sixes.rules.turns import CROSSING, SixtoState, Turn

FEW_ROLLS, ROLLS = 288, 1152
"""Rolls with which crossings are compared: all that are promising, and then those still close."""
RIVALS = 4
"""Crossings that are compared, at most."""
PROMISING, CLOSE = 5 * POINT // 4, 5 * POINT // 8
"""Crossings that are worse by more are left out: by learnt values, and by few rolls."""
IN_DOUBT = 7 * POINT // 4
"""If keeping a roll and rolling again differ by more, learnt values decide."""
LEARNT = 256
"""The learnt value of a second roll is about as sure as the mean of so many rolls."""
SECOND_ROLLS, THEIR_ROLLS = 36, 24
"""Second rolls that say how much looking ahead adds to them, and the rolls with which it is looked ahead."""


class LookaheadMemory(NamedTuple):
    """The arrays of a look ahead."""

    now: SoloMemory
    """For this turn, and its second rolls."""
    then: SoloMemory
    """For the turn after a crossing."""
    worth: Any
    """For each crossing that is compared what it is worth, as far as it is known."""
    values: Any
    """For each of them, and for one more, what each roll after it is worth."""


def new_lookahead_memory() -> LookaheadMemory:
    now, then = new_memory(solo_values(), ROLLS), new_memory(solo_values(), ROLLS)
    then = then._replace(ahead=now.ahead)
    return LookaheadMemory(now, then, np.zeros(RIVALS), np.zeros((RIVALS + 1, ROLLS)))


def with_values(memory: LookaheadMemory, solo: SoloValues) -> LookaheadMemory:
    return memory._replace(now=memory.now._replace(solo=solo), then=memory.then._replace(solo=solo))


@compiled
def cross_alone(closed: int, turn: int, key: int, memory: LookaheadMemory) -> None:
    """Search for the best crossing. What it crosses is left in the buffers of `now`."""
    now = memory.now
    state = state_alone(closed, turn, now.arrays)
    most = search_best(state, now.ahead[0], now.solo, now.buffers)
    if now.buffers.best_value[1] > most - PROMISING:
        _draw(key, turn, memory)
        _best_ahead(state, False, memory)


@compiled
def keep_alone(closed: int, turn: int, key: int, memory: LookaheadMemory) -> bool:
    """Is this roll worth at least as much as another one?"""
    now = memory.now
    state = state_alone(closed, turn, now.arrays)
    best = search_best(state, now.ahead[0], now.solo, now.buffers)
    again = worth_again(state, now.solo, now.buffers)
    if abs(best - again) > IN_DOUBT:
        return bool(best > again)
    _draw(key, turn, memory)
    return bool(_best_ahead(state, True, memory) >= _second_worth(state, again, memory))


@jitable
def _draw(key: int, turn: int, memory: LookaheadMemory) -> None:
    draw_squares(game_key(key, 0), turn, memory.now.rolls)
    draw_squares(game_key(key, 1), turn, memory.then.rolls)


@jitable
def state_alone(closed: int, turn: int, arrays: StateArrays) -> SixtoState:
    now = Turn(CROSSING, arrays.dice, arrays.half, 0, arrays.asked)
    return SixtoState(1, arrays.sheets, arrays.crosses, closed, 0, turn, 0, now)


@jitable
def _context(state: SixtoState, memory: SoloMemory) -> SearchContext:
    return SearchContext(step_of(state), memory.solo.first, memory.solo.lookup, memory.buffers)


@not_inlined
def _best_ahead(state: SixtoState, keeping: bool, memory: LookaheadMemory) -> float:
    """Choose the best of the crossings found. Returns its value; only for `keeping` a roll this is exact."""
    buffers, then, worth = memory.now.buffers, memory.then, memory.worth
    for place in range(RIVALS):
        worth[place] = buffers.best_value[place]
    known = 0
    for margin, rolls in ((PROMISING, FEW_ROLLS), (CLOSE, ROLLS)):
        if _leave(margin, worth) > 1 or keeping:
            for place in range(RIVALS):
                if _is_left(place, memory):
                    after = _enter(state, search.boxes_of(buffers), then)
                    worth[place] = _look(after, then.rolls[:rolls], known, then, memory.values[place])
        known = rolls
    best = _best_of(worth)
    search.choose(best, buffers)
    return float(worth[best])


@jitable
def _best_of(worth: Any) -> int:
    best = 0
    for place in range(1, RIVALS):
        if worth[place] > worth[best]:
            best = place
    return best


@jitable
def _leave(margin: int, worth: Any) -> int:
    """Leave out crossings that are worse than the best by more. Returns how many are left."""
    most, left = worth[_best_of(worth)], 0
    for place in range(RIVALS):
        if worth[place] > most - margin:
            left += 1
        else:
            worth[place] = search.WORTHLESS
    return left


@jitable
def _is_left(place: int, memory: LookaheadMemory) -> bool:
    """Choose one of the best crossings. Is it still compared, and does the game go on after it?"""
    search.choose(place, memory.now.buffers)
    return memory.worth[place] > search.WORTHLESS and not memory.now.buffers.best[search.OVER]


@jitable
def _enter(state: SixtoState, boxes: Six, memory: SoloMemory) -> SixtoState:
    """The state after a crossing, in the arrays of this memory."""
    arrays = memory.arrays
    for colour in range(6):
        arrays.sheets[0, colour] = state.sheets[0][colour]
        arrays.crosses[0, colour] = state.crosses[0][colour] | boxes[colour]
    return state_alone(closed_colours(1, arrays.crosses), state.turns + 1, arrays)


@not_inlined
def _look(state: SixtoState, rolls: Any, known: int, memory: SoloMemory, values: Any) -> float:
    """What a turn is worth on average over these rolls. The values of the first ones are known."""
    context, many = _context(state, memory), len(rolls)
    list_boxes(state, context, memory)
    for at in range(known, many):
        set_dice(rolls, at, state.closed, memory.arrays.dice)
        values[at] = roll_worth(state, context, memory)
    again, total = 1.0 * LEARNT * worth_again(state, memory.solo, memory.buffers), 0.0
    for at in range(many):
        again += values[at]
    again /= LEARNT + many
    for at in range(many):
        total += max(values[at], again)
    return total / many


@not_inlined
def _second_worth(state: SixtoState, again: int, memory: LookaheadMemory) -> float:
    """What a second roll is worth on average, looking ahead."""
    now, then, values = memory.now, memory.then, memory.values[RIVALS]
    context, total, more = _context(state, now), 1.0 * LEARNT * again, 0.0
    list_boxes(state, context, now)
    for at in range(ROLLS):
        set_dice(now.rolls, at, state.closed, now.arrays.dice)
        value = roll_worth(state, context, now)
        total += value
        if at < SECOND_ROLLS and not picked_end(state, context, now):
            after = _enter(state, picked_boxes(now), then)
            more += _look(after, then.rolls[:THEIR_ROLLS], 0, then, values) - value
    return total / (LEARNT + ROLLS) + more / SECOND_ROLLS


class Lookahead:
    """Decides alone. Its arrays are its own: two masters may search at once."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.memory = new_lookahead_memory()
        self.sheet: Any = None

    def keep(self, state: SixtoState) -> bool:
        return bool(keep_alone(*self.arguments(state)))

    def cross(self, state: SixtoState) -> Six:
        cross_alone(*self.arguments(state))
        a, b, c, d, e, f = (int(box) for box in search.boxes_of(self.memory.now.buffers))
        return a, b, c, d, e, f

    def arguments(self, state: SixtoState) -> Any:
        """The colours closed, the turn, the key of the rolls to look at, and the memory with this state."""
        arrays = self.memory.now.arrays
        if self.sheet != state.sheets[0]:
            self.sheet = arrays.sheets[0] = state.sheets[0]
            solo, self.memory.now.ahead[0] = known_sheet(state.sheets[0])
            self.memory = with_values(self.memory, solo)
        arrays.crosses[0], arrays.dice[:] = state.crosses[0], state.turn.dice
        return state.closed, state.turns, self.seed, self.memory
