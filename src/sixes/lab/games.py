"""Many games at once: what is played, and what came of it."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sixes.rules.sheets import Sheet

Numbers = npt.NDArray[np.int64]


class Simulation(NamedTuple):
    """What is played. Game g of a setting is the same game, wherever and in whatever company it is played."""

    game: str
    bots: tuple[str, ...]
    """A level for each seat."""
    seed: int
    sheets: tuple[Sheet, ...] = ()
    """Those of Sixto that go round: in deal d seat s has sheet d + s of them."""
    rotations: int = 1
    """How many games are played with the dice and sheets of one deal; from one to the next the bots move up a
    seat. With as many as there are seats, luck is the same for all."""

    def deal(self, game: int) -> int:
        return game // self.rotations

    def bot_of(self, game: int, seat: int) -> int:
        """Who sits there, as a place in `bots`."""
        return (seat + game % self.rotations) % len(self.bots)


class GameResults(NamedTuple):
    """Games, one after the other: a row a game, a column a seat."""

    first: int
    """The number of the first of them."""
    points: Numbers
    """Total points in Sixto, lines in Sixem."""
    crosses: Numbers
    """Crosses in Sixto, Xs in Sixem."""
    won: npt.NDArray[np.float64]
    """1 for a win, a share of it where several win."""
    turns: Numbers
    """For each game its turns, or rounds."""
    ends: Numbers
    """For each game how it ended: the set of ends that held in Sixto; the place of the pattern in Sixem."""
    seconds: float
    """Of playing, on one core."""

    def joined(self, *others: "GameResults") -> "GameResults":
        """These games and those that follow them."""
        parts: list[Any] = [
            np.concatenate(column) for column in zip(*(p[1:-1] for p in (self, *others)), strict=True)
        ]
        return GameResults._make((self.first, *parts, sum(p.seconds for p in (self, *others))))

    def cut(self, many: int) -> "GameResults":
        """Only so many of them, the first ones."""
        columns: list[Any] = [column[:many] for column in self[1:-1]]
        return GameResults._make((self.first, *columns, self.seconds))


def nothing_played(first: int, many: int, seats: int) -> GameResults:
    """Room for so many games."""
    points, crosses = np.zeros((2, many, seats), np.int64)
    turns, ends = np.zeros((2, many), np.int64)
    return GameResults(first, points, crosses, np.zeros((many, seats)), turns, ends, 0.0)
