"""What the results of players add up to, counted in the transaction that stores them.

Games count that were played on this server, with dice that nobody knew before.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Dialect, Table

from sixes.play.results import COUNTED_KINDS, SeatResult
from sixes.server.storage.compiling import LARGEST, add_known, compile_for_driver
from sixes.server.storage.schema import faces, meetings, tallies

TABLES = (tallies, faces, meetings)
STEP = 10
"""Points that are counted together."""

SUMS = frozenset({"games", "won", "lost", "points", "times"})
"""Columns that add up."""

Key = tuple[Any, ...]
Row = dict[str, Any]


class TallyRows:
    """What games add to each table, added up by key."""

    def __init__(self) -> None:
        self._added: dict[Table, dict[Key, Row]] = {table: {} for table in TABLES}

    def add(self, game: Iterable[SeatResult]) -> None:
        """Count a game, given by the results of all its people."""
        found = [result for result in game if result.kind in COUNTED_KINDS]
        for result in found:
            self._add(tallies, _tally(result))
            for face, times in enumerate(result.rolled.split(",") if result.rolled else (), 1):
                self._add(faces, _row(faces, (result.player, face), times=int(times)))
            for other in found:
                if other.player != result.player:
                    self._add(meetings, _meeting(result, other))

    def of(self, table: Table) -> list[Row]:
        """In the order of their keys."""
        rows = self._added[table]
        return [rows[key] for key in sorted(rows)]

    def _add(self, table: Table, more: tuple[Key, Row]) -> None:
        key, row = more
        before = self._added[table].setdefault(key, row)
        if before is not row:
            sums = {name: before[name] + row[name] for name in SUMS & row.keys()}
            before |= sums | ({LARGEST: max(before[LARGEST], row[LARGEST])} if LARGEST in row else {})


def _tally(result: SeatResult) -> tuple[Key, Row]:
    step = result.points // STEP * STEP
    key = (result.player, result.game, result.seats, result.sheet, result.unaided, step)
    sums = {"games": 1, "won": int(result.won), "points": result.points, "best": result.points}
    return _row(tallies, key, **sums)


def _meeting(result: SeatResult, other: SeatResult) -> tuple[Key, Row]:
    won, lost = int(result.rank < other.rank), int(result.rank > other.rank)
    return _row(meetings, (result.player, other.player), games=1, won=won, lost=lost)


def _row(table: Table, key: Key, **sums: int) -> tuple[Key, Row]:
    return key, dict(zip((column.name for column in table.primary_key), key, strict=True)) | sums


class TallyStatements:
    """For one dialect, whose driver must take parameters by position."""

    def __init__(self, dialect: Dialect) -> None:
        self._adding = {table: compile_for_driver(add_known(table, dialect), dialect) for table in TABLES}

    def store(self, cursor: Any, added: TallyRows) -> None:
        """Add rows, in their order: other nodes may write the same ones."""
        for table, (sql, names) in self._adding.items():
            cursor.executemany(sql, [[row[name] for name in names] for row in added.of(table)])
