"""Count games. All figures follow from whole numbers, so the order of the games does not matter."""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.games import KINDS, POINTS, WIN, GameResults, Numbers, Simulation, empty_results
from sixes.lab.simulation.adjustment import sums_of

FLOOR = 100
"""Counts begin at this many points below zero; no sheet of Sixto scores less than -75."""
SPAN = 800
"""How many different totals are counted; no sheet scores more than 600."""
SHARES = 60
"""A win is counted in 60ths, so that the share of two to six winners is a whole number."""
Z95 = 1.96
"""Standard errors on each side of a mean that make an interval of 95%."""
ENDS = 16
"""Room for each set of ends in Sixto, each pattern in Sixem."""


class Tally(NamedTuple):
    """The counted results of one simulation whose bots keep their seats."""

    counts: Numbers
    """For each seat, sheet and number of points, how many games."""
    shares: Numbers
    """For each seat and sheet, wins in 60ths."""
    crosses: Numbers
    """For each seat, all crosses."""
    ends: Numbers
    turns: Numbers
    """For each end, its games, and the turns of these."""
    luck: Any
    """For points and wins, by seat and half of the games, the sums of `adjustment`; or nothing."""
    seconds: float

    @property
    def games(self) -> int:
        return int(self.ends.sum())

    def __add__(self, other: Any) -> "Tally":
        parts: list[Any] = [mine + its for mine, its in zip(self, other, strict=True)]
        return Tally(*parts)


def empty_tally(simulation: Simulation) -> Tally:
    results = empty_results(0, 0, len(simulation.bots))
    luck = np.zeros((0, len(simulation.bots), KINDS if simulation.adjusted else 0), np.int64)
    return tally_of(simulation, results._replace(luck=luck))


def tally_of(simulation: Simulation, results: GameResults) -> Tally:
    seats, sheets = len(simulation.bots), len(simulation.sheets) or 1
    deals: Any = simulation.deal(np.arange(results.first, results.first + len(results.turns)))  # type: ignore[arg-type]
    places = np.arange(seats) * sheets + (deals[:, None] + np.arange(seats)) % sheets
    shares = np.rint(results.won * SHARES).astype(np.int64)
    return Tally(
        _counted(places * SPAN + results.points + FLOOR, seats * sheets * SPAN).reshape(seats, sheets, SPAN),
        _counted(places, seats * sheets, shares).reshape(seats, sheets),
        results.crosses.sum(axis=0),
        _counted(results.ends, ENDS),
        _counted(results.ends, ENDS, results.turns),
        _luck_sums(results, shares, deals % 2 == 1),
        results.seconds,
    )


def _luck_sums(results: GameResults, shares: Numbers, odd: Any) -> Any:
    if not results.luck.shape[2]:
        return np.zeros(0, object)
    kinds = ((results.points, POINTS), (shares, WIN))
    return np.array([sums_of(column, results.luck[:, :, kind], odd) for column, kind in kinds], object)


def _counted(places: Numbers, room: int, weights: Numbers | None = None) -> Numbers:
    """How often each index occurs, or the sum of its weights: whole numbers, exact below 2**53."""
    weighed = None if weights is None else weights.ravel()
    return np.bincount(places.ravel(), weighed, room).astype(np.int64)


class Figures(NamedTuple):
    """The figures of one seat, perhaps on one sheet."""

    games: int
    mean: float
    sd: float
    error: float
    """The standard error of the mean."""
    wins: float


def figures(counts: Numbers, shares: int) -> Figures:
    games = int(counts.sum())
    if games == 0:
        return Figures(0, 0.0, 0.0, 0.0, 0.0)
    points = np.arange(SPAN) - FLOOR
    total, squares = int(counts @ points), int(counts @ points**2)
    variance = (squares - total**2 / games) / (games - 1) if games > 1 else 0.0
    sd = max(variance, 0.0) ** 0.5
    return Figures(games, total / games, sd, sd / games**0.5, int(shares) / SHARES)


def percentile(counts: Numbers, percent: float) -> int:
    """The least number of points that this percentage of the games does not exceed."""
    reached = np.cumsum(counts)
    return int(np.searchsorted(reached, percent / 100 * reached[-1])) - FLOOR
