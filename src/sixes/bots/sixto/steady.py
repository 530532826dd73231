"""Sixto with judgement of one's own sheet: at a table by a taste for boxes, alone as `sixto_alone` tells.

Of others it minds only what they announce: it takes what is left in colours that they close. The numbers
were tuned by simulation on sheets A to L.
"""

from sixes.bots.sixto import solo as sixto_alone
from sixes.bots.sixto.evaluation import WHOLE, Taste, is_good_roll, judged
from sixes.bots.sixto.nearest import with_last_chances
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState, announced

TASTE = Taste(
    neighbour=50 * WHOLE,
    skipped=16 * WHOLE,
    further_right=1 * WHOLE,
    skipped_later=0,
    skipped_closed=0,
    column=2 * WHOLE,
    column_later=0,
    row=0,
    first_in_row=0,
    target_lost=20 * WHOLE,
    target=0,
    closing=0,
    roll=70 * WHOLE,
    roll_later=0,
    roll_closed=0,
    roll_ahead=0,
    others=0,
)


def keeps(state: SixtoState, seat: int) -> bool:
    if state.seats == 1:
        return sixto_alone.is_good(state, sixto_alone.crossing(state))
    return is_good_roll(state, seat, TASTE)


def crossing(state: SixtoState, seat: int) -> Six:
    """For each row the box that a seat wants to cross in this turn, or 0."""
    if state.seats == 1:
        return sixto_alone.crossing(state)
    wanted, _ = judged(state, seat, TASTE)
    return with_last_chances(state, seat, wanted, announced(state))
