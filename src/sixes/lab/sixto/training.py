"""Train the expert round by round, on two cores.

In each round two learners play alone, and their value tables are merged: where one has learnt more, it counts
for more. Then the weights for tables of two, of three or four and of five or six go through one generation of
tuning. Nothing depends on which thread is faster, so the same seed gives the same values. Values still
fluctuate in the last quarter of the rounds, so the mean over these rounds is kept.
"""

import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.expert import TABLE_SIZES, SoloValues
from sixes.bots.sixto.features import COLUMN_KINDS, COLUMNS, PAIRS, POINT, ROWS, SIZE, column_kinds, outlook
from sixes.lab.sixto import tuning
from sixes.lab.sixto.expert import lookup_arrays
from sixes.lab.sixto.learning import ENTRIES, MOST_TURNS, SQUARE, Learner, TrainingPlan, ValueTable, learn
from sixes.lab.sixto.luck.worth import new_memory
from sixes.lab.sixto.sheets import make_pool
from sixes.lab.sixto.tuning import CmaState, N, TuningGames, run_generation, weights_at
from sixes.rules.rows import POINTS

LEARNERS = 2
GAMES_PER_ROUND = 12_000
"""Games of each learner in a round."""
TABLES = (((2, 4000),), ((3, 2100), (4, 1600)), ((5, 1200), (6, 1000)))
"""For each table size, alternating from round to round: seats, and games of each candidate."""
ROUNDS = 80
OPTIMISM = 10
"""Points that an open row is expected to bring before anything is learnt."""
WILD = 2
"""Sheets of any numbers on which it plays alone; at tables there are more."""
SEED = 7
"""The seed of the values that come with Sixes."""
MOST_GAMES = 10**6
"""The most games in a round, so that their numbers are all different."""
KEPT = 4
"""The mean is taken over the last 1/KEPT of the rounds."""


class Training(NamedTuple):
    """The state of a training."""

    seed: int
    rounds: int
    done: int
    tables: list[ValueTable]
    """Values before the first roll, and before the second."""
    cma_states: list[CmaState]
    """The tuning of the weights for each table size."""
    value_sums: list[Any]
    mean_sums: list[Any]
    """Sums over the last rounds: of the values, and of the means of the searches."""


def begin(seed: int, rounds: int) -> Training:
    return Training(
        seed,
        rounds,
        done=0,
        tables=[_initial_table() for _ in range(2)],
        cma_states=[tuning.begin() for _ in range(TABLE_SIZES)],
        value_sums=[np.zeros(SIZE) for _ in range(2)],
        mean_sums=[np.zeros(N) for _ in range(TABLE_SIZES)],
    )


def _initial_table() -> ValueTable:
    """Crosses count their points, and an open row is optimistic."""
    values = np.zeros(SIZE, np.float32)
    rows = values[ROWS:COLUMNS].reshape(-1, 13, 12, 64)
    columns = values[COLUMNS:PAIRS].reshape(-1, COLUMN_KINDS)
    for crosses in range(12):
        rows[:, :, crosses] = (POINTS[crosses] + OPTIMISM) * POINT
    for crosses, kind in column_kinds():
        columns[:, kind] = POINTS[crosses] * POINT
    return ValueTable(values, np.zeros(SIZE, np.float32), np.zeros(SIZE, np.float32))


def run_rounds(training: Training) -> Iterator[Training]:
    """Run the remaining rounds; gives the training after each."""
    pool, sheets = make_pool(training.seed, WILD), np.array(make_pool(training.seed))
    aheads = np.array([outlook(sheet) for sheet in pool])
    plan = TrainingPlan(training.seed, 0, GAMES_PER_ROUND, np.array(pool), aheads)
    with ThreadPoolExecutor(LEARNERS) as threads:
        for done in range(training.done, training.rounds):
            tables, _ = play_alone(plan, done, training.tables, threads)
            cma_states = [
                run_generation(search, _tuning_games(training.seed, done, sizes, sheets), threads)
                for search, sizes in zip(training.cma_states, TABLES, strict=True)
            ]
            training = training._replace(done=done + 1, tables=tables, cma_states=cma_states)
            if done >= training.rounds - training.rounds // KEPT:
                training = _with_sums(training)
            yield training


def _tuning_games(seed: int, number: int, sizes: Sequence[tuple[int, int]], sheets: Any) -> TuningGames:
    seats, games = sizes[number % len(sizes)]
    return TuningGames(seed, number * MOST_GAMES, games, seats, sheets)


def play_alone(
    plan: TrainingPlan, number: int, tables: list[ValueTable], threads: ThreadPoolExecutor
) -> tuple[list[ValueTable], float]:
    """Each learner plays its own games, then their tables are merged. Returns these and the mean points.

    The given tables are not changed, so that an interrupted training resumes from a whole round.
    """
    copies = [[_copy(one) for one in tables] for _ in range(LEARNERS)]
    games = [plan._replace(first=(number * LEARNERS + one) * MOST_GAMES) for one in range(LEARNERS)]
    made = list(threads.map(learn, games, [learner(*copy) for copy in copies]))
    merged = [_merged(*both) for both in zip(tables, zip(*copies, strict=True), strict=True)]
    return merged, sum(made) / (LEARNERS * plan.many)


def _with_sums(training: Training) -> Training:
    value_sums = [total + one.values for total, one in zip(training.value_sums, training.tables, strict=True)]
    mean_sums = [total + one.mean for total, one in zip(training.mean_sums, training.cma_states, strict=True)]
    return training._replace(value_sums=value_sums, mean_sums=mean_sums)


def _copy(table: ValueTable) -> ValueTable:
    return ValueTable(*(column.copy() for column in table))


def _merged(before: ValueTable, learnt: Sequence[ValueTable]) -> ValueTable:
    """The changes of all learners, weighted for each entry by the errors that each has seen there."""
    change, weights = np.zeros((2, SIZE))
    for one in learnt:
        weight = one.sizes - before.sizes
        change += (one.values - before.values) * weight
        weights += weight
    merged = _copy(before)
    merged.values[:] += np.divide(change, weights, out=np.zeros(SIZE), where=weights > 0)
    merged.errors[:] += sum(one.errors - before.errors for one in learnt)
    merged.sizes[:] += weights
    return merged


def learner(first: ValueTable, second: ValueTable) -> Learner:
    """A learner with buffers of its own."""
    solo = SoloValues(first.values, second.values, lookup_arrays())
    rest, known, expected = np.zeros((3, MOST_TURNS))
    return Learner(
        first,
        second,
        new_memory(solo, SQUARE, np.float64),
        worth=np.zeros(SQUARE),
        none=np.zeros(6, np.int64),
        now=np.zeros(ENTRIES, np.int64),
        entries=np.zeros((MOST_TURNS, ENTRIES), np.int64),
        rest=rest,
        known=known,
        expected=expected,
    )


def packed_values(training: Training) -> bytes:
    """The file that `read_model` reads: the mean of the last rounds, or the latest values before those."""
    kept = training.done - (training.rounds - training.rounds // KEPT)
    first, second = training.value_sums if kept > 0 else [one.values for one in training.tables]
    means = training.mean_sums if kept > 0 else [search.mean for search in training.cma_states]
    parts = [values / max(kept, 1) for values in (second, first)]
    parts += [np.array(weights_at(mean / max(kept, 1))) for mean in means]
    numbers = np.concatenate(parts)
    return zlib.compress(np.clip(np.rint(numbers), -(2**15), 2**15 - 1).astype("<i2").tobytes(), 9)
