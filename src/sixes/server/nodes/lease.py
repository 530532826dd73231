"""A node's lease in the database, and the tables that it owns under it.

A node has one lease, which it renews every half second, and holds an advisory lock in the same session.
Each table that it owns names the node and an epoch, which grows with every owner. A node is given up by
others when its lease has run out by the database's clock; or sooner, when its session has ended, as happens
at once when it is killed. Whoever appends looks at both in the same transaction (`postgres.begin`), so that
a node which was given up, and does not know it yet, changes nothing. It then begins anew, under another
name.
"""

import secrets
from contextlib import ExitStack, closing, suppress
from typing import Any

import psycopg

from sixes.server.storage.membership import NOW, lock_shared, register_node
from sixes.server.storage.postgres import Postgres
from sixes.server.storage.store import NotOurs
from sixes.server.tables.ownership import Claim

LEASE = 5000
"""Milliseconds that a lease lasts after it was renewed."""
SILENCE = 1000
"""Milliseconds without renewal after which a node is given up whose session has ended, too."""
FORGOTTEN = 60_000
_RENEW = f"UPDATE nodes SET until = {NOW} + {LEASE} WHERE id = %s"
_OTHERS = f"SELECT id FROM nodes WHERE until > {NOW} AND id <> %s"
_FIND = 'SELECT node, epoch FROM leases WHERE "table" = %s FOR UPDATE'
_OPEN = """INSERT INTO leases ("table", node, epoch) VALUES (%s, '', 0) ON CONFLICT DO NOTHING"""
_STILL_THERE = f"""WITH gone AS (DELETE FROM nodes WHERE id = %s AND (until < {NOW} OR
    (until < {NOW} + {LEASE - SILENCE} AND pg_try_advisory_xact_lock(%s))) RETURNING id)
    SELECT 1 FROM nodes WHERE id = %s AND id NOT IN (SELECT id FROM gone)"""
_HOLD = "SELECT 1 FROM nodes WHERE id = %s FOR SHARE"
_TAKE = 'UPDATE leases SET node = %s, epoch = epoch + 1 WHERE "table" = %s RETURNING epoch'
_RELEASE = """UPDATE leases SET node = '' WHERE "table" = %s AND node = %s AND epoch = %s"""


class Lease:
    """Every method waits for the database: not on the event loop. One life of a node, under one name."""

    def __init__(self, postgres: Postgres) -> None:
        self.node = secrets.token_hex(8)
        self._postgres = postgres
        self._session: psycopg.Connection[Any] | None = None

    def begin(self) -> None:
        register_node(self._opened(), self.node, LEASE)

    def renew(self) -> set[str]:
        """The other nodes there are; NotOurs if they have given this one up."""
        session = self._session
        if session is None or session.closed:
            session = self._opened()
        try:
            if not session.execute(_RENEW, (self.node,)).rowcount:
                raise NotOurs("the lease ran out")
            return {str(row[0]) for row in session.execute(_OTHERS, (self.node,))}
        except psycopg.Error:
            session.close()
            raise

    def end(self) -> None:
        """Nobody has to wait for us."""
        if self._session:
            with suppress(psycopg.Error), closing(self._session) as session:
                session.execute("DELETE FROM nodes WHERE id = %s", (self.node,))

    def claim(self, table: str) -> Claim:
        with self._postgres.claiming.connect() as connection, connection.begin():
            cursor = connection.connection.cursor()
            cursor.execute(_OPEN, (table,))
            cursor.execute(_FIND, (table,))
            node, epoch = cursor.fetchone() or ("", 0)
            if node not in ("", self.node) and self._is_there(cursor, node):
                return Claim(node, epoch)
            cursor.execute(_HOLD, (self.node,))
            if not cursor.fetchone():
                raise NotOurs("the lease ran out")
            cursor.execute(_TAKE, (self.node, table))
            return Claim("", *(cursor.fetchone() or (0,)))

    def release(self, table: str, epoch: int) -> None:
        with self._postgres.claiming.connect() as connection, connection.begin():
            connection.connection.cursor().execute(_RELEASE, (table, self.node, epoch))

    def _is_there(self, cursor: Any, node: str) -> bool:
        """Whether a node has to be reckoned with; one whose time is over is given up, with all its tables."""
        cursor.execute(_STILL_THERE, (node, _number(node), node))
        return bool(cursor.fetchone())

    def _opened(self) -> psycopg.Connection[Any]:
        """A session of its own, which tells the others that we run."""
        with ExitStack() as failed:
            session = failed.enter_context(closing(self._postgres.connect()))
            session.autocommit = True
            lock_shared(session)
            session.execute("SELECT pg_advisory_lock(%s)", (_number(self.node),))
            session.execute(f"DELETE FROM nodes WHERE until < {NOW} - {FORGOTTEN}")
            failed.pop_all()
        self._session = session
        return session


def _number(node: str) -> int:
    """The advisory lock of a node."""
    return int.from_bytes(bytes.fromhex(node), signed=True)
