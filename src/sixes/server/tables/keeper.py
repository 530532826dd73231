"""What a live table needs of the house it stands in."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import Executor
from typing import Any, Protocol

from sixes.play.snapshots import Options
from sixes.play.table import Table
from sixes.server.metrics import Metrics
from sixes.server.storage.store import Store


class Counts:
    """What is counted for the operator."""

    def __init__(self, metrics: Metrics) -> None:
        self.messages = metrics.counter("sixes_messages_total", "Messages from clients")
        self.refusals = metrics.counter("sixes_refused_total", "Messages that changed nothing")
        self.events = metrics.counter("sixes_events_total", "Events stored and shown")


class Keeper(Protocol):
    @property
    def store(self) -> Store: ...

    @property
    def pool(self) -> Executor:
        """Where bots think."""

    @property
    def pace(self) -> float:
        """Times the usual pauses of bots."""

    @property
    def counts(self) -> Counts: ...

    def now(self) -> int:
        """Milliseconds since 1970."""

    def seconds(self) -> float:
        """Of a clock that never goes back."""

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle: ...

    def spawn(self, task: Coroutine[Any, Any, None]) -> None: ...

    @property
    def boot(self) -> str:
        """Differs each time the server starts: a client of an earlier life sees the whole table again."""

    def levels(self, game: str) -> Collection[str]:
        """The bots there are for a game."""

    def about(self, table: Table) -> bytes:
        """What the lobby tells of a table."""

    async def open_table(self, options: Options, bots: Sequence[str], player: str) -> str:
        """Make a table; its code."""

    def give_up(self, live: Any) -> None:
        """A table is not ours any more."""

    def idle(self, live: Any) -> None:
        """A table may have nobody left and nothing to do."""
