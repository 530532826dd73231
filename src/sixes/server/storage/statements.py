"""The statements that store appends, compiled once: compiling takes longer than executing them."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import Dialect, LargeBinary, UpdateBase, bindparam, delete, func, insert, update

from sixes.server.storage.schema import events, seated, tables
from sixes.server.storage.store import Change, Entry

_insert_event = insert(events)
_update_table = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        phase=bindparam("phase"),
        taken=bindparam("taken"),
        host=bindparam("host"),
        touched=bindparam("touched"),
        about=bindparam("about"),
        record=func.coalesce(bindparam("record", type_=LargeBinary), tables.c.record),
    )
)
_delete_seated = delete(seated).where(seated.c.table == bindparam("table_"))
_insert_seated = insert(seated)


class Statements:
    """For one dialect, whose driver must take parameters by position."""

    def __init__(self, dialect: Dialect) -> None:
        self._insert_event, names = _compile(_insert_event, dialect)
        assert names == Entry._fields, "an entry is passed to the driver as it is"
        self._update_table, names = _compile(_update_table, dialect)
        self._table_values = attrgetter(*names)
        self._delete_seated, _ = _compile(_delete_seated, dialect)
        self._insert_seated, _ = _compile(_insert_seated, dialect)

    def store(self, cursor: Any, entries: Sequence[Entry], changes: Sequence[Change]) -> None:
        """Insert entries, then update rows; the last change of a table wins, but keeps an earlier record."""
        cursor.executemany(self._insert_event, entries)
        if changes:
            cursor.executemany(self._update_table, list(map(self._table_values, changes)))
            self._store_seated(cursor, {change.table: change for change in changes}.values())

    def _store_seated(self, cursor: Any, changes: Iterable[Change]) -> None:
        cursor.executemany(self._delete_seated, [(change.table,) for change in changes])
        people = [(change.table, player) for change in changes for player in dict.fromkeys(change.players)]
        cursor.executemany(self._insert_seated, people)


def _compile(statement: UpdateBase, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """The SQL for the driver, and the names of its parameters in order."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or ())
