"""What is stored when a try of the daily challenge ends, in the same transaction as its record."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Dialect, bindparam, update

from sixes.play.results import DAILY
from sixes.server.storage.compiling import add_known, compile_for_driver
from sixes.server.storage.schema import daily_totals, daily_tries

_finish = (
    update(daily_tries)
    .where(daily_tries.c.table == bindparam("table_"), daily_tries.c.ended.is_(None))
    .values(ended=bindparam("ended"), points=bindparam("points"))
)


class DailyStatements:
    """For one dialect, whose driver must take parameters by position."""

    def __init__(self, dialect: Dialect) -> None:
        self._finish, names = compile_for_driver(_finish, dialect)
        assert names == ("ended", "points", "table_")
        self._add, self._added = compile_for_driver(add_known(daily_totals, dialect), dialect)

    def store(self, cursor: Any, results: Iterable[Mapping[str, Any]]) -> None:
        """Note the end of tries that count, and add their points to the sum of their players, once.

        In the order of players, since other nodes may write the same rows.
        """
        counted = [result for result in results if result["kind"] == DAILY]
        for result in sorted(counted, key=lambda result: str(result["player"])):
            cursor.execute(self._finish, (result["ended"], result["points"], result["table"]))
            if cursor.rowcount:
                values = {"player": result["player"], "days": 1, "points": result["points"]}
                cursor.execute(self._add, tuple(values[name] for name in self._added))
