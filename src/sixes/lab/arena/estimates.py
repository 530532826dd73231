"""Means with their intervals, where the deal is the unit: games of one deal have the same luck."""

from typing import NamedTuple

import numpy as np

from sixes.lab.arena.sprt import Scores

Z95 = 1.96
"""Standard errors on each side of a mean that make an interval of 95%."""


class Estimate(NamedTuple):
    mean: float
    error: float
    """The standard error of it."""

    def interval(self) -> list[float]:
        return [self.mean - Z95 * self.error, self.mean + Z95 * self.error]


def estimate(*columns: Scores) -> Estimate:
    """The mean of the means of columns whose rows are deals, perhaps more of them in one than in another.

    The same deal may stand in several columns; what it does to all of them is taken together.
    """
    deals = max(map(len, columns))
    apart = np.zeros(deals)
    for column in columns:
        apart[: len(column)] += (column - column.mean()) / len(column) / len(columns)
    mean = sum(float(column.mean()) for column in columns) / len(columns)
    return Estimate(mean, float(np.sqrt((apart**2).sum() * deals / max(deals - 1, 1))))


def share(*columns: Scores) -> Estimate:
    """The same for shares of wins, with one win and one loss added to what they vary.

    Ten wins of ten do not mean that there are no losses.
    """
    mean, error = estimate(*columns)
    added = sum(0.5 / len(column) ** 2 for column in columns) / len(columns) ** 2
    return Estimate(mean, float(np.sqrt(error**2 + added)))
