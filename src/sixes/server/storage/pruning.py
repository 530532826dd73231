"""What is kept how long, and how it is removed: in small pieces, between which a running server can write."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete, exists, select

from sixes.server.storage.connect import connect_postgres
from sixes.server.storage.engines import Engines
from sixes.server.storage.migrations import check_usable
from sixes.server.storage.schema import codes, events, players, seated, tables
from sixes.server.storage.sqlite import NAME, File, usable
from sixes.server.storage.store import DAY, CannotOpen, Pruned

LOGS = 30 * DAY
GUESTS = 365 * DAY
AT_ONCE = 20
"""Logs are long: so many in one transaction."""

Piece = Callable[[Connection], Pruned]


class Due(NamedTuple):
    games: list[str]
    tables: list[str]
    players: list[str]


def due(connection: Connection, now: int) -> Due:
    """What has been kept long enough."""
    old = tables.c.touched < now - LOGS
    logged = exists().where(events.c.table == tables.c.id)
    ended = select(tables.c.id).where(tables.c.phase.in_(("over", "closed")), old)
    games = ended.where(tables.c.record.is_not(None), logged)
    bare = ended.where(tables.c.phase == "closed", tables.c.record.is_(None))
    unseen = select(players.c.id).where(players.c.seen < now - GUESTS)
    return Due(*(list(connection.scalars(asked)) for asked in (games, bare, unseen)))


def pieces(found: Due, now: int) -> Iterator[Piece]:
    """The work, each piece for one transaction."""
    yield partial(_codes, now=now)
    yield from (partial(_logs, some=some) for some in _by_twenties(found.games))
    yield from (partial(_tables, some=some) for some in _by_twenties(found.tables))
    yield from (partial(_players, some=some, now=now) for some in _by_twenties(found.players))


def prune_at(where: Path | str, now: int) -> Pruned:
    """Prune the data of a server, whether it runs or not; `CannotOpen` if that cannot be done."""
    if isinstance(where, str):
        with closing(connect_postgres(where)) as postgres, postgres.usable():
            return _pruned(postgres, now)
    path = where / NAME
    if not path.is_file():
        raise CannotOpen("store.none", directory=where)
    with usable(path), closing(File(path)) as file:
        return _pruned(file, now)


def _pruned(engines: Engines, now: int) -> Pruned:
    check_usable(engines)
    with engines.reading.connect() as connection:
        found = due(connection, now)
    return total([_done(engines, piece) for piece in pieces(found, now)])


def _done(engines: Engines, piece: Piece) -> Pruned:
    with engines.writing.begin() as connection:
        return piece(connection)


def total(counts: list[Pruned]) -> Pruned:
    return Pruned(*map(sum, zip(*counts, strict=True)))


def _by_twenties(ids: list[str]) -> Iterator[list[str]]:
    rest = iter(ids)
    while some := list(islice(rest, AT_ONCE)):
        yield some


def _codes(connection: Connection, now: int) -> Pruned:
    return Pruned(codes=connection.execute(delete(codes).where(codes.c.expires <= now)).rowcount)


def _logs(connection: Connection, some: list[str]) -> Pruned:
    connection.execute(delete(events).where(events.c.table.in_(some)))
    return Pruned(games=len(some))


def _tables(connection: Connection, some: list[str]) -> Pruned:
    connection.execute(delete(events).where(events.c.table.in_(some)))
    return Pruned(tables=connection.execute(delete(tables).where(tables.c.id.in_(some))).rowcount)


def _players(connection: Connection, some: list[str], now: int) -> Pruned:
    """Secrets and codes go with their player. Who has come back since they were found stays."""
    unseen = select(players.c.id).where(players.c.id.in_(some), players.c.seen < now - GUESTS)
    connection.execute(delete(seated).where(seated.c.player.in_(unseen)))
    return Pruned(players=connection.execute(delete(players).where(players.c.id.in_(unseen))).rowcount)
