"""One sheet of Sixto: which boxes may be crossed, what closes a colour or ends a game, points.

A row's crosses are the bits of an int: place 1, the leftmost box, is bit 1; place 12 is bit 12. So of two
boxes the one further right is the greater number. A row's numbers are three such sets in one int, side by
side: the places whose numbers have bit 0, those with bit 1, and those with bit 2.
"""

from enum import IntEnum
from typing import NamedTuple

from sixes.rules.six import NONE, Six, count, has, is_number, put, room

FIELD = 0b000_111111111_0
"""Places 1 to 9."""
TARGET = 0b111_000000000_0
"""Places 10 to 12."""
LAST_BOX = 1 << 12
EVERYWHERE = tuple(
    sum((FIELD | TARGET) << 12 * bit for bit in range(3) if number >> bit & 1) for number in range(7)
)
"""For each number the row that shows it at every place."""
FIELD_COLUMNS = 9
TARGET_NEEDS = 4
"""Crosses in the field of a row before its target area may be crossed."""
CLOSING_CROSSES = 2
"""Crosses in the target area of a row that close its colour."""

DICE_THAT_END = 3
"""The game ends after the turn in which this many dice have left it."""
SOLO_NEEDS = 2
"""A solo player must use this many dice in a turn, or the game ends."""
DICE_END, PLAYER_END, SOLO_END = 1, 2, 4
"""The ends of a game, as members of a set: several can hold at once."""

POINTS = (0, -5, 0, 5, 10, 15, 21, 28, 36, 45, 55, 66)
"""What 0 to 11 crosses in a row or a column are worth."""
NO_COLUMNS: tuple[int, ...] = (0,) * FIELD_COLUMNS


class SixtoRefusal(IntEnum):
    """Why a move of Sixto is refused; each name is a rule."""

    FINE = 0
    GAME_OVER = 1
    NO_SUCH_MOVE = 2
    NO_SUCH_SEAT = 3
    NO_SUCH_BOX = 4
    NOT_ACTIVE = 5
    NOT_ROLLED = 6
    NOT_FIXED = 7
    ROLLED_TWICE = 8
    DIE_GONE = 9
    DIE_NUMBER = 10
    DIE_USED = 11
    OTHER_NUMBER = 12
    LEFT_TO_RIGHT = 13
    TARGET_NEEDS_FOUR = 14
    SAID_DONE = 15
    NOT_DONE = 16
    CROSSED_ALREADY = 17
    NOT_CROSSED = 18


FINE = SixtoRefusal.FINE
"""No rule is broken."""


class Score(NamedTuple):
    """The points of a sheet by row and by column, their sum, and its crosses."""

    rows: Six
    columns: tuple[int, ...]
    total: int
    crosses: int


def number_at(row: int, place: int) -> int:
    """The number that a row shows at a place from 1 to 12."""
    return row >> place & 1 | row >> place + 11 & 2 | row >> place + 22 & 4


def showing(number: int, place: int) -> int:
    """A row that shows a number at a place, and none elsewhere."""
    return EVERYWHERE[number] & 0o1_0001_0001 << place


def boxes_showing(row: int, number: int) -> int:
    """The boxes of a row that show a number: all three bits are as in a row that shows it everywhere."""
    differs = row ^ EVERYWHERE[number]
    return ~(differs | differs >> 12 | differs >> 24) & (FIELD | TARGET)


def passed(crosses: int) -> int:
    """The boxes at or left of the rightmost cross; they cannot be crossed any more."""
    return (1 << room(crosses)) - 1


def target_is_open(crosses: int) -> bool:
    """Enough boxes of the field are crossed to go on into the target area."""
    return count(crosses & FIELD) >= TARGET_NEEDS


def legal_boxes(row: int, crosses: int, number: int) -> int:
    """The boxes of a row that a die with this number may cross; none for a die that is gone (0)."""
    reach = FIELD | TARGET if target_is_open(crosses) else FIELD
    return boxes_showing(row, number) & reach & ~passed(crosses)


