"""The log of a live table: accepted events are stored, one batch at a time, and only then shown.

`head` is the table with everything accepted so far, on which commands are decided; `shown` is the table as it
is stored, and as everybody sees it. If storing fails, the senders are refused, and the table is read from the
log again, which is authoritative.
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from sixes.play import events
from sixes.play.encoding import codec
from sixes.play.match import Match
from sixes.play.table import CLOSED, OVER, Table
from sixes.server.frames import text_frame
from sixes.server.logs import log
from sixes.server.storage.store import Change, Entry, LogLine, NotOurs, Unavailable
from sixes.server.tables.runtime import Runtime
from sixes.server.tables.summary import encode_summary
from sixes.server.tables.visitor import Visitor

RECENT = 256
"""Events kept in memory for clients that reconnect."""
RETRY = 1.0
"""Seconds until a table that could not be stored is read from the log again."""


class StoredTable(NamedTuple):
    """A table as read from the store."""

    table: Table
    seed: bytes
    lines: Sequence[LogLine] = ()
    epoch: int = 0
    """Of our lease, where tables have one."""


class Callbacks(NamedTuple):
    """Called on the event loop as events are stored, or could not be."""

    stored: Callable[[bytes, bool], None]
    """With the frames to show, and whether the seats changed."""
    failed: Callable[[list[Entry]], None]
    """With the lost entries that answer somebody; nothing can be stored until `recovered`."""
    recovered: Callable[[], None]
    not_ours: Callable[[], None]
    """Another node owns this table now."""


class Journal:
    def __init__(self, runtime: Runtime, stored: StoredTable, callbacks: Callbacks) -> None:
        self.epoch = stored.epoch
        self.head = self.shown = stored.table
        self.broken = False
        """Nothing can be stored for now."""
        self.retired = False
        """Nothing will ever be stored or shown again."""
        self._runtime = runtime
        self._callbacks = callbacks
        self._clock_lead = max(stored.table.at - runtime.now(), 0)
        """Milliseconds by which the server's clock was set back since this table's last event."""
        self._answered = {(line.player, line.nonce): line.version for line in stored.lines if line.nonce}
        """The version that answered each command: a command sent twice is applied once."""
        self._recent = deque((text_frame(line.body) for line in stored.lines[-RECENT:]), RECENT)
        self._staged: list[Entry] = []
        """Accepted, and not yet handed to the store."""
        self._storing: list[Entry] = []
        self._row_table = stored.table
        """The table as its row in the store has it."""

    @property
    def is_clean(self) -> bool:
        """Everything is stored."""
        return not (self._staged or self._storing or self.broken)

    def now(self) -> int:
        """The table's clock: it neither goes back nor stands still, whatever the system's does."""
        return max(self._runtime.now() + self._clock_lead, self.head.at)

    def answered(self, player: str, nonce: str) -> int | None:
        """The version with which a command was answered before."""
        return self._answered.get((player, nonce))

    def answer_again(self, visitor: Visitor, nonce: str, version: int) -> None:
        """Repeat the first answer to a command; if it is not stored yet, it will come by itself."""
        back = self.shown.version - version
        if 0 <= back < len(self._recent):
            visitor.write(self._recent[-1 - back])
        elif back >= 0:
            self._runtime.spawn(self._send_old_answer(visitor, nonce, version))

    async def _send_old_answer(self, visitor: Visitor, nonce: str, version: int) -> None:
        try:
            lines = await self._runtime.store.log(self.head.id, version - 1)
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

        `match` is the one after it, where it is known already.
        """
        event.v = self.head.version + 1
        event.f = events.FORMAT
        event.n = nonce
        self.head = self.head.after(event, match)
        if nonce:
            self._answered[player, nonce] = event.v
        self._staged.append(Entry(self.head.id, event.v, event.at, events.encode(event), player, nonce))

    def store(self) -> None:
        """Hand over what is staged, one batch at a time: none may be stored after one that failed."""
        if self._storing or not self._staged:
            return
        self._storing, self._staged = self._staged, []
        done = partial(self._stored, self.head)
        self._runtime.store.append(self._storing, self._change(), done, self.epoch)

    def touch(self, now: int) -> None:
        """Note that people were here until now, though nothing happened."""
        self._runtime.store.append([], self._row(now), lambda _: None, self.epoch)

    def _change(self) -> Change | None:
        """The table's row, if it changed."""
        table, stored = self.head, self._row_table
        if table.seats is stored.seats and table.phase == stored.phase and table.host == stored.host:
            return None
        self._row_table = table
        ended = table.phase in (OVER, CLOSED) and stored.phase not in (OVER, CLOSED)
        record = table.record() if ended else None
        return self._row(table.at, msgspec.json.encode(record) if record else None)

    def _row(self, touched: int, record: bytes | None = None) -> Change:
        table, summary = self.head, encode_summary(self.head)
        taken = sum(seat is not None for seat in table.seats)
        return Change(table.id, table.phase, taken, table.host, touched, table.people, summary, record)

    def _stored(self, table: Table, error: Exception | None) -> None:
        batch, self._storing = self._storing, []
        if isinstance(error, NotOurs) or (error and self.retired):
            self._callbacks.not_ours()  # nobody is refused: clients reconnect, and send it again
            return
        if error:
            self._roll_back(batch, error)
            return
        self._show(table, batch)
        self.store()

    def _show(self, table: Table, stored: Sequence[Entry | LogLine]) -> None:
        seats, self.shown = self.shown.seats, table
        frames = [text_frame(one.body) for one in stored]
        self._recent.extend(frames)
        self._runtime.events.value += len(frames)
        self._callbacks.stored(b"".join(frames), table.seats is not seats)

    def _roll_back(self, batch: list[Entry], error: Exception) -> None:
        """Go back to what is stored; nothing of the lost entries was shown."""
        log("not_stored", table=self.head.id, why=str(error))
        lost = [entry for entry in (*batch, *self._staged) if entry.nonce]
        self._staged = []
        self.head = self._row_table = self.shown
        self.broken = True
        for entry in lost:
            self._answered.pop((entry.player, entry.nonce), None)
        self._callbacks.failed(lost)
        self._retry()

    def retire(self) -> None:
        """Store and show nothing more, not even when the store is back."""
        self.retired = self.broken = True
        self._staged = []

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
            table = table.after(codec.read_event(line.body))
            if line.nonce:
                self._answered[line.player, line.nonce] = line.version
        self._show(table, lines)
        self.head = table
        self.broken = False
        self._callbacks.recovered()
