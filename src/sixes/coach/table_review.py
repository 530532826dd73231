"""A finished game at a table of Sixto as one seat played it."""

from collections.abc import Iterator

from sixes.coach.accounts import (
    AGAIN,
    CROSS,
    KEEP,
    ROLL,
    TABLE_ERRORS,
    Decision,
    Margin,
    Others,
    Review,
    Roll,
    crossed_between,
    decision_to_cross,
    decision_to_roll,
)
from sixes.coach.solo import points, with_dice
from sixes.coach.tables import Standing, TableValues, only_closing, with_half
from sixes.records import Played
from sixes.rules import sixto
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState


class TableReviewer:
    """Judges decisions by what a seat knew: the dice, and the closing crosses that others announced."""

    def __init__(self, played: Played) -> None:
        self._states: list[SixtoState] = played.states
        self._rolls: list[list[Six]] = [list(map(tuple, turn["rolls"])) for turn in played.record["turns"]]
        first = self._states[0]
        self._values = TableValues(first.sheets[: first.seats])

    def review(self, seat: int) -> Review:
        """The account of a seat, with its margin."""
        mine, theirs = self._account(seat), self._account(rival_of(self._states[-1], seat))
        gap, start, luck = mine.final - theirs.final, mine.start - theirs.start, mine.luck - theirs.luck
        return mine._replace(margin=Margin(theirs.seat, gap, start, luck, theirs.cost - mine.cost))

    def _account(self, seat: int) -> Review:
        start = self._values.standing(self._states[0], seat)
        steps = [step for number in range(len(self._rolls)) for step in self._turn(number, seat)]
        final = float(sixto.score(self._states[-1], seat).total)
        return Review(seat, points(start.value), final, steps, win=start.win)

    def _turn(self, number: int, seat: int) -> Iterator[Roll | Others | Decision]:
        """What happened in a turn, each step from the value that the one before left."""
        before, after, rolls = self._states[number], self._states[number + 1], self._rolls[number]
        now, wanted = self._values.standing(before, seat), crossed_between(before, after, seat)
        fixed, decides = with_dice(before, rolls[-1]), seat == before.active
        if decides:
            first, kept = with_dice(before, rolls[0]), len(rolls) == 1
            keep = self._values.best(first, seat, *([wanted] if kept else []))
            again = self._values.standing(before, seat, second=True)
            better = max(keep, again)
            yield Roll(number + 1, rolls[0], points(better.value - now.value), None, better.win)
            yield self._rolling(first, keep, again, kept)
            now = keep if kept else again
        if not decides or len(rolls) > 1:
            best = self._values.best(fixed, seat, wanted)
            yield Roll(number + 1, rolls[-1], points(best.value - now.value), None, best.win)
            now = best
        decision = self._crossing(with_announced(fixed, after, seat), seat, wanted)
        yield decision
        then = self._values.standing(after, seat)
        yield Others(number + 1, points(then.value - now.value) + decision.cost, then.win)

    def _rolling(self, state: SixtoState, keep: Standing, again: Standing, kept: bool) -> Decision:
        """Whether it was right for the active player to keep the first roll."""
        decision = decision_to_roll(state, kept, keep.value, again.value, TABLE_ERRORS[ROLL])
        wins = {KEEP: keep.win, AGAIN: again.win}
        return decision._replace(win=wins[decision.chosen], best_win=wins[decision.best])

    def _crossing(self, state: SixtoState, seat: int, wanted: Six) -> Decision:
        """What was crossed, beside the best crossing."""
        ranked = self._values.crossings(state, seat, wanted)
        decision = decision_to_cross(state, seat, ranked, wanted, TABLE_ERRORS[CROSS])
        best = wanted if decision.best == decision.chosen else ranked[0].boxes
        win, best_win = (
            self._values.standing(self._values.after(state, seat, boxes), seat).win
            for boxes in (wanted, best)
        )
        return decision._replace(win=win, best_win=best_win)


def with_announced(state: SixtoState, after: SixtoState, seat: int) -> SixtoState:
    """The state as a seat sees it before it is done: it knows which crosses of others close colours."""
    for other in range(state.seats):
        if other != seat:
            made = crossed_between(state, after, other)
            state = with_half(state, other, only_closing(state.crosses[other], made))
    return state


def rival_of(end: SixtoState, seat: int) -> int:
    """The best of the others; of equals the next one clockwise."""
    others = [(seat + step) % end.seats for step in range(1, end.seats)]
    return max(others, key=lambda other: (sixto.score(end, other).total, sixto.score(end, other).crosses))
