"""What the games of a player add up to, as a document for the page "my games"."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from sixes.coach.bot_points import Histogram, bot_points
from sixes.coach.chance import chance_of
from sixes.play.ratings import FEW_GAMES, shown
from sixes.server.storage.game_rows import Numbers, OpponentRow, RatingRow, TallyRow
from sixes.server.storage.tallies import STEP

TEN = 10
"""Games of which a trend tells the mean."""


class Total(msgspec.Struct):
    """Your games with so many seats, with help or without."""

    game: str
    seats: int
    games: int
    won: int


class Scores(msgspec.Struct):
    """Your unaided games of Sixto with so many seats."""

    seats: int
    games: int
    mean: float
    best: dict[str, int]
    """By sheet; empty for sheets of one's own."""
    points: Histogram
    bots: dict[str, Histogram]
    """What bots make among themselves, of a thousand results."""


class Ten(msgspec.Struct):
    """Ten games in a row that ended from `since` on and before `until`, and their mean."""

    since: int
    until: int
    mean: float


class Trend(msgspec.Struct):
    """How the points of unaided games of Sixto with so many seats change, oldest first."""

    seats: int
    tens: list[Ten]


class Opponent(msgspec.Struct):
    """Somebody you played with: in how many games you were ranked before them, or after them."""

    player: str
    name: str
    games: int
    won: int
    lost: int


class DiceTold(msgspec.Struct):
    """How often each face came up in your rolls of Sixto, and whether that is usual for fair dice."""

    times: list[int]
    chance: float
    """How often fair dice fall at least as unevenly."""
    verdict: str
    """few, usual, unusual (below 1 in 20) or rare (below 1 in 100)."""


class Rated(msgspec.Struct):
    """Your rating for a game and a number of seats; null below ten games."""

    game: str
    seats: int
    rating: int | None
    games: int


class MyNumbers(msgspec.Struct):
    """What your games add up to."""

    totals: list[Total]
    scores: list[Scores]
    trend: Trend
    opponents: list[Opponent]
    dice: DiceTold
    ratings: list[Rated]


def numbers_document(found: Numbers) -> MyNumbers:
    times = [found.faces.get(face, 0) for face in range(1, 7)]
    return MyNumbers(
        [total(game, seats, rows) for (game, seats), rows in by_seats(found.tallies)],
        [scores(seats, rows) for (game, seats), rows in by_seats(unaided(found.tallies)) if game == "sixto"],
        Trend(found.seats, tens(found.recent)),
        list(map(opponent, found.opponents)),
        DiceTold(times, *chance_of(times)),
        list(map(rated, found.ratings)),
    )


def unaided(tallies: Iterable[TallyRow]) -> list[TallyRow]:
    return [row for row in tallies if row.unaided]


def by_seats(tallies: Iterable[TallyRow]) -> Iterable[tuple[tuple[str, int], list[TallyRow]]]:
    """Tallies come in the order of their games and seats."""
    for key, rows in groupby(tallies, lambda row: (row.game, row.seats)):
        yield key, list(rows)


def total(game: str, seats: int, rows: Sequence[TallyRow]) -> Total:
    return Total(game, seats, sum(row.games for row in rows), sum(row.won for row in rows))


def scores(seats: int, rows: Sequence[TallyRow]) -> Scores:
    games, best = sum(row.games for row in rows), dict[str, int]()
    for row in rows:
        best[row.sheet] = max(row.best, best.get(row.sheet, row.best))
    mean = round(sum(row.points for row in rows) / games, 1)
    return Scores(seats, games, mean, best, histogram(rows), bot_points()[str(seats)])


def histogram(rows: Sequence[TallyRow]) -> Histogram:
    least, most = min(row.step for row in rows), max(row.step for row in rows)
    counts = [0.0] * ((most - least) // STEP + 1)
    for row in rows:
        counts[(row.step - least) // STEP] += row.games
    return Histogram(least, counts)


def tens(recent: Sequence[tuple[int, int]]) -> list[Ten]:
    """The means of ten games each, of which the newest are the last; games left over are the oldest."""
    whole = [recent[at : at + TEN] for at in range(0, len(recent) - TEN + 1, TEN)]
    return [
        Ten(ten[-1][0], ten[0][0] + 1, round(sum(points for _, points in ten) / TEN, 1))
        for ten in reversed(whole)
    ]


def opponent(row: OpponentRow) -> Opponent:
    return Opponent(*row)


def rated(row: RatingRow) -> Rated:
    rating = shown(row.mu) if row.games >= FEW_GAMES else None
    return Rated(row.game, row.seats, rating, row.games)
