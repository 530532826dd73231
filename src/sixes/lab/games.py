"""A simulation of many games, and their results as arrays."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sixes.rules.sheets import Sheet

Numbers = npt.NDArray[np.int64]

POINTS, WIN, RANK = range(3)
KINDS = 3
"""What luck is measured in: points, the chance to win, and the rank."""
SQUARES = 4
ROLLS = 6 * SQUARES
"""A roll is compared with so many others: Latin squares of six."""
POINT, CHANCE = 64, 1 << 14
LUCK_UNITS = np.array([POINT * ROLLS, CHANCE * ROLLS, CHANCE * ROLLS])
"""Luck is stored in whole numbers, so that sums are exact: for each kind, how many of them make one."""


class Simulation(NamedTuple):
    """What is played. Game number g is always the same game, on any machine and in any batch."""

    game: str
    bots: tuple[str, ...]
    """A bot for each seat."""
    seed: int
    sheets: tuple[Sheet, ...] = ()
    """For Sixto. They go round: in deal d seat s has sheet d + s of them."""
    rotations: int = 1
    """Games with the dice and sheets of one deal. From one to the next the bots move up a seat; with as many
    games as seats, all have the same luck."""
    adjusted: bool = False
    """Whether the luck of each game is measured, which takes time."""

    def deal(self, game: int) -> int:
        return game // self.rotations

    def bot_of(self, game: int, seat: int) -> int:
        """Who sits there, as an index into `bots`."""
        return (seat + game % self.rotations) % len(self.bots)

    def match_document(self, game: int) -> dict[str, Any]:
        """What the record of a game keeps in `match`: who played, and where its dice come from."""
        names = [self.bots[self.bot_of(game, seat)] for seat in range(len(self.bots))]
        return {"players": [{"name": name, "bot": name} for name in names], "seed": self.seed, "game": game}


class GameResults(NamedTuple):
    """Results of consecutive games: a row for each game, a column for each seat."""

    first: int
    points: Numbers
    """Total points in Sixto, lines in Sixem."""
    crosses: Numbers
    """Crosses in Sixto, Xs in Sixem."""
    won: npt.NDArray[np.float64]
    """1 for a win; a share of it where several win."""
    turns: Numbers
    """For each game its turns or rounds."""
    ends: Numbers
    """For each game, in Sixto the set of ends that held, in Sixem the index of the pattern."""
    luck: Numbers
    """For each game, seat and kind what the dice gave; no kinds if that was not measured."""
    seconds: float
    """Playing time on one core."""

    def joined(self, *others: "GameResults") -> "GameResults":
        parts: list[Any] = [
            np.concatenate(column) for column in zip(*(p[1:-1] for p in (self, *others)), strict=True)
        ]
        return GameResults._make((self.first, *parts, sum(p.seconds for p in (self, *others))))

    def cut(self, many: int) -> "GameResults":
        """Only the first games."""
        columns: list[Any] = [column[:many] for column in self[1:-1]]
        return GameResults._make((self.first, *columns, self.seconds))


def empty_results(first: int, many: int, seats: int) -> GameResults:
    """Arrays for this many games, filled with zeros."""
    points, crosses = np.zeros((2, many, seats), np.int64)
    turns, ends = np.zeros((2, many), np.int64)
    luck = np.zeros((many, seats, 0), np.int64)
    return GameResults(first, points, crosses, np.zeros((many, seats)), turns, ends, luck, 0.0)
