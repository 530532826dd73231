"""What a position of Sixto alone is worth, in expected final points, by the expert's learnt values.

The learnt values themselves err by about a point. So before a roll the coach looks one roll ahead: the value
is the mean, over a fixed set of rolls, of what the best crossing leaves. Only the most promising crossings
are compared so; the others are far behind.

All values are whole 64ths of a point: sums of luck and costs then add up exactly.
"""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from sixes.bots.sixto import expert, search
from sixes.bots.sixto.features import POINT, outlook
from sixes.coach.crossings import Ranked
from sixes.rules import sixto
from sixes.rules.sheets import Sheet
from sixes.rules.six import Six, has
from sixes.rules.turns import CROSSING, FRESH_TURN, SixtoState, Turn

SQUARES = 6
"""Latin squares of six rolls, in each of which every die shows 1 to 6 once: fairer than rolls by chance."""
CANDIDATES = 3
"""Crossings that are looked into."""
FAR_BEHIND = 4 * POINT
"""A crossing so much worse by learnt values is not looked into."""
SEED = 6


class Outlook(NamedTuple):
    """What the rolls of the fixed set bring from one position on, in 64ths of a point."""

    kept: list[int]
    """For each roll what its best crossing leaves."""
    again: int
    """What the second roll is worth, by learnt values."""

    @property
    def first(self) -> int:
        """Before the first roll: of each roll the better of keeping it and rolling again."""
        return round(sum(max(value, self.again) for value in self.kept) / len(self.kept))

    @property
    def second(self) -> int:
        """Before the second roll, which must be kept."""
        return round(sum(self.kept) / len(self.kept))


def fixed_rolls() -> list[Six]:
    chance = Random(SEED)
    columns = [[face for _ in range(SQUARES) for face in chance.sample(range(1, 7), 6)] for _ in range(6)]
    return list(zip(*columns, strict=True))


class SoloValues:
    """Values of all positions on one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._ahead = outlook(sheet)
        self._solo = expert.shipped_model().solo
        self._buffers = search.new_buffers()
        self._rolls = fixed_rolls()
        self.outlook = lru_cache(maxsize=4096)(self._outlook)

    def before_roll(self, state: SixtoState) -> int:
        """The value before the first roll of a turn; of a finished game its points."""
        if sixto.is_over(state):
            return sixto.score(state, 0).total * POINT
        return self.outlook(without_dice(state)).first

    def before_second_roll(self, state: SixtoState) -> int:
        return self.outlook(without_dice(state)).second

    def after(self, state: SixtoState, boxes: Six) -> int:
        """The value after a crossing."""
        return self.before_roll(after_crossing(state, boxes))

    def crossings(self, state: SixtoState, *others: Six) -> list[Ranked]:
        """The best crossings with this roll, and these others, the best first."""
        near = self.by_learnt_values(state)[:CANDIDATES]
        boxes = [one.boxes for one in near if one.value >= near[0].value - FAR_BEHIND]
        found = [Ranked(self.after(state, one), one) for one in dict.fromkeys((*boxes, *others))]
        return sorted(found, key=lambda one: -one.value)

    def rank_of_roll(self, state: SixtoState, second: bool) -> float:
        """The share of rolls that are worse than this one, in this position; equal ones count half."""
        ahead = self.outlook(without_dice(state))
        floor = search.WORTHLESS if second else ahead.again  # a first roll that is worse need not be kept
        mine = max(self.by_learnt_values(state)[0].value, floor)
        rolls = [max(value, floor) for value in ahead.kept]
        return sum((value < mine) + (value == mine) / 2 for value in rolls) / len(rolls)

    def _outlook(self, state: SixtoState) -> Outlook:
        solo, buffers = self._solo, self._buffers
        rolled = (with_dice(state, roll) for roll in self._rolls)
        kept = [expert.search_best(one, self._ahead, solo, buffers) for one in rolled]
        return Outlook(kept, expert.worth_again(state, solo, buffers))

    def by_learnt_values(self, state: SixtoState) -> list[Ranked]:
        """The best crossings with this roll, the best first, without looking ahead."""
        buffers, found = self._buffers, []
        expert.search_best(state, self._ahead, self._solo, buffers)
        for place, value in enumerate(buffers.best_value):
            if value > search.WORTHLESS:
                search.choose(place, buffers)
                found.append(Ranked(value, search.boxes_of(buffers)))
        return found


@lru_cache(maxsize=8)
def values_of(sheet: Sheet) -> SoloValues:
    """The values of all positions on a sheet; they remember what they looked into."""
    return SoloValues(sheet)


def points(value: int) -> float:
    """Whole 64ths become points; floats hold these exactly."""
    return value / POINT


def after_crossing(state: SixtoState, boxes: Six) -> SixtoState:
    return sixto.end_turn(state, (boxes, *FRESH_TURN.half[1:]))


def without_dice(state: SixtoState) -> SixtoState:
    """The position before the first roll of this turn."""
    return sixto.with_turn(state, FRESH_TURN)


def with_dice(state: SixtoState, dice: Six) -> SixtoState:
    """The position after a roll, of which dice of closed colours are taken away."""
    left = tuple(0 if has(state.closed, colour) else face for colour, face in enumerate(dice))
    return sixto.with_turn(state, Turn(CROSSING, left, FRESH_TURN.half, 0, FRESH_TURN.asked))
