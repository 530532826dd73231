"""A transport that remembers what was done to it, and frames to be received on it."""

import asyncio
from types import SimpleNamespace
from typing import Any, NamedTuple

from sixes.server.sockets.connection import Connection

LAST = 0x80
SIZES = {0: (0, 0), 126: (2, 126), 127: (8, 1 << 16)}
"""For the first byte of a length: how many more there are, and the smallest length that needs them."""


class Sent(NamedTuple):
    """A frame as a client sends it, or as none should."""

    head: int
    payload: bytes = b""
    mask: bytes = b"\x01\x02\x03\xff"
    form: int | None = None
    """The first byte of its length, where it is not the shortest."""

    @property
    def shortest(self) -> int:
        length = len(self.payload)
        return 0 if length < 126 else 126 if length < 1 << 16 else 127

    def encode(self) -> bytes:
        length, masked = len(self.payload), 0x80 if self.mask else 0
        form = self.shortest if self.form is None else self.form
        size = length.to_bytes(SIZES[form][0]) if form else b""
        key = self.mask or bytes(4)
        hidden = bytes(byte ^ key[at % 4] for at, byte in enumerate(self.payload))
        return bytes((self.head, masked | (form or length))) + size + self.mask + hidden


def masked(head: int, payload: bytes = b"", mask: bytes = b"\x01\x02\x03\xff") -> bytes:
    """As a browser sends it."""
    return Sent(head, payload, mask).encode()


def connection_on(transport: asyncio.Transport) -> Connection:
    """Of somebody at a table, while the clock stands still."""
    runtime: Any = SimpleNamespace(seconds=lambda: 0.0)
    return Connection(transport, "ada", "Ada", runtime)


class RecordingTransport(asyncio.Transport):
    """Remembers what was done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_open = True
        self.is_paused = False
        self.aborted = False
        self.ended = False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None: ...

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def write(self, data: Any) -> None:
        if not self.is_open or self.ended:  # as uvloop says
            raise RuntimeError("the handler is closed")
        self.written += data

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return not self.is_open

    def close(self) -> None:
        self.is_open = False

    def abort(self) -> None:
        self.is_open, self.aborted = False, True

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...
