"""The WebSocket of a simulated player, on a bare transport: a load has to cost less than what it measures."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec

UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2l4IGRpY2UsIHNpeCBzaQ==\r\n{more}\r\n"
)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NOTHING = b"\0"
"""Stands in no message."""
CROSSES = (b'{"t":"cross', b'{"t":"uncross')
PATIENCE = 30.0
"""Seconds to wait for an answer with which nothing is measured."""


def message(kind: str, **values: Any) -> bytes:
    """A message with a place for its nonce."""
    return msgspec.json.encode({"t": kind, "n": "%d", **values})


@asynccontextmanager
async def unharmed() -> AsyncIterator[None]:
    """What goes wrong on any line ends this: half a load measures nothing."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    wrong: list[Any] = []

    def stop(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        wrong.append(context.get("exception") or context["message"])
        if task and len(wrong) == 1:
            task.cancel()

    loop.set_exception_handler(stop)
    try:
        yield
    except asyncio.CancelledError:
        raise RuntimeError(f"the load broke down: {wrong[0]}" if wrong else "interrupted") from None
    finally:
        # From now on the server may close what it likes.
        loop.set_exception_handler(lambda *_: None)


class Line(asyncio.Protocol):
    """Sends one message at a time, and waits for its answer: the event with its nonce."""

    def __init__(self, path: str, host: str, headers: Mapping[str, str]) -> None:
        self.crosses = 0
        """Crosses and uncrosses heard of so far, whoever made them."""
        self._loop = asyncio.get_running_loop()
        self._welcome: asyncio.Future[bytes] = self._loop.create_future()
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._request = UPGRADE.format(path=path, host=host, more=more).encode()
        self._transport: asyncio.Transport | None = None
        self._upgraded = False
        self._rest = b""
        self._count = secrets.randbelow(1 << 32)  # nonces unlike those of the others at the table
        self._nonce = b""  # stands in any message: the first one is the welcome
        self._answer: Callable[[bytes], object] = self._welcome.set_result

    async def connect(self, port: int) -> dict[str, Any]:
        """The welcome."""
        await self._loop.create_connection(lambda: self, "127.0.0.1", port)
        return await self._read(self._welcome)

    def close(self) -> None:
        transport, self._transport = self._transport, None
        if transport:
            transport.abort()

    # Sending --------------------------------------------------------------------------------------------

    async def ask(self, kind: str, **values: Any) -> dict[str, Any]:
        """Send a message that is in no hurry; what came of it."""
        answer: asyncio.Future[bytes] = self._loop.create_future()
        self.send(message(kind, **values), answer.set_result)
        return await self._read(answer)

    async def _read(self, answer: asyncio.Future[bytes]) -> dict[str, Any]:
        decoded: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(answer, PATIENCE))
        return decoded

    def send(self, asked: bytes, answer: Callable[[bytes], object]) -> None:
        self._count += 1
        self._nonce = b'"n":"%d"' % self._count
        self._answer = answer
        self._write(TEXT, asked % self._count)

    def _write(self, kind: int, payload: bytes) -> None:
        """A frame of at most 64 KB, masked as clients must."""
        size, mask = len(payload), os.urandom(4)
        masked = int.from_bytes(payload) ^ int.from_bytes((mask * (size // 4 + 1))[:size])
        head = (
            bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2)
        )
        if self._transport:
            self._transport.write(head + mask + masked.to_bytes(size))

    # Hearing --------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if self._transport:
            raise ConnectionError(f"the server closed a socket ({error})")

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self._upgraded:
            data = self._upgrade(data)
        at = 0
        while self._upgraded and len(data) - at >= 2:
            begin, length = at + 2, data[at + 1]
            if length >= 126:
                begin += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : begin])
            if len(data) < begin + length:
                break
            self._hear(data[at] & 15, data[begin : begin + length])
            at = begin + length
        self._rest = data[at:]

    def _upgrade(self, data: bytes) -> bytes:
        """What comes after the head of the answer, once it is whole."""
        head, end, frames = data.partition(b"\r\n\r\n")
        if not end:
            return data
        if not head.startswith(b"HTTP/1.1 101 "):
            raise ConnectionError(f"no WebSocket: {data!r}")
        self._upgraded = True
        return frames

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            raise ConnectionError(f"the server says good-bye: {payload!r}")
        else:
            self.crosses += payload.startswith(CROSSES)
            if self._nonce in payload:
                self._told(payload)

    def _told(self, payload: bytes) -> None:
        if payload.startswith(b'{"t":"refused"'):
            raise ConnectionError(f"the server refuses a message: {payload!r}")
        self._nonce = NOTHING
        self._answer(payload)
