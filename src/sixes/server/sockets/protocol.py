"""The server's side of a WebSocket after its handshake: reads whole messages and hands them to a callback.

aiohttp's own reader wakes a coroutine for every message, which costs as much as deciding a cross does; here
the transport calls us, and nothing waits. Frames out are written to the transport (see `frames`).
"""

import asyncio
from collections.abc import Callable

from sixes.play import events
from sixes.server.close_codes import PROTOCOL_ERROR, TOO_LONG
from sixes.server.frames import CLOSE, CONTINUATION, OPCODES, WHOLE, WHOLE_TEXT, control_frame, text_frame

CLOSE_TIMEOUT = 2.0
"""Seconds that the client has to answer a close frame."""
OnFrame = Callable[[int, bytes], None]
"""Called with the kind of a frame and its payload; a message in several frames comes as one."""
Frame = tuple[int, bytes, int]
"""Header, unmasked payload, and where the next frame begins: a plain tuple, made for every message."""


class BadFrame(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class SocketProtocol(asyncio.Protocol):
    """Takes the transport over from aiohttp, and tells it when that is lost. Reads nothing before `start`."""

    def __init__(self, transport: asyncio.Transport, longest: int) -> None:
        self.closed = asyncio.get_running_loop().create_future()
        """Done when the connection is lost."""
        self._transport = transport
        self._http = transport.get_protocol()
        self._longest = longest
        self._on_frame: OnFrame | None = None
        self._buffer = b""
        self._fragments = b""
        """Of a message in several frames."""
        self._fragment_kind = CONTINUATION
        self._closing: asyncio.TimerHandle | None = None
        transport.set_protocol(self)
        transport.pause_reading()

    def start(self, on_frame: OnFrame) -> None:
        self._on_frame = on_frame
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self, code: int) -> None:
        """Send a close frame; the connection ends when the client has answered, or soon after."""
        if self._closing is None:
            if not self._transport.is_closing():
                self._transport.write(control_frame(CLOSE, code.to_bytes(2)))
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(CLOSE_TIMEOUT, self._transport.abort)
            if self._on_frame is None:
                self.start(lambda *_: None)

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data = self._buffer + data
        at, end = 0, len(data)
        try:
            while at < end and (frame := read_frame(data, at, self._longest)) is not None:
                header, payload, at = frame
                self._handle(header, payload)
        except BadFrame as bad:
            at = end
            if bad.code == TOO_LONG:
                self._transport.write(text_frame(events.encode(events.Refusal("wire.too_long"))))
            self.close(bad.code)
        self._buffer = data[at:]

    def _handle(self, header: int, payload: bytes) -> None:
        kind, whole = header & 0x0F, header & WHOLE
        if kind == CLOSE:
            self.close(answer_to_close(payload))
            self._transport.close()
        elif self._closing is not None or self._on_frame is None:
            return
        elif kind >= CLOSE or (whole and kind and not self._fragment_kind):
            self._on_frame(kind, payload)
        else:
            self._add_fragment(kind, payload, bool(whole))

    def _add_fragment(self, kind: int, payload: bytes, last: bool) -> None:
        """A message may come in several frames; only the first has its kind."""
        if bool(kind) == bool(self._fragment_kind):
            raise BadFrame(PROTOCOL_ERROR)
        self._fragment_kind = self._fragment_kind or kind
        self._fragments += payload
        if len(self._fragments) > self._longest:
            raise BadFrame(TOO_LONG)
        if last and self._on_frame:
            message, kind = self._fragments, self._fragment_kind
            self._fragments, self._fragment_kind = b"", CONTINUATION
            self._on_frame(kind, message)

    def connection_lost(self, error: Exception | None) -> None:
        if self._closing:
            self._closing.cancel()
        if not self.closed.done():
            self.closed.set_result(None)
        self._http.connection_lost(error)


def answer_to_close(payload: bytes) -> int:
    """The code with which a close frame is answered: the same, if that one is allowed."""
    if not payload:
        return 1000
    code = int.from_bytes(payload[:2]) if len(payload) > 1 else 0
    allowed = 3000 <= code < 5000 or 1007 <= code <= 1014 or 1000 <= code <= 1003
    return code if allowed else PROTOCOL_ERROR


def read_frame(data: bytes, at: int, longest: int) -> Frame | None:
    """The frame that begins there; None if it is not complete yet."""
    if len(data) < at + 2:
        return None
    header, length = data[at], data[at + 1] - 0x80
    if length < 0 or (header != WHOLE_TEXT and not is_valid(header, length)):
        raise BadFrame(PROTOCOL_ERROR)
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
    return header, unmask(data[begin + 4 : end], data[begin : begin + 4]), end


def is_valid(header: int, length: int) -> bool:
    """Whether a frame is of a known kind, and a control frame short and whole."""
    if header & 0x70 or header & 0x0F not in OPCODES:
        return False
    return not header & 0x08 or (length <= 125 and bool(header & WHOLE))


def unmask(payload: bytes, mask: bytes) -> bytes:
    length = len(payload)
    key = mask * (length // 4 + 1)
    number = int.from_bytes(payload) ^ int.from_bytes(key[:length])
    return number.to_bytes(length)
