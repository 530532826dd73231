"""What decisions cost in a game of Sixto alone, measured by play-outs. Needs `sixes[lab]`.

Where the player chose otherwise than the coach, the expert plays the game on many times after both choices,
with the same dice.
"""

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, resource_tracker
from typing import NamedTuple

from sixes.bots.sixto.features import POINT
from sixes.coach.accounts import KEEP, Decision, Others, Review, Roll
from sixes.coach.errors import CoachError
from sixes.coach.review import review
from sixes.coach.solo import points, values_of
from sixes.lab.sixto.playouts import CROSSED, POINTS, ROLL_AGAIN, Start, play_out
from sixes.lab.workers.pools import cores
from sixes.play.sixto.snapshot import rows_with
from sixes.records import Played
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState


class Comparison(NamedTuple):
    """Two choices in one position: boxes to cross, or None for the second roll."""

    state: SixtoState
    best: Six | None
    chosen: Six | None


class Measured(NamedTuple):
    """By how many points the best choice is better, and the standard error of that."""

    cost: float
    error: float


def review_by_playouts(played: Played, seat: int, games: int) -> Review:
    """Review a finished game alone; costs are measured with so many games after each choice."""
    if played.record["game"] != "sixto" or played.seats != 1:
        raise CoachError("coach.playouts_alone")
    told = review(played, seat)
    differing = [one for one in told.decisions if one.chosen != one.best]
    costs = in_processes(list(comparisons(told)), games)
    found = {(one.turn, one.kind): cost for one, cost in zip(differing, costs, strict=True)}
    return told._replace(steps=with_costs(told.steps, found), playouts=games)


def comparisons(told: Review) -> Iterator[Comparison]:
    """What to compare where the choice differs from the best, in the order of the game."""
    decisions = told.decisions
    for to_roll, to_cross in zip(decisions[::2], decisions[1::2], strict=True):
        state, kept = to_roll.state, to_roll.chosen == KEEP
        if to_roll.chosen != to_roll.best and kept:
            yield Comparison(state, None, rows_with(to_cross.best))
        elif to_roll.chosen != to_roll.best:
            yield Comparison(state, values_of(state.sheets[0]).crossings(state)[0].boxes, None)
        if to_cross.chosen != to_cross.best:
            yield Comparison(to_cross.state, rows_with(to_cross.best), rows_with(to_cross.chosen))


def in_processes(compared: list[Comparison], games: int) -> list[Measured]:
    """Measure in worker processes, one for each core."""
    if not compared:
        return []
    pool = ProcessPoolExecutor(min(cores(), len(compared)), get_context("spawn"), end_when_interrupted)
    resource_tracker.ensure_running()  # if it started with the first process, it would unblock the signal
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        found = pool.map(partial(measure, games=games), compared, range(len(compared)))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        return list(found)
    except BrokenProcessPool:
        raise CoachError("lab.worker_died") from None
    finally:
        pool.shutdown(cancel_futures=True)


def end_when_interrupted() -> None:
    """Let Ctrl-C end a worker at once and silently; while it starts the signal is blocked."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def measure(compared: Comparison, seed: int, games: int) -> Measured:
    """Play on after both choices, with the same dice."""
    starts = [
        Start(compared.state, 0, ROLL_AGAIN) if boxes is None else Start(compared.state, 0, CROSSED, boxes)
        for boxes in (compared.best, compared.chosen)
    ]
    best, chosen = play_out(starts, seed, games)[:, :, POINTS]
    difference = best - chosen
    return Measured(float(difference.mean()), float(difference.std(ddof=1) / games**0.5))


def with_costs(
    steps: list[Roll | Others | Decision], found: dict[tuple[int, str], Measured]
) -> list[Roll | Others | Decision]:
    """The same game with measured costs, in 64ths of a point; what they change is luck of the roll before.

    The values that choices leave stay as they are: after the last one it is the score.
    """
    told: list[Roll | Others | Decision] = []
    shift = 0.0
    for step in reversed(steps):
        if isinstance(step, Decision):
            judged = with_cost(step, found.get((step.turn, step.kind)))
            told.append(judged._replace(value=step.value + shift))
            shift += judged.cost - step.cost
        else:
            told.append(step._replace(luck=step.luck + shift))
            shift = 0.0
    return told[::-1]


def with_cost(decision: Decision, found: Measured | None) -> Decision:
    """A choice that turns out to be no worse than the coach's is the best."""
    if found is None:
        return decision
    cost = points(round(found.cost * POINT))
    if cost <= 0:
        return decision._replace(best=decision.chosen, cost=0.0, error=found.error, reason=None)
    return decision._replace(cost=cost, error=found.error)
