"""Games from another server or from a device in the database: tables that are over, without a log."""

from typing import Any

import msgspec
from sqlalchemy import Connection, exists, func, insert, or_, select, update

from sixes.play import duel
from sixes.play.results import IMPORTED, OFFLINE, REAL_OFFLINE
from sixes.server.storage.schema import results, seated, tables
from sixes.server.storage.statements import note_sat
from sixes.server.storage.store import ImportedGame

MOST_IMPORTED = 50_000
"""Games of one player."""
BROUGHT = (IMPORTED, OFFLINE, REAL_OFFLINE)
"""The kinds of games that come this way."""


def import_game(connection: Connection, game: ImportedGame) -> str:
    """Store a game of a player, once; "known" if it is here, the code of a refusal, or empty."""
    row, player = game.row, game.result["player"]
    mine = or_(
        exists().where(seated.c.table == row.id, seated.c.player == player),
        exists().where(results.c.table == row.id, results.c.player == player),
    )
    brought = select(func.count()).where(results.c.player == player, results.c.kind.in_(BROUGHT))
    query = select(tables.c.about, tables.c.record, tables.c.seed, mine.label("mine"))
    stored = connection.execute(query.where(tables.c.id == row.id)).first()
    if stored and stored.mine:
        return "known"
    if not _is_free(stored, game) if stored else _is_kept(connection, row.id):
        return "data.not_yours"
    if (connection.scalar(brought) or 0) >= MOST_IMPORTED:
        return "data.too_many"
    if stored:
        about = _seat_player(stored.about, game)
        connection.execute(update(tables).where(tables.c.id == row.id).values(about=about))
    else:
        values = row._asdict() | {"record": game.record, "logged": False}
        connection.execute(insert(tables).values(values))
    connection.execute(insert(seated).values(table=row.id, player=player))
    known = {name: value for name, value in game.result.items() if name in results.c}
    connection.execute(insert(results).values(known | {"table": row.id, "ended": row.touched}))
    connection.execute(note_sat, {"player_": player})
    return ""


def _is_free(stored: Any, game: ImportedGame) -> bool:
    """Whether the same game was imported by somebody who sat elsewhere at that table."""
    seat = msgspec.json.decode(stored.about)["seats"][game.result["seat"]]
    return not stored.seed and bytes(stored.record) == game.record and "player" not in seat


def _is_kept(connection: Connection, table: str) -> bool:
    """Whether that id is for the second game of a duel on this server."""
    first = select(tables.c.seed).where(tables.c.id == duel.first_id(table))
    return bool(connection.scalar(first))


def _seat_player(about: bytes, game: ImportedGame) -> bytes:
    summary = msgspec.json.decode(about)
    summary["seats"][game.result["seat"]]["player"] = game.result["player"]
    return msgspec.json.encode(summary)
