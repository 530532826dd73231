"""What the store needs of a database, whichever it is: `sqlite` has one, `postgres` the other."""

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import Connection, Engine

Owned = Sequence[tuple[str, int]]
"""Tables, and the epoch of the lease under which each is written; 0: there is nobody else who could."""


class Engines(Protocol):
    name: str
    """For people; never with a password."""
    writing: Engine
    reading: Engine
    migrates_itself: bool
    """At the first start of a new version, since no other server uses the same data."""

    def keep_alone(self) -> None:
        """Let no other server write: whoever opens `writing` from now on hears `InUse` if there is one."""

    def check(self) -> None:
        """Unavailable if this is not the database any more that was opened."""

    def begin(self, cursor: Any, owned: Owned) -> None:
        """Begin to write, where that is not done through an engine; `NotOurs` if others own these tables."""

    def migrating(self) -> Engine:
        """For changes of the schema."""

    def keep_others_out(self, connection: Connection) -> None:
        """Nobody else changes the schema until this transaction ends."""

    def before_migration(self, newest: str) -> None:
        """There are data, and the schema will change."""

    def after_migration(self, connection: Connection, oldest: str) -> None:
        """CannotOpen, and nothing has changed, if something must not stay like that."""

    def hang_up(self) -> None:
        """Whoever waits for an answer that may never come waits no more."""

    def close(self) -> None: ...
