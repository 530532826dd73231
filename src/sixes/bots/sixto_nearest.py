"""Sixto by a simple rule: each die crosses the nearest box of its row, if that skips few others.

At a table up to two boxes may be skipped: whoever is slow is left behind when others close colours. Alone
there is no hurry: a box is skipped, or a colour closed, only to use the two dice that keep the game going.
The numbers here were tuned by simulation on sheets A to L.
"""

from sixes.bots.bot import NOTHING
from sixes.rules.rows import (
    DICE_THAT_END,
    FIELD,
    FIELD_COLUMNS,
    SOLO_NEEDS,
    TARGET,
    closes,
    column_points,
    dice_used,
    made_final,
    passed,
    row_points,
)
from sixes.rules.sheets import PLACES
from sixes.rules.six import NONE, Six, count, everybody, has, put
from sixes.rules.sixto import is_over
from sixes.rules.turns import CROSS, CROSSING, DONE, KEEP, ROLL, ROLLING, Move, State, announced, open_boxes

MOST_SKIPPED_ALONE, MOST_SKIPPED_AT_TABLE = 0, 2
DIE_USED, BOX_SKIPPED = 3, 2
GOOD_ROLL = 4
"""A roll is kept if it is worth this much: DIE_USED for each die it uses, less BOX_SKIPPED for each box."""
TOO_FAR = PLACES + 1


def choose(state: State, seat: int) -> Move:
    turn = state.turn
    if is_over(state) or not 0 <= seat < state.seats or has(turn.done, seat):
        return move(NOTHING, seat)
    if turn.phase == CROSSING:
        return next_cross(state, seat)
    if seat != state.active:
        return move(NOTHING, seat)
    if turn.phase == ROLLING or roll_worth(state, seat) < GOOD_ROLL:
        return move(ROLL, seat)
    return move(KEEP, seat)


def move(kind: int, seat: int, colour: int = 0, place: int = 0) -> Move:
    """With every field named, since the defaults of a NamedTuple do not compile."""
    return Move(kind, seat, colour, place, NONE)


def next_cross(state: State, seat: int) -> Move:
    """The first box it wants and has not crossed yet; half crosses stay where they are."""
    wanted, half = crossing(state, seat), state.turn.half[seat]
    for colour in range(6):
        if wanted[colour] != half[colour]:
            return move(CROSS, seat, colour, place_of(wanted[colour]))
    return move(DONE, seat)


def roll_worth(state: State, seat: int) -> int:
    """What the dice as they lie are worth to a seat; one die alone is never a good roll."""
    wanted, worth = crossing(state, seat), 0
    for colour in range(6):
        if wanted[colour]:
            worth += DIE_USED - BOX_SKIPPED * skipped(state.crosses[seat][colour], wanted[colour])
    return worth


# Which boxes --------------------------------------------------------------------------------------------


def crossing(state: State, seat: int) -> Six:
    """For each row the box that a seat wants to cross in this turn, or has half crossed already; or 0."""
    wanted, last = NONE, last_chances(state)
    most = MOST_SKIPPED_ALONE if state.seats == 1 else MOST_SKIPPED_AT_TABLE
    for colour in range(6):
        box = state.turn.half[seat][colour]
        if box == 0 and has(last, colour):
            box = best_box(state, seat, colour)
        elif box == 0:
            near = nearest_box(state, seat, colour)
            box = near if cost(state, seat, colour, near) <= most else 0
        wanted = put(wanted, colour, box)
    return two_dice(state, wanted) if state.seats == 1 else wanted


def two_dice(state: State, wanted: Six) -> Six:
    """Alone: enough dice to go on, even if they skip boxes or close a colour; the cheapest first.

    Of equally cheap boxes the leftmost is taken, so that no row falls behind.
    """
    while dice_used(wanted) < SOLO_NEEDS:
        cheapest, box, least = 0, 0, TOO_FAR
        for colour in range(6):
            near = nearest_box(state, 0, colour)
            price = cost(state, 0, colour, near)
            if wanted[colour] == 0 and (price < least or (price == least and near < box)):
                cheapest, box, least = colour, near, price
        if box == 0:
            return wanted
        wanted = put(wanted, cheapest, box)
    return wanted


def nearest_box(state: State, seat: int, colour: int) -> int:
    """The leftmost box that the die of a colour may cross, or 0."""
    boxes = open_boxes(state, seat, colour)
    return boxes & -boxes


def cost(state: State, seat: int, colour: int, box: int) -> int:
    """The boxes that this one skips; alone, closing a colour counts as one more."""
    if box == 0:
        return TOO_FAR
    crosses = state.crosses[seat][colour]
    closing = state.seats == 1 and closes(crosses | box)
    return skipped(crosses, box) + closing


def skipped(crosses: int, box: int) -> int:
    """How many boxes lie between the rightmost cross of a row and a box."""
    return count(passed(box >> 1) & ~passed(crosses) & (FIELD | TARGET))


def place_of(box: int) -> int:
    return count(passed(box)) - 1


# What will be gone after this turn ----------------------------------------------------------------------


def last_chances(state: State) -> int:
    """The colours announced to be closed; all of them, if that ends the game."""
    closing = announced(state)
    return everybody(6) if count(state.closed | closing) >= DICE_THAT_END else closing


def best_box(state: State, seat: int, colour: int) -> int:
    """The box of a row that brings most points now; 0 if each costs some."""
    boxes, best, most = open_boxes(state, seat, colour), 0, -1
    for place in range(1, PLACES + 1):
        if has(boxes, place):
            brings = points(state, seat, colour, place)
            if brings > most:
                best, most = 1 << place, brings
    return best


def points(state: State, seat: int, colour: int, place: int) -> int:
    """What a cross brings in its row and its column, half crosses counted as crosses."""
    before = made_final(state.crosses[seat], state.turn.half[seat])
    after = put(before, colour, before[colour] | 1 << place)
    brings = row_points(after[colour]) - row_points(before[colour])
    if place <= FIELD_COLUMNS:
        brings += column_points(after, place) - column_points(before, place)
    return brings
