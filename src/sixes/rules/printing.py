"""Sheets, boards and dice as text, the same in every language."""

from collections.abc import Iterator

from sixes.rules.boards import cell_of
from sixes.rules.rows import FIELD_COLUMNS, sheet_score
from sixes.rules.sheets import PLACES, Sheet, rows_of
from sixes.rules.six import COLOURS, NONE, Six, has

FACES = frozenset("0123456")


def sheet_lines(sheet: Sheet, crosses: Six, half: Six = NONE) -> Iterator[str]:
    """A sheet: crosses in square brackets, half crosses in round ones, points beside rows, below columns."""
    score = sheet_score(crosses)
    yield "   " + _in_areas([f" {place:2} " for place in range(1, PLACES + 1)])
    for colour, numbers in enumerate(rows_of(sheet)):
        boxes = [_box(n, has(crosses[colour], p), has(half[colour], p)) for p, n in enumerate(numbers, 1)]
        yield f"  {COLOURS[colour]}{_in_areas(boxes)} {score.rows[colour]:4}"
    columns = [f"{points:3} " for points in score.columns] + ["    "] * (PLACES - FIELD_COLUMNS)
    yield f"   {_in_areas(columns)} {sum(score.columns):4}"


def _box(number: int, crossed: bool, half: bool) -> str:
    if crossed:
        return f" [{number}]"
    return f" ({number})" if half else f"  {number} "


def _in_areas(boxes: list[str]) -> str:
    """One line of a sheet: a bar stands between field and target area."""
    return f"{''.join(boxes[:FIELD_COLUMNS])} |{''.join(boxes[FIELD_COLUMNS:])}"


def board_lines(board: int) -> Iterator[str]:
    yield "     1 2 3 4 5 6"
    for colour, row in enumerate(board_rows(board)):
        yield f"  {COLOURS[colour]}  {' '.join(row)}"


def board_rows(board: int) -> list[str]:
    """A board as six strings, a row each, an X or a dot for each cell."""
    return [
        "".join("X" if board & cell_of(colour, number) else "." for number in range(1, 7))
        for colour in range(6)
    ]


def dice_text(faces: Six | list[int]) -> str:
    """Dice by colour and number; a die that shows nothing is left out.

    >>> dice_text((3, 1, 0, 2, 5, 4))
    'a3 b1 d2 e5 f4'
    """
    return " ".join(f"{COLOURS[die]}{face}" for die, face in enumerate(faces) if face)


def read_faces(text: str) -> Six:
    """Six dice from six digits, in the order of the colours; 0 for a die that shows nothing.

    >>> read_faces("316254")
    (3, 1, 6, 2, 5, 4)
    """
    if len(text) != len(COLOURS) or not FACES.issuperset(text):
        raise ValueError(f"{text!r} is not six dice: write a digit from 0 to 6 for each colour, like 316254")
    return tuple(map(int, text))


def faces_text(faces: Six) -> str:
    return "".join(map(str, faces))
