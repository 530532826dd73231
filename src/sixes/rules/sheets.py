"""The sheets of Sixto: six rows of twelve numbers each, A to L, or a sheet of one's own.

Sheet A is given. B to L are of the same make: each half row (places 1-6 and 7-12) holds 1 to 6 once each,
places 6 and 7 differ, and no number stands more than three times in a column. All twelve are about equally
good to play.
"""

from collections.abc import Sequence

from sixes.rules.rows import number_at, showing
from sixes.rules.six import COLOURS, Six, is_number, members

Sheet = Six
"""Six rows from the top, each with its numbers in an int (see `rows`)."""

LETTERS = "ABCDEFGHIJKL"
PLACES = 12


def sheet_of(rows: Sequence[Sequence[int]]) -> Sheet:
    """A sheet from 6 rows of 12 numbers 1-6; nothing is assumed of how often a number stands in a row."""
    if len(rows) != 6 or any(len(row) != PLACES or not all(map(is_number, row)) for row in rows):
        raise ValueError("a sheet has 6 rows of 12 numbers from 1 to 6")
    return tuple(sum(showing(number, place) for place, number in enumerate(row, 1)) for row in rows)


def rows_of(sheet: Sheet) -> list[list[int]]:
    """The numbers of a sheet as 6 rows of 12."""
    return [[number_at(row, place) for place in range(1, PLACES + 1)] for row in sheet]


# fmt: off
PRINTED = {
    "A": "315642531642 541263452136 156432613524 634125643215 426513423561 265134162453",
    "B": "234165234615 356412563124 546213524613 512634251346 635142316245 562341531642",
    "C": "643521562341 521364561432 451326531246 452316452631 523164325164 251436251436",
    "D": "352146514236 526413624153 453612435126 234165421536 164523145623 426513426135",
    "E": "165342543612 243615326145 342561345261 634152615423 652341652314 561423564213",
    "F": "634125431652 143526413562 236154326514 546213124536 245631265431 315624531264",
    "G": "564321532461 631452136425 235416354261 213654126354 361524623154 162543152463",
    "H": "415623145623 543612543621 536241652134 324516243516 541623562134 216534516423",
    "I": "162354132645 465213645231 625431643521 342561365412 146352413265 156324561243",
    "J": "651243526143 142563142653 563421642531 365214564321 541326451632 643251645231",
    "K": "523641532416 643521326514 652134526314 253164521643 136245231645 312564235164",
    "L": "164253641253 156423146523 154362135426 231456452613 462135642135 435612364521",
}
# fmt: on
"""The twelve sheets as they stand on paper: six rows from the top."""

SHEETS: dict[str, Sheet] = {
    letter: sheet_of([list(map(int, row)) for row in rows.split()]) for letter, rows in PRINTED.items()
}

LETTER_OF: dict[Sheet, str] = {sheet: letter for letter, sheet in SHEETS.items()}

BOXES: dict[str, tuple[int, int]] = {
    f"{letter}{place}": (colour, place)
    for colour, letter in enumerate(COLOURS)
    for place in range(1, PLACES + 1)
}
"""Every box by its name, row and place: `a1` to `f12`."""


BOX_NAMES = [["", *(f"{letter}{place}" for place in range(1, PLACES + 1))] for letter in COLOURS]
"""The name of every box, by row and place."""


def box_name(colour: int, place: int) -> str:
    return BOX_NAMES[colour][place]


def box_names(rows: Six) -> list[str]:
    """The names of the boxes in a set for each row, in order.

    >>> box_names((0b100000010, 0, 0b10, 0, 0, 0))
    ['a1', 'a8', 'c1']
    """
    return [box_name(colour, place) for colour, boxes in enumerate(rows) for place in members(boxes)]


def same_letter(letters: Sequence[str | None]) -> int:
    """The first seat whose letter a seat before it has, or -1: no two players use the same printed sheet."""
    for seat, letter in enumerate(letters):
        if letter is not None and letter in letters[:seat]:
            return seat
    return -1
