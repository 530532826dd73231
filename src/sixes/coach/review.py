"""Review a finished game of Sixto, alone or at a table."""

from collections.abc import Iterator

from sixes.coach.accounts import (
    CROSS,
    ERRORS,
    ROLL,
    Decision,
    Others,
    Review,
    Roll,
    crossed_between,
    decision_to_cross,
    decision_to_roll,
)
from sixes.coach.clairvoyant import best_with_dice
from sixes.coach.errors import CoachError
from sixes.coach.percentiles import percentile
from sixes.coach.solo import SoloValues, points, with_dice
from sixes.coach.table_review import TableReviewer
from sixes.records import Played
from sixes.rules import sixto
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState


def review(played: Played, seat: int = 0) -> Review:
    """Review a finished game of Sixto as a seat played it."""
    if played.record["game"] != "sixto":
        raise CoachError("coach.only_sixto")
    if not sixto.is_over(played.states[-1]):
        raise CoachError("coach.unfinished")
    if not 0 <= seat < played.seats:
        raise CoachError("coach.no_such_seat")
    return SoloReviewer(played).review() if played.seats == 1 else TableReviewer(played).review(seat)


class SoloReviewer:
    """Reviews a game alone."""

    def __init__(self, played: Played) -> None:
        self._states: list[SixtoState] = played.states
        self._rolls: list[list[Six]] = [list(map(tuple, turn["rolls"])) for turn in played.record["turns"]]
        self._values = SoloValues(self._states[0].sheets[0])

    def review(self) -> Review:
        values, first = self._values, self._states[0]
        steps: list[Roll | Others | Decision] = [
            step for number in range(len(self._rolls)) for step in self._turn(number)
        ]
        start, final = values.before_roll(first), sixto.score(self._states[-1], 0).total
        possible = best_with_dice(values, first, self._rolls, final)
        return Review(0, points(start), float(final), steps, percentile(first.sheets[0], final), possible)

    def _turn(self, number: int) -> Iterator[Roll | Decision]:
        """The rolls and decisions of a turn, each from the value that the one before left."""
        values, before = self._values, self._states[number]
        wanted, rolls = crossed_between(before, self._states[number + 1], 0), self._rolls[number]
        keeps, state = len(rolls) == 1, with_dice(before, rolls[0])
        ranked = values.crossings(state, *([wanted] if keeps else []))
        kept, again = ranked[0].value, values.before_second_roll(before)
        yield self._roll(state, max(kept, again) - values.before_roll(before))
        yield decision_to_roll(state, keeps, kept, again, ERRORS[ROLL])
        if not keeps:
            state = with_dice(before, rolls[1])
            ranked = values.crossings(state, wanted)
            yield self._roll(state, ranked[0].value - again, second=True)
        yield decision_to_cross(state, 0, ranked, wanted, ERRORS[CROSS])

    def _roll(self, state: SixtoState, luck: int, second: bool = False) -> Roll:
        rank = self._values.rank_of_roll(state, second)
        return Roll(state.turns + 1, state.turn.dice, points(luck), rank)
