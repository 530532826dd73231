"""The contract of the store: what the server keeps, and how it reads and writes it.

The log of a table, its events by version, is authoritative. The row of a table is what lists and
searches need without a replay. Times are milliseconds since 1970, except those by the service clock (`active`
and `expires` of tables and players), which advances only while a server runs. Secrets and codes are given as
hashes.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection

from sixes.play.ratings import RatedGame
from sixes.play.results import SeatResult
from sixes.server.storage.game_rows import GameFilter, GameRow, Numbers, TableRatings
from sixes.text import UserError

T = TypeVar("T")
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
    due: int | None = None
    """When something happens at the table by itself, though nobody may be present."""
    results: tuple[SeatResult, ...] = ()
    """What came of the game for each person, given with the record."""
    rated: RatedGame | None = None
    """The same game, if it changes ratings."""


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
    due: int | None = None
    """When something happens at a table over days by itself; None at any other."""


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


class PersonRow(NamedTuple):
    """Somebody whom a player knows from games."""

    player: str
    name: str
    games: int = 0
    """How many they have finished together."""
    last: int = 0
    """When the last of them ended."""
    state: str = ""
    """"asked", "asks" or "friends"; at a table "invited" or "declined"."""


class InvitationRow(NamedTuple):
    """An invitation to a table."""

    table: str
    player: str
    """The one who is invited."""
    by: str
    at: int


class InvitedRow(NamedTuple):
    """Who invites a player, and when."""

    by: str
    name: str
    at: int


class ExportedGame(NamedTuple):
    """A finished game of a player, for them to take away."""

    id: str
    code: str
    record: bytes | None
    result: dict[str, Any]
    """What came of it for them."""


class ImportedGame(NamedTuple):
    """A finished game from another server, with what came of it for the one person who is known."""

    row: TableRow
    record: bytes
    result: dict[str, Any]


class TraceRow(NamedTuple):
    """A table at which something tells of a person."""

    id: str
    code: str


class ErasedTable(NamedTuple):
    """A table without a person: a guest whom nobody knows stands for them."""

    table: str
    player: str
    guest: str
    about: bytes
    host: str
    record: bytes | None
    """None if it has none, or does not name the person."""
    bodies: list[tuple[int, bytes]]
    """The events that are changed, by version."""


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

    async def create_table(
        self, row: TableRow, first: Entry, players: tuple[str, ...] = (), more: Sequence[Entry] = ()
    ) -> None:
        """Store a new table with its first event, perhaps with more; `Conflict` if its code exists."""

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

    async def abandoned(
        self, before: int, most: int | None = None, over_days: int | None = None
    ) -> list[TableRow]:
        """Tables neither over nor closed that were last active before a time by the service clock.

        `over_days` is an earlier time for tables over days.
        """

    async def due_tables(self, now: int, most: int) -> list[str]:
        """The codes of tables over days at which something is due by now, earliest first."""

    async def past_points(self, players: Sequence[str], most: int) -> dict[str, list[int]]:
        """For each player the points of their last games of Sixto with others, played without help."""

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

    async def people(self, player: str) -> list[PersonRow]:
        """Those with whom a player has played, or is friends; last played with first."""

    async def mark_friend(self, player: str, friend: str, now: int) -> str:
        """Mark somebody as a friend; both have to. The code of a refusal, or empty."""

    async def unmark_friend(self, player: str, friend: str) -> None:
        """Be no friend any more, or decline to be one: the other is not heard again."""

    async def invite(self, invitation: InvitationRow) -> str:
        """Invite a friend to a table, unless they have declined. The code of a refusal, or empty."""

    async def invitations(self, player: str, now: int) -> list[tuple[InvitedRow, TableRow]]:
        """The tables to which friends invite a player, newest first."""

    async def decline_invitation(self, player: str, table: str) -> None: ...

    async def invited(self, player: str, table: str) -> list[PersonRow]:
        """The friends of a player, and who of them is invited to a table."""

    async def export_player(self, player: str) -> dict[str, Any]:
        """Everything about a player but their secrets and finished games."""

    async def export_games(self, player: str, after: tuple[int, str], most: int) -> list[ExportedGame]:
        """Finished games of a player, oldest first, after the end and the id of the last one told."""

    async def import_game(self, game: ImportedGame) -> str:
        """Store a game of another server; "known" if it is here, the code of a refusal, or empty.

        `Conflict` if its code exists already.
        """

    async def begin_erasure(self, player: str, now: int) -> bool:
        """Delete a player and what is about them alone; their tables follow one by one. False without one."""

    async def erasures(self, before: int) -> list[str]:
        """Players whose deletion was begun before a time, and is not finished."""

    async def traces(self, player: str) -> list[TraceRow]:
        """All tables that tell of a player; this looks through all logs."""

    async def erase_at_table(self, erased: ErasedTable) -> None:
        """Let a guest whom nobody knows stand for a player at a table; nobody else may write there now."""

    async def delete_table(self, table: str) -> None:
        """Delete a table with its log; nobody may write there now."""

    async def finish_erasure(self, player: str) -> None:
        """Nothing tells of a player any more: forget that there was one, also in what is free on the disk."""

    async def games(
        self, player: str, wanted: GameFilter, after: tuple[int, str] | None = None
    ) -> list[GameRow]:
        """Finished games of a player, newest first: a page, and one more if there are more."""

    async def numbers(self, player: str, seats: int = 0) -> Numbers:
        """What the games of a player add up to, and the points of the latest with so many seats.

        Without a number of seats it is the one with which they played Sixto most often.
        """

    async def ratings_at(self, table: str, people: Sequence[str], game: str, seats: int) -> TableRatings:
        """The ratings of people, and how the game of a table changed them."""

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Call a function that reads, in a thread; for parts with rows of their own, such as `daily`."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Call a function that writes, in a transaction; `Conflict` if a row exists already."""

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
