"""What both games share: tuples of six, sets as the bits of an int, seats."""

from collections.abc import Callable
from typing import Any, TypeVar

COLOURS = "abcdef"
"""The six rows, and the six dice, from the top; a colour is its place in this string."""

Six = tuple[int, ...]
"""One int for each of six seats, six colours or six dice; a state always has room for six."""

NONE: Six = (0, 0, 0, 0, 0, 0)
NONE_EACH: tuple[Six, ...] = (NONE, NONE, NONE, NONE, NONE, NONE)
NOBODY = -1

T = TypeVar("T")

build: Callable[[type[T], tuple[Any, ...]], T] = tuple.__new__  # type: ignore[assignment]
"""Makes a named tuple of these fields, in a quarter of the time that its constructor takes."""


def count(bits: int) -> int:
    """How many members a set has."""
    return bits.bit_count()


def has(bits: int, member: int) -> bool:
    """Whether a set has this member."""
    return bits >> member & 1 == 1


def room(bits: int) -> int:
    """How many members a set has room for up to its highest: one more than that; 0 if it is empty."""
    return bits.bit_length()


def lowest(bits: int) -> int:
    """The lowest member of a set that is not empty."""
    return count((bits & -bits) - 1)


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The same items but for one. (Compiled code has its own versions of this, `count`, `room`, `build`.)"""
    changed = [*items]  # faster than `list`
    changed[at] = item
    return tuple(changed)


def is_number(face: int) -> bool:
    """A die lies with one of the numbers 1 to 6 up."""
    return 1 <= face <= 6


def everybody(seats: int) -> int:
    """The set of all seats of a table."""
    return (1 << seats) - 1


def clockwise(seat: int, seats: int) -> int:
    """The next seat clockwise: seat s+1 sits to the left of seat s."""
    return seat + 1 if seat + 1 < seats else 0


def colour_names(colours: int) -> list[str]:
    """The letters of a set of colours, or of dice, in order.

    >>> colour_names(0b101001)
    ['a', 'd', 'f']
    """
    return [COLOURS[colour] for colour in members(colours)]


def members(bits: int) -> list[int]:
    """The members of a set, in order.

    >>> members(0b101001)
    [0, 3, 5]
    """
    return [member for member in range(bits.bit_length()) if has(bits, member)]
