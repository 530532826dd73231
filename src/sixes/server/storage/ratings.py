"""Ratings, changed in the transaction that stores the record of a rated game.

The order of rated games is that of their serial numbers, also where several nodes store games at once: each
waits for the others' transactions. So rating all games again in that order gives the same numbers.
"""

from typing import Any

from sqlalchemy import Dialect, bindparam, delete, func, insert, select

from sixes.play.ratings import COMPANY_SPAN, NEWCOMER, RatedGame, Rating, rate_people, weight_of
from sixes.server.storage.compiling import compile_for_driver, insert_known
from sixes.server.storage.schema import rated, ratings

LOCK_KEY = 0x5349584555
"""Of the advisory lock under which PostgreSQL changes ratings."""

RatingChanges = dict[str, tuple[Rating, Rating]]
"""For each person the rating before and after a game."""

_these = (
    ratings.c.player == bindparam("player_"),
    ratings.c.game == bindparam("game_"),
    ratings.c.seats == bindparam("seats_"),
)
_select = select(ratings.c.mu, ratings.c.sigma, ratings.c.games).where(*_these)
_delete = delete(ratings).where(*_these)
_last_serial = select(func.max(rated.c.serial))
_earlier = select(func.count()).where(
    rated.c.company == bindparam("company"), rated.c.ended > bindparam("since")
)
_insert_rated = insert(rated)


class RatingStatements:
    """For one dialect, whose driver must take parameters by position."""

    def __init__(self, dialect: Dialect) -> None:
        self._locks = dialect.name == "postgresql"
        self._compiled = {
            statement: compile_for_driver(statement, dialect)
            for statement in (_select, _delete, _last_serial, _earlier, _insert_rated)
        }
        self._insert = insert_known(ratings, dialect)
        self._compiled[self._insert] = compile_for_driver(self._insert, dialect)

    def store(self, cursor: Any, table: str, played: RatedGame) -> RatingChanges:
        """Rate those who played a game that has just ended."""
        if self._locks:
            cursor.execute(f"SELECT pg_advisory_xact_lock({LOCK_KEY})")
        weight = self._note_game(cursor, table, played)
        found = {player: self._read(cursor, player, played) for player in played.people}
        before = {player: Rating(mu, sigma) for player, (mu, sigma, _) in found.items()}
        changes = rate_people(played, before, weight)
        for player in played.people:
            key = {"player_": player, "game_": played.game, "seats_": len(played.seats)}
            self._execute(cursor, _delete, key)
            row = {name.removesuffix("_"): value for name, value in key.items()}
            new = changes[player][1]._asdict() | {"games": found[player][2] + 1}
            self._execute(cursor, self._insert, row | new)
        return changes

    def _note_game(self, cursor: Any, table: str, played: RatedGame) -> float:
        """Number a game, and decide how much it counts."""
        since, company = played.ended - COMPANY_SPAN, played.company
        (earlier,) = self._execute(cursor, _earlier, {"company": company, "since": since}).fetchone()
        weight = weight_of(len(played.people), earlier)
        (last,) = self._execute(cursor, _last_serial, {}).fetchone()
        row = {"serial": (last or 0) + 1, "table": table, "ended": played.ended}
        self._execute(cursor, _insert_rated, row | {"company": company, "weight": weight})
        return weight

    def _read(self, cursor: Any, player: str, played: RatedGame) -> tuple[float, float, int]:
        """The mean, how unsure it is, and how many games were rated so far."""
        key = {"player_": player, "game_": played.game, "seats_": len(played.seats)}
        return self._execute(cursor, _select, key).fetchone() or (*NEWCOMER, 0)

    def _execute(self, cursor: Any, statement: Any, values: dict[str, Any]) -> Any:
        sql, names = self._compiled[statement]
        cursor.execute(sql, [values[name] for name in names])
        return cursor
