"""A training as a file, so that a kill costs a few rounds at most."""

import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from sixes.lab.sixto.learning import Lessons
from sixes.lab.sixto.training import ROUNDS, SEED, Training, begin, go_on
from sixes.lab.sixto.tuning import Search

EVERY = 5
"""Rounds from one checkpoint to the next."""


class Damaged(ValueError):
    """A checkpoint that cannot be gone on from; the text says why."""


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


def save(training: Training, file: Path) -> None:
    """A checkpoint, whole or not at all: a kill leaves the one before."""
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
    except (
        KeyError,
        TypeError,
        ValueError,
        OverflowError,
        EOFError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        raise Damaged(f"{file} is no checkpoint of a training, or a damaged one") from error
    return training._replace(
        done=done,
        lessons=[Lessons(*(columns[f"{name}{at}"] for name in Lessons._fields)) for at in range(2)],
        searches=[_search(columns, at) for at in range(len(training.searches))],
        sums=[columns[f"sum{at}"] for at in range(2)],
        tastes=[columns[f"taste{at}"] for at in range(len(training.tastes))],
    )


def _columns(training: Training) -> Iterator[tuple[str, Any]]:
    """All arrays of a training by name."""
    for at, lessons in enumerate(training.lessons):
        yield from ((f"{name}{at}", column) for name, column in lessons._asdict().items())
        yield f"sum{at}", training.sums[at]
    for at, search in enumerate(training.searches):
        yield from ((f"{name}{at}", np.asarray(column)) for name, column in search._asdict().items())
        yield f"taste{at}", training.tastes[at]


def _search(columns: dict[str, Any], at: int) -> Search:
    mean, spread, drift, pull, width = (columns[f"{name}{at}"] for name in Search._fields)
    return Search(mean, spread, drift, pull, float(width))


def _column(stored: Any, name: str, like: Any) -> Any:
    column = stored[name]
    if (column.shape, column.dtype) != (like.shape, like.dtype):
        raise ValueError(name)
    return column
