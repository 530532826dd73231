"""What boxes and rolls of Sixto are worth at a table, by weights.

A table is a race: a slow player is left behind when others close colours. A box is valued by how many boxes
it skips, by its row and column, and by whether the target area stays within reach; a roll by what it brings
to the player and, with some weights, to the others.
"""

from typing import NamedTuple

from sixes.bots.sixto.nearest import skipped
from sixes.bots.sixto.solo import CANDIDATES, field_crosses_possible
from sixes.rules import rows
from sixes.rules.six import NONE, Six, count, put
from sixes.rules.turns import SixtoState, open_boxes

ONE = 64
"""Fixed point: weights are in 64ths."""
MIDDLE = 6
"""Turns: about half of a game at a table."""
USUAL_COLUMN, USUAL_ROW, MOST_IN_ROW = 2, 2, 6
FAR_AHEAD = 20
"""Points; a larger lead counts no more."""
MOST_POINTS = 10_000


class SixtoWeights(NamedTuple):
    """How much each fact counts: `_later` for each turn after MIDDLE, `_closed` for each closed colour."""

    neighbour: int = 0
    """What a box is worth that skips none."""
    skipped: int = 0
    """What each skipped box costs."""
    further_right: int = 0
    """Added to that cost for each place that the row has passed."""
    skipped_later: int = 0
    skipped_closed: int = 0
    column: int = 0
    """For each cross more than usual in the column of the box."""
    column_later: int = 0
    row: int = 0
    """The same for its row."""
    first_in_row: int = 0
    target_lost: int = 0
    """What it costs if the target area gets out of reach."""
    target: int = 0
    closing: int = 0
    roll: int = 0
    """What a roll must be worth to be kept."""
    roll_later: int = 0
    roll_closed: int = 0
    roll_ahead: int = 0
    """Added to that for each point that the player is ahead."""
    others: int = 0
    """How much the worth of the roll to the others counts."""


def best_boxes(state: SixtoState, seat: int, weights: SixtoWeights) -> tuple[Six, int]:
    """In each row the box worth most, if it is worth anything, and what they are worth together."""
    wanted, worth = NONE, 0
    for _ in range(2):  # rows share columns
        worth = 0
        for colour in range(6):
            boxes, best, most = open_boxes(state, seat, colour), 0, 0
            wanted = put(wanted, colour, 0)
            for _ in range(CANDIDATES):
                box = boxes & -boxes
                boxes ^= box
                if box:
                    brings = box_worth(state, seat, wanted, (colour, box), weights)
                    if brings > most:
                        best, most = box, brings
            wanted = put(wanted, colour, best)
            worth += most
    return wanted, worth


def box_worth(
    state: SixtoState, seat: int, wanted: Six, where: tuple[int, int], weights: SixtoWeights
) -> int:
    """What a box of a row is worth, given the boxes wanted in other rows."""
    colour, box = where
    crosses, later = state.crosses[seat], state.turns - MIDDLE
    made = count(crosses[colour])
    price = weights.skipped + weights.skipped_later * later + weights.skipped_closed * count(state.closed)
    price += weights.further_right * count(rows.passed(crosses[colour]) & (rows.FIELD | rows.TARGET))
    worth = weights.neighbour - price * skipped(crosses[colour], box)
    worth += weights.row * (min(made, MOST_IN_ROW) - USUAL_ROW)
    if made == 0:
        worth += weights.first_in_row
    if box & rows.TARGET:
        return worth + weights.target + (weights.closing if rows.closes(crosses[colour] | box) else 0)
    in_column = 0
    for row in range(6):
        in_column += (crosses[row] | wanted[row]) & box != 0
    worth += (weights.column + weights.column_later * later) * (in_column - USUAL_COLUMN)
    if field_crosses_possible(crosses[colour] | box) < rows.TARGET_NEEDS:
        worth -= weights.target_lost
    return worth


def is_good_roll(state: SixtoState, seat: int, weights: SixtoWeights) -> bool:
    """The roll is worth enough to a seat, and enough more than to the others."""
    _, mine = best_boxes(state, seat, weights)
    others = 0
    if weights.others:
        for other in range(state.seats):
            if other != seat:
                _, theirs = best_boxes(state, other, weights)
                others += theirs
    enough = weights.roll + weights.roll_closed * count(state.closed)
    enough += weights.roll_later * (state.turns - MIDDLE)
    if weights.roll_ahead:
        enough += weights.roll_ahead * min(max(points_ahead(state, seat), -FAR_AHEAD), FAR_AHEAD)
    return (mine - enough) * ONE >= weights.others * others // (state.seats - 1)


def points_ahead(state: SixtoState, seat: int) -> int:
    """The lead over the best of the others; negative if behind."""
    best = -MOST_POINTS
    for other in range(state.seats):
        if other != seat:
            best = max(best, total(state.crosses[other]))
    return total(state.crosses[seat]) - best


def total(crosses: Six) -> int:
    points = 0
    for colour in range(6):
        points += rows.row_points(crosses[colour])
    for column in range(1, rows.FIELD_COLUMNS + 1):
        points += rows.column_points(crosses, column)
    return points
