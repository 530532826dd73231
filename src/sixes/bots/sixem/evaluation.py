"""What a board of Sixem is worth to its owner.

A line is worth more the more Xs it has; a pattern is worth the sum over all sets of lines that would match
it. A player's chance to win is about the share of their board in the worth of all boards.
"""

from typing import NamedTuple

from sixes.rules.boards import DIAGONAL, HORIZONTAL, VERTICAL, line_count
from sixes.rules.six import count
from sixes.rules.spinner import Pattern

ByCount = tuple[float, ...]
"""A number for each count from 0 to 6."""

MATCHED = 1e3
"""What a board that matches the pattern is worth, before its lines count: more than any other board."""
A_LINE_MORE = 100.0
"""Where lines are counted, each multiplies the worth by this: who has most is sure to win."""


class SixemWeights(NamedTuple):
    """The numbers that a level plays by."""

    rows: ByCount
    """What 0 to 6 Xs in a horizontal line are worth; below, in a vertical and in a diagonal one."""
    columns: ByCount
    diagonals: ByCount
    standing: ByCount
    """The same for a diagonal while marking. While rolling it is worth more: dice of all colours can finish a
    diagonal in one round, but only its own die adds to a row."""
    numbers: ByCount
    """What it is worth to have 0 to 6 different numbers on the table; with all six one can stop."""
    hurry: ByCount
    """How likely it is that a rival with 0 to 6 different numbers calls STOP before the next throw lands."""
    grabs: float
    """1 if dice that could be kept are thrown again for better cells."""
    reluctance: float
    """By which share of itself the chance to win must rise before the player erases an X."""
    luck: float
    """How much of a board's worth can be lost by bad luck, as long as it does not match."""


class Scale(NamedTuple):
    """How boards are weighed at one moment of a game."""

    wanted: Pattern
    tied: int
    """After a tie only the number of lines counts, not the pattern."""
    rows: ByCount
    columns: ByCount
    diagonals: ByCount


class LineSums(NamedTuple):
    """What the lines of one kind add up to on a board."""

    worth: float
    squares: float
    """The sum of the squares of their worths."""
    full: int


def worth(board: int, scale: Scale) -> float:
    wanted = scale.wanted
    every = wanted.any > 0 or scale.tied > 0
    rows = line_sums(board, HORIZONTAL, scale.rows, wanted.horizontal > 0 or every)
    columns = line_sums(board, VERTICAL, scale.columns, wanted.vertical > 0 or every)
    diagonals = line_sums(board, DIAGONAL, scale.diagonals, wanted.diagonal > 0 or every)
    near, full = rows.worth + columns.worth + diagonals.worth, rows.full + columns.full + diagonals.full
    if scale.tied:
        return with_full_lines(near, full)
    needed = wanted.horizontal + wanted.vertical + wanted.diagonal + wanted.any
    if full >= needed and has_kinds(wanted, rows.full, columns.full, diagonals.full):
        return with_full_lines(MATCHED, line_count(board))
    return (
        sum_over_sets(rows.worth, rows.squares, wanted.horizontal)
        * sum_over_sets(columns.worth, columns.squares, wanted.vertical)
        * sum_over_sets(diagonals.worth, diagonals.squares, wanted.diagonal)
        * sum_over_sets(near, rows.squares + columns.squares + diagonals.squares, wanted.any)
    )


def line_sums(board: int, lines: tuple[int, ...], table: ByCount, matter: bool) -> LineSums:
    near, squares, full = 0.0, 0.0, 0
    if matter:
        for line in lines:
            xs = count(board & line)
            near += table[xs]
            squares += table[xs] * table[xs]
            full += xs == 6
    return LineSums(near, squares, full)


def has_kinds(wanted: Pattern, horizontal: int, vertical: int, diagonal: int) -> bool:
    return horizontal >= wanted.horizontal and vertical >= wanted.vertical and diagonal >= wanted.diagonal


def sum_over_sets(near: float, squares: float, wanted: int) -> float:
    """The sum over all sets of this many lines of the product of their worths; an estimate above two."""
    if wanted == 2:
        return (near * near - squares) / 2
    together = 1.0
    for _ in range(wanted):
        together *= near
    return together


def with_full_lines(near: float, lines: int) -> float:
    """A worth multiplied for each full line."""
    for _ in range(lines):
        near *= A_LINE_MORE
    return near
