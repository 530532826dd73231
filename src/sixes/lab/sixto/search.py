"""The master's search in Sixto, compiled: simulate the rest of the game after each candidate.

The candidates are the expert's crossing and those that differ from it in one row. After each the game is
played to its end many times, with the expert in every seat and the same dice for all candidates. In several
heats the worse half is dropped, and the others are tried more often. Another candidate replaces the expert's
only if it is significantly better: most are nearly equal. A roll is kept or not in the same way.

The number of simulations is fixed beforehand, not by a clock: the same game gives the same moves on any
machine.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.evaluation import points_ahead
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import StateArrays, copy_arrays, cross, new_arrays, roll, take_back
from sixes.lab.sixto.expert import ExpertArrays, crossing, expert_arrays, keeps, new_ahead
from sixes.lab.sixto.loop import EXPERT, SixtoPlayers, all_cross, play_turn
from sixes.rules.six import Six, count, has, put
from sixes.rules.sixto import end_turn, is_over, winners, with_turn
from sixes.rules.turns import CROSSING, SixtoState, Turn, open_boxes

CANDIDATES = 16
"""The most crossings that are compared; the expert's is the first."""
OTHER_BOXES = 2
"""Boxes tried in each row, beside none."""
LAST = 3
"""Candidates in the last heat."""
WIN = 100
"""Points that a win is worth."""
SIGNIFICANCE = 1.0
"""Standard errors by which a candidate must be better than the expert's choice."""
LONGEST = 40
"""Turns, three times the usual length. A simulated game that is not over by then counts as it stands."""
SETTING_UP = 2
"""The cost of starting a simulated game, in turns."""
AGAIN = 1000
"""The position of the dice of a second roll: beyond all turns."""


class DecisionPoint(NamedTuple):
    """The scalar part of a state in the middle of a turn, and who decides."""

    seats: int
    closed: int
    turns: int
    active: int
    seat: int


class SearchMemory(NamedTuple):
    """The arrays of a search."""

    now: StateArrays
    then: StateArrays
    """The state as it is, and that of the simulated game."""
    boxes: Any
    """For each candidate the boxes of its rows."""
    more: Any
    squares: Any
    """For each candidate, the sum of its differences from the expert's result, and of their squares."""
    left: Any
    """The candidates still compared, as indexes."""
    spent: Any
    """The cost so far: about so many turns of single seats."""
    players: SixtoPlayers


def new_memory(seats: int) -> SearchMemory:
    boxes, left = np.zeros((CANDIDATES, 6), np.int64), np.zeros(CANDIDATES, np.int64)
    (more, squares), spent = np.zeros((2, CANDIDATES)), np.zeros(1, np.int64)
    players = SixtoPlayers(np.full((1, seats), EXPERT), expert_arrays(seats), new_ahead())
    return SearchMemory(new_arrays(), new_arrays(), boxes, more, squares, left, spent, players)


@compiled
def search_crossing(point: DecisionPoint, key: int, effort: int, memory: SearchMemory) -> int:
    """Fill in the candidates, compare them with this effort, and return the index of the best."""
    many, trial = _candidates(state_at(point, memory.now), point.seat, memory.players.expert, memory), 0
    memory.spent[0] = 0
    for one in range(many):
        memory.more[one], memory.squares[one], memory.left[one] = 0.0, 0.0, one
    heats = _heats(many)
    for heat in range(heats):
        while memory.spent[0] < effort * (heat + 1) // heats:
            dice = game_key(key, trial)
            trial += 1
            expert_result = _result_after(point, 0, dice, memory)
            for place in range(1, many):
                one = memory.left[place]
                more = _result_after(point, one, dice, memory) - expert_result
                memory.more[one] += more
                memory.squares[one] += more * more
        if heat < heats - 1:
            many = _best_half(many, memory)
    best = 0
    for place in range(1, many):
        one = memory.left[place]
        if memory.more[one] > memory.more[best] and is_significant(memory.more[one], memory.squares[one]):
            best = one
    return int(best)


