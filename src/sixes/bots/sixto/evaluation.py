"""What boxes and rolls of Sixto are worth at a table, by taste.

A table is a race: whoever is slow is left behind when others close colours. A box is judged by how many it
skips, by its row and column, and by whether the target area stays within reach; a roll by what it brings
oneself and, to some tastes, the others.
"""

from typing import NamedTuple

from sixes.bots.sixto.nearest import skipped
from sixes.bots.sixto.solo import CANDIDATES, field_crosses_possible
from sixes.rules.rows import (
    FIELD,
    FIELD_COLUMNS,
    TARGET,
    TARGET_NEEDS,
    closes,
    column_points,
    passed,
    row_points,
)
from sixes.rules.six import NONE, Six, count, put
from sixes.rules.turns import SixtoState, open_boxes

WHOLE = 64
"""Tastes are counted in these parts."""
MIDDLE = 6
"""Turns: about half of a game at a table."""
USUAL_COLUMN, USUAL_ROW, MOST_IN_ROW = 2, 2, 6
FAR_AHEAD = 20
"""Points: more of them make no difference."""
MOST_POINTS = 10_000


class Taste(NamedTuple):
    """How much what counts; each turn after MIDDLE and each closed colour may change it."""

    neighbour: int
    """What a box is worth that skips none;"""
    skipped: int
    """what each skipped box takes from that,"""
    further_right: int
    """and for each place that the row has passed,"""
    skipped_later: int
    skipped_closed: int
    column: int
    """For each cross more than usual in its column,"""
    column_later: int
    row: int
    """and in its row."""
    first_in_row: int
    target_lost: int
    """What it costs that the target area gets out of reach."""
    target: int
    closing: int
    roll: int
    """What a roll must be worth to be kept,"""
    roll_later: int
    roll_closed: int
    roll_ahead: int
    """for each point that one is ahead;"""
    others: int
    """and what it counts that others can use it."""


def judged(state: SixtoState, seat: int, taste: Taste) -> tuple[Six, int]:
    """In each row the box worth most, if it is worth anything, and what they are worth together.

    Each row is looked at twice, since columns are shared.
    """
    wanted, worth = NONE, 0
    for _ in range(2):
        worth = 0
        for colour in range(6):
            boxes, best, most = open_boxes(state, seat, colour), 0, 0
            wanted = put(wanted, colour, 0)
            for _ in range(CANDIDATES):
                box = boxes & -boxes
                boxes ^= box
                if box:
                    brings = box_worth(state, seat, wanted, (colour, box), taste)
                    if brings > most:
                        best, most = box, brings
            wanted = put(wanted, colour, best)
            worth += most
    return wanted, worth


def box_worth(state: SixtoState, seat: int, wanted: Six, where: tuple[int, int], taste: Taste) -> int:
    """What a box of a row is worth, with those wanted in other rows."""
    colour, box = where
    crosses, later = state.crosses[seat], state.turns - MIDDLE
    made = count(crosses[colour])
    price = taste.skipped + taste.skipped_later * later + taste.skipped_closed * count(state.closed)
    price += taste.further_right * count(passed(crosses[colour]) & (FIELD | TARGET))
    worth = taste.neighbour - price * skipped(crosses[colour], box)
    worth += taste.row * (min(made, MOST_IN_ROW) - USUAL_ROW)
    if made == 0:
        worth += taste.first_in_row
    if box & TARGET:
        return worth + taste.target + (taste.closing if closes(crosses[colour] | box) else 0)
    in_column = 0
    for row in range(6):
        in_column += (crosses[row] | wanted[row]) & box != 0
    worth += (taste.column + taste.column_later * later) * (in_column - USUAL_COLUMN)
    if field_crosses_possible(crosses[colour] | box) < TARGET_NEEDS:
        worth -= taste.target_lost
    return worth


def is_good_roll(state: SixtoState, seat: int, taste: Taste) -> bool:
    """The dice as they lie are worth enough to a seat, and enough more than to the others."""
    _, mine = judged(state, seat, taste)
    others = 0
    if taste.others:
        for other in range(state.seats):
            if other != seat:
                _, theirs = judged(state, other, taste)
                others += theirs
    enough = taste.roll + taste.roll_later * (state.turns - MIDDLE) + taste.roll_closed * count(state.closed)
    if taste.roll_ahead:
        enough += taste.roll_ahead * min(max(points_ahead(state, seat), -FAR_AHEAD), FAR_AHEAD)
    return (mine - enough) * WHOLE >= taste.others * others // (state.seats - 1)


# Standings ----------------------------------------------------------------------------------------------


def points_ahead(state: SixtoState, seat: int) -> int:
    """Of the best of the others."""
    best = -MOST_POINTS
    for other in range(state.seats):
        if other != seat:
            best = max(best, total(state.crosses[other]))
    return total(state.crosses[seat]) - best


def total(crosses: Six) -> int:
    points = 0
    for colour in range(6):
        points += row_points(crosses[colour])
    for column in range(1, FIELD_COLUMNS + 1):
        points += column_points(crosses, column)
    return points
