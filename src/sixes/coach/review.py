"""A finished game of Sixto alone, decision by decision: what the dice gave, and what each choice cost.

Each position has a value in expected final points. A roll changes it by luck; a decision can only cost.
So the final points are the value at the start, plus all luck, minus all costs, exactly.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sixes.bots.sixto.features import POINT
from sixes.coach.clairvoyant import best_with_dice
from sixes.coach.errors import CoachError
from sixes.coach.percentiles import percentile
from sixes.coach.reasons import Reason, why
from sixes.coach.solo import SoloValues, with_dice
from sixes.records import Played
from sixes.rules import sixto
from sixes.rules.sheets import BOXES, box_names
from sixes.rules.six import NONE, Six, put
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
        self._turns = played.record["turns"]
        self._values = SoloValues(self._states[0].sheets[0])

    def review(self) -> Review:
        steps = [step for number in range(len(self._turns)) for step in self._turn(number)]
        start, final = self._values.before_roll(self._states[0]), sixto.score(self._states[-1], 0).total
        rolls = [[tuple(roll) for roll in turn["rolls"]] for turn in self._turns]
        possible = best_with_dice(self._values, self._states[0], rolls, final)
        return Review(
            points(start), float(final), percentile(self._states[0].sheets[0], final), possible, steps
        )

    def _turn(self, number: int) -> Iterator[Roll | Decision]:
        """The rolls and decisions of a turn, each from the value that the one before left."""
        before, turn = self._states[number], self._turns[number]
        dice, wanted = [tuple(roll) for roll in turn["rolls"]], boxes_of(turn["crosses"][0])
        first = with_dice(before, dice[0])
        kept, again = self._best(first, wanted, made=len(dice) == 1), self._values.before_second_roll(before)
        yield self._roll(number, dice[0], max(kept, again) - self._values.before_roll(before))
        yield decision_to_roll(number, first, len(dice) == 1, kept, again)
        state = first
        if len(dice) == 2:
            state = with_dice(before, dice[1])
            yield self._roll(number, dice[1], self._best(state, wanted) - again, second=True)
        yield self._crossing(number, state, wanted)

    def _roll(self, number: int, dice: Six, luck: int, second: bool = False) -> Roll:
        state = with_dice(self._states[number], dice)
        return Roll(number + 1, dice, points(luck), self._values.rank_of_roll(state, second))

    def _best(self, state: SixtoState, wanted: Six, made: bool = True) -> int:
        """The value of the best crossing; the one that was made with these dice is among them."""
        return self._values.crossings(state, *([wanted] if made else []))[0].value

    def _crossing(self, number: int, state: SixtoState, wanted: Six) -> Decision:
        ranked = self._values.crossings(state, wanted)
        value = next(one.value for one in ranked if one.boxes == wanted)
        best = wanted if ranked[0].value == value else ranked[0].boxes
        cost, reason = ranked[0].value - value, None if best == wanted else why(state, best, wanted)
        names = (tuple(box_names(wanted)), tuple(box_names(best)))
        return Decision(number + 1, CROSS, state, *names, points(value), points(cost), reason)


def decision_to_roll(number: int, state: SixtoState, keeps: bool, kept: int, again: int) -> Decision:
    """Whether it was right to keep the first roll."""
    best = KEEP if kept > again or (kept == again and keeps) else AGAIN
    chosen, value = (KEEP, kept) if keeps else (AGAIN, again)
    reason = None if best == chosen else Reason(f"{best}_roll", {})
    return Decision(
        number + 1, ROLL, state, chosen, best, points(value), points(max(kept, again) - value), reason
    )


def points(value: int) -> float:
    """Whole 64ths become points; floats hold these exactly."""
    return value / POINT


def boxes_of(names: list[str]) -> Six:
    """The boxes that a record names, by row."""
    boxes = NONE
    for name in names:
        colour, place = BOXES[name]
        boxes = put(boxes, colour, 1 << place)
    return boxes
