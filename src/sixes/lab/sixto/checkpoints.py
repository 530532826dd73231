"""Save a training in a file every few rounds, so that a kill loses little."""

import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from sixes.lab.sixto.learning import ValueTable
from sixes.lab.sixto.training import ROUNDS, SEED, Training, begin, run_rounds
from sixes.lab.sixto.tuning import CmaState
from sixes.text import UserError

EVERY = 5
"""Rounds from one checkpoint to the next."""


class BadCheckpoint(UserError):
    """A checkpoint that training cannot be resumed from."""


def resume(checkpoint: Path, seed: int | None, rounds: int | None) -> Training:
    """The training in a checkpoint; a new one if the file does not exist."""
    if not checkpoint.exists():
        return begin(SEED if seed is None else seed, rounds or ROUNDS)
    training = load(checkpoint)
    if seed not in (None, training.seed):
        raise BadCheckpoint("train.other_seed", file=checkpoint, seed=training.seed)
    if rounds not in (None, training.rounds):
        raise BadCheckpoint("train.other_rounds", file=checkpoint, rounds=training.rounds)
    return training


def run_with_checkpoints(training: Training, checkpoint: Path) -> Iterator[Training]:
    """Train to the end. Saves a checkpoint every few rounds and when interrupted."""
    reached = training
    try:
        for reached in run_rounds(training):
            if reached.done % EVERY == 0:
                save(reached, checkpoint)
            yield reached
    finally:
        save(reached, checkpoint)


def save(training: Training, file: Path) -> None:
    """Write a checkpoint completely or not at all: a kill leaves the one before."""
    about = np.array([training.seed, training.rounds, training.done])
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as stream:
        np.savez(stream, about=about, allow_pickle=False, **dict(_columns(training)))
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(file)


def load(file: Path) -> Training:
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            seed, rounds, done = (int(number) for number in stored["about"])
            if not 0 <= done <= rounds:
                raise ValueError(done)
            training = begin(seed, rounds)
            columns = {name: _column(stored, name, like) for name, like in _columns(training)}
    except (KeyError, TypeError, ValueError, OverflowError, EOFError, BadZipFile, zlib.error) as error:
        raise BadCheckpoint("train.not_a_checkpoint", file=file) from error
    return training._replace(
        done=done,
        tables=[ValueTable(*(columns[f"{name}{at}"] for name in ValueTable._fields)) for at in range(2)],
        cma_states=[_search(columns, at) for at in range(len(training.cma_states))],
        value_sums=[columns[f"sum{at}"] for at in range(2)],
        mean_sums=[columns[f"mean_sum{at}"] for at in range(len(training.mean_sums))],
    )


def _columns(training: Training) -> Iterator[tuple[str, Any]]:
    """All arrays of a training by their names in the file."""
    for at, table in enumerate(training.tables):
        yield from ((f"{name}{at}", column) for name, column in table._asdict().items())
        yield f"sum{at}", training.value_sums[at]
    for at, search in enumerate(training.cma_states):
        yield from ((f"{name}{at}", np.asarray(column)) for name, column in search._asdict().items())
        yield f"mean_sum{at}", training.mean_sums[at]


def _search(columns: dict[str, Any], at: int) -> CmaState:
    search = CmaState(*(columns[f"{name}{at}"] for name in CmaState._fields))
    return search._replace(sigma=float(search.sigma))


def _column(stored: Any, name: str, like: Any) -> Any:
    column = stored[name]
    if (column.shape, column.dtype) != (like.shape, like.dtype):
        raise ValueError(name)
    return column
