"""Remove old data in small steps and short transactions, between which a running server can write.

What has been kept long enough is not removed at once: it expires a week later, unless somebody comes back.
Times are those of the service clock, which advances only while a server runs: neither downtime nor a system
clock that is set wrong makes anything look old.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, not_, or_, select, update

from sixes.server.storage.backend import Backend
from sixes.server.storage.friends import delete_old_invitations
from sixes.server.storage.migrations import check_schema
from sixes.server.storage.opening import connect_postgres, existing_file
from sixes.server.storage.schema import checkpoints, clock, codes, events, players, seated, tables
from sixes.server.storage.sqlite import Sqlite, explain_errors
from sixes.server.storage.store import CODE_LIFETIME, DAY, Pruned

KEEP_LOGS = 30 * DAY
KEEP_GUESTS = 365 * DAY
KEEP_IDLE_GUESTS = 2 * DAY
"""Of guests who never took a seat."""
EXPIRY = 7 * DAY
"""From when something has been kept long enough until it is removed."""
STEP_SIZE = 500
"""Tables or players of one kind in a step, which a server does every minute."""
BATCH_SIZE = 20
"""Tables or players in one transaction: logs are long."""

Batch = Callable[[Connection], Pruned]


class Work(NamedTuple):
    """Ids of what one step is about."""

    old_tables: list[str]
    """Their logs have been kept long enough."""
    old_players: list[str]
    expired_tables: list[str]
    expired_players: list[str]


def find_work(connection: Connection, at: int) -> Work:
    def ids(column: ColumnElement[str], *conditions: ColumnElement[bool]) -> list[str]:
        queries = (select(column).where(condition).limit(STEP_SIZE) for condition in conditions)
        return [one for query in queries for one in connection.scalars(query)]

    return Work(
        ids(tables.c.id, _old_table(at)),
        ids(players.c.id, *_old_players(at)),
        ids(tables.c.id, tables.c.expires <= at),
        ids(players.c.id, players.c.expires <= at),
    )


def _old_table(at: int) -> ColumnElement[bool]:
    """A game that is over, or a table that was closed; a log is all there is where no record was made."""
    old = tables.c.expires.is_(None) & tables.c.logged & (tables.c.active < at - KEEP_LOGS)
    return (
        old
        & tables.c.phase.in_(("over", "closed"))
        & (tables.c.record.is_not(None) | (tables.c.phase == "closed"))
    )


def _old_players(at: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Those who never sat, and all others."""
    kept = players.c.expires.is_(None)
    return (
        kept & not_(players.c.sat) & (players.c.active < at - KEEP_IDLE_GUESTS),
        kept & players.c.sat & (players.c.active < at - KEEP_GUESTS),
    )


def batches(work: Work, at: int, now: int) -> Iterator[Batch]:
    """Functions that each do a part, to be called in transactions of their own."""
    yield partial(_delete_codes, now=now)
    parts = (_let_tables_expire, _let_players_expire, _delete_tables, _delete_players)
    for ids, do in zip(work, parts, strict=True):
        rest = iter(ids)
        while batch := list(islice(rest, BATCH_SIZE)):
            yield partial(do, ids=batch, at=at)


def prune_data(location: Path | str, now: int) -> Pruned:
    """Prune the data of a server, whether it runs or not; `CannotOpen` says why it fails."""
    if isinstance(location, str):
        with closing(connect_postgres(location)) as postgres, postgres.explain_errors():
            return _prune(postgres, now)
    path = existing_file(location)
    with explain_errors(path), closing(Sqlite(path)) as sqlite:
        return _prune(sqlite, now)


def _prune(backend: Backend, now: int) -> Pruned:
    """Prune step by step until nothing is left to do, at the time that servers have stored last."""
    check_schema(backend)
    with backend.reading.connect() as connection:
        at = connection.scalar(select(clock.c.at)) or 0
    steps = [Pruned()]
    while steps[-1] != Pruned() or len(steps) == 1:
        with backend.reading.connect() as connection:
            work = find_work(connection, at)
        steps.append(total([_write(backend, batch) for batch in batches(work, at, now)]))
    return total(steps)


def _write(backend: Backend, batch: Batch) -> Pruned:
    with backend.writing.begin() as connection:
        return batch(connection)


def total(counts: list[Pruned]) -> Pruned:
    return Pruned(*map(sum, zip(*counts, strict=True)))


def _delete_codes(connection: Connection, now: int) -> Pruned:
    useless = or_(codes.c.expires <= now, codes.c.expires > now + CODE_LIFETIME)
    delete_old_invitations(connection, now)
    return Pruned(codes=connection.execute(delete(codes).where(useless)).rowcount)


# Every condition is checked again where something is written: somebody may have come back in the meantime.


def _let_tables_expire(connection: Connection, ids: list[str], at: int) -> Pruned:
    old = update(tables).where(tables.c.id.in_(ids), _old_table(at))
    return Pruned(expiring_tables=connection.execute(old.values(expires=at + EXPIRY)).rowcount)


def _let_players_expire(connection: Connection, ids: list[str], at: int) -> Pruned:
    old = update(players).where(players.c.id.in_(ids), or_(*_old_players(at)))
    return Pruned(expiring_players=connection.execute(old.values(expires=at + EXPIRY)).rowcount)


def _delete_tables(connection: Connection, ids: list[str], at: int) -> Pruned:
    """Delete logs, and tables of which no record would be left.

    The rows of tables come first: an append to one of them waits, and then finds it without a log.
    """
    expired = tables.c.id.in_(ids) & (tables.c.expires <= at)
    bare = delete(tables).where(expired, tables.c.record.is_(None)).returning(tables.c.id)
    recorded = update(tables).where(expired).values(logged=False, expires=None).returning(tables.c.id)
    removed, games = (list(connection.scalars(statement)) for statement in (bare, recorded))
    connection.execute(delete(events).where(events.c.table.in_(removed + games)))
    connection.execute(delete(checkpoints).where(checkpoints.c.table.in_(removed + games)))
    return Pruned(games=len(games), tables=len(removed))


def _delete_players(connection: Connection, ids: list[str], at: int) -> Pruned:
    """Delete players, with their secrets and codes."""
    expired = players.c.id.in_(ids) & (players.c.expires <= at)
    removed = list(connection.scalars(delete(players).where(expired).returning(players.c.id)))
    connection.execute(delete(seated).where(seated.c.player.in_(removed)))
    return Pruned(players=len(removed))
