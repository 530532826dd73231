"""One of several nodes: it owns tables while it has a lease in the database and NATS carries its letters.

When either fails for seconds, this life of the node is over: it gives up its tables, closes their sockets
and begins anew as soon as it can. What it had not stored by then nobody has seen.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

import psycopg
from nats.aio.client import Client as Line
from nats.errors import Error as NatsError
from sqlalchemy.exc import DBAPIError

from sixes.server.logs import log
from sixes.server.nodes.lease import LEASE, Lease
from sixes.server.nodes.messages import Renamed
from sixes.server.nodes.messenger import Host, Messenger, subject
from sixes.server.nodes.relay import Relay
from sixes.server.sockets.connection import Connection
from sixes.server.storage.backend import Backend
from sixes.server.storage.postgres import CLAIMS, Postgres
from sixes.server.storage.store import CannotOpen, NotOurs, Unavailable
from sixes.server.tables.ownership import Claim, OwnedElsewhere

T = TypeVar("T")
RENEW, BEAT = 0.5, 0.4
"""Seconds between renewals of the lease, and between beats."""
ANSWER = 2.0
"""Seconds in which a life begins, and ends."""
NO_ANSWER = 3.0
"""Seconds after which the database is taken for gone, and every connection to it is broken off."""
NO_LEASE = LEASE / 1000 - 1
"""Seconds without renewal after which we stop before others take over."""
NO_NATS = 3.0
AGAIN = 0.3
"""Seconds between one life and the next."""


def cluster_on(backend: Backend, address: str) -> "Cluster":
    """CannotOpen if several nodes cannot share these data, or this is no address of NATS."""
    if not isinstance(backend, Postgres):
        raise CannotOpen("serve.nodes")
    try:
        servers = [urlsplit(one) for one in address.split(",")]
        proper = all(one.scheme in ("nats", "tls") and one.hostname and (one.port or True) for one in servers)
    except ValueError:
        proper = False
    if not proper:
        raise CannotOpen("serve.nats")
    return Cluster(backend, address)


class HostOfMany(Host, Protocol):
    def give_up_all(self) -> None:
        """No table is ours any more."""


class Cluster:
    def __init__(self, postgres: Postgres, address: str) -> None:
        self._postgres = postgres
        self._address = address
        self._tenure: Lease | None = None
        self._post: Messenger | None = None
        self._others: set[str] = set()
        self._renewing = ThreadPoolExecutor(1, "lease")
        self._claiming = ThreadPoolExecutor(CLAIMS, "claims")
        self._waits = ""
        """Why there was no life, the last time."""

    # What the house asks for ----------------------------------------------------------------------------

    @property
    def is_well(self) -> bool:
        return self._post is not None

    @property
    def does_chores(self) -> bool:
        return self._tenure is not None and all(self._tenure.node < other for other in self._others)

    async def claim(self, table: str) -> Claim:
        tenure = self._tenure
        if tenure is None:
            raise Unavailable("this node has no lease")
        try:
            claim = await self._in(self._claiming, partial(tenure.claim, table))
        except (DBAPIError, psycopg.Error, NotOurs) as error:
            raise Unavailable(str(error)) from error
        if self._tenure is not tenure:
            raise Unavailable("this node has another lease by now")
        return claim

    def release(self, table: str, epoch: int) -> None:
        if self._tenure:
            self._claiming.submit(_calmly, partial(self._tenure.release, table, epoch))

    def way(self, elsewhere: OwnedElsewhere, connection: Connection) -> Relay:
        if self._post is None:
            raise Unavailable("this node has no lease")
        return self._post.relay(elsewhere, connection)

    def relayed(self) -> int:
        return len(self._relays())

    def ping(self, seconds: float) -> None:
        for relay in self._relays():
            relay.connection.ping(seconds)

    def rename(self, player: str, name: str) -> None:
        post = self._post
        if post:
            # One that has just begun may not be among the others yet; whose tables we are at is known.
            for node in self._others | {relay.owner for relay in post.relays.values()}:
                post.write_to(node, Renamed(post.node, player, name))

    def send_away(self, code: int) -> None:
        for relay in self._relays():
            relay.connection.send_away(code)

    def _relays(self) -> list[Relay]:
        return list(self._post.relays.values()) if self._post else []

    # Lives ----------------------------------------------------------------------------------------------

    async def run(self, house: HostOfMany) -> None:
        while True:
            try:
                await self._live(house)
            except* (NatsError, OSError, DBAPIError, psycopg.Error, NotOurs, Unavailable) as group:
                self._wait(_why(group))
            except* Exception as group:  # noqa: BLE001 - a fault of ours must not be the end of this node
                log("node_failed", error=group)
            await asyncio.sleep(AGAIN)

    def _wait(self, why: str) -> None:
        """Told once, however often we try again."""
        if why != self._waits:
            log("node_waits", why=why)
        self._waits = why

    async def _live(self, house: HostOfMany) -> None:
        line, tenure = await self._connected(), Lease(self._postgres)
        post = Messenger(house, line, tenure.node)
        try:
            await self._begin(tenure)
            await line.subscribe(subject(tenure.node), cb=post.hear)
            self._postgres.node = tenure.node
            self._tenure, self._post = tenure, post
            self._waits = ""
            log("node_begins", node=tenure.node)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._renew(tenure))
                both.create_task(self._beat(post))
        finally:
            if self._tenure is tenure:  # it had begun
                log("node_ends", node=tenure.node)
            self._tenure = self._post = None
            house.give_up_all()
            post.close()
            await self._let_go(tenure, line)

    async def _begin(self, tenure: Lease) -> None:
        try:
            async with asyncio.timeout(NO_ANSWER):
                await self._in(self._renewing, tenure.begin)
        except TimeoutError:
            self._postgres.abort_connections()
            raise

    async def _connected(self) -> Line:
        async def complain(error: Exception) -> None:
            log("nats_trouble", why=str(error) or type(error).__name__)

        line = Line()
        try:
            async with asyncio.timeout(ANSWER):
                await line.connect(
                    self._address.split(","),
                    name="sixes",
                    error_cb=complain,
                    connect_timeout=1,
                    reconnect_time_wait=AGAIN,  # type: ignore[arg-type] # it only sleeps
                    max_reconnect_attempts=-1,  # we decide ourselves when it was too long
                    ping_interval=1,
                )
        except BaseException:
            await line.close()
            raise
        return line

    async def _renew(self, tenure: Lease) -> None:
        """NotOurs if others have given us up; Unavailable before they may."""
        clock = asyncio.get_running_loop().time
        last = clock()
        while True:
            begun = clock()
            try:
                async with asyncio.timeout(min(NO_ANSWER, last + NO_LEASE - begun)):
                    self._others = await self._in(self._renewing, tenure.renew)
                last = begun
            except TimeoutError:
                self._postgres.abort_connections()
            except psycopg.Error:
                pass  # it is tried again, as long as there is time
            if clock() - last >= NO_LEASE:
                raise Unavailable("the database does not answer")
            await asyncio.sleep(RENEW)

    async def _beat(self, post: Messenger) -> None:
        while True:
            post.beat(self._others)
            await asyncio.sleep(BEAT)
            post.look_for_silence()
            if post.own_silence > NO_NATS:
                raise Unavailable("NATS does not answer")

    async def _let_go(self, tenure: Lease, line: Line) -> None:
        """As far as they can be heard; a thread that waits for an answer is freed."""
        for farewell in (partial(self._in, self._renewing, tenure.end), line.close):
            try:
                async with asyncio.timeout(ANSWER):
                    await farewell()
            except TimeoutError:
                self._postgres.abort_connections()
            except (NatsError, OSError) as error:
                log("nats_trouble", why=_why(error))

    async def close(self) -> None:
        self._renewing.shutdown(wait=False)
        self._claiming.shutdown(wait=False)

    async def _in(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work)


def _calmly(work: Callable[[], object]) -> None:
    """Whoever comes next takes what could not be given back."""
    with suppress(DBAPIError, psycopg.Error):
        work()


def _why(error: BaseException) -> str:
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(map(_why, error.exceptions))
    return str(error) or type(error).__name__
