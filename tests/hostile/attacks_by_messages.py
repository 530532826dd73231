"""Floods of frames and commands, each with the most that the server may do for it."""

import asyncio
from collections.abc import AsyncIterator

from tests.hostile.neighbours import (
    COMMAND,
    FRAME,
    SKIPPED,
    VISIT,
    Attack,
    Bounds,
    Ground,
    asked,
    closed,
    command,
)
from tests.hostile.raw_connections import PING, TEXT, WHOLE, Guest, RawConnection, frame

SOCKETS = 5
"""Through which floods come at the same time."""


async def sockets_of_own(ground: Ground, count: int = SOCKETS) -> list[RawConnection]:
    """So many WebSockets, each of another identity at a table of its own."""
    guests = await ground.guests(count)
    return [await ground.socket(guest, await ground.table(guest)) for guest in guests]


async def flooded(ground: Ground, portion: bytes, portions: int = 10) -> AsyncIterator[None]:
    """The same bytes again and again, through several sockets at once."""
    lines = await sockets_of_own(ground)
    yield
    for _ in range(portions):
        for line in lines:
            line.write(portion)
        yield
    await closed(*lines)


async def crossing_table(ground: Ground) -> tuple[Guest, str, list[str]]:
    """A table for one player in whose first turn boxes can be crossed: its owner, its code, some boxes."""
    guest = await ground.guest()
    code = await ground.table(guest, seats=1)
    line = await ground.seat(guest, code)
    await asked(line, "start")
    rolled = await asked(line, "roll", turn=1)
    await asked(line, "keep", turn=1)
    await closed(line)
    return guest, code, list(rolled["legal"][0])


