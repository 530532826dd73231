"""A finished game of Sixem as one seat played it: how fast, how lucky, and what its marks cost.

A mark is judged by the strongest bot: what each die that shows the number, and each X to erase or to give,
would leave of the chance to win. The numbers themselves must all be marked, so their order costs nothing.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from sixes.bots.sixem.evaluation import Scale, worth
from sixes.bots.sixem.levels import MASTER
from sixes.coach.errors import CoachError
from sixes.records import Played
from sixes.records.checks import is_int
from sixes.records.sixem import DEED_NAMES, read_marks
from sixes.rules import sixem
from sixes.rules.boards import cell_name
from sixes.rules.rounds import MARK, SixemMove, SixemState, playing
from sixes.rules.six import has, members

CLEAR = 0.01
"""A mark that costs less of the chance to win is about as good as the best."""


class MarkDecision(NamedTuple):
    """A mark, and the best one for the same number."""

    round: int
    chosen: SixemMove
    best: SixemMove
    cost: float
    """The share of the chance to win that it gave away, from 0 to 1."""
    cell: str
    best_cell: str

    @property
    def is_mistake(self) -> bool:
        return self.cost >= CLEAR


class Race(NamedTuple):
    """How a seat threw its dice; only records of servers tell."""

    throws: int
    """Throws of one or more dice, at least."""
    seconds: float
    """From the start to the end of the game."""
    stops: int
    """Rounds in which it had 1 to 6 first."""
    throws_to_stop: int
    expected_to_stop: float
    """What it needed for these, and what is needed on average."""

    @property
    def throws_a_second(self) -> float:
        return self.throws / self.seconds if self.seconds else 0.0


class SixemReview(NamedTuple):
    seat: int
    rounds: int
    won: bool
    race: Race | None
    decisions: list[MarkDecision]

    @property
    def cost(self) -> float:
        return sum(decision.cost for decision in self.decisions)

    @property
    def mistakes(self) -> list[MarkDecision]:
        """What was clearly worse than the best, the costliest first."""
        return sorted((one for one in self.decisions if one.is_mistake), key=lambda one: -one.cost)


def review_sixem(played: Played, seat: int) -> SixemReview:
    """Review a finished game of Sixem as a seat played it."""
    end: SixemState = played.states[-1]
    if not sixem.is_over(end):
        raise CoachError("coach.unfinished")
    if not 0 <= seat < played.seats:
        raise CoachError("coach.no_such_seat")
    decisions = [one for number in range(end.rounds) for one in _marks_of(played, number, seat)]
    return SixemReview(seat, end.rounds, has(sixem.winners(end), seat), race_of(played, seat), decisions)


def _marks_of(played: Played, number: int, seat: int) -> Iterator[MarkDecision]:
    """The marks of a seat in a round."""
    state: SixemState = played.states[number]
    told = played.record["rounds"][number]
    dice = tuple(tuple(faces or (0,) * 6) for faces in told["dice"]) + ((0,) * 6,) * (6 - len(told["dice"]))
    moves = read_marks(told["marks"], state.options.seats, playing(state), number + 1)
    state = sixem.begin_marking(state, told["stop"], dice)
    for _ in members(playing(state)):
        marker = state.round.marker
        for move in moves[marker]:
            if marker == seat:
                yield judged(state, move)
            state = sixem.mark(state, move)


def judged(state: SixemState, chosen: SixemMove) -> MarkDecision:
    """A mark beside all others of the same number."""
    seat, faces = chosen.seat, state.round.dice[chosen.seat]
    moves = [move for move in sixem.legal(state, seat) if move.kind == MARK]
    moves = [move for move in moves if faces[move.die] == faces[chosen.die]]
    mine = chance_after(state, chosen)
    best = max(moves, key=lambda move: chance_after(state, move))
    cost = max(chance_after(state, best) - mine, 0.0)
    best = best if cost else chosen
    cells = (cell_name(move.die, faces[move.die]) for move in (chosen, best))
    return MarkDecision(state.rounds + 1, chosen, best, cost, *cells)


def chance_after(state: SixemState, move: SixemMove) -> float:
    """A seat's chance to win after a mark: about its share of the worth of all boards."""
    scale = Scale(state.pattern, state.tied, MASTER.rows, MASTER.columns, MASTER.standing)
    boards = sixem.mark(state, move).boards
    worths = {seat: worth(boards[seat], scale) for seat in members(playing(state))}
    return worths[move.seat] / sum(worths.values())


def race_of(played: Played, seat: int) -> Race | None:
    """How fast a seat was, if the record tells."""
    match, rounds = played.record.get("match", {}), played.record["rounds"]
    throws = told_by(match, "dice", "throws")
    times = [told_by(match, "times", key) for key in ("started", "last")]
    if not all(map(is_int, times)) or times[1] < times[0] or not isinstance(throws, list):
        return None
    if len(throws) != len(rounds) or not all(are_throws(thrown, played.seats) for thrown in throws):
        return None
    each = [max(thrown[seat]) if thrown[seat] else 0 for thrown in throws]
    stopped = [thrown for thrown, told in zip(each, rounds, strict=True) if told["stop"] == seat]
    seconds = (times[1] - times[0]) / 1000
    return Race(sum(each), seconds, len(stopped), sum(stopped), len(stopped) * expected_throws(0))


def told_by(match: dict[str, Any], part: str, key: str) -> Any:
    """What a part of `match` says; None if it is not there. It may hold anything."""
    found = match.get(part)
    return found.get(key) if isinstance(found, dict) else None


def are_throws(thrown: object, seats: int) -> bool:
    """For each seat how often it threw each die in a round; null for one that is out."""
    if not isinstance(thrown, list) or len(thrown) != seats:
        return False
    lists = [one for one in thrown if one is not None]
    return all(
        isinstance(one, list) and len(one) == 6 and all(is_int(times) and times >= 1 for times in one)
        for one in lists
    )


@cache
def expected_throws(kept: int) -> float:
    """How many throws it takes on average to get from so many different numbers to all six."""
    if kept == 6:
        return 0.0
    faces, stays, on = range(6), 0, 0.0
    for thrown in product(faces, repeat=6 - kept):
        now = len({*thrown, *range(kept)})
        if now == kept:
            stays += 1
        else:
            on += expected_throws(now)
    ways: int = len(faces) ** (6 - kept)
    return (ways + on) / (ways - stays)


def sixem_document(review: SixemReview) -> dict[str, Any]:
    return {
        "game": "sixem",
        "seat": review.seat,
        "by": "values",
        "rounds": review.rounds,
        "won": review.won,
        "race": review.race and review.race._asdict() | {"throws_a_second": review.race.throws_a_second},
        "cost": review.cost,
        "decisions": [_decision_document(one) for one in review.decisions],
    }


def _decision_document(one: MarkDecision) -> dict[str, Any]:
    return {
        "turn": one.round,
        "kind": "mark",
        "chosen": _mark_document(one.chosen, one.cell),
        "best": _mark_document(one.best, one.best_cell),
        "cost": one.cost,
        "mistake": one.is_mistake,
    }


def _mark_document(move: SixemMove, cell: str) -> dict[str, Any]:
    return {"cell": cell} | ({DEED_NAMES[move.deed]: move.other} if move.deed else {})
