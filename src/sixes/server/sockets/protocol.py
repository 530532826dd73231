"""Our side of a WebSocket once its handshake is done: whole messages in, heard as they arrive.

aiohttp's own reader wakes a coroutine for every message, which costs as much as deciding a cross does; here
the transport calls us, and nothing waits. Frames out are written to the transport (see `frames`).
"""

import asyncio
import base64
import hashlib
from collections.abc import Callable

from aiohttp import web

from sixes.play import events
from sixes.server.frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    WHOLE,
    control_frame,
    text_frame,
)
from sixes.server.http.requests import Problem

BROKEN, TOO_LONG = 1002, 1009
"""Codes with which we close when a frame is none, or too long."""
LAST_WORD = 2.0
"""Seconds that the other side has to say goodbye, too."""
_SALT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_USUAL = WHOLE | TEXT
Hear = Callable[[int, bytes], None]
Frame = tuple[int, bytes, int]
"""Its head, its payload unmasked, and where the next one begins: a plain tuple, made for every message."""


def handshake(request: web.Request) -> web.StreamResponse:
    """The answer to a client that wants a WebSocket; a Problem if it does not ask properly."""
    asked = request.headers
    key = asked.get("Sec-WebSocket-Key", "")
    try:
        proper = len(base64.b64decode(key, validate=True)) == 16
    except ValueError:  # no base64, or not even ASCII
        proper = False
    upgrade = (
        asked.get("Upgrade", "").lower() == "websocket" and "upgrade" in asked.get("Connection", "").lower()
    )
    if not (proper and upgrade and asked.get("Sec-WebSocket-Version") == "13"):
        raise Problem(400, "http.body")
    accept = base64.b64encode(hashlib.sha1(key.encode() + _SALT, usedforsecurity=False).digest()).decode()
    headers = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept}
    response = web.StreamResponse(status=101, headers=headers)
    response.force_close()
    return response


class BadFrame(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class SocketProtocol(asyncio.Protocol):
    """Takes the transport over from aiohttp, which hears when it is lost. Reads nothing before `listen`."""

    def __init__(self, transport: asyncio.Transport, longest: int) -> None:
        self.closed = asyncio.get_running_loop().create_future()
        """Done when the line is gone."""
        self._transport = transport
        self._http = transport.get_protocol()
        self._longest = longest
        self._hear: Hear | None = None
        self._rest = b""
        self._parts = b""
        """Of a message in several frames."""
        self._part_kind = CONTINUATION
        self._closing: asyncio.TimerHandle | None = None
        transport.set_protocol(self)
        transport.pause_reading()

    def listen(self, hear: Hear) -> None:
        """Hear every message from now on: what it is, and its bytes."""
        self._hear = hear
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self, code: int) -> None:
        """Say goodbye; the line is gone when the other side has answered, or soon after."""
        if self._closing is None:
            if not self._transport.is_closing():
                self._transport.write(control_frame(CLOSE, code.to_bytes(2)))
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(LAST_WORD, self._transport.abort)
            if self._hear is None:
                self.listen(lambda *_: None)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        try:
            while at < end and (frame := read_frame(data, at, self._longest)) is not None:
                head, payload, at = frame
                self._take(head, payload)
        except BadFrame as bad:
            at = end
            if bad.code == TOO_LONG:
                self._transport.write(text_frame(events.encode(events.Refusal("wire.too_long"))))
            self.close(bad.code)
        self._rest = data[at:]

    def _take(self, head: int, payload: bytes) -> None:
        kind, whole = head & 0x0F, head & WHOLE
        if kind == CLOSE:
            self.close(goodbye(payload))
            self._transport.close()
        elif self._closing is not None or self._hear is None:
            return
        elif kind >= CLOSE or (whole and kind and not self._part_kind):
            self._hear(kind, payload)
        else:
            self._take_part(kind, payload, bool(whole))

    def _take_part(self, kind: int, payload: bytes, last: bool) -> None:
        """A message may come in several frames; only the first says what it is."""
        if bool(kind) == bool(self._part_kind):
            raise BadFrame(BROKEN)
        self._part_kind = self._part_kind or kind
        self._parts += payload
        if len(self._parts) > self._longest:
            raise BadFrame(TOO_LONG)
        if last and self._hear:
            message, kind = self._parts, self._part_kind
            self._parts, self._part_kind = b"", CONTINUATION
            self._hear(kind, message)

    def connection_lost(self, error: Exception | None) -> None:
        if self._closing:
            self._closing.cancel()
        if not self.closed.done():
            self.closed.set_result(None)
        self._http.connection_lost(error)


def goodbye(payload: bytes) -> int:
    """The code with which we answer a goodbye: the same, if it is one that may be said."""
    if not payload:
        return 1000
    code = int.from_bytes(payload[:2]) if len(payload) > 1 else 0
    said = 3000 <= code < 5000 or 1007 <= code <= 1014 or 1000 <= code <= 1003
    return code if said else BROKEN


def read_frame(data: bytes, at: int, longest: int) -> Frame | None:
    """The frame that begins there; None if it is not all there yet."""
    if len(data) < at + 2:
        return None
    head, length = data[at], data[at + 1] - 0x80
    if length < 0 or (head != _USUAL and not is_head(head, length)):
        raise BadFrame(BROKEN)
    begin = at + 2
    if length > 125:
        size = 2 if length == 126 else 8
        if len(data) < begin + size:
            return None
        length = int.from_bytes(data[begin : begin + size])
        begin += size
    if length > longest:
        raise BadFrame(TOO_LONG)
    end = begin + 4 + length
    if len(data) < end:
        return None
    return head, unmasked(data[begin + 4 : end], data[begin : begin + 4]), end


def is_head(head: int, length: int) -> bool:
    """Whether a frame may begin like this: of a known kind, and a control frame short and whole."""
    if head & 0x70 or head & 0x0F not in (CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG):
        return False
    return not head & 0x08 or (length <= 125 and bool(head & WHOLE))


def unmasked(payload: bytes, mask: bytes) -> bytes:
    length = len(payload)
    key = mask * (length // 4 + 1)
    number = int.from_bytes(payload) ^ int.from_bytes(key[:length])
    return number.to_bytes(length)
