"""Who uses a PostgreSQL database: one server alone, or several nodes; and which schema each of them knows.

An advisory lock keeps the two kinds apart: a server alone holds it in the session in which it writes, so that
without it nothing is stored; nodes share it. Both leave a row in `nodes`, by which a migration knows whether
what it takes away is still in use, and nobody begins where too much was taken away already.
"""

import time
from typing import Any

import psycopg

from sixes.server.storage.migrations import newest
from sixes.server.storage.store import InUse, Unavailable

ONLY = 0x5349584554
"""The advisory lock."""
ALONE = "alone"
"""The row of a server alone: it counts as long as the lock is held."""
NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
"""The database's clock: that of a node may be wrong."""
MOST_TRIES, AGAIN = 20, 0.1
"""The session of a server that was killed may take a moment to end."""
_ONLY = f"""SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM nodes WHERE until > {NOW})
    THEN pg_try_advisory_lock({ONLY}) END"""
_ENROL = f"""INSERT INTO nodes (id, until, knows)
    SELECT %s, {NOW} + %s, %s WHERE NOT EXISTS (SELECT 1 FROM compatible WHERE oldest > %s)
    ON CONFLICT (id) DO UPDATE SET knows = excluded.knows"""


def keep_alone(session: psycopg.Connection[Any], name: str) -> None:
    """As long as the session lasts; InUse if there is another server."""
    for _ in range(MOST_TRIES):
        (ours,) = session.execute(_ONLY).fetchone() or (False,)
        if ours:
            enrol(session, ALONE, 0)
            session.commit()
            return
        session.rollback()
        time.sleep(AGAIN)
    raise InUse("store.in_use", directory=name)


def be_one_of_several(session: psycopg.Connection[Any]) -> None:
    """As long as the session lasts."""
    (shared,) = session.execute(f"SELECT pg_try_advisory_lock_shared({ONLY})").fetchone() or (False,)
    if not shared:
        raise Unavailable("a server without NATS uses this database")


def enrol(session: psycopg.Connection[Any], node: str, lease: int) -> None:
    """Say who we are, for so many milliseconds, and what we know."""
    knows = newest()
    if not session.execute(_ENROL, (node, lease, knows, knows)).rowcount:
        raise Unavailable("the database is that of a newer release")
