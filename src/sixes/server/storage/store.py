"""What the server keeps, and all that it may ask of whatever keeps it.

The log of a table is its events, in order of their versions; it is the truth. The row of a table is what
lists and searches need without a replay. Times are milliseconds since 1970. Secrets and codes come as hashes.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from sixes.text import UserError

DAY = 24 * 60 * 60 * 1000
"""In milliseconds, as all times here."""


class Entry(NamedTuple):
    """One event of a table's log. `body` is the JSON that clients get."""

    table: str
    version: int
    at: int
    body: bytes
    player: str = ""
    nonce: str = ""


class Change(NamedTuple):
    """The row of a table as it is after some entries. `record` is there once: when the game is over."""

    table: str
    phase: str
    taken: int
    host: str
    touched: int
    players: tuple[str, ...]
    """The people seated."""
    about: bytes
    """A little JSON for the lobby."""
    record: bytes | None = None


class TableRow(NamedTuple):
    id: str
    code: str
    phase: str
    open: bool
    seats: int
    taken: int
    host: str
    about: bytes
    created: int
    touched: int
    seed: bytes
    finished: bool = False
    """It has a record."""


class PlayerRow(NamedTuple):
    id: str
    name: str
    seen: int = 0
    """When they were here, to the day."""


class LogLine(NamedTuple):
    version: int
    body: bytes
    player: str
    nonce: str


class Pruned(NamedTuple):
    """How much was removed."""

    games: int = 0
    """Finished games of which the log went and the record stays."""
    tables: int = 0
    players: int = 0
    codes: int = 0


class Unavailable(Exception):
    """The database cannot be read or written now."""


class Conflict(Exception):
    """A version of a table, or a code, is taken."""


class NotOurs(Conflict):
    """Another node owns some of these tables, or this one has been given up by the others."""


class CannotOpen(UserError):
    """The database cannot be opened."""


class InUse(CannotOpen, Unavailable):
    """Another server has these data, from the start or by now."""


class TooNew(CannotOpen):
    """A newer version wrote these data."""


class Store(Protocol):
    """Every method but `append` may raise `Unavailable`."""

    def append(
        self,
        entries: list[Entry],
        change: Change | None,
        done: Callable[[Exception | None], None],
        epoch: int = 0,
    ) -> None:
        """Store some entries of one table, and its row, all or nothing; with several nodes, under a lease.

        Called on the event loop; neither blocks nor raises. When they are stored, or could not be, `done` is
        called on the event loop, in the order of the appends: with None, `Conflict` or `Unavailable`. A table
        appends one after the other: only then can nothing be stored that builds on what was not.
        """

    async def create_table(self, row: TableRow, first: Entry, players: tuple[str, ...] = ()) -> None:
        """A new table with its first event; `Conflict` if its code is taken."""

    async def table(self, code: str) -> TableRow | None: ...

    async def lobby(self, limit: int) -> list[TableRow]:
        """Open tables with a free seat whose game has not begun, newest first."""

    async def tables_of(self, player: str, limit: int) -> list[TableRow]:
        """Tables where somebody sits, apart from closed ones, last touched first."""

    async def log(self, table: str, since: int = 0) -> list[LogLine]:
        """Events after a version."""

    async def record(self, code: str) -> bytes | None: ...

    async def abandoned(self, before: int) -> list[TableRow]:
        """Tables neither over nor closed at which nothing has happened since."""

    async def new_player(self, player: str, name: str, secret_hash: bytes, now: int) -> None: ...

    async def player_of(self, secret_hash: bytes) -> PlayerRow | None: ...

    async def seen(self, player: str, now: int) -> None:
        """They were here: a year later they may be forgotten."""

    async def rename(self, player: str, name: str) -> None: ...

    async def add_secret(self, player: str, secret_hash: bytes, now: int) -> None:
        """Another device of a player; `Conflict` if there is no such player any more."""

    async def put_code(self, lookup: str, code_hash: bytes, player: str, expires: int) -> None:
        """A code for another device, found by `lookup`; an earlier one of this player is void."""

    async def use_code(self, lookup: str, code_hash: bytes, now: int) -> str | None:
        """Whose code it is; used, expired, or wrong for the fifth time, it is gone."""

    async def prune(self, now: int) -> Pruned:
        """Remove what has been kept long enough."""

    async def close(self) -> None:
        """Store what is waiting, then let go of the data."""
