"""The sheets of Sixto: six rows of twelve numbers each, A to L, or a sheet of one's own.

Sheet A is given. B to L are of the same make: each half row (places 1-6 and 7-12) holds 1 to 6 once each,
places 6 and 7 differ, and no number stands more than three times in a column. All twelve are about equally
good to play.
"""

from collections.abc import Sequence

from sixes.rules.rows import number_at
from sixes.rules.six import COLOURS, Six, is_number

Sheet = Six
"""Six rows from the top; the number at place p of a row is in bits 3p to 3p+2 of its int."""

LETTERS = "ABCDEFGHIJKL"
PLACES = 12


def sheet_of(rows: Sequence[Sequence[int]]) -> Sheet:
    """A sheet from 6 rows of 12 numbers 1-6; nothing is assumed of how often a number stands in a row."""
    if len(rows) != 6 or any(len(row) != PLACES or not all(map(is_number, row)) for row in rows):
        raise ValueError("a sheet has 6 rows of 12 numbers from 1 to 6")
    return tuple(sum(number << 3 * place for place, number in enumerate(row, 1)) for row in rows)


def rows_of(sheet: Sheet) -> list[list[int]]:
    """The numbers of a sheet as 6 rows of 12."""
    return [[number_at(row, place) for place in range(1, PLACES + 1)] for row in sheet]


# fmt: off
PRINTED = {
    "A": "315642531642 541263452136 156432613524 634125643215 426513423561 265134162453",
    "B": "264135125436 123645125436 362415314526 654321462315 435612315264 261534153642",
    "C": "345612315426 635421652341 342156354612 153462564231 524316413562 341526516243",
    "D": "423516542613 524631653124 261354125634 416523461532 326145134562 415632145623",
    "E": "245316342165 124563241536 531624315624 425361321564 431652456123 215643254163",
    "F": "634152462135 641523126435 246351253641 524361345621 412536134562 241536523164",
    "G": "215364321465 653142163542 261453615243 521364521346 452631236415 635412413652",
    "H": "235416536412 153426543216 562143613542 421653425613 421563415236 635214314256",
    "I": "615234162534 235146124356 643251362154 654123564231 513462536241 532614634521",
    "J": "342561251634 253641631425 163245643512 253416143526 254361236154 615324631524",
    "K": "413652132456 251436426351 153246543261 543621651432 641523164523 462513564321",
    "L": "431526136254 341526521634 453162152364 341256354621 352461453126 465321542316",
}
# fmt: on
"""The twelve sheets as they stand on paper: six rows from the top."""

SHEETS: dict[str, Sheet] = {
    letter: sheet_of([list(map(int, row)) for row in rows.split()]) for letter, rows in PRINTED.items()
}

BOXES: dict[str, tuple[int, int]] = {
    f"{letter}{place}": (colour, place)
    for colour, letter in enumerate(COLOURS)
    for place in range(1, PLACES + 1)
}
"""Every box by its name, row and place: `a1` to `f12`."""


def box_name(colour: int, place: int) -> str:
    return f"{COLOURS[colour]}{place}"


def same_letter(letters: Sequence[str | None]) -> int:
    """The first seat with a letter another seat before it has, or -1; a sheet of one's own has no letter.

    No two players at a table use the same sheet of the twelve.
    """
    for seat, letter in enumerate(letters):
        if letter is not None and letter in letters[:seat]:
            return seat
    return -1
