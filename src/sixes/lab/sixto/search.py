"""The master's search in Sixto, compiled: what comes of a decision, tried out again and again.

What the expert would cross stands beside crossings that differ from it in one row. Each is played to the end
of the game many times, by the expert for everybody, with the same dice for all; those that fall behind are
dropped, and those left are tried again, more often. The expert's own choice stays until another is better
beyond doubt: most are nearly equal, and the dice deceive. A roll is kept or not in the same way.

How often is fixed beforehand, not by a clock: the same game gives the same moves on any machine.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.evaluation import points_ahead
from sixes.lab.compiler import call, loop, part
from sixes.lab.dice import drawn, key_of
from sixes.lab.sixto.arrays import Paper, crossed, new_paper, roll, taken_back
from sixes.lab.sixto.expert import Minds, crossing, keeps, minds, new_ahead
from sixes.lab.sixto.loop import EXPERT, Players, a_turn, all_cross
from sixes.rules.six import Six, count, has, put
from sixes.rules.sixto import end_turn, is_over, winners, with_turn
from sixes.rules.turns import CROSSING, SixtoState, Turn, open_boxes

CANDIDATES = 16
"""Crossings that are looked at: the expert's is the first."""
OTHER_BOXES = 2
"""In each row, beside none."""
LAST = 3
"""So many are left in the last heat."""
WIN = 100
"""Points that a win is worth."""
DOUBT = 1.0
"""Standard errors by which something must be better than what the expert does."""
LONGEST = 40
"""Turns: three times what a game takes. What is not over by then is judged as it stands."""
SETTING_UP = 2
"""Turns: what a try costs before the first of its own."""
AGAIN = 1000
"""Where the dice of a second roll are drawn: beyond all turns."""


class Moment(NamedTuple):
    """A game of Sixto as ints, in the middle of a turn."""

    seats: int
    closed: int
    turns: int
    active: int
    seat: int
    """Who has to decide."""


class Desk(NamedTuple):
    """What a search writes on."""

    now: Paper
    """The table as it is,"""
    then: Paper
    """and as it may become."""
    boxes: Any
    """For each crossing the boxes of the rows;"""
    more: Any
    """what it brought more than the expert's in all tries,"""
    squares: Any
    """and the squares of that;"""
    left: Any
    """and which of them are still looked at."""
    spent: Any
    """What the search has cost so far: turns of single seats, about."""
    players: Players


def desk(seats: int) -> Desk:
    boxes, left = np.zeros((CANDIDATES, 6), np.int64), np.zeros(CANDIDATES, np.int64)
    more, squares = np.zeros((2, CANDIDATES))
    players = Players(np.full((1, seats), EXPERT), minds(seats), new_ahead())
    return Desk(new_paper(), new_paper(), boxes, more, squares, left, np.zeros(1, np.int64), players)


# Which boxes --------------------------------------------------------------------------------------------


@loop
def search(moment: Moment, key: int, effort: int, on: Desk) -> int:
    """Which of the crossings on the desk is best, for so much effort; they are put there."""
    many, trial = _candidates(_state(moment, on.now), moment.seat, on.players.minds, on), 0
    on.spent[0] = 0
    for one in range(many):
        on.more[one], on.squares[one], on.left[one] = 0.0, 0.0, one
    heats = _heats(many)
    for heat in range(heats):
        while on.spent[0] < effort * (heat + 1) // heats:
            dice = key_of(key, trial)
            trial += 1
            usual = _brings(moment, 0, dice, on)
            for place in range(1, many):
                one = on.left[place]
                more = _brings(moment, one, dice, on) - usual
                on.more[one] += more
                on.squares[one] += more * more
        if heat < heats - 1:
            many = _best_half(many, on)
    best = 0
    for place in range(1, many):
        one = on.left[place]
        if on.more[one] > on.more[best] and is_beyond_doubt(on.more[one], on.squares[one]):
            best = one
    return int(best)


