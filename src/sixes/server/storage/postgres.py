"""PostgreSQL as a backend, for one server or for several nodes.

Statements wait only seconds for a lock, and a session that stops within a transaction keeps its locks only
for seconds: a node that is paused or cut off must not block the others.
"""

import logging
import socket
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from threading import Lock
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import LockNotAvailable
from sqlalchemy import Connection, Engine, create_engine, or_, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from sixes.server.storage.backend import READERS, Backend, TableEpochs
from sixes.server.storage.membership import LEASE, LOCK_KEY, NOW, SINGLE_SERVER, lock_exclusively
from sixes.server.storage.schema import nodes
from sixes.server.storage.store import CannotOpen, NotOurs

T = TypeVar("T")
CLAIMS = 8
"""Tables that can be claimed at once."""
MIGRATION_LOCK_KEY = 0x5349584553
"""Of the advisory lock under which the schema is changed."""
MOST_TRIES, RETRY_SECONDS = 20, 1.0
"""For migrations that wait for a lock."""
SESSION_SETTINGS = {
    "synchronous_commit": "on",
    "statement_timeout": "10s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "2s",
    "tcp_keepalives_idle": "4",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
"""The keepalives end a session, and release its locks, seconds after its machine has gone."""
CONNECTION_OPTIONS: dict[str, str | int] = {
    "application_name": "sixes",
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 4000,
}
"""A dead connection fails within seconds. The options of a URL override these."""
_LOCK_LEASES = """SELECT l."table", l.epoch FROM nodes n
    LEFT JOIN leases l ON l.node = n.id AND l."table" = ANY(%s) WHERE n.id = %s FOR SHARE OF n"""


# The pool logs every broken connection; its user gets an error anyway, and logs that in one line.
logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
# Nor is it news that a pipeline ends with its connection: the write that fails is reported by us.
logging.getLogger("psycopg").setLevel(logging.ERROR)


class Postgres(Backend):
    """Backups are up to the operator, with `pg_dump`. A database that has gone is an error of the driver."""

    migrates_at_start = False

    def __init__(self, url: str) -> None:
        given = conninfo_to_dict(url)
        options = " ".join(f"-c {name}={value}" for name, value in SESSION_SETTINGS.items())
        given["options"] = f"{options} {given.get('options', '')}".strip()
        self._conninfo = make_conninfo("", **(CONNECTION_OPTIONS | dict(given)))
        self.name = f"postgresql://{given.get('host', '')}/{given.get('dbname', '')}"
        self.node = ""
        """The id of this node, where there are several."""
        self._open: weakref.WeakSet[psycopg.Connection[Any]] = weakref.WeakSet()
        self._open_lock = Lock()
        """Threads open connections while another one aborts all of them."""
        self._exclusive = False
        self.writing = self._engine(self._connect_to_write, poolclass=NullPool)
        # A read is one statement. In a transaction it would time out while its thread waits.
        # Each connection is tried before it is used. To dispose of all after a failure would leave those that
        # other threads are using to a pool that nobody closes.
        pool: dict[str, Any] = {"poolclass": QueuePool, "pool_pre_ping": True}
        self.reading = self._engine(pool_size=READERS, isolation_level="AUTOCOMMIT", **pool)
        self.claiming = self._engine(pool_size=CLAIMS, **pool)

    def connect(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(self._conninfo)
        with self._open_lock:
            self._open.add(connection)
        return connection

    def use_exclusively(self) -> None:
        self._exclusive = True

    def _connect_to_write(self) -> psycopg.Connection[Any]:
        with ExitStack() as on_error:
            connection = on_error.enter_context(closing(self.connect()))
            if self._exclusive:
                lock_exclusively(connection, self.name)
            on_error.pop_all()
        return connection

    def begin(self, cursor: Any, epochs: TableEpochs) -> None:
        """Lock the row of this node, so that its leases stay until the commit; the driver itself begins."""
        leased = {table: epoch for table, epoch in epochs if epoch}
        if leased:
            cursor.execute(_LOCK_LEASES, (list(leased), self.node))
            if dict(cursor.fetchall()) != leased:
                raise NotOurs("another node has it")

    def migration_engine(self) -> Engine:
        return self._engine(poolclass=NullPool)

    def lock_schema(self, connection: Connection) -> None:
        for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {name} = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK_KEY})")
        # All users of a table queue up behind a change that waits for it.
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{SESSION_SETTINGS['lock_timeout']}'")

    def retry_locked(self, migrate: Callable[[], T]) -> T:
        """Retry a migration while somebody else, such as a backup, holds a lock on a table."""
        for _ in range(MOST_TRIES - 1):
            try:
                return migrate()
            except DBAPIError as error:
                if not isinstance(error.orig, LockNotAvailable):
                    raise
            time.sleep(RETRY_SECONDS)
        return migrate()

    def after_migration(self, connection: Connection, oldest: str) -> None:
        """CannotOpen if a running server needs what was removed; none can start until the commit."""
        connection.exec_driver_sql("LOCK TABLE nodes IN SHARE MODE")
        unused = connection.scalar(text(f"SELECT pg_try_advisory_xact_lock({LOCK_KEY})"))
        exclusive = not connection.scalar(text(f"SELECT pg_try_advisory_xact_lock_shared({LOCK_KEY})"))
        # Without any session, a lease that ends later than any can is one from before the clock was set back.
        latest = text(f"{NOW} + {LEASE}" if unused else str(2**63 - 1))
        leased = nodes.c.until.between(text(NOW), latest)
        running = or_(leased, nodes.c.id == (SINGLE_SERVER if exclusive else ""))
        if connection.scalar(select(nodes.c.id).where(nodes.c.knows < oldest, running)):
            raise CannotOpen("store.old_nodes", file=self.name)

    @contextmanager
    def explain_errors(self) -> Iterator[None]:
        """Turn errors of the database into CannotOpen, which has a sentence for people."""
        try:
            yield
        except (DBAPIError, psycopg.Error) as error:
            lines = str(error.orig if isinstance(error, DBAPIError) else error).strip().splitlines()
            why = lines[0] if lines else type(error).__name__
            raise CannotOpen("store.unusable", file=self.name, why=why) from error

    def abort_connections(self) -> None:
        with self._open_lock:
            connections = list(self._open)
        for connection in connections:
            with suppress(OSError, psycopg.Error), socket.socket(fileno=connection.fileno()) as stream:
                try:
                    stream.shutdown(socket.SHUT_RDWR)
                finally:
                    stream.detach()  # the driver closes it

    def close(self) -> None:
        self.reading.dispose()
        self.claiming.dispose()
        self.writing.dispose()

    def _engine(self, connect: Callable[[], psycopg.Connection[Any]] | None = None, **pool: Any) -> Engine:
        # Parameters are names and seeds: no error message may show them. The writer passes them by position.
        options: dict[str, Any] = {"paramstyle": "format", "creator": connect or self.connect}
        return create_engine("postgresql+psycopg://", hide_parameters=True, **options, **pool)
