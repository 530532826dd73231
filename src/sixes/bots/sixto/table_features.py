"""The features of a seat at a table of Sixto, from which the coach computes what its position is worth.

They are indexes into one table. Each is chosen by a few facts: about a row (its place, its crosses, what is
ahead, how near others are to closing its colour), about a column, about who leads, and about how near the
game is to its end. As in `features`, nothing depends on a particular sheet, and all rows are treated alike;
nor does anything depend on the names of the seats, but only on how soon each of them is active.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import features
from sixes.bots.sixto.evaluation import points_ahead
from sixes.bots.sixto.features import LookupTables, ahead_at, place_of
from sixes.bots.sixto.solo import field_crosses_possible
from sixes.rules.rows import (
    DICE_THAT_END,
    FIELD,
    FIELD_COLUMNS,
    TARGET,
    TARGET_NEEDS,
    is_stuck,
    target_is_open,
)
from sixes.rules.sheets import PLACES
from sixes.rules.six import count, has
from sixes.rules.turns import SixtoState

HOPELESS, ONE_CROSS_LEFT, RACED_FOR, PROGRESSES = 0, 9, 10, 11
"""How near a row is to being closed: never; with the next cross; the same for two or more players."""
MOST_TURNS = 24
LEADS, POINTS_A_LEAD = 21, 4
"""Leads are counted in steps of so many points."""
NEARNESS = 3 * ONE_CROSS_LEFT + 1

ROWS = 1
AHEAD = ROWS + (PLACES + 1) * PLACES
RACES = AHEAD + (PLACES + 1) * features.AHEAD
COLUMNS = RACES + (PLACES + 1) * PROGRESSES
PLACED_COLUMNS = COLUMNS + 3 * features.COLUMN_KINDS
SEATS = PLACED_COLUMNS + FIELD_COLUMNS * 32
TURNS = SEATS + 7 * 6 * 2
LEAD = TURNS + MOST_TURNS + 1
COLOURS = LEAD + 3 * LEADS
ENDS = COLOURS + PROGRESSES
SIZE = ENDS + 3 * NEARNESS
"""Where each part of the table begins, and its length; entry 0 is for rows that do not go on."""
FEATURES = 3 * 6 + 2 * FIELD_COLUMNS + 3 + 6 + 1
"""Of each seat."""

WIDTH, HIDDEN, OUTPUTS = 32, 16, 3
"""The coach's network: numbers of an embedding, of which the first are added to the outputs; hidden units."""
POINTS_TO_COME, STRENGTH, SCALE = range(OUTPUTS)
"""Its outputs: points to come; strength in the fight for the win; how much points count in that fight."""
UNIT = 16.0
"""Points in one unit of an output."""
MOST_SCALE = 4.0
ONE = 1024
"""Fixed point of its weights in the file."""


class Tempo(NamedTuple):
    """What all seats share: how near each colour is to being closed."""

    progress: Any
    """For each seat and colour, at 6 * seat + colour."""
    leaders: Any
    """For each colour the best of these, HOPELESS if it is closed."""
    end: int
    """The feature that says how near the end is."""


class TableView(NamedTuple):
    """What the features of a seat are found with."""

    ahead: Any
    """The outlook of its sheet."""
    tempo: Tempo
    lookup: LookupTables


def progress_of(crosses: int) -> int:
    """How near a row is to being closed."""
    if is_stuck(crosses) or field_crosses_possible(crosses) < TARGET_NEEDS:
        return HOPELESS
    if crosses & TARGET:
        return ONE_CROSS_LEFT
    return min(count(crosses & FIELD), ONE_CROSS_LEFT - 2) + 1


def race_for(state: SixtoState, colour: int, progress: Any, without: int) -> int:
    """How near a colour is to being closed by anybody but this seat; -1 to leave out none."""
    most, near = HOPELESS, 0
    for seat in range(state.seats):
        if seat != without:
            one = progress[6 * seat + colour]
            most = max(most, one)
            near += one == ONE_CROSS_LEFT
    return RACED_FOR if near > 1 else most


def find_tempo(state: SixtoState, progress: Any, leaders: Any) -> int:
    """Fill in the progress of all rows and the best of each colour; returns the feature of the end."""
    for seat in range(state.seats):
        for colour in range(6):
            progress[6 * seat + colour] = progress_of(state.crosses[seat][colour])
    for colour in range(6):
        leaders[colour] = HOPELESS if has(state.closed, colour) else race_for(state, colour, progress, -1)
    missing, left, total = DICE_THAT_END - count(state.closed), DICE_THAT_END - count(state.closed), 0
    for step in range(PROGRESSES):
        for colour in range(6):
            if left > 0 and leaders[colour] == PROGRESSES - 1 - step:
                total += min(leaders[colour], ONE_CROSS_LEFT)
                left -= 1
    return ENDS + max(missing - 1, 0) * NEARNESS + total


def find_features(state: SixtoState, seat: int, second: bool, view: TableView, found: Any) -> None:
    """Fill in the features of a seat before a roll; `second` means that it must be kept."""
    at, closed = find_sheet_features(state, seat, view, found), min(count(state.closed), 2)
    until_active = (seat - state.active) % state.seats
    lead = min(max(points_ahead(state, seat) // POINTS_A_LEAD + LEADS // 2, 0), LEADS - 1)
    found[at] = SEATS + (state.seats * 6 + until_active) * 2 + second
    found[at + 1] = TURNS + min(state.turns, MOST_TURNS)
    found[at + 2] = LEAD + closed * LEADS + lead
    found[at + 3] = view.tempo.end
    for colour in range(6):
        found[at + 4 + colour] = 0 if has(state.closed, colour) else COLOURS + view.tempo.leaders[colour]


def find_sheet_features(state: SixtoState, seat: int, view: TableView, found: Any) -> int:
    """Fill in the features of the rows and columns of a seat; returns their number."""
    lookup, low, high, at = view.lookup, 0, 0, 0
    for colour in range(6):
        crosses = state.crosses[seat][colour]
        low += lookup.low[crosses >> 1 & 31]
        high += lookup.high[crosses >> 6 & 15]
        found[at] = found[at + 1] = found[at + 2] = 0
        if not has(state.closed, colour) and not is_stuck(crosses):
            place = place_of(crosses)
            facts = view.ahead[ahead_at(colour, place, target_is_open(crosses))]
            low += lookup.low_reach[place]
            high += lookup.high_reach[place]
            found[at] = ROWS + place * PLACES + count(crosses)
            found[at + 1] = AHEAD + place * features.AHEAD + facts
            found[at + 2] = RACES + place * PROGRESSES + race_for(state, colour, view.tempo.progress, seat)
        at += 3
    closed = min(count(state.closed), 2)
    for column in range(FIELD_COLUMNS):
        below = column < features.LOW_COLUMNS
        shift = features.COLUMN_BITS * (column if below else column - features.LOW_COLUMNS)
        kind = lookup.kinds[(low if below else high) >> shift & (1 << features.COLUMN_BITS) - 1]
        found[at] = COLUMNS + closed * features.COLUMN_KINDS + (kind & 255)
        found[at + 1] = PLACED_COLUMNS + column * 32 + (kind >> 8 & 31)
        at += 2
    return at
