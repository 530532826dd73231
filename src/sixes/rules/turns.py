"""A game of Sixto at one moment: its state, the turn under way, and what a player may do about it."""

from typing import NamedTuple

from sixes.rules.rows import closes, legal_boxes
from sixes.rules.sheets import Sheet
from sixes.rules.six import NONE, Six

ROLLING, DECIDING, CROSSING = range(3)
"""The phases of a turn."""
ROLL, KEEP, CROSS, UNCROSS, DONE, UNDONE = range(6)
"""The kinds of moves."""


class Turn(NamedTuple):
    """What lasts for one turn."""

    phase: int
    dice: Six
    """The numbers rolled, by colour; 0 before the roll and for dice out of the game."""
    half: tuple[Six, ...]
    """For each seat and row, the box with a half cross, or 0."""
    done: int
    """The seats that have said done."""
    asked: Six
    """For each seat, the colours for which it was asked again."""


class SixtoState(NamedTuple):
    seats: int
    sheets: tuple[Sheet, ...]
    crosses: tuple[Six, ...]
    """For each seat and row, the boxes crossed for good."""
    closed: int
    """The colours closed for everybody; their dice have left the game."""
    ends: int
    turns: int
    """Turns played."""
    active: int
    turn: Turn


class SixtoMove(NamedTuple):
    kind: int
    seat: int
    colour: int = 0
    place: int = 0
    dice: Six = NONE


class Score(NamedTuple):
    rows: Six
    columns: tuple[int, ...]
    total: int
    crosses: int


Move, State = SixtoMove, SixtoState
"""Short names, for programs that play Sixto alone."""

FRESH_TURN = Turn(ROLLING, NONE, (NONE, NONE, NONE, NONE, NONE, NONE), 0, NONE)


def open_boxes(state: SixtoState, seat: int, colour: int) -> int:
    """The boxes of a row that a seat may cross with the dice as they lie; rows do not touch each other."""
    row, crosses = state.sheets[seat][colour], state.crosses[seat][colour]
    return legal_boxes(row, crosses, state.turn.dice[colour])


def may_cover(state: SixtoState) -> bool:
    """Sheets are open; only while the active player decides on the second roll may one be covered."""
    return state.turn.phase == DECIDING


def announced(state: SixtoState) -> int:
    """The colours that a half cross, as it stands now, would close.

    Each such half cross is announced when it is made: whoever tells the players does so at the move.
    """
    colours = 0
    for seat in range(state.seats):
        for colour in range(6):
            if closes(state.crosses[seat][colour] | state.turn.half[seat][colour]):
                colours |= 1 << colour
    return colours & ~state.closed