async def cross_and_uncross(line: RawConnection, boxes: list[str], times: int) -> None:
    for number in range(times):
        kind, box = ("cross", "uncross")[number % 2], boxes[number // 2 % len(boxes)]
        line.send(command(kind, f"c-{id(line)}-{number}", turn=1, box=box))


# Frames and messages ------------------------------------------------------------------------------------


async def empty_fragments(ground: Ground) -> AsyncIterator[None]:
    """A message that never ends, in frames without a byte."""
    lines = await sockets_of_own(ground)
    yield
    for line in lines:
        line.write(frame(b"", TEXT))
    for _ in range(10):
        for line in lines:
            line.write(frame(b"", 0) * 500)
        yield
    await closed(*lines)


async def pings(ground: Ground) -> AsyncIterator[None]:
    async for _ in flooded(ground, frame(b"", WHOLE | PING) * 500):
        yield


async def giant_frames(ground: Ground) -> AsyncIterator[None]:
    """The beginning of a message that would fill the memory."""
    guests = await ground.guests(3)
    codes = [await ground.table(guest) for guest in guests]
    yield
    for length in (5000, 1 << 20, (1 << 62) - 1):
        lines = [await ground.socket(*pair) for pair in zip(guests, codes, strict=True)]
        for line in lines:
            line.write(frame(b"a" * 4000, length=length))
            line.write(bytes(200_000))
        yield
        for line in lines:
            await line.ended()


async def byte_by_byte(ground: Ground) -> AsyncIterator[None]:
    """Long messages, one byte at a time."""
    lines = await sockets_of_own(ground)
    data = frame(command("react", "a" * 40, reaction="wow").replace(b"{", b"{" + b" " * 3900))
    yield
    for number in range(len(data)):
        for line in lines:
            line.write(data[number : number + 1])
        await asyncio.sleep(0)  # so that many are read one by one
        if number % 400 == 399:
            yield
    await closed(*lines)


async def malformed_messages(ground: Ground) -> AsyncIterator[None]:
    async for _ in flooded(ground, frame(b'{"t":"cross","n":') * 300):
        yield


async def deep_messages(ground: Ground) -> AsyncIterator[None]:
    async for _ in flooded(ground, frame(b'{"t":' * 800) * 50):
        yield


async def refused_messages(ground: Ground) -> AsyncIterator[None]:
    """Commands that are well formed and never allowed."""
    async for _ in flooded(ground, frame(command("cross", "same", turn=9, box="c7")) * 300):
        yield


# Commands -----------------------------------------------------------------------------------------------


async def old_nonces(ground: Ground) -> AsyncIterator[None]:
    """The first command of a long log, again and again."""
    guest, code, boxes = await crossing_table(ground)
    writers = [await ground.socket(guest, code) for _ in range(4)]
    for line in writers:
        await cross_and_uncross(line, boxes[:1], 69)
        await asked(line, "uncross", turn=1, box=boxes[0])
    first = f"c-{id(writers[0])}-0"
    again = command("cross", first, turn=1, box=boxes[0])
    yield
    for line in [await ground.socket(guest, code) for _ in range(5)]:
        for _ in range(2):
            line.write(frame(again) * 40)
            yield
        await closed(line)


async def half_crosses(ground: Ground) -> AsyncIterator[None]:
    """A log as long as one turn allows, which then has to be read at once."""
    guest, code, boxes = await crossing_table(ground)
    yield
    for _ in range(15):
        line = await ground.socket(guest, code)
        await cross_and_uncross(line, boxes, 98)
        yield
        await closed(line)
    await closed(await ground.socket(guest, code))


async def reactions(ground: Ground) -> AsyncIterator[None]:
    guests = await ground.guests(5)
    code = await ground.table(guests[0], seats=6)
    lines = [await ground.seat(guest, code) for guest in guests]
    yield
    for portion in range(10):
        for line in lines:
            for number in range(20):
                line.send(command("react", f"r-{portion}-{number}", reaction="wow"))
        yield
    await closed(*lines)


async def sit_and_leave(ground: Ground) -> AsyncIterator[None]:
    lines = await sockets_of_own(ground)
    yield
    for portion in range(10):
        for line in lines:
            for number in range(10):
                line.send(command("sit", f"s-{portion}-{number}", add="00" * 16))
                line.send(command("leave", f"l-{portion}-{number}"))
        yield
    await closed(*lines)


async def bots_come_and_go(ground: Ground) -> AsyncIterator[None]:
    lines = await sockets_of_own(ground)
    yield
    for portion in range(10):
        for line in lines:
            for number in range(10):
                line.send(command("bot", f"b-{portion}-{number}", seat=1, level="expert"))
                line.send(command("remove", f"r-{portion}-{number}", seat=1))
        yield
    await closed(*lines)


SPENT = SOCKETS * 1000 * SKIPPED + SOCKETS * VISIT
"""Calls for all frames that are skipped after the server closed the sockets of a flood, and for their end."""
FLOOD, FLOOD_A_SECOND = SOCKETS * 300 * FRAME + SPENT, SOCKETS * 40 * FRAME
"""Each socket may send 100 messages and 30 a second, and is refused 200 more and 10 a second."""

# fmt: off
ATTACKS_BY_MESSAGES = (
    Attack(empty_fragments, Bounds(SOCKETS * 64 * FRAME + SPENT)),  # of a message
    Attack(pings, Bounds(FLOOD, calls_a_second=FLOOD_A_SECOND)),
    Attack(giant_frames, Bounds(9 * (VISIT + 100 * SKIPPED))),  # nothing of the 200 KB is looked at
    # 200 reads that complete nothing
    Attack(byte_by_byte, Bounds(SOCKETS * 200 * FRAME + SPENT, calls_a_second=SOCKETS * 10 * FRAME)),
    Attack(malformed_messages, Bounds(SOCKETS * 3 * FRAME + SPENT)),
    Attack(deep_messages, Bounds(SOCKETS * 3 * FRAME + SPENT)),
    Attack(refused_messages, Bounds(FLOOD, calls_a_second=FLOOD_A_SECOND)),
    Attack(old_nonces, Bounds(400 * 1000 + 5 * VISIT)),  # one event is read for each
    Attack(half_crosses, Bounds(15 * 98 * COMMAND + 16 * VISIT, rows=400)),  # the allowance of the first turn
    # 10 for each of 5 sockets, then 3 a second
    Attack(reactions, Bounds(50 * COMMAND + 1000 * FRAME + SPENT, rows=50, rows_a_second=15)),
    # 100 messages of a socket, then 30 a second; one may sit in the end
    Attack(sit_and_leave, Bounds(1000 * COMMAND + SPENT, rows=SOCKETS * 101, rows_a_second=150)),
    Attack(bots_come_and_go, Bounds(1000 * COMMAND + SPENT, rows=500, rows_a_second=150)),
)
# fmt: on
