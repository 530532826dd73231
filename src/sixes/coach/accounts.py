"""The account of a game for one seat: what the dice and the others gave, and what each decision cost.

Each position has a value in expected final points. Dice, and what others do, change it by luck; a decision
can only cost. So the final points are the value at the start, plus all luck, minus all costs, exactly.
"""

from typing import Any, NamedTuple

from sixes.coach.crossings import Ranked
from sixes.coach.reasons import Reason, why
from sixes.coach.solo import points
from sixes.rules.sheets import box_names
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState

ROLL, CROSS = "roll", "cross"
"""The kinds of decisions: whether to keep the first roll, and what to cross."""
KEEP, AGAIN = "keep", "again"
ERRORS = {ROLL: 1.4, CROSS: 1.0}
TABLE_ERRORS = {ROLL: 3.2, CROSS: 3.2}
"""Points: the standard error of a cost that is not zero, alone and at a table (`bench coach`)."""
SURE = 2.0
"""Standard errors; a decision that costs less is about as good as the best."""


class Roll(NamedTuple):
    """A roll, and what it gave."""

    turn: int
    dice: Six
    luck: float
    rank: float | None
    """The share of rolls that would have been worse at this moment; None at a table."""
    win: float | None = None
    """The chance to win after it; None alone."""


class Others(NamedTuple):
    """What the others did in a turn beyond what was expected of them."""

    turn: int
    luck: float
    win: float


class Decision(NamedTuple):
    """A choice of the player, and the best there was."""

    turn: int
    kind: str
    state: SixtoState
    seat: int
    chosen: Any
    best: Any
    value: float
    """Expected final points after the choice."""
    cost: float
    error: float
    """The standard error of the cost; 0 if the coach would choose the same."""
    reason: Reason | None
    """Why the best is better than what was chosen; None if it is what was chosen."""
    win: float | None = None
    best_win: float | None = None
    """The chance to win after the choice, and after the best one; None alone."""

    @property
    def is_mistake(self) -> bool:
        """Surely worse than the best: what costs points but raises the chance to win is not."""
        loses = self.win is None or self.best_win is None or self.win < self.best_win
        return loses and self.cost > 0 and self.cost >= SURE * self.error


class Margin(NamedTuple):
    """By how many points a seat won or lost, and where these come from; all that follows adds up to it."""

    rival: int
    """The winner; for the winner, the best of the others."""
    points: float
    start: float
    luck: float
    play: float
    """What the rival's decisions cost, less what one's own did."""


class Review(NamedTuple):
    """The whole game of one seat, in points."""

    seat: int
    start: float
    final: float
    steps: list[Roll | Others | Decision]
    """In the order of the game."""
    percentile: int | None = None
    """How many of 100 games of the expert on this sheet have fewer points; None on a sheet of one's own."""
    possible: int | None = None
    """Points that somebody who knew the dice beforehand could have reached, at least; None at a table."""
    win: float | None = None
    """The chance to win at the start; None alone."""
    margin: Margin | None = None
    playouts: int = 0
    """Games played on after each choice to measure its cost; 0 if costs are by values."""

    @property
    def by(self) -> str:
        """What the costs rest on."""
        return "playouts" if self.playouts else "values"

    @property
    def rolls(self) -> list[Roll]:
        return [step for step in self.steps if isinstance(step, Roll)]

    @property
    def others(self) -> list[Others]:
        return [step for step in self.steps if isinstance(step, Others)]

    @property
    def decisions(self) -> list[Decision]:
        return [step for step in self.steps if isinstance(step, Decision)]

    @property
    def luck(self) -> float:
        return sum(step.luck for step in self.steps if not isinstance(step, Decision))

    @property
    def cost(self) -> float:
        return sum(decision.cost for decision in self.decisions)

    @property
    def mistakes(self) -> list[Decision]:
        """What is surely worse than the best, the costliest first."""
        return sorted((one for one in self.decisions if one.is_mistake), key=lambda one: -one.cost)


def decision_to_roll(state: SixtoState, kept: bool, keep: int, again: int, error: float) -> Decision:
    """Whether it was right for the active player to keep the first roll; values are in 64ths of a point."""
    best = KEEP if keep > again or (keep == again and kept) else AGAIN
    chosen, value = (KEEP, keep) if kept else (AGAIN, again)
    cost, reason = max(keep, again) - value, None if best == chosen else Reason(f"{best}_roll", {})
    sums = (points(value), points(cost), error if cost else 0.0)
    return Decision(state.turns + 1, ROLL, state, state.active, chosen, best, *sums, reason)


def decision_to_cross(
    state: SixtoState, seat: int, ranked: list[Ranked], wanted: Six, error: float
) -> Decision:
    """What a seat crossed, beside the best of these crossings; it is among them."""
    value = next(one.value for one in ranked if one.boxes == wanted)
    best = wanted if ranked[0].value == value else ranked[0].boxes
    cost, reason = ranked[0].value - value, None if best == wanted else why(state, seat, best, wanted)
    names = (tuple(box_names(wanted)), tuple(box_names(best)))
    sums = (points(value), points(cost), error if cost else 0.0)
    return Decision(state.turns + 1, CROSS, state, seat, *names, *sums, reason)


def crossed_between(before: SixtoState, after: SixtoState, seat: int) -> Six:
    """The boxes that a seat crossed in a turn, by row."""
    return tuple(new & ~old for old, new in zip(before.crosses[seat], after.crosses[seat], strict=True))
