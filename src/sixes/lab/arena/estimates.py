"""Means with intervals. The unit is the deal, since the games of a deal have the same luck."""

from typing import NamedTuple

import numpy as np

from sixes.lab.arena.sprt import Scores
from sixes.lab.simulation.tally import Z95


class Estimate(NamedTuple):
    mean: float
    error: float
    """The standard error of the mean."""

    def interval(self) -> list[float]:
        return [self.mean - Z95 * self.error, self.mean + Z95 * self.error]


def estimate(*columns: Scores) -> Estimate:
    """The mean of the means of several columns. Rows are deals; some columns may have more of them.

    The same deal may be in several columns; its effects on all of them are added before squaring.
    """
    deals = max(map(len, columns))
    apart = np.zeros(deals)
    for column in columns:
        apart[: len(column)] += (column - column.mean()) / len(column) / len(columns)
    mean = sum(float(column.mean()) for column in columns) / len(columns)
    return Estimate(mean, float(np.sqrt((apart**2).sum() * deals / max(deals - 1, 1))))


def share(*columns: Scores) -> Estimate:
    """The same for shares of wins, with one win and one loss added to the variance.

    Ten wins of ten do not prove that there are no losses.
    """
    mean, error = estimate(*columns)
    added = sum(0.5 / len(column) ** 2 for column in columns) / len(columns) ** 2
    return Estimate(mean, float(np.sqrt(error**2 + added)))
