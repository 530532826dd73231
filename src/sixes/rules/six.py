"""What both games share: everything comes in sixes, and a set is the bits of an int."""

from typing import TypeVar

COLOURS = "abcdef"
"""The six rows, and the six dice, from the top; a colour is its place in this string."""

Six = tuple[int, ...]
"""One int for each of six seats, six colours or six dice; a state always has room for six."""

NONE: Six = (0, 0, 0, 0, 0, 0)
NOBODY = -1

T = TypeVar("T")


def count(members: int) -> int:
    """How many members a set has."""
    return members.bit_count()


def has(members: int, member: int) -> bool:
    return members >> member & 1 == 1


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The same items but for one. (Compiled code brings its own version of this and of `count`.)"""
    return items[:at] + (item,) + items[at + 1 :]


def is_number(face: int) -> bool:
    """A die lies with one of the numbers 1 to 6 up."""
    return 1 <= face <= 6


def everybody(seats: int) -> int:
    """The set of all seats of a table."""
    return (1 << seats) - 1


def clockwise(seat: int, seats: int) -> int:
    """The next seat clockwise: seat s+1 sits to the left of seat s."""
    return (seat + 1) % seats


def letters(colours: int) -> list[str]:
    """The colours of a set by their letters, in order, for people and documents."""
    return [COLOURS[colour] for colour in listed(colours)]


def listed(members: int) -> list[int]:
    """The members of a set in order, for people and documents."""
    return [member for member in range(members.bit_length()) if has(members, member)]
