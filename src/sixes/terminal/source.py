"""Where a game comes from: a table on this device or on a server; those who show it cannot tell which."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol

from sixes.play import commands, events
from sixes.play.table import Table


class Source(Protocol):
    """A table to play at. `async for message in source` gives what happens."""

    player: str
    """Who we are."""
    here: events.Here | None
    on_connection: Callable[[bool], None]
    """Called with False when the connection is lost, and with True when it is there again."""

    @property
    def table(self) -> Table:
        """The table after all events."""
        ...

    @property
    def seat(self) -> int | None: ...

    @property
    def now(self) -> int:
        """The table's time, in milliseconds since 1970."""
        ...

    async def sit(self) -> events.Event:
        """Take a free seat."""
        ...

    async def ask(self, kind: type[commands.Command], **values: Any) -> events.Event:
        """Send a command and wait for its event; Refused if it changes nothing."""
        ...

    async def __anext__(self) -> events.Event | events.Here: ...


class Clock:
    """The time of this device; tests bring a clock of their own."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    async def wait(self, woken: asyncio.Event, until: int) -> None:
        """Wait for an event, or until a time; 0: for the event alone."""
        try:
            async with asyncio.timeout((until - self.now()) / 1000 if until else None):
                await woken.wait()
        except TimeoutError:
            return
