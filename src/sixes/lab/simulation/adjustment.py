"""Results without the luck of the dice.

From each result we subtract its luck times a coefficient. The luck has mean zero, and the coefficient comes
from other games: the games are in two halves, each of which sets the coefficient of the other. So the mean
stays unbiased, whatever bots play. The coefficient is near 1 for good bots, less for those that waste luck.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.games import Numbers

SUMS = 6
"""Of results x and luck y: how many, and the sums of x, y, xx, xy and yy."""


class Adjusted(NamedTuple):
    mean: float
    error: float
    """The standard error of the mean."""
    fewer: float
    """Without the adjustment, so many times the games would be needed for the same error."""


def sums_of(results: Numbers, luck: Numbers, odd: Any) -> Any:
    """For each seat and half the sums, in whole numbers of any size."""
    halves = []
    for half in (~odd, odd):
        x, y = results[half], luck[half]
        columns = (np.ones_like(x), x, y, x * x, x * y, y * y)
        halves.append([[int(total) for total in column.sum(axis=0)] for column in columns])
    return np.array(halves, object).reshape(2, SUMS, -1).transpose(2, 0, 1)


def adjusted(halves: Any, result_unit: int, luck_unit: int) -> Adjusted:
    """The mean without luck, from the sums of both halves; the units say how many of them make one."""
    parts = [_moments(sums, result_unit, luck_unit) for sums in halves]
    games = max(sum(part.games for part in parts), 1)
    times = [part.coefficient() for part in parts[::-1]]
    means = [part.mean - by * part.luck for part, by in zip(parts, times, strict=True)]
    mean = sum(part.games * one for part, one in zip(parts, means, strict=True)) / games
    played = sum(part.games * part.mean for part in parts) / games
    raw = without = 0.0
    for part, by, one in zip(parts, times, means, strict=True):
        raw += part.games * (part.xx + (part.mean - played) ** 2)
        within = part.xx - 2 * by * part.xy + by**2 * part.yy
        without += part.games * (within + (one - mean) ** 2)
    without = max(without, 0.0)
    error = (without / games / max(games - 1, 1)) ** 0.5
    return Adjusted(mean, error, raw / without if without > 0 else 1.0)


class _Moments(NamedTuple):
    """Means, variances and covariance of one half."""

    games: int
    mean: float
    luck: float
    xx: float
    xy: float
    yy: float

    def coefficient(self) -> float:
        return min(max(self.xy / self.yy, 0.0), 1.0) if self.yy > 0 else 1.0


def _moments(sums: Any, result_unit: int, luck_unit: int) -> _Moments:
    n, x, y, xx, xy, yy = (int(one) for one in sums)
    if n == 0:
        return _Moments(0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return _Moments(
        n,
        x / n / result_unit,
        y / n / luck_unit,
        (n * xx - x * x) / n**2 / result_unit**2,
        (n * xy - x * y) / n**2 / (result_unit * luck_unit),
        (n * yy - y * y) / n**2 / luck_unit**2,
    )
