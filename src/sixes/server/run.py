"""Run the server, from its start to a graceful stop."""

import asyncio
import gc
import logging
import resource
import signal
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import uvloop
from aiohttp import web, web_response
from aiohttp.http_exceptions import HttpProcessingError

from sixes.server.addresses import Network, urls_to_open
from sixes.server.http.app import make_app
from sixes.server.http.connections import CountingSite
from sixes.server.http.headers import SECURITY
from sixes.server.logs import log, log_to
from sixes.server.metrics import Metrics
from sixes.server.storage.database import Database
from sixes.server.tables.ownership import Ownership
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime

SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread that computes lets the event loop go on. Python's own 5 ms, times the threads
that read the database, would be felt at every table."""


class Settings(NamedTuple):
    host: str
    port: int
    data: Path | str
    """A directory, or the URL of a PostgreSQL database."""
    tls: tuple[Path, Path] | None = None
    """Certificate and key."""
    trusted: Sequence[Network] = ()
    """Networks of reverse proxies."""
    log_addresses: bool = False
    nats: str = ""
    """The URL of NATS, which connects nodes; empty if there is only one."""
    pace: float = 1.0
    """Factor on the usual pauses of bots."""


def run_server(settings: Settings, ready: Callable[[list[str]], None]) -> None:
    """Serve until SIGINT or SIGTERM. `ready` is called with the URLs to open in a browser."""
    log_to(sys.stderr, settings.log_addresses)
    logging.getLogger("aiohttp.server").addFilter(is_server_error)
    # aiohttp itself responds to what is not HTTP, and would reveal its version.
    web_response.SERVER_SOFTWARE = SECURITY["Server"]  # type: ignore[attr-defined]
    allow_many_sockets()
    tune_garbage_collection()
    sys.setswitchinterval(SWITCH_INTERVAL)
    uvloop.run(serve(settings, ready))


def is_server_error(record: logging.LogRecord) -> bool:
    """False for what clients cause: malformed HTTP, or a connection closed before the response.

    These are not worth a log line, which could also contain a cookie.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | web.RequestPayloadError | ConnectionResetError)


def tune_garbage_collection() -> None:
    """Collect seldom: moves create no reference cycles, and the default costs a tenth of the time.

    Closed tables and sockets do leave cycles; a few MB of them may wait for the next collection.
    """
    gc.freeze()
    gc.set_threshold(10_000, 2, 1)


def allow_many_sockets() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 1 << 20)), hard))


async def serve(settings: Settings, ready: Callable[[list[str]], None]) -> None:
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    tls = tls_context(*settings.tls) if settings.tls else None
    metrics = Metrics()
    store = await Database.open(settings.data)
    ownership = await connect_ownership(store, settings.nats)
    registry = TableRegistry(
        Runtime(store, metrics, settings.pace, await store.read_clock()), metrics, ownership
    )
    runner = web.AppRunner(
        make_app(registry, metrics, settings.trusted, settings.host, tls is not None),
        shutdown_timeout=2.0,  # seconds for pending requests
    )
    await runner.setup()
    maintenance: asyncio.Task[None] | None = None
    ownership_task = asyncio.create_task(ownership.run(registry))
    try:
        site = CountingSite(runner, settings.host, settings.port, ssl_context=tls, backlog=1024)
        await site.start()
        port = runner.addresses[0][1]
        ready(urls_to_open(settings.host, port, tls is not None))
        log("serving", port=port)
        maintenance = asyncio.create_task(registry.run())
        await stopping.wait()
        log("stopping")
    finally:
        if maintenance is not None:
            maintenance.cancel()
        registry.begin_stop()
        await store.flush()
        await cancel(ownership_task)  # only now: the last appends need its leases
        await runner.cleanup()
        await registry.runtime.close()
        await ownership.close()


async def cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


async def connect_ownership(store: Database, nats: str) -> Ownership:
    """Ownership of tables as one of several nodes, or as the single server; CannotOpen says why it fails."""
    if not nats:
        await store.use_exclusively()
        return Ownership()
    from sixes.server.nodes.cluster import cluster_on  # noqa: PLC0415 - needs optional dependencies

    return cluster_on(store.backend, nats)


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return context
