"""The cases of the Autobahn test suite (categories 1 to 7, 9 and 10), for a server that does not echo.

Where Autobahn expects its message back, ours is a command that changes nothing, of the same length or in the
same pieces, and its refusal is expected; text that is no command is refused as malformed. Binary messages are
never accepted, and none above 4,096 bytes: those cases expect 1003 and 1009. Cases end strictly as Autobahn
wants them to: where it would accept less as "non-strict", these do not.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.hostile.raw_connections import BINARY, CLOSE, PING, PONG, TEXT, WHOLE, frame

LONGEST = 4096
NORMAL, PROTOCOL_ERROR, UNSUPPORTED, BAD_TEXT, TOO_LONG = 1000, 1002, 1003, 1007, 1009
PONGED, REFUSED, MALFORMED, TOO_LONG_SAID = "pong", "table.not_seated", "wire.malformed", "wire.too_long"
GREEK = "κ\u1f79σμε".encode()
ASTRAL = b"\xf4\x90\x80\x80"
"""U+110000, which there is not; its second byte makes it invalid."""
SURROGATE = b"\xed\xa0\x80"
EDITED = b"edited"


class Case(NamedTuple):
    number: str
    sends: list[bytes]
    """Each in a packet of its own."""
    answers: list[tuple[str, bytes]] = []  # noqa: RUF012 - never changed
    """Pongs with their payloads and refusals with their nonces, in order."""
    code: int = NORMAL
    """With which the server closes; NORMAL: we close, and it agrees."""


def command(length: int = 0, nonce: str = "n") -> bytes:
    """A message of at least this length that changes nothing."""
    return (b'{"t":"leave","n":"%s"}' % nonce.encode()).ljust(length)


def close(code: int, reason: bytes = b"") -> bytes:
    return frame(code.to_bytes(2) + reason, WHOLE | CLOSE)


def ping(payload: bytes = b"") -> bytes:
    return frame(payload, WHOLE | PING)


def octets(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


def fragments(payload: bytes, size: int, kind: int = TEXT) -> list[bytes]:
    pieces = [payload[at : at + size] for at in range(0, len(payload), size)]
    heads = [kind] + [0] * (len(pieces) - 1)
    heads[-1] |= WHOLE
    return [frame(piece, head) for piece, head in zip(pieces, heads, strict=True)]


MESSAGE = frame(command())
ANSWER = (REFUSED, b"n")
HALVES = (command()[:9], command()[9:])
SPLIT = [frame(HALVES[0], TEXT), frame(HALVES[1], WHOLE)]
PART, REST = frame(b"fragment1", 0), frame(b"fragment2", WHOLE)


def framing() -> Iterator[Case]:
    """Category 1."""
    yield Case("1.1.1", [frame(b"")], [(MALFORMED, b"")])
    for number, length in enumerate((125, 126, 127, 128), 2):
        yield Case(f"1.1.{number}", [frame(command(length))], [ANSWER])
    for number, length in ((6, 65_535), (7, 65_536)):
        yield Case(f"1.1.{number}", [frame(command(length))], [(TOO_LONG_SAID, b"")], TOO_LONG)
    chopped = frame(command(65_536))
    yield Case(
        "1.1.8",
        [chopped[at : at + 997] for at in range(0, len(chopped), 997)],
        [(TOO_LONG_SAID, b"")],
        TOO_LONG,
    )
    for number, length in enumerate((0, 125, 126, 127, 128), 1):
        yield Case(f"1.2.{number}", [frame(b"\xfe" * length, WHOLE | BINARY)], [], UNSUPPORTED)
    for number, length in ((6, 65_535), (7, 65_536), (8, 65_536)):
        binary = frame(b"\xfe" * length, WHOLE | BINARY)
        yield Case(f"1.2.{number}", [binary], [(TOO_LONG_SAID, b"")], TOO_LONG)


def pings() -> Iterator[Case]:
    """Category 2."""
    odd, unasked = b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff", frame(b"unsolicited pong payload", WHOLE | PONG)
    for number, payload in enumerate((b"", b"Hello, world!", odd, b"\xfe" * 125), 1):
        yield Case(f"2.{number}", [ping(payload)], [(PONGED, payload)])
    yield Case("2.5", [ping(b"\xfe" * 126)], [], PROTOCOL_ERROR)
    yield Case("2.6", octets(ping(b"\xfe" * 125)), [(PONGED, b"\xfe" * 125)])
    yield Case("2.7", [frame(b"", WHOLE | PONG)])
    yield Case("2.8", [unasked])
    yield Case("2.9", [unasked, ping(b"ping payload")], [(PONGED, b"ping payload")])
    ten = [b"payload-%d" % number for number in range(10)]
    yield Case("2.10", [ping(payload) for payload in ten], [(PONGED, payload) for payload in ten])
    yield Case("2.11", octets(b"".join(map(ping, ten))), [(PONGED, payload) for payload in ten])


def reserved() -> Iterator[Case]:
    """Categories 3 and 4."""
    text = command()
    bad = {bits: frame(text, WHOLE | TEXT | bits << 4) for bits in range(1, 5)}
    yield Case("3.1", [bad[1]], [], PROTOCOL_ERROR)
    yield Case("3.2", [MESSAGE + bad[2] + ping()], [ANSWER], PROTOCOL_ERROR)
    yield Case("3.3", [MESSAGE, bad[3], ping()], [ANSWER], PROTOCOL_ERROR)
    yield Case("3.4", octets(MESSAGE + bad[4] + ping()), [ANSWER], PROTOCOL_ERROR)
    yield Case("3.5", [frame(b"\x00\xff", WHOLE | BINARY | 0x50)], [], PROTOCOL_ERROR)
    yield Case("3.6", [frame(text, WHOLE | PING | 0x60)], [], PROTOCOL_ERROR)
    yield Case("3.7", [frame(b"", WHOLE | CLOSE | 0x70)], [], PROTOCOL_ERROR)
    for category, first in (("4.1", 3), ("4.2", 11)):
        for number in range(5):
            bad_frame = frame(text if number % 2 else b"", WHOLE | first + number)
            before = MESSAGE if number > 1 else b""
            sends = before + bad_frame + ping()
            chopped = octets(sends) if number == 4 else [sends]
            answers = [ANSWER] if before else []
            yield Case(f"{category}.{number + 1}", chopped, answers, PROTOCOL_ERROR)


def fragmentation() -> Iterator[Case]:
    """Category 5."""
    for number, kind in ((1, PING), (2, PONG)):
        yield Case(f"5.{number}", [frame(b"fragment1", kind) + REST], [], PROTOCOL_ERROR)
    whole = b"".join(SPLIT)
    for number, sends in ((3, [whole]), (4, SPLIT), (5, octets(whole))):
        yield Case(f"5.{number}", sends, [ANSWER])
    between = [SPLIT[0], ping(b"ping payload"), SPLIT[1]]
    for number, sends in ((6, [b"".join(between)]), (7, between), (8, octets(b"".join(between)))):
        yield Case(f"5.{number}", sends, [(PONGED, b"ping payload"), ANSWER])
    for first, stray in ((9, frame(b"non-continuation payload", WHOLE)), (12, PART)):
        both = [stray, MESSAGE]
        for number, sends in enumerate(([b"".join(both)], both, octets(b"".join(both))), first):
            yield Case(f"5.{number}", sends, [], PROTOCOL_ERROR)
    yield Case("5.15", [whole + PART + MESSAGE], [ANSWER], PROTOCOL_ERROR)
    yield Case("5.16", [(PART + whole) * 2], [], PROTOCOL_ERROR)
    yield Case("5.17", [(frame(b"fragment1", WHOLE) + whole) * 2], [], PROTOCOL_ERROR)
    yield Case("5.18", [SPLIT[0] + frame(HALVES[1], WHOLE | TEXT)], [], PROTOCOL_ERROR)
    five = fragments(command(), 5)
    pinged = [*five[:2], ping(b"1"), *five[2:4], ping(b"2"), *five[4:]]
    answers = [(PONGED, b"1"), (PONGED, b"2"), ANSWER]
    yield Case("5.19", [b"".join(pinged[:3]), b"".join(pinged[3:])], answers)
    yield Case("5.20", pinged, answers)


def unicode() -> Iterator[Case]:
    """Category 6."""
    answer, text = [(MALFORMED, b"")], "Hello-µ@ßöäüàá-UTF-8!!".encode()
    yield Case("6.1.1", [frame(b"")], answer)
    yield Case("6.1.2", [frame(b"", TEXT), frame(b"", 0), frame(b"", WHOLE)], answer)
    yield Case("6.1.3", [frame(b"", TEXT), frame(command(), 0), frame(b"", WHOLE)], [ANSWER])
    yield Case("6.2.1", [frame(text)], answer)
    yield Case("6.2.2", fragments(text, 15), answer)
    yield Case("6.2.3", fragments(text, 1), answer)
    yield Case("6.2.4", fragments(GREEK, 1), answer)
    broken = GREEK + SURROGATE + EDITED
    yield Case("6.3.1", [frame(broken)], [], BAD_TEXT)
    yield Case("6.3.2", fragments(broken, 1), [], BAD_TEXT)
    # The rest is never sent: what came is invalid already. A pong shows that what came before that is not.
    ok = [(PONGED, b"ok")]
    yield Case("6.4.1", [frame(GREEK, TEXT), ping(b"ok"), frame(ASTRAL, 0)], ok, BAD_TEXT)
    yield Case("6.4.2", [frame(GREEK + ASTRAL[:1], TEXT), ping(b"ok"), frame(ASTRAL[1:2], 0)], ok, BAD_TEXT)
    whole = frame(GREEK + ASTRAL + EDITED)
    begin = len(whole) - len(ASTRAL + EDITED)
    yield Case("6.4.3", [whole[:begin], whole[begin : begin + 4]], [], BAD_TEXT)
    yield Case("6.4.4", [whole[: begin + 1], whole[begin + 1 : begin + 2]], [], BAD_TEXT)
    for category, texts in enumerate(TEXTS, 5):
        for number, payload in enumerate(texts, 1):
            valid = is_utf_8(payload)
            said, code = (answer, NORMAL) if valid else ([], BAD_TEXT)
            yield Case(f"6.{category}.{number}", [frame(payload)], said, code)


def is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def lonely(first: int, end: int) -> bytes:
    return b" ".join(bytes((byte,)) for byte in range(first, end)) + b" "


CUT_SHORT = [
    *(b"\xc0", b"\xe0\x80", b"\xf0\x80\x80", b"\xf8\x80\x80\x80", b"\xfc\x80\x80\x80\x80"),
    *(b"\xdf", b"\xef\xbf", b"\xf7\xbf\xbf", b"\xfb\xbf\xbf\xbf", b"\xfd\xbf\xbf\xbf\xbf"),
]
SURROGATES = [
    chr(code).encode("utf-8", "surrogatepass")
    for code in (0xD800, 0xDB7F, 0xDB80, 0xDBFF, 0xDC00, 0xDF80, 0xDFFF)
]
TEXTS: list[list[bytes]] = [
    [f"hello{sign}world".encode() for sign in "$¢€𤭢"] + [GREEK],
    [GREEK[:length] for length in range(1, len(GREEK) + 1)],
    [b"\x00", b"\xc2\x80", b"\xe0\xa0\x80", b"\xf0\x90\x80\x80"],
    [b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80"],
    [b"\x7f", b"\xdf\xbf", b"\xef\xbf\xbf", b"\xf4\x8f\xbf\xbf"],
    [b"\xf7\xbf\xbf\xbf", b"\xfb\xbf\xbf\xbf\xbf", b"\xfd\xbf\xbf\xbf\xbf\xbf"],
    [b"\xed\x9f\xbf", b"\xee\x80\x80", b"\xef\xbf\xbd", b"\xf4\x8f\xbf\xbf", ASTRAL],
    [b"\x80", b"\xbf", *((b"\x80\xbf" * 3)[:length] for length in range(2, 7)), bytes(range(0x80, 0xBF))],
    [lonely(*ends) for ends in ((0xC0, 0xDF), (0xE0, 0xEF), (0xF0, 0xF7), (0xF8, 0xFB), (0xFC, 0xFD))],
    CUT_SHORT,
    [b"".join(CUT_SHORT)],
    [b"\xfe", b"\xff", b"\xfe\xfe\xff\xff"],
    [b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf", b"\xf8\x80\x80\x80\xaf", b"\xfc\x80\x80\x80\x80\xaf"],
    [b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf8\x87\xbf\xbf\xbf", b"\xfc\x83\xbf\xbf\xbf\xbf"],
    [b"\xc0\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xf8\x80\x80\x80\x80", b"\xfc\x80\x80\x80\x80\x80"],
    SURROGATES,
    [high + low for high in SURROGATES[:4] for low in (SURROGATES[4], SURROGATES[6])],
    [chr(plane << 16 | low).encode() for plane in range(0x11) for low in (0xFFFE, 0xFFFF)],
    [chr(code).encode() for code in range(0xFFF9, 0x10000)],
]
"""Subcategories 6.5 to 6.23: Markus Kuhn's stress test for UTF-8 decoders."""


