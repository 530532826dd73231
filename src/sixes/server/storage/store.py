"""The contract of the store: what the server keeps, and how it reads and writes it.

The log of a table, its events by version, is authoritative. The row of a table is what lists and
searches need without a replay. Times are milliseconds since 1970, except those by the service clock (`active`
and `expires` of tables and players), which advances only while a server runs. Secrets and codes are given as
hashes.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from sixes.text import UserError

HOUR = 60 * 60 * 1000  # milliseconds
DAY = 24 * HOUR
CODE_LIFETIME = 10 * 60 * 1000
"""Milliseconds in which a code can be used on another device."""


Entry = tuple[str, int, int, bytes, str, str]
"""One event of a table's log, in the order of `ENTRY_FIELDS`; a named tuple takes ten times as long."""
ENTRY_FIELDS = ("table", "version", "at", "body", "player", "nonce")
"""`body` is the JSON that clients get; player and nonce are those of the command that caused it, if any."""


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
    active: int = 0
    """The time by the service clock."""


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
    active: int = 0
    """When the table was last in use, by the service clock and to the hour."""
    expires: int | None = None
    """When the log may be removed, by the service clock; None if it was in use lately."""


class PlayerRow(NamedTuple):
    id: str
    name: str
    active: int = 0
    """The last visit, by the service clock and to the hour."""
    expires: int | None = None
    """When the player may be removed, by the service clock; None if they were here lately."""
    seen: int = 0
    """The last visit on this device, to the day."""
    device: bytes = b""
    """The hash of the secret by which this device is known."""


class DeviceRow(NamedTuple):
    """A device of a player."""

    hash: bytes
    kind: str
    """What it seems to be: phone, tablet or computer; empty if that is not known."""
    created: int
    seen: int
    """The time of the last visit, to the day."""


class CardKey(NamedTuple):
    """A card of a player: which decision of which table's game, from 0."""

    player: str
    table: str
    decision: int


class CardRow(NamedTuple):
    """A costly decision of a player, which comes back to be solved."""

    code: str
    """Of the table whose game it is from."""
    decision: int
    """Which one of that game, from 0."""
    due: int
    """When it comes back, in milliseconds since 1970."""
    solved: int
    """How often in a row it was solved."""
    body: bytes
    """The decision, as JSON."""


class Standing(NamedTuple):
    """Where a player sits, or is the host."""

    here: bool = False
    """At the table with a certain code."""
    anywhere: bool = False


class LogLine(NamedTuple):
    version: int
    body: bytes
    player: str
    nonce: str


class StoredCheckpoint(NamedTuple):
    """A table as it was at a version, in a format that only some releases can read."""

    table: str
    version: int
    format: str
    body: bytes


class Pruned(NamedTuple):
    """How many of each were removed, or will be."""

    games: int = 0
    """Finished games whose log was removed; their records stay."""
    tables: int = 0
    players: int = 0
    codes: int = 0
    expiring_tables: int = 0
    """Tables that will be pruned, unless somebody comes there."""
    expiring_players: int = 0


class Unavailable(Exception):
    """The database cannot be read or written now."""


class Conflict(Exception):
    """This version of a table, or this code, exists already."""


class NotOurs(Conflict):
    """Another node owns some of these tables, or this node has lost its lease."""


class LogRemoved(Conflict):
    """The log of this table was removed: nothing can follow it."""


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

    async def standing(self, player: str, code: str) -> Standing:
        """Whether a player sits at or hosts the table with a code, and whether any table at all."""

    async def tables_of(self, player: str, limit: int) -> list[TableRow]:
        """Tables where a player sits, without closed ones, last changed first."""

    async def log(self, table: str, since: int = 0, limit: int | None = None) -> list[LogLine]:
        """The events after a version, or the first of them."""

    async def checkpoint(self, table: str) -> StoredCheckpoint | None: ...

    async def put_checkpoint(self, checkpoint: StoredCheckpoint) -> None:
        """Store a checkpoint in place of an earlier one; `Conflict` if its table does not exist."""

    async def record(self, code: str) -> bytes | None: ...

    async def abandoned(self, before: int, most: int | None = None) -> list[TableRow]:
        """Tables neither over nor closed that were last active before a time by the service clock."""

    async def keep_table(self, table: str, active: int) -> None:
        """Note by the service clock that a table is in use, so that its log is not removed."""

    async def new_player(self, player: PlayerRow, now: int, kind: str = "") -> None:
        """Add a guest, who is on a kind of device."""

    async def player_of(self, secret_hash: bytes) -> PlayerRow | None: ...

    async def record_visit(self, player: str, now: int, active: int, device: bytes = b"") -> None:
        """Note when a player was here, also by the service clock, so that they are not removed."""

    async def rename(self, player: str, name: str) -> None: ...

    async def add_secret(self, player: str, secret_hash: bytes, now: int, kind: str = "") -> None:
        """Add another device of a player; `Conflict` if the player no longer exists.

        Of too many devices, the one that was not used for longest is revoked.
        """

    async def devices(self, player: str) -> list[DeviceRow]:
        """The devices of a player, newest first."""

    async def revoke(self, player: PlayerRow, device: bytes | None, now: int) -> bool:
        """Revoke a device of a player, or all but the one of `player`; False if there is none.

        A code for another device becomes void, too: whoever has the device may have asked for it.
        """

    async def revoked(self) -> set[bytes]:
        """The devices that were revoked within the last hour."""

    async def put_code(self, lookup: str, code_hash: bytes, player: str, expires: int) -> None:
        """Store a code for another device, found by `lookup`, in place of an earlier one of this player."""

    async def use_code(self, lookup: str, code_hash: bytes, now: int) -> str | None:
        """The player of a code, or None. It is deleted once used, expired, or wrong for the fifth time."""

    async def cards(self, player: str) -> list[CardRow]:
        """The cards of a player, those due first."""

    async def add_cards(self, player: str, table: str, bodies: Sequence[tuple[int, bytes]], now: int) -> None:
        """Add decisions of a game by their places in it, unless some of that game were added before."""

    async def answer_card(self, card: CardKey, solved: bool, now: int) -> bool:
        """Note that a card was solved, or not; False if there is none."""

    async def delete_cards(self, player: str) -> None: ...

    async def prune(self, at: int, now: int) -> Pruned:
        """Do a bounded part of pruning at a time by the service clock; `now` is for codes alone."""

    async def advance_clock(self, at: int) -> int:
        """Set the service clock to `at`, unless it is later already; returns its time."""

    async def flush(self) -> None:
        """Wait until all appends so far are stored, or have failed."""

    async def can_store(self) -> bool:
        """Whether writing works: True until a write fails, then again from the first that works."""

    async def close(self) -> None:
        """Store what is queued, then close the database."""
