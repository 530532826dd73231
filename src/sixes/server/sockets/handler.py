"""The socket of a player at a table: the handshake, coming to the table, and the end."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Protocol, cast

from aiohttp import web

from sixes.play.match import Refused
from sixes.server.close_codes import FAILED, NOT_NOW, REFUSED
from sixes.server.codes import read_table_code
from sixes.server.limits import Limits
from sixes.server.logs import log
from sixes.server.quotas import ConnectionQuotas
from sixes.server.sockets import handshake
from sixes.server.sockets.connection import Connection
from sixes.server.sockets.devices import DeviceSockets
from sixes.server.sockets.protocol import SocketProtocol
from sixes.server.sockets.session import Session
from sixes.server.sockets.turnstile import Turnstile
from sixes.server.storage.store import PlayerRow, Unavailable
from sixes.server.tables.admission import belongs, check_admission
from sixes.server.tables.guesses import GuessLimit
from sixes.server.tables.live import LiveTable
from sixes.server.tables.opening import MOST_READ
from sixes.server.tables.ownership import OwnedElsewhere, RemoteTable
from sixes.server.tables.registry import TableRegistry

LONGEST = 4096
"""Bytes of a message."""
TEMPORARY = (
    *("table.unavailable", "http.slow_down"),
    *("table.too_many_guesses", "table.many_tabs", "table.crowded"),
)
"""Temporary refusals: the client should retry."""
OWNER_TIMEOUT, FIRST_PAUSE, PAUSE_FACTOR, LONGEST_PAUSE = 8.0, 0.1, 1.5, 0.25
"""Seconds to find the node that owns a table, which may just have changed, with pauses between attempts. Each
pause is longer than the one before: after a node died, the others want all its tables at once."""


STOP_TIMEOUT = 2.0
"""Seconds that sockets have to close when the server stops."""


class HttpConnection(Protocol):
    """What a connection is before its handshake."""

    def hand_over(self) -> tuple[bytes, Callable[[], object]]:
        """Let the socket have the transport: what came after its handshake, and what to call in the end."""


class SocketHandler:
    """A socket outlives its request: once it is at a table, nothing of the request is kept in memory."""

    def __init__(self, registry: TableRegistry, limits: Limits, quotas: ConnectionQuotas) -> None:
        self._registry = registry
        self._runtime = registry.runtime
        self._limits = limits
        self._guesses = GuessLimit(registry.store, limits, registry.seconds)
        self.devices = DeviceSockets(registry.store)
        self._quotas = quotas
        self._turnstile = Turnstile()
        self._sockets: set[asyncio.Future[None]] = set()
        """Each is done when its socket is closed."""

    async def serve(self, request: web.Request, player: PlayerRow, address: str) -> web.StreamResponse:
        """Open the socket of a player or spectator, and let it join the table."""
        response = handshake.accept(request)
        self._quotas.open_socket(player.id, address)
        try:
            await response.prepare(request)
        except BaseException:
            self._quotas.close_socket(player.id, address)
            raise
        connection, protocol = self._take_over(request, player, address)
        await self._turnstile.passed()
        await self._enter(request, protocol, connection, address)
        return response

    def _take_over(
        self, request: web.Request, player: PlayerRow, address: str
    ) -> tuple[Connection, SocketProtocol]:
        transport = cast("asyncio.Transport", request.transport)  # uvloop's is one, and no subclass
        connection = Connection(transport, player.id, player.name, self._runtime)
        came, disconnect = cast("HttpConnection", request.protocol).hand_over()
        protocol = SocketProtocol(transport, LONGEST, connection, came)
        connection.close = protocol.close
        self._sockets.add(protocol.closed)
        self.devices.add(player.device, connection)

        def closed(closed: asyncio.Future[None]) -> None:
            self._sockets.discard(closed)
            self.devices.remove(player.device, connection)
            self._quotas.close_socket(player.id, address)
            disconnect()
            connection.close = already_closed

        protocol.closed.add_done_callback(closed)
        return connection, protocol

    async def wait_closed(self) -> None:
        """Wait until all sockets are closed, but not for long."""
        if self._sockets:
            await asyncio.wait(self._sockets, timeout=STOP_TIMEOUT)

    async def _enter(
        self, request: web.Request, protocol: SocketProtocol, connection: Connection, address: str
    ) -> None:
        """Join the table, and leave it when the socket is closed; or refuse the socket."""
        try:
            table = await self._join(request, connection, address)
            leave = partial(table.leave, connection)
            protocol.closed.add_done_callback(lambda _: self._turnstile.call(leave))
            limit = self._limits.messages.bucket(address, self._runtime.seconds())
            protocol.start(Session(protocol, connection, table, limit, address).receive)
        except (Refused, Unavailable) as error:
            code = error.code if isinstance(error, Refused) else "table.unavailable"
            connection.refuse(code)
            protocol.close(NOT_NOW if code in TEMPORARY else REFUSED)
        except Exception as error:  # noqa: BLE001 - it is too late for an HTTP answer
            log("request_failed", error=error, method="socket")
            protocol.close(FAILED)

    async def _join(
        self, request: web.Request, connection: Connection, address: str
    ) -> LiveTable | RemoteTable:
        """Join the table here, or at the node that owns it."""
        code = read_table_code(request.match_info["code"])
        since, boot = since_of(request), request.query.get("boot", "")
        until, pause = self._runtime.seconds() + OWNER_TIMEOUT, FIRST_PAUSE
        while self._runtime.seconds() < until and not connection.transport.is_closing():
            try:
                live = await self._admit(code, connection.player, address)
                live.join(connection, since if boot == self._runtime.boot else 0)
            except OwnedElsewhere as elsewhere:
                remote = self._registry.ownership.remote_table(elsewhere, connection)
                if await remote.join(since, boot):
                    return remote
                await asyncio.sleep(pause)
                pause = min(pause * PAUSE_FACTOR, LONGEST_PAUSE)
            else:
                return live
        raise Unavailable

    async def _admit(self, code: str | None, player: str, address: str) -> LiveTable:
        """The table of a code, if a player may join it."""
        live = self._registry.tables.get(code or "")
        # Those who belong to a table are not limited by others who guess codes at the same address.
        if live is None or not belongs(live.shown, player):
            live = await self._find(code, player, address)
        check_admission(live.shown, live.presence, player)
        return live

    async def _find(self, code: str | None, player: str, address: str) -> LiveTable:
        """The table of a code; guessing codes is rate limited."""
        give_back = self._guesses.take(self._limits.guesses, address)
        if give_back is None:
            give_back = await self._guesses.take_as_player(player, code or "", address)
        if code is None:
            raise Refused("table.unknown")
        try:
            live = await self._open(code, address)
        except (OwnedElsewhere, Unavailable):
            give_back()
            raise
        give_back()
        return live

    async def _open(self, code: str, address: str) -> LiveTable:
        """The table of a code; reading the logs of tables that are not in memory is rate limited."""
        if self._registry.is_opened(code):
            return await self._registry.live(code)
        reads = self._limits.events_read
        if not reads.take(address, self._runtime.seconds(), MOST_READ):
            raise Refused("http.slow_down")
        read = 0
        try:
            live = await self._registry.live(code)
            read = live.journal.read
        finally:
            reads.give(address, max(MOST_READ - read, 0))
        return live


def already_closed(_code: int) -> None:
    """The connection is lost. It refers to its socket no more, which then needs no garbage collection."""


def since_of(request: web.Request) -> int:
    """The version that a client says it has seen; 0 if it is no number."""
    since = request.query.get("since", "0")
    return int(since) if since.isascii() and since.isdigit() and len(since) < 10 else 0
