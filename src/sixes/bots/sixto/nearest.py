"""Sixto by a simple rule: each die crosses the nearest box of its row, if that skips few others.

At a table up to two boxes may be skipped, since a slow player is left behind when others close colours. It
ignores the other players, and keeps a roll if it can use two dice. Alone there is no hurry: a box is skipped,
or a colour closed, only to use the two dice that keep the game going. The numbers were tuned by simulation on
sheets A to L.
"""

from sixes.rules import rows
from sixes.rules.sheets import PLACES
from sixes.rules.six import NONE, Six, count, everybody, has, put
from sixes.rules.turns import SixtoState, open_boxes

MOST_SKIPPED = 2
DIE_USED, BOX_SKIPPED = 3, 2
GOOD_DICE = 2
GOOD_ROLL = 4
"""Alone, a roll is kept if it is worth this much: DIE_USED for each die, less BOX_SKIPPED for each box."""
FREE = 1 << PLACES + 4
"""Above all offers that cost nothing, and below all others."""
NO_BOX = 1 << 27
"""Right of all boxes, and dearer than any of them."""


def keeps(state: SixtoState, seat: int) -> bool:
    return is_good(state, seat, crossing(state, seat))


def crossing(state: SixtoState, seat: int) -> Six:
    if state.seats == 1:
        wanted = alone(state.sheets[0], state.crosses[0], state.turn.dice)
        if count(state.closed) + rows.SOLO_NEEDS < rows.DICE_THAT_END:
            return wanted  # it closes no more colours than that, so the game goes on
        return with_last_chances(state, 0, wanted, 0)
    return at_table(state.sheets[seat], state.crosses[seat], state.turn.dice)


def is_good(state: SixtoState, seat: int, wanted: Six) -> bool:
    """Is a roll that crosses these boxes worth keeping? One with a single useful die never is."""
    if state.seats > 1:
        return rows.dice_used(wanted) >= GOOD_DICE
    crosses, worth = state.crosses[seat], 0
    for colour in range(6):
        box = wanted[colour]
        worth += (box != 0) * (DIE_USED - BOX_SKIPPED * skipped(crosses[colour], box))
    return worth >= GOOD_ROLL


# Here tuples are written out, because in a loop compiled code would put item after item into one in memory;
# and there are few branches, because a processor could only guess them.


def at_table(sheet: Six, crosses: Six, dice: Six) -> Six:
    """The nearest box of each row, if it is near enough."""
    return (
        near_box(sheet[0], crosses[0], dice[0]),
        near_box(sheet[1], crosses[1], dice[1]),
        near_box(sheet[2], crosses[2], dice[2]),
        near_box(sheet[3], crosses[3], dice[3]),
        near_box(sheet[4], crosses[4], dice[4]),
        near_box(sheet[5], crosses[5], dice[5]),
    )


def near_box(row: int, crosses: int, number: int) -> int:
    box = nearest_box(row, crosses, number)
    return box if skipped(crosses, box) <= MOST_SKIPPED else 0


def alone(sheet: Six, crosses: Six, dice: Six) -> Six:
    """Every box that costs nothing; if these are too few to go on, the two cheapest ones."""
    offers = (
        offer(sheet[0], crosses[0], dice[0], 0),
        offer(sheet[1], crosses[1], dice[1], 1),
        offer(sheet[2], crosses[2], dice[2], 2),
        offer(sheet[3], crosses[3], dice[3], 3),
        offer(sheet[4], crosses[4], dice[4], 4),
        offer(sheet[5], crosses[5], dice[5], 5),
    )
    limit = max(FREE, second_cheapest(offers))
    return (
        accepted(offers[0], limit),
        accepted(offers[1], limit),
        accepted(offers[2], limit),
        accepted(offers[3], limit),
        accepted(offers[4], limit),
        accepted(offers[5], limit),
    )


def offer(row: int, crosses: int, number: int, colour: int) -> int:
    """The nearest box of a row and its cost, packed so that the smaller of two offers is the better one.

    Of equally cheap boxes that is the leftmost, so that no row falls behind.
    """
    box = nearest_box(row, crosses, number) or NO_BOX
    return (cost(crosses, box) << PLACES + 1 | box) << 3 | colour


def cost(crosses: int, box: int) -> int:
    """What it costs to cross a box: those skipped, and one more if that closes the colour."""
    return skipped(crosses, box) + rows.closes(crosses | box)


def second_cheapest(offers: Six) -> int:
    cheapest, second = min(offers[0], offers[1]), max(offers[0], offers[1])
    for colour in range(2, 6):
        second = min(second, max(cheapest, offers[colour]))
        cheapest = min(cheapest, offers[colour])
    return second


def accepted(offered: int, limit: int) -> int:
    """The box of an offer that is not above a limit, or 0."""
    return offered >> 3 & (rows.FIELD | rows.TARGET) if offered <= limit else 0


def nearest_box(row: int, crosses: int, number: int) -> int:
    """The leftmost box that a die may cross, or 0."""
    boxes = rows.legal_boxes(row, crosses, number)
    return boxes & -boxes


def skipped(crosses: int, box: int) -> int:
    """How many boxes lie between the rightmost cross of a row and a box."""
    return count(box - 1 & ~rows.passed(crosses) & (rows.FIELD | rows.TARGET))


def with_last_chances(state: SixtoState, seat: int, wanted: Six, announced: int) -> Six:
    """The wanted boxes; but in rows that others close, or in all if the game ends, those with most points."""
    own = closed_by(state.crosses[seat], wanted)
    last = everybody(6) if count(state.closed | announced | own) >= rows.DICE_THAT_END else announced
    if last & ~own:
        for colour in range(6):
            if has(last & ~own, colour):
                wanted = put(wanted, colour, 0)
                wanted = put(wanted, colour, best_box(state, seat, colour, wanted))
    return wanted


def closed_by(crosses: Six, half: Six) -> int:
    """The colours that these half crosses would close."""
    closing = 0
    for colour in range(6):
        if rows.closes(crosses[colour] | half[colour]):
            closing |= 1 << colour
    return closing


def most_points(state: SixtoState, seat: int) -> Six:
    """For each row the box that brings most points in this turn."""
    wanted = NONE
    for colour in range(6):
        wanted = put(wanted, colour, best_box(state, seat, colour, wanted))
    return wanted


def best_box(state: SixtoState, seat: int, colour: int, wanted: Six) -> int:
    """The box of a row that brings most points now, with the wanted ones elsewhere; 0 if all cost points."""
    boxes, best, most = open_boxes(state, seat, colour), 0, -1
    before = rows.made_final(state.crosses[seat], wanted)
    for place in range(1, PLACES + 1):
        if has(boxes, place):
            brings = points(before, colour, place)
            if brings > most:
                best, most = 1 << place, brings
    return best


def points(before: Six, colour: int, place: int) -> int:
    """What one more cross brings in its row and its column."""
    after = put(before, colour, before[colour] | 1 << place)
    brings = rows.row_points(after[colour]) - rows.row_points(before[colour])
    if place <= rows.FIELD_COLUMNS:
        brings += rows.column_points(after, place) - rows.column_points(before, place)
    return brings