def box_refusal(row: int, crosses: int, number: int, place: int) -> SixtoRefusal:
    """Why the die of this row, showing this number, may not cross the box at this place."""
    box = 1 << place
    if number == 0:
        return SixtoRefusal.DIE_GONE
    if number_at(row, place) != number:
        return SixtoRefusal.OTHER_NUMBER
    if box <= crosses:  # it is the rightmost cross, or left of that
        return SixtoRefusal.LEFT_TO_RIGHT
    if box & TARGET and not target_is_open(crosses):
        return SixtoRefusal.TARGET_NEEDS_FOUR
    return FINE


def die_used_refusal(half: int) -> SixtoRefusal:
    """Each die crosses at most one box in a turn; while half crosses last, the one there can be moved."""
    return SixtoRefusal.DIE_USED if half else FINE


def die_refusal(closed: int, colour: int, number: int) -> SixtoRefusal:
    """Why a die cannot lie like this: 1-6 while it is in the game, 0 once its colour is closed."""
    if has(closed, colour):
        return FINE if number == 0 else SixtoRefusal.DIE_GONE
    return FINE if is_number(number) else SixtoRefusal.DIE_NUMBER


def closes(crosses: int) -> bool:
    """Any two crosses in the target area close the colour of a row."""
    return count(crosses & TARGET) >= CLOSING_CROSSES


def is_stuck(crosses: int) -> bool:
    """No box of the row can be crossed any more, whatever is rolled.

    Box 12 is crossed, or the field is passed with too few crosses to go on into the target area. That ends
    the row for this player; its colour may stay open for others.
    """
    if crosses & LAST_BOX:
        return True
    return passed(crosses) & FIELD == FIELD and not target_is_open(crosses)


def row_points(crosses: int) -> int:
    """A row counts all its crosses, field and target."""
    return POINTS[count(crosses)]


def column_points(rows: Six, column: int) -> int:
    """A column counts its crosses in all rows; only columns 1 to 9 score."""
    crosses = 0
    for colour in range(6):
        crosses += rows[colour] >> column & 1
    return POINTS[crosses]


def sheet_score(crosses: Six) -> Score:
    """The points of a whole sheet.

    >>> sheet_score((0b11110, 0b10, 0, 0, 0, 0)).rows
    (10, -5, 0, 0, 0, 0)
    """
    rows, columns = NONE, NO_COLUMNS
    total = crossed = 0
    for colour in range(6):
        rows = put(rows, colour, row_points(crosses[colour]))
        total += rows[colour]
        crossed += count(crosses[colour])
    for column in range(FIELD_COLUMNS):
        columns = put(columns, column, column_points(crosses, column + 1))
        total += columns[column]
    return Score(rows, columns, total, crossed)


def made_final(crosses: Six, half: Six) -> Six:
    return (
        crosses[0] | half[0],
        crosses[1] | half[1],
        crosses[2] | half[2],
        crosses[3] | half[3],
        crosses[4] | half[4],
        crosses[5] | half[5],
    )


def closed_colours(seats: int, crosses: tuple[Six, ...]) -> int:
    """A colour that one player has closed, or several in the same turn, is closed for everybody."""
    closed = 0
    for seat in range(seats):
        for colour in range(6):
            if closes(crosses[seat][colour]):
                closed |= 1 << colour
    return closed


def dice_used(half: Six) -> int:
    used = 0
    for colour in range(6):
        used += half[colour] != 0
    return used


def ends_that_hold(seats: int, crosses: tuple[Six, ...], closed: int, used: int) -> int:
    """The ends that hold after a turn; `used` is how many dice seat 0, alone in solo play, used in it."""
    ends = DICE_END if count(closed) >= DICE_THAT_END else 0
    for seat in range(seats):
        if not can_cross_more(crosses[seat], closed):
            ends |= PLAYER_END
    if seats == 1 and used < SOLO_NEEDS:
        ends |= SOLO_END
    return ends


def can_cross_more(crosses: Six, closed: int) -> bool:
    """Some row is open and has a box that some roll would allow to cross."""
    for colour in range(6):
        if not has(closed, colour) and not is_stuck(crosses[colour]):
            return True
    return False
