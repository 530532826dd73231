"""The whole of a training: what is played, on two cores, with a checkpoint after every round.

Training goes in rounds, each for one number of seats. In each of them two learners play games of their own,
and then put together what they have learnt: where one has learnt more, it counts for more. Nothing depends on
which of them was faster, so the same seed gives the same values. In the last quarter of the rounds the values
still move a little to and fro; their mean is kept.
"""

import os
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto_expert import COMPANIES, Mind, company
from sixes.bots.sixto_features import (
    COLUMN_KINDS,
    COLUMNS,
    PAIRS,
    POINT,
    ROWS,
    SIZE,
    column_kinds,
    outlook,
)
from sixes.lab.learning_alone import learn_alone
from sixes.lab.learning_tables import learn_at_tables
from sixes.lab.lessons import ENTRIES, MOST_TURNS, Course, Learner, Lessons
from sixes.lab.minds import array_maps, array_pad, new_ahead
from sixes.lab.paper import new_paper
from sixes.lab.sheets import make_pool
from sixes.rules.rows import POINTS

LEARNERS = 2
TABLES = (2, 1, 4, 2, 1, 6, 2, 1, 3, 2, 1, 5)
"""How many sit at a table, round by round."""
SEATS = 24_000
"""How many games of one seat each learner plays in a round."""
WATCHING, WATCHED = 4, 4
"""In the first quarter of the rounds tables are watched; that goes faster, so there are more games."""
ROUNDS = 240
HOPE = 10
"""Points that each open row seems to be good for before anything is known: one must begin somehow."""
SEED = 7
"""Of the values that come with Sixes."""
MOST_GAMES = 10**6
"""In a round: so their numbers are all different."""
EVERY = 10
"""Rounds from one checkpoint to the next."""
KEPT = 4
"""The mean is taken over the last quarter."""


LISTS = (2, *(1 for _ in range(COMPANIES - 1)))
"""Of values, in each company."""


class Damaged(ValueError):  # noqa: N818 - it says what is wrong
    """A checkpoint that cannot be gone on from; the text says why."""


class Training(NamedTuple):
    """How far it is."""

    seed: int
    rounds: int
    done: int
    lessons: list[list[Lessons]]
    """In each company: before the first roll; alone, before the second as well."""
    sums: list[list[Any]]
    """Of the values after each of the last rounds."""


def begin(seed: int, rounds: int) -> Training:
    lessons = [[_nothing_known() for _ in range(lists)] for lists in LISTS]
    return Training(seed, rounds, 0, lessons, [[np.zeros(SIZE) for _ in range(lists)] for lists in LISTS])


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
    with ThreadPoolExecutor(LEARNERS) as threads:
        for done in range(training.done, training.rounds):
            seats, watching = TABLES[done % len(TABLES)], done < training.rounds // WATCHING
            games = SEATS // seats * (WATCHED if watching and seats > 1 else 1)
            course = Course(training.seed, 0, games, seats, watching, sheets, aheads)
            play_round(course, done, training.lessons[company(seats)], threads)
            if done >= training.rounds - training.rounds // KEPT:
                _add_up(training)
            yield training._replace(done=done + 1)


def play_round(course: Course, number: int, lessons: list[Lessons], threads: ThreadPoolExecutor) -> float:
    """Each learner plays games of its own; then they put together what they have learnt. The mean points."""
    learn = learn_alone if course.seats == 1 else learn_at_tables
    copies = [[_copy(one) for one in lessons] for _ in range(LEARNERS)]
    games = [course._replace(first=(number * LEARNERS + one) * MOST_GAMES) for one in range(LEARNERS)]
    made = list(threads.map(learn, games, [learner(copy) for copy in copies]))
    for one, learnt in zip(lessons, zip(*copies, strict=True), strict=True):
        _put_together(one, learnt)
    return sum(made) / (LEARNERS * course.many * course.seats)


def _add_up(training: Training) -> None:
    for sums, lessons in zip(training.sums, training.lessons, strict=True):
        for at, one in enumerate(lessons):
            sums[at] += one.values


def _copy(lessons: Lessons) -> Lessons:
    return Lessons(lessons.values.copy(), lessons.errors.copy(), lessons.sizes.copy())


