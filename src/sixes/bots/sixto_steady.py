"""Sixto with judgement: what a box is worth, what a roll is worth to everybody, and when to end the game.

A table is a race. A box is judged by how many it skips, by its column, and by whether the target area stays
within reach; a roll by what it brings oneself and the others. Whoever would win now closes the colours that
end the game; others hold back while they have something else to do. Alone it plays as `sixto_alone` tells.
The numbers here were tuned by simulation on sheets A to L.
"""

from sixes.bots import sixto_alone
from sixes.bots.sixto_alone import CANDIDATES, field_crosses_possible
from sixes.bots.sixto_nearest import closed_by, most_points, skipped, with_last_chances
from sixes.rules.rows import (
    DICE_THAT_END,
    FIELD,
    FIELD_COLUMNS,
    LAST_BOX,
    TARGET,
    TARGET_NEEDS,
    closes,
    column_points,
    is_stuck,
    made_final,
    passed,
    row_points,
)
from sixes.rules.six import NONE, Six, count, has, put
from sixes.rules.turns import State, announced, open_boxes

NEIGHBOUR, NEIGHBOUR_AMONG_MANY = 50, 52
"""What a box is worth at a table for two, and for more: there, the race is over sooner."""
SKIPPED, FURTHER_RIGHT = 16, 1
"""The price of a skipped box, and what it rises by with each place that the row has passed."""
CROSS_IN_COLUMN = 2
USUAL_COLUMN = 2
TARGET_LOST = 20
BETTER_THAN_OTHERS = 6
"""With all six dice, how much more a roll must be worth to oneself than to the others to be kept."""


def keeps(state: State, seat: int) -> bool:
    return is_good(state, seat, crossing(state, seat))


def crossing(state: State, seat: int) -> Six:
    """For each row the box that a seat wants to cross in this turn, or 0."""
    return sixto_alone.crossing(state) if state.seats == 1 else at_table(state, seat)


def is_good(state: State, seat: int, wanted: Six) -> bool:
    """Is it a good roll that crosses these boxes?"""
    if state.seats == 1:
        return sixto_alone.is_good(state, wanted)
    if count(state.closed | closed_by(state.crosses[seat], wanted)) >= DICE_THAT_END:
        return True
    others = 0
    for other in range(state.seats):
        if other != seat:
            others += roll_worth(state, other)
    more = roll_worth(state, seat) - others // (state.seats - 1)
    return more >= BETTER_THAN_OTHERS * (6 - count(state.closed)) // 6


# At a table ---------------------------------------------------------------------------------------------


def at_table(state: State, seat: int) -> Six:
    if count(state.closed | announced(state)) >= DICE_THAT_END:
        return most_points(state, seat)
    return settled(state, seat, judged(state, seat))


def settled(state: State, seat: int, wanted: Six) -> Six:
    """What is wanted, unless the game can be ended now: to win it, or if there is nothing else to do."""
    closing, crosses = announced(state), state.crosses[seat]
    gone = state.closed | closing
    if count(gone) >= DICE_THAT_END:  # others end it
        return wanted
    if count(gone | closable(crosses)) >= DICE_THAT_END:
        ending = with_closings(state, seat, most_points(state, seat))
        if count(gone | closed_by(crosses, ending)) >= DICE_THAT_END:
            if wins(state, seat, ending):
                return ending
            if has_more_to_do(crosses, gone):
                wanted = without_closings(crosses, wanted, closing)
    return with_last_chances(state, seat, wanted, closing)


def judged(state: State, seat: int) -> Six:
    """In each row the box worth most, if it is worth anything; looked at twice, since columns are shared."""
    crosses, wanted = state.crosses[seat], NONE
    for _ in range(2):
        for colour in range(6):
            boxes, best, most = open_boxes(state, seat, colour), 0, 0
            wanted = put(wanted, colour, 0)
            for _ in range(CANDIDATES):
                box = boxes & -boxes
                boxes ^= box
                if box:
                    worth = box_worth(crosses, wanted, colour, box, state.seats)
                    if worth > most:
                        best, most = box, worth
            wanted = put(wanted, colour, best)
    return wanted


def box_worth(crosses: Six, wanted: Six, colour: int, box: int, seats: int) -> int:
    """What a box is worth at a table, with those wanted in other rows."""
    before = passed(crosses[colour])
    price = SKIPPED + FURTHER_RIGHT * count(before & (FIELD | TARGET))
    worth = NEIGHBOUR if seats == 2 else NEIGHBOUR_AMONG_MANY
    worth -= price * skipped(crosses[colour], box)
    if box & FIELD:
        in_column = 0
        for row in range(6):
            in_column += (crosses[row] | wanted[row]) & box != 0
        worth += CROSS_IN_COLUMN * (in_column - USUAL_COLUMN)
        if field_crosses_possible(crosses[colour] | box) < TARGET_NEEDS:
            worth -= TARGET_LOST
    return worth


def roll_worth(state: State, seat: int) -> int:
    """What the dice as they lie are worth to a seat at a table."""
    wanted, worth = judged(state, seat), 0
    for colour in range(6):
        if wanted[colour]:
            others = put(wanted, colour, 0)
            worth += box_worth(state.crosses[seat], others, colour, wanted[colour], state.seats)
    return worth


# The end of a game --------------------------------------------------------------------------------------


def closable(crosses: Six) -> int:
    """The colours that one more cross would close."""
    colours = 0
    for colour in range(6):
        if closes(crosses[colour] | LAST_BOX) and not crosses[colour] & LAST_BOX:
            colours |= 1 << colour
    return colours


def has_more_to_do(crosses: Six, gone: int) -> bool:
    """Some row can go on without being closed. If all who could end a game held back, it would never end."""
    for colour in range(6):
        if not has(gone | closable(crosses), colour) and not is_stuck(crosses[colour]):
            return True
    return False


def with_closings(state: State, seat: int, wanted: Six) -> Six:
    """The same boxes, but every colour closed that can be."""
    for colour in range(6):
        crosses, boxes = state.crosses[seat][colour], open_boxes(state, seat, colour) & TARGET
        box = boxes & -boxes
        if closes(crosses | box) and not closes(crosses | wanted[colour]):
            wanted = put(wanted, colour, box)
    return wanted


def without_closings(crosses: Six, wanted: Six, announced: int) -> Six:
    """The same boxes, but for those that close a colour that nobody else closes."""
    for colour in range(6):
        if closes(crosses[colour] | wanted[colour]) and not has(announced, colour):
            wanted = put(wanted, colour, 0)
    return wanted


def wins(state: State, seat: int, wanted: Six) -> bool:
    """If the game ends now, whatever others still cross in this turn."""
    mine = total(made_final(state.crosses[seat], wanted))
    for other in range(state.seats):
        if other != seat and total(made_final(state.crosses[other], most_points(state, other))) >= mine:
            return False
    return True


def total(crosses: Six) -> int:
    points = 0
    for colour in range(6):
        points += row_points(crosses[colour])
    for column in range(1, FIELD_COLUMNS + 1):
        points += column_points(crosses, column)
    return points
