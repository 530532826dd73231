"""The server's side of a WebSocket after its handshake: reads whole messages and hands them to a callback.

aiohttp's own reader wakes a coroutine for every message, which costs as much as deciding a cross does; here
the transport calls us, and nothing waits. Frames out are written to the transport (see `frames`).
"""

import asyncio
from collections.abc import Callable

from sixes.play import events
from sixes.server.close_codes import BAD_TEXT, PROTOCOL_ERROR, TOO_LONG, UNSUPPORTED
from sixes.server.frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    TEXT,
    WHOLE,
    WHOLE_TEXT,
    control_frame,
    text_frame,
)
from sixes.server.sockets.connection import Connection
from sixes.server.sockets.parsing import CONTROL, BadFrame, Head, answer_to_close, is_text, read_head, unmask

CLOSE_TIMEOUT = 2.0
"""Seconds that the client has to answer a close frame."""
MOST_FRAGMENTS = 64
"""Frames of one message."""
MOST_BUFFERED = 64 * 1024
"""Bytes that may wait for a slow reader; beyond that it gets nothing more until it has caught up."""
FRAMES_A_TURN, BYTES_A_TURN = 32, 16 * 1024
"""What one socket may have handled before all others have their turn."""
FRAMES_AFTER_CLOSE, BYTES_AFTER_CLOSE = 1000, 128 * 1024
"""What a client may still send after our close frame; beyond that the connection is aborted. Each read
counts as a frame: it costs as much, even if it brings a single byte."""
OnFrame = Callable[[int, bytes], None]
"""Called with the kind of a frame and its payload. A message in several frames comes as TEXT with the last of
them; each of the others comes as CONTINUATION with nothing in it, since every frame is counted."""
INCOMPLETE = -1
"""The kind for which it is called when bytes came that do not complete a frame: those cost time, too."""


def ignore(_kind: int, _payload: bytes) -> None:
    """Nobody listens: the socket has not started, or has ended."""


