"""What a position of Sixto is worth to a seat, and what to do there: keep the roll or not, what to cross."""

from typing import NamedTuple

from sixes.coach.crossings import Ranked
from sixes.coach.errors import CoachError
from sixes.coach.reasons import Reason, why
from sixes.coach.solo import points, values_of
from sixes.coach.tables import Standing, TableValues, table_values
from sixes.rules import sixto
from sixes.rules.sheets import box_names
from sixes.rules.six import NONE
from sixes.rules.turns import DECIDING, ROLLING, SixtoState

SHOWN = 3


class Value(NamedTuple):
    """What a position is worth to a seat."""

    points: float
    """Expected final points."""
    win: float | None = None
    """The chance to win, from 0 to 1; None alone."""
    rank: float | None = None
    """The expected rank from 1; None alone."""


class CrossingHint(NamedTuple):
    boxes: tuple[str, ...]
    value: float
    reason: Reason
    win: float | None = None


class Hint(NamedTuple):
    """Values are expected final points."""

    keep: float
    again: float | None
    """What the second roll is worth, while the player may choose it."""
    crossings: list[CrossingHint]
    """The best first."""
    again_win: float | None = None
    """The chance to win with the second roll; None alone."""

    @property
    def value(self) -> float:
        """What the position is worth, if the better is done."""
        return self.keep if self.again is None else max(self.keep, self.again)


def hint(state: SixtoState, seat: int | None = None) -> Hint:
    """A hint after a roll: for the active player, or for another seat, which can only cross."""
    seat = state.active if seat is None else seat
    check_seat(state, seat)
    if state.turn.phase == ROLLING or sixto.is_over(state):
        raise CoachError("coach.nothing_to_decide")
    if state.seats == 1:
        return solo_hint(state)
    return table_hint(values_at(state), state, seat)


def value(state: SixtoState, seat: int = 0) -> Value:
    """What a position is worth to a seat; a finished game is worth its points, its win and its rank."""
    check_seat(state, seat)
    if state.seats == 1:
        solo = values_of(state.sheets[0])
        return Value(
            points(solo.before_roll(state)) if state.turn.phase == ROLLING else solo_hint(state).value
        )
    standing = table_standing(values_at(state), state, seat)
    return Value(points(standing.value), standing.win, standing.rank)


def study(state: SixtoState, seat: int) -> tuple[Value, Hint | None]:
    """What a position is worth to a seat and, after a roll, what to do there."""
    told = None if state.turn.phase == ROLLING else hint(state, seat)
    if told and state.seats == 1:
        return Value(told.value), told
    return value(state, seat), told


def solo_hint(state: SixtoState) -> Hint:
    values = values_of(state.sheets[0])
    crossings = explained(state, 0, values.crossings(state)[:SHOWN], [None] * SHOWN)
    again = points(values.before_second_roll(state)) if state.turn.phase == DECIDING else None
    return Hint(crossings[0].value, again, crossings)


def table_hint(values: TableValues, state: SixtoState, seat: int) -> Hint:
    ranked = values.crossings(state, seat)[:SHOWN]
    wins = [values.standing(values.after(state, seat, one.boxes), seat).win for one in ranked]
    crossings, again = explained(state, seat, ranked, wins), None
    if state.turn.phase == DECIDING and seat == state.active:
        again = values.standing(state, seat, second=True)
    return Hint(crossings[0].value, again and points(again.value), crossings, again and again.win)


def table_standing(values: TableValues, state: SixtoState, seat: int) -> Standing:
    """What a position is worth to a seat, if everybody does what is expected of them."""
    if state.turn.phase == ROLLING or sixto.is_over(state):
        return values.standing(state, seat)
    kept = values.best(state, seat)
    if state.turn.phase != DECIDING:
        return kept
    again = values.standing(state, seat, second=True)
    if seat == state.active:
        return max(kept, again)
    return kept if values.keeps(state) else again


def explained(
    state: SixtoState, seat: int, ranked: list[Ranked], wins: list[float] | list[None]
) -> list[CrossingHint]:
    """The crossings with why: the best beside the second, the others beside the best."""
    best, second = ranked[0].boxes, ranked[1].boxes if len(ranked) > 1 else NONE
    return [
        CrossingHint(
            tuple(box_names(boxes)),
            points(value),
            why(state, seat, boxes, second if boxes == best else best),
            win,
        )
        for (value, boxes), win in zip(ranked, wins, strict=False)
    ]


def values_at(state: SixtoState) -> TableValues:
    return table_values(state.sheets[: state.seats])


def check_seat(state: SixtoState, seat: int) -> None:
    if not 0 <= seat < state.seats:
        raise CoachError("coach.no_such_seat")
