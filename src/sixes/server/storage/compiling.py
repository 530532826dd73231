"""Statements as the driver takes them: compiling one takes longer than executing it."""

from typing import Any

from sqlalchemy import Dialect, Select, Table, UpdateBase, bindparam, exists, func, select
from sqlalchemy.dialects import postgresql, sqlite

from sixes.server.storage.schema import players

LARGEST = "best"
"""Of this column the larger value stays where a row is added to another; all others add up."""


def compile_for_driver(statement: UpdateBase | Select[Any], dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """The SQL for the driver, and the names of its parameters in order."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or ())


def insert_known(table: Table, dialect: Dialect) -> Any:
    """Insert a row; nothing if one of its players is no longer known: a table goes on without them."""
    insert = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    values = [bindparam(column.name, type_=column.type).label(column.name) for column in table.c]
    known = [
        exists().where(players.c.id == bindparam(name, type_=players.c.id.type))
        for name in ("player", "other")
        if name in table.c
    ]
    return insert(table).from_select(list(table.c.keys()), select(*values).where(*known))


def add_known(table: Table, dialect: Dialect) -> Any:
    """The same, or add the row to the one that has its key."""
    new = insert_known(table, dialect)
    largest = func.greatest if dialect.name == "postgresql" else func.max
    sums = {
        column.name: largest(column, new.excluded[column.name])
        if column.name == LARGEST
        else column + new.excluded[column.name]
        for column in table.c
        if not column.primary_key
    }
    return new.on_conflict_do_update(index_elements=list(table.primary_key), set_=sums)
