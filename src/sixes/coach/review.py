"""A finished game of Sixto alone, decision by decision: what the dice gave, and what each choice cost.

Each position has a value in expected final points. A roll changes it by luck; a decision can only cost.
So the final points are the value at the start, plus all luck, minus all costs, exactly.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sixes.bots.sixto.features import POINT
from sixes.coach.errors import CoachError
from sixes.coach.solo import SoloValues, with_dice
from sixes.records import Played
from sixes.rules import sixto
from sixes.rules.sheets import BOXES, box_names
from sixes.rules.six import NONE, Six, put
from sixes.rules.turns import SixtoState

KEEP, ROLL = "keep", "roll"
ROLLING_AGAIN, CROSSING = "again", "cross"
"""The kinds of decisions: to keep a roll or to roll again, and what to cross."""
ERROR = 0.6
"""Points: the standard error of a cost by these values (`bench coach`)."""
SURE = 2 * ERROR
"""A decision that costs less than this is about as good as the best."""


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

    @property
    def is_mistake(self) -> bool:
        return self.cost >= SURE


class Review(NamedTuple):
    """The whole game, in points."""

    start: float
    final: float
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
        start = self._values.before_roll(self._states[0])
        return Review(start / POINT, float(sixto.score(self._states[-1], 0).total), steps)

    def _turn(self, number: int) -> Iterator[Roll | Decision]:
        values, before = self._values, self._states[number]
        rolls = [tuple(roll) for roll in self._turns[number]["rolls"]]
        wanted = boxes_of(self._turns[number]["crosses"][0])
        crossed = wanted if len(rolls) == 1 else None
        state = with_dice(before, rolls[0])
        kept, again = self._best(state, crossed), values.before_second_roll(before)
        best, turn = max(kept, again), number + 1
        yield Roll(turn, rolls[0], points(best - values.before_roll(before)), values.rank_of_roll(state, False))
        chosen = kept if len(rolls) == 1 else again
        names = (KEEP if len(rolls) == 1 else ROLL, KEEP if kept >= again else ROLL)
        yield Decision(turn, ROLLING_AGAIN, state, *names, points(chosen), points(best - chosen))
        if len(rolls) == 2:
            state = with_dice(before, rolls[1])
            kept = self._best(state, wanted)
            yield Roll(turn, rolls[1], points(kept - again), values.rank_of_roll(state, True))
        yield self._crossing(turn, state, wanted)

    def _best(self, state: SixtoState, crossed: Six | None) -> int:
        """The value of the best crossing, among them the one that was made."""
        return self._values.crossings(state, *([] if crossed is None else [crossed]))[0].value

    def _crossing(self, turn: int, state: SixtoState, wanted: Six) -> Decision:
        ranked = self._values.crossings(state, wanted)
        value = next(one.value for one in ranked if one.boxes == wanted)
        best = ranked[0] if ranked[0].value > value else ranked[0]._replace(boxes=wanted)
        return Decision(
            turn, CROSSING, state, box_names(wanted), box_names(best.boxes), points(value), points(best.value - value)
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
