"""The statements that store appends, compiled once: compiling takes longer than executing them."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    Dialect,
    LargeBinary,
    bindparam,
    delete,
    func,
    insert,
    not_,
    null,
    select,
    true,
    update,
)

from sixes.server.storage.compiling import compile_for_driver
from sixes.server.storage.results import ResultStatements
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
        due=bindparam("due"),
    )
)
_find_record = select(tables.c.id).where(tables.c.id == bindparam("table"), tables.c.record.is_not(None))
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
        self._insert_event, names = compile_for_driver(_insert_event, dialect)
        assert names == ENTRY_FIELDS, "an entry is passed to the driver as it is"
        self._update_table, names = compile_for_driver(_update_table, dialect)
        self._table_values = attrgetter(*names)
        self._delete_seated, _ = compile_for_driver(_delete_seated, dialect)
        self._insert_seated, _ = compile_for_driver(_insert_seated, dialect)
        self._note_sat, _ = compile_for_driver(note_sat, dialect)
        self._find_record, _ = compile_for_driver(_find_record, dialect)
        self._results = ResultStatements(dialect)

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
            ended = [change for change in changes if change.results and not self._is_recorded(cursor, change)]
            cursor.executemany(self._update_table, list(map(self._table_values, changes)))
            if cursor.rowcount != len(changes):
                raise LogRemoved("the log was removed")
            self._store_seated(cursor, {change.table: change for change in changes}.values())
            self._results.store(cursor, ended)

    def _is_recorded(self, cursor: Any, change: Change) -> bool:
        """Whether the record of a game was stored before, by a commit that was reported as failed."""
        cursor.execute(self._find_record, (change.table,))
        return cursor.fetchone() is not None

    def _store_seated(self, cursor: Any, changes: Iterable[Change]) -> None:
        cursor.executemany(self._delete_seated, [(change.table,) for change in changes])
        people = [(change.table, player) for change in changes for player in dict.fromkeys(change.players)]
        cursor.executemany(self._insert_seated, people)
        cursor.executemany(self._note_sat, sorted({(player,) for _, player in people}))
