"""The points that levels of Sixto make alone and among themselves, simulated.

The table is made by `python -m sixes.lab.bot_standards`: for each number of seats and each level a histogram
in steps of ten points.
"""

from functools import cache
from pkgutil import get_data

import msgspec


class Histogram(msgspec.Struct, frozen=True, rename={"start": "from"}):
    start: int
    """Points at which the first step begins; each is ten wide."""
    counts: list[float]
    """How many results are in each step; of bots, how many of a thousand."""


@cache
def bot_points() -> dict[str, dict[str, Histogram]]:
    """By the number of seats, then by level."""
    table = get_data(__package__, "bot_points.json") or b""
    return msgspec.json.decode(table, type=dict[str, dict[str, Histogram]])