def closing() -> Iterator[Case]:
    """Category 7."""
    yield Case("7.1.1", [MESSAGE], [ANSWER])
    yield Case("7.1.2", [close(NORMAL) + frame(b"", WHOLE | CLOSE)])
    yield Case("7.1.3", [close(NORMAL) + ping()])
    yield Case("7.1.4", [close(NORMAL) + MESSAGE])
    yield Case("7.1.5", [SPLIT[0] + close(NORMAL) + SPLIT[1]])
    long = frame(command(256 * 1024))
    yield Case("7.1.6", [long + MESSAGE + close(NORMAL) + ping()], [(TOO_LONG_SAID, b"")], TOO_LONG)
    yield Case("7.3.1", [frame(b"", WHOLE | CLOSE)])
    yield Case("7.3.2", [frame(b"a", WHOLE | CLOSE)], [], PROTOCOL_ERROR)
    yield Case("7.3.3", [close(NORMAL)])
    yield Case("7.3.4", [close(NORMAL, b"Hello World!")])
    yield Case("7.3.5", [close(NORMAL, b"*" * 123)])
    yield Case("7.3.6", [close(NORMAL, b"*" * 124)], [], PROTOCOL_ERROR)
    yield Case("7.5.1", [close(NORMAL, GREEK + SURROGATE + EDITED)], [], BAD_TEXT)
    allowed = (*(1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011), *(3000, 3999, 4000, 4999))
    for number, code in enumerate(allowed, 1):
        yield Case(f"7.7.{number}", [close(code)], [], code)
    forbidden = (0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999)
    for number, code in enumerate(forbidden, 1):
        yield Case(f"7.9.{number}", [close(code)], [], PROTOCOL_ERROR)
    for number, code in enumerate((5000, 65_535), 1):
        yield Case(f"7.13.{number}", [close(code)], [], PROTOCOL_ERROR)


