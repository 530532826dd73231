"""The socket of a player at a table: from the handshake to the last message."""

import asyncio
from functools import partial
from typing import NamedTuple, cast

import msgspec
from aiohttp import web

from sixes.play.commands import React, parse
from sixes.play.match import Refused
from sixes.server.codes import read_table_code
from sixes.server.frames import CLOSE, PING, PONG, control_frame
from sixes.server.http.api import Limits
from sixes.server.http.identity import Caller
from sixes.server.logs import log
from sixes.server.sockets.connection import REFUSED, Connection
from sixes.server.sockets.protocol import SocketProtocol, handshake
from sixes.server.storage.store import Unavailable
from sixes.server.tables.admission import admit, belongs
from sixes.server.tables.live import LiveTable
from sixes.server.tables.ownership import OwnedElsewhere, RemoteTable
from sixes.server.tables.registry import TableRegistry

LONGEST = 4096
"""Bytes of a message."""
MOST_FAULTS = 3
"""Malformed messages after which a socket is closed."""
FAULTY, FLOODED, FAILED = 4001, 4002, 1011
"""Codes with which we close; a client reads why in the last message."""
NOT_NOW = 1013
"""The code with which we ask to come back later."""
PASSING = ("table.unavailable", "http.slow_down")
"""Why somebody cannot come to a table just now."""
WAIT, AGAIN, MORE, LONGEST_PAUSE = 8.0, 0.1, 1.5, 0.25
"""Seconds to look for the node that owns a table, and between looks: it may just have changed. Each pause is
longer than the one before: of a node that died, others want all tables at once."""
REACTION = 10
"""A reaction costs as much as so many messages: all see it, and it is kept."""


class Visit(NamedTuple):
    """Somebody at a table, through one socket."""

    wire: SocketProtocol
    connection: Connection
    place: LiveTable | RemoteTable
    address: str


class SocketHandler:
    def __init__(self, house: TableRegistry, limits: Limits) -> None:
        self._house = house
        self._limits = limits

    async def play(self, request: web.Request, caller: Caller) -> web.StreamResponse:
        """A player, or somebody who watches, comes to a table."""
        response = handshake(request)
        await response.prepare(request)
        transport = cast("asyncio.Transport", request.transport)  # uvloop's is one, and no subclass
        wire = SocketProtocol(transport, LONGEST)
        connection = Connection(transport, *caller.player[:2], self._house.seconds())
        connection.send_away = wire.close
        try:
            await self._stay(request, wire, connection, caller.origin.address)
        except Refused as refused:
            connection.refuse(refused.code)
            wire.close(NOT_NOW if refused.code in PASSING else REFUSED)
        except Exception as error:  # noqa: BLE001 - it is too late for an HTTP answer
            log("request_failed", error=error, method="socket")
            wire.close(FAILED)
        await wire.closed
        return response

    async def _stay(
        self, request: web.Request, wire: SocketProtocol, connection: Connection, address: str
    ) -> None:
        """At the table, until the line is gone."""
        code = read_table_code(request.match_info["code"])
        place = await self._come(request, code, connection, address)
        try:
            wire.listen(partial(self._hear, Visit(wire, connection, place, address)))
            await wire.closed
        finally:
            place.part(connection)

    async def _come(
        self, request: web.Request, code: str | None, connection: Connection, address: str
    ) -> LiveTable | RemoteTable:
        """To the table, here or at the node that owns it."""
        since, boot = since_of(request), request.query.get("boot", "")
        until, pause = self._house.seconds() + WAIT, AGAIN
        while self._house.seconds() < until and not connection.transport.is_closing():
            try:
                live = await self._table(code, connection.player, address)
                live.join(connection, since if boot == self._house.boot else 0)
            except OwnedElsewhere as elsewhere:
                way = await self._join(elsewhere, connection, since, boot)
                if way:
                    return way
                await asyncio.sleep(pause)
                pause = min(pause * MORE, LONGEST_PAUSE)
            else:
                return live
        raise Refused("table.unavailable")

    async def _join(
        self, elsewhere: OwnedElsewhere, connection: Connection, since: int, boot: str
    ) -> RemoteTable | None:
        try:
            way = self._house.owners.way(elsewhere, connection)
        except Unavailable:
            raise Refused("table.unavailable") from None
        return way if await way.join(since, boot) else None

    async def _table(self, code: str | None, player: str, address: str) -> LiveTable:
        live = self._house.tables.get(code or "")
        # Whoever else guesses codes at this address is not in the way of those who belong to a table.
        if live is None or not belongs(live.shown, player):
            live = await self._find(code, address)
        admit(live.shown, live.presence, player)
        return live

    async def _find(self, code: str | None, address: str) -> LiveTable:
        """The table of a code; guessing codes is slow."""
        if not self._limits.guesses.take(address, self._house.seconds()):
            raise Refused("http.slow_down")
        if code is None:
            raise Refused("table.unknown")
        try:
            live = await self._house.live(code)
        except Unavailable:
            raise Refused("table.unavailable") from None
        except OwnedElsewhere:
            self._limits.guesses.give(address)
            raise
        self._limits.guesses.give(address)
        return live

    def _hear(self, visit: Visit, kind: int, data: bytes) -> None:
        """A frame has come."""
        connection = visit.connection
        now = connection.heard = self._house.seconds()
        if kind < CLOSE:  # a text, or bytes that are taken for one
            goes_on = self._message(visit, data, now)
        else:
            goes_on = self._sign_of_life(connection, kind, data, now)
        if not goes_on:
            faulty = connection.faults >= MOST_FAULTS
            log("sent_away", why="faulty" if faulty else "flooded", address=visit.address)
            visit.wire.close(FAULTY if faulty else FLOODED)

    def _sign_of_life(self, connection: Connection, kind: int, data: bytes, now: float) -> bool:
        """A ping or a pong; False if it was the last we take."""
        if not connection.allowance.take(now):
            return connection.patience.take(now)
        if kind == PING:
            connection.write(control_frame(PONG, data))
        else:
            connection.pong(data, now)
        return True

    def _message(self, visit: Visit, data: bytes, now: float) -> bool:
        """One message; False if it was the last we take."""
        connection, place = visit.connection, visit.place
        self._house.counts.messages.value += 1
        try:
            ask = parse(data)
        except msgspec.ValidationError:
            return self._fault(connection, "wire.unknown")
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return self._fault(connection, "wire.malformed")
        cost = REACTION if isinstance(ask, React) else 1
        if not (connection.allowance.take(now, cost) and self._limits.messages.take(visit.address, now)):
            connection.refuse("wire.flood", ask.n)
            return connection.patience.take(now)
        try:
            place.take(connection, ask)
        except Exception as error:  # noqa: BLE001 - one bad message must not end a table
            log("message_failed", error=error, table=place.head.id if isinstance(place, LiveTable) else "")
            connection.refuse("table.unavailable", ask.n)
        return True

    def _fault(self, connection: Connection, code: str) -> bool:
        connection.faults += 1
        last = connection.faults >= MOST_FAULTS
        connection.refuse("wire.closed" if last else code)
        return not last


def since_of(request: web.Request) -> int:
    """The version that a client says it has seen; none if it is nonsense."""
    since = request.query.get("since", "0")
    return int(since) if since.isascii() and since.isdigit() and len(since) < 10 else 0
