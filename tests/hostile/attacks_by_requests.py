"""Attacks through HTTP, each with the most that the server may do for it."""

import gzip
from collections.abc import AsyncIterator, Iterable
from itertools import cycle, islice

from tests.hostile.neighbours import REQUEST, Attack, Bounds, Ground, in_portions
from tests.hostile.raw_connections import Guest

MANY = 150
"""Requests of a flood; the long form repeats it."""


async def answers_to(ground: Ground, data: bytes) -> None:
    """Send bytes on a connection of their own, and wait until the server has answered or closed."""
    await ground.line().open(ground.port, data)


async def repeated(ground: Ground, guests: Iterable[Guest], method: str, path: str) -> AsyncIterator[None]:
    """The same request again and again, by these in turn."""
    yield
    calls = (ground.ask(guest, method, path) for guest in islice(cycle(guests), MANY))
    async for _ in in_portions(calls, 15):
        yield


# Requests that are never complete -----------------------------------------------------------------------


async def left_open(ground: Ground, data: bytes, count: int = 100) -> AsyncIterator[None]:
    """Connections that say so much and no more."""
    yield
    for number in range(count):
        line = ground.line()
        await line.connect(ground.port)
        line.write(data)
        if number % 10 == 9:
            yield


async def silent_connections(ground: Ground) -> AsyncIterator[None]:
    async for _ in left_open(ground, b""):
        yield


