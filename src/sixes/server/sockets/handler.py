"""The socket of a player at a table, from the handshake to the last message."""

import asyncio
from functools import partial
from typing import NamedTuple, cast

import msgspec
from aiohttp import web

from sixes.play.commands import React
from sixes.play.encoding import codec
from sixes.play.match import Refused
from sixes.server.close_codes import FAILED, FAULTY, FLOODED, NOT_NOW, REFUSED
from sixes.server.codes import read_table_code
from sixes.server.frames import CLOSE, PING, PONG, control_frame
from sixes.server.limits import Limits
from sixes.server.logs import log
from sixes.server.sockets import handshake
from sixes.server.sockets.connection import Connection
from sixes.server.sockets.protocol import SocketProtocol
from sixes.server.storage.store import PlayerRow, Unavailable
from sixes.server.tables.admission import belongs, check_admission
from sixes.server.tables.live import LiveTable
from sixes.server.tables.ownership import OwnedElsewhere, RemoteTable
from sixes.server.tables.registry import TableRegistry

LONGEST = 4096
"""Bytes of a message."""
MOST_FAULTS = 3
"""Malformed messages after which a socket is closed."""
TEMPORARY = ("table.unavailable", "http.slow_down")
"""Temporary refusals: the client should retry."""
OWNER_TIMEOUT, FIRST_PAUSE, PAUSE_FACTOR, LONGEST_PAUSE = 8.0, 0.1, 1.5, 0.25
"""Seconds to find the node that owns a table, which may just have changed, with pauses between attempts. Each
pause is longer than the one before: after a node died, the others want all its tables at once."""
REACTION_COST = 10
"""In messages: everybody sees a reaction, and it is stored."""


class Session(NamedTuple):
    """A player at a table, through one socket."""

    protocol: SocketProtocol
    connection: Connection
    table: LiveTable | RemoteTable
    address: str


class SocketHandler:
    def __init__(self, registry: TableRegistry, limits: Limits) -> None:
        self._registry = registry
        self._runtime = registry.runtime
        self._limits = limits

    async def serve(self, request: web.Request, player: PlayerRow, address: str) -> web.StreamResponse:
        """Serve a player or spectator at a table until the socket is closed."""
        response = handshake.accept(request)
        await response.prepare(request)
        transport = cast("asyncio.Transport", request.transport)  # uvloop's is one, and no subclass
        protocol = SocketProtocol(transport, LONGEST)
        connection = Connection(transport, player.id, player.name, self._runtime)
        connection.close = protocol.close
        try:
            await self._stay(request, protocol, connection, address)
        except (Refused, Unavailable) as error:
            code = error.code if isinstance(error, Refused) else "table.unavailable"
            connection.refuse(code)
            protocol.close(NOT_NOW if code in TEMPORARY else REFUSED)
        except Exception as error:  # noqa: BLE001 - it is too late for an HTTP answer
            log("request_failed", error=error, method="socket")
            protocol.close(FAILED)
        await protocol.closed
        return response

    async def _stay(
        self, request: web.Request, protocol: SocketProtocol, connection: Connection, address: str
    ) -> None:
        """Join the table, and leave it when the socket is closed."""
        table = await self._join(request, connection, address)
        try:
            protocol.start(partial(self._on_frame, Session(protocol, connection, table, address)))
            await protocol.closed
        finally:
            table.leave(connection)

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
            live = await self._find(code, address)
        check_admission(live.shown, live.presence, player)
        return live

    async def _find(self, code: str | None, address: str) -> LiveTable:
        """The table of a code; guessing codes is rate limited."""
        if not self._limits.guesses.take(address, self._runtime.seconds()):
            raise Refused("http.slow_down")
        if code is None:
            raise Refused("table.unknown")
        try:
            live = await self._registry.live(code)
        except OwnedElsewhere:
            self._limits.guesses.give(address)
            raise
        self._limits.guesses.give(address)
        return live

    def _on_frame(self, session: Session, kind: int, data: bytes) -> None:
        connection = session.connection
        now = connection.heard_at = self._runtime.seconds()
        if kind < CLOSE:  # text, or binary that is taken for text
            goes_on = self._on_message(session, data, now)
        else:
            goes_on = self._on_control(connection, kind, data, now)
        if not goes_on:
            faulty = connection.faults >= MOST_FAULTS
            log("sent_away", why="faulty" if faulty else "flooded", address=session.address)
            session.protocol.close(FAULTY if faulty else FLOODED)

    def _on_control(self, connection: Connection, kind: int, data: bytes, now: float) -> bool:
        """Handle a ping or a pong; False if the socket is to be closed."""
        if not connection.message_limit.take(now):
            return connection.excess_limit.take(now)
        if kind == PING:
            connection.write(control_frame(PONG, data))
        else:
            connection.pong(data, now)
        return True

    def _on_message(self, session: Session, data: bytes, now: float) -> bool:
        """Handle a message; False if the socket is to be closed."""
        connection, table = session.connection, session.table
        self._runtime.messages.value += 1
        try:
            command = codec.parse_command(data)
        except msgspec.ValidationError:
            return self._fault(connection, "wire.unknown")
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return self._fault(connection, "wire.malformed")
        cost = REACTION_COST if isinstance(command, React) else 1
        if not (
            connection.message_limit.take(now, cost) and self._limits.messages.take(session.address, now)
        ):
            connection.refuse("wire.flood", command.n)
            return connection.excess_limit.take(now)
        try:
            table.handle(connection, command)
        except Exception as error:  # noqa: BLE001 - one bad message must not end a table
            log("message_failed", error=error, table=table.head.id if isinstance(table, LiveTable) else "")
            connection.refuse("table.unavailable", command.n)
        return True

    def _fault(self, connection: Connection, code: str) -> bool:
        connection.faults += 1
        last = connection.faults >= MOST_FAULTS
        connection.refuse("wire.closed" if last else code)
        return not last


def since_of(request: web.Request) -> int:
    """The version that a client says it has seen; 0 if it is no number."""
    since = request.query.get("since", "0")
    return int(since) if since.isascii() and since.isdigit() and len(since) < 10 else 0
