"""Everything that the database has about a player, for them to take away; the secrets of devices excepted.

The sections are found in the schema, so that a table of a later release is not forgotten.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, Table, and_, or_, select, tuple_

from sixes.server.storage.schema import metadata, players, results, seated, tables
from sixes.server.storage.store import ExportedGame

SECRET = frozenset({"secrets", "codes"})
"""They stand for the player: whoever has the file must not become them. Devices are told without them."""
DERIVED = frozenset({"tallies", "faces", "meetings"})
"""Sums of results, which are told with each game."""

Document = dict[str, Any]


def sections() -> dict[str, Table]:
    """The tables with rows about one player, apart from those whose rows are told otherwise."""
    told = SECRET | DERIVED | {results.name}
    return {
        table.name: table
        for table in metadata.sorted_tables
        if table.name not in told and "player" in table.c and table.c.player.foreign_keys
    }


def export_player(connection: Connection, player: str) -> Document:
    """The rows about a player, by section, without their finished games."""
    me = connection.execute(select(players).where(players.c.id == player)).mappings().one()
    about = {"id": me["id"], "name": me["name"], "created": me["created"]}
    found = {name: _rows(connection, table, player) for name, table in sections().items()}
    return {"me": about} | found | {"tables": _unfinished(connection, player)}


def _rows(connection: Connection, table: Table, player: str) -> list[Document]:
    """Without the player's own id; a table is told by its code, which opens it."""
    columns = [column for column in table.c if column.name not in ("player", "table")]
    query = select(*columns).where(table.c.player == player).order_by(*table.primary_key.columns)
    if "table" in table.c:
        query = query.add_columns(tables.c.code.label("table")).join(tables, tables.c.id == table.c.table)
    bodies = [column.name for column in columns if isinstance(column.type, LargeBinary)]
    rows = [dict(row) for row in connection.execute(query).mappings()]
    return [row | {name: msgspec.Raw(row[name]) for name in bodies} for row in rows]


def _unfinished(connection: Connection, player: str) -> list[Document]:
    sits = select(seated.c.table).where(seated.c.player == player)
    query = (
        select(tables.c.code, tables.c.phase, tables.c.created, tables.c.about)
        .where(or_(tables.c.id.in_(sits), tables.c.host == player))
        .where(tables.c.phase.in_(("gathering", "playing")))
        .order_by(tables.c.created, tables.c.id)
    )
    rows = [dict(row) for row in connection.execute(query).mappings()]
    return [row | {"about": msgspec.Raw(row["about"])} for row in rows]


def export_games(
    connection: Connection, player: str, after: tuple[int, str], most: int
) -> list[ExportedGame]:
    """The next finished games of a player, oldest first, after the end and the id of the last one told."""
    columns = [column for column in results.c if column.name not in ("player", "table")]
    query = (
        select(tables.c.id, tables.c.code, tables.c.record, *columns)
        .join(tables, tables.c.id == results.c.table)
        .where(
            and_(results.c.player == player, tuple_(results.c.ended, results.c.table) > tuple_(*after)),
        )
        .order_by(results.c.ended, results.c.table)
        .limit(most)
    )
    names = [column.name for column in columns]
    return [
        ExportedGame(row["id"], row["code"], row["record"], {name: row[name] for name in names})
        for row in connection.execute(query).mappings()
    ]
