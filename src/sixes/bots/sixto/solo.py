"""Sixto alone, with judgement: a crossing is as good as the sheet that it leaves behind.

A sheet is worth the points that its rows and columns may come to: boxes and time that are left bring crosses,
and both run out. This is how `steady` plays alone. The numbers were tuned by simulation on sheets A to L.
"""

from sixes.bots.sixto.nearest import most_points, with_last_chances
from sixes.rules.rows import (
    CLOSING_CROSSES,
    DICE_THAT_END,
    FIELD,
    FIELD_COLUMNS,
    LAST_BOX,
    POINTS,
    SOLO_NEEDS,
    TARGET,
    TARGET_NEEDS,
    closes,
    dice_used,
    legal_boxes,
    made_final,
    passed,
)
from sixes.rules.sheets import PLACES
from sixes.rules.six import NONE, Six, count, put
from sixes.rules.turns import SixtoState

CANDIDATES = 3
"""Boxes of a row that are looked at, from the left: so no sheet takes long."""

WHOLE = 64
"""Crosses and points to come are counted in these parts."""
PACE = 14
"""The turns to come, in parts, for each box that is left."""
CLOSING_COSTS = 100
"""Points, in parts, that a closed colour costs beside its boxes: with fewer dice it is harder to use two."""
POOR_ROLL = -250
"""Points, in parts. A roll is kept if it brings more than this; two dice that skip nothing are rare."""


def crossing(state: SixtoState) -> Six:
    """For each row a box or 0: what leaves the sheet worth most, with the two dice that keep the game going.

    Each row is looked at twice, since the columns join them.
    """
    rows, crosses, dice = state.sheets[0], state.crosses[0], state.turn.dice
    wanted = NONE
    for _ in range(2):
        for colour in range(6):
            wanted = best_in_row(rows, crosses, dice, wanted, colour)
    wanted = enough(rows, crosses, dice, wanted)
    if dice_used(wanted) < SOLO_NEEDS:
        return most_points(state, 0)
    return with_last_chances(state, 0, wanted, 0)


def best_in_row(rows: Six, crosses: Six, dice: Six, wanted: Six, colour: int) -> Six:
    """The best box of a row, or none."""
    best = put(wanted, colour, 0)
    most = sheet_worth(made_final(crosses, best))
    boxes = legal_boxes(rows[colour], crosses[colour], dice[colour])
    for _ in range(CANDIDATES):
        box = boxes & -boxes
        boxes ^= box
        if box:
            trial = put(wanted, colour, box)
            worth = sheet_worth(made_final(crosses, trial))
            if worth > most:
                best, most = trial, worth
    return best


def enough(rows: Six, crosses: Six, dice: Six, wanted: Six) -> Six:
    """So many dice that the game goes on, at the lowest price."""
    while dice_used(wanted) < SOLO_NEEDS:
        best, most = wanted, 0
        for colour in range(6):
            boxes = legal_boxes(rows[colour], crosses[colour], dice[colour])
            box = boxes & -boxes
            if box and not wanted[colour]:
                trial = put(wanted, colour, box)
                worth = sheet_worth(made_final(crosses, trial))
                if dice_used(best) == dice_used(wanted) or worth > most:
                    best, most = trial, worth
        if dice_used(best) == dice_used(wanted):
            return wanted
        wanted = best
    return wanted


def is_good(state: SixtoState, wanted: Six) -> bool:
    """Is it a good roll that crosses these boxes?"""
    if dice_used(wanted) < SOLO_NEEDS:
        return False
    crosses = made_final(state.crosses[0], NONE)
    return sheet_worth(made_final(crosses, wanted)) - sheet_worth(crosses) >= POOR_ROLL


def sheet_worth(crosses: Six) -> int:
    """The points, in parts, that a sheet may come to, if of each row the boxes left are equally likely."""
    time = turns_to_come(crosses)
    worth, likely = 0, NONE
    for colour in range(6):
        room = boxes_to_come(crosses[colour])
        more = room * time // (room + time) if room and time else 0
        worth += points_for(count(crosses[colour]) * WHOLE + more)
        if closes(crosses[colour]):
            worth -= CLOSING_COSTS
        likely = put(likely, colour, more * WHOLE // room if room else 0)
    for place in range(1, FIELD_COLUMNS + 1):
        box, there = 1 << place, 0
        for colour in range(6):
            if crosses[colour] & box:
                there += WHOLE
            elif crosses[colour] < box:
                there += likely[colour]
        worth += points_for(there)
    return worth


def turns_to_come(crosses: Six) -> int:
    """In parts; none once the third colour is closed."""
    closed, left = 0, 0
    for colour in range(6):
        if closes(crosses[colour]):
            closed += 1
        else:
            left += PLACES - count(passed(crosses[colour]) & (FIELD | TARGET))
    return PACE * left if closed < DICE_THAT_END else 0


def field_crosses_possible(crosses: int) -> int:
    return count(crosses & FIELD) + count(FIELD & ~passed(crosses))


def boxes_to_come(crosses: int) -> int:
    """The boxes of a row that may still be crossed, in parts: in the target area two, since they close it."""
    if closes(crosses) or crosses & LAST_BOX:
        return 0
    field = WHOLE * count(FIELD & ~passed(crosses))
    if field_crosses_possible(crosses) < TARGET_NEEDS:
        return field
    return field + WHOLE * (CLOSING_CROSSES - count(crosses & TARGET))


def points_for(crosses: int) -> int:
    """What so many crosses are worth, both in parts."""
    whole, rest = crosses // WHOLE, crosses % WHOLE
    points = WHOLE * POINTS[whole]
    return points + rest * (POINTS[whole + 1] - POINTS[whole]) if rest else points
