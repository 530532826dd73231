"""Parse WebSocket frames of clients (RFC 6455, strictly): pure functions over bytes."""

import codecs

from sixes.server.close_codes import BAD_TEXT, NORMAL, PROTOCOL_ERROR, TOO_LONG
from sixes.server.frames import OPCODES, WHOLE, WHOLE_TEXT

RESERVED = 0x70
"""Bits of extensions, of which there are none here."""
CONTROL = 0x08
LONGEST_CONTROL = 125
LENGTH_SIZES = {126: (2, 126), 127: (8, 1 << 16)}
"""For a first length byte: how many bytes the length itself has, and the smallest that needs them."""
from_bytes = int.from_bytes
Head = tuple[int, int, int]
"""Of a frame: its first byte, where its mask begins, and where the next frame begins."""


class BadFrame(Exception):
    """The client broke the protocol or a limit: the socket fails with this close code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def read_head(data: bytes, at: int, longest: int) -> Head | None:
    """The head of the frame that begins there; None if more bytes are needed."""
    if len(data) < at + 2:
        return None
    header, length = data[at], data[at + 1] - 0x80
    if length < 0 or (header != WHOLE_TEXT and not is_valid(header, length)):  # below 0: not masked
        raise BadFrame(PROTOCOL_ERROR)
    at += 2
    if length > LONGEST_CONTROL:
        size, smallest = LENGTH_SIZES[length]
        if len(data) < at + size:
            return None
        length = int.from_bytes(data[at : at + size])
        if length < smallest or length >> 63:
            raise BadFrame(PROTOCOL_ERROR)
        at += size
    if length > longest:
        raise BadFrame(TOO_LONG)
    return header, at, at + 4 + length


def is_valid(header: int, length: int) -> bool:
    """Whether a frame is of a known kind, and a control frame short and whole."""
    if header & RESERVED or header & 0x0F not in OPCODES:
        return False
    return not header & CONTROL or (length <= LONGEST_CONTROL and header >= WHOLE)


def unmask(data: bytes, at: int, end: int) -> bytes:
    """The payload of the frame whose mask begins there."""
    begin = at + 4
    length = end - begin
    key = (data[at:begin] * (length // 4 + 1))[:length]
    masked = from_bytes(data[begin:end], "little")  # any order does; the default one takes twice as long
    return (masked ^ from_bytes(key, "little")).to_bytes(length, "little")


def is_text(data: bytes, complete: bool = True) -> bool:
    """Whether bytes are UTF-8 or, while more is to come, can still become UTF-8."""
    try:
        _, end = codecs.utf_8_decode(data, "strict", complete)
    except UnicodeDecodeError:
        return False
    # Python waits for the third byte of a surrogate, which is never valid.
    return not (data[end : end + 1] == b"\xed" and data[end + 1 :] >= b"\xa0")


def answer_to_close(payload: bytes) -> int:
    """The code with which a close frame is answered: its own, if code and reason are valid."""
    if not payload:
        return NORMAL
    code = int.from_bytes(payload[:2]) if len(payload) > 1 else 0
    if not (3000 <= code < 5000 or 1007 <= code <= 1014 or 1000 <= code <= 1003):
        return PROTOCOL_ERROR
    return code if is_text(payload[2:]) else BAD_TEXT
