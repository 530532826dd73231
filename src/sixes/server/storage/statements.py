"""The statements that store appends, compiled once: compiling takes longer than executing them."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    Dialect,
    LargeBinary,
    UpdateBase,
    bindparam,
    delete,
    func,
    insert,
    not_,
    null,
    true,
    update,
)

from sixes.server.storage.schema import events, players, seated, tables
from sixes.server.storage.store import ENTRY_FIELDS, Change, Entry, LogRemoved

_insert_event = insert(events)
_update_table = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.logged)
    .values(
        phase=bindparam("phase"),
        taken=bindparam("taken"),
        host=bindparam("host"),
        touched=bindparam("touched"),
        about=bindparam("about"),
        record=func.coalesce(bindparam("record", type_=LargeBinary), tables.c.record),
        active=bindparam("active"),
        expires=null(),
    )
)
_delete_seated = delete(seated).where(seated.c.table == bindparam("table_"))
_insert_seated = insert(seated)
note_sat = (
    update(players)
    .where(players.c.id == bindparam("player_"), not_(players.c.sat))
    .values(sat=true(), expires=null())
)
"""In the order of players, since other nodes may write the same rows."""


class Statements:
    """For one dialect, whose driver must take parameters by position."""

    def __init__(self, dialect: Dialect) -> None:
        self._insert_event, names = _compile(_insert_event, dialect)
        assert names == ENTRY_FIELDS, "an entry is passed to the driver as it is"
        self._update_table, names = _compile(_update_table, dialect)
        self._table_values = attrgetter(*names)
        self._delete_seated, _ = _compile(_delete_seated, dialect)
        self._insert_seated, _ = _compile(_insert_seated, dialect)
        self._note_sat, _ = _compile(note_sat, dialect)

    def store_one(self, cursor: Any, entry: Entry) -> None:
        """Insert an entry, outside of a transaction."""
        cursor.execute(self._insert_event, entry)

    def store(self, cursor: Any, entries: Sequence[Entry], changes: Sequence[Change]) -> None:
        """Insert entries, then update rows; the last change of a table wins, but keeps an earlier record.

        LogRemoved if one of these tables has no log any more: every change of a table that has ended comes
        here, and no other log is ever removed.
        """
        cursor.executemany(self._insert_event, entries)
        if changes:
            cursor.executemany(self._update_table, list(map(self._table_values, changes)))
            if cursor.rowcount != len(changes):
                raise LogRemoved("the log was removed")
            self._store_seated(cursor, {change.table: change for change in changes}.values())

    def _store_seated(self, cursor: Any, changes: Iterable[Change]) -> None:
        cursor.executemany(self._delete_seated, [(change.table,) for change in changes])
        people = [(change.table, player) for change in changes for player in dict.fromkeys(change.players)]
        cursor.executemany(self._insert_seated, people)
        cursor.executemany(self._note_sat, sorted({(player,) for _, player in people}))


def _compile(statement: UpdateBase, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """The SQL for the driver, and the names of its parameters in order."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or ())
