"""What the master knows about the sheets A to L alone: values that were learnt on one sheet each.

They are entries of the same list as the expert's. But the expert's hold for any sheet, and know a row by what
is ahead in it; these know it by its colour. They begin with the expert's values and are learnt further
(`sheet_training`). The file has the differences: after the expert has learnt anew, these must be, too.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.expert import SoloValues, shipped_model
from sixes.bots.sixto.features import AHEAD, COLUMNS, ROWS, STAGES, outlook
from sixes.lab.sixto.expert import lookup_arrays, solo_values
from sixes.rules.sheets import LETTER_OF, PLACES, Sheet

FILE = Path(__file__).with_name("sheet_values.npz")
FRESH = 7
"""In the outlook of a row, the bits that say how soon a number comes again."""


class KnownSheet(NamedTuple):
    """Values for a sheet, and its outlook as they need it."""

    solo: SoloValues
    ahead: list[int]


@lru_cache(maxsize=16)  # there are sheets without end, and these arrays are large
def known_sheet(sheet: Sheet) -> KnownSheet:
    """A sheet that is not among A to L has the expert's values."""
    if sheet not in LETTER_OF:
        return KnownSheet(solo_values(), outlook(sheet))
    with np.load(FILE) as stored:
        first, second = values_by_colour(sheet) + stored[LETTER_OF[sheet]]
    return KnownSheet(SoloValues(first, second, lookup_arrays()), outlook_by_colour(sheet))


def outlook_by_colour(sheet: Sheet) -> list[int]:
    """The outlook of a sheet with the colour of each row instead of how soon a number comes again."""
    ahead = outlook(sheet)
    return [facts & ~FRESH | at * len(sheet) // len(ahead) for at, facts in enumerate(ahead)]


def values_by_colour(sheet: Sheet) -> Any:
    """The expert's values where that outlook finds them: before the first roll, and before the second."""
    return np.array([_by_colour(np.array(values), sheet) for values in shipped_model().solo[:2]])


def _by_colour(values: Any, sheet: Sheet) -> Any:
    shape = (STAGES, PLACES + 1, PLACES, AHEAD)
    moved = values.copy()
    rows, moved_rows = (one[ROWS:COLUMNS].reshape(shape) for one in (values, moved))
    for at, (facts, mine) in enumerate(zip(outlook(sheet), outlook_by_colour(sheet), strict=True)):
        place = at // 2 % (PLACES + 1)
        moved_rows[:, place, :, mine] = rows[:, place, :, facts]
    return moved
