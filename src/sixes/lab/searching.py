"""The master's search in Sixto, compiled: what comes of the best crossings, tried out again and again.

The expert names the crossings that it likes best. Each is played to the end of the game many times, by
`steady` for everybody, with the same dice for all. Half of the crossings are dropped, those left are tried
twice as often, until there is one. It counts how often a crossing wins, and by how much.

How often is fixed beforehand, not by a clock: the same game gives the same moves on any machine.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto_expert import before_first, boxes_of, look
from sixes.bots.sixto_features import POINT
from sixes.bots.sixto_standing import best_other, standing_of
from sixes.bots.sixto_steady import crossing as steady_crossing
from sixes.bots.sixto_steady import settled
from sixes.lab.chance import key_of
from sixes.lab.compiled import call, loop, part
from sixes.lab.minds import Minds, array_pad, minds, new_ahead
from sixes.lab.paper import Paper, new_paper
from sixes.lab.sixto_games import STEADY, Players, a_turn
from sixes.rules.six import Six, clockwise, count, has
from sixes.rules.sixto import end_turn, is_over, score, winners, with_turn
from sixes.rules.turns import CROSSING, State, Turn

CANDIDATES = 8
TRIES = 48
"""For each crossing in the first heat, at a table of two; the more there are, the fewer."""
WIN = 100
"""Points that a win is worth."""


class Moment(NamedTuple):
    """A game of Sixto as ints, in the middle of a turn."""

    seats: int
    closed: int
    turns: int
    active: int
    seat: int
    """Whose crossing is looked for."""


class Desk(NamedTuple):
    """What a search writes on."""

    now: Paper
    """The table as it is,"""
    then: Paper
    """and as it may become."""
    boxes: Any
    """For each crossing the boxes of the rows;"""
    worth: Any
    """what it brought in all tries;"""
    left: Any
    """and which of them are still looked at."""
    players: Players
    known: Minds


def desk(seats: int) -> Desk:
    known = minds(seats)._replace(pad=array_pad(tops=CANDIDATES), ahead=new_ahead())
    boxes, worth = np.zeros((CANDIDATES, 6), np.int64), np.zeros(CANDIDATES)
    players = Players(np.full((1, seats), STEADY), known, new_ahead())
    return Desk(new_paper(), new_paper(), boxes, worth, np.zeros(CANDIDATES, np.int64), players, known)


@loop
def search(moment: Moment, key: int, tries: int, on: Desk) -> int:
    """Which of the crossings on the desk is best; they are put there."""
    many, heat = _candidates(_state(moment, on.now), moment.seat, on), 0
    for one in range(many):
        on.worth[one], on.left[one] = 0.0, one
    while many > 1:
        for trial in range(tries):
            for one in range(many):
                on.worth[on.left[one]] += _tried(moment, on.left[one], key_of(key, heat * tries + trial), on)
        many = _best_half(many, on)
        heat, tries = heat + 1, tries * 2
    return int(on.left[0])


@part
def _state(moment: Moment, paper: Paper) -> State:
    turn = Turn(CROSSING, paper.dice, paper.half, 0, paper.asked)
    seats, closed, turns, active, _ = moment
    return State(seats, paper.sheets, paper.crosses, closed, 0, turns, active, turn)


@call
def _candidates(state: State, seat: int, on: Desk) -> int:
    """The crossings that the expert likes best, as they are when the end of the game is settled."""
    pad, many = on.known.pad, 0
    look(state, seat, on.known.ahead[seat], before_first(standing_of(state, seat), on.known.mind, pad))
    for top in range(CANDIDATES):
        if top == 0 or pad.tops[top] > pad.tops[0] - WIN * POINT:
            many += _is_new(settled(state, seat, boxes_of(top, pad)), many, on)
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
    """Puts those that brought most first; gives how many go on. The expert's order decides between equals."""
    for place in range(1, many):
        one, at = on.left[place], place
        while at > 0 and on.worth[on.left[at - 1]] < on.worth[one]:
            on.left[at] = on.left[at - 1]
            at -= 1
        on.left[at] = one
    return (many + 1) // 2


@call
def _tried(moment: Moment, candidate: int, key: int, on: Desk) -> float:
    """What a crossing brings, if everybody plays on steadily with these dice."""
    _copy(on.now, on.then)
    state = _state(moment, on.then)
    for colour in range(6):
        on.then.half[moment.seat, colour] = on.boxes[candidate, colour]
    seat = clockwise(moment.seat, moment.seats)
    while seat != moment.seat:
        boxes = steady_crossing(state, seat)
        for colour in range(6):
            on.then.half[seat, colour] = boxes[colour]
        seat = clockwise(seat, moment.seats)
    state = with_turn(end_turn(state, state.turn.half), state.turn)
    while not is_over(state):
        a_turn(key, state, on.players, on.players.levels[0])
        state = with_turn(end_turn(state, state.turn.half), state.turn)
    return _brought(state, moment.seat)


@part
def _copy(this: Paper, other: Paper) -> None:
    for seat in range(6):
        other.asked[seat], other.dice[seat] = this.asked[seat], this.dice[seat]
        for colour in range(6):
            other.sheets[seat, colour] = this.sheets[seat, colour]
            other.crosses[seat, colour] = this.crosses[seat, colour]
            other.half[seat, colour] = this.half[seat, colour]


@part
def _brought(state: State, seat: int) -> float:
    """Points ahead of the best of the others, and a win."""
    won = winners(state)
    ahead = score(state, seat).total - best_other(state, seat) / POINT
    return ahead + (WIN / count(won) if has(won, seat) else 0.0)
