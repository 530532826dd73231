"""What boards of Sixem are worth, to whoever would win with them.

A board is weighed by the lines it still needs: a line by its Xs, a pattern by every set of lines that would
match it. A player's chance to win is about the share of their board in the worth of all boards.
"""

from typing import NamedTuple

from sixes.rules.boards import DIAGONAL, HORIZONTAL, VERTICAL, Pattern, line_count
from sixes.rules.six import count

Table = tuple[float, ...]
"""A number for 0 to 6 of something."""

MATCHED = 1e3
"""What a board that matches is worth, before its lines: more than any that does not."""
A_LINE_MORE = 100.0
"""Where lines are counted, each makes a board worth so many times as much: who has most is sure to win."""


class Sense(NamedTuple):
    """What a player knows of the game; the numbers were found by play."""

    rows: Table
    """What 0 to 6 Xs in a horizontal line are worth, in a vertical and in a diagonal one."""
    columns: Table
    diagonals: Table
    standing: Table
    """The same of a diagonal when all dice stand. While one rolls it is worth more: dice of all colours can
    finish a diagonal in one round, but a row only its own."""
    numbers: Table
    """What it is worth to have 0 to 6 different numbers on the table; with all six one can stop."""
    hurry: Table
    """How likely it is that a rival with so many numbers stops everybody before the next throw lies."""
    grabs: float
    """1 if kept dice are thrown again for better cells."""
    reluctance: float
    """By how much of itself one's chance must rise before one erases."""
    luck: float
    """How much of a board's worth luck can turn against it, as long as it does not match."""


class Scale(NamedTuple):
    """How boards are weighed at a moment of a game."""

    wanted: Pattern
    tied: int
    """After a tie only lines count, whatever the spinner said."""
    rows: Table
    """What 0 to 6 Xs in a horizontal line are worth."""
    columns: Table
    diagonals: Table


class Lines(NamedTuple):
    """Lines of one kind on a board."""

    worth: float
    squares: float
    """The sum of the squares of their worths."""
    full: int


def worth(board: int, scale: Scale) -> float:
    wanted = scale.wanted
    every = wanted.any > 0 or scale.tied > 0
    rows = weighed(board, HORIZONTAL, scale.rows, wanted.horizontal > 0 or every)
    columns = weighed(board, VERTICAL, scale.columns, wanted.vertical > 0 or every)
    diagonals = weighed(board, DIAGONAL, scale.diagonals, wanted.diagonal > 0 or every)
    near, full = rows.worth + columns.worth + diagonals.worth, rows.full + columns.full + diagonals.full
    if scale.tied:
        return stacked(near, full)
    needed = wanted.horizontal + wanted.vertical + wanted.diagonal + wanted.any
    if full >= needed and has_kinds(wanted, rows.full, columns.full, diagonals.full):
        return stacked(MATCHED, line_count(board))
    return (
        sets(rows.worth, rows.squares, wanted.horizontal)
        * sets(columns.worth, columns.squares, wanted.vertical)
        * sets(diagonals.worth, diagonals.squares, wanted.diagonal)
        * sets(near, rows.squares + columns.squares + diagonals.squares, wanted.any)
    )


def weighed(board: int, lines: tuple[int, ...], table: Table, matter: bool) -> Lines:
    near, squares, full = 0.0, 0.0, 0
    if matter:
        for line in lines:
            xs = count(board & line)
            near += table[xs]
            squares += table[xs] * table[xs]
            full += xs == 6
    return Lines(near, squares, full)


def has_kinds(wanted: Pattern, horizontal: int, vertical: int, diagonal: int) -> bool:
    return horizontal >= wanted.horizontal and vertical >= wanted.vertical and diagonal >= wanted.diagonal


def sets(near: float, squares: float, wanted: int) -> float:
    """All sets of so many lines, each worth the product of its lines, together; for many lines about that."""
    if wanted == 2:
        return (near * near - squares) / 2
    together = 1.0
    for _ in range(wanted):
        together *= near
    return together


def stacked(near: float, lines: int) -> float:
    for _ in range(lines):
        near *= A_LINE_MORE
    return near
