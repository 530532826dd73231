"""What is stored when a game ends, in the same transaction as its record."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, select

from sixes.play.results import AT_TABLE, SeatResult
from sixes.server.storage.compiling import compile_for_driver, insert_known
from sixes.server.storage.daily_results import DailyStatements
from sixes.server.storage.ratings import RatingChanges, RatingStatements
from sixes.server.storage.schema import results
from sixes.server.storage.store import Change
from sixes.server.storage.tallies import TallyRows, TallyStatements


class ResultStatements:
    """For one dialect, whose driver must take parameters by position."""

    def __init__(self, dialect: Dialect) -> None:
        self._insert, self._names = compile_for_driver(insert_known(results, dialect), dialect)
        self._daily = DailyStatements(dialect)
        self._ratings = RatingStatements(dialect)
        self._tallies = TallyStatements(dialect)

    def store(self, cursor: Any, changes: Sequence[Change]) -> None:
        """Store the results of games that have just ended; rate and count them."""
        rows, tallied = [], TallyRows()
        for change in changes:
            tallied.add(change.results)
            rated = self._ratings.store(cursor, change.table, change.rated) if change.rated else {}
            rows += result_rows(change.table, change.touched, change.results, rated)
        cursor.executemany(self._insert, [[row[name] for name in self._names] for row in rows])
        self._tallies.store(cursor, tallied)
        self._daily.store(cursor, rows)


def result_rows(
    table: str, ended: int, found: Iterable[SeatResult], rated: RatingChanges
) -> list[dict[str, Any]]:
    """The rows of a finished game."""
    rows = []
    for result in found:
        before, after = rated.get(result.player, (None, None))
        means = {"mu_before": before and before.mu, "mu_after": after and after.mu}
        rows.append(result._asdict() | {"table": table, "ended": ended} | means)
    return rows


def past_points(connection: Connection, people: Sequence[str], most: int) -> dict[str, list[int]]:
    """For each of these players the points of their last games of Sixto at tables with others, unaided."""
    with_others = (
        (results.c.game == "sixto") & (results.c.seats > 1) & results.c.unaided & (results.c.kind == AT_TABLE)
    )
    last = select(results.c.points).where(with_others).order_by(results.c.ended.desc()).limit(most)
    return {player: list(connection.scalars(last.where(results.c.player == player))) for player in people}