def limits() -> Iterator[Case]:
    """Category 9, but for its last parts."""
    refused = [(TOO_LONG_SAID, b"")]
    for number, kilobytes in enumerate((64, 256, 1024, 4096, 8192, 16_384), 1):
        for category, kind in ((1, TEXT), (2, BINARY)):
            begin = frame(b"*" * 200_000, WHOLE | kind, length=kilobytes * 1024)
            yield Case(f"9.{category}.{number}", [begin], refused, TOO_LONG)
    for number, size in enumerate((64, 256, 1024, 4096), 1):
        pieces = fragments(b"*" * 40 * 4096, size)[:80]
        yield Case(f"9.3.{number}", [b"".join(pieces)], refused, TOO_LONG)
        binary = fragments(b"\xfe" * 4096, size, BINARY)
        yield Case(f"9.4.{number}", [b"".join(binary)], [], UNSUPPORTED)
    for number, kilobytes in enumerate((16, 64, 256, 1024, 4096), 5):
        for category, kind in ((3, TEXT), (4, BINARY)):
            begin = frame(b"*" * 20_000, kind, length=kilobytes * 1024)
            yield Case(f"9.{category}.{number}", [begin], refused, TOO_LONG)
    for number, size in enumerate((64, 128, 256, 512, 1024, 2048), 1):
        for category, kind in ((5, TEXT), (6, BINARY)):
            begin = frame(b"*" * 20_000, WHOLE | kind, length=1 << 20)
            chops = [begin[at : at + size] for at in range(0, len(begin), size)]
            yield Case(f"9.{category}.{number}", chops, refused, TOO_LONG)


