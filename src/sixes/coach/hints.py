"""What a player alone could do now: keep the roll or not, and the best crossings, each with its value."""

from typing import NamedTuple

from sixes.coach.errors import CoachError
from sixes.coach.reasons import Reason, why
from sixes.coach.review import points
from sixes.coach.solo import SoloValues
from sixes.rules.sheets import box_names
from sixes.rules.six import NONE
from sixes.rules.turns import DECIDING, ROLLING, SixtoState

SHOWN = 3


class CrossingHint(NamedTuple):
    boxes: tuple[str, ...]
    value: float
    reason: Reason


class Hint(NamedTuple):
    """Values are expected final points."""

    keep: float
    again: float | None
    """What the second roll is worth, while the player may choose it."""
    crossings: list[CrossingHint]
    """The best first."""


def hint(state: SixtoState, values: SoloValues) -> Hint:
    """A hint for a player alone who has rolled."""
    if state.seats != 1:
        raise CoachError("coach.only_alone")
    if state.turn.phase == ROLLING or state.ends:
        raise CoachError("coach.nothing_to_decide")
    ranked = values.crossings(state)[:SHOWN]
    others = [ranked[1].boxes if len(ranked) > 1 else NONE, *(one.boxes for one in ranked[:1] * SHOWN)]
    crossings = [
        CrossingHint(tuple(box_names(one.boxes)), points(one.value), why(state, one.boxes, other))
        for one, other in zip(ranked, others, strict=False)
    ]
    again = points(values.before_second_roll(state)) if state.turn.phase == DECIDING else None
    return Hint(crossings[0].value, again, crossings)
