"""The log of a live table: accepted events are stored, one batch at a time, and only then shown.

`head` is the table with everything accepted so far, on which commands are decided; `shown` is the table as it
is stored, and as everybody sees it. If storing fails, the senders are refused, and the table is read from the
log again, which is authoritative.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from sixes.play import events
from sixes.play.match import Match
from sixes.play.results import rated_game, results_of
from sixes.play.table import CLOSED, OVER, Table, fold_body
from sixes.server.frames import text_frame
from sixes.server.logs import log
from sixes.server.storage.store import Change, Conflict, Entry, LogRemoved, NotOurs, Unavailable
from sixes.server.tables.checkpoints import EVERY, Answered, encode_checkpoint
from sixes.server.tables.over_days import has_same_step, members_of, wake_time
from sixes.server.tables.runtime import Runtime
from sixes.server.tables.summary import encode_summary
from sixes.server.tables.visitor import Visitor

RECENT = 256
"""Events kept in memory for clients that reconnect."""
OLD_ANSWER_PAUSE = 0.02
"""Seconds between two reads of old answers: whoever comes back asks for few of them."""
Batch = tuple[list[Entry], Table, Change | None]
"""What is stored at once: entries, the table after them, and its row if that changes."""
RETRY = 1.0
"""Seconds until a table that could not be stored is read from the log again."""


class StoredTable(NamedTuple):
    """A table as read from the store."""

    table: Table
    seed: bytes = b""
    epoch: int = 0
    """Of our lease, where tables have one."""
    active: int = 0
    """When its row says that it was last in use, by the service clock."""
    recent: Iterable[bytes] = ()
    """Its last frames."""
    answered: Answered | None = None
    checkpoint: int = 0
    """The version of its checkpoint; 0 without one."""
    read: int = 0
    """How many events were read for it."""


class Callbacks(msgspec.Struct, frozen=True):
    """Called on the event loop as events are stored, or could not be."""

    stored: Callable[[bytes, bool], None]
    """With the frames to show, and whether the seats changed."""
    failed: Callable[[list[tuple[str, str]]], None]
    """With the players and nonces of lost commands; nothing can be stored until `recovered`."""
    recovered: Callable[[], None]
    not_ours: Callable[[], None]
    """Another node owns this table now, or its log was removed."""


NOBODY = Callbacks(lambda *_: None, lambda _: None, lambda: None, lambda: None)


class Journal:
    attended = False
    """Somebody is here: what happens shows that the table is in use, also over days."""

    def __init__(self, runtime: Runtime, stored: StoredTable, callbacks: Callbacks) -> None:
        self.epoch = stored.epoch
        self.head = self.shown = stored.table
        self.broken = False
        """Nothing can be stored for now."""
        self.retired = False
        """Nothing will ever be stored or shown again."""
        self._runtime = runtime
        self._callbacks = callbacks
        self._clock_offset = max(runtime.now(), stored.table.at) - runtime.elapsed()
        """From the monotonic clock to the table's: setting the system's clock moves no deadline."""
        self.active = stored.active
        """When the row in the store says that the table was last in use."""
        self.answered: Answered = defaultdict(dict, stored.answered or {})
        """For each player and nonce, the version that answered: a command sent twice is applied once."""
        self._recent = deque(stored.recent, RECENT)
        self._checkpoint = stored.checkpoint
        """The version of the last checkpoint."""
        self.read = stored.read
        """How many events it took to open this table."""
        self._staged: list[Entry] = []
        """Accepted, and not yet handed to the store."""
        self._storing: Batch | None = None
        self._reading = asyncio.Lock()
        """Old answers are read one by one: whoever asks for many keeps one thread busy, not all."""
        self._row_table = stored.table
        """The table as its row in the store has it."""
        self._row_is_stale = False
        """More than the match has changed since then, or anything over days."""
        if self.shown.version - self._checkpoint >= EVERY:
            self._save_checkpoint()

    @property
    def is_clean(self) -> bool:
        """Everything is stored."""
        return not (self._staged or self._storing or self.broken)

    def now(self) -> int:
        """The table's clock: it neither jumps nor goes back, whatever the system's does."""
        nanoseconds, last = self._runtime.nanoseconds, self.head.at
        now = nanoseconds() // 1_000_000 + self._clock_offset
        return now if now > last else last  # noqa: FURB136 - several times faster than `max`

    def answer_again(self, visitor: Visitor, nonce: str, version: int) -> None:
        """Repeat the first answer to a command; if it is not stored yet, it will come by itself."""
        back = self.shown.version - version
        if 0 <= back < len(self._recent):
            visitor.write(self._recent[-1 - back])
        elif back >= 0:
            self._runtime.spawn(self._send_old_answer(visitor, nonce, version))

    async def _send_old_answer(self, visitor: Visitor, nonce: str, version: int) -> None:
        try:
            async with self._reading:
                lines = await self._runtime.store.log(self.head.id, version - 1, 1)
                await asyncio.sleep(OLD_ANSWER_PAUSE)
            visitor.write(text_frame(lines[0].body))
        except Unavailable:
            visitor.refuse("table.unavailable", nonce)

    def missed(self, since: int) -> bytes | None:
        """The frames after a version; None if they are not in memory."""
        missed = self.shown.version - since
        if since <= 0 or not 0 <= missed <= len(self._recent):
            return None
        return b"".join(list(self._recent)[-missed:]) if missed else b""

    def add(self, event: events.Event, player: str = "", nonce: str = "", match: Match | None = None) -> None:
        """Accept an event: it is part of `head` from now on, and will be shown once it is stored.

        `match` is the one after it, where it was decided just now; then nothing else has changed.
        """
        head = self.head
        event.v = version = head.version + 1
        if event.f != events.FORMAT:
            event.f = events.FORMAT
        if nonce:
            event.n = nonce
            self.answered[player][nonce] = version
        if match is None:
            self.head = head.after(event)
            self._row_is_stale = True
        else:
            self.head = replace(head, match=match, version=version, at=event.at)
            if head.options.days is not None:
                self._row_is_stale = True
        self._staged.append((head.id, version, event.at, events.encode(event), player, nonce))

    def store(self) -> None:
        """Hand over what is staged, one batch at a time: none may be stored after one that failed."""
        if self._storing or not self._staged:
            return
        entries, self._staged = self._staged, []
        row = self._change() if self._row_is_stale else None
        self._storing = entries, self.head, row
        self._runtime.store.append(entries, row, self._stored, self.epoch)

    def touch(self, now: int) -> None:
        """Note that people were here until now, though nothing happened."""
        row = self._row(now, self._runtime.service_clock.at)
        self._runtime.store.append([], row, partial(self._touched, row.active), self.epoch)

    def _touched(self, active: int, error: Exception | None) -> None:
        self.active = self.active if error else active

    def _change(self) -> Change | None:
        """The table's row, if it changed; once the table has ended, with every event.

        Storing it fails if the log was removed, which happens only then.
        """
        self._row_is_stale = False
        table, stored = self.head, self._row_table
        ended = table.phase in (OVER, CLOSED)
        same = table.seats is stored.seats and table.phase == stored.phase and table.host == stored.host
        if table.options.days is not None:
            same = same and has_same_step(table, stored)
        if same and not ended:
            return None
        self._row_table = table
        is_use = self.attended or ended or table.options.days is None
        row = self._row(table.at, self._runtime.service_clock.at if is_use else self.active)
        has_just_ended = ended and stored.phase not in (OVER, CLOSED)
        return with_outcome(row, table) if has_just_ended else row

    def _row(self, touched: int, active: int) -> Change:
        table, summary = self.head, encode_summary(self.head)
        taken, people = sum(seat is not None for seat in table.seats), members_of(table)
        row = Change(table.id, table.phase, taken, table.host, touched, people, summary, active=active)
        return row._replace(due=wake_time(table))

    def _stored(self, error: Exception | None) -> None:
        assert self._storing is not None
        (entries, table, row), self._storing = self._storing, None
        if error:
            self._not_stored(entries, error)
            return
        if row:
            self.active = row.active
        frames = []
        for _, _, _, body, _, _ in entries:
            frames.append(text_frame(body))  # most often there is one, and a comprehension is a call
        self._show(table, frames)
        if self._staged:
            self.store()

    def _show(self, table: Table, frames: Sequence[bytes]) -> None:
        """Send events that are stored to everybody; `table` is the one after them."""
        seats, self.shown = self.shown.seats, table
        self._recent.extend(frames)
        self._runtime.events.value += len(frames)
        show = self._callbacks.stored
        show(b"".join(frames), table.seats is not seats)
        if table.version - self._checkpoint >= EVERY:
            self._save_checkpoint()

    def _not_stored(self, entries: list[Entry], error: Exception) -> None:
        if self.retired or isinstance(error, NotOurs | LogRemoved):
            self._callbacks.not_ours()  # nobody is refused: clients reconnect, and send it again
        else:
            self._roll_back(entries, error)

    def _save_checkpoint(self) -> None:
        """Store the table as it is shown, so that it opens faster."""
        self._checkpoint = self.shown.version
        answered = {player: dict(nonces) for player, nonces in self.answered.items()}
        self._runtime.spawn(self._put_checkpoint(self.shown, answered))

    async def _put_checkpoint(self, table: Table, answered: Answered) -> None:
        checkpoint = await asyncio.to_thread(encode_checkpoint, table, answered)
        with suppress(Conflict):  # another node was first, or the table was deleted
            await self._runtime.store.put_checkpoint(checkpoint)

    def _roll_back(self, batch: list[Entry], error: Exception) -> None:
        """Go back to what is stored; nothing of the lost entries was shown."""
        log("not_stored", table=self.head.id, why=str(error))
        lost = [(player, nonce) for *_, player, nonce in (*batch, *self._staged) if nonce]
        self._staged = []
        self.head = self._row_table = self.shown
        self._row_is_stale = False
        self.broken = True
        for player, nonce in lost:
            self.answered.get(player, {}).pop(nonce, None)
        self._callbacks.failed(lost)
        self._retry()

    def retire(self) -> None:
        """Store and show nothing more, not even when the store is back."""
        self.retired = self.broken = True
        self._staged = []

    def forget(self) -> None:
        """Call nobody any more."""
        self._callbacks = NOBODY

    def _retry(self) -> None:
        if not self.retired:
            self._runtime.later(RETRY, lambda: self._runtime.spawn(self._read_again()))

    async def _read_again(self) -> None:
        """Read the log from where we are: perhaps the store took more than it could confirm."""
        try:
            lines = await self._runtime.store.log(self.shown.id, self.shown.version)
        except Exception as error:  # noqa: BLE001 - whatever it is, try again
            log("not_read", table=self.shown.id, why=str(error))
            self._retry()
            return
        if self.retired:
            return
        table = self.shown
        for line in lines:
            table = fold_body(table, line.body)
            if line.nonce:
                self.answered.setdefault(line.player, {})[line.nonce] = line.version
        self._show(table, [text_frame(line.body) for line in lines])
        self.head, self._row_is_stale = table, True
        self.broken = False
        self._callbacks.recovered()


def with_outcome(row: Change, table: Table) -> Change:
    """The row of a table that has just ended, with its record and what came of the game."""
    record = table.record()
    if record is None or table.match is None:
        return row
    result, seats, options = table.match.result(), table.seats, table.options
    found, rated = results_of(record, result, seats, options), rated_game(result, seats, options, table.at)
    return row._replace(record=msgspec.json.encode(record), results=found, rated=rated)
