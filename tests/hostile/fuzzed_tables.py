"""Tables at which several visitors send anything; after that, each game must go on to its end."""

import asyncio
import json
import random
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

import aiohttp

from sixes.client import AtTable, Refused
from sixes.client.playing import act
from sixes.play import commands
from sixes.play.sixem.match import SixemMatch
from sixes.play.table import GATHERING, OVER, PLAYING
from sixes.play.verify import verify_dice
from sixes.records import parse, replay
from tests.hostile.raw_connections import Guest, new_address
from tests.hostile.visitors import AT_ONCE, Tally, Visitor, same
from tests.server.clients import level, visit

STUCK = 1500
"""Looks in a row at which nothing has happened, after which a table does not go on."""
LOOK_AGAIN = 0.2
"""Seconds: nothing tells that a 3-2-1 is over."""


class Target(NamedTuple):
    """The server, and where results are counted."""

    url: str
    port: int
    tally: Tally
    whole: bool
    """Games are played to their end; otherwise Sixem, which takes its time, only for a round more."""


async def new_guest(url: str, port: int) -> Guest:
    address = new_address()
    answer = await visit(url, "/api/me", X_Forwarded_For=address)
    return Guest(port, f"sixes={answer.secret}", address, answer.body["player"])


async def new_table(url: str, guest: Guest, options: dict[str, Any], levels: list[str]) -> str:
    body = json.dumps({"options": options, "bots": levels}).encode()
    secret = guest.cookie.removeprefix("sixes=")
    answer = await visit(url, "/api/tables", "POST", secret, body, X_Forwarded_For=guest.address)
    assert answer.status == 201, answer.text
    return str(answer.body["code"])


def agreed(chance: random.Random, game: str, seats: int) -> dict[str, Any]:
    """Any settings a table can have."""
    return {
        "game": game,
        "seats": seats,
        "open": chance.random() < 0.3,
        "spectators": chance.random() < 0.8,
        "timer": chance.choice((None, 0, 1, 5)),
        "throw_time": chance.choice((200, 300)),
        "auto_stop": chance.random() < 0.3,
        "fair_stop": chance.random() < 0.5,
        "sweet": chance.random() < 0.5,
    }


