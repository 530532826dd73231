"""The lobby, read from the store once a second however many visitors ask for it."""

import asyncio
from collections.abc import Callable

import msgspec

from sixes.play.documents import TableSummary
from sixes.server.storage.store import Store, TableRow

MOST_TABLES = 100
"""In the lobby, and of one player."""
LIFETIME = 1.0
"""Seconds for which the lobby is as it was read."""


class Lobby(msgspec.Struct):
    tables: list[TableSummary]


class LobbyCache:
    def __init__(self, store: Store, seconds: Callable[[], float]) -> None:
        self._store = store
        self._seconds = seconds
        self._until = 0.0
        self._reading: asyncio.Task[bytes] | None = None

    async def read(self) -> bytes:
        """The lobby as JSON."""
        if self._reading is None or self._seconds() >= self._until:
            self._until = self._seconds() + LIFETIME
            self._reading = asyncio.create_task(self._read())
            # Whoever waited may be gone: their failure is nobody's.
            self._reading.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._reading)

    async def _read(self) -> bytes:
        rows = await self._store.lobby(MOST_TABLES)
        return msgspec.json.encode(Lobby([read_summary(row) for row in rows]))

    def forget(self) -> None:
        """Read it anew for whoever asks next: a table was made here."""
        self._until = 0.0


def read_summary(row: TableRow) -> TableSummary:
    return msgspec.json.decode(row.about, type=TableSummary)