def many_messages() -> Iterator[Case]:
    """The rest of 9, and 10: instead of a thousand messages, as many as a socket may send at once."""
    for number, length in enumerate((0, 16), 1):
        yield Case(f"9.7.{number}", [frame(b"*" * length)] * 2, [(MALFORMED, b"")] * 2)
    for number, length in enumerate((64, 256, 1024, 4096), 3):
        nonces = [f"m{count}" for count in range(90)]
        sends = [frame(command(length, nonce)) for nonce in nonces]
        yield Case(f"9.7.{number}", sends, [(REFUSED, nonce.encode()) for nonce in nonces])
    for number, length in enumerate((0, 16, 64, 256, 1024, 4096), 1):
        yield Case(f"9.8.{number}", [frame(b"\xfe" * length, WHOLE | BINARY)], [], UNSUPPORTED)
    yield Case("10.1.1", [b"".join(fragments(b"*" * 65_536, 1300))], [(TOO_LONG_SAID, b"")], TOO_LONG)


def raw(head: int, length: bytes, payload: bytes = b"") -> bytes:
    """A frame, masked with zeros, whose length is given as bytes."""
    return bytes((head,)) + length + bytes(4) + payload


def beyond() -> Iterator[Case]:
    """What Autobahn does not ask, but the RFC does, or our limits."""
    text, head = command(), WHOLE | TEXT
    yield Case("not masked", [frame(text, masked=False)], [], PROTOCOL_ERROR)
    yield Case("length of 2 bytes, not minimal", [raw(head, b"\xfe\x00\x15", text)], [], PROTOCOL_ERROR)
    yield Case(
        "length of 8 bytes, not minimal", [raw(head, b"\xff" + bytes(6) + b"\x01\x00")], [], PROTOCOL_ERROR
    )
    yield Case("a length above 63 bits", [raw(head, b"\xff\x80" + bytes(7))], [], PROTOCOL_ERROR)
    yield Case("the longest length", [raw(head, b"\xff\x7f" + b"\xff" * 7)], [(TOO_LONG_SAID, b"")], TOO_LONG)
    yield Case("a close in fragments", [frame(b"", CLOSE)], [], PROTOCOL_ERROR)
    yield Case("binary within text", [SPLIT[0] + frame(b"", WHOLE | BINARY)], [], PROTOCOL_ERROR)
    yield Case("as many fragments as may be", fragments(command(64), 1), [ANSWER])
    yield Case("a fragment too many", fragments(command(65), 1), [(TOO_LONG_SAID, b"")], TOO_LONG)
    for code in (1012, 1013, 1014):
        yield Case(f"close with {code}", [close(code)], [], code)
    yield Case("close with 1015", [close(1015)], [], PROTOCOL_ERROR)
    yield Case("a reason cut within a character", [close(NORMAL, GREEK[:1])], [], BAD_TEXT)


CATEGORIES = (framing, pings, reserved, fragmentation, unicode, closing, limits, many_messages, beyond)
CASES = [case for category in CATEGORIES for case in category()]
