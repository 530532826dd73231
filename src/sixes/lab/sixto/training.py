"""The whole of a training, round by round, on two cores.

In each round two learners play alone and then put together what they have learnt: where one has learnt more,
it counts for more. Then tastes are tried out at tables of two, of a few and of many. Nothing depends on who
was faster, so the same seed gives the same values. In the last quarter of the rounds all of it still moves a
little to and fro; the mean is kept.
"""

import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.expert import COMPANIES, Mind
from sixes.bots.sixto.features import (
    COLUMN_KINDS,
    COLUMNS,
    PAIRS,
    POINT,
    ROWS,
    SIZE,
    column_kinds,
    outlook,
)
from sixes.lab.sixto import tuning
from sixes.lab.sixto.arrays import new_paper
from sixes.lab.sixto.expert import array_maps, array_pad, new_ahead
from sixes.lab.sixto.learning import ENTRIES, MOST_TURNS, Course, Learner, Lessons, learn
from sixes.lab.sixto.sheets import make_pool
from sixes.lab.sixto.tuning import Match, N, Search, one_round, taste_of
from sixes.rules.rows import POINTS

LEARNERS = 2
GAMES = 24_000
"""That each learner plays in a round."""
TABLES = (((2, 4000),), ((3, 2100), (4, 1600)), ((5, 1200), (6, 1000)))
"""For each company how many sit at its tables, round by round, and the games of each taste there."""
ROUNDS = 80
HOPE = 10
"""Points that each open row seems to be good for before anything is known: one must begin somehow."""
SEED = 7
"""Of the values that come with Sixes."""
MOST_GAMES = 10**6
"""In a round: so their numbers are all different."""
KEPT = 4
"""The mean is taken over the last quarter."""


class Training(NamedTuple):
    """How far it is."""

    seed: int
    rounds: int
    done: int
    lessons: list[Lessons]
    """Before the first roll, and before the second."""
    searches: list[Search]
    """For a taste in each company."""
    sums: list[Any]
    """Of the values after each of the last rounds,"""
    tastes: list[Any]
    """and of what was liked."""


def begin(seed: int, rounds: int) -> Training:
    lessons, sums = [_nothing_known() for _ in range(2)], [np.zeros(SIZE) for _ in range(2)]
    searches, tastes = [tuning.begin() for _ in range(COMPANIES)], [np.zeros(N) for _ in range(COMPANIES)]
    return Training(seed, rounds, 0, lessons, searches, sums, tastes)


def _nothing_known() -> Lessons:
    """What there is counts for itself, and an open row is full of hope."""
    values = np.zeros(SIZE, np.float32)
    rows = values[ROWS:COLUMNS].reshape(-1, 13, 12, 64)
    columns = values[COLUMNS:PAIRS].reshape(-1, COLUMN_KINDS)
    for crosses in range(12):
        rows[:, :, crosses] = (POINTS[crosses] + HOPE) * POINT
    for crosses, kind in column_kinds():
        columns[:, kind] = POINTS[crosses] * POINT
    return Lessons(values, np.zeros(SIZE, np.float32), np.zeros(SIZE, np.float32))


# Rounds -------------------------------------------------------------------------------------------------


def go_on(training: Training) -> Iterator[Training]:
    """Round after round: how far it is after each."""
    pool = make_pool(training.seed)
    sheets, aheads = np.array(pool), np.array([outlook(sheet) for sheet in pool])
    course = Course(training.seed, 0, GAMES, sheets, aheads)
    with ThreadPoolExecutor(LEARNERS) as threads:
        for done in range(training.done, training.rounds):
            lessons, _ = play_alone(course, done, training.lessons, threads)
            searches = [
                one_round(search, _match(course, done, tables), threads)
                for search, tables in zip(training.searches, TABLES, strict=True)
            ]
            training = training._replace(done=done + 1, lessons=lessons, searches=searches)
            if done >= training.rounds - training.rounds // KEPT:
                training = _added_up(training)
            yield training


def _match(course: Course, number: int, tables: Sequence[tuple[int, int]]) -> Match:
    seats, games = tables[number % len(tables)]
    return Match(course.seed, number * MOST_GAMES, games, seats, course.sheets)


def play_alone(
    course: Course, number: int, lessons: list[Lessons], threads: ThreadPoolExecutor
) -> tuple[list[Lessons], float]:
    """Each learner plays games of its own; then they put together what they have learnt. And the mean points.

    Nothing that was known is written over: whoever is interrupted goes on from a whole round.
    """
    copies = [[_copy(one) for one in lessons] for _ in range(LEARNERS)]
    games = [course._replace(first=(number * LEARNERS + one) * MOST_GAMES) for one in range(LEARNERS)]
    made = list(threads.map(learn, games, [learner(*copy) for copy in copies]))
    together = [_together(*both) for both in zip(lessons, zip(*copies, strict=True), strict=True)]
    return together, sum(made) / (LEARNERS * course.many)


def _added_up(training: Training) -> Training:
    sums = [total + one.values for total, one in zip(training.sums, training.lessons, strict=True)]
    tastes = [total + one.mean for total, one in zip(training.tastes, training.searches, strict=True)]
    return training._replace(sums=sums, tastes=tastes)


def _copy(lessons: Lessons) -> Lessons:
    return Lessons(lessons.values.copy(), lessons.errors.copy(), lessons.sizes.copy())


def _together(lessons: Lessons, learnt: Sequence[Lessons]) -> Lessons:
    """What each has learnt, by how much has happened to them at each entry."""
    moved = np.zeros(SIZE, np.float64)
    happened = np.zeros(SIZE, np.float64)
    for one in learnt:
        much = one.sizes - lessons.sizes
        moved += (one.values - lessons.values) * much
        happened += much
    together = _copy(lessons)
    together.values[:] += np.divide(moved, happened, out=np.zeros(SIZE), where=happened > 0)
    together.errors[:] += sum(one.errors - lessons.errors for one in learnt)
    together.sizes[:] += happened
    return together


def learner(first: Lessons, second: Lessons) -> Learner:
    """Somebody with a desk of their own."""
    mind = Mind(first.values, second.values, array_maps())
    none, now = np.zeros(6, np.int64), np.zeros(ENTRIES, np.int64)
    entries = np.zeros((MOST_TURNS, ENTRIES), np.int64)
    rest, known = np.zeros((2, MOST_TURNS))
    paper, ahead, pad = new_paper(), new_ahead(), array_pad(np.float64)
    return Learner(mind, first, second, pad, paper, ahead, none, now, entries, rest, known)


# What came of it ----------------------------------------------------------------------------------------


def values_of(training: Training) -> bytes:
    """As the expert reads them: the mean of the last rounds, or what there is so far."""
    kept = training.done - (training.rounds - training.rounds // KEPT)
    first, second = training.sums if kept > 0 else [one.values for one in training.lessons]
    liked = training.tastes if kept > 0 else [search.mean for search in training.searches]
    parts = [values / max(kept, 1) for values in (second, first)]
    parts += [np.array(taste_of(mean / max(kept, 1))) for mean in liked]
    numbers = np.concatenate(parts)
    return zlib.compress(np.clip(np.rint(numbers), -(2**15), 2**15 - 1).astype("<i2").tobytes(), 9)
