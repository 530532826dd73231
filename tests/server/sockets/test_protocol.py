"""Frames of a WebSocket as they come: whole, in pieces, one after the other, or none at all."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.server.close_codes import PROTOCOL_ERROR, TOO_LONG
from sixes.server.frames import BINARY, CLOSE, PING, TEXT
from sixes.server.sockets.protocol import BadFrame, SocketProtocol, read_frame
from tests.event_loop import asynchronous

LAST = 0x80
LONGEST = 4096


def masked(head: int, payload: bytes, mask: bytes = b"\x01\x02\x03\xff") -> bytes:
    """As a browser sends it."""
    length = len(payload)
    if length < 126:
        size = bytes((0x80 | length,))
    elif length < 1 << 16:
        size = bytes((0x80 | 126,)) + length.to_bytes(2)
    else:
        size = bytes((0x80 | 127,)) + length.to_bytes(8)
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes((head,)) + size + mask + hidden


class RecordingTransport(asyncio.Transport):
    """Remembers what was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_open = True

    def get_protocol(self) -> asyncio.BaseProtocol:
        return asyncio.Protocol()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...

    def write(self, data: Any) -> None:
        if not self.is_open:  # as uvloop says
            raise RuntimeError("the handler is closed")
        self.written += data

    def is_closing(self) -> bool:
        return not self.is_open

    def close(self) -> None:
        self.is_open = False


async def received(chunks: list[bytes]) -> tuple[list[tuple[int, bytes]], bytes, bool]:
    """The messages in these bytes, what is answered, and whether the connection is still open."""
    transport, messages = RecordingTransport(), list[tuple[int, bytes]]()
    protocol = SocketProtocol(transport, LONGEST)
    protocol.start(lambda kind, data: messages.append((kind, data)))
    for chunk in chunks:
        protocol.data_received(chunk)
    protocol.connection_lost(None)
    await protocol.closed
    return messages, transport.written, transport.is_open


MESSAGES = st.lists(st.tuples(st.sampled_from([TEXT, BINARY]), st.binary(max_size=300)), max_size=5)


@given(MESSAGES, st.binary(min_size=4, max_size=4), st.randoms(use_true_random=False))
@asynchronous
async def test_messages_come_out_as_they_went_in_however_the_bytes_arrive(
    messages: list[tuple[int, bytes]], mask: bytes, chance: random.Random
) -> None:
    stream = b"".join(masked(LAST | kind, data, mask) for kind, data in messages)
    cuts = sorted(chance.choices(range(len(stream) + 1), k=4))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert await received(chunks) == (messages, b"", True)


@given(st.lists(st.binary(max_size=100), min_size=1, max_size=5))
@asynchronous
async def test_a_message_in_pieces_is_one_message_and_pings_may_come_between(pieces: list[bytes]) -> None:
    *first, last = pieces
    heads = [TEXT] + [0] * len(first)
    stream = b"".join(
        masked(head, part) + masked(LAST | PING, b"?") for head, part in zip(heads, first, strict=False)
    )
    stream += masked(LAST | heads[len(first)], last)
    messages, answered, is_open = await received([stream])
    assert messages == [(PING, b"?")] * len(first) + [(TEXT, b"".join(pieces))]
    assert (answered, is_open) == (b"", True)


@pytest.mark.parametrize("length", [0, 1, 125, 126, LONGEST])
@asynchronous
async def test_every_length_up_to_the_longest_is_heard(length: int) -> None:
    assert (await received([masked(LAST | TEXT, b"x" * length)]))[0] == [(TEXT, b"x" * length)]


@asynchronous
async def test_nothing_is_written_to_a_connection_that_is_lost() -> None:
    """A table may close a socket before it has learnt that the connection is lost."""
    transport = RecordingTransport()
    protocol = SocketProtocol(transport, LONGEST)
    transport.close()
    protocol.connection_lost(None)
    protocol.close(4000)
    assert transport.written == b""


def closes_with(code: int) -> Callable[[bytes], bool]:
    return lambda written: written.endswith(b"\x88\x02" + code.to_bytes(2))


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (masked(LAST | TEXT, b"x" * (LONGEST + 1)), TOO_LONG),
        (masked(TEXT, b"x" * LONGEST) + masked(LAST, b"x"), TOO_LONG),
        (b"\x81\x02hi", PROTOCOL_ERROR),
        (masked(LAST | TEXT | 0x40, b"{}"), PROTOCOL_ERROR),
        (masked(LAST | 3, b""), PROTOCOL_ERROR),
        (masked(LAST | 0xB, b""), PROTOCOL_ERROR),
        (masked(PING, b""), PROTOCOL_ERROR),
        (masked(LAST | PING, b"x" * 126), PROTOCOL_ERROR),
        (masked(LAST, b"a piece of nothing"), PROTOCOL_ERROR),
        (masked(TEXT, b"a") + masked(TEXT, b"b"), PROTOCOL_ERROR),
        (masked(TEXT, b"a") + masked(LAST | TEXT, b"b"), PROTOCOL_ERROR),
    ],
    ids=str,
)
@asynchronous
async def test_what_is_no_frame_or_too_long_ends_the_connection(frames: bytes, code: int) -> None:
    messages, answered, _ = await received([frames + masked(LAST | TEXT, b"after that")])
    assert messages == [], "and nothing after it is heard"
    assert closes_with(code)(answered)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"", 1000),
        (b"\x03\xe9", 1001),
        (b"\x0f\xa0why", 4000),
        (b"\x00", PROTOCOL_ERROR),
        (b"\x03\xed", PROTOCOL_ERROR),
    ],
)
@asynchronous
async def test_a_goodbye_is_answered_and_ends_the_connection(said: bytes, code: int) -> None:
    _, answered, is_open = await received([masked(LAST | CLOSE, said)])
    assert closes_with(code)(answered)
    assert not is_open


@given(st.binary(max_size=40))
def test_any_bytes_are_a_frame_or_not_yet_one_or_refused(data: bytes) -> None:
    try:
        frame = read_frame(data, 0, LONGEST)
    except BadFrame:
        return
    if frame:
        _, payload, end = frame
        assert 6 <= end <= len(data)
        assert len(payload) <= LONGEST
