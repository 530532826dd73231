"""SQLite as a backend: one file, used by one server at a time."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from sixes.server.storage.backend import READERS, Backend, TableEpochs
from sixes.server.storage.store import CannotOpen, InUse, Unavailable

NAME = "sixes.db"
LOCK_NAME = "sixes.lock"
BUSY_TIMEOUT = 3.0
"""Seconds to wait for `sixes prune`, which writes in short transactions."""
MOST_TRIES = 5
"""To empty the log of changes, each of so many seconds: somebody may be reading."""


class Sqlite(Backend):
    """A database in an existing file. The lock on its directory keeps other servers out."""

    migrates_at_start = True
    is_single = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        # While the file is open, no other file can get its inode number.
        self._anchor = self._open()
        self._identity = _identity(path)
        self.writing = self._engine("BEGIN IMMEDIATE", poolclass=NullPool)
        self.reading = self._engine("", poolclass=QueuePool, pool_size=READERS)

    def check_identity(self) -> None:
        """SQLite itself would go on writing to a file that was deleted or moved away."""
        if _identity(self.path) != self._identity:
            raise Unavailable(f"{self.path} has gone")

    def begin(self, cursor: Any, epochs: TableEpochs) -> None:
        del epochs  # there are no other servers
        cursor.execute("BEGIN IMMEDIATE")

    def migration_engine(self) -> Engine:
        """Without foreign keys: replacing a table must not delete the rows that refer to it."""
        return self._engine("BEGIN IMMEDIATE", keys=False, poolclass=NullPool)

    def before_migration(self, newest: str) -> None:
        self.copy(self.path.with_name(f"{self.path.name}.before-{newest}"))

    def after_migration(self, connection: Connection, oldest: str) -> None:
        del oldest  # there are no other servers
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken:
            raise CannotOpen("store.unusable", file=self.path, why=f"foreign key {tuple(broken)}")

    def copy(self, to: Path) -> None:
        """Copy the database, even while others write to it. The copy gets its name when it is complete."""
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
        sync_directory(to.parent)

    def forget_deleted(self) -> None:
        """Write the log of changes into the database, where deleted rows are zeros, and empty it."""
        with closing(self._connect(keys=False)) as connection:
            for _ in range(MOST_TRIES):
                (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    return

    def read_failed(self) -> None:
        self.reading.dispose()

    def close(self) -> None:
        self.reading.dispose()
        self.writing.dispose()
        self._anchor.close()

    def _engine(self, begin: str, *, keys: bool = True, **pool: Any) -> Engine:
        # Parameters are names and seeds: no error message may show them.
        connect = partial(self._connect, keys=keys)
        engine = create_engine("sqlite://", hide_parameters=True, creator=connect, **pool)
        if begin:  # a read is one statement and needs no transaction of its own
            event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine

    def _connect(self, *, keys: bool) -> sqlite3.Connection:
        connection = self._open()
        try:
            self.check_identity()  # another file may have taken its place
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA secure_delete=ON")  # what people delete is overwritten
            connection.execute(f"PRAGMA foreign_keys={'ON' if keys else 'OFF'}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _open(self) -> sqlite3.Connection:
        # "rw" never creates the file. Without an isolation level, the driver begins no transactions itself.
        uri = f"{self.path.absolute().as_uri()}?mode=rw"
        return sqlite3.connect(
            uri, uri=True, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
        )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - called at every commit, and Path.stat takes twice as long
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn errors about a file or directory into CannotOpen, which has a sentence for people."""
    try:
        yield
    except OSError as error:
        raise CannotOpen("store.unusable", file=path, why=error.strerror) from error
    except DBAPIError as error:
        raise CannotOpen("store.unusable", file=path, why=error.orig) from error
    except sqlite3.Error as error:
        raise CannotOpen("store.unusable", file=path, why=error) from error


def make_directory(directory: Path) -> None:
    """Create a directory, and parents where they are missing, so that a crash of the machine loses none."""
    missing = [path for path in (directory, *directory.parents) if not path.exists()]
    # The seeds of running games are in it: no other user of the machine may read it.
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in missing:
        sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Make the names in a directory durable: syncing a file does not include its name."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def lock_directory(directory: Path) -> TextIO:
    """Keep other servers out of a directory until the returned file is closed; InUse if there is one."""
    lock = (directory / LOCK_NAME).open("w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise InUse("store.in_use", directory=directory) from None
    # Otherwise a child process that outlives a killed server would keep the lock.
    os.register_at_fork(after_in_child=lock.close)
    return lock
