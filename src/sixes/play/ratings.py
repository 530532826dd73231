"""Ratings: how strong somebody is at a game with so many seats, from the results of rated tables.

They are those of openskill (Plackett-Luce): a mean, and how unsure one is of it. Bots have fixed ones, made
by `python -m sixes.lab.bot_standards`, so that a number means something from the first game on.
"""

import json
from collections.abc import Sequence
from functools import cache
from pkgutil import get_data
from typing import Any, NamedTuple

from sixes.play.days import DAY

COMPANY_SPAN = 30 * DAY
"""Milliseconds in which games of the same people count less and less."""
FULL_GAMES = 3
"""So many of them count in full."""


class Rating(NamedTuple):
    mu: float
    sigma: float


NEWCOMER = Rating(25.0, 25.0 / 3.0)
TAU = NEWCOMER.mu / 300
FEW_GAMES = 10
"""Below so many rated games a rating is not shown."""


def shown(mu: float) -> int:
    """A rating as people see it: 1000 for a newcomer; 100 more win about 64 of 100 games of two."""
    return round(1000 + 30 * (mu - NEWCOMER.mu))


class RatedSeat(NamedTuple):
    """Who is rated for a seat: a person, or else a bot."""

    player: str
    """The person's id; empty for a bot, and for somebody whose data were deleted."""
    level: str
    """Of the bot, if no person is rated for the seat."""
    rank: int
    """1 is best; equal seats share it."""


class RatedGame(NamedTuple):
    """A finished game at a rated table."""

    game: str
    ended: int
    seats: tuple[RatedSeat, ...]

    @property
    def people(self) -> list[str]:
        return sorted(seat.player for seat in self.seats if seat.player)

    @property
    def company(self) -> str:
        return " ".join(self.people)


def rate(before: Sequence[Rating], ranks: Sequence[int], tau: float = TAU) -> list[Rating]:
    """The ratings after a game, by seat; with a larger `tau`, strengths may change faster."""
    model = _model(tau)
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    return [Rating(one.mu, one.sigma) for (one,) in model.rate(teams, ranks=list(map(float, ranks)))]


@cache
def _model(tau: float) -> Any:
    from openskill.models import PlackettLuce  # noqa: PLC0415 - slow to import; few servers have rated tables

    return PlackettLuce(tau=tau)


def rate_people(
    played: RatedGame, before: dict[str, Rating], weight: float
) -> dict[str, tuple[Rating, Rating]]:
    """For each person of a rated game the rating before and after it; bots keep theirs."""
    seats = len(played.seats)
    ratings = [
        before.get(seat.player, NEWCOMER) if seat.player else bot_rating(played.game, seats, seat.level)
        for seat in played.seats
    ]
    known = [rating or NEWCOMER for rating in ratings]
    after = rate(known, [seat.rank for seat in played.seats])
    return {
        seat.player: (old, weighted(old, new, weight))
        for seat, old, new in zip(played.seats, known, after, strict=True)
        if seat.player
    }


def weighted(old: Rating, new: Rating, weight: float) -> Rating:
    """A part of the way from one rating to another."""
    return Rating(old.mu + weight * (new.mu - old.mu), old.sigma + weight * (new.sigma - old.sigma))


def weight_of(people: int, earlier: int) -> float:
    """How much a game of these people counts, after so many rated ones of exactly them in `COMPANY_SPAN`.

    Who plays against bots alone is not limited: their ratings are fixed, so nobody can be lifted by them.
    """
    return 1.0 if people < 2 else 0.5 ** max(earlier - FULL_GAMES + 1, 0)


@cache
def _bot_ratings() -> dict[str, dict[str, dict[str, list[float]]]]:
    table: dict[str, dict[str, dict[str, list[float]]]] = json.loads(
        get_data(__package__, "bot_ratings.json") or ""
    )
    return table


def is_rated_level(game: str, level: str) -> bool:
    """Whether the rating of a level is known for any number of seats."""
    return all(level in levels for levels in _bot_ratings().get(game, {"": {}}).values())


def bot_rating(game: str, seats: int, level: str) -> Rating | None:
    """The fixed rating of a level; None if it is not known."""
    found = _bot_ratings().get(game, {}).get(str(seats), {}).get(level)
    return Rating(*found) if found else None
