"""Sixem on paper: a board, its lines, the patterns of the spinner, and who is ahead.

A board's Xs are the bits of an int: colours are rows, numbers are columns, and cell `a1` is bit 0, `a2`
bit 1, `f6` bit 35.
"""

from enum import IntEnum
from typing import NamedTuple

from sixes.rules.six import COLOURS, Six, count, has
from sixes.rules.spinner import Pattern

ALL_NUMBERS = 0b1111110
"""The set of the numbers 1 to 6."""

HORIZONTAL = tuple(0b111111 << 6 * colour for colour in range(6))
"""One colour, all numbers."""
VERTICAL = tuple(sum(1 << 6 * colour + column for colour in range(6)) for column in range(6))
"""One number, all colours."""
DIAGONAL = (sum(1 << 7 * step for step in range(6)), sum(1 << 5 + 5 * step for step in range(6)))
"""a1 b2 c3 d4 e5 f6, and a6 b5 c4 d3 e2 f1."""

NEITHER, ERASE, GIVE = range(3)
"""What a player does to another with a die whose X they have already."""


class SixemRefusal(IntEnum):
    """Why a move of Sixem is refused; each name is a rule."""

    FINE = 0
    GAME_OVER = 1
    NO_SUCH_MOVE = 2
    NO_SUCH_SEAT = 3
    NO_SUCH_DIE = 4
    OUT = 5
    NOT_STARTING = 6
    STARTED_ALREADY = 7
    NOT_SPINNER = 8
    NO_SUCH_PATTERN = 9
    TIME_RUNS_ON = 10
    LANDS_FIRST = 11
    NOT_ROLLING = 12
    STOPPED_ALREADY = 13
    PAUSED = 14
    NO_DICE = 15
    IN_THE_AIR = 16
    NOT_LANDING = 17
    DIE_NUMBER = 18
    NOT_MARKING = 19
    NOT_MARKER = 20
    NUMBER_MARKED = 21
    NEEDS_OWN_X = 22
    NOT_ONESELF = 23
    OTHER_IS_OUT = 24
    NOTHING_TO_ERASE = 25
    NOT_SWEET = 26
    HAS_IT_ALREADY = 27


class Lines(NamedTuple):
    horizontal: int
    vertical: int
    diagonal: int


def cell_of(colour: int, number: int) -> int:
    return 1 << 6 * colour + number - 1


def cell_name(colour: int, number: int) -> str:
    return f"{COLOURS[colour]}{number}"


def complete(board: int, lines: tuple[int, ...]) -> int:
    """How many of these lines have all their six Xs."""
    found = 0
    for line in lines:
        found += board & line == line
    return found


def lines_of(board: int) -> Lines:
    """The lines on a board that have all their six Xs.

    >>> lines_of(HORIZONTAL[0] | DIAGONAL[0])
    Lines(horizontal=1, vertical=0, diagonal=1)
    """
    return Lines(complete(board, HORIZONTAL), complete(board, VERTICAL), complete(board, DIAGONAL))


def line_count(board: int) -> int:
    """Lines of all kinds."""
    lines = lines_of(board)
    return lines.horizontal + lines.vertical + lines.diagonal


def matches(board: int, pattern: Pattern) -> bool:
    """At least the lines of each named kind, and at least the sum of all four counts in lines of any kind."""
    lines = lines_of(board)
    return (
        lines.horizontal >= pattern.horizontal
        and lines.vertical >= pattern.vertical
        and lines.diagonal >= pattern.diagonal
        and line_count(board) >= pattern.horizontal + pattern.vertical + pattern.diagonal + pattern.any
    )


def numbers_on(dice: Six) -> int:
    """The set of the different numbers that dice show; a die in hand (0) shows nothing."""
    numbers = 0
    for die in range(6):
        numbers |= 1 << dice[die]
    return numbers & ALL_NUMBERS


def shows_one_to_six(dice: Six) -> bool:
    return numbers_on(dice) == ALL_NUMBERS


def matching(boards: Six, seats: int, pattern: Pattern) -> int:
    """The seats whose boards match the pattern."""
    found = 0
    for seat in range(seats):
        if matches(boards[seat], pattern):
            found |= 1 << seat
    return found


def most_lines(boards: Six, of: int) -> int:
    """Those of a set of seats who have the most lines of all kinds."""
    most, best = -1, 0
    for seat in range(6):
        if has(of, seat):
            lines = line_count(boards[seat])
            if lines > most:
                most, best = lines, 0
            if lines == most:
                best |= 1 << seat
    return best


def after_round(boards: Six, seats: int, pattern: Pattern, tied: int) -> tuple[int, int]:
    """Once everybody has marked: who has won (a set of one, or none), and who plays on alone after a tie.

    Of several that match, most lines of all kinds wins; those tied at the top go on alone. From then on the
    pattern no longer matters, and all of them go on until one has more lines than each other one.
    """
    if tied:
        best = most_lines(boards, tied)
        return (best, 0) if count(best) == 1 else (0, tied)
    best = most_lines(boards, matching(boards, seats, pattern))
    return (best, 0) if count(best) == 1 else (0, best)
