"""A server in the process of the test, which can look at its tables, or register games."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from sixes.server.http.app import make_app
from sixes.server.http.connections import CountingSite
from sixes.server.metrics import Metrics
from sixes.server.storage.database import Database
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime


class ServerHere(NamedTuple):
    url: str
    registry: TableRegistry
    runner: web.AppRunner


@asynccontextmanager
async def serving(data: Path) -> AsyncIterator[ServerHere]:
    """On the data in a directory."""
    metrics = Metrics()
    registry = TableRegistry(Runtime(await Database.open(data), metrics), metrics)
    runner = web.AppRunner(make_app(registry, metrics, (), "127.0.0.1", False))
    await runner.setup()
    await CountingSite(runner, "127.0.0.1", 0).start()
    yield ServerHere(f"http://127.0.0.1:{runner.addresses[0][1]}", registry, runner)
    registry.begin_stop()
    await runner.cleanup()
    await registry.runtime.close()
