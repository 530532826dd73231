"""A position of Sixto as a short text, which fits into the address of a page.

`1-` and letters: a number in base 64, whose digits have mixed radices (`_digits`), and a checksum. Version 1
is read for ever. Half crosses are left out: a position is where people begin to think.
"""

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from sixes.coach.errors import CoachError
from sixes.rules import sixto
from sixes.rules.rows import (
    CLOSING_CROSSES,
    SOLO_NEEDS,
    TARGET,
    closed_colours,
    die_refusal,
    ends_that_hold,
    target_is_open,
)
from sixes.rules.sheets import LETTER_OF, PLACES, SHEETS, Sheet, rows_of, sheet_of
from sixes.rules.six import NONE, NONE_EACH, Six, count
from sixes.rules.turns import FRESH_TURN, ROLLING, SixtoState, Turn

VERSION = "1"
LATER_VERSIONS = [str(number) for number in range(2, 100)]
LONGEST = 300
"""Characters of a link, with six sheets of people's own."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
LETTERS = list(SHEETS)
OWN = len(LETTERS)
"""Stands for a sheet in numbers."""
CHECK = 1 << 12
MOST_TURNS = 1 << 10


class Digit(NamedTuple):
    value: int
    radix: int


def write_link(state: SixtoState) -> str:
    """A position as a link; half crosses, and who is done, are left out."""
    number = 0
    for value, radix in reversed(list(_digits(state))):
        number = number * radix + value
    text = ""
    while number:
        number, digit = divmod(number, 64)
        text += ALPHABET[digit]
    return f"{VERSION}-{text}{_check(text)}"


def read_link(link: str) -> SixtoState:
    """The position of a link, which may be the whole address of a page."""
    version, _, text = link.strip().rpartition("#")[2].partition("-")
    if version in LATER_VERSIONS and text:
        raise CoachError("coach.link_newer")
    body, check = text[:-2], text[-2:]
    if (
        version != VERSION
        or len(link) > 2 * LONGEST
        or not set(text) <= set(ALPHABET)
        or _check(body) != check
    ):
        raise CoachError("coach.link_damaged")
    number = 0
    for letter in reversed(body):
        number = number * 64 + ALPHABET.index(letter)
    state = Reader(number).state()
    if _is_impossible(state):
        raise CoachError("coach.link_damaged")
    return state


def _check(text: str) -> str:
    """Two letters that tell a mistyped link from a right one."""
    check = zlib.crc32(text.encode()) % CHECK
    return ALPHABET[check % 64] + ALPHABET[check // 64]


def _digits(state: SixtoState) -> Iterator[Digit]:
    yield Digit(state.seats - 1, sixto.MOST_SEATS)
    yield Digit(state.active, state.seats)
    yield Digit(min(state.turns, MOST_TURNS - 1), MOST_TURNS)
    yield Digit(state.turn.phase, 3)
    for face in state.turn.dice:
        yield Digit(face, 7)
    for sheet, crosses in zip(state.sheets[: state.seats], state.crosses, strict=False):
        letter = LETTER_OF.get(sheet)
        yield Digit(OWN if letter is None else LETTERS.index(letter), OWN + 1)
        if letter is None:
            yield from (Digit(number - 1, 6) for numbers in rows_of(sheet) for number in numbers)
        for row in crosses:
            yield Digit(row >> 1, 1 << PLACES)


class Reader:
    """Reads digits, the first one first."""

    def __init__(self, number: int) -> None:
        self._number = number

    def _next(self, radix: int) -> int:
        self._number, value = divmod(self._number, radix)
        return value

    def state(self) -> SixtoState:
        seats = self._next(sixto.MOST_SEATS) + 1
        active, turns, phase = self._next(seats), self._next(MOST_TURNS), self._next(3)
        dice: Six = tuple(self._next(7) for _ in range(6))
        players = [
            (self._sheet(), tuple(self._next(1 << PLACES) << 1 for _ in range(6))) for _ in range(seats)
        ]
        if self._number:
            raise CoachError("coach.link_damaged")
        room = NONE_EACH[seats:]
        crosses = (*(crosses for _, crosses in players), *room)
        sheets = (*(sheet for sheet, _ in players), *room)
        closed = closed_colours(seats, crosses)
        turn = Turn(phase, dice, FRESH_TURN.half, 0, NONE)
        return SixtoState(seats, sheets, crosses, closed, 0, turns, active, turn)

    def _sheet(self) -> Sheet:
        which = self._next(OWN + 1)
        if which < OWN:
            return SHEETS[LETTERS[which]]
        return sheet_of([[self._next(6) + 1 for _ in range(PLACES)] for _ in range(6)])


def _is_impossible(state: SixtoState) -> bool:
    """No game comes here: its dice cannot lie so, it is over, or a target was crossed too soon or often."""
    rolled = state.turn.phase != ROLLING
    dice = [die_refusal(state.closed, colour, state.turn.dice[colour]) for colour in range(6)]
    if any(dice) if rolled else state.turn.dice != NONE:
        return True
    rows = [row for seat in range(state.seats) for row in state.crosses[seat]]
    too_soon = any(row & TARGET and not target_is_open(row) for row in rows)
    too_many = any(count(row & TARGET) > CLOSING_CROSSES for row in rows)
    return too_soon or too_many or bool(ends_that_hold(state.seats, state.crosses, state.closed, SOLO_NEEDS))
