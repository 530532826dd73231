"""Malformed input: random bytes, broken JSON, invalid frames and requests, real messages with changed bytes.

The server may refuse all of it and close the connection. Even so its answers can be read, their codes are in
the catalogue, and the connection is closed with an allowed code.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

from sixes.play import events
from sixes.play.encoding import codec
from tests.hostile.raw_connections import BINARY, CLOSE, PING, PONG, TEXT, WHOLE, Guest, frame, raw_connection
from tests.hostile.visitors import Tally

Unit = Callable[[random.Random, list[bytes]], bytes]
PATIENCE = 0.5
"""Seconds to wait for the answer to half a request."""
LONG = 70_000
"""Bytes: more than a length of two bytes can say."""
WORDS = (
    b"null",
    b"true",
    b"NaN",
    b"1e999",
    b"-0",
    b'"\\ud800"',
    b"{}",
    b"[]",
    b'"t"',
    b'{"t":',
    b"\xff",
    b"\0",
)
ENDS = {0, 1000, 1001, 1002, 1007, 1009, 4000, 4001, 4002, *range(3000, 5000), *range(1003, 1015)}
"""Codes with which a connection may be closed; 0: without one."""
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "get", "BREW", "GET GET", "\0")
PATHS = (
    *(
        "/",
        "/api/me",
        "/api/me/name",
        "/api/me/code",
        "/api/me/carry",
        "/api/tables",
        "/api/levels",
        "/metrics",
    ),
    *("/api/tables/BCDFGH", "/api/tables/BCDFGH/record", "/api/tables/BCDFGH/socket", "/../../etc/passwd"),
    *(
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/",
        "/api",
        "//evil.example/",
        "/assets/../index.html",
        "/\u0130",
        "*",
    ),
)


# Payloads -----------------------------------------------------------------------------------------------


def garbage(chance: random.Random, _: list[bytes]) -> bytes:
    return chance.randbytes(chance.choice((0, 1, 2, 10, 125, 126, 127, 500, 4096)))


def nested(chance: random.Random, _: list[bytes]) -> bytes:
    deep = chance.randint(1, 2000)
    opens, closes = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b'{"t":', b"}")))
    whole = opens * deep + b"1" + closes * chance.choice((0, deep, deep - 1))
    return whole[:4096] if chance.random() < 0.5 else whole


def changed(chance: random.Random, traffic: list[bytes]) -> bytes:
    """A real message of which some bytes are others."""
    data = bytearray(chance.choice(traffic))
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        how = chance.randrange(5)
        if how == 0 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        elif how == 1:
            del data[at : at + chance.randint(1, 8)]
        elif how == 2:
            data[at:at] = chance.choice(WORDS)
        elif how == 3:
            data[at:at] = data[at : at + 20] * chance.randint(1, 5)
        else:
            data[at:] = chance.choice(traffic)[at:]
    return bytes(data)


def huge(chance: random.Random, traffic: list[bytes]) -> bytes:
    long = chance.choice((4096, 4097, LONG))
    return (chance.choice(traffic) + b" " * long)[:long] if chance.random() < 0.5 else b"9" * long


PAYLOADS: tuple[Unit, ...] = (garbage, nested, changed, changed, changed, huge)


# Frames -------------------------------------------------------------------------------------------------


def message(chance: random.Random, traffic: list[bytes]) -> bytes:
    payload = chance.choice(PAYLOADS)(chance, traffic)
    return frame(payload, WHOLE | chance.choice((TEXT, TEXT, TEXT, BINARY)))


def in_pieces(chance: random.Random, traffic: list[bytes]) -> bytes:
    """A message in several frames, with pings between them, or other things."""
    rest, pieces, kind = chance.choice(PAYLOADS)(chance, traffic), b"", TEXT
    for _ in range(chance.randint(1, 6)):
        cut = chance.randint(0, len(rest))
        pieces += frame(rest[:cut], kind)
        rest, kind = rest[cut:], chance.choice((0, 0, 0, 0, TEXT))
        if chance.random() < 0.3:
            pieces += frame(b"?", WHOLE | chance.choice((PING, PONG, BINARY)))
    return pieces + frame(rest, WHOLE)


def no_frame(chance: random.Random, traffic: list[bytes]) -> bytes:
    """A frame of any kind, with any bits, perhaps unmasked or of another length than it says."""
    payload = chance.choice(PAYLOADS)(chance, traffic)[:200]
    length = chance.choice((None, None, 0, 1, 125, 126, 4096, 4097, 1 << 16, 1 << 31, (1 << 63) - 1, 1 << 63))
    return frame(payload, chance.randrange(256), chance.random() < 0.8, length)


def goodbye(chance: random.Random, _: list[bytes]) -> bytes:
    code = chance.choice((0, 999, 1000, 1004, 1005, 1006, 1015, 2999, 3000, 4999, 5000, 65535))
    reason = chance.choice((b"", b"bye", b"\xff\xfe", b"x" * 123))
    return frame(chance.choice((code.to_bytes(2) + reason, b"", b"\0")), WHOLE | CLOSE)


def bare(chance: random.Random, traffic: list[bytes]) -> bytes:
    """No frame at all."""
    return chance.choice((garbage(chance, traffic), chance.choice(traffic), b"GET / HTTP/1.1\r\n\r\n"))


FRAMES: tuple[Unit, ...] = (*(message,) * 12, in_pieces, in_pieces, no_frame, goodbye, bare)


# Requests -----------------------------------------------------------------------------------------------


def request(chance: random.Random, guest: Guest, code: str, traffic: list[bytes]) -> bytes:
    """Something like HTTP."""
    if chance.random() < 0.3:
        return changed(chance, [guest.upgrade(code)])
    body = b"" if chance.random() < 0.4 else chance.choice(PAYLOADS)(chance, traffic)
    more = chance.choice((*[""] * 6, "Upgrade: websocket\r\n", "Transfer-Encoding: chunked\r\n", "X: \0\r\n"))
    more += chance.choice(
        ("", "", "Expect: 100-continue\r\n", "Content-Encoding: gzip\r\n", "Range: bytes=-9\r\n")
    )
    whole = guest.request(chance.choice(PATHS), chance.choice(METHODS), body, f"Connection: close\r\n{more}")
    return changed(chance, [whole]) if chance.random() < 0.5 else whole


# Visits -------------------------------------------------------------------------------------------------


async def send_frames(guest: Guest, code: str, chance: random.Random, tally: Tally) -> None:
    """Send a few frames without reading the answers; then check all answers."""
    with raw_connection() as here:
        status = await here.open(guest.port, guest.upgrade(code))
        if status != 101:
            tally.found(f"not let in: {status}")
            return
        for _ in range(chance.randint(2, 6)):
            here.write(chance.choice(FRAMES)(chance, tally.traffic))
            tally.sent += 1
        here.send_no_more()  # or the server would wait for the rest of a frame that said it was longer
        while (data := await here.receive()) is not None:
            received = codec.read_message(data)
            if isinstance(received, events.Refusal):
                tally.count_refusal(received)
            elif isinstance(received, events.Event) and received.n:
                tally.kinds[type(received).__name__.lower()] += 1
        tally.closed[str(here.close_code)] += 1
        if here.close_code not in ENDS:
            tally.found(f"closed with {here.close_code}")


async def send_request(guest: Guest, code: str, chance: random.Random, tally: Tally) -> None:
    """Send something like a request; the server may refuse or ignore it, but must not fail."""
    status = 0
    with raw_connection() as here, suppress(TimeoutError, ValueError):
        async with asyncio.timeout(PATIENCE):  # the server waits longer for what is missing
            status = await here.open(guest.port, request(chance, guest, code, tally.traffic) + b"\r\n\r\n")
    tally.sent += 1
    tally.closed[f"HTTP {status}"] += 1
    if status >= 500 and status != 501:
        tally.found(f"HTTP {status}")
