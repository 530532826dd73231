"""A finished game of Sixto alone, decision by decision: what the dice gave, and what each choice cost.

Each position has a value in expected final points. A roll changes it by luck; a decision can only cost.
So the final points are the value at the start, plus all luck, minus all costs, exactly.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sixes.coach.clairvoyant import best_with_dice
from sixes.coach.crossings import Ranked
from sixes.coach.errors import CoachError
from sixes.coach.percentiles import percentile
from sixes.coach.reasons import Reason, why
from sixes.coach.solo import SoloValues, points, with_dice
from sixes.records import Played
from sixes.rules import sixto
from sixes.rules.sheets import box_names
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState

ROLL, CROSS = "roll", "cross"
"""The kinds of decisions: whether to keep the first roll, and what to cross."""
KEEP, AGAIN = "keep", "again"
ERRORS = {ROLL: 1.4, CROSS: 1.0}
"""Points: the standard error of a cost that is not zero (`bench coach`)."""
SURE = 2.0
"""Standard errors; a decision that costs less is about as good as the best."""


class Roll(NamedTuple):
    """A roll, and what it gave."""

    turn: int
    dice: Six
    luck: float
    rank: float
    """The share of rolls that would have been worse at this moment."""


class Decision(NamedTuple):
    """A choice of the player, and the best there was."""

    turn: int
    kind: str
    state: SixtoState
    chosen: Any
    best: Any
    value: float
    """Expected final points after the choice."""
    cost: float
    reason: Reason | None
    """Why the best is better than what was chosen; None if it is what was chosen."""

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return ERRORS[self.kind] if self.cost else 0.0

    @property
    def is_mistake(self) -> bool:
        return 0 < SURE * self.error <= self.cost


class Review(NamedTuple):
    """The whole game, in points."""

    start: float
    final: float
    percentile: int | None
    """How many of 100 games of the expert on this sheet have fewer points; None on a sheet of one's own."""
    possible: int
    """Points that somebody who knew the dice beforehand could have reached, at least."""
    steps: list[Roll | Decision]
    """In the order of the game."""

    @property
    def rolls(self) -> list[Roll]:
        return [step for step in self.steps if isinstance(step, Roll)]

    @property
    def decisions(self) -> list[Decision]:
        return [step for step in self.steps if isinstance(step, Decision)]

    @property
    def luck(self) -> float:
        return sum(roll.luck for roll in self.rolls)

    @property
    def cost(self) -> float:
        return sum(decision.cost for decision in self.decisions)

    @property
    def mistakes(self) -> list[Decision]:
        """What is surely worse than the best, the costliest first."""
        return sorted((one for one in self.decisions if one.is_mistake), key=lambda one: -one.cost)


def review(played: Played) -> Review:
    """Review a finished game of Sixto alone."""
    if played.record["game"] != "sixto":
        raise CoachError("coach.only_sixto")
    if not sixto.is_over(played.states[-1]):
        raise CoachError("coach.unfinished")
    if played.seats != 1:
        raise CoachError("coach.only_alone")
    return SoloReviewer(played).review()


class SoloReviewer:
    def __init__(self, played: Played) -> None:
        self._states: list[SixtoState] = played.states
        self._rolls: list[list[Six]] = [list(map(tuple, turn["rolls"])) for turn in played.record["turns"]]
        self._values = SoloValues(self._states[0].sheets[0])

    def review(self) -> Review:
        values, first = self._values, self._states[0]
        steps = [step for number in range(len(self._rolls)) for step in self._turn(number)]
        start, final = values.before_roll(first), sixto.score(self._states[-1], 0).total
        possible = best_with_dice(values, first, self._rolls, final)
        return Review(points(start), float(final), percentile(first.sheets[0], final), possible, steps)

    def _turn(self, number: int) -> Iterator[Roll | Decision]:
        """The rolls and decisions of a turn, each from the value that the one before left."""
        values, before = self._values, self._states[number]
        wanted, rolls = crossed_between(before, self._states[number + 1]), self._rolls[number]
        keeps, state = len(rolls) == 1, with_dice(before, rolls[0])
        ranked = values.crossings(state, *([wanted] if keeps else []))
        kept, again = ranked[0].value, values.before_second_roll(before)
        yield self._roll(state, max(kept, again) - values.before_roll(before))
        yield decision_to_roll(state, keeps, kept, again)
        if not keeps:
            state = with_dice(before, rolls[1])
            ranked = values.crossings(state, wanted)
            yield self._roll(state, ranked[0].value - again, second=True)
        yield decision_to_cross(state, ranked, wanted)

    def _roll(self, state: SixtoState, luck: int, second: bool = False) -> Roll:
        rank = self._values.rank_of_roll(state, second)
        return Roll(state.turns + 1, state.turn.dice, points(luck), rank)


def decision_to_roll(state: SixtoState, keeps: bool, kept: int, again: int) -> Decision:
    """Whether it was right to keep the first roll."""
    best = KEEP if kept > again or (kept == again and keeps) else AGAIN
    chosen, value = (KEEP, kept) if keeps else (AGAIN, again)
    reason, cost = None if best == chosen else Reason(f"{best}_roll", {}), max(kept, again) - value
    return Decision(state.turns + 1, ROLL, state, chosen, best, points(value), points(cost), reason)


def decision_to_cross(state: SixtoState, ranked: list[Ranked], wanted: Six) -> Decision:
    """What was crossed, beside the best of these crossings; it is among them."""
    value = next(one.value for one in ranked if one.boxes == wanted)
    best = wanted if ranked[0].value == value else ranked[0].boxes
    cost, reason = ranked[0].value - value, None if best == wanted else why(state, best, wanted)
    names = (tuple(box_names(wanted)), tuple(box_names(best)))
    return Decision(state.turns + 1, CROSS, state, *names, points(value), points(cost), reason)


def crossed_between(before: SixtoState, after: SixtoState) -> Six:
    """The boxes that were crossed in a turn, by row."""
    return tuple(new & ~old for old, new in zip(before.crosses[0], after.crosses[0], strict=True))
