"""Sixto at a table with the standings in mind: by a taste for boxes and rolls, until the game can be ended.

Whoever would win now closes the colours that end the game; others hold back while they have something else to
do.
"""

from sixes.bots.sixto.evaluation import Taste, is_good_roll, judged, total
from sixes.bots.sixto.nearest import closed_by, most_points, with_last_chances
from sixes.rules.rows import DICE_THAT_END, LAST_BOX, TARGET, closes, is_stuck, made_final
from sixes.rules.six import NONE, Six, count, has, put
from sixes.rules.turns import SixtoState, announced, open_boxes

LONG = 100
"""Turns: eight times what a game takes. All who wait for each other, or for better, wait no longer."""


def keeps(state: SixtoState, seat: int, taste: Taste) -> bool:
    """A roll that ends the game as one likes is kept; else one that is good by taste."""
    closing = closed_by(state.crosses[seat], crossing(state, seat, taste))
    return count(state.closed | closing) >= DICE_THAT_END or is_good_roll(state, seat, taste)


def crossing(state: SixtoState, seat: int, taste: Taste) -> Six:
    if state.turns >= LONG:
        return with_closings(state, seat, all_nearest(state, seat))
    if count(state.closed | announced(state)) >= DICE_THAT_END:
        return most_points(state, seat)
    wanted, _ = judged(state, seat, taste)
    return settled(state, seat, wanted)


def settled(state: SixtoState, seat: int, wanted: Six) -> Six:
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


def all_nearest(state: SixtoState, seat: int) -> Six:
    """In each row the nearest box that can be crossed, whatever it skips."""
    wanted = NONE
    for colour in range(6):
        boxes = open_boxes(state, seat, colour)
        wanted = put(wanted, colour, boxes & -boxes)
    return wanted


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


def with_closings(state: SixtoState, seat: int, wanted: Six) -> Six:
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


def wins(state: SixtoState, seat: int, wanted: Six) -> bool:
    """If the game ends now, whatever others still cross in this turn."""
    mine = total(made_final(state.crosses[seat], wanted))
    for other in range(state.seats):
        if other != seat and total(made_final(state.crosses[other], most_points(state, other))) >= mine:
            return False
    return True
