"""New tables in the database."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, insert

from sixes.server.storage.schema import events, seated, tables
from sixes.server.storage.statements import note_sat
from sixes.server.storage.store import ENTRY_FIELDS, Entry, TableRow


class NewTable(NamedTuple):
    """A table to be stored, with its first events and the people seated."""

    row: TableRow
    entries: Sequence[Entry]
    players: Sequence[str] = ()


def insert_table(connection: Connection, table: NewTable) -> None:
    row, entries, players = table
    connection.execute(insert(tables).values(row._asdict()))
    connection.execute(insert(events), [dict(zip(ENTRY_FIELDS, entry, strict=True)) for entry in entries])
    if players:
        connection.execute(insert(seated), [{"table": row.id, "player": player} for player in players])
        connection.execute(note_sat, [{"player_": player} for player in sorted(players)])