@jitable
def _heats(many: int) -> int:
    """The number of heats: after each but the last, half of the candidates are dropped. 0 if there is one."""
    heats = 1 if many > 1 else 0
    while many > LAST:
        many, heats = max((many + 1) // 2, LAST), heats + 1
    return heats


@jitable
def is_significant(more: float, squares: float) -> bool:
    """A sum of differences is significantly different from 0."""
    return more * more > SIGNIFICANCE * SIGNIFICANCE * squares


@not_inlined
def _candidates(state: SixtoState, seat: int, known: ExpertArrays, memory: SearchMemory) -> int:
    """Fill in the expert's crossing and those that differ from it in one row. Returns their number."""
    usual = crossing(state, seat, known)
    _add_candidate(usual, 0, memory)
    many = 1
    for colour in range(6):
        if many < CANDIDATES:
            many += _add_candidate(put(usual, colour, 0), many, memory)
        boxes = open_boxes(state, seat, colour)
        for _ in range(OTHER_BOXES):
            box = boxes & -boxes
            boxes ^= box
            if many < CANDIDATES and box:
                many += _add_candidate(put(usual, colour, box), many, memory)
    return many


@jitable
def _add_candidate(boxes: Six, many: int, memory: SearchMemory) -> bool:
    """Add a crossing to the candidates unless it is among them. Returns whether it was added."""
    for one in range(many):
        same = True
        for colour in range(6):
            same = same and memory.boxes[one, colour] == boxes[colour]
        if same:
            return False
    for colour in range(6):
        memory.boxes[many, colour] = boxes[colour]
    return True


@jitable
def _best_half(many: int, memory: SearchMemory) -> int:
    """Sort the candidates after the expert's, the best first. Returns how many go on."""
    for place in range(2, many):
        one, at = memory.left[place], place
        while at > 1 and memory.more[memory.left[at - 1]] < memory.more[one]:
            memory.left[at] = memory.left[at - 1]
            at -= 1
        memory.left[at] = one
    return max((many + 1) // 2, LAST)


@not_inlined
def _result_after(point: DecisionPoint, candidate: int, key: int, memory: SearchMemory) -> float:
    """The result after a candidate if everybody plays on as the expert does."""
    copy_arrays(memory.now, memory.then)
    state = state_at(point, memory.then)
    before = take_back(state.turn.half[point.seat])
    done = cross(state, point.seat, before, memory.boxes[candidate], 0)
    all_cross(state, point.seat, done, memory.players, memory.players.levels[0])
    return _play_on(state, point.seat, key, memory)


@compiled
def search_keep(point: DecisionPoint, key: int, effort: int, memory: SearchMemory) -> bool:
    """Is it better to keep this roll than to roll again?"""
    more, squares, trial = 0.0, 0.0, 0
    memory.spent[0] = 0
    while memory.spent[0] < effort:
        dice = game_key(key, trial)
        trial += 1
        difference = _result_of_roll(point, True, dice, memory) - _result_of_roll(point, False, dice, memory)
        more += difference
        squares += difference * difference
    if is_significant(more, squares):
        return more > 0
    copy_arrays(memory.now, memory.then)
    return bool(keeps(state_at(point, memory.then), point.seat, memory.players.expert))


@not_inlined
def _result_of_roll(point: DecisionPoint, kept: bool, key: int, memory: SearchMemory) -> float:
    copy_arrays(memory.now, memory.then)
    state = state_at(point, memory.then)
    if not kept:
        roll(state, random_word(key, AGAIN, 1))
    all_cross(state, point.seat, 0, memory.players, memory.players.levels[0])
    return _play_on(state, point.seat, key, memory)


@jitable
def _play_on(state: SixtoState, seat: int, key: int, memory: SearchMemory) -> float:
    """Play from the end of this turn. Returns the lead in points, plus WIN or a share of it for a win."""
    memory.spent[0] += (SETTING_UP - state.turns) * state.seats
    state = with_turn(end_turn(state, state.turn.half), state.turn)
    while not is_over(state) and state.turns < LONGEST:
        play_turn(key, state, memory.players, memory.players.levels[0])
        state = with_turn(end_turn(state, state.turn.half), state.turn)
    memory.spent[0] += state.turns * state.seats
    won = winners(state)
    return points_ahead(state, seat) + (WIN / count(won) if has(won, seat) else 0.0)


@jitable
def state_at(point: DecisionPoint, arrays: StateArrays) -> SixtoState:
    """The state of a decision point whose dice are fixed."""
    turn = Turn(CROSSING, arrays.dice, arrays.half, 0, arrays.asked)
    seats, closed, turns, active, _ = point
    return SixtoState(seats, arrays.sheets, arrays.crosses, closed, 0, turns, active, turn)
