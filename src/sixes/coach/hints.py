"""What a position of Sixto alone is worth, and what to do there: keep the roll or not, and what to cross."""

from typing import NamedTuple

from sixes.coach.errors import CoachError
from sixes.coach.reasons import Reason, why
from sixes.coach.solo import points, values_of
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

    @property
    def value(self) -> float:
        """What the position is worth, if the better is done."""
        return self.keep if self.again is None else max(self.keep, self.again)


def hint(state: SixtoState) -> Hint:
    """A hint for a player alone who has rolled."""
    if state.seats != 1:
        raise CoachError("coach.only_alone")
    if state.turn.phase == ROLLING:
        raise CoachError("coach.nothing_to_decide")
    values = values_of(state.sheets[0])
    ranked = values.crossings(state)[:SHOWN]
    best, second = ranked[0].boxes, ranked[1].boxes if len(ranked) > 1 else NONE
    crossings = [
        CrossingHint(
            tuple(box_names(boxes)), points(value), why(state, boxes, second if boxes == best else best)
        )
        for value, boxes in ranked
    ]
    again = points(values.before_second_roll(state)) if state.turn.phase == DECIDING else None
    return Hint(crossings[0].value, again, crossings)


def value(state: SixtoState, seat: int = 0) -> float:
    """The expected final points of a position of Sixto alone; of a finished game its points."""
    if state.seats != 1 or seat != 0:
        raise CoachError("coach.only_alone")
    if state.turn.phase == ROLLING:
        return points(values_of(state.sheets[0]).before_roll(state))
    return hint(state).value
