"""Which servers use a PostgreSQL database: a single one, or several nodes.

An advisory lock keeps the two apart. A single server holds it exclusively in the session in which it writes,
so that it stores nothing without the lock; nodes share it. Both have a row in `nodes` with the newest
schema they know: a migration must not remove what a running server uses, and no server starts on a schema
that is too new for it.
"""

import time
from typing import Any

import psycopg

from sixes.server.storage.migrations import newest_revision
from sixes.server.storage.store import InUse, Unavailable

LOCK_KEY = 0x5349584554
"""Of the advisory lock."""
SINGLE_SERVER = "alone"
"""The row of a single server; it counts while the lock is held."""
NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
"""The time by the database's clock: that of a node may be wrong."""
LEASE = 5000
"""Milliseconds that the lease of a node lasts after it was renewed."""
MOST_TRIES, RETRY_SECONDS = 20, 0.1
"""The session of a server that was killed may take a moment to end."""
_LOCK_EXCLUSIVELY = f"""SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM nodes WHERE until > {NOW})
    THEN pg_try_advisory_lock({LOCK_KEY}) END"""
_CORRECT = f"""UPDATE nodes SET until = {NOW} + {LEASE} WHERE id IN
    (SELECT id FROM nodes WHERE until > {NOW} + {LEASE} FOR UPDATE SKIP LOCKED)"""
_REGISTER = f"""INSERT INTO nodes (id, until, knows)
    SELECT %s, {NOW} + %s, %s WHERE NOT EXISTS (SELECT 1 FROM compatible WHERE oldest > %s)
    ON CONFLICT (id) DO UPDATE SET knows = excluded.knows"""


def lock_exclusively(session: psycopg.Connection[Any], name: str) -> None:
    """Until the session ends, no other server can use the database; InUse if one does."""
    correct_leases(session)
    session.commit()
    for _ in range(MOST_TRIES):
        (locked,) = session.execute(_LOCK_EXCLUSIVELY).fetchone() or (False,)
        if locked:
            register_node(session, SINGLE_SERVER, 0)
            session.commit()
            return
        session.rollback()
        time.sleep(RETRY_SECONDS)
    raise InUse("store.in_use", directory=name)


def lock_shared(session: psycopg.Connection[Any]) -> None:
    """Until the session ends, only nodes can use the database; Unavailable if a single server does."""
    (locked,) = session.execute(f"SELECT pg_try_advisory_lock_shared({LOCK_KEY})").fetchone() or (False,)
    if not locked:
        raise Unavailable("a server without NATS uses this database")


def correct_leases(session: psycopg.Connection[Any]) -> None:
    """Shorten leases that end later than any can: the database's clock was set back since they were renewed.

    That of a dead node would otherwise last until the clock is back where it was. Nodes that run renew theirs
    anyway. Rows that are locked are corrected at the next renewal.
    """
    session.execute(_CORRECT)


def register_node(session: psycopg.Connection[Any], node: str, lease: int) -> None:
    """Add the row of a node, for so many milliseconds; Unavailable if the schema is too new for it."""
    knows = newest_revision()
    if not session.execute(_REGISTER, (node, lease, knows, knows)).rowcount:
        raise Unavailable("the database is that of a newer release")
