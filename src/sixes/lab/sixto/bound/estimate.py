"""The numerical dual estimate: paths of dice, each solved by beams of several widths."""

import json
import os
import zlib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sixes.bots import sixto
from sixes.bots.sixto.expert import VALUES
from sixes.bots.sixto.features import POINT
from sixes.lab.dice import game_key
from sixes.lab.sixto.bound.beam import SHORTLIST, Beam, PathMemory, measure_path
from sixes.lab.sixto.bound.expectations import RollMemory, Squares, Tops
from sixes.lab.sixto.expert import outlooks
from sixes.lab.sixto.luck.measuring import new_solo_memory
from sixes.rules.sheets import SHEETS
from sixes.rules.six import NONE, Six
from sixes.text import UserError

ROLLS = 36
"""Rolls of a turn that stand for all rolls, unless more are wanted: a multiple of this."""
LOOKED_AHEAD = 3
"""Of so many rolls one is looked ahead with."""
TOPS = 3
"""Crossings of a roll that are compared by looking ahead."""
Z95 = 1.96
FORMAT = 1


class BadPaths(UserError):
    """A file with paths that this estimate cannot go on from."""


class Estimate(NamedTuple):
    """What is estimated, and the paths measured so far."""

    sheet: str
    seed: int
    beams: tuple[int, ...]
    rolls: int
    paths: tuple[tuple[float, ...], ...] = ()
    """For each path the points of the expert, then those of each beam, all with the same charges."""


class Mean(NamedTuple):
    """A mean and half of its 95% interval."""

    mean: float
    margin: float


def new_memory(sheet: str, start: Six, rolls: int, width: int) -> PathMemory:
    """Memory for games that begin with these crosses."""
    solo, numbers = new_solo_memory(), SHEETS[sheet]
    solo.arrays.sheets[0], solo.ahead[0] = numbers, outlooks((numbers,))[0]
    tops = Tops(np.zeros(TOPS, np.int64), np.zeros((TOPS, 6), np.int64), np.zeros(TOPS, np.bool_))
    many, few, later = (_squares(size) for size in (rolls, rolls // LOOKED_AHEAD, rolls))
    memory = RollMemory(solo, np.zeros(6, np.int64), tops, many, few, later)
    return PathMemory(memory, np.array(start), _beam(width), _beam(SHORTLIST * width))


def _squares(rolls: int) -> Squares:
    return Squares(np.zeros((rolls, 6), np.int64), np.zeros(rolls), np.zeros(rolls))


def _beam(width: int) -> Beam:
    return Beam(np.zeros((width, 6), np.int64), np.zeros(width), np.zeros(width), np.zeros(2, np.int64))


def measure_paths(estimate: Estimate, paths: int, start: Six = NONE) -> Iterator[Estimate]:
    """Measure the paths that are missing; gives the estimate after each."""
    memories = [new_memory(estimate.sheet, start, estimate.rolls, width) for width in (1, *estimate.beams)]
    for path in range(len(estimate.paths), paths):
        key = game_key(estimate.seed, path)
        points = tuple(measure_path(key, at > 0, one) / POINT for at, one in enumerate(memories))
        estimate = estimate._replace(paths=(*estimate.paths, points))
        yield estimate


def mean_of(numbers: Any) -> Mean:
    """The mean of one number for each path."""
    many = len(numbers)
    error = np.std(numbers, ddof=1) / many**0.5 if many > 1 else np.nan
    return Mean(float(np.mean(numbers)), float(Z95 * error))


def summary(estimate: Estimate) -> dict[str, Any]:
    """The means over all paths, as a JSON object."""
    points = np.array(estimate.paths)
    beams = [
        {
            "width": width,
            **mean_of(points[:, at])._asdict(),
            "above_expert": mean_of(points[:, at] - points[:, 0])._asdict(),
        }
        for at, width in enumerate(estimate.beams, 1)
    ]
    about = {"sheet": estimate.sheet, "seed": estimate.seed, "rolls": estimate.rolls, "paths": len(points)}
    return {**about, "expert": mean_of(points[:, 0])._asdict(), "beams": beams}


def resume(file: Path, wanted: Estimate) -> Estimate:
    """The wanted estimate with the paths in a file; without any if there is no such file."""
    if not file.exists():
        return wanted
    try:
        stored = json.loads(file.read_bytes())
        paths = tuple(tuple(float(points) for points in path) for path in stored.pop("paths"))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise BadPaths("bound.not_paths", file=file) from error
    if stored != _about(wanted) or any(len(path) != len(wanted.beams) + 1 for path in paths):
        raise BadPaths("bound.other_paths", file=file)
    return wanted._replace(paths=paths)


def save(estimate: Estimate, file: Path) -> None:
    """Write all paths, or nothing: a kill leaves the file as it was."""
    part = file.with_name(f"{file.name}.part")
    with part.open("w", encoding="utf-8") as stream:
        json.dump({**_about(estimate), "paths": estimate.paths}, stream)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(file)


def _about(estimate: Estimate) -> dict[str, Any]:
    """What paths have to share; with other values the same dice are charged differently."""
    values = zlib.crc32((resources.files(sixto) / VALUES).read_bytes())
    about = {"sheet": estimate.sheet, "seed": estimate.seed, "beams": list(estimate.beams)}
    return {"bound": FORMAT, **about, "rolls": estimate.rolls, "values": values}
