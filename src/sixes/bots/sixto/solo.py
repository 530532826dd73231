"""Sixto alone, by an estimate of the final points: a crossing is as good as the sheet after it.

A sheet is worth the points that its rows and columns may come to with the boxes and turns that are left. This
is how `steady` plays alone. The numbers were tuned by simulation on sheets A to L.
"""

from sixes.bots.sixto.nearest import most_points, with_last_chances
from sixes.rules import rows
from sixes.rules.sheets import PLACES
from sixes.rules.six import NONE, Six, count, put
from sixes.rules.turns import SixtoState

CANDIDATES = 3
"""Boxes of a row that are tried, from the left; the limit keeps decisions fast on any sheet."""

ONE = 64
"""Fixed point: expected crosses and points are in 64ths."""
PACE = 14
"""Expected turns for each box that is left, in 64ths."""
CLOSING_COSTS = 100
"""Points in 64ths that a closed colour costs beside its boxes: with fewer dice it is harder to use two."""
POOR_ROLL = -250
"""Points in 64ths; a roll is kept if it brings at least this. Negative, since most rolls skip boxes."""


def crossing(state: SixtoState) -> Six:
    """For each row a box or 0: what leaves the sheet worth most and, if possible, lets the game go on."""
    sheet, crosses, dice = state.sheets[0], state.crosses[0], state.turn.dice
    wanted = NONE
    for _ in range(2):  # rows share columns
        for colour in range(6):
            wanted = best_in_row(sheet, crosses, dice, wanted, colour)
    wanted = enough(sheet, crosses, dice, wanted)
    if rows.dice_used(wanted) < rows.SOLO_NEEDS:
        return most_points(state, 0)
    return with_last_chances(state, 0, wanted, 0)


def best_in_row(sheet: Six, crosses: Six, dice: Six, wanted: Six, colour: int) -> Six:
    """The best box of a row, or none."""
    best = put(wanted, colour, 0)
    most = sheet_worth(rows.made_final(crosses, best))
    boxes = rows.legal_boxes(sheet[colour], crosses[colour], dice[colour])
    for _ in range(CANDIDATES):
        box = boxes & -boxes
        boxes ^= box
        if box:
            trial = put(wanted, colour, box)
            worth = sheet_worth(rows.made_final(crosses, trial))
            if worth > most:
                best, most = trial, worth
    return best


def enough(sheet: Six, crosses: Six, dice: Six, wanted: Six) -> Six:
    """The wanted boxes and the cheapest others, until enough dice are used for the game to go on."""
    while rows.dice_used(wanted) < rows.SOLO_NEEDS:
        best, most = wanted, 0
        for colour in range(6):
            boxes = rows.legal_boxes(sheet[colour], crosses[colour], dice[colour])
            box = boxes & -boxes
            if box and not wanted[colour]:
                trial = put(wanted, colour, box)
                worth = sheet_worth(rows.made_final(crosses, trial))
                if rows.dice_used(best) == rows.dice_used(wanted) or worth > most:
                    best, most = trial, worth
        if rows.dice_used(best) == rows.dice_used(wanted):
            return wanted
        wanted = best
    return wanted


def is_good(state: SixtoState, wanted: Six) -> bool:
    """Is a roll that crosses these boxes worth keeping?"""
    if rows.dice_used(wanted) < rows.SOLO_NEEDS:
        return False
    crosses = rows.made_final(state.crosses[0], NONE)
    return sheet_worth(rows.made_final(crosses, wanted)) - sheet_worth(crosses) >= POOR_ROLL


def sheet_worth(crosses: Six) -> int:
    """The expected points of a sheet in 64ths, if in each row all boxes left are equally likely."""
    time = turns_to_come(crosses)
    worth, likely = 0, NONE
    for colour in range(6):
        room = boxes_to_come(crosses[colour])
        more = room * time // (room + time) if room and time else 0
        worth += points_for(count(crosses[colour]) * ONE + more)
        if rows.closes(crosses[colour]):
            worth -= CLOSING_COSTS
        likely = put(likely, colour, more * ONE // room if room else 0)
    for place in range(1, rows.FIELD_COLUMNS + 1):
        box, there = 1 << place, 0
        for colour in range(6):
            if crosses[colour] & box:
                there += ONE
            elif crosses[colour] < box:
                there += likely[colour]
        worth += points_for(there)
    return worth


def turns_to_come(crosses: Six) -> int:
    """Expected turns in 64ths; none once the third colour is closed."""
    closed, left = 0, 0
    for colour in range(6):
        if rows.closes(crosses[colour]):
            closed += 1
        else:
            left += PLACES - count(rows.passed(crosses[colour]) & (rows.FIELD | rows.TARGET))
    return PACE * left if closed < rows.DICE_THAT_END else 0


def field_crosses_possible(crosses: int) -> int:
    return count(crosses & rows.FIELD) + count(rows.FIELD & ~rows.passed(crosses))


def boxes_to_come(crosses: int) -> int:
    """The boxes of a row that may still be crossed, in 64ths; in the target area two, since they close it."""
    if rows.closes(crosses) or crosses & rows.LAST_BOX:
        return 0
    field = ONE * count(rows.FIELD & ~rows.passed(crosses))
    if field_crosses_possible(crosses) < rows.TARGET_NEEDS:
        return field
    return field + ONE * (rows.CLOSING_CROSSES - count(crosses & rows.TARGET))


def points_for(crosses: int) -> int:
    """The points for a number of crosses, both in 64ths."""
    whole, rest = crosses // ONE, crosses % ONE
    points = ONE * rows.POINTS[whole]
    return points + rest * (rows.POINTS[whole + 1] - rows.POINTS[whole]) if rest else points
