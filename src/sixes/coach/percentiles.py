"""How good a score of Sixto alone is, beside 100,000 games of the expert on the same sheet.

The table is made by `python -m sixes.lab.percentiles`: for each letter the points that 0 to 100 of 100 games
do not exceed.
"""

import json
from bisect import bisect_left
from functools import cache
from pkgutil import get_data

from sixes.rules.sheets import LETTER_OF, Sheet


@cache
def _table() -> dict[str, list[int]]:
    table: dict[str, list[int]] = json.loads(get_data(__package__, "percentiles.json") or "")
    return table


def percentile(sheet: Sheet, points: int) -> int | None:
    """How many of 100 games have fewer points; None on a sheet of one's own."""
    letter = LETTER_OF.get(sheet)
    return None if letter is None else min(bisect_left(_table()[letter], points), 100)


def expert_points(letter: str) -> list[int]:
    """The points of about a hundred games of the expert on a sheet, as they are usually spread."""
    return _table()[letter]
