"""Two bots against each other, on the same dice and sheets, in each other's seats.

A deal is all games with the same dice. With an even number of seats there are two: the bots sit alternately,
then all move up one seat. With an odd number one bot has a seat more, so everybody moves all the way round,
and then the bots change roles. Alone, both play the same dice on the same sheet, and we compare their points.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.arena.adjustment import without_luck
from sixes.lab.arena.sprt import Scores
from sixes.lab.games import LUCK_UNITS, POINTS, RANK, WIN, GameResults, Simulation
from sixes.rules.sheets import Sheet

WINNER, POINT = 1 << 40, 1 << 10
"""Factors that rank seats by one number: winners first, then by points, then by crosses."""
WIN_BY_POINTS = 150
"""Alone, about so many more points by luck would turn a sure loss into a sure win."""


class Pairing(NamedTuple):
    first: str
    second: str
    simulations: tuple[Simulation, ...]

    @property
    def deal_games(self) -> int:
        return sum(simulation.rotations for simulation in self.simulations)

    def adjusted(self) -> "Pairing":
        """The same with the luck of all games measured."""
        simulations = (simulation._replace(adjusted=True) for simulation in self.simulations)
        return self._replace(simulations=tuple(simulations))


class DealResults(NamedTuple):
    """Results seen from the first of two bots, a row for each deal."""

    scores: Scores
    """Its share of the wins."""
    ranks: Scores
    """Its mean rank; 1 is best."""
    points: Scores
    """Its mean points minus those of the other."""
    matches: Scores
    """For each game 1 if its mean rank was better than the other's, 0.5 if they were equal."""
    luck: Scores
    """What the dice gave it, in scores, ranks and points; no columns if that was not measured."""

    def adjusted(self) -> "DealResults":
        """Scores, ranks and points without luck; as they are if that was not measured."""
        both = zip(self[:3], self.luck.T, strict=False)
        columns: list[Any] = [without_luck(column, luck) for column, luck in both]
        return DealResults(*columns, *self[len(columns) :])

    def cut(self, deals: int) -> "DealResults":
        """Only the first deals."""
        return DealResults(*(column[:deals] for column in self))

    def joined(self, more: "DealResults") -> "DealResults":
        columns: list[Any] = [np.concatenate(both) for both in zip(self, more, strict=True)]
        return DealResults(*columns)


def pairing(
    game: str, bots: tuple[str, str], seats: int, seed: int, sheets: tuple[Sheet, ...] = ()
) -> Pairing:
    lineup = tuple(bots[seat % 2] for seat in range(seats))
    if seats % 2 == 0:
        return Pairing(*bots, (Simulation(game, lineup, seed, sheets, 2),))
    swapped = tuple(bots[(seat + 1) % 2] for seat in range(seats))
    return Pairing(*bots, tuple(Simulation(game, line, seed, sheets, seats) for line in (lineup, swapped)))


def deal_results(pair: Pairing, played: list[GameResults]) -> DealResults:
    """From the results of each of its simulations, which cover the same whole deals."""
    ours = np.concatenate([_seats_of(pair.first, simulation) for simulation in pair.simulations])
    both = list(zip(played, pair.simulations, strict=True))
    points, crosses, won = (
        np.concatenate([_by_deal(part[at], simulation) for part, simulation in both], axis=1)
        for at in (1, 2, 3)
    )
    if ours.shape[1] == 1:  # alone: compare as if they had met
        ours, points, crosses = ours.T, points.swapaxes(1, 2), crosses.swapaxes(1, 2)
        won = _won(points * POINT + crosses)
    luck = np.concatenate([_by_deal(part.luck, simulation) for part, simulation in both], axis=1)
    ranks = _ranks((won > 0) * WINNER + points * POINT + crosses)
    per_game = [_mean(ranks, mask, axis=2) for mask in (ours, ~ours)]
    return DealResults(
        (won * ours).sum(axis=(1, 2)) / len(ours),
        _mean(ranks, ours, axis=(1, 2)),
        _mean(points, ours, axis=(1, 2)) - _mean(points, ~ours, axis=(1, 2)),
        (np.sign(per_game[1] - per_game[0]) + 1) / 2,
        _luck(luck / LUCK_UNITS, ours) if luck.shape[-1] else np.zeros((len(won), 0)),
    )


def _luck(luck: Any, ours: Any) -> Any:
    """By deal, in scores, ranks and points."""
    if luck.shape[2] == 1:  # alone
        ahead = luck[:, 0, 0, POINTS] - luck[:, 1, 0, POINTS]
        return np.stack([ahead / WIN_BY_POINTS, -ahead / WIN_BY_POINTS, ahead], axis=1)
    points, won, ranks = (luck[..., kind] for kind in (POINTS, WIN, RANK))
    columns = (
        (won * ours).sum(axis=(1, 2)) / len(ours),
        _mean(ranks, ours, axis=(1, 2)),
        _mean(points, ours, axis=(1, 2)) - _mean(points, ~ours, axis=(1, 2)),
    )
    return np.stack(columns, axis=1)


def _seats_of(bot: str, simulation: Simulation) -> Any:
    """For each game of a deal, a mask of the seats of this bot."""
    games: Any = np.arange(simulation.rotations)[:, None]
    who = simulation.bot_of(games, np.arange(len(simulation.bots)))  # type: ignore[arg-type]
    return np.array([name == bot for name in simulation.bots])[who]


def _by_deal(column: Any, simulation: Simulation) -> Any:
    """As an array by deal, game and seat."""
    return column.reshape(len(column) // simulation.rotations, simulation.rotations, *column.shape[1:])


def _won(places: Any) -> Any:
    """The win, or a share of it, for the best of a game."""
    best = places == places.max(axis=2, keepdims=True)
    return best / best.sum(axis=2, keepdims=True)


def _ranks(places: Any) -> Any:
    """The rank of each seat in each game; equal seats get the mean of their ranks."""
    mine, theirs = places[..., :, None], places[..., None, :]
    return 1 + (theirs > mine).sum(axis=-1) + ((theirs == mine).sum(axis=-1) - 1) / 2


def _mean(values: Any, mask: Any, axis: int | tuple[int, int]) -> Any:
    """The mean over the seats of a mask."""
    return (values * mask).sum(axis=axis) / mask.sum(axis=-1 if axis == 2 else None)
