"""Two bots against each other: on the same dice and sheets, each in each other's place.

A deal is all games with the same dice. With an even number of seats these are two: the bots sit in turns,
then all move up one seat. With an odd number one bot has a seat more, so everybody moves all the way round,
and then the bots change roles. Alone, both play the same dice on the same sheet, and are compared.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.arena.sprt import Scores
from sixes.lab.games import GameResults, Simulation
from sixes.rules.sheets import Sheet

WINNER, POINT = 1 << 40, 1 << 10
"""Who is ahead of whom, as one number: winners first, then by points, then by crosses."""


class Pairing(NamedTuple):
    first: str
    second: str
    settings: tuple[Simulation, ...]

    @property
    def deal_games(self) -> int:
        return sum(setting.rotations for setting in self.settings)


class Deals(NamedTuple):
    """What came of deals, seen from the first of two bots: a row a deal."""

    scores: Scores
    """Its share of the wins."""
    ranks: Scores
    """Its mean rank; 1 is best."""
    points: Scores
    """How many more it had on average."""
    matches: Scores
    """For each game 1 if it came in before the other on average, a half if neither did."""

    def cut(self, deals: int) -> "Deals":
        """Only the first ones."""
        return Deals(*(column[:deals] for column in self))

    def joined(self, more: "Deals") -> "Deals":
        columns: list[Any] = [np.concatenate(both) for both in zip(self, more, strict=True)]
        return Deals(*columns)


def pairing(
    game: str, bots: tuple[str, str], seats: int, seed: int, sheets: tuple[Sheet, ...] = ()
) -> Pairing:
    lineup = tuple(bots[seat % 2] for seat in range(seats))
    if seats % 2 == 0:
        return Pairing(*bots, (Simulation(game, lineup, seed, sheets, 2),))
    swapped = tuple(bots[(seat + 1) % 2] for seat in range(seats))
    return Pairing(*bots, tuple(Simulation(game, line, seed, sheets, seats) for line in (lineup, swapped)))


def deals_of(pair: Pairing, played: list[GameResults]) -> Deals:
    """From the games of each of its settings, of the same whole deals."""
    ours = np.concatenate([_seats_of(pair.first, setting) for setting in pair.settings])
    points, crosses, won = (
        np.concatenate([_by_deal(part[at], setting) for part, setting in _both(played, pair)], axis=1)
        for at in (1, 2, 3)
    )
    if ours.shape[1] == 1:  # alone: as if they had met
        ours, points, crosses = ours.T, points.swapaxes(1, 2), crosses.swapaxes(1, 2)
        won = _won(points * POINT + crosses)
    ranks = _ranks((won > 0) * WINNER + points * POINT + crosses)
    per_game = [_mean(ranks, mask, axis=2) for mask in (ours, ~ours)]
    return Deals(
        (won * ours).sum(axis=(1, 2)) / len(ours),
        _mean(ranks, ours, axis=(1, 2)),
        _mean(points, ours, axis=(1, 2)) - _mean(points, ~ours, axis=(1, 2)),
        (np.sign(per_game[1] - per_game[0]) + 1) / 2,
    )


def _both(played: list[GameResults], pair: Pairing) -> Any:
    return zip(played, pair.settings, strict=True)


def _seats_of(bot: str, setting: Simulation) -> Any:
    """For each game of a deal, which seats are this bot's."""
    games: Any = np.arange(setting.rotations)[:, None]
    who = setting.bot_of(games, np.arange(len(setting.bots)))  # type: ignore[arg-type]
    return np.array([name == bot for name in setting.bots])[who]


def _by_deal(column: Any, setting: Simulation) -> Any:
    """Deals, their games, their seats."""
    return column.reshape(-1, setting.rotations, len(setting.bots))


def _won(places: Any) -> Any:
    """The win, or a share of it, for whoever is ahead of all others in a game."""
    best = places == places.max(axis=2, keepdims=True)
    return best / best.sum(axis=2, keepdims=True)


def _ranks(places: Any) -> Any:
    """For each seat of each game; those who are level share theirs."""
    mine, theirs = places[..., :, None], places[..., None, :]
    return 1 + (theirs > mine).sum(axis=-1) + ((theirs == mine).sum(axis=-1) - 1) / 2


def _mean(values: Any, mask: Any, axis: int | tuple[int, int]) -> Any:
    """Over some of the seats."""
    return (values * mask).sum(axis=axis) / mask.sum(axis=-1 if axis == 2 else None)
