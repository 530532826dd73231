"""Sixto's sheets as messages have them: numbers, legal boxes with their gains, scores."""

from sixes.play.commands import SheetRows
from sixes.play.dice import draw, label
from sixes.play.seats import Seat
from sixes.play.snapshots import Gains
from sixes.rules import sixto
from sixes.rules.rows import FIELD, POINTS, row_points
from sixes.rules.sheets import LETTERS, SHEETS, box_name, rows_of
from sixes.rules.six import NONE, Six, count, has, members
from sixes.rules.turns import SixtoState, open_boxes


def deal_sheets(table: str, key: bytes, seats: tuple[Seat, ...]) -> tuple[SheetRows, ...]:
    """The sheets that players chose; whoever chose none is dealt one that nobody has."""
    free = [letter for letter in LETTERS if letter not in {seat.sheet for seat in seats}]
    sheets: list[SheetRows] = []
    for at, seat in enumerate(seats):
        chosen: str | SheetRows | None = seat.sheet
        if chosen is None:
            chosen = free.pop(draw(key, label(table, at, 0, "sheet", 1), len(free)) - 1)
        sheets.append(sheet_numbers(SHEETS[chosen]) if isinstance(chosen, str) else chosen)
    return tuple(sheets)


def sheet_numbers(sheet: Six) -> SheetRows:
    return tuple(map(tuple, rows_of(sheet)))


def scores(state: SixtoState) -> tuple[int, ...]:
    return tuple(sixto.score(state, seat).total for seat in range(state.seats))


def legal_with_gains(state: SixtoState) -> tuple[dict[str, Gains], ...]:
    """For each seat, every box that the dice as they lie may cross, with its gain in row and column."""
    if state.turn.dice == NONE:
        return ()
    return tuple(_legal_of(state, seat) for seat in range(state.seats))


def _legal_of(state: SixtoState, seat: int) -> dict[str, Gains]:
    found: dict[str, Gains] = {}
    crosses = state.crosses[seat]
    for colour in range(6):
        for place in members(open_boxes(state, seat, colour)):
            row = POINTS[count(crosses[colour]) + 1] - row_points(crosses[colour])
            column = sum(line >> place & 1 for line in crosses)
            in_column = POINTS[column + 1] - POINTS[column] if has(FIELD, place) else 0
            found[box_name(colour, place)] = (row, in_column)
    return found
