"""How appends are stored: statements made once for the driver, because making them each time takes longer."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import Dialect, LargeBinary, UpdateBase, bindparam, delete, func, insert, update

from sixes.server.storage.schema import events, seated, tables
from sixes.server.storage.store import Change, Entry

_event = insert(events)
_row = (
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
_stand_up = delete(seated).where(seated.c.table == bindparam("table_"))
_sit_down = insert(seated)


class Statements:
    """For one dialect, whose driver must take values by their places."""

    def __init__(self, dialect: Dialect) -> None:
        self.event, names = _made(_event, dialect)
        assert names == Entry._fields, "an entry is given to the driver as it is"
        self.row, names = _made(_row, dialect)
        self.row_values = attrgetter(*names)
        self.stand_up, _ = _made(_stand_up, dialect)
        self.sit_down, _ = _made(_sit_down, dialect)

    def store(self, cursor: Any, entries: Sequence[Entry], changes: Sequence[Change]) -> None:
        """Entries, then rows; of several rows of one table the last one stays, and a record that any had."""
        cursor.executemany(self.event, entries)
        if changes:
            cursor.executemany(self.row, list(map(self.row_values, changes)))
            self._seat(cursor, {change.table: change for change in changes}.values())

    def _seat(self, cursor: Any, changes: Iterable[Change]) -> None:
        cursor.executemany(self.stand_up, [(change.table,) for change in changes])
        people = [(change.table, player) for change in changes for player in dict.fromkeys(change.players)]
        cursor.executemany(self.sit_down, people)


def _made(statement: UpdateBase, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """The statement for the driver, and the names of its values in order."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or ())
