"""Sixto by evaluating one's own sheet: at a table with fixed weights, alone as in `solo`.

Of the others it considers only what they announce: it takes what is left in colours that they close. The
numbers were tuned by simulation on sheets A to L.
"""

from sixes.bots.sixto import solo
from sixes.bots.sixto.evaluation import ONE, SixtoWeights, best_boxes, is_good_roll
from sixes.bots.sixto.nearest import with_last_chances
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState, announced

WEIGHTS = SixtoWeights(
    neighbour=50 * ONE,
    skipped=16 * ONE,
    further_right=1 * ONE,
    column=2 * ONE,
    target_lost=20 * ONE,
    roll=70 * ONE,
)


def keeps(state: SixtoState, seat: int) -> bool:
    if state.seats == 1:
        return solo.is_good(state, solo.crossing(state))
    return is_good_roll(state, seat, WEIGHTS)


def crossing(state: SixtoState, seat: int) -> Six:
    if state.seats == 1:
        return solo.crossing(state)
    wanted, _ = best_boxes(state, seat, WEIGHTS)
    return with_last_chances(state, seat, wanted, announced(state))
