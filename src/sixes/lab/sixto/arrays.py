"""A game of Sixto in arrays, for compiled loops, which change them in place."""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.compiler import jitable
from sixes.lab.dice import dice_from
from sixes.rules.rows import closes
from sixes.rules.six import Six
from sixes.rules.sixto import ask_again
from sixes.rules.turns import CROSSING, SixtoState, Turn


class StateArrays(NamedTuple):
    """The arrays of a state, reused from game to game."""

    sheets: Any
    crosses: Any
    half: Any
    asked: Any
    dice: Any


class DecisionPoint(NamedTuple):
    """The scalar part of a state in the middle of a turn, and who decides."""

    seats: int
    closed: int
    turns: int
    active: int
    seat: int


def new_arrays() -> StateArrays:
    sheets, crosses, half = np.zeros((3, 6, 6), np.int64)
    asked, dice = np.zeros((2, 6), np.int64)
    return StateArrays(sheets, crosses, half, asked, dice)


@jitable
def set_up(seats: int, deal: int, sheets: Any, arrays: StateArrays) -> SixtoState:
    """A new game; the sheets go round from deal to deal."""
    for seat in range(seats):
        for colour in range(6):
            arrays.sheets[seat, colour] = sheets[(deal + seat) % len(sheets), colour]
            arrays.crosses[seat, colour] = 0
    turn = Turn(CROSSING, arrays.dice, arrays.half, 0, arrays.asked)
    return SixtoState(seats, arrays.sheets, arrays.crosses, 0, 0, 0, 0, turn)


@jitable
def set_outlooks(seats: int, deal: int, outlooks: Any, ahead: Any) -> None:
    """Copy the outlooks of the sheets of a game."""
    for seat in range(seats):
        for at in range(outlooks.shape[1]):
            ahead[seat, at] = outlooks[(deal + seat) % len(outlooks), at]


@jitable
def clear_turn(state: SixtoState) -> None:
    asked, half = as_array(state.turn.asked), as_array(state.turn.half)
    for seat in range(state.seats):
        asked[seat] = 0
        for colour in range(6):
            half[seat][colour] = 0


@jitable
def roll(state: SixtoState, word: int) -> None:
    rolls, dice = dice_from(word, state.closed), as_array(state.turn.dice)
    for colour in range(6):
        dice[colour] = rolls[colour]


@jitable
def as_array(items: Any) -> Any:
    """An item of a state, typed as the array that it is here."""
    return items


@jitable
def take_back(row: Six) -> Six:
    """Clear the half crosses of a seat, which decides anew. Returns those it had."""
    half = as_array(row)
    before = (half[0], half[1], half[2], half[3], half[4], half[5])
    for colour in range(6):
        half[colour] = 0
    return before


@jitable
def cross(state: SixtoState, seat: int, before: Six, wanted: Six, done: int) -> int:
    """Make the half crosses of a seat, which is then done. Returns who is done: some may be asked again."""
    half, crosses = as_array(state.turn.half[seat]), state.crosses[seat]
    for colour in range(6):
        half[colour] = wanted[colour]
        if wanted[colour] != before[colour] and closes(crosses[colour] | wanted[colour]):
            turn = Turn(CROSSING, state.turn.dice, state.turn.half, done, state.turn.asked)
            done = ask_again(state, turn, colour).done
    return done | 1 << seat


@jitable
def copy_arrays(this: StateArrays, other: StateArrays) -> None:
    for seat in range(6):
        other.asked[seat], other.dice[seat] = this.asked[seat], this.dice[seat]
        for colour in range(6):
            other.sheets[seat, colour] = this.sheets[seat, colour]
            other.crosses[seat, colour] = this.crosses[seat, colour]
            other.half[seat, colour] = this.half[seat, colour]


@jitable
def state_at(point: DecisionPoint, arrays: StateArrays) -> SixtoState:
    """The state of a decision point whose dice are fixed."""
    turn = Turn(CROSSING, arrays.dice, arrays.half, 0, arrays.asked)
    seats, closed, turns, active, _ = point
    return SixtoState(seats, arrays.sheets, arrays.crosses, closed, 0, turns, active, turn)
