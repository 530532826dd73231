"""A server in the process of the test, over real HTTP and sockets, whose system clock the test moves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web

from sixes.server.http.app import make_app
from sixes.server.http.connections import CountingSite
from sixes.server.metrics import Metrics
from sixes.server.storage.database import Database
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime


class MovedClock(Runtime):
    """The system clock says what the test sets; the monotonic one runs on."""

    at = 0

    def now(self) -> int:
        return self.at


class ServerThen:
    """A server at some time."""

    def __init__(self, url: str, registry: TableRegistry, clock: MovedClock) -> None:
        self.url = url
        self.registry = registry
        self.clock = clock

    def close_tables(self) -> None:
        """Take all tables out of memory, as happens when nobody is there for a while."""
        self.registry.drop_all()


@asynccontextmanager
async def server_at(data: Path | str, at: int) -> AsyncIterator[ServerThen]:
    """A server that starts at a time in milliseconds since 1970."""
    metrics = Metrics()
    clock = MovedClock(await Database.open(data), metrics)
    clock.at = at
    registry = TableRegistry(clock, metrics)
    await registry.daily.promise_ahead()
    runner = web.AppRunner(make_app(registry, metrics, (), "127.0.0.1", False), access_log=None)
    await runner.setup()
    try:
        await CountingSite(runner, "127.0.0.1", 0).start()
        yield ServerThen(f"http://127.0.0.1:{runner.addresses[0][1]}", registry, clock)
    finally:
        registry.begin_stop()
        await runner.cleanup()
        await clock.close()
