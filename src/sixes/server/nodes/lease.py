"""A node's lease in the database, and the tables that it owns under it.

A node has one lease, which it keeps renewing, and holds an advisory lock in the same session.
Each table that it owns names the node and an epoch, which grows with every owner. Other nodes take over when
the lease has run out by the database's clock; or sooner, when the session has ended, as happens at once when
the node is killed. Every append checks the lease and the epoch in its transaction (`postgres.begin`), so that
a node which has lost its lease, and does not know it yet, changes nothing. It then gets a new lease, under a
new name.
"""

import secrets
from contextlib import ExitStack, closing, suppress
from typing import Any

import psycopg

from sixes.server.storage.membership import LEASE, NOW, correct_leases, lock_shared, register_node
from sixes.server.storage.postgres import Postgres
from sixes.server.storage.store import NotOurs
from sixes.server.tables.ownership import Claim

DEAD_AFTER = 1000
"""Milliseconds without renewal after which a node whose session has ended is taken for dead."""
DELETE_AFTER = 60_000
"""Milliseconds after which a lease that ran out is deleted."""
_RENEW = f"UPDATE nodes SET until = {NOW} + {LEASE} WHERE id = %s"
_OTHERS = f"SELECT id FROM nodes WHERE until > {NOW} AND id <> %s"
_FIND_OWNER = 'SELECT node, epoch FROM leases WHERE "table" = %s FOR UPDATE'
_ADD = """INSERT INTO leases ("table", node, epoch) VALUES (%s, '', 0) ON CONFLICT DO NOTHING"""
_IS_ALIVE = f"""WITH gone AS (DELETE FROM nodes WHERE id = %s AND (until < {NOW} OR
    (until < {NOW} + {LEASE - DEAD_AFTER} AND pg_try_advisory_xact_lock(%s))) RETURNING id)
    SELECT 1 FROM nodes WHERE id = %s AND id NOT IN (SELECT id FROM gone)"""
_KEEP_OWN_LEASE = "SELECT 1 FROM nodes WHERE id = %s FOR SHARE"
_TAKE_OVER = 'UPDATE leases SET node = %s, epoch = epoch + 1 WHERE "table" = %s RETURNING epoch'
_RELEASE = """UPDATE leases SET node = '' WHERE "table" = %s AND node = %s AND epoch = %s"""


class Lease:
    """The lease of a node under one name. Every method waits for the database: not on the event loop."""

    def __init__(self, postgres: Postgres) -> None:
        self.node = secrets.token_hex(8)
        self._postgres = postgres
        self._session: psycopg.Connection[Any] | None = None

    def begin(self) -> None:
        register_node(self._open_session(), self.node, LEASE)

    def renew(self) -> set[str]:
        """Renew the lease, and give the other nodes; NotOurs if they have taken over."""
        session = self._session
        if session is None or session.closed:
            session = self._open_session()
        try:
            if not session.execute(_RENEW, (self.node,)).rowcount:
                raise NotOurs("the lease ran out")
            correct_leases(session)
            return {str(row[0]) for row in session.execute(_OTHERS, (self.node,))}
        except psycopg.Error:
            session.close()
            raise

    def end(self) -> None:
        """Delete the lease, so that other nodes need not wait until it runs out."""
        if self._session:
            with suppress(psycopg.Error), closing(self._session) as session:
                session.execute("DELETE FROM nodes WHERE id = %s", (self.node,))

    def claim(self, table: str) -> Claim:
        with self._postgres.claiming.connect() as connection, connection.begin():
            cursor = connection.connection.cursor()
            cursor.execute(_ADD, (table,))
            cursor.execute(_FIND_OWNER, (table,))
            node, epoch = cursor.fetchone() or ("", 0)
            if node not in ("", self.node) and self._is_alive(cursor, node):
                return Claim(node, epoch)
            cursor.execute(_KEEP_OWN_LEASE, (self.node,))
            if not cursor.fetchone():
                raise NotOurs("the lease ran out")
            cursor.execute(_TAKE_OVER, (self.node, table))
            return Claim("", *(cursor.fetchone() or (0,)))

    def release(self, table: str, epoch: int) -> None:
        with self._postgres.claiming.connect() as connection, connection.begin():
            connection.connection.cursor().execute(_RELEASE, (table, self.node, epoch))

    def _is_alive(self, cursor: Any, node: str) -> bool:
        """Whether a node has its lease; one that is dead or whose lease ran out is deleted."""
        cursor.execute(_IS_ALIVE, (node, _lock_number(node), node))
        return bool(cursor.fetchone())

    def _open_session(self) -> psycopg.Connection[Any]:
        """A session whose advisory lock shows the others that this node runs."""
        with ExitStack() as failed:
            session = failed.enter_context(closing(self._postgres.connect()))
            session.autocommit = True
            lock_shared(session)
            session.execute("SELECT pg_advisory_lock(%s)", (_lock_number(self.node),))
            session.execute(f"DELETE FROM nodes WHERE until < {NOW} - {DELETE_AFTER}")
            failed.pop_all()
        self._session = session
        return session


def _lock_number(node: str) -> int:
    """The number of a node's advisory lock."""
    return int.from_bytes(bytes.fromhex(node), signed=True)
