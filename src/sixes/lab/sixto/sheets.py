"""Random sheets of Sixto: made like A, or of any numbers."""

import random
from collections import Counter

from sixes.rules.sheets import SHEETS, Sheet, sheet_of

MAKES, WILD = 36, 12


def make_pool(seed: int) -> list[Sheet]:
    """The sheets of a training: half of them A to L, the others random."""
    chance = random.Random(seed)
    made = [make_sheet(chance) for _ in range(MAKES)] + [wild_sheet(chance) for _ in range(WILD)]
    pool = list(SHEETS.values()) * (len(made) // len(SHEETS)) + made
    chance.shuffle(pool)
    return pool


def make_sheet(chance: random.Random) -> Sheet:
    """Each half row has 1 to 6 once, places 6 and 7 differ, no number is in a column more than thrice."""
    while True:
        rows = [_row(chance) for _ in range(6)]
        if all(max(Counter(column).values()) <= 3 for column in zip(*rows, strict=True)):
            return sheet_of(rows)


def _row(chance: random.Random) -> list[int]:
    while True:
        row = chance.sample(range(1, 7), 6) + chance.sample(range(1, 7), 6)
        if row[5] != row[6]:
            return row


def wild_sheet(chance: random.Random) -> Sheet:
    """Any numbers: rows with few different ones, and rows with many."""
    numbers = [chance.sample(range(1, 7), chance.randint(1, 6)) for _ in range(6)]
    return sheet_of([chance.choices(row, k=12) for row in numbers])
