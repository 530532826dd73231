"""Sixto at a table: boxes and rolls by weights, until the game can be ended.

A player who would win now closes the colours that end the game. A player who would lose does not close them
while there is something else to do.
"""

from sixes.bots.sixto.evaluation import SixtoWeights, best_boxes, is_good_roll, total
from sixes.bots.sixto.nearest import closed_by, most_points, with_last_chances
from sixes.rules.rows import DICE_THAT_END, LAST_BOX, TARGET, can_cross_more, closes, made_final
from sixes.rules.six import NONE, Six, count, has, put
from sixes.rules.turns import SixtoState, announced, open_boxes

LONG = 100
"""Turns, eight times as many as a usual game has. After these nobody holds back any more."""


def keeps(state: SixtoState, seat: int, weights: SixtoWeights) -> bool:
    """Keep a roll with which one ends the game, or that is good by the weights."""
    closing = closed_by(state.crosses[seat], crossing(state, seat, weights))
    return count(state.closed | closing) >= DICE_THAT_END or is_good_roll(state, seat, weights)


def crossing(state: SixtoState, seat: int, weights: SixtoWeights) -> Six:
    if state.turns >= LONG:
        return with_closings(state, seat, all_nearest(state, seat))
    if count(state.closed | announced(state)) >= DICE_THAT_END:
        return most_points(state, seat)
    wanted, _ = best_boxes(state, seat, weights)
    return with_endgame(state, seat, wanted)


def with_endgame(state: SixtoState, seat: int, wanted: Six) -> Six:
    """The wanted boxes, changed if the game can be ended now: end it to win, otherwise hold back."""
    closing, crosses = announced(state), state.crosses[seat]
    gone = state.closed | closing
    if count(gone) >= DICE_THAT_END:  # others end it
        return wanted
    if count(gone | closable(crosses)) >= DICE_THAT_END:
        ending = with_closings(state, seat, most_points(state, seat))
        if count(gone | closed_by(crosses, ending)) >= DICE_THAT_END:
            if wins(state, seat, ending):
                return ending
            if can_cross_more(crosses, gone | closable(crosses)):  # or, if all held back, no game would end
                wanted = without_closings(crosses, wanted, closing)
    return with_last_chances(state, seat, wanted, closing)


def all_nearest(state: SixtoState, seat: int) -> Six:
    """In each row the leftmost box that can be crossed, whatever it skips."""
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


def with_closings(state: SixtoState, seat: int, wanted: Six) -> Six:
    """The same boxes, but with every colour closed that can be."""
    for colour in range(6):
        crosses, boxes = state.crosses[seat][colour], open_boxes(state, seat, colour) & TARGET
        box = boxes & -boxes
        if closes(crosses | box) and not closes(crosses | wanted[colour]):
            wanted = put(wanted, colour, box)
    return wanted


def without_closings(crosses: Six, wanted: Six, announced: int) -> Six:
    for colour in range(6):
        if closes(crosses[colour] | wanted[colour]) and not has(announced, colour):
            wanted = put(wanted, colour, 0)
    return wanted


def wins(state: SixtoState, seat: int, wanted: Six) -> bool:
    """Whether the seat wins if the game ends now, whatever others still cross in this turn."""
    mine = total(made_final(state.crosses[seat], wanted))
    for other in range(state.seats):
        if other != seat and total(made_final(state.crosses[other], most_points(state, other))) >= mine:
            return False
    return True
