"""What the dice of a game allowed: the best sheet found for somebody who knew all rolls beforehand.

The search keeps the most promising sheets of each turn (a beam), so what it finds can be reached, but
something better may exist: it is a lower bound.
"""

from collections.abc import Sequence
from heapq import nlargest

from sixes.coach.solo import SoloValues, after_crossing, with_dice
from sixes.rules import sixto
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState

WIDTH = 12
"""Sheets kept after each turn."""
EACH = 6
"""Crossings tried from each."""


def best_with_dice(values: SoloValues, start: SixtoState, rolls: Sequence[Sequence[Six]], least: int) -> int:
    """The most points found with the rolls of each turn; `least` were reached in the game itself."""
    best, beam = least, [start]
    for number, turn in enumerate(rolls, 1):
        found: dict[SixtoState, int] = {}
        for state in beam:
            for dice in turn:
                rolled = with_dice(state, dice)
                for crossing in values.by_learnt_values(rolled)[:EACH]:
                    after = after_crossing(rolled, crossing.boxes)
                    if sixto.is_over(after) or number == len(rolls):
                        best = max(best, sixto.score(after, 0).total)
                    else:
                        found[after] = crossing.value
        beam = nlargest(WIDTH, found, key=lambda state: found[state])
    return best
