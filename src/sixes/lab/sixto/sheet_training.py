"""Learn what the master knows about each sheet: `python -m sixes.lab.sixto.sheet_training [FILE]`.

The expert's values are learnt further, as in `learning`, from games on one sheet only. The same seed makes
the same file. Sheets that the file already has stay as they are, so a training that was stopped goes on.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from sixes.bots.sixto.features import SIZE
from sixes.lab.sixto.learning import TrainingPlan, ValueTable, learn
from sixes.lab.sixto.sheet_values import FILE, outlook_by_colour, values_by_colour
from sixes.lab.sixto.training import learner
from sixes.rules.sheets import SHEETS

SEED = 77
ROUNDS, KEPT = 20, 10
"""Rounds, and the last ones, whose mean is kept."""
GAMES = 24_000
"""Games of a round."""
RATE = 0.3
"""The learning rate to begin with."""
ERRORS_BEFORE = 2000
"""As if each entry had seen errors of this size in all: its rate does not jump with the first ones."""


def main(file: Path = FILE) -> None:
    learnt = load(file)
    missing = [letter for letter in SHEETS if letter not in learnt]
    with ThreadPoolExecutor(2) as threads:
        for letter, changes in zip(missing, threads.map(learn_sheet, missing), strict=True):
            learnt[letter] = changes
            save(learnt, file)
            print(f"sheet {letter}: {np.count_nonzero(changes):,} values changed", flush=True)


def load(file: Path) -> dict[str, Any]:
    """The changes of each sheet in a file; none if it does not exist."""
    if not file.exists():
        return {}
    with np.load(file) as stored:
        return {letter: stored[letter] for letter in stored}


def save(learnt: dict[str, Any], file: Path) -> None:
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **learnt)
    part.replace(file)


def learn_sheet(letter: str) -> Any:
    """By how much the values of a sheet differ, before the first roll and the second, from the expert's."""
    sheet, begun = SHEETS[letter], values_by_colour(SHEETS[letter])
    tables, sums = [_table(values) for values in begun], np.zeros((2, SIZE))
    plan = TrainingPlan(SEED, 0, GAMES, np.array([sheet]), np.array([outlook_by_colour(sheet)]))
    one = learner(*tables)
    for number in range(ROUNDS):
        learn(plan._replace(first=number * GAMES), one)
        if number >= ROUNDS - KEPT:
            sums += [table.values for table in tables]
    return np.rint(sums / KEPT - begun).astype(np.int16)


def _table(values: Any) -> ValueTable:
    sizes = np.full(SIZE, ERRORS_BEFORE, np.float32)
    return ValueTable(values.astype(np.float32), RATE * sizes, sizes)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FILE)
