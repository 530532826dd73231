"""One connection is parsed a little at a time, and not at all while nobody reads what was parsed."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web

from sixes.server.http.connections import BODY_BUFFER, BYTES_A_TURN, MOST_DISCARDED, CountedConnection
from sixes.server.metrics import Metrics
from sixes.server.quotas import ConnectionQuotas
from tests.event_loop import asynchronous
from tests.server.sockets.recording import RecordingTransport

HEAD = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
TINY, LARGE = b"1\r\na\r\n", b"1000\r\n" + b"a" * 4096 + b"\r\n"
MOST_CHUNKS = 512 + BYTES_A_TURN // len(TINY)
"""Parsed and not read: those that pause the parser, and the rest of that turn."""
PORTION, IN_PORTION, PORTIONS = LARGE * 16, 4096 * 16, 50
"""What comes at once when a transport reads on, how many bytes of a body that is, and how often it comes."""


class Transport(RecordingTransport):
    """With a real socket, of which aiohttp sets options."""

    def __init__(self) -> None:
        super().__init__()
        self.socket = socket.socket()
        self.resumed: Callable[[], object] = bool
        """Called whenever it reads on."""

    def resume_reading(self) -> None:
        super().resume_reading()
        self.resumed()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.socket if name == "socket" else default

    def writelines(self, parts: Any) -> None:
        self.write(b"".join(parts))


class Line:
    """A connection on which one request is handled."""

    def __init__(self, handler: Callable[[web.BaseRequest], Awaitable[web.Response]]) -> None:
        self.transport = Transport()
        quotas = ConnectionQuotas(Metrics(), lambda: 0.0, bool)
        self.connection = CountedConnection(web.Server(handler), quotas)
        self.connection.connection_made(self.transport)

    def lose(self) -> None:
        self.connection.connection_lost(None)
        self.transport.socket.close()

    async def settled(self) -> None:
        for _ in range(100):
            await asyncio.sleep(0)


@pytest.mark.parametrize("chunk", [TINY, LARGE], ids=["tiny", "large"])
@asynchronous
async def test_of_a_body_that_nobody_reads_only_a_little_is_parsed_and_nothing_more_is_read(
    chunk: bytes,
) -> None:
    reads, seen = asyncio.Event(), list[web.BaseRequest]()

    async def handler(request: web.BaseRequest) -> web.Response:
        seen.append(request)
        await reads.wait()
        return web.Response(body=await request.content.read())

    line, count = Line(handler), 200_000 // len(chunk)
    line.connection.data_received(HEAD + chunk * count + b"0\r\n\r\n")
    await line.settled()
    content = seen[0].content
    paused = [line.transport.is_paused]
    assert content.total_bytes <= 2 * BODY_BUFFER + BYTES_A_TURN
    assert len(content._buffer) <= MOST_CHUNKS  # noqa: SLF001 - the work of whoever reads it at once
    reads.set()
    while not line.transport.written.endswith(b"a" * 100):
        await line.settled()
    assert line.transport.written.count(b"a") >= count, "all of it comes when it is read"
    assert [*paused, line.transport.is_paused] == [True, False]
    line.lose()


@asynchronous
async def test_a_reader_of_many_chunks_lets_others_have_their_turn() -> None:
    turn, most, got = 0, 0, 0

    async def handler(request: web.BaseRequest) -> web.Response:
        nonlocal most, got
        begun, here = turn, 0
        while part := await request.content.readany():
            here = here + len(part) if begun == turn else len(part)
            begun, most, got = turn, max(most, here), got + len(part)
        return web.Response()

    line = Line(handler)
    line.connection.data_received(HEAD + TINY * 20_000 + b"0\r\n\r\n")
    while not line.transport.written:
        turn += 1
        await asyncio.sleep(0)
    assert got == 20_000
    assert most <= MOST_CHUNKS
    line.lose()


@asynchronous
async def test_reading_is_paused_as_soon_as_more_has_come_than_is_parsed_at_once() -> None:
    """uvloop otherwise reads 32 times, 256 KB each, before anything else has its turn."""

    async def handler(_: web.BaseRequest) -> web.Response:
        return web.Response()

    line = Line(handler)
    line.connection.data_received(b"\r\n" * BYTES_A_TURN)
    paused = [line.transport.is_paused]
    await line.settled()
    assert [*paused, line.transport.is_paused] == [True, False]
    line.lose()


@asynchronous
async def test_of_somebody_who_always_sends_more_nothing_is_read_before_all_is_parsed() -> None:
    """uvloop reads what has come as soon as it may, before anything else has its turn."""
    sent, got, most = 1, 0, 0

    async def handler(request: web.BaseRequest) -> web.Response:
        nonlocal got, most
        while part := await request.content.readany():
            most, got = max(most, sent * IN_PORTION - got), got + len(part)
            await line.settled()  # meanwhile the buffer is full again
        return web.Response()

    def send_more() -> None:
        nonlocal sent
        if sent <= PORTIONS:
            line.connection.data_received(PORTION if sent < PORTIONS else b"0\r\n\r\n")
            sent += 1

    line = Line(handler)
    line.transport.resumed = send_more
    line.connection.data_received(HEAD + PORTION)
    while not line.transport.written:
        await line.settled()
    assert got == PORTIONS * IN_PORTION
    assert most <= 2 * IN_PORTION
    line.lose()


@asynchronous
async def test_requests_that_came_together_are_answered_in_order() -> None:
    async def handler(request: web.BaseRequest) -> web.Response:
        return web.Response(text=request.path)

    line = Line(handler)
    requests = (b"GET /%04d HTTP/1.1\r\nHost: here\r\n\r\n" % at for at in range(500))
    line.connection.data_received(b"".join(requests))
    while line.transport.written.count(b"HTTP/1.1 200") < 500:
        await line.settled()
    paths = [part[:5] for part in line.transport.written.split(b"\r\n\r\n")[1:]]
    assert paths == [b"/%04d" % at for at in range(500)]
    line.lose()


@asynchronous
async def test_what_is_discarded_is_neither_parsed_nor_read_for_long() -> None:
    async def handler(_: web.BaseRequest) -> web.Response:
        line.connection.discard_rest()
        return web.Response(text="no")

    line = Line(handler)
    line.connection.data_received(HEAD + TINY * 200)
    await line.settled()
    assert line.transport.written.endswith(b"no")
    line.connection.data_received(b"nonsense" * 1000)
    paused = [line.transport.is_paused]
    line.connection.data_received(bytes(MOST_DISCARDED))
    assert [*paused, line.transport.is_paused] == [False, True]
    assert line.transport.written.count(b"HTTP/1.1") == 1
    line.lose()
