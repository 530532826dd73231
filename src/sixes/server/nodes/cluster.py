"""One of several nodes: it owns tables while it has a lease in the database and NATS delivers its messages.

When either fails for seconds, the node drops its tables, closes their sockets and gets a new lease, under a
new name, as soon as it can. Nobody has seen what it had not stored by then.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar
from urllib.parse import urlsplit

import psycopg
from nats.aio.client import Client as Nats
from nats.errors import Error as NatsError
from sqlalchemy.exc import DBAPIError

from sixes.server.logs import log
from sixes.server.nodes.lease import Lease
from sixes.server.nodes.messenger import Messenger
from sixes.server.nodes.outbox import subject
from sixes.server.nodes.relay import Relay
from sixes.server.storage.backend import Backend
from sixes.server.storage.membership import LEASE
from sixes.server.storage.postgres import CLAIMS, Postgres
from sixes.server.storage.store import CannotOpen, NotOurs, Unavailable
from sixes.server.tables.ownership import Claim, OwnedElsewhere, Ownership
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.visitor import Visitor

T = TypeVar("T")
RENEW, HEARTBEAT = 0.5, 0.4
"""Seconds between renewals of the lease, and between heartbeats."""
CONNECT_TIMEOUT = CLOSE_TIMEOUT = 2.0
"""Seconds to connect to NATS, and to give up the lease and the connection."""
DATABASE_TIMEOUT = 3.0
"""Seconds after which the database is taken for gone, and every connection to it is closed."""
LEASE_TIMEOUT = LEASE / 1000 - 1
"""Seconds without renewal after which this node stops, before others take over."""
NATS_TIMEOUT = 3.0
RETRY = 0.3
"""Seconds between attempts to connect or to get a lease."""


def cluster_on(backend: Backend, address: str) -> "ClusterNode":
    """A node of a cluster; CannotOpen if nodes cannot share these data, or this is no address of NATS."""
    if not isinstance(backend, Postgres):
        raise CannotOpen("serve.nodes")
    try:
        servers = [urlsplit(one) for one in address.split(",")]
        proper = all(one.scheme in ("nats", "tls") and one.hostname and (one.port or True) for one in servers)
    except ValueError:
        proper = False
    if not proper:
        raise CannotOpen("serve.nats")
    return ClusterNode(backend, address)


class ClusterNode(Ownership):
    def __init__(self, postgres: Postgres, address: str) -> None:
        self._postgres = postgres
        self._address = address
        self._lease: Lease | None = None
        self._messenger: Messenger | None = None
        self._others: set[str] = set()
        self._renewing = ThreadPoolExecutor(1, "lease")
        self._claiming = ThreadPoolExecutor(CLAIMS, "claims")
        self._trouble = ""
        """Why there was no lease, the last time; empty when there is one."""

    @property
    def is_ready(self) -> bool:
        return self._messenger is not None

    @property
    def runs_maintenance(self) -> bool:
        return self._lease is not None and all(self._lease.node < other for other in self._others)

    async def claim(self, table: str) -> Claim:
        lease = self._lease
        if lease is None:
            raise Unavailable("this node has no lease")
        try:
            claim = await self._run_in(self._claiming, partial(lease.claim, table))
        except (DBAPIError, psycopg.Error, NotOurs) as error:
            raise Unavailable(str(error)) from error
        if self._lease is not lease:
            raise Unavailable("this node has another lease by now")
        return claim

    def release(self, table: str, epoch: int) -> None:
        if self._lease:
            self._claiming.submit(_ignoring_failure, partial(self._lease.release, table, epoch))

    def remote_table(self, elsewhere: OwnedElsewhere, visitor: Visitor) -> Relay:
        if self._messenger is None:
            raise Unavailable("this node has no lease")
        return self._messenger.relay(elsewhere, visitor)

    async def erase_elsewhere(self, elsewhere: OwnedElsewhere, player: str) -> bool:
        return self._messenger is not None and await self._messenger.ask_to_erase(elsewhere, player)

    def relayed(self) -> int:
        return len(self._relays())

    def ping_relayed(self, seconds: float, part: slice) -> None:
        for relay in self._relays()[part]:
            relay.visitor.ping(seconds)

    def close_relayed(self, code: int) -> None:
        for relay in self._relays():
            relay.visitor.close(code)

    def rename(self, player: str, name: str) -> None:
        if self._messenger:
            self._messenger.announce_name(self._others, player, name)

    def _relays(self) -> list[Relay]:
        return list(self._messenger.relays.values()) if self._messenger else []

    async def run(self, registry: TableRegistry) -> None:
        while True:
            try:
                await self._run_lease(registry)
            except* (NatsError, OSError, DBAPIError, psycopg.Error, NotOurs, Unavailable) as group:
                self._log_trouble(_why(group))
            except* Exception as group:  # noqa: BLE001 - a fault of ours must not end this node
                log("node_failed", error=group)
            await asyncio.sleep(RETRY)

    def _log_trouble(self, why: str) -> None:
        """Log a problem when it changes, not at every retry."""
        if why != self._trouble:
            log("node_waits", why=why)
        self._trouble = why

    async def _run_lease(self, registry: TableRegistry) -> None:
        """Get a lease, and own tables until it is lost."""
        nats, lease = await self._connect(), Lease(self._postgres)
        messenger = Messenger(registry, nats, lease.node)
        try:
            await self._begin(lease)
            await nats.subscribe(subject(lease.node), cb=messenger.receive)
            self._postgres.node = lease.node
            self._lease, self._messenger = lease, messenger
            self._trouble = ""
            log("node_begins", node=lease.node)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._renew(lease))
                tasks.create_task(self._send_heartbeats(messenger))
        finally:
            if self._lease is lease:  # it had begun
                log("node_ends", node=lease.node)
            self._lease = self._messenger = None
            registry.drop_all()
            messenger.close()
            await self._release(lease, nats)

    async def _begin(self, lease: Lease) -> None:
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT):
                await self._run_in(self._renewing, lease.begin)
        except TimeoutError:
            self._postgres.abort_connections()
            raise

    async def _connect(self) -> Nats:
        async def log_error(error: Exception) -> None:
            log("nats_trouble", why=str(error) or type(error).__name__)

        nats = Nats()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await nats.connect(
                    self._address.split(","),
                    name="sixes",
                    error_cb=log_error,
                    connect_timeout=1,
                    reconnect_time_wait=RETRY,  # type: ignore[arg-type] # it only sleeps
                    max_reconnect_attempts=-1,  # we decide ourselves when it was too long
                    ping_interval=1,
                )
        except BaseException:
            await nats.close()
            raise
        return nats

    async def _renew(self, lease: Lease) -> None:
        """Raises NotOurs if others have taken over, and Unavailable before they may."""
        clock = asyncio.get_running_loop().time
        last = clock()
        while True:
            begun = clock()
            try:
                async with asyncio.timeout(min(DATABASE_TIMEOUT, last + LEASE_TIMEOUT - begun)):
                    self._others = await self._run_in(self._renewing, lease.renew)
                last = begun
            except TimeoutError:
                self._postgres.abort_connections()
            except psycopg.Error:
                pass  # retried as long as there is time
            if clock() - last >= LEASE_TIMEOUT:
                raise Unavailable("the database does not answer")
            await asyncio.sleep(RENEW)

    async def _send_heartbeats(self, messenger: Messenger) -> None:
        while True:
            messenger.send_heartbeats(self._others)
            await asyncio.sleep(HEARTBEAT)
            messenger.time_out_nodes()
            if messenger.own_silence > NATS_TIMEOUT:
                raise Unavailable("NATS does not answer")

    async def _release(self, lease: Lease, nats: Nats) -> None:
        """End the lease and the connection, if they answer; free a thread that waits for the database."""
        for end in (partial(self._run_in, self._renewing, lease.end), nats.close):
            try:
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await end()
            except TimeoutError:
                self._postgres.abort_connections()
            except (NatsError, OSError) as error:
                log("nats_trouble", why=_why(error))

    async def close(self) -> None:
        self._renewing.shutdown(wait=False)
        self._claiming.shutdown(wait=False)

    async def _run_in(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work)


def _ignoring_failure(work: Callable[[], object]) -> None:
    """A table that could not be released is claimed from us by the next owner."""
    with suppress(DBAPIError, psycopg.Error):
        work()


def _why(error: BaseException) -> str:
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(map(_why, error.exceptions))
    return str(error) or type(error).__name__
