"""Compute everything again that follows from the records of finished games.

That is what was stored as they ended: results, what they add up to, points of the daily challenge, ratings.
The order in which games were rated is kept; games that were never rated come after it, by their ends.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from sixes.play.options import Options
from sixes.play.ratings import COMPANY_SPAN, NEWCOMER, RatedGame, Rating, rate_people, weight_of
from sixes.play.results import DAILY, SeatResult, rated_game, results_of
from sixes.play.seats import Seat
from sixes.records import parse, replay
from sixes.server.storage.backend import Backend
from sixes.server.storage.migrations import check_schema
from sixes.server.storage.opening import connect_postgres, existing_file
from sixes.server.storage.results import result_rows
from sixes.server.storage.schema import daily_totals, daily_tries, players, rated, ratings, results, tables
from sixes.server.storage.sqlite import Sqlite, explain_errors, lock_directory
from sixes.server.storage.tallies import TABLES, TallyRows

PAGE = 200
"""Records that are read at a time."""
NO_SEED = b""
"""Tables that were brought from elsewhere have none; their results stay as they are."""


class About(msgspec.Struct):
    """What the row of a table says about who played."""

    options: Options
    seats: tuple[Seat | None, ...]


class FinishedGame(NamedTuple):
    table: str
    ended: int
    results: tuple[SeatResult, ...]
    rated: RatedGame | None


class Rebuilt(NamedTuple):
    games: int
    rated: int


def rebuild_data(location: Path | str) -> Rebuilt:
    """Rebuild the data of a server that does not run; `CannotOpen` says why it fails."""
    if isinstance(location, str):
        with closing(connect_postgres(location)) as postgres, postgres.explain_errors():
            postgres.use_exclusively()
            return _rebuild(postgres)
    path = existing_file(location)
    with explain_errors(path), lock_directory(location), closing(Sqlite(path)) as sqlite:
        return _rebuild(sqlite)


def _rebuild(backend: Backend) -> Rebuilt:
    """In one transaction: whoever interrupts it finds everything as it was."""
    check_schema(backend)
    with backend.writing.begin() as connection:
        backend.lock_schema(connection)
        known = set(connection.scalars(select(players.c.id)))
        games = _rebuild_results(connection, known)
        _rebuild_daily(connection)
        return Rebuilt(len(games), _rebuild_ratings(connection, games, known))


def _rebuild_results(connection: Connection, known: set[str]) -> list[FinishedGame]:
    """Results and what they add up to; returns all games, without the results."""
    brought = select(tables.c.id).where(tables.c.seed == NO_SEED)
    connection.execute(delete(results).where(results.c.table.not_in(brought)))
    games, tallied = list[FinishedGame](), TallyRows()
    for game in _finished_games(connection):
        tallied.add(game.results)
        rows = [
            row for row in result_rows(game.table, game.ended, game.results, {}) if row["player"] in known
        ]
        if rows:
            connection.execute(insert(results), rows)
        games.append(game._replace(results=()))
    for table in TABLES:
        connection.execute(delete(table))
        rows = [row for row in tallied.of(table) if {row["player"], row.get("other", row["player"])} <= known]
        if rows:
            connection.execute(insert(table), rows)
    return games


def _finished_games(connection: Connection) -> Iterator[FinishedGame]:
    """All games with a record that were played here, in no order that matters."""
    columns = select(tables.c.id, tables.c.about, tables.c.record)
    columns = columns.where(tables.c.record.is_not(None), tables.c.seed != NO_SEED)
    last = ""
    while page := connection.execute(
        columns.where(tables.c.id > last).order_by(tables.c.id).limit(PAGE)
    ).all():
        for row in page:
            yield finished_game(row.id, bytes(row.about), bytes(row.record))
        last = page[-1].id


def finished_game(table: str, about: bytes, record: bytes) -> FinishedGame:
    """What follows from a record, and from who played."""
    told = msgspec.json.decode(about, type=About)
    document, result = _replayed(record)
    ended = document["match"]["times"]["last"]
    found = results_of(document, result, told.seats, told.options)
    return FinishedGame(table, ended, found, rated_game(result, told.seats, told.options, ended))


def _replayed(record: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """A record and what came of it; a score pad, on which rules may be broken, says that itself."""
    document = parse(record)
    if isinstance(document, dict) and "pad" in document:
        return document, document["result"]
    played = replay(document)
    return played.record, played.result()


def _rebuild_daily(connection: Connection) -> None:
    """The points of tries that count, and their sums."""
    found = select(results.c.table, results.c.ended, results.c.points).where(results.c.kind == DAILY)
    connection.execute(update(daily_tries).values(ended=None, points=None))
    ends = [dict(zip(("table_", "ended", "points"), row, strict=True)) for row in connection.execute(found)]
    if ends:
        connection.execute(update(daily_tries).where(daily_tries.c.table == bindparam("table_")), ends)
    connection.execute(delete(daily_totals))
    sums = select(daily_tries.c.player, func.count(), func.sum(daily_tries.c.points))
    finished = sums.where(daily_tries.c.points.is_not(None)).group_by(daily_tries.c.player)
    connection.execute(insert(daily_totals).from_select(["player", "days", "points"], finished))


class RatedSoFar:
    """Ratings while games are rated one after the other."""

    def __init__(self) -> None:
        self.ratings: dict[tuple[str, str, int], tuple[Rating, int]] = {}
        """For each player, game and number of seats the rating, and after how many games."""
        self._ends: dict[str, list[int]] = {}
        """When the games of each company ended."""

    def rate(self, played: RatedGame) -> tuple[float, dict[str, tuple[Rating, Rating]]]:
        """How much a game counts, and what it changes."""
        ends = self._ends.setdefault(played.company, [])
        earlier = sum(end > played.ended - COMPANY_SPAN for end in ends)
        ends.append(played.ended)
        keys = {player: (player, played.game, len(played.seats)) for player in played.people}
        before = {player: self.ratings.get(key, (NEWCOMER, 0)) for player, key in keys.items()}
        weight = weight_of(len(played.people), earlier)
        changes = rate_people(played, {player: rating for player, (rating, _) in before.items()}, weight)
        for player, (_, after) in changes.items():
            self.ratings[keys[player]] = (after, before[player][1] + 1)
        return weight, changes


def _rebuild_ratings(connection: Connection, games: list[FinishedGame], known: set[str]) -> int:
    """Rate all rated games again, in the same order."""
    serials = {row.table: row.serial for row in connection.execute(select(rated.c.table, rated.c.serial))}
    last, played = max(serials.values(), default=0), [game for game in games if game.rated]
    played.sort(key=lambda game: (serials.get(game.table, last + 1), game.ended, game.table))
    connection.execute(delete(rated))
    connection.execute(delete(ratings))
    so_far, rows, means = RatedSoFar(), list[dict[str, Any]](), list[dict[str, Any]]()
    for game in played:
        assert game.rated
        weight, changes = so_far.rate(game.rated)
        last += game.table not in serials
        row = {"serial": serials.get(game.table, last), "table": game.table, "ended": game.ended}
        rows.append(row | {"company": game.rated.company, "weight": weight})
        for player, (before, after) in changes.items():
            mu = {"mu_before": before.mu, "mu_after": after.mu}
            means.append({"player_": player, "table_": game.table} | mu)
    if rows:
        connection.execute(insert(rated), rows)
        mine = (results.c.player == bindparam("player_"), results.c.table == bindparam("table_"))
        connection.execute(update(results).where(*mine), means)
    now = [_rating_row(key, *found) for key, found in so_far.ratings.items() if key[0] in known]
    if now:
        connection.execute(insert(ratings), now)
    return len(rows)


def _rating_row(key: tuple[str, str, int], rating: Rating, games: int) -> dict[str, Any]:
    player, game, seats = key
    return {"player": player, "game": game, "seats": seats, "games": games} | rating._asdict()
