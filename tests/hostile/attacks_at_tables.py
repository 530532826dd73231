"""Attacks by those who come to tables, or only try to, each with the most that the server may do for it."""

from collections.abc import AsyncIterator
from itertools import chain, cycle, islice

from tests.hostile.neighbours import (
    FRAME,
    REQUEST,
    VISIT,
    Attack,
    Bounds,
    Ground,
    asked,
    closed,
    in_portions,
)
from tests.hostile.raw_connections import PING, WHOLE, Guest, frame

# Names, codes and new tables ----------------------------------------------------------------------------


async def renames(ground: Ground) -> AsyncIterator[None]:
    guests = await ground.guests()
    for guest in guests:
        for _ in range(2):
            await closed(await ground.seat(guest, await ground.table(guest)))
    yield
    names = [{"name": f"Name {number}"} for number in range(20)]
    calls = (ground.ask(guest, "PUT", "/api/me/name", name) for name in names for guest in guests)
    async for _ in in_portions(calls, 20):
        yield


async def guessed_tables(ground: Ground) -> AsyncIterator[None]:
    """Codes that do not exist, with and without a WebSocket."""
    guests, wrong = await ground.guests(), [f"BCDF{a}{b}" for a in "GHJKLMNPQR" for b in "STVWXZ"]
    yield
    paths = (f"/api/tables/{code}" for code in wrong * 3)
    calls = (ground.ask(guest, "GET", path) for guest, path in zip(cycle(guests), paths, strict=False))
    sockets = (ground.socket(guest, code) for guest, code in zip(cycle(guests), wrong, strict=False))
    async for _ in in_portions(chain(calls, sockets), 24):
        yield


async def full_lobby(ground: Ground) -> AsyncIterator[None]:
    """Open tables of identities that cost nothing."""
    body = {"options": {"game": "sixto", "open": True}}
    guests = islice(cycle(await ground.guests(20)), 300)
    yield
    async for _ in in_portions((ground.ask(guest, "POST", "/api/tables", body) for guest in guests), 30):
        yield
    async for _ in in_portions((ground.ask(ground.nobody, "GET", "/api/tables") for _ in range(20)), 10):
        yield


# Coming, going and staying ------------------------------------------------------------------------------


async def many_sockets(ground: Ground) -> AsyncIterator[None]:
    guests = await ground.guests(40)
    codes = [await ground.table(guest) for guest in guests]
    yield
    pairs = islice(cycle(zip(guests, codes, strict=True)), 500)
    async for _ in in_portions((ground.socket(*pair) for pair in pairs), 50):
        yield


async def deaf_readers(ground: Ground) -> AsyncIterator[None]:
    """Many who ask for a lot and read nothing of it."""
    guests = await ground.guests()
    code = await ground.table(guests[0])
    speaker = await ground.seat(guests[0], code)
    deaf = [await ground.socket(guest, code) for guest in guests[1:] for _ in range(5)]
    for line in deaf:
        line.read_no_more()
    yield
    for portion in range(10):
        for line in deaf:
            line.write(frame(b"a" * 125, WHOLE | PING) * 9)
        await asked(speaker, "react", f"x-{portion}", reaction="wow")
        yield
    await closed(speaker)


async def reconnects(ground: Ground) -> AsyncIterator[None]:
    """Come to a table and drop the connection, again and again."""
    guests = await ground.guests()
    codes = [await ground.table(guest) for guest in guests]
    yield

    async def come_and_drop(guest: Guest, code: str) -> None:
        line = await ground.socket(guest, code)
        line.drop()
        await line.ended()

    pairs = islice(cycle(zip(guests, codes, strict=True)), 200)
    async for _ in in_portions((come_and_drop(*pair) for pair in pairs), 20):
        yield


async def flapping_watchers(ground: Ground) -> AsyncIterator[None]:
    """Come and go at a table where many watch, who are all told."""
    guests = await ground.guests()
    code = await ground.table(guests[0])
    for guest in guests[:8]:
        for _ in range(10):
            await ground.socket(guest, code)
    yield
    for _ in range(10):
        lines = [await ground.socket(guest, code) for guest in guests[8:] * 3]
        yield
        await closed(*lines)


async def many_tabs(ground: Ground) -> AsyncIterator[None]:
    """More sockets of one player at one table than anybody has."""
    guest = await ground.guest()
    code = await ground.table(guest)
    yield
    async for _ in in_portions((ground.socket(guest, code) for _ in range(100)), 10):
        yield


async def crowd(ground: Ground) -> AsyncIterator[None]:
    """Everybody watches the table of the victim."""
    pairs = [(guest, ground.victims_table) for guest in await ground.guests(15) for _ in range(15)]
    yield
    async for _ in in_portions((ground.socket(*pair) for pair in pairs), 25):
        yield


TOLD = 2 * 100
"""Bytes a second to each socket at a table about who comes and goes."""

# fmt: off
ATTACKS_AT_TABLES = (
    # 5 for each of 10 players, at 2 tables, then one a minute
    Attack(renames, Bounds(200 * REQUEST, rows=100, rows_a_second=1, descriptors=20)),
    Attack(guessed_tables, Bounds(240 * 2500, descriptors=24), beside=True),
    Attack(full_lobby, Bounds(320 * REQUEST, rows=48, rows_a_second=1, descriptors=30)),  # 24 tables
    Attack(many_sockets, Bounds(500 * VISIT, sent=1 << 20, descriptors=400)),
    Attack(deaf_readers, Bounds(45 * 90 * FRAME + 10 * 50 * FRAME, rows=10)),
    Attack(reconnects, Bounds(200 * VISIT, descriptors=20)),
    Attack(flapping_watchers, Bounds(60 * VISIT, sent_a_second=90 * TOLD, calls_a_second=90 * 2 * 10)),
    Attack(many_tabs, Bounds(100 * VISIT, descriptors=20)),
    Attack(crowd, Bounds(225 * VISIT + 10 * 200 * 10, sent=1 << 20, sent_a_second=200 * TOLD,
                         calls_a_second=200 * 2 * 10, descriptors=200)),
)
# fmt: on
