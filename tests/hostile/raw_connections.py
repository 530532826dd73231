"""A connection that can send anything: messages, frames that no browser sends, or plain bytes."""

import asyncio
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import NamedTuple, cast

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
WHOLE = 0x80
STUCK = 600.0
"""Seconds after which whatever somebody waits for does not come, on a machine as busy as it may be."""
_addresses = count(1)


class Guest(NamedTuple):
    """Somebody with a cookie and an address of their own.

    The server limits what comes from one address, so each guest names another in X-Forwarded-For, which the
    server is configured to trust.
    """

    port: int
    cookie: str
    address: str
    player: str

    def request(self, path: str, method: str = "GET", body: bytes = b"", more: str = "") -> bytes:
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nX-Forwarded-For: {self.address}\r\n"
        )
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        return f"{head}{cookie}{length}{more}\r\n".encode() + body

    def upgrade(self, code: str, query: str = "") -> bytes:
        key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        more = f"Upgrade: websocket\r\nConnection: Upgrade\r\n{key}"
        return self.request(f"/api/tables/{code}/socket{query}", more=more)


def new_address() -> str:
    """An address that nobody else comes from."""
    number = next(_addresses)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def frame(payload: bytes, head: int = WHOLE | TEXT, masked: bool = True, length: int | None = None) -> bytes:
    """A frame; perhaps with a false length, or not masked."""
    said, bit = len(payload) if length is None else length, 0x80 if masked else 0
    if said < 126:
        begins = bytes((head, bit | said))
    elif said < 1 << 16:
        begins = bytes((head, bit | 126)) + said.to_bytes(2)
    else:
        begins = bytes((head, bit | 127)) + said.to_bytes(8)
    if not masked:
        return begins + payload
    mask = os.urandom(4)
    key = (mask * (len(payload) // 4 + 1))[: len(payload)]
    return begins + mask + (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(len(payload))


class RawConnection(asyncio.Protocol):
    """Sends any bytes, and keeps what comes back: messages once it is a WebSocket."""

    def __init__(self) -> None:
        self.status = 0
        """Of the answer to the handshake."""
        self.close_code = 0
        self.gone = False
        self.received = 0
        """Bytes so far."""
        self.pongs = True
        """It answers pings."""
        self._transport: asyncio.Transport | None = None
        self._silent = False
        self._rest = b""
        self._messages: deque[bytes] = deque()
        self._more = asyncio.Event()

    async def connect(self, port: int) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)

    async def open(self, port: int, request: bytes) -> int:
        """Connect and ask; the status that comes back, 0 if none does."""
        await self.connect(port)
        self.write(request)
        while not (self.status or self.gone):
            await self._wait()
        return self.status

    def write(self, data: bytes) -> None:
        if self._transport and not (self.gone or self._silent):
            self._transport.write(data)

    def send(self, message: bytes) -> None:
        self.write(frame(message))

    def waiting_messages(self) -> Iterator[bytes]:
        """The messages that are there already."""
        while self._messages:
            yield self._messages.popleft()

    async def receive(self) -> bytes | None:
        """The next message; None when the connection is lost."""
        while not self._messages:
            if self.gone:
                return None
            await self._wait()
        return self._messages.popleft()

    async def ended(self) -> None:
        while not self.gone:
            await self._wait()

    async def _wait(self) -> None:
        self._more.clear()
        async with asyncio.timeout(STUCK):
            await self._more.wait()

    def send_no_more(self) -> None:
        """Listen only, from now on."""
        self._silent = True
        if self._transport and not self.gone:
            with suppress(OSError):  # the other side was quicker
                self._transport.write_eof()

    def read_no_more(self) -> None:
        """Leave all that comes to the buffers of the system, and then of the server."""
        if self._transport and not self.gone:
            self._transport.pause_reading()

    def drop(self) -> None:
        """Close without a closing frame."""
        if self._transport:
            self._transport.abort()

    # Callbacks of the transport --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _: Exception | None) -> None:
        self.gone = True
        self._more.set()

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._rest += data
        if not self.status:
            head, end, rest = self._rest.partition(b"\r\n\r\n")
            if not end:
                return
            self.status, self._rest = int(head.split(b" ", 2)[1]), rest
        if self.status == 101:
            self._rest = self._rest[self._take(self._rest) :]
        self._more.set()

    def _take(self, data: bytes) -> int:
        """Take whole frames; where the first that is not whole begins."""
        at = 0
        while len(data) - at >= 2:
            begin, length = at + 2, data[at + 1]
            if length >= 126:
                begin += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : begin])
            end = begin + length
            if len(data) < end:
                break
            self._handle(data[at] & 15, data[begin:end])
            at = end
        return at

    def _handle(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._messages.append(payload)
        elif kind == CLOSE:
            self.close_code = int.from_bytes(payload[:2])
            self.write(frame(payload[:2], WHOLE | CLOSE))
        elif kind == PING and self.pongs:
            self.write(frame(payload, WHOLE | PONG))


@contextmanager
def raw_connection() -> Iterator[RawConnection]:
    """A connection that is closed in the end."""
    opened = RawConnection()
    try:
        yield opened
    finally:
        opened.drop()
