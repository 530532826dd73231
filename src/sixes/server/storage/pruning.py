"""Remove old data in short transactions, between which a running server can write."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete, exists, select

from sixes.server.storage.backend import Backend
from sixes.server.storage.migrations import check_schema
from sixes.server.storage.opening import connect_postgres
from sixes.server.storage.schema import codes, events, players, seated, tables
from sixes.server.storage.sqlite import NAME, Sqlite, explain_errors
from sixes.server.storage.store import DAY, CannotOpen, Pruned

KEEP_LOGS = 30 * DAY
KEEP_GUESTS = 365 * DAY
BATCH_SIZE = 20
"""Tables or players removed in one transaction: logs are long."""

Batch = Callable[[Connection], Pruned]


class Expired(NamedTuple):
    """Ids of what has been kept long enough."""

    games: list[str]
    tables: list[str]
    players: list[str]


def find_expired(connection: Connection, now: int) -> Expired:
    old = tables.c.touched < now - KEEP_LOGS
    logged = exists().where(events.c.table == tables.c.id)
    ended = select(tables.c.id).where(tables.c.phase.in_(("over", "closed")), old)
    games = ended.where(tables.c.record.is_not(None), logged)
    unfinished = ended.where(tables.c.phase == "closed", tables.c.record.is_(None))
    unseen = select(players.c.id).where(players.c.seen < now - KEEP_GUESTS)
    return Expired(*(list(connection.scalars(query)) for query in (games, unfinished, unseen)))


def deletions(expired: Expired, now: int) -> Iterator[Batch]:
    """Functions that each delete a part, to be called in transactions of their own."""
    yield partial(_delete_codes, now=now)
    yield from (partial(_delete_logs, ids=ids) for ids in _batches(expired.games))
    yield from (partial(_delete_tables, ids=ids) for ids in _batches(expired.tables))
    yield from (partial(_delete_players, ids=ids, now=now) for ids in _batches(expired.players))


def prune_data(location: Path | str, now: int) -> Pruned:
    """Prune the data of a server, whether it runs or not; `CannotOpen` says why it fails."""
    if isinstance(location, str):
        with closing(connect_postgres(location)) as postgres, postgres.explain_errors():
            return _prune(postgres, now)
    path = location / NAME
    if not path.is_file():
        raise CannotOpen("store.none", directory=location)
    with explain_errors(path), closing(Sqlite(path)) as sqlite:
        return _prune(sqlite, now)


def _prune(backend: Backend, now: int) -> Pruned:
    check_schema(backend)
    with backend.reading.connect() as connection:
        expired = find_expired(connection, now)
    return total([_delete(backend, batch) for batch in deletions(expired, now)])


def _delete(backend: Backend, batch: Batch) -> Pruned:
    with backend.writing.begin() as connection:
        return batch(connection)


def total(counts: list[Pruned]) -> Pruned:
    return Pruned(*map(sum, zip(*counts, strict=True)))


def _batches(ids: list[str]) -> Iterator[list[str]]:
    rest = iter(ids)
    while batch := list(islice(rest, BATCH_SIZE)):
        yield batch


def _delete_codes(connection: Connection, now: int) -> Pruned:
    return Pruned(codes=connection.execute(delete(codes).where(codes.c.expires <= now)).rowcount)


def _delete_logs(connection: Connection, ids: list[str]) -> Pruned:
    connection.execute(delete(events).where(events.c.table.in_(ids)))
    return Pruned(games=len(ids))


def _delete_tables(connection: Connection, ids: list[str]) -> Pruned:
    connection.execute(delete(events).where(events.c.table.in_(ids)))
    return Pruned(tables=connection.execute(delete(tables).where(tables.c.id.in_(ids))).rowcount)


def _delete_players(connection: Connection, ids: list[str], now: int) -> Pruned:
    """Delete players, with their secrets and codes, except those who have come back in the meantime."""
    unseen = select(players.c.id).where(players.c.id.in_(ids), players.c.seen < now - KEEP_GUESTS)
    connection.execute(delete(seated).where(seated.c.player.in_(unseen)))
    return Pruned(players=connection.execute(delete(players).where(players.c.id.in_(unseen))).rowcount)
