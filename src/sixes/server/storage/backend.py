"""The interface between the store and a database system; `sqlite` and `postgres` implement it.

A system inherits from `Backend` and leaves out the steps that it does not need.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Engine

READERS = 4
"""Threads that read, each with a connection."""

TableEpochs = Sequence[tuple[str, int]]
"""Tables, each with the epoch of the lease under which it is written; 0: there is only one node."""


class Backend:
    name: str
    """For messages to people; never with a password."""
    writing: Engine
    reading: Engine
    migrates_at_start: bool
    """A new release may migrate the database when it starts, since no other server uses it."""

    is_single = False
    """No other server can own tables here, and a statement outside of a transaction is one of its own."""

    def use_exclusively(self) -> None:
        """Let no other server write: from now on, connecting through `writing` raises `InUse` if one does."""

    def check_identity(self) -> None:
        """Unavailable if this is no longer the database that was opened."""

    def begin(self, cursor: Any, epochs: TableEpochs) -> None:
        """Begin a transaction on a driver's cursor; `NotOurs` if other nodes own some of these tables."""

    def migration_engine(self) -> Engine:
        raise NotImplementedError

    def lock_schema(self, connection: Connection) -> None:
        """Let nobody else change the schema until this transaction ends."""

    def before_migration(self, newest: str) -> None:
        """Called where the database has data and its schema is about to change."""

    def after_migration(self, connection: Connection, oldest: str) -> None:
        """Check the result before it is committed; CannotOpen rolls the migration back."""

    def forget_deleted(self) -> None:
        """Leave nothing of deleted rows in the files, as far as that is up to a server."""

    def read_failed(self) -> None:
        """Called when a read failed: other connections may be broken, too."""

    def abort_connections(self) -> None:
        """Break all connections, so that no thread waits for a response that may never come."""

    def close(self) -> None: ...