def _put_together(lessons: Lessons, learnt: Sequence[Lessons]) -> None:
    """What each has learnt, by how much has happened to them at each entry."""
    moved = np.zeros(SIZE, np.float64)
    happened = np.zeros(SIZE, np.float64)
    for one in learnt:
        much = one.sizes - lessons.sizes
        moved += (one.values - lessons.values) * much
        happened += much
    errors = sum(one.errors - lessons.errors for one in learnt)
    lessons.values[:] += np.divide(moved, happened, out=np.zeros(SIZE), where=happened > 0)
    lessons.errors[:] += errors
    lessons.sizes[:] += happened


# What a learner writes on -------------------------------------------------------------------------------


def learner(lessons: list[Lessons]) -> Learner:
    first, second = lessons[0], lessons[-1]
    mind = Mind(first.values, second.values, array_maps())
    none, now = np.zeros(6, np.int64), np.zeros(ENTRIES, np.int64)
    entries = np.zeros((MOST_TURNS, 6, ENTRIES), np.int64)
    rest, known = np.zeros((2, MOST_TURNS, 6))
    paper, ahead, pad = new_paper(), new_ahead(), array_pad(np.float64)
    return Learner(mind, first, second, pad, paper, ahead, none, now, entries, rest, known)


# Files --------------------------------------------------------------------------------------------------


def save(training: Training, file: Path) -> None:
    """A checkpoint, whole or not at all: a kill leaves the one before."""
    columns = {
        f"{kind}{at}{name}": column
        for kind in range(COMPANIES)
        for at in range(LISTS[kind])
        for name, column in _columns(training, kind, at)
    }
    about = np.array([training.seed, training.rounds, training.done])
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as stream:
        np.savez(stream, about=about, allow_pickle=False, **columns)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(file)


def load(file: Path) -> Training:
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            seed, rounds, done = (int(number) for number in stored["about"])
            kinds = [[f"{kind}{at}" for at in range(lists)] for kind, lists in enumerate(LISTS)]
            lessons = [[_lessons(stored, at) for at in kind] for kind in kinds]
            sums = [[_column(stored, f"{at}sum") for at in kind] for kind in kinds]
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise Damaged(f"{file} is no checkpoint of a training, or a damaged one") from error
    return Training(seed, rounds, done, lessons, sums)


def _columns(training: Training, kind: int, at: int) -> Iterator[tuple[str, Any]]:
    lessons = training.lessons[kind][at]
    yield from (("values", lessons.values), ("errors", lessons.errors), ("sizes", lessons.sizes))
    yield "sum", training.sums[kind][at]


def _lessons(stored: Any, at: str) -> Lessons:
    values, errors, sizes = (_column(stored, f"{at}{name}") for name in ("values", "errors", "sizes"))
    return Lessons(values, errors, sizes)


def _column(stored: Any, name: str) -> Any:
    column = stored[name]
    if column.shape != (SIZE,):
        raise Damaged("this checkpoint is of another make")
    return column


def values_of(training: Training) -> bytes:
    """The values as the expert reads them: the mean of the last rounds, or what there is so far."""
    kept = training.done - (training.rounds - training.rounds // KEPT)
    lists = []
    for sums, lessons in zip(training.sums, training.lessons, strict=True):
        for total, one in zip(sums, lessons, strict=True):
            values = total / kept if kept > 0 else one.values.astype(np.float64)
            lists.append(np.clip(np.rint(values), -(2**15), 2**15 - 1).astype("<i2"))
    lists[:2] = lists[1::-1]  # that before the second roll goes first
    return zlib.compress(np.concatenate(lists).tobytes(), 9)


# From one start to the next -----------------------------------------------------------------------------


def resumed(checkpoint: Path, seed: int | None, rounds: int | None) -> Training:
    """Where an earlier training stopped; a new one, if there is none."""
    if not checkpoint.exists():
        return begin(SEED if seed is None else seed, rounds or ROUNDS)
    training = load(checkpoint)
    for name, asked, was in (("seed", seed, training.seed), ("number of rounds", rounds, training.rounds)):
        if asked not in (None, was):
            raise Damaged(f"{checkpoint} is of a training with another {name}: {was}")
    return training


def kept(training: Training, checkpoint: Path) -> Iterator[Training]:
    """Goes on to the end, with a checkpoint every few rounds and when it is interrupted."""
    reached = training
    try:
        for reached in go_on(training):
            if reached.done % EVERY == 0:
                save(reached, checkpoint)
            yield reached
    finally:
        save(reached, checkpoint)
