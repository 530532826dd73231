"""All that is peculiar to PostgreSQL: how its connections are set up, and how nodes are kept apart.

No statement waits for long, and no session that stopped in the middle of a transaction keeps a lock for long:
a node that is paused or cut off must not be in the way of those that play on.
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

from sixes.server.storage.engines import Owned
from sixes.server.storage.membership import ALONE, NOW, ONLY, keep_alone
from sixes.server.storage.schema import nodes
from sixes.server.storage.sqlite import READERS
from sixes.server.storage.store import CannotOpen, NotOurs

T = TypeVar("T")
CLAIMS = 8
"""Tables that can be claimed at once."""
MIGRATING = 0x5349584553
"""The advisory lock of whoever changes the schema."""
MOST_TRIES, AGAIN = 20, 1.0
"""How often, and with how many seconds between, a change of the schema is tried that would be in the way."""
SETTINGS = {
    "synchronous_commit": "on",
    "statement_timeout": "10s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "2s",
    "tcp_keepalives_idle": "4",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
"""The last three: a session whose machine is gone ends in seconds, and with it its locks."""
LINE: dict[str, str | int] = {
    "application_name": "sixes",
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 4000,
}
"""Of a line that has gone dead one hears within seconds; an address may say otherwise."""
_OURS = """SELECT l."table", l.epoch FROM nodes n
    LEFT JOIN leases l ON l.node = n.id AND l."table" = ANY(%s) WHERE n.id = %s FOR SHARE OF n"""


# The pool tells of every connection that broke; whoever used it hears so, and tells it in one line.
logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)


class Postgres:
    migrates_itself = False

    def __init__(self, url: str) -> None:
        wished = conninfo_to_dict(url)
        options = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        wished["options"] = f"{options} {wished.get('options', '')}".strip()
        self._address = make_conninfo("", **(LINE | dict(wished)))
        self.name = f"postgresql://{wished.get('host', '')}/{wished.get('dbname', '')}"
        self.node = ""
        """Who we are while we are one of several nodes."""
        self._open: weakref.WeakSet[psycopg.Connection[Any]] = weakref.WeakSet()
        self._opening = Lock()
        """Threads open connections while another one breaks all of them off."""
        self._alone = False
        self.writing = self._engine(self._connect_to_write, poolclass=NullPool)
        # A read is one statement and needs no transaction, which would time out where a thread has to wait.
        pool: dict[str, Any] = {"poolclass": QueuePool, "pool_pre_ping": True}
        self.reading = self._engine(pool_size=READERS, isolation_level="AUTOCOMMIT", **pool)
        self.claiming = self._engine(pool_size=CLAIMS, **pool)

    def connect(self) -> psycopg.Connection[Any]:
        made = psycopg.connect(self._address)
        with self._opening:
            self._open.add(made)
        return made

    def keep_alone(self) -> None:
        self._alone = True

    def _connect_to_write(self) -> psycopg.Connection[Any]:
        with ExitStack() as failed:
            made = failed.enter_context(closing(self.connect()))
            if self._alone:
                keep_alone(made, self.name)
            failed.pop_all()
        return made

    def check(self) -> None:
        """A database that has gone says so itself."""

    def begin(self, cursor: Any, owned: Owned) -> None:
        """The driver begins by itself. From now on nobody can give up this node, or its leases."""
        epochs = {table: epoch for table, epoch in owned if epoch}
        if epochs:
            cursor.execute(_OURS, (list(epochs), self.node))
            if dict(cursor.fetchall()) != epochs:
                raise NotOurs("another node has it")

    def migrating(self) -> Engine:
        return self._engine(poolclass=NullPool)

    def keep_others_out(self, connection: Connection) -> None:
        for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {name} = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        # Behind a change that waits for a table, all who use it wait as well.
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{SETTINGS['lock_timeout']}'")

    def patiently(self, migrate: Callable[[], T]) -> T:
        """Again, where somebody else would not let go of a table: a backup, say."""
        for _ in range(MOST_TRIES - 1):
            try:
                return migrate()
            except DBAPIError as error:
                if not isinstance(error.orig, LockNotAvailable):
                    raise
            time.sleep(AGAIN)
        return migrate()

    def before_migration(self, newest: str) -> None:
        """Backups are the operator's: `pg_dump` first."""

    def after_migration(self, connection: Connection, oldest: str) -> None:
        """What a server that runs still needs must not be taken away; none begins until this is over."""
        connection.exec_driver_sql("LOCK TABLE nodes IN SHARE MODE")
        alone = not connection.scalar(text(f"SELECT pg_try_advisory_xact_lock_shared({ONLY})"))
        runs = or_(nodes.c.until > text(NOW), nodes.c.id == (ALONE if alone else ""))
        if connection.scalar(select(nodes.c.id).where(nodes.c.knows < oldest, runs)):
            raise CannotOpen("store.old_nodes", file=self.name)

    @contextmanager
    def usable(self) -> Iterator[None]:
        """Whatever keeps the database from being used is told in a sentence."""
        try:
            yield
        except (DBAPIError, psycopg.Error) as error:
            why = str(error.orig if isinstance(error, DBAPIError) else error).strip().splitlines()
            told = why[0] if why else type(error).__name__
            raise CannotOpen("store.unusable", file=self.name, why=told) from error

    def hang_up(self) -> None:
        """Every connection is broken off, also one on which a thread waits for an answer that never comes."""
        with self._opening:
            connections = list(self._open)
        for connection in connections:
            with suppress(OSError, psycopg.Error), socket.socket(fileno=connection.fileno()) as line:
                try:
                    line.shutdown(socket.SHUT_RDWR)
                finally:
                    line.detach()  # the driver closes it

    def close(self) -> None:
        self.reading.dispose()
        self.claiming.dispose()
        self.writing.dispose()

    def _engine(self, connect: Callable[[], psycopg.Connection[Any]] | None = None, **pool: Any) -> Engine:
        # Parameters are names and seeds: no error may tell them. By places, as the writer gives them.
        kind: dict[str, Any] = {"paramstyle": "format", "creator": connect or self.connect}
        return create_engine("postgresql+psycopg://", hide_parameters=True, **kind, **pool)
