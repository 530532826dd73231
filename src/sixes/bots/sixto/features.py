"""The features of a Sixto sheet, from which its learnt value is computed.

A value is a sum of entries of one long list. Each entry is chosen by a few facts: about a row (its place, its
crosses, what is ahead), about a column (its crosses, and how many rows can reach it from how far), about two
and three neighbouring columns, and about the time that is left. Facts are packed into ints, so that those
of six rows can simply be added. Entries are in 64ths of a point.

No entry depends on a particular sheet: all rows are treated alike, and of their numbers only two things
matter, how soon one repeats and how many different ones are left. These are computed once for each sheet
(`outlook`), so the same values hold for any sheet.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sixes.rules.rows import FIELD_COLUMNS, POINTS, TARGET, closes, is_stuck, number_at, passed
from sixes.rules.sheets import PLACES, Sheet
from sixes.rules.six import count

POINT = 64
"""Fixed point: values are in 64ths of a point."""
STEPS = 8
"""How much of the game is left, in steps. A stage is a step together with 0, 1 or 2 closed colours."""
STAGES = 3 * STEPS

# One kind of row for each place of its rightmost cross (0 to 12) and number of crosses.
ROW_KINDS = (PLACES + 1) * PLACES
AHEAD = 64
"""Combinations of two facts from 0 to 7 about what is ahead of a row."""
COLUMN_KINDS, PAIR_KINDS, TRIPLE_KINDS = 210, 28, 22
ROWS = 0
COLUMNS = ROWS + STAGES * ROW_KINDS * AHEAD
PAIRS = COLUMNS + STAGES * FIELD_COLUMNS * COLUMN_KINDS
TRIPLES = PAIRS + FIELD_COLUMNS * PAIR_KINDS**2
TEMPO = TRIPLES + FIELD_COLUMNS * TRIPLE_KINDS**3
SPREAD = TEMPO + 3 * 64 * 128
CHANCES = SPREAD + 8 * 4096
SIZE = CHANCES + 16 * 4096
"""Where each table begins in the list, and the length of the list."""
SHARED_TERMS = 3 * FIELD_COLUMNS + 3
"""The entries of a value that belong to no single row: three for each column (alone, with its left neighbour,
with two of them), and three about time."""

# Facts about a column, three bits each: its crosses, and the open rows that are next to it, near, and far.
COLUMN_BITS = 12
NEXT, NEAR, FAR = 3, 6, 9
LOW_COLUMNS = 5
"""Columns 1 to 5 are packed into one int, 6 to 9 into another: shifts stay below bit 62."""

# Facts about the time left, packed into one int: the places ahead of all open rows (lowest bits), the numbers
# that they can use, the dice used, the open rows, their quarters, how many numbers each can use, and how many
# of them need only one cross to close.
NUMBERS_LEFT, USED, OPEN, QUARTERS, USABLE, CLOSABLE = 8, 16, 20, 24, 36, 48


class LookupTables(NamedTuple):
    """Small tables for packing facts; compiled code has arrays here."""

    points: Sequence[int]
    """The points for a number of crosses, in 64ths."""
    low: Sequence[int]
    high: Sequence[int]
    """The crosses of a row in columns 1 to 5, and in 6 to 9, as facts about columns."""
    low_reach: Sequence[int]
    high_reach: Sequence[int]
    """For each place, the columns that an open row can reach from there, as facts about columns."""
    kinds: Sequence[int]
    """For each set of facts about a column, its kind alone, in a pair and in a triple: 8, 5 and 5 bits."""
    usable: Sequence[int]
    """The class, 0 to 3, for a number of usable numbers."""


def outlook(sheet: Sheet) -> list[int]:
    """What is ahead in each row of a sheet, at each place, without and with the target area.

    Two facts of three bits: how many boxes until a number comes again, and how many numbers are different.
    """
    ahead = []
    for row in sheet:
        numbers = [number_at(row, place) for place in range(1, PLACES + 1)]
        for place in range(PLACES + 1):
            field = numbers[place : FIELD_COLUMNS if place <= FIELD_COLUMNS else PLACES]
            ahead += [_fresh(boxes) | len(set(boxes)) << 3 for boxes in (field, numbers[place:])]
    return ahead


def _fresh(numbers: list[int]) -> int:
    """How many numbers there are before one comes again."""
    for length in range(len(numbers)):
        if numbers[length] in numbers[:length]:
            return length
    return len(numbers)


def ahead_at(colour: int, place: int, target_open: bool) -> int:
    """The index into the outlook of a sheet for a row at a place."""
    return (colour * (PLACES + 1) + place) * 2 + target_open


def place_of(crosses: int) -> int:
    """The place of the rightmost cross; 0 if there is none."""
    return count(passed(crosses) >> 1)


def row_goes_on(crosses: int) -> bool:
    return not closes(crosses) and not is_stuck(crosses)


def row_kind(crosses: int) -> int:
    return place_of(crosses) * PLACES + count(crosses)


def time_facts(crosses: int, distinct: int, usable: int) -> int:
    """What an open row adds to the facts about time."""
    place = place_of(crosses)
    return (
        PLACES - place
        | distinct << NUMBERS_LEFT
        | 1 << OPEN
        | 1 << QUARTERS + 3 * (place // 3)
        | 1 << USABLE + 3 * usable
        | (1 << CLOSABLE if crosses & TARGET else 0)
    )


def find_entries(columns: tuple[int, int], time: int, stage: int, kinds: Sequence[int], entries: Any) -> None:
    """Fill in the indexes of the entries that the six rows share."""
    low, high = columns
    at, pair, triple = COLUMNS + stage * FIELD_COLUMNS * COLUMN_KINDS, 0, 0
    for column in range(FIELD_COLUMNS):
        below = column < LOW_COLUMNS
        packed = low >> COLUMN_BITS * column if below else high >> COLUMN_BITS * (column - LOW_COLUMNS)
        kind = kinds[packed & (1 << COLUMN_BITS) - 1]
        entries[column] = at + column * COLUMN_KINDS + (kind & 255)
        pair = pair % PAIR_KINDS * PAIR_KINDS + (kind >> 8 & 31)
        triple = triple % TRIPLE_KINDS**2 * TRIPLE_KINDS + (kind >> 13)
        entries[FIELD_COLUMNS + column] = PAIRS + column * PAIR_KINDS**2 + pair
        entries[2 * FIELD_COLUMNS + column] = TRIPLES + column * TRIPLE_KINDS**3 + triple
    at, places_left = 3 * FIELD_COLUMNS, time & 255
    tempo = (stage // STEPS) * 64 + (time >> NUMBERS_LEFT & 63)
    entries[at] = SPREAD + (time >> QUARTERS & 4095) * 8 + (time >> CLOSABLE & 7)
    entries[at + 1] = CHANCES + (time >> USABLE & 4095) * 16 + places_left // 6
    entries[at + 2] = TEMPO + tempo * 128 + places_left


def column_points(low: int, high: int, lookup: LookupTables) -> int:
    points = 0
    for column in range(LOW_COLUMNS):
        points += lookup.points[low >> COLUMN_BITS * column & 7]
    for column in range(FIELD_COLUMNS - LOW_COLUMNS):
        points += lookup.points[high >> COLUMN_BITS * column & 7]
    return points


def lookup_tables() -> LookupTables:
    low = [_spread(bits, LOW_COLUMNS) for bits in range(1 << LOW_COLUMNS)]
    high = [_spread(bits, FIELD_COLUMNS - LOW_COLUMNS) for bits in range(1 << FIELD_COLUMNS - LOW_COLUMNS)]
    reach = [_reach(place) for place in range(PLACES + 1)]
    cut = COLUMN_BITS * LOW_COLUMNS
    return LookupTables(
        [points * POINT for points in POINTS],
        low,
        high,
        [facts & (1 << cut) - 1 for facts in reach],
        [facts >> cut for facts in reach],
        _kinds(),
        [0, 0, 0, 1, 2, 2, 3, 3],
    )


def _spread(bits: int, columns: int) -> int:
    return sum((bits >> column & 1) << COLUMN_BITS * column for column in range(columns))


def _reach(place: int) -> int:
    facts = 0
    for column in range(place + 1, FIELD_COLUMNS + 1):
        distance = column - place
        how = NEXT if distance == 1 else NEAR if distance <= 3 else FAR
        facts += 1 << COLUMN_BITS * (column - 1) + how
    return facts


def _kinds() -> list[int]:
    """Number the combinations of facts that six rows can make of a column; impossible ones share 0."""
    kinds = [0] * (1 << COLUMN_BITS)
    alone: dict[Any, int] = {}
    pairs: dict[Any, int] = {}
    triples: dict[Any, int] = {}
    for facts, crossed, rows in _columns():
        kinds[facts] = (
            alone.setdefault((crossed, *rows), len(alone))
            | pairs.setdefault((crossed, sum(rows)), len(pairs)) << 8
            | triples.setdefault((crossed, min(sum(rows), 3)), len(triples)) << 13
        )
    return kinds


def _columns() -> Iterator[tuple[int, int, list[int]]]:
    """All that six rows can make of a column: facts, its crosses, and the rows next to it, near and far."""
    for facts in range(1 << COLUMN_BITS):
        crossed, rows = facts & 7, [facts >> how & 7 for how in (NEXT, NEAR, FAR)]
        if crossed + sum(rows) <= 6:
            yield facts, crossed, rows


def column_kinds() -> list[tuple[int, int]]:
    """The crosses and the kind of every possible column."""
    kinds = _kinds()
    return [(crossed, kinds[facts] & 255) for facts, crossed, _ in _columns()]
