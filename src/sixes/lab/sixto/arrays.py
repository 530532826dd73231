"""A table of Sixto for compiled loops: arrays where a state has tuples, and what is written on them.

Everything here is compiled where a loop calls it.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.compiler import part
from sixes.lab.dice import rolled
from sixes.rules.rows import closes
from sixes.rules.six import Six
from sixes.rules.sixto import ask_again
from sixes.rules.turns import CROSSING, SixtoState, Turn


class Paper(NamedTuple):
    """What a loop writes on, game after game."""

    sheets: Any
    crosses: Any
    half: Any
    asked: Any
    dice: Any


def new_paper() -> Paper:
    sheets, crosses, half = np.zeros((3, 6, 6), np.int64)
    asked, dice = np.zeros((2, 6), np.int64)
    return Paper(sheets, crosses, half, asked, dice)


@part
def set_up(seats: int, deal: int, sheets: Any, paper: Paper) -> SixtoState:
    """A new game: the sheets go round from deal to deal."""
    for seat in range(seats):
        for colour in range(6):
            paper.sheets[seat, colour] = sheets[(deal + seat) % len(sheets), colour]
            paper.crosses[seat, colour] = 0
    turn = Turn(CROSSING, paper.dice, paper.half, 0, paper.asked)
    return SixtoState(seats, paper.sheets, paper.crosses, 0, 0, 0, 0, turn)


@part
def look_ahead(seats: int, deal: int, outlooks: Any, ahead: Any) -> None:
    """What is ahead on the sheets of that game."""
    for seat in range(seats):
        for at in range(outlooks.shape[1]):
            ahead[seat, at] = outlooks[(deal + seat) % len(outlooks), at]


@part
def begin_turn(state: SixtoState) -> None:
    asked, half = written(state.turn.asked), written(state.turn.half)
    for seat in range(state.seats):
        asked[seat] = 0
        for colour in range(6):
            half[seat][colour] = 0


@part
def roll(state: SixtoState, word: int) -> None:
    rolls, dice = rolled(word, state.closed), written(state.turn.dice)
    for colour in range(6):
        dice[colour] = rolls[colour]


@part
def written(items: Any) -> Any:
    """An item of a state as what it is here, an array."""
    return items


@part
def taken_back(row: Six) -> Six:
    """The half crosses that a seat had: it decides afresh, as if there were none."""
    half = written(row)
    before = (half[0], half[1], half[2], half[3], half[4], half[5])
    for colour in range(6):
        half[colour] = 0
    return before


@part
def crossed(state: SixtoState, seat: int, before: Six, wanted: Six, done: int) -> int:
    """A seat makes its half crosses and is done. Gives who is done then: announcements ask others again."""
    half, crosses = written(state.turn.half[seat]), state.crosses[seat]
    for colour in range(6):
        half[colour] = wanted[colour]
        if wanted[colour] != before[colour] and closes(crosses[colour] | wanted[colour]):
            turn = Turn(CROSSING, state.turn.dice, state.turn.half, done, state.turn.asked)
            done = ask_again(state, turn, colour).done
    return done | 1 << seat
