"""Frames of a WebSocket as they come: whole, in pieces, one after the other, too many, or none at all."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.server.close_codes import BAD_TEXT, PROTOCOL_ERROR, TOO_LONG, UNSUPPORTED
from sixes.server.frames import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT
from sixes.server.sockets import protocol as protocol_module
from sixes.server.sockets.parsing import BadFrame, read_head
from sixes.server.sockets.protocol import (
    BYTES_A_TURN,
    BYTES_AFTER_CLOSE,
    FRAMES_A_TURN,
    FRAMES_AFTER_CLOSE,
    INCOMPLETE,
    MOST_FRAGMENTS,
    SocketProtocol,
)
from tests.event_loop import asynchronous
from tests.server.sockets.recording import LAST, SIZES, RecordingTransport, Sent, connection_on, masked

LONGEST = 4096


class Socket:
    """A protocol with what it heard, in turns of the event loop, and its transport."""

    def __init__(self) -> None:
        self.transport = RecordingTransport()
        self.heard: list[tuple[int, bytes]] = []
        self.turns: Counter[int] = Counter()
        """Frames heard in each turn."""
        self.incomplete = 0
        """How often what came did not complete a frame."""
        self._turn = 0
        self.protocol = SocketProtocol(self.transport, LONGEST, connection_on(self.transport))
        self.protocol.start(self.hear)

    def hear(self, kind: int, data: bytes) -> None:
        if kind == INCOMPLETE:
            self.incomplete += 1
            return
        self.heard.append((kind, data))
        self.turns[self._turn] += 1

    async def feed(self, chunks: Sequence[bytes]) -> None:
        """Deliver bytes as a transport does: not while reading is paused, nor after it is closed."""
        for chunk in chunks:
            if self.transport.is_open:
                self.protocol.data_received(chunk)
            while self.transport.is_paused and self.transport.is_open:
                self._turn += 1
                await asyncio.sleep(0)
            self._turn += 1

    async def lose(self) -> None:
        self.protocol.connection_lost(None)
        await self.protocol.closed

    @property
    def messages(self) -> list[tuple[int, bytes]]:
        return [(kind, data) for kind, data in self.heard if kind != CONTINUATION]

    @property
    def close_code(self) -> int | None:
        """With which it was closed by us; a close frame is the last of ours, and without a reason."""
        if self.transport.written[-4:-2] != b"\x88\x02":
            return None
        return int.from_bytes(self.transport.written[-2:])


async def received(*chunks: bytes) -> Socket:
    socket = Socket()
    await socket.feed(chunks)
    await socket.lose()
    return socket


def cut(stream: bytes, chance: random.Random, times: int) -> list[bytes]:
    cuts = sorted(chance.choices(range(len(stream) + 1), k=times))
    return [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]


# Any frames, however they are split ----------------------------------------------------------------------


def outcome(frames: Sequence[Sent]) -> tuple[list[tuple[int, bytes]], int | None]:
    """A model, frame by frame: what is to be heard of them, and the code to close with, if any."""
    heard: list[tuple[int, bytes]] = []
    parts: list[bytes] = []
    for frame in frames:
        kind, whole, payload = frame.head & 15, frame.head >= LAST, frame.payload
        code = fault(frame) or (fault_in_order(frame, parts) if kind < CLOSE else None)
        if code:
            return heard, code
        if kind == CLOSE:
            return heard, expected_answer(payload)
        if kind >= CLOSE:
            heard.append((kind, payload))
        elif whole:
            heard.append((TEXT, b"".join([*parts, payload])))
            parts = []
        else:
            heard.append((CONTINUATION, b""))
            parts = [*parts, payload]
    return heard, None


def fault(frame: Sent) -> int | None:
    kind, length = frame.head & 15, len(frame.payload)
    is_control, form = kind >= CLOSE, frame.shortest if frame.form is None else frame.form
    if not frame.mask or frame.head & 0x70 or kind not in (0, 1, 2, 8, 9, 10):
        return PROTOCOL_ERROR
    if (is_control and (form or frame.head < LAST)) or length < SIZES[form][1]:
        return PROTOCOL_ERROR
    return TOO_LONG if length > LONGEST else None


def fault_in_order(frame: Sent, parts: list[bytes]) -> int | None:
    kind, text = frame.head & 15, b"".join([*parts, frame.payload])
    if bool(parts) == bool(kind):
        return PROTOCOL_ERROR
    if kind == BINARY:
        return UNSUPPORTED
    if len(text) > LONGEST or len(parts) == MOST_FRAGMENTS:
        return TOO_LONG
    try:
        text.decode()
    except UnicodeDecodeError as error:
        rest = frame.head < LAST and error.end == len(text) and error.reason == "unexpected end of data"
        return None if rest else BAD_TEXT
    return None


def expected_answer(payload: bytes) -> int:
    code = int.from_bytes(payload[:2])
    if not payload:
        return 1000
    if len(payload) == 1 or not (code in (1000, 1001, 1002, 1003, *range(1007, 1015)) or 3000 <= code < 5000):
        return PROTOCOL_ERROR
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        return BAD_TEXT
    return code


MASKS = st.binary(min_size=4, max_size=4)
TEXTS = st.one_of(
    st.text(max_size=40).map(str.encode),
    st.binary(max_size=12),
    st.sampled_from((b"x" * 125, b"x" * 126, b"x" * 2100, b"x" * LONGEST, b"\xf0\x9f\x8e\xb2"[:2], b"\xb2")),
)
CLOSINGS = st.builds(
    lambda code, reason: code.to_bytes(2) + reason,
    st.sampled_from((0, 999, 1000, 1003, 1004, 1005, 1006, 1011, 1014, 1015, 2999, 3000, 4999, 5000)),
    st.sampled_from((b"", b"bye", b"\xff", "\u20ac".encode())),
)
USUAL = st.sampled_from((LAST | TEXT, TEXT, 0, 0, LAST, LAST | PING, LAST | PONG))
GOOD = st.builds(Sent, USUAL, TEXTS, MASKS, st.none())
FAREWELLS = st.one_of(CLOSINGS, st.binary(max_size=2))
GOODBYES = st.builds(Sent, st.just(LAST | CLOSE), FAREWELLS, MASKS, st.none())
HEADS = st.one_of(st.sampled_from((LAST | BINARY, BINARY, PING, LAST | TEXT | 0x40)), st.integers(0, 255))
FORMS = st.sampled_from((None, None, 126, 127))
ODD = st.builds(Sent, HEADS, TEXTS, st.one_of(MASKS, st.just(b"")), FORMS)
FRAMES = st.lists(st.one_of(GOOD, GOOD, GOOD, GOOD, GOODBYES, ODD), max_size=12)


@given(FRAMES, st.randoms(use_true_random=False), st.integers(0, 30))
@asynchronous
async def test_any_frames_are_heard_and_refused_as_the_model_says_however_they_are_split(
    frames: list[Sent], chance: random.Random, cuts: int
) -> None:
    heard, code = outcome(frames)
    socket = await received(*cut(b"".join(frame.encode() for frame in frames), chance, cuts))
    assert socket.heard == heard
    assert socket.close_code == code
    assert (socket.transport.is_open and not socket.transport.ended) == (code is None)


@given(FRAMES, st.integers(0, 200))
@asynchronous
async def test_of_a_stream_that_breaks_off_nothing_is_heard_that_the_whole_would_not_give(
    frames: list[Sent], end: int
) -> None:
    stream = b"".join(frame.encode() for frame in frames)
    whole, part = await received(stream), await received(stream[:end])
    assert part.heard == whole.heard[: len(part.heard)]
    assert part.close_code in (None, whole.close_code)


@given(st.binary(max_size=40))
def test_any_bytes_begin_a_frame_or_not_yet_one_or_are_refused(data: bytes) -> None:
    try:
        head = read_head(data, 0, LONGEST)
    except BadFrame:
        return
    if head:
        _, mask, end = head
        assert 2 <= mask <= len(data)
        assert 0 <= end - mask - 4 <= LONGEST


# Messages -----------------------------------------------------------------------------------------------


@given(st.lists(st.text(max_size=50), min_size=1, max_size=5))
@asynchronous
async def test_a_message_in_pieces_is_one_message_and_pings_may_come_between(pieces: list[str]) -> None:
    *first, last = (piece.encode() for piece in pieces)
    heads = [TEXT] + [0] * len(first)
    stream = b"".join(
        masked(head, part) + masked(LAST | PING, b"?") for head, part in zip(heads, first, strict=False)
    )
    stream += masked(LAST | heads[len(first)], last)
    socket = await received(stream)
    assert socket.messages == [(PING, b"?")] * len(first) + [(TEXT, "".join(pieces).encode())]
    assert socket.transport.written == b""


@pytest.mark.parametrize("length", [0, 1, 125, 126, LONGEST])
@asynchronous
async def test_every_length_up_to_the_longest_is_heard(length: int) -> None:
    assert (await received(masked(LAST | TEXT, b"x" * length))).messages == [(TEXT, b"x" * length)]


@asynchronous
async def test_nothing_is_written_to_a_connection_that_is_lost() -> None:
    """A table may close a socket before it has learnt that the connection is lost."""
    socket = Socket()
    socket.transport.close()
    await socket.lose()
    socket.protocol.close(4000)
    assert socket.transport.written == b""


@pytest.mark.parametrize(
    "beginning",
    [
        masked(LAST | TEXT, b"\xf4\x90" + b"x" * 100)[:8],
        masked(TEXT, b"\xce\xba\xf4") + masked(0, b"\x90" + b"x" * 100)[:7],
        masked(TEXT, b"\xed") + masked(0, b"\xa0"),
    ],
)
@asynchronous
async def test_text_that_cannot_become_utf_8_is_refused_before_its_end(beginning: bytes) -> None:
    assert (await received(beginning)).close_code == BAD_TEXT
    assert (await received(beginning[:-1])).close_code is None


@asynchronous
async def test_a_message_has_only_so_many_fragments() -> None:
    fits = masked(TEXT) + masked(0) * (MOST_FRAGMENTS - 2) + masked(LAST, b"{}")
    assert (await received(fits)).messages == [(TEXT, b"{}")]
    socket = await received(masked(TEXT) + masked(0) * MOST_FRAGMENTS)
    assert (socket.close_code, socket.messages) == (TOO_LONG, [])


@asynchronous
async def test_every_frame_is_told_of_since_every_frame_costs() -> None:
    socket = await received(masked(TEXT, b"{") + masked(0) * 3 + masked(LAST, b"}") + masked(LAST | PONG))
    assert [kind for kind, _ in socket.heard] == [CONTINUATION] * 4 + [TEXT, PONG]


@asynchronous
async def test_what_completes_no_frame_is_told_of_too() -> None:
    message = masked(LAST | TEXT, b"{}")
    dripping = await received(*(bytes((byte,)) for byte in message))
    assert (dripping.messages, dripping.incomplete) == ([(TEXT, b"{}")], len(message) - 1)
    assert (await received(message * 3)).incomplete == 0


# Turns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "frame", [masked(LAST | PING), masked(LAST | TEXT, b"{}")], ids=["pings", "messages"]
)
@asynchronous
async def test_a_burst_lets_others_have_their_turn_after_a_few_frames(frame: bytes) -> None:
    socket = await received(frame * 10_000)
    assert len(socket.heard) == 10_000
    assert max(socket.turns.values()) == FRAMES_A_TURN


@asynchronous
async def test_long_messages_let_others_have_their_turn_after_a_few_bytes() -> None:
    message = masked(LAST | TEXT, b"x" * LONGEST)
    socket = await received(message * 60)
    assert len(socket.heard) == 60
    assert max(socket.turns.values()) <= BYTES_A_TURN // LONGEST + 1


@asynchronous
async def test_a_connection_that_is_lost_between_turns_is_not_read_on() -> None:
    socket = Socket()
    socket.protocol.data_received(masked(LAST | PING) * 1000)
    socket.transport.abort()
    await socket.lose()
    await asyncio.sleep(0)
    assert len(socket.heard) == FRAMES_A_TURN


@asynchronous
async def test_what_came_with_the_handshake_is_heard_first() -> None:
    transport, heard = RecordingTransport(), list[tuple[int, bytes]]()
    early, late = masked(LAST | TEXT, b"early"), masked(LAST | TEXT, b"late")
    protocol = SocketProtocol(transport, LONGEST, connection_on(transport), early + late[:3])
    protocol.start(lambda kind, data: heard.append((kind, data)))
    while transport.is_paused:
        await asyncio.sleep(0)
    protocol.data_received(late[3:])
    assert heard == [(TEXT, b"early"), (INCOMPLETE, b""), (TEXT, b"late")]


# Goodbye ------------------------------------------------------------------------------------------------


@asynchronous
async def test_after_our_close_only_a_close_is_read() -> None:
    socket = Socket()
    socket.protocol.close(4000)
    written = socket.transport.written
    await socket.feed([masked(LAST | TEXT, b"{}") + masked(LAST | PING) + masked(TEXT, b"\xff") * 2])
    states = [socket.transport.is_open]
    await socket.feed([masked(LAST | CLOSE, b"\x0f\xa0")[:3], masked(LAST | CLOSE, b"\x0f\xa0")[3:]])
    assert (socket.heard, socket.transport.written) == ([], written)
    assert [*states, socket.transport.is_open, socket.transport.aborted] == [True, False, False]
    await socket.lose()


@pytest.mark.parametrize(
    "frame", [masked(LAST | PING), masked(LAST | TEXT, b"x" * 1000)], ids=["many", "long"]
)
@asynchronous
async def test_who_goes_on_after_our_close_is_cut_off(frame: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    socket, looked_at = Socket(), Counter[str]()

    def counted(*arguments: Any) -> Any:
        looked_at["frames"] += 1
        return read_head(*arguments)

    monkeypatch.setattr(protocol_module, "read_head", counted)
    socket.protocol.close(4002)
    await socket.feed([frame * (65_536 // len(frame))] * 1000)
    assert socket.transport.aborted
    assert looked_at["frames"] <= FRAMES_AFTER_CLOSE
    await socket.lose()


@pytest.mark.parametrize(("count", "aborted"), [(FRAMES_AFTER_CLOSE - 1, False), (FRAMES_AFTER_CLOSE, True)])
@asynchronous
async def test_after_our_close_a_single_byte_counts_as_much_as_a_frame(count: int, aborted: bool) -> None:
    socket = Socket()
    socket.protocol.close(4002)
    await socket.feed([bytes((byte,)) for byte in masked(LAST | TEXT, b" " * LONGEST)[:count]])
    assert socket.transport.aborted == aborted
    await socket.lose()


@asynchronous
async def test_who_broke_the_protocol_is_not_read_any_more_not_even_a_close() -> None:
    socket = Socket()
    await socket.feed([b"\x83\x80", masked(LAST | CLOSE), b"\x00" * 1000])
    assert socket.close_code == PROTOCOL_ERROR
    assert socket.transport.ended
    assert socket.transport.is_open, "until the client ends it, or the time is up"
    await socket.feed([bytes(1000)] * (BYTES_AFTER_CLOSE // 1000))
    assert socket.transport.aborted
    await socket.lose()