async def slow_headers(ground: Ground) -> AsyncIterator[None]:
    async for _ in left_open(ground, b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"):
        yield


async def slow_bodies(ground: Ground) -> AsyncIterator[None]:
    guest = await ground.guest()
    async for _ in left_open(ground, guest.request("/api/tables", "POST", b"{" * 1000)[:-999]):
        yield


async def half_handshakes(ground: Ground) -> AsyncIterator[None]:
    """WebSockets asked for and then not used."""
    guest = await ground.guest()
    code = await ground.table(guest)
    async for _ in left_open(ground, guest.upgrade(code)[:-2]):
        yield


# Requests that are odd ----------------------------------------------------------------------------------


async def many_headers(ground: Ground) -> AsyncIterator[None]:
    data = ground.nobody.request("/api/levels", more="".join(f"X-{n}: {n}\r\n" for n in range(3000)))
    yield
    async for _ in in_portions((answers_to(ground, data) for _ in range(50)), 10):
        yield


async def many_cookies(ground: Ground) -> AsyncIterator[None]:
    data = ground.nobody.request("/api/me/devices", more=f"Cookie: {'a;' * 4000}\r\n")
    yield
    async for _ in in_portions((answers_to(ground, data) for _ in range(50)), 10):
        yield


async def pipelined_requests(ground: Ground) -> AsyncIterator[None]:
    """A thousand requests, sent at once."""
    data, last = ground.nobody.request("/api/levels"), "Connection: close\r\n"
    yield
    for _ in range(5):
        line = ground.line()
        await line.open(ground.port, data * 199 + ground.nobody.request("/api/levels", more=last))
        yield
        await line.ended()


async def expected_continues(ground: Ground) -> AsyncIterator[None]:
    guest = await ground.guest()
    head = guest.request("/api/tables", "POST", b"{}", "Expect: 100-continue\r\n")[:-2]
    yield
    async for _ in in_portions((answers_to(ground, head) for _ in range(100)), 10):
        yield


async def compressed_bodies(ground: Ground) -> AsyncIterator[None]:
    """Ten megabytes in ten kilobytes."""
    guest, bomb = await ground.guest(), gzip.compress(bytes(10_000_000))
    data = guest.request("/api/tables", "POST", bomb, "Content-Encoding: gzip\r\n")
    yield
    async for _ in in_portions((answers_to(ground, data) for _ in range(30)), 5):
        yield


async def endless_bodies(ground: Ground) -> AsyncIterator[None]:
    guest = await ground.guest()
    head = guest.request("/api/tables", "POST", more="Transfer-Encoding: chunked\r\n")
    data = head + (b"400\r\n" + b" " * 1024 + b"\r\n") * 1000
    yield
    async for _ in in_portions((answers_to(ground, data) for _ in range(20)), 5):
        yield


async def tiny_chunks(ground: Ground) -> AsyncIterator[None]:
    """A short body in chunks of one byte each, and then still more of them."""
    guest = await ground.guest()
    head = guest.request("/api/tables", "POST", more="Transfer-Encoding: chunked\r\n")
    data = head + b"1\r\n \r\n" * 40_000
    yield
    async for _ in in_portions((answers_to(ground, data) for _ in range(10)), 5):
        yield


async def bodies_for_nobody(ground: Ground) -> AsyncIterator[None]:
    """Long ones where none is read: of a page, and of a host that is none."""
    page = ground.nobody.request("/healthz", more="Content-Length: 1000000\r\n") + bytes(1_000_000)
    head = ground.nobody.request("/healthz", more="Transfer-Encoding: chunked\r\n")
    nowhere = head.replace(b"Host: ", b"Host: /") + b"1\r\n \r\n" * 40_000
    yield
    async for _ in in_portions((answers_to(ground, data) for data in (page, nowhere) * 10), 5):
        yield


async def deep_bodies(ground: Ground) -> AsyncIterator[None]:
    guest = await ground.guest()
    data = guest.request("/api/tables", "POST", b'{"options":' * 1400)
    yield
    async for _ in in_portions((answers_to(ground, data) for _ in range(100)), 10):
        yield


# Requests that are many ---------------------------------------------------------------------------------


async def new_guests(ground: Ground) -> AsyncIterator[None]:
    async for _ in repeated(ground, [ground.nobody], "GET", "/api/me"):
        yield


async def refused_requests(ground: Ground) -> AsyncIterator[None]:
    """Go on through many connections when all requests of the address are used up."""
    data = ground.nobody.request("/api/levels")
    yield
    for number in range(100):
        line = ground.line()
        await line.connect(ground.port)
        line.write(data * 200)
        if number % 10 == 9:
            yield
    for _ in range(40):  # meanwhile the server could go through all of it
        yield


async def who_am_i(ground: Ground) -> AsyncIterator[None]:
    """By identities that have many tables."""
    guests = await ground.guests()
    for guest in guests:
        for _ in range(5):
            await ground.table(guest)
    async for _ in repeated(ground, guests, "GET", "/api/me"):
        yield


async def lobby_polls(ground: Ground) -> AsyncIterator[None]:
    guests = await ground.guests()
    for guest in guests:
        for _ in range(2):
            await ground.table(guest, open=True)
    async for _ in repeated(ground, guests, "GET", "/api/tables"):
        yield


async def new_tables(ground: Ground) -> AsyncIterator[None]:
    guests, body = await ground.guests(), {"options": {"game": "sixem"}}
    yield
    calls = (ground.ask(guest, "POST", "/api/tables", body) for guest in islice(cycle(guests), MANY))
    async for _ in in_portions(calls, 15):
        yield


async def new_carry_codes(ground: Ground) -> AsyncIterator[None]:
    async for _ in repeated(ground, await ground.guests(), "POST", "/api/me/code"):
        yield


async def guessed_carry_codes(ground: Ground) -> AsyncIterator[None]:
    guests = await ground.guests()
    yield
    codes = ({"code": f"BCDF-GHJK-{number:04}"} for number in range(200))
    calls = (
        ground.ask(guest, "POST", "/api/me/carry", code)
        for guest, code in zip(cycle(guests), codes, strict=False)
    )
    async for _ in in_portions(calls, 20):
        yield


async def records(ground: Ground) -> AsyncIterator[None]:
    """Downloads of records, of which there are none yet."""
    guests = await ground.guests()
    path = f"/api/tables/{await ground.table(guests[0])}/record"
    async for _ in repeated(ground, guests, "GET", path):
        yield


async def pages(ground: Ground) -> AsyncIterator[None]:
    async for _ in repeated(ground, [ground.nobody], "GET", "/table/BCDFGH"):
        yield


async def metrics(ground: Ground) -> AsyncIterator[None]:
    async for _ in repeated(ground, [ground.nobody], "GET", "/metrics"):
        yield


PART = 30
"""Calls for 2 KB of a body: so much is parsed at a time."""
CHUNK = 16
"""Calls for a chunk of a body, of which at most 512 are handled at a time."""
FLOOD = Bounds(MANY * REQUEST, descriptors=15)

# fmt: off
ATTACKS_BY_REQUESTS = (
    Attack(silent_connections, Bounds(100 * 200, descriptors=100)),
    Attack(slow_headers, Bounds(100 * 200, descriptors=100)),
    Attack(slow_bodies, Bounds(100 * REQUEST, descriptors=100)),
    Attack(half_handshakes, Bounds(100 * 200, descriptors=100)),
    Attack(many_headers, Bounds(50 * 800, descriptors=50)),  # no handler is called
    Attack(many_cookies, Bounds(50 * REQUEST, descriptors=50)),
    Attack(pipelined_requests, Bounds(1000 * 500, sent=1 << 20)),
    Attack(expected_continues, Bounds(100 * REQUEST, descriptors=100)),
    Attack(compressed_bodies, Bounds(30 * REQUEST, descriptors=30)),
    Attack(endless_bodies, Bounds(20 * (REQUEST + 16 * PART), descriptors=20)),
    Attack(tiny_chunks, Bounds(10 * (REQUEST + 1024 * CHUNK), longest=512 * CHUNK, descriptors=10)),
    # all that comes before the request is handled, and then nothing
    Attack(bodies_for_nobody, Bounds(20 * (REQUEST + 512 * CHUNK), longest=512 * CHUNK, descriptors=20)),
    Attack(deep_bodies, Bounds(100 * REQUEST, descriptors=100)),
    Attack(new_guests, FLOOD._replace(calls=MANY * 2500, rows=2 * MANY)),
    # 2,000 are answered, then 200 a second, and each connection is refused once a second
    Attack(refused_requests, Bounds(2100 * 500, sent=2 << 20, sent_a_second=1 << 19,
                                    calls_a_second=300 * 500, descriptors=100)),
    Attack(who_am_i, FLOOD),
    Attack(lobby_polls, FLOOD._replace(calls=MANY * 800, sent=4 << 20)),  # it is read once a second
    # 12 for each of 10 players, then two a minute
    Attack(new_tables, FLOOD._replace(calls=MANY * 3000, rows=240, rows_a_second=1)),
    Attack(new_carry_codes, FLOOD._replace(rows=10)),
    Attack(guessed_carry_codes, Bounds(200 * REQUEST, descriptors=20)),
    Attack(records, FLOOD),
    Attack(pages, FLOOD._replace(sent=MANY * 4000)),
    Attack(metrics, FLOOD._replace(sent=MANY * 2000)),
)
# fmt: on
