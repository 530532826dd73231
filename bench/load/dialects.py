"""The WebSockets of simulated players at peers, each in its peer's own language, and how they sit down there.

boardgame.io speaks socket.io: text with a number in front, in a namespace of the game. Colyseus speaks
MessagePack with a byte in front, and gives seats over HTTP first. A move is the same everywhere: who crosses
or uncrosses a box sends it with a nonce, and all four at the table hear of it.
"""

import asyncio
from collections.abc import Callable
from itertools import cycle
from typing import Any

import aiohttp
import msgspec

from bench.load.crowds import SEATS, Door, Seated
from bench.load.lines import PATIENCE, TEXT, Line

BINARY = 2
BOXES = ("a1", "b2", "c3", "d4")
JOINED, DATA = 10, 13
"""What a message of Colyseus is."""
NEVER = b"\xff" * 8
"""Stands in no message, in MessagePack either."""
SPACE = b"/sixes,"
"""Our game's namespace at boardgame.io."""


class Peer(Line):
    """A line to a peer; `move` stands for a kind of move and a box, with a place for its nonce."""

    def __init__(self, path: str, host: str) -> None:
        super().__init__(path, host, {})
        self.ready: asyncio.Future[None] = self._loop.create_future()
        self._nonce = NEVER

    async def come(self, port: int) -> None:
        await self._loop.create_connection(lambda: self, "127.0.0.1", port)
        await asyncio.wait_for(self.ready, PATIENCE)

    def sends(self, count: int, asked: bytes) -> tuple[int, bytes]:
        """The kind of frame for a move, and what is in it."""
        raise NotImplementedError

    def send(self, asked: bytes, answer: Callable[[bytes], object]) -> None:
        self._count += 1
        self._nonce = b"%010d" % (self._count % 10**10)
        self._answer = answer
        self._write(*self.sends(self._count, asked))

    def heard(self, payload: bytes) -> None:
        """A move that somebody made."""
        self.crosses += 1
        if self._nonce in payload:
            self._nonce = NEVER
            self._answer(payload)


class Boardgame(Peer):
    def __init__(self, port: int, table: str, seat: int) -> None:
        super().__init__("/socket.io/?EIO=4&transport=websocket", f"127.0.0.1:{port}")
        self._table = table
        self._seat = str(seat)

    def sends(self, count: int, asked: bytes) -> tuple[int, bytes]:
        kind, box = asked.decode().split()
        args = [box, f"{count % 10**10:010d}"]
        payload = {"type": kind, "args": args, "playerID": self._seat}
        return TEXT, self._emit(
            "update", {"type": "MAKE_MOVE", "payload": payload}, 0, self._table, self._seat
        )

    def _emit(self, *what: Any) -> bytes:
        return b"42" + SPACE + msgspec.json.encode(what)

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind != TEXT:
            super()._hear(kind, payload)
        elif payload.startswith(b"0"):
            self._write(TEXT, b"40" + SPACE)
        elif payload.startswith(b"40"):
            self._write(TEXT, self._emit("sync", self._table, self._seat, None, SEATS))
        elif payload == b"2":
            self._write(TEXT, b"3")
        elif payload.startswith(b"42" + SPACE + b'["sync"'):
            self.ready.set_result(None)
        elif payload.startswith(b"42" + SPACE + b'["update"'):
            self.heard(payload)


class Colyseus(Peer):
    def sends(self, count: int, asked: bytes) -> tuple[int, bytes]:
        kind, box = asked.decode().split()
        what = {"box": box, "n": f"{count % 10**10:010d}"}
        return BINARY, bytes((DATA,)) + msgspec.msgpack.encode(kind) + msgspec.msgpack.encode(what)

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind != BINARY:
            super()._hear(kind, payload)
        elif payload[0] == JOINED and not self.ready.done():
            self._write(BINARY, bytes((JOINED,)))
            self.ready.set_result(None)
        elif payload[0] == DATA:
            self.heard(payload)


class AtPeer(Seated):
    """A table at a peer."""

    def __init__(self, lines: list[Peer]) -> None:
        self.lines = list[Line](lines)
        self.decide_move = 0
        moves = [
            (line, b"%s %s" % (kind, box)) for kind in (b"cross", b"uncross") for line, box in boxes(lines)
        ]
        self._moves = cycle(moves)


def boxes(lines: list[Peer]) -> list[tuple[Line, bytes]]:
    return [(line, box.encode()) for line, box in zip(lines, BOXES, strict=True)]


async def sit_boardgame(port: int, door: Door) -> Seated:
    lines: list[Peer] = []
    for seat in range(SEATS):
        line = Boardgame(port, door.path, seat)
        await line.come(port)
        lines.append(line)
    return AtPeer(lines)


async def sit_colyseus(port: int, door: Door) -> Seated:
    """The first makes a room, the others join it."""
    lines: list[Peer] = []
    call, host = "create/table", f"127.0.0.1:{port}"
    async with aiohttp.ClientSession(f"http://{host}") as session:
        for _ in range(SEATS):
            async with session.post(f"/matchmake/{call}", json={"table": door.path}) as response:
                seat = await response.json()
            room = seat.get("room") or seat
            call = f"joinById/{room['roomId']}"
            path = f"/{room['processId']}/{room['roomId']}?sessionId={seat['sessionId']}"
            line = Colyseus(path, host)
            await line.come(port)
            lines.append(line)
    return AtPeer(lines)
