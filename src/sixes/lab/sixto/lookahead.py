"""The master's decisions alone, compiled: look one turn ahead.

What a crossing leaves is worth the mean, over some hundred rolls, of the better of keeping the roll and
rolling again. All crossings are compared with the same rolls. They are Latin squares: every die shows each
number equally often.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import search
from sixes.bots.sixto.expert import SoloValues, search_best, step_of, worth_again
from sixes.bots.sixto.features import POINT, outlook
from sixes.bots.sixto.search import SearchBuffers, SearchContext
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key
from sixes.lab.sixto.arrays import StateArrays, new_arrays
from sixes.lab.sixto.expert import array_buffers, new_ahead, solo_values
from sixes.lab.sixto.luck.alone import SoloMemory, roll_worth
from sixes.lab.sixto.luck.rolls import draw_squares, set_dice
from sixes.rules.rows import closed_colours
from sixes.rules.six import Six
from sixes.rules.turns import CROSSING, SixtoState, Turn

ROLLS, FEW_ROLLS = 144, 24
"""Rolls with which crossings are compared: of the roll as it is, and of possible second ones."""
PROMISING = 2 * POINT
"""A crossing so much worse by learnt values is not looked into."""
IN_DOUBT = 3 * POINT
"""If keeping a roll and rolling again differ by more, learnt values decide."""
SECOND_ROLLS = 12
"""Second rolls that say how much looking ahead adds to them."""


class LookaheadMemory(NamedTuple):
    """The arrays of a look ahead."""

    now: StateArrays
    solo: SoloValues
    buffers: SearchBuffers
    ahead: Any
    """The outlook of the sheet."""
    second: Any
    """Second rolls of this turn."""
    then: SoloMemory
    """For the turn after a crossing, and the rolls with which it is looked at."""


def new_lookahead_memory() -> LookaheadMemory:
    solo, ahead, second = solo_values(), new_ahead(), np.zeros((SECOND_ROLLS, 6), np.int64)
    rolls, picks = np.zeros((ROLLS, 6), np.int64), np.zeros(6, np.int64)
    then = SoloMemory(solo, array_buffers(), new_arrays(), ahead, rolls, picks)
    return LookaheadMemory(new_arrays(), solo, array_buffers(), ahead, second, then)


@compiled
def cross_alone(closed: int, turn: int, key: int, memory: LookaheadMemory) -> int:
    """Search for the best crossing. What it crosses is left in `buffers`; returns its value."""
    _draw(key, turn, memory)
    return _best_ahead(state_alone(closed, turn, memory.now), ROLLS, memory)


@compiled
def keep_alone(closed: int, turn: int, key: int, memory: LookaheadMemory) -> bool:
    """Is this roll worth at least as much as another one?"""
    state, solo, buffers = state_alone(closed, turn, memory.now), memory.solo, memory.buffers
    best = search_best(state, memory.ahead[0], solo, buffers)
    again = worth_again(state, solo, buffers)
    if abs(best - again) > IN_DOUBT:
        return bool(best > again)
    _draw(key, turn, memory)
    best, more = _best_ahead(state, ROLLS, memory), 0
    for at in range(SECOND_ROLLS):
        set_dice(memory.second, at, closed, memory.now.dice)
        value = search_best(state, memory.ahead[0], solo, buffers)
        more += _best_ahead(state, FEW_ROLLS, memory) - value
    return bool((best - again) * SECOND_ROLLS >= more)


@jitable
def _draw(key: int, turn: int, memory: LookaheadMemory) -> None:
    draw_squares(game_key(key, 0), turn, memory.then.rolls)
    draw_squares(game_key(key, 1), turn, memory.second)


@jitable
def state_alone(closed: int, turn: int, arrays: StateArrays) -> SixtoState:
    now = Turn(CROSSING, arrays.dice, arrays.half, 0, arrays.asked)
    return SixtoState(1, arrays.sheets, arrays.crosses, closed, 0, turn, 0, now)


@not_inlined
def _best_ahead(state: SixtoState, rolls: int, memory: LookaheadMemory) -> int:
    """Choose the best crossing after a look ahead with so many rolls. Returns its value."""
    buffers = memory.buffers
    most = search_best(state, memory.ahead[0], memory.solo, buffers)
    best, best_value = 0, search.WORTHLESS
    for place in range(search.KEPT):
        value = buffers.best_value[place]
        if value > most - PROMISING:
            search.choose(place, buffers)
            if not buffers.best[search.OVER]:
                value = _value_ahead(state, search.boxes_of(buffers), rolls, memory)
            if value > best_value:
                best, best_value = place, value
    search.choose(best, buffers)
    return best_value


@not_inlined
def _value_ahead(state: SixtoState, boxes: Six, rolls: int, memory: LookaheadMemory) -> int:
    """What a crossing leaves, by a look ahead with so many rolls."""
    then, solo, again, total = memory.then, memory.solo, 0, 0
    for colour in range(6):
        then.arrays.sheets[0, colour] = state.sheets[0][colour]
        then.arrays.crosses[0, colour] = state.crosses[0][colour] | boxes[colour]
    after = state_alone(closed_colours(1, then.arrays.crosses), state.turns + 1, then.arrays)
    context = SearchContext(step_of(after), solo.first, solo.lookup, then.buffers)
    for at in range(rolls):
        set_dice(then.rolls, at, after.closed, then.arrays.dice)
        value = roll_worth(after, context, then)
        if at == 0:
            again = worth_again(after, solo, then.buffers)
        total += max(value, again)
    return total // rolls


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
        a, b, c, d, e, f = (int(box) for box in search.boxes_of(self.memory.buffers))
        return a, b, c, d, e, f

    def arguments(self, state: SixtoState) -> Any:
        """The colours closed, the turn, the key of the rolls to look at, and the memory with this state."""
        now = self.memory.now
        if self.sheet != state.sheets[0]:
            self.sheet = now.sheets[0] = state.sheets[0]
            self.memory.ahead[0] = outlook(state.sheets[0])
        now.crosses[0], now.dice[:] = state.crosses[0], state.turn.dice
        return state.closed, state.turns, self.seed, self.memory
