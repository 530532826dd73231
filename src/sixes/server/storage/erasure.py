"""Deleting everything about a person: at once what is about them alone, then table by table where they sat.

Until all of that is done, a row says who is being erased, so that a server that stops goes on with it later.
"""

from collections.abc import Sequence

from sqlalchemy import (
    Connection,
    LargeBinary,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    update,
)

from sixes.server.storage.devices import revoke_all
from sixes.server.storage.schema import (
    checkpoints,
    erasures,
    events,
    players,
    rated,
    revoked,
    seated,
    tables,
)
from sixes.server.storage.store import ErasedTable, TraceRow

SCANNED = 200
"""Tables whose logs are looked through at a time."""


def begin_erasure(connection: Connection, player: str, now: int) -> bool:
    """Delete a player with all rows that are about them alone; False if there is none."""
    if not connection.scalar(select(players.c.id).where(players.c.id == player)):
        return False
    revoke_all(connection, player, now)
    connection.execute(delete(erasures).where(erasures.c.player == player))
    connection.execute(insert(erasures).values(player=player, at=now))
    connection.execute(delete(players).where(players.c.id == player))  # the rest follows by foreign keys
    return True


def list_erasures(connection: Connection, before: int) -> list[str]:
    """Those begun before a time that are not finished."""
    return list(connection.scalars(select(erasures.c.player).where(erasures.c.at < before)))


def find_seats(connection: Connection, player: str) -> list[TraceRow]:
    """The tables where a player sits, is the host, or was rated, perhaps after leaving."""
    sits = select(seated.c.table).where(seated.c.player == player)
    was_rated = select(rated.c.table).where(rated.c.company.contains(player))
    here = or_(tables.c.host == player, tables.c.id.in_(sits), tables.c.id.in_(was_rated))
    query = select(tables.c.id, tables.c.code).where(here)
    return [TraceRow(*row) for row in connection.execute(query)]


def next_logs(connection: Connection, after: str) -> list[TraceRow]:
    """The next tables that have a log."""
    query = select(tables.c.id, tables.c.code).where(tables.c.logged, tables.c.id > after)
    return [TraceRow(*row) for row in connection.execute(query.order_by(tables.c.id).limit(SCANNED))]


def find_mentions(connection: Connection, player: str, ids: Sequence[str]) -> set[str]:
    """Those of some tables whose log names a player, perhaps one who sat there and left."""
    if connection.dialect.name == "postgresql":
        mentions = text('position(:named in "body") > 0').bindparams(
            bindparam("named", player.encode(), LargeBinary)
        )
    else:
        mentions = func.instr(events.c.body, literal(player.encode(), LargeBinary)) > 0  # type: ignore[assignment]
    named = or_(events.c.player == player, mentions)
    query = select(events.c.table).where(events.c.table.in_(ids), named).distinct()
    return set(connection.scalars(query))


def erase_at_table(connection: Connection, erased: ErasedTable) -> None:
    """Store a table in which somebody else stands for the person, who is not known to anybody."""
    table, player = erased.table, erased.player
    here = tables.c.id == table
    connection.execute(update(tables).where(here).values(about=erased.about, host=erased.host))
    if erased.record is not None:
        connection.execute(update(tables).where(here).values(record=erased.record))
    line = update(events).where(events.c.table == table, events.c.version == bindparam("version_"))
    bodies = [{"version_": version, "body": body} for version, body in erased.bodies]
    if bodies:
        connection.execute(line.values(body=bindparam("body")), bodies)
    sent = update(events).where(events.c.table == table, events.c.player == player)
    connection.execute(sent.values(player=erased.guest))
    connection.execute(delete(checkpoints).where(checkpoints.c.table == table))
    connection.execute(delete(seated).where(seated.c.table == table, seated.c.player == player))
    _erase_company(connection, erased)


def _erase_company(connection: Connection, erased: ErasedTable) -> None:
    """Who played a rated game, in the order of their ids."""
    company = connection.scalar(select(rated.c.company).where(rated.c.table == erased.table))
    if company:
        ids = sorted(erased.guest if one == erased.player else one for one in company.split(" "))
        connection.execute(update(rated).where(rated.c.table == erased.table).values(company=" ".join(ids)))


def delete_table(connection: Connection, table: str) -> None:
    connection.execute(delete(tables).where(tables.c.id == table))
    connection.execute(delete(events).where(events.c.table == table))


def finish_erasure(connection: Connection, player: str) -> None:
    """Forget who was erased, and their devices, whose sockets are closed by now."""
    begun = select(erasures.c.at).where(erasures.c.player == player).scalar_subquery()
    connection.execute(delete(revoked).where(revoked.c.at == begun))
    connection.execute(delete(erasures).where(erasures.c.player == player))
