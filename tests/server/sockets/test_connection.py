"""Connections that should not be: too slow, half open, or of frames that no browser sends."""

import asyncio
import json
import os
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from sixes.client import Client
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.rules.sheets import SHEETS, rows_of
from sixes.server.tables.admission import MOST_TABS
from tests.event_loop import asynchronous
from tests.hostile.raw_connections import Guest
from tests.server.clients import beside_a_game, checked_record, guests, play_out, seated, until, wire
from tests.server.serving import SIXES, Server, running_server

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

    async def rest(self) -> bytes:
        """All that still comes until the server ends the connection."""
        with suppress(ConnectionError):
            while data := await self._loop.sock_recv(self._line, 65536):
                self._rest += data
        return self._rest

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


# Floods -------------------------------------------------------------------------------------------------

PIECES = 50


@asynchronous
async def test_each_fragment_costs_as_much_as_a_message(server: Server) -> None:
    async def mischief(mallory: Client, table: str) -> None:
        async with raw(mallory, server, table) as line:
            for number in range(20):
                message = json.dumps({"t": "leave", "n": f"{number}"}).encode()
                pieces = [(TEXT, message), *[(0, b"")] * (PIECES - 2), (LAST, b"")]
                for kind, payload in pieces:
                    await line.frame(payload, kind)
            answers = await answers_until_closed(line, 4002)
            taken = [nonce for nonce, code in answers if code == "table.not_seated"]
            assert taken[:2] == ["0", "1"], "a hundred frames at once, each of these in fifty"
            assert ("2", "wire.flood") in answers

    await beside_a_game(server, mischief)


@asynchronous
async def test_nothing_is_said_after_a_close(server: Server) -> None:
    """A socket that is being closed, and does not answer, hears no more of the table."""
    async with (
        seated(server.url, 1, Options("sixto")) as ((ada,), (table,)),
        raw(ada, server, table.table.code) as line,
    ):
        for _ in range(3):
            await line.frame(b"no message")
        assert await line.close_code() == 4001
        await table.ask(commands.React, reaction="wow")
        assert await line.rest() == b""


async def answers_until_closed(line: Raw, code: int) -> list[tuple[str, str]]:
    """Nonces and codes of the refusals before a close frame with this code."""
    answers = []
    while (received := await line.receive())[0] != CLOSE | LAST:
        message = json.loads(received[1]) if received[0] == TEXT | LAST else {}
        if message.get("t") == "refused":
            answers.append((message["n"], message["code"]))
    assert int.from_bytes(received[1]) == code
    return answers


# Slow readers -------------------------------------------------------------------------------------------

TABS, EACH = 3, 90
"""Each tab may say a hundred things at once, and each player three hundred; the system keeps more for a
reader than that."""
OWN = rows_of(SHEETS["A"])


@asynchronous
async def test_a_slow_reader_keeps_nobody_waiting_and_sees_the_whole_table_again(server: Server) -> None:
    options = Options("sixto", seats=6)
    async with seated(server.url, 5, options, ["random"]) as ((ada, bob, *more), (ada_at, bob_at, *more_at)):
        code = ada_at.table.code
        async with raw(ada, server, code) as slow:
            choosing = [choose_often(who, server, code, tab) for who in (bob, *more) for tab in range(TABS)]
            await asyncio.gather(*choosing)
            await ada_at.ask(commands.Start)
            await until(bob_at, events.Started)
            await play_out(ada_at, bob_at, *more_at)
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

LONG = bool(os.environ.get("SIXES_LONG"))
CROWD = 10_000 if LONG else 300
IMPATIENT = (
    "-c",
    """
from sixes.cli import main
from sixes.server.http import connections, requests
connections.KEEPALIVE_TIMEOUT, requests.BODY_TIMEOUT = 5.0, 2.5
main()
""",
)
"""A server that waits a quarter as long for what a connection does not send."""
BEGINNINGS = (b"", b"GET /api/me HT", b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n")
REQUEST = b"POST /api/me/carry HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
"""Its body never comes; there are only some of these, since requests from one address are counted."""


@asynchronous
async def test_connections_that_are_left_half_open_are_in_nobodys_way_and_are_closed(tmp_path: Path) -> None:
    program = SIXES if LONG else IMPATIENT
    with running_server(tmp_path, "--trusted-proxy", "127.0.0.1", program=program) as server:
        await leave_half_open(server)


async def leave_half_open(server: Server) -> None:
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


# Deaf ---------------------------------------------------------------------------------------------------


@asynchronous
async def test_sockets_that_do_not_answer_when_the_server_stops_are_no_error(tmp_path: Path) -> None:
    """They are aborted after a moment; a server whose log has an error fails the test."""
    with running_server(tmp_path) as server, ExitStack() as stack:
        async with guests(server.url, 10) as people:
            for person in people:
                code = await person.make_table(Options("sixto"))
                guest = Guest(server.port, f"sixes={person.cookie}", "", "")
                for _ in range(MOST_TABS - 1):
                    deaf = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                    deaf.sendall(guest.upgrade(code))
                    assert deaf.recv(12) == b"HTTP/1.1 101"
        assert server.stop() == 0
        assert not server.errors
