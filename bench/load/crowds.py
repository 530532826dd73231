"""Simulated players: tables of four with the dice fixed, so that everybody may cross and uncross."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from typing import NamedTuple

import aiohttp

from bench.load.lines import Line, message

SEATS = 4
AT_ONCE = 20
"""Tables that are made at the same time."""


class Guest(NamedTuple):
    cookie: str
    address: str
    """Everybody seems to come from a place of their own: the server limits what one address may send."""

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": self.cookie, "X-Forwarded-For": self.address}


class Door(NamedTuple):
    """A table that is made, and who is to come."""

    path: str
    guests: list[Guest]


class Seated:
    """A table at which all sit, and its endless moves: crosses and uncrosses, one seat after the other."""

    def __init__(self, lines: list[Line], boxes: list[str]) -> None:
        self.lines = lines
        crosses = [(line, message("cross", turn=1, box=box)) for line, box in zip(lines, boxes, strict=True)]
        uncrosses = [(line, text.replace(b"cross", b"uncross")) for line, text in crosses]
        self.decide_move = 0
        self._moves = cycle(crosses + uncrosses)

    def move(self, answer: Callable[[bytes], object]) -> None:
        line, asked = next(self._moves)
        self.decide_move += 1
        line.send(asked, answer)

    async def move_calmly(self) -> None:
        """A move with which nothing is measured."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.move(answer.set_result)
        await answer

    def leave(self) -> None:
        for line in self.lines:
            line.close()


Sit = Callable[[int, Door], Awaitable[Seated]]


async def doors(port: int, tables: int, seats: int = SEATS, first: int = 0) -> list[Door]:
    """Guests come to our server and make tables; `first` is the number of the first guest."""
    connector = aiohttp.TCPConnector(limit=AT_ONCE)
    jar = aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(
        f"http://127.0.0.1:{port}", connector=connector, cookie_jar=jar
    ) as session:
        numbers = (first + seats * table for table in range(tables))
        return await asyncio.gather(*(_door(session, seats, number) for number in numbers))


async def _door(session: aiohttp.ClientSession, seats: int, number: int) -> Door:
    guests = [await _guest(session, number + seat) for seat in range(seats)]
    game = {"options": {"game": "sixto", "seats": seats}}
    async with session.post("/api/tables", json=game, headers=guests[0].headers) as response:
        response.raise_for_status()
        code = (await response.json())["code"]
    return Door(f"/api/tables/{code}/socket", guests)


async def _guest(session: aiohttp.ClientSession, number: int) -> Guest:
    address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    async with session.get("/api/me", headers={"X-Forwarded-For": address}) as response:
        response.raise_for_status()
        return Guest(response.headers["Set-Cookie"].partition(";")[0], address)


async def sit(port: int, door: Door) -> Seated:
    return await sit_at((port,), door)


async def sit_at(ports: Sequence[int], door: Door) -> Seated:
    """All come, each to the next of some nodes, sit down, start, and the first keeps a roll."""
    lines: dict[str, Line] = {}
    for guest, port in zip(door.guests, cycle(ports), strict=False):
        line = Line(door.path, f"127.0.0.1:{port}", guest.headers)
        lines[(await line.connect(port))["player"]] = line
    for line in lines.values():
        await line.ask("sit", add=secrets.token_hex(16))
    started = await next(iter(lines.values())).ask("start")
    order = [lines[seat["player"]] for seat in started["seats"]]
    rolled = await order[0].ask("roll", turn=1)
    await order[0].ask("keep", turn=1)
    return Seated(order, [next(iter(legal)) for legal in rolled["legal"]])


async def sit_anywhere(port: int, door: Door) -> Seated:
    """Four come to a peer, which has no rules."""
    lines = [Line(door.path, f"127.0.0.1:{port}", {}) for _ in range(SEATS)]
    for line in lines:
        await line.connect(port)
    return Seated(lines, ["a1", "b2", "c3", "d4"])


async def seat_all(port: int, waiting: list[Door], sit: Sit) -> list[Seated]:
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(door: Door) -> Seated:
        async with turn:
            return await sit(port, door)

    return await asyncio.gather(*map(one, waiting))
