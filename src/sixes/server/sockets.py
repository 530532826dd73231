"""The socket of a player at a table: from the handshake to the last message."""

import asyncio
from typing import Any, cast

import msgspec
from aiohttp import WSMsgType, web

from sixes.play.asks import parse
from sixes.play.match import Refused
from sixes.play.table import GATHERING, Table
from sixes.server.api import Limits
from sixes.server.codes import read_table_code
from sixes.server.connection import Connection
from sixes.server.frames import PONG, control_frame
from sixes.server.house import House
from sixes.server.identity import Caller
from sixes.server.limits import Buckets
from sixes.server.live import Live
from sixes.server.logs import log
from sixes.server.store import Unavailable

LONGEST = 4096
"""Bytes of a message."""
MOST_FAULTS = 3
"""Malformed messages after which a socket is closed."""
REFUSED, FAULTY, FLOODED = 4000, 4001, 4002
"""Codes with which we close; a client reads why in the last message."""
NOT_NOW = 1013
"""The code with which we ask to come back later."""
PASSING = ("table.unavailable", "http.slow_down")
"""Why somebody cannot come to a table just now."""


class Sockets:
    def __init__(self, house: House, limits: Limits) -> None:
        self._house = house
        self._limits = limits
        self._addresses = Buckets(400, 2000)
        """Messages from one address, a second and at once: a school may be behind it."""

    async def play(self, request: web.Request, caller: Caller) -> web.StreamResponse:
        """A player, or somebody who watches, comes to a table."""
        socket: web.WebSocketResponse[Any] = web.WebSocketResponse(
            autoping=False, compress=False, max_msg_size=LONGEST + 1, decode_text=False, timeout=2
        )
        await socket.prepare(request)
        transport = cast("asyncio.Transport", request.transport)  # uvloop's is one, and no subclass
        player = caller.player
        connection = Connection(transport, player.id, player.name, self._house.seconds())
        try:
            live = await self._table(request, connection, caller.origin.address)
        except Refused as refused:
            connection.refuse(refused.code)
            await socket.close(code=NOT_NOW if refused.code in PASSING else REFUSED)
            return socket
        live.join(connection, since_of(request))
        try:
            await self._listen(socket, connection, live, caller.origin.address)
        finally:
            live.part(connection)
        return socket

    async def _table(self, request: web.Request, connection: Connection, address: str) -> Live:
        code = read_table_code(request.match_info["code"])
        known = self._house.tables.get(code or "")
        if known and belongs(known.shown, connection.player):
            return known  # whoever else guesses codes at this address is not in their way
        live = await self._find(code, address)
        table = live.shown
        free = table.phase == GATHERING and None in table.seats
        if not (table.options.spectators or free or belongs(table, connection.player)):
            raise Refused("table.no_spectators")
        return live

    async def _find(self, code: str | None, address: str) -> Live:
        """The table of a code; guessing codes is slow."""
        if not self._limits.guesses.take(address, self._house.seconds()):
            raise Refused("http.slow_down")
        if code is None:
            raise Refused("table.unknown")
        try:
            live = await self._house.live(code)
        except Unavailable:
            raise Refused("table.unavailable") from None
        self._limits.guesses.give(address)
        return live

    async def _listen(
        self, socket: web.WebSocketResponse[Any], connection: Connection, live: Live, address: str
    ) -> None:
        while True:
            message = await socket.receive()
            now = self._house.seconds()
            connection.heard = now
            goes_on = True
            if message.type is WSMsgType.TEXT or message.type is WSMsgType.BINARY:
                goes_on = self._hear(connection, live, address, message.data, now)
            elif message.type is WSMsgType.PING:
                goes_on = self._ping(connection, message.data, now)
            elif message.type is WSMsgType.PONG:
                connection.pong(bytes(message.data), now)
            else:
                return
            if not goes_on:
                faulty = connection.faults >= MOST_FAULTS
                log("sent_away", why="faulty" if faulty else "flooded", address=address)
                await socket.close(code=FAULTY if faulty else FLOODED)
                return

    def _ping(self, connection: Connection, data: bytes, now: float) -> bool:
        """A sign of life that is asked for; False if it was the last."""
        if connection.allowance.take(now):
            connection.write(control_frame(PONG, data))
            return True
        return connection.patience.take(now)

    def _hear(self, connection: Connection, live: Live, address: str, data: bytes, now: float) -> bool:
        """One message; False if it was the last we take."""
        self._house.counts.messages.value += 1
        allowed = connection.allowance.take(now) and self._addresses.take(address, now)
        try:
            ask = parse(data)
        except msgspec.ValidationError:
            return self._fault(connection, "wire.unknown")
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return self._fault(connection, "wire.malformed")
        if not allowed:
            connection.refuse("wire.flood", ask.n)
            return connection.patience.take(now)
        try:
            live.take(connection, ask)
        except Exception as error:  # noqa: BLE001 - one bad message must not end a table
            log("message_failed", error=error, table=live.head.id)
            connection.refuse("table.unavailable", ask.n)
        return True

    def _fault(self, connection: Connection, code: str) -> bool:
        connection.faults += 1
        last = connection.faults >= MOST_FAULTS
        connection.refuse("wire.closed" if last else code)
        return not last


def belongs(table: Table, player: str) -> bool:
    """Whether somebody sits at a table, or made it."""
    return table.host == player or table.seat_of(player) is not None


def since_of(request: web.Request) -> int:
    """The version that a client says it has seen; nonsense is none."""
    since = request.query.get("since", "0")
    return int(since) if since.isascii() and since.isdigit() and len(since) < 10 else 0
