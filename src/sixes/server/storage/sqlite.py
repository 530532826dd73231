"""All that is peculiar to SQLite: one file, one server at a time, and how its connections are set up."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from sixes.server.storage.engines import Owned
from sixes.server.storage.store import CannotOpen, InUse, Unavailable

NAME = "sixes.db"
LOCK = "sixes.lock"
READERS = 4
BUSY = 3.0
"""Seconds to wait for `sixes prune`, which writes in small pieces."""


class File:
    """A database in a file that is there already, with engines to read and to write it."""

    migrates_itself = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        # As long as the file is open, no other one can get its number.
        self._anchor = self._open()
        self._identity = _identity(path)
        self.writing = self._engine("BEGIN IMMEDIATE", poolclass=NullPool)
        self.reading = self._engine("", poolclass=QueuePool, pool_size=READERS)

    def keep_alone(self) -> None:
        """The lock on the directory does that."""

    def check(self) -> None:
        """SQLite would go on and write to a file that was deleted or moved away."""
        if _identity(self.path) != self._identity:
            raise Unavailable(f"{self.path} has gone")

    def begin(self, cursor: Any, owned: Owned) -> None:
        del owned  # by the lock on the directory
        cursor.execute("BEGIN IMMEDIATE")

    def migrating(self) -> Engine:
        """While a table is made anew, foreign keys must not clear others."""
        return self._engine("BEGIN IMMEDIATE", keys=False, poolclass=NullPool)

    def keep_others_out(self, connection: Connection) -> None:
        """The transaction does that."""

    def before_migration(self, newest: str) -> None:
        self.copy(self.path.with_name(f"{self.path.name}.before-{newest}"))

    def after_migration(self, connection: Connection, oldest: str) -> None:
        del oldest  # there are no other servers
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken:
            raise CannotOpen("store.unusable", file=self.path, why=f"foreign key {tuple(broken)}")

    def copy(self, to: Path) -> None:
        """A copy of the whole, even while others write; never half of it under that name."""
        part = to.with_name(f"{to.name}.part")
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        source, target = self._connect(keys=False), sqlite3.connect(part)
        try:
            source.backup(target)
        finally:
            target.close()
            source.close()
        part.replace(to)

    def hang_up(self) -> None:
        """There is no line that could be dead."""

    def close(self) -> None:
        self.reading.dispose()
        self.writing.dispose()
        self._anchor.close()

    def _engine(self, begin: str, *, keys: bool = True, **pool: Any) -> Engine:
        # Parameters are names and seeds: no error may tell them.
        connect = partial(self._connect, keys=keys)
        engine = create_engine("sqlite://", hide_parameters=True, creator=connect, **pool)
        if begin:  # a read is one statement and needs no transaction of its own
            event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine

    def _connect(self, *, keys: bool) -> sqlite3.Connection:
        connection = self._open()
        try:
            self.check()  # this very file, not another put in its place
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(f"PRAGMA foreign_keys={'ON' if keys else 'OFF'}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _open(self) -> sqlite3.Connection:
        # "rw": a file that has gone is not made anew. No isolation level: the driver itself begins nothing.
        uri = f"{self.path.absolute().as_uri()}?mode=rw"
        return sqlite3.connect(uri, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - before every commit, and Path.stat takes twice as long
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def usable(path: Path) -> Iterator[None]:
    """Whatever keeps a file or directory from being used is told in a sentence."""
    try:
        yield
    except OSError as error:
        raise CannotOpen("store.unusable", file=path, why=error.strerror) from error
    except DBAPIError as error:
        raise CannotOpen("store.unusable", file=path, why=error.orig) from error
    except sqlite3.Error as error:
        raise CannotOpen("store.unusable", file=path, why=error) from error


def lock(directory: Path) -> TextIO:
    """Make sure that no other server uses a directory, as long as the file that this returns is open."""
    held = (directory / LOCK).open("w", encoding="utf-8")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        raise InUse("store.in_use", directory=directory) from None
    # A child process that outlives a killed server would keep its lock.
    os.register_at_fork(after_in_child=held.close)
    return held