async def fuzz_table(target: Target, game: str, seed: int, messages: int) -> None:
    """Send so many messages at a new table, from seated players and spectators; then play the game on."""
    chance = random.Random(seed)
    people, levels = chance.randint(2, 4), chance.randint(0, 2)
    guests = [await new_guest(target.url, target.port) for _ in range(people + 1)]
    options = agreed(chance, game, people + levels)
    code = await new_table(target.url, guests[0], options, ["nearest"] * levels)
    nonces: list[str] = []
    tally = target.tally
    chances = [random.Random(chance.random()) for _ in guests]
    visitors = [Visitor(guest, code, own, tally, nonces) for guest, own in zip(guests, chances, strict=True)]
    each = messages * 4 // (4 * people + 1)  # who only watches sends less
    shares = [each] * people + [each // 4]
    await asyncio.gather(*map(keep_visiting, [target] * len(visitors), visitors, shares))
    for visitor in visitors:
        if not await same(visitor, Visitor(visitor.guest, code, chance, tally, nonces)):
            tally.found(f"two see {code} differently")
    await PlayingOn(target, code, guests).run()


async def keep_visiting(target: Target, visitor: Visitor, messages: int) -> None:
    left = messages
    while left > 0:
        before = target.tally.sent
        most = visitor.chance.choice((5, 30, AT_ONCE, AT_ONCE))
        await visitor.visit(min(most, left))
        left -= most
        if target.tally.sent == before:  # not let in, perhaps for good
            await asyncio.sleep(0.01)
        if visitor.chance.random() < 0.1:
            await rename(target, visitor)


async def rename(target: Target, visitor: Visitor) -> None:
    name = "".join(visitor.chance.choices("abc XYZ'<>&\"é漢🎲\N{RIGHT-TO-LEFT OVERRIDE}\0", k=8))
    guest, body = visitor.guest, json.dumps({"name": name}).encode()
    secret = guest.cookie.removeprefix("sixes=")
    answer = await visit(target.url, "/api/me/name", "PUT", secret, body, X_Forwarded_For=guest.address)
    if answer.status not in (200, 400):
        target.tally.found(f"a new name: {answer.status} {answer.text[:200]}")


class PlayingOn:
    """After that, those who are still seated play as people do, to the end, and the record is checked."""

    def __init__(self, target: Target, code: str, guests: list[Guest]) -> None:
        self._target = target
        self._code = code
        self._guests = guests

    async def run(self) -> None:
        tally, here = self._target.tally, list[AtTable | None]()
        try:
            async with AsyncExitStack() as stack:
                here = [await self._at(stack, guest) for guest in self._guests]
                tally.tables[await self._play_on(here)] += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, the table cannot be played on
            seen = next((at.table.snapshot() for at in here if at), None)
            tally.found(f"{self._code} cannot be played on: {error!r} {seen}")

    async def _at(self, stack: AsyncExitStack, guest: Guest) -> AtTable | None:
        headers = {"X-Forwarded-For": guest.address, "Cookie": guest.cookie}
        session = aiohttp.ClientSession(headers=headers, cookie_jar=aiohttp.DummyCookieJar())
        await stack.enter_async_context(session)
        try:
            address = f"{self._target.url}/api/tables/{self._code}/socket"
            return await stack.enter_async_context(AtTable(session, address))
        except Refused:
            return None

    async def _play_on(self, coming: list[AtTable | None]) -> str:
        here = [at for at in coming if at]
        if here and here[0].table.phase == GATHERING:
            await self._start(here)
        seated = [at for at in here if at.seat is not None]
        if not seated:
            return "left to bots"
        await asyncio.gather(*(self._play(at) for at in seated))
        phase = seated[0].table.phase
        if phase != OVER:
            return f"played on: {phase}"
        path = f"/api/tables/{self._code}/record"
        answer = await visit(self._target.url, path, X_Forwarded_For=new_address())
        assert verify_dice(replay(parse(answer.text.encode()))) > 0
        return "played to the end, record checked"

    async def _start(self, here: list[AtTable]) -> None:
        host = next(at for at in here if at.player == here[0].table.host)
        for at in here:
            if None in host.table.seats and at.seat is None:
                await try_to_ask(at, commands.Sit, add="00" * 16)
        for seat, sitting in enumerate(host.table.seats):
            if sitting is None:
                await try_to_ask(host, commands.AddBot, seat=seat, level="nearest")
        await host.ask(commands.Start)

    async def _play(self, at: AtTable) -> None:
        game = at.table.options.game
        choose, rounds, looks = level("nearest", game), 0, 0
        until = 0 if self._target.whole or game == "sixto" else played(at) + 1
        while at.table.phase in (GATHERING, PLAYING) and not (until and rounds >= until):
            seat = at.table.seats[at.seat] if at.seat is not None else None
            if seat is None:
                return
            if at.table.phase == PLAYING and seat.bot:
                await try_to_ask(at, commands.Back)
            moved = await act(at, choose) or await happens(at)
            looks = 0 if moved else looks + 1
            assert looks < STUCK, "nothing happens any more"
            rounds = played(at)


async def happens(at: AtTable) -> bool:
    """Whether an event comes within a moment."""
    try:
        await asyncio.wait_for(anext(at), LOOK_AGAIN)
    except TimeoutError:
        return False
    return True


def played(at: AtTable) -> int:
    return at.table.match.number if isinstance(at.table.match, SixemMatch) else 0


async def try_to_ask(at: AtTable, kind: type[commands.Command], **values: Any) -> bool:
    """Ask, and do not mind being refused: others may have been quicker."""
    try:
        await at.ask(kind, **values)
    except Refused:
        return False
    return True
