"""Games counted: what is told of many games follows from whole numbers, in whatever order they came."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sixes.lab.games import GameResults, Numbers, Simulation

FLOOR = 100
"""Counts begin at this many points below zero; no sheet of Sixto has fewer than -75."""
SPAN = 800
"""How many different totals are counted; no sheet has more than 600 points."""
SHARES = 60
"""A win is counted in sixtieths: a share of it for two to six seats is still a whole number."""
ENDS = 16
"""Room for each set of ends in Sixto, each pattern in Sixem."""
Table = npt.NDArray[np.float64]


class Tally(NamedTuple):
    """Of games of one setting whose bots keep their seats."""

    counts: Numbers
    """For each seat and sheet, how often it came to so many points."""
    shares: Numbers
    """For each seat and sheet, wins in sixtieths."""
    crosses: Numbers
    """For each seat, all crosses."""
    ends: Numbers
    """For each end, games."""
    turns: Numbers
    """For each end, the turns of its games."""
    seconds: float

    @property
    def games(self) -> int:
        return int(self.ends.sum())

    def __add__(self, other: Any) -> "Tally":
        parts: list[Any] = [mine + its for mine, its in zip(self, other, strict=True)]
        return Tally(*parts)


def nothing(setting: Simulation) -> Tally:
    seats, sheets = len(setting.bots), len(setting.sheets) or 1
    of_ends = np.zeros(ENDS, np.int64)
    return Tally(
        np.zeros((seats, sheets, SPAN), np.int64),
        np.zeros((seats, sheets), np.int64),
        np.zeros(seats, np.int64),
        of_ends,
        of_ends,
        0.0,
    )


def tally_of(setting: Simulation, played: GameResults) -> Tally:
    seats, sheets = len(setting.bots), len(setting.sheets) or 1
    deals: Any = setting.deal(np.arange(played.first, played.first + len(played.turns)))  # type: ignore[arg-type]
    places = np.arange(seats) * sheets + (deals[:, None] + np.arange(seats)) % sheets
    shares = np.rint(played.won * SHARES).astype(np.int64)
    return Tally(
        _counted(places * SPAN + played.points + FLOOR, seats * sheets * SPAN).reshape(seats, sheets, SPAN),
        _counted(places, seats * sheets, shares).reshape(seats, sheets),
        played.crosses.sum(axis=0),
        _counted(played.ends, ENDS),
        _counted(played.ends, ENDS, played.turns),
        played.seconds,
    )


def _counted(places: Numbers, room: int, weights: Numbers | None = None) -> Numbers:
    """How often each place stands there, or the sum of its weights: whole numbers, exact below 2**53."""
    weighed = None if weights is None else weights.ravel()
    return np.bincount(places.ravel(), weighed, room).astype(np.int64)


# What counts tell ---------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """Of one seat, perhaps on one sheet."""

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
    """The least points that so many percent of the games do not exceed."""
    reached = np.cumsum(counts)
    return int(np.searchsorted(reached, percent / 100 * reached[-1])) - FLOOR
