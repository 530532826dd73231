"""Reads a stored table: from its last checkpoint, then the rest of its log, page by page.

Pages are folded in a thread, one at a time on the whole server, so that however many long logs are read,
the event loop waits for one thread at most.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

from sixes.play.match import Refused
from sixes.play.table import Table, fold_body
from sixes.server.frames import text_frame
from sixes.server.storage.store import LogLine, Store
from sixes.server.tables.checkpoints import EVERY, Answered, decode_checkpoint
from sixes.server.tables.journal import RECENT, StoredTable

T = TypeVar("T")
R = TypeVar("R")
PAGE = 500
"""Events read and folded at a time."""
MOST_READ = EVERY + RECENT
"""Events that are read to open a table, once it has had a checkpoint."""


class LogFold:
    """Folds the lines of a log, from a checkpoint or from the first event."""

    def __init__(self, checkpoint: tuple[Table, Answered] | None = None) -> None:
        self._table: Table | None = checkpoint[0] if checkpoint else None
        self._answered: Answered = checkpoint[1] if checkpoint else {}
        self._recent: deque[bytes] = deque(maxlen=RECENT)
        self._checkpoint = self._table.version if self._table else 0
        self._read = 0
        self.last = max(self._checkpoint - RECENT, 0)
        """The version of the last line; with a checkpoint none is needed before the recent ones."""

    def add(self, lines: Sequence[LogLine]) -> None:
        for line in lines:
            self._recent.append(text_frame(line.body))
            if line.version > self._checkpoint:
                self._fold(line)
            self.last = line.version
        self._read += len(lines)

    def _fold(self, line: LogLine) -> None:
        self._table = fold_body(self._table, line.body)
        if line.nonce:
            self._answered.setdefault(line.player, {})[line.nonce] = line.version

    def result(self) -> StoredTable | None:
        """None if the log is empty, or does not reach to the checkpoint, which then is of no use."""
        if self._table is None or self.last < self._checkpoint:
            return None
        return StoredTable(
            self._table,
            recent=self._recent,
            answered=self._answered,
            checkpoint=self._checkpoint,
            read=self._read,
        )


class TableReader:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._folding = asyncio.Lock()

    async def read(self, table: str) -> StoredTable:
        """The table as stored; Refused if its log was deleted, or a newer release wrote it."""
        stored = await self._store.checkpoint(table)
        checkpoint = await self._in_thread(decode_checkpoint, stored) if stored else None
        read = await self._read_from(table, checkpoint)
        if read is None and checkpoint:
            read = await self._read_from(table, None)
        if read is None:
            raise Refused("table.gone")
        return read

    async def _read_from(self, table: str, checkpoint: tuple[Table, Answered] | None) -> StoredTable | None:
        fold, more = LogFold(checkpoint), True
        while more:
            lines = await self._store.log(table, fold.last, PAGE)
            await self._in_thread(fold.add, lines)
            more = len(lines) == PAGE
        return fold.result()

    async def _in_thread(self, work: Callable[[T], R], subject: T) -> R:
        async with self._folding:
            return await asyncio.to_thread(work, subject)