class SocketProtocol(asyncio.Protocol):
    """Takes the transport over from HTTP. Reads nothing before `start`."""

    def __init__(
        self, transport: asyncio.Transport, longest: int, connection: Connection, came: bytes = b""
    ) -> None:
        """`came` is what the client sent together with its handshake."""
        self.closed = asyncio.get_running_loop().create_future()
        """Done when the connection is lost."""
        self._connection = connection
        self._transport = transport
        self._longest = longest
        self._on_frame: OnFrame = ignore
        self._buffer = came
        """The beginning of a frame, or what came before `start`."""
        self._fragments: bytes | None = None
        """Of a message in several frames, while one is coming."""
        self._fragment_count = 0
        self._closing: asyncio.TimerHandle | None = None
        self._failed = False
        """The client broke the protocol: nothing that it sends is read any more."""
        self._frames_left, self._bytes_left = FRAMES_AFTER_CLOSE, BYTES_AFTER_CLOSE
        transport.set_protocol(self)
        transport.set_write_buffer_limits(MOST_BUFFERED, 0)
        transport.pause_reading()

    def start(self, on_frame: OnFrame) -> None:
        self._on_frame = on_frame
        if not self._transport.is_closing():
            self._transport.resume_reading()
            self._wait_for_turn(self._buffer, 0)

    def close(self, code: int) -> None:
        """Send a close frame; the connection ends when the client has answered, or soon after."""
        if self._closing is None:
            if not self._transport.is_closing():
                self._transport.write(control_frame(CLOSE, code.to_bytes(2)))
            self._connection.end()
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(CLOSE_TIMEOUT, self._transport.abort)
            if self._on_frame is ignore:
                self.start(ignore)

    def data_received(self, data: bytes, at: int = 0) -> None:
        """Handle the frames from there on; after a few, let other sockets have their turn."""
        if self._buffer:
            data = self._buffer + data
        end, stop, frames = len(data), at + BYTES_A_TURN, FRAMES_A_TURN
        try:
            while at < end and self._closing is None:
                head = read_head(data, at, self._longest)
                if head is None:
                    break
                header, begin, after = head
                if after > end:
                    self._check_beginning(data, head)
                    break
                payload = unmask(data, begin, after)
                if header == WHOLE_TEXT and self._fragments is None and payload.isascii():
                    self._on_frame(TEXT, payload)
                else:
                    self._handle(header, payload)
                at, frames = after, frames - 1
                if at < end and (not frames or at > stop):
                    self._wait_for_turn(data, at)
                    return
        except BadFrame as bad:
            self._fail(bad.code)
        if self._closing is not None:
            self._buffer = self._find_close(data, at)
        elif at == end:
            self._buffer = b""
        else:
            self._buffer = data[at:]
            self._on_frame(INCOMPLETE, b"")

    def _wait_for_turn(self, data: bytes, at: int) -> None:
        """Handle the rest when the event loop has served the others; until then nothing more is read."""
        self._buffer = b""
        if data and not self._transport.is_closing():
            self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._take_turn, data, at)

    def _take_turn(self, data: bytes, at: int) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()
            self.data_received(data, at)

    def _handle(self, header: int, payload: bytes) -> None:
        if header == WHOLE | CLOSE:
            self.close(answer_to_close(payload))
            self._transport.close()
        elif header & CONTROL:
            self._on_frame(header & 0x0F, payload)
        else:
            self._add_fragment(header & 0x0F, payload, bool(header & WHOLE))

    def _add_fragment(self, kind: int, payload: bytes, last: bool) -> None:
        text = self._joined(kind, payload, len(payload))
        if not is_text(text, complete=last):
            raise BadFrame(BAD_TEXT)
        if last:
            self._fragments, self._fragment_count = None, 0
            self._on_frame(TEXT, text)
        else:
            self._fragments, self._fragment_count = text, self._fragment_count + 1
            self._on_frame(CONTINUATION, b"")

    def _joined(self, kind: int, payload: bytes, length: int) -> bytes:
        """The message so far, with a payload that will have this length; only its first frame has a kind."""
        if (self._fragments is None) != (kind != CONTINUATION):
            raise BadFrame(PROTOCOL_ERROR)
        if kind == BINARY:
            raise BadFrame(UNSUPPORTED)
        before = self._fragments or b""
        if len(before) + length > self._longest or self._fragment_count == MOST_FRAGMENTS:
            raise BadFrame(TOO_LONG)
        return before + payload

    def _check_beginning(self, data: bytes, head: Head) -> None:
        """Refuse a message that cannot become valid any more, without waiting for the rest of its frame."""
        header, begin, after = head
        payload = unmask(data, begin, max(begin + 4, len(data)))
        joined = b"" if header & CONTROL else self._joined(header & 0x0F, payload, after - begin - 4)
        if not is_text(joined, complete=False):
            raise BadFrame(BAD_TEXT)

    def _fail(self, code: int) -> None:
        """Close because the protocol was broken: what follows has no known meaning, and is not read."""
        if code == TOO_LONG:
            self._transport.write(text_frame(events.encode(events.Refusal("wire.too_long"))))
        self._failed = True
        self.close(code)
        if self._transport.can_write_eof() and not self._transport.is_closing():
            self._transport.write_eof()

    def _find_close(self, data: bytes, at: int) -> bytes:
        """After our close frame, skip everything but the client's; returns the bytes to keep."""
        end = len(data)
        self._bytes_left -= end - at - len(self._buffer)
        self._frames_left -= 1
        try:
            while not self._failed and (head := read_head(data, at, self._longest)) and head[2] <= end:
                at, self._frames_left = head[2], self._frames_left - 1
                if head[0] == WHOLE | CLOSE:
                    self._transport.close()
                    break
                if self._frames_left <= 0:
                    break
        except BadFrame:
            self._failed = True
        if self._bytes_left < 0 or self._frames_left <= 0:
            self._transport.abort()
        return b"" if self._failed else data[at:]

    def pause_writing(self) -> None:
        self._connection.pause_writing()

    def resume_writing(self) -> None:
        self._connection.resume_writing()

    def connection_lost(self, _error: Exception | None) -> None:
        self._connection.end()
        if self._closing:
            self._closing.cancel()
        self._on_frame = ignore  # who listened refers to us, and must not wait for the garbage collection
        if not self.closed.done():
            self.closed.set_result(None)
