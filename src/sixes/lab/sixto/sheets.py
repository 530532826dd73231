"""Random sheets of Sixto: made like A, or of any numbers."""

import random

from sixes.lab.dice import WORD, random_word
from sixes.rules.rows import number_at, showing
from sixes.rules.sheets import PLACES, SHEETS, Sheet, sheet_of
from sixes.rules.six import NONE, put

RANDOM_SHEETS, WILD = 48, 12


def make_pool(seed: int, wild: int = WILD) -> list[Sheet]:
    """The sheets of a training: half of them A to L, the others random, of which some have any numbers."""
    chance = random.Random(seed)
    made = [make_sheet(chance) for _ in range(RANDOM_SHEETS - wild)]
    made += [wild_sheet(chance) for _ in range(wild)]
    pool = list(SHEETS.values()) * (len(made) // len(SHEETS)) + made
    chance.shuffle(pool)
    return pool


def make_sheet(chance: random.Random) -> Sheet:
    """Each half row has 1 to 6 once, places 6 and 7 differ, no number is in a column more than thrice."""
    while True:
        sheet = sheet_of([_row(chance) for _ in range(6)])
        if has_mixed_columns(sheet):
            return sheet


def _row(chance: random.Random) -> list[int]:
    while True:
        row = chance.sample(range(1, 7), 6) + chance.sample(range(1, 7), 6)
        if row[5] != row[6]:
            return row


def drawn_sheet(key: int) -> Sheet:
    """A sheet of the make that follows from a key; compiled code draws the same one."""
    draw = 0
    while True:
        sheet = NONE
        for colour in range(6):
            row = 0
            while number_at(row, 6) == number_at(row, 7):
                row = half_row(random_word(key, draw, 2), 1) | half_row(random_word(key, draw, 3), 7)
                draw += 1
            sheet = put(sheet, colour, row)
        if has_mixed_columns(sheet):
            return sheet


def half_row(word: int, first: int) -> int:
    """1 to 6 in an order that follows from a random word, at six places from the first on."""
    left, row = 0o654321, 0
    for many in range(6, 0, -1):
        word = (word & WORD) * many
        at = 3 * (word >> 32)
        row |= showing(left >> at & 7, first + many - 1)
        left = left & ((1 << at) - 1) | left >> at + 3 << at
    return row


def has_mixed_columns(sheet: Sheet) -> bool:
    """No number stands more than three times in a column."""
    for place in range(1, PLACES + 1):
        counts = 0
        for colour in range(6):
            counts += 1 << 3 * number_at(sheet[colour], place)
        if counts & 0o4444444:
            return False
    return True


def wild_sheet(chance: random.Random) -> Sheet:
    """Any numbers: rows with few different ones, and rows with many."""
    numbers = [chance.sample(range(1, 7), chance.randint(1, 6)) for _ in range(6)]
    return sheet_of([chance.choices(row, k=12) for row in numbers])