@part
def _heats(many: int) -> int:
    """How often half of them are dropped, and once more; none, if there is nothing to choose."""
    heats = 1 if many > 1 else 0
    while many > LAST:
        many, heats = max((many + 1) // 2, LAST), heats + 1
    return heats


@part
def is_beyond_doubt(more: float, squares: float) -> bool:
    """A sum of differences is further from 0 than chance would have it."""
    return more * more > DOUBT * DOUBT * squares


@call
def _candidates(state: SixtoState, seat: int, known: Minds, on: Desk) -> int:
    """What the expert would cross, and all that differs from it in one row, as far as there is room."""
    usual = crossing(state, seat, known)
    many = 0
    many += _is_new(usual, many, on)
    for colour in range(6):
        if many < CANDIDATES:
            many += _is_new(put(usual, colour, 0), many, on)
        boxes = open_boxes(state, seat, colour)
        for _ in range(OTHER_BOXES):
            box = boxes & -boxes
            boxes ^= box
            if many < CANDIDATES and box:
                many += _is_new(put(usual, colour, box), many, on)
    return many


@part
def _is_new(boxes: Six, many: int, on: Desk) -> bool:
    """Puts a crossing on the desk, unless it is there."""
    for one in range(many):
        same = True
        for colour in range(6):
            same = same and on.boxes[one, colour] == boxes[colour]
        if same:
            return False
    for colour in range(6):
        on.boxes[many, colour] = boxes[colour]
    return True


@part
def _best_half(many: int, on: Desk) -> int:
    """Puts those that brought most right behind the expert's; gives how many go on."""
    for place in range(2, many):
        one, at = on.left[place], place
        while at > 1 and on.more[on.left[at - 1]] < on.more[one]:
            on.left[at] = on.left[at - 1]
            at -= 1
        on.left[at] = one
    return max((many + 1) // 2, LAST)


@call
def _brings(moment: Moment, candidate: int, key: int, on: Desk) -> float:
    """What a crossing brings, if everybody plays on as the expert does."""
    _copy(on.now, on.then)
    state = _state(moment, on.then)
    before = taken_back(state.turn.half[moment.seat])
    done = crossed(state, moment.seat, before, on.boxes[candidate], 0)
    all_cross(state, moment.seat, done, on.players, on.players.levels[0])
    return _played_out(state, moment.seat, key, on)


# Whether to keep a roll ---------------------------------------------------------------------------------


@loop
def search_keep(moment: Moment, key: int, effort: int, on: Desk) -> bool:
    """Is the roll as it lies better than another?"""
    more, squares, trial = 0.0, 0.0, 0
    on.spent[0] = 0
    while on.spent[0] < effort:
        dice = key_of(key, trial)
        trial += 1
        difference = _roll_brings(moment, True, dice, on) - _roll_brings(moment, False, dice, on)
        more += difference
        squares += difference * difference
    if is_beyond_doubt(more, squares):
        return more > 0
    _copy(on.now, on.then)
    return bool(keeps(_state(moment, on.then), moment.seat, on.players.minds))


@call
def _roll_brings(moment: Moment, kept: bool, key: int, on: Desk) -> float:
    _copy(on.now, on.then)
    state = _state(moment, on.then)
    if not kept:
        roll(state, drawn(key, AGAIN, 1))
    all_cross(state, moment.seat, 0, on.players, on.players.levels[0])
    return _played_out(state, moment.seat, key, on)


# Playing on ---------------------------------------------------------------------------------------------


@part
def _played_out(state: SixtoState, seat: int, key: int, on: Desk) -> float:
    """From the end of this turn: points ahead of the best of the others, and a win."""
    on.spent[0] += (SETTING_UP - state.turns) * state.seats
    state = with_turn(end_turn(state, state.turn.half), state.turn)
    while not is_over(state) and state.turns < LONGEST:
        a_turn(key, state, on.players, on.players.levels[0])
        state = with_turn(end_turn(state, state.turn.half), state.turn)
    on.spent[0] += state.turns * state.seats
    won = winners(state)
    return points_ahead(state, seat) + (WIN / count(won) if has(won, seat) else 0.0)


@part
def _state(moment: Moment, paper: Paper) -> SixtoState:
    turn = Turn(CROSSING, paper.dice, paper.half, 0, paper.asked)
    seats, closed, turns, active, _ = moment
    return SixtoState(seats, paper.sheets, paper.crosses, closed, 0, turns, active, turn)


@part
def _copy(this: Paper, other: Paper) -> None:
    for seat in range(6):
        other.asked[seat], other.dice[seat] = this.asked[seat], this.dice[seat]
        for colour in range(6):
            other.sheets[seat, colour] = this.sheets[seat, colour]
            other.crosses[seat, colour] = this.crosses[seat, colour]
            other.half[seat, colour] = this.half[seat, colour]
