"""Sixto's sheets as messages have them: numbers, legal boxes with their gains, scores."""

from sixes.play.dice import draw, label
from sixes.play.seats import Seat
from sixes.play.snapshots import Gains
from sixes.rules import sixto
from sixes.rules.rows import FIELD, POINTS, row_points
from sixes.rules.sheets import LETTERS, SHEETS, box_name, rows_of
from sixes.rules.six import NONE, Six, count, has, members
from sixes.rules.turns import SixtoState, open_boxes

SheetNumbers = tuple[tuple[int, ...], ...]


def draw_lot(table: str, key: bytes, seats: tuple[Seat, ...]) -> int:
    """The place of the first active player, from 0, drawn from the table's own dice."""
    return draw(key, label(table, 0, 0, "lot", 1), len(seats)) - 1


def deal_sheets(table: str, key: bytes, seats: tuple[Seat, ...]) -> tuple[SheetNumbers, ...]:
    """The sheets that players chose; whoever chose none is dealt one that nobody has."""
    free = [letter for letter in LETTERS if letter not in {seat.sheet for seat in seats}]
    sheets: list[SheetNumbers] = []
    for at, seat in enumerate(seats):
        chosen: str | SheetNumbers | None = seat.sheet
        if chosen is None:
            chosen = free.pop(draw(key, label(table, at, 0, "sheet", 1), len(free)) - 1)
        sheets.append(sheet_numbers(SHEETS[chosen]) if isinstance(chosen, str) else chosen)
    return tuple(sheets)


def sheet_numbers(sheet: Six) -> SheetNumbers:
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
