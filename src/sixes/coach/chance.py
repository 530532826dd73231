"""Whether dice fell as dice fall: Pearson's chi-square test on how often each face came up."""

import math
from collections.abc import Sequence
from typing import NamedTuple

FEWEST = 30
"""Dice: from five expected of each face on, the test holds."""
UNUSUAL, RARE = 0.05, 0.01


class Chance(NamedTuple):
    p: float
    """How often fair dice fall at least as unevenly."""
    verdict: str
    """few: too few to tell; usual; unusual: less often than one time in 20; rare: one in 100."""


def chance_of(times: Sequence[int]) -> Chance:
    """The chance of what was rolled, given how often each of the six faces came up."""
    expected = sum(times) / 6
    if sum(times) < FEWEST:
        return Chance(1.0, "few")
    p = tail(sum((count - expected) ** 2 for count in times) / expected)
    return Chance(p, "usual" if p >= UNUSUAL else "unusual" if p >= RARE else "rare")


def tail(x: float) -> float:
    """The chance that a chi-square variable with five degrees of freedom is at least x."""
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)
