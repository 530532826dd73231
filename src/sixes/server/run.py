"""The server from its start to a graceful stop."""

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

from sixes.server.addresses import Network, addresses_to_open
from sixes.server.http.app import application
from sixes.server.http.headers import SECURITY
from sixes.server.logs import log, log_to
from sixes.server.metrics import Metrics
from sixes.server.storage.database import Database
from sixes.server.tables.ownership import Ownership, SingleNode
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime

HALF_OPEN = 20.0
"""Seconds that a connection may stay open without a request."""
GRACEFUL = 2.0
"""Seconds that requests under way have when the server stops."""


class Settings(NamedTuple):
    host: str
    port: int
    data: Path | str
    """A directory, or the address of a PostgreSQL database."""
    tls: tuple[Path, Path] | None = None
    """Certificate and key."""
    trusted: Sequence[Network] = ()
    log_addresses: bool = False
    nats: str = ""
    """Where nodes meet; empty: there is only one."""
    pace: float = 1.0
    """Times the usual pauses of bots."""


def run(settings: Settings, ready: Callable[[list[str]], None]) -> None:
    """Serve until a signal says stop. `ready` hears the addresses to open."""
    log_to(sys.stderr, settings.log_addresses)
    logging.getLogger("aiohttp.server").addFilter(is_our_fault)
    # aiohttp itself answers what is no HTTP at all, and would tell which version of what it is.
    web_response.SERVER_SOFTWARE = SECURITY["Server"]  # type: ignore[attr-defined]
    allow_many_sockets()
    collect_seldom()
    uvloop.run(serve(settings, ready))


def is_our_fault(record: logging.LogRecord) -> bool:
    """That strangers send what is no HTTP, or hang up before they have their answer, is not worth a line.

    It could also hold somebody's cookie.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | web.RequestPayloadError | ConnectionResetError)


def collect_seldom() -> None:
    """Moves make no cycles, and to look for some after every few hundred objects costs a tenth.

    Tables and sockets that are left do make some: a few MB of them may wait to be found.
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
    owners = await owners_of(store, settings.nats)
    house = TableRegistry(Runtime(store, metrics, settings.pace), metrics, owners)
    runner = web.AppRunner(
        application(house, metrics, settings.trusted, settings.host, tls is not None),
        access_log=None,
        keepalive_timeout=HALF_OPEN,
        shutdown_timeout=GRACEFUL,
    )
    await runner.setup()
    chores: asyncio.Task[None] | None = None
    ownership = asyncio.create_task(owners.run(house))
    try:
        site = web.TCPSite(runner, settings.host, settings.port, ssl_context=tls, backlog=1024)
        await site.start()
        port = runner.addresses[0][1]
        ready(addresses_to_open(settings.host, port, tls is not None))
        log("serving", port=port)
        chores = asyncio.create_task(house.run())
        await stopping.wait()
        log("stopping")
    finally:
        if chores is not None:
            chores.cancel()
        house.begin_stop()
        await store.flush()
        await ended(ownership)  # only now: what was under way is stored under our leases
        await runner.cleanup()
        await house.runtime.close()
        await owners.close()


async def ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


async def owners_of(store: Database, nats: str) -> Ownership:
    """One of several nodes, or alone; CannotOpen if it cannot be."""
    if not nats:
        await store.keep_alone()
        return SingleNode()
    from sixes.server.nodes.cluster import cluster_on  # noqa: PLC0415 - not everybody has what it needs

    return cluster_on(store.engines, nats)


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return context
