"""The contract of the store: what the server keeps, and how it reads and writes it.

The log of a table, its events by version, is authoritative. The row of a table is what lists and
searches need without a replay. Times are milliseconds since 1970. Secrets and codes are given as hashes.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from sixes.text import UserError

DAY = 24 * 60 * 60 * 1000  # milliseconds


class Entry(NamedTuple):
    """One event of a table's log. `body` is the JSON that clients get."""

    table: str
    version: int
    at: int
    body: bytes
    player: str = ""
    nonce: str = ""


class Change(NamedTuple):
    """The row of a table after some entries. `record` is given once, when the game is over."""

    table: str
    phase: str
    taken: int
    host: str
    touched: int
    players: tuple[str, ...]
    """The people seated."""
    about: bytes
    """A `TableSummary` as JSON, for the lobby."""
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


class PlayerRow(NamedTuple):
    id: str
    name: str
    seen: int = 0
    """The time of the last visit, to the day."""


class LogLine(NamedTuple):
    version: int
    body: bytes
    player: str
    nonce: str


class Pruned(NamedTuple):
    """How many of each were removed."""

    games: int = 0
    """Finished games whose log was removed; their records stay."""
    tables: int = 0
    players: int = 0
    codes: int = 0


class Unavailable(Exception):
    """The database cannot be read or written now."""


class Conflict(Exception):
    """This version of a table, or this code, exists already."""


class NotOurs(Conflict):
    """Another node owns some of these tables, or this node has lost its lease."""


class CannotOpen(UserError):
    """The database cannot be opened."""


class InUse(CannotOpen, Unavailable):
    """Another server uses these data."""


class TooNew(CannotOpen):
    """A newer release has changed the schema in a way that this one cannot use."""


class Store(Protocol):
    """Every method but `append` may raise `Unavailable`."""

    def append(
        self,
        entries: list[Entry],
        change: Change | None,
        done: Callable[[Exception | None], None],
        epoch: int = 0,
    ) -> None:
        """Store entries of one table, and its row, all or nothing; with several nodes, under a lease.

        Called on the event loop; neither blocks nor raises. Afterwards `done` is called on the event loop, in
        the order of the appends: with None if they are stored, otherwise with `Conflict` or `Unavailable`. A
        table waits for one append before the next, so that nothing is stored that builds on what was not.
        """

    async def create_table(self, row: TableRow, first: Entry, players: tuple[str, ...] = ()) -> None:
        """Store a new table with its first event; `Conflict` if its code exists already."""

    async def table(self, code: str) -> TableRow | None: ...

    async def lobby(self, limit: int) -> list[TableRow]:
        """Open tables with a free seat whose game has not begun, newest first."""

    async def tables_of(self, player: str, limit: int) -> list[TableRow]:
        """Tables where a player sits, without closed ones, last changed first."""

    async def log(self, table: str, since: int = 0) -> list[LogLine]:
        """The events after a version."""

    async def record(self, code: str) -> bytes | None: ...

    async def abandoned(self, before: int) -> list[TableRow]:
        """Tables neither over nor closed at which nothing has happened since `before`."""

    async def new_player(self, player: str, name: str, secret_hash: bytes, now: int) -> None: ...

    async def player_of(self, secret_hash: bytes) -> PlayerRow | None: ...

    async def mark_seen(self, player: str, now: int) -> None:
        """Note a visit: players unseen for a year are pruned."""

    async def rename(self, player: str, name: str) -> None: ...

    async def add_secret(self, player: str, secret_hash: bytes, now: int) -> None:
        """Add another device of a player; `Conflict` if the player no longer exists."""

    async def put_code(self, lookup: str, code_hash: bytes, player: str, expires: int) -> None:
        """Store a code for another device, found by `lookup`, in place of an earlier one of this player."""

    async def use_code(self, lookup: str, code_hash: bytes, now: int) -> str | None:
        """The player of a code, or None. It is deleted once used, expired, or wrong for the fifth time."""

    async def prune(self, now: int) -> Pruned:
        """Delete what has been kept long enough."""

    async def close(self) -> None:
        """Store what is queued, then close the database."""
