"""Clients of a running server: plain requests, guests, players at a table, and a socket used by hand."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import aiohttp
from yarl import URL

from sixes import bots
from sixes.bots.referee import Choose
from sixes.client import AtTable, Client
from sixes.client.playing import act, play
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.play.sixem.match import SixemMatch
from sixes.play.verify import verify_dice
from sixes.records import parse, replay
from sixes.rules.spinner import Pattern
from tests.server.serving import Server

ADD = "00" * 16
"""What a device adds to the dice, where a test does not care."""


class Answer(NamedTuple):
    """What came back from a request."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def body(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str:
        """Of a refusal; its sentence must be there, too."""
        assert set(self.body) == {"code", "message"}
        return str(self.body["code"])

    @property
    def secret(self) -> str:
        """In the cookie that was set."""
        return self.headers["Set-Cookie"].partition(";")[0].removeprefix("sixes=")


async def visit(
    url: str, path: str, method: str = "GET", secret: str = "", data: bytes | None = None, **headers: str
) -> Answer:
    """One request by hand; in the names of headers, _ stands for -."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if secret:
        sent["Cookie"] = f"sixes={secret}"
    jar, address = aiohttp.DummyCookieJar(), URL(url + path, encoded=True)
    async with (
        aiohttp.ClientSession(cookie_jar=jar) as session,
        session.request(method, address, data=data, headers=sent, allow_redirects=False) as response,
    ):
        return Answer(response.status, response.headers, await response.text())


@asynccontextmanager
async def guests(url: str, count: int) -> AsyncIterator[list[Client]]:
    async with AsyncExitStack() as visits:
        yield [await visits.enter_async_context(Client(url)) for _ in range(count)]


@asynccontextmanager
async def seated(
    url: str, count: int, options: Options, levels: Sequence[str] = ()
) -> AsyncIterator[tuple[list[Client], list[AtTable]]]:
    """So many people on the first seats of a new table; the first of them is the host."""
    async with guests(url, count) as people, AsyncExitStack() as visits:
        code = await people[0].make_table(options, levels)
        tables = [await visits.enter_async_context(person.at(code)) for person in people]
        for table in tables:
            await table.sit()
        yield people, tables


def level(name: str, game: str, seed: int = 1) -> Choose:
    choose: Choose = bots.make(name, game, seed).choose
    return choose


async def play_out(*tables: AtTable) -> None:
    """Everybody plays their seat to the end of the game."""
    game = tables[0].table.options.game
    await asyncio.gather(*(play(table, level("nearest", game)) for table in tables))


async def until(table: AtTable, kind: type[events.Event]) -> Any:
    """The next event of this kind that somebody at a table receives."""
    async for event in table:
        if isinstance(event, kind):
            return event
    raise AssertionError(f"{kind.__name__} never came")


async def pattern_of(table: AtTable) -> Pattern:
    """Play Sixem until its pattern is known."""
    while True:
        match = table.table.match
        assert isinstance(match, SixemMatch)
        if match.spun >= 0:
            return match.state.pattern
        if not await act(table, level("nearest", "sixem")):
            await anext(table)


async def checked_record(client: Client, code: str) -> dict[str, Any]:
    """The record of a finished game, replayed, with every die recomputed."""
    record = await client.record(code)
    assert verify_dice(replay(parse(json.dumps(record).encode()))) > 0
    return record


class Wire:
    """A socket at a table, used by hand."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        """All messages so far."""

    async def say(self, message: Mapping[str, Any] | str | bytes) -> None:
        if isinstance(message, bytes):
            await self.socket.send_bytes(message)
        else:
            await self.socket.send_str(message if isinstance(message, str) else json.dumps(message))

    async def ask(self, kind: str, nonce: str, **values: Any) -> dict[str, Any]:
        """Send a message, and wait for the first answer to it."""
        await self.say({"t": kind, "n": nonce} | values)
        return await self.receive(n=nonce)

    async def receive(self, **wanted: Any) -> dict[str, Any]:
        """The next message that has these fields."""
        while True:
            frame = await self.socket.receive()
            assert frame.type is aiohttp.WSMsgType.TEXT, f"closed with {self.socket.close_code}: {wanted}"
            message: dict[str, Any] = json.loads(frame.data)
            self.received.append(message)
            if wanted.items() <= message.items():
                return message

    async def close_code(self) -> int | None:
        """Listen until the server closes."""
        async for message in self.socket:
            self.received.append(json.loads(message.data))
        return self.socket.close_code

    @property
    def versions(self) -> list[int]:
        """Of the events, in the order in which they came."""
        return [message["v"] for message in self.received if "v" in message and message["t"] != "welcome"]

    @property
    def last(self) -> dict[str, Any]:
        return self.received[-1]


@asynccontextmanager
async def wire(client: Client, url: str, code: str, since: int = 0, boot: str = "") -> AsyncIterator[Wire]:
    """A socket of somebody at a table; its first message is received already."""
    address = f"{url}/api/tables/{code}/socket?since={since}&boot={boot}"
    async with client.session.ws_connect(address, max_msg_size=0) as socket:
        opened = Wire(socket)
        await opened.receive()
        yield opened


Mischief = Callable[[Client, str], Awaitable[None]]
"""What a visitor does at the table with this code."""


async def beside_a_game(server: Server, mischief: Mischief) -> None:
    """Whatever a visitor does, those who play at the table play on, and nothing of their game is lost."""
    async with (
        seated(server.url, 1, Options("sixto", seats=3), ["nearest", "random"]) as ((ada,), (hers,)),
        guests(server.url, 2) as (mallory, quiet),
        wire(quiet, server.url, hers.table.code) as watching,
    ):
        await hers.ask(commands.Start)
        await asyncio.gather(play_out(hers), mischief(mallory, hers.table.code))
        last = await hers.ask(commands.React, reaction="bravo")
        await watching.receive(v=last.v)
        assert watching.versions == list(range(watching.received[0]["v"] + 1, last.v + 1))
        presences = [message for message in watching.received if message["t"] == "here"]
        assert presences
        assert all(len(presence["seats"]) == 1 for presence in presences)
        await checked_record(ada, hers.table.code)
