"""Connections that should not be: too slow, half open, or of frames that no browser sends."""

import asyncio
import json
import os
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sixes.client import Client
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.rules.sheets import SHEETS, rows_of
from tests.event_loop import asynchronous
from tests.server.clients import beside_a_game, checked_record, play_out, seated, until, wire
from tests.server.serving import Server

SMALL = 2048
"""Bytes that the system keeps for a reader."""
SHORT = 100
"""Bytes in a packet: with longer ones the system would keep megabytes for it, too."""
TEXT, CLOSE, LAST = 0x1, 0x8, 0x80


class Raw:
    """A WebSocket by hand: it reads only when it is told to."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._loop = asyncio.get_running_loop()
        self._rest = b""

    async def send(self, data: bytes) -> None:
        await self._loop.sock_sendall(self._line, data)

    async def frame(self, payload: bytes, kind: int = TEXT | LAST, length: int | None = None) -> None:
        """A frame as a browser sends it, masked with zeros; perhaps of another length than it says."""
        said = len(payload) if length is None else length
        if said < 126:
            header = bytes((kind, 0x80 | said))
        elif said < 1 << 16:
            header = bytes((kind, 0x80 | 126)) + said.to_bytes(2)
        else:
            header = bytes((kind, 0x80 | 127)) + said.to_bytes(8)
        await self.send(header + bytes(4) + payload)

    async def say(self, **message: Any) -> None:
        await self.frame(json.dumps(message).encode())

    async def receive(self) -> tuple[int, bytes]:
        """The next frame: its kind and what is in it."""
        kind, length = await self._take(2)
        if length >= 126:
            length = int.from_bytes(await self._take(2 if length == 126 else 8))
        return kind, await self._take(length)

    async def close_code(self) -> int:
        while True:
            kind, payload = await self.receive()
            if kind == CLOSE | LAST:
                return int.from_bytes(payload[:2])

    async def upgraded(self) -> None:
        while b"\r\n\r\n" not in self._rest:
            self._rest += await self._read()
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 ")

    async def _take(self, count: int) -> bytes:
        while len(self._rest) < count:
            self._rest += await self._read()
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    async def _read(self) -> bytes:
        data = await self._loop.sock_recv(self._line, 65536)
        assert data, "the line is closed"
        return data


@asynccontextmanager
async def raw(client: Client, server: Server, code: str) -> AsyncIterator[Raw]:
    with socket.socket() as line:
        line.setblocking(False)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SHORT)
        opened = Raw(line)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))
        lines = (
            f"GET /api/tables/{code}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            f"Cookie: sixes={client.cookie}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        await opened.send("\r\n".join([*lines, "", ""]).encode())
        await opened.upgraded()
        yield opened


# Frames -------------------------------------------------------------------------------------------------


FRAMES: dict[str, tuple[list[tuple[int, bytes, int | None]], int]] = {
    "too long in pieces": ([(TEXT, b" " * 3000, None), (0, b" " * 3000, None)], 1009),
    "a gigabyte promised": ([(TEXT | LAST, b"", 1 << 30)], 1009),
    "five kilobytes promised": ([(TEXT | LAST, b"", 5000)], 1009),
    "compressed though nobody said so": ([(TEXT | LAST | 0x40, b"{}", None)], 1002),
    "a piece of nothing": ([(LAST, b"{}", None)], 1002),
    "of no known kind": ([(0x3 | LAST, b"{}", None)], 1002),
    "a long ping": ([(0x9 | LAST, b"x" * 126, None)], 1002),
    "half a code": ([(CLOSE | LAST, b"\x00", None)], 1002),
}


@asynchronous
async def test_frames_that_no_browser_sends_end_the_connection(server: Server) -> None:
    async def mischief(mallory: Client, table: str) -> None:
        for case, (frames, code) in FRAMES.items():
            async with raw(mallory, server, table) as line:
                for kind, payload, length in frames:
                    await line.frame(payload, kind, length)
                assert await line.close_code() == code, case

    await beside_a_game(server, mischief)


# Slow readers -------------------------------------------------------------------------------------------

TABS, EACH = 12, 90
"""Each tab may say a hundred things at once; the system keeps more for a reader than one can bring about."""
OWN = rows_of(SHEETS["A"])


@asynchronous
async def test_a_slow_reader_keeps_nobody_waiting_and_sees_the_whole_table_again(server: Server) -> None:
    options = Options("sixto", seats=3)
    async with seated(server.url, 2, options, ["random"]) as ((ada, bob), (ada_at, bob_at)):
        code = ada_at.table.code
        async with raw(ada, server, code) as slow:
            await asyncio.gather(*(choose_often(bob, server, code, tab) for tab in range(TABS)))
            await ada_at.ask(commands.Start)
            await until(bob_at, events.Started)
            await play_out(ada_at, bob_at)
            last = await bob_at.ask(commands.React, reaction="wow")
            await checked_record(bob, code)
            assert await welcomes_heard(slow, last.v) >= 2


async def choose_often(client: Client, server: Server, code: str, tab: int) -> None:
    async with wire(client, server.url, code) as his:
        for number in range(EACH):
            await his.say({"t": "sheet", "n": f"{tab}-{number}", "sheet": OWN})
        await his.receive(n=f"{tab}-{EACH - 1}")


async def welcomes_heard(slow: Raw, last: int) -> int:
    """Read on until the last version. What was missed is never passed over: a new welcome replaces it."""
    welcomes, seen = 0, 0
    while seen < last:
        kind, payload = await slow.receive()
        message = json.loads(payload) if kind == TEXT | LAST else {}
        if message.get("t") == "welcome":
            assert message["table"]["seats"]
            welcomes, seen = welcomes + 1, message["v"]
        elif "v" in message:
            assert message["v"] == seen + 1
            seen = message["v"]
    return welcomes


# Half-open ----------------------------------------------------------------------------------------------

CROWD = 10_000 if os.environ.get("SIXES_LONG") else 300
BEGINNINGS = (b"", b"GET /api/me HT", b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n")
REQUEST = b"POST /api/me/carry HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
"""Its body never comes; there are only some of these, since requests from one address are counted."""


@asynchronous
async def test_connections_that_are_left_half_open_are_in_nobodys_way_and_are_closed(server: Server) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, CROWD + 500)), hard))
    lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(CROWD)]
    for number, (_, writer) in enumerate(lines):
        writer.write(BEGINNINGS[number % 3] if number % 100 else REQUEST)

    async def nothing(_: Client, __: str) -> None:
        pass

    await beside_a_game(server, nothing)
    ends = await asyncio.gather(*(reader.read() for reader, _ in lines))
    assert [end[:12] for end in ends[::100]] == [b"HTTP/1.1 408"] * (CROWD // 100)
    assert set(ends) - set(ends[::100]) == {b""}
    for _, writer in lines:
        writer.close()
    async with Client(server.url) as ada:
        assert ada.player
