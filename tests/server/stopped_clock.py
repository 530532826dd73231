"""A server in this process, over real HTTP and sockets, whose limits use a clock that the test moves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web

from sixes.server.addresses import parse_networks
from sixes.server.http.app import make_app
from sixes.server.http.connections import CountingSite
from sixes.server.metrics import Metrics
from sixes.server.storage.database import Database
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime


class StoppedClock(Runtime):
    """No bucket fills up unless the test lets time pass."""

    passed = 1000.0

    def seconds(self) -> float:
        return self.passed


class ServerHere:
    def __init__(self, url: str, registry: TableRegistry, clock: StoppedClock) -> None:
        self.url = url
        self.registry = registry
        self._clock = clock

    def wait(self, seconds: float) -> None:
        self._clock.passed += seconds


@asynccontextmanager
async def server_here(data: Path) -> AsyncIterator[ServerHere]:
    """It believes X-Forwarded-For, so that a test can come from anywhere."""
    metrics = Metrics()
    clock = StoppedClock(await Database.open(data), metrics)
    registry = TableRegistry(clock, metrics)
    trusted = parse_networks(["127.0.0.1"])
    runner = web.AppRunner(make_app(registry, metrics, trusted, "127.0.0.1", False), access_log=None)
    await runner.setup()
    try:
        await CountingSite(runner, "127.0.0.1", 0).start()
        yield ServerHere(f"http://127.0.0.1:{runner.addresses[0][1]}", registry, clock)
    finally:
        registry.begin_stop()
        await runner.cleanup()
        await clock.close()
