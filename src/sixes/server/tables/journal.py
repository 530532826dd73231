"""The log of a live table: what was accepted is stored, one batch at a time, and only then shown.

`head` is the table with everything accepted so far, on which messages are decided; `shown` is the table as it
is stored, and as everybody sees it. If storing fails, those who sent hear so, and the table goes on from the
log, which is the truth.
"""

from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Protocol

import msgspec

from sixes.play import events
from sixes.play.table import CLOSED, OVER, Table, read_event
from sixes.server.frames import text_frame
from sixes.server.logs import log
from sixes.server.storage.store import Change, Entry, LogLine, NotOurs
from sixes.server.tables.keeper import Keeper

RECENT = 256
"""Events kept for clients that come back after a moment."""
TRY_AGAIN = 1.0
"""Seconds until a table that could not be stored is read from the log."""


class Reader(Protocol):
    """Who hears what became of events."""

    def show(self, frames: bytes, seats_changed: bool) -> None:
        """Events are stored: everybody may see them."""

    def lost(self, player: str, nonce: str) -> None:
        """What somebody asked for could not be stored."""

    def wait(self) -> None:
        """Nothing can be stored for now."""

    def go_on(self) -> None:
        """The store is back."""

    def not_ours(self) -> None:
        """Another node owns this table now."""


class Journal:
    def __init__(
        self, keeper: Keeper, table: Table, lines: list[LogLine], reader: Reader, epoch: int = 0
    ) -> None:
        self.epoch = epoch
        self.head = self.shown = table
        self.broken = False
        """Nothing can be stored for now."""
        self._keeper = keeper
        self._reader = reader
        self._answered = {(line.player, line.nonce): line.version for line in lines if line.nonce}
        """What was answered already, by version: a message sent twice is applied once."""
        self._recent = deque((text_frame(line.body) for line in lines[-RECENT:]), RECENT)
        self._staged: list[Entry] = []
        """What is accepted and not yet handed to the store."""
        self._storing: list[Entry] = []
        self.retired = False
        """Nothing will ever be stored or shown again."""
        self._filed = table
        """The table as its row in the store has it."""

    @property
    def is_clean(self) -> bool:
        """Nothing is under way."""
        return not (self._staged or self._storing or self.broken)

    # What was answered, and what was missed -------------------------------------------------------------

    def answered(self, player: str, nonce: str) -> int | None:
        """The version with which a message was answered before."""
        return self._answered.get((player, nonce))

    def frame(self, version: int) -> bytes | None:
        """An event that is shown already, if it is at hand."""
        back = self.shown.version - version
        return self._recent[-1 - back] if back < len(self._recent) else None

    async def old_frame(self, version: int) -> bytes:
        """An event that has to be looked up."""
        return text_frame((await self._keeper.store.log(self.head.id, version - 1))[0].body)

    def missed(self, since: int) -> bytes | None:
        """The frames that somebody missed who saw this version; None if they are not at hand."""
        missed = self.shown.version - since
        if since <= 0 or not 0 <= missed <= len(self._recent):
            return None
        return b"".join(list(self._recent)[-missed:]) if missed else b""

    # Storing, then showing ------------------------------------------------------------------------------

    def add(self, event: events.Event, player: str = "", nonce: str = "") -> None:
        """Accept an event: it is part of the table from now on, and will be shown once it is stored."""
        event.v = self.head.version + 1
        event.f = events.FORMAT
        event.n = nonce
        self.head = self.head.after(event)
        if nonce:
            self._answered[player, nonce] = event.v
        self._staged.append(Entry(self.head.id, event.v, event.at, events.encode(event), player, nonce))

    def store(self) -> None:
        """Hand over what is staged, one batch at a time: a later one must not outlive an earlier one."""
        if self._storing or not self._staged:
            return
        self._storing, self._staged = self._staged, []
        self._keeper.store.append(self._storing, self._change(), partial(self._stored, self.head), self.epoch)

    def touch(self, now: int) -> None:
        """Note that people were here until now, though nothing happened."""
        self._keeper.store.append([], self._row(now), lambda _: None, self.epoch)

    def _change(self) -> Change | None:
        """The table's row, if something of it changed."""
        table, filed = self.head, self._filed
        if table.seats is filed.seats and table.phase == filed.phase and table.host == filed.host:
            return None
        self._filed = table
        ended = table.phase in (OVER, CLOSED) and filed.phase not in (OVER, CLOSED)
        record = table.record() if ended else None
        return self._row(table.at, msgspec.json.encode(record) if record else None)

    def _row(self, touched: int, record: bytes | None = None) -> Change:
        table, about = self.head, self._keeper.about(self.head)
        taken = sum(seat is not None for seat in table.seats)
        return Change(table.id, table.phase, taken, table.host, touched, table.people, about, record)

    def _stored(self, table: Table, error: Exception | None) -> None:
        batch, self._storing = self._storing, []
        if isinstance(error, NotOurs) or (error and self.retired):
            self._reader.not_ours()  # nobody hears anything: clients come back, and send it again
            return
        if error:
            self._lose(batch, error)
            return
        self._show(table, batch)
        self.store()

    def _show(self, table: Table, stored: Sequence[Entry | LogLine]) -> None:
        seats, self.shown = self.shown.seats, table
        frames = [text_frame(one.body) for one in stored]
        self._recent.extend(frames)
        self._keeper.counts.events.value += len(frames)
        self._reader.show(b"".join(frames), table.seats is not seats)

    # When it cannot be stored ---------------------------------------------------------------------------

    def _lose(self, batch: list[Entry], error: Exception) -> None:
        """Nothing of this was shown: who sent it hears so, and the table goes on from the log."""
        log("not_stored", table=self.head.id, why=str(error))
        lost = [entry for entry in (*batch, *self._staged) if entry.nonce]
        self._staged = []
        self.head = self._filed = self.shown
        self.broken = True
        for entry in lost:
            self._answered.pop((entry.player, entry.nonce), None)
            self._reader.lost(entry.player, entry.nonce)
        self._wait()

    def retire(self) -> None:
        """Nothing more is stored or shown, not even when the store is back."""
        self.retired = self.broken = True
        self._staged = []

    def _wait(self) -> None:
        if self.retired:
            return
        self._reader.wait()
        self._keeper.later(TRY_AGAIN, lambda: self._keeper.spawn(self._read_again()))

    async def _read_again(self) -> None:
        """Perhaps the store took more than it could say."""
        try:
            lines = await self._keeper.store.log(self.shown.id, self.shown.version)
        except Exception as error:  # noqa: BLE001 - whatever it is, the table must look again
            log("not_read", table=self.shown.id, why=str(error))
            self._wait()
            return
        if self.retired:
            return
        table = self.shown
        for line in lines:
            table = table.after(read_event(line.body))
            if line.nonce:
                self._answered[line.player, line.nonce] = line.version
        self._show(table, lines)
        self.head = table
        self.broken = False
        self._reader.go_on()
