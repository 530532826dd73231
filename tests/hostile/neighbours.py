"""The expensive neighbour: somebody attacks a server with many identities at one address while others play.

An attack is an asynchronous generator. It prepares (identities, tables, seats) and yields; then it sends a
bounded amount of input, and yields after each portion: while the server is still busy with that, the victim
makes a move at a table of their own and must get its answer. Afterwards the work that the server did is
compared with the written bounds of the attack: function calls, the longest callback of the event loop,
events, rows, bytes and descriptors, never seconds.

A bound is arithmetic: how many frames, requests or connections the server may handle, times what one of them
costs when it comes alone. On a fast server each write of the attacker is a read of its own; on a slow one
many are read together, which costs less. So the machine's pace never decides. The costs are about half as
high again as what was counted; without the limit that an attack aims at, it goes beyond its bound. (Only
`byte_by_byte` does not on a slow machine, where few bytes are read one by one; `test_costs` has that limit.)
"""

import asyncio
import json
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp

from tests.hostile.fuzz import memory_of
from tests.hostile.measured_server import Counts
from tests.hostile.raw_connections import CLOSE, WHOLE, Guest, RawConnection, frame, new_address
from tests.hostile.victims import playing_victim
from tests.server.clients import visit
from tests.server.serving import Server

IDENTITIES = 10
"""Of an attacker, who has one address."""
TABLES = ("players", "secrets", "codes", "tables", "seated", "events")
"""In which rows are counted."""


UNASKED, MOVE = 1000, 500
"""Calls of the server by itself in a second, and for a move of the victim, in which all may take part."""
FILES = 30
"""Descriptors of the database, which threads open when they first read, and of connections just ended."""
FRAME, SKIPPED = 60, 15
"""Calls for a frame that is read alone and answered, and for a read or a frame after the server closed."""
COMMAND = 150
"""Calls for a command that is decided, stored and sent to a few sockets."""
REQUEST, VISIT = 2000, 2000
"""Calls for a request, whatever it asks for, and for a WebSocket from its handshake to its end."""


class Work(NamedTuple):
    """What a server did, or may do."""

    calls: float
    """Of functions, in all threads."""
    longest: float
    """Calls of the longest callback, during which nobody else is served."""
    rows: float
    """Of all tables of the database, events among them."""
    stored: float
    """Bytes by which the database grew."""
    sent: float
    """Bytes to the attacker."""
    memory: float
    """KB."""
    descriptors: float


class Bounds(NamedTuple):
    """The most that an attack may cause. What time refills is counted for each second that it took."""

    calls: int
    longest: int = 5000
    """About a millisecond: 32 frames of a socket, of up to 150 calls each."""
    rows: int = 0
    stored: int = 1 << 18
    sent: int = 1 << 18
    memory: int = 32_000
    descriptors: int = 0
    """Of connections that the attacker leaves open, or has open at the same time."""
    calls_a_second: int = 0
    rows_a_second: int = 0
    sent_a_second: int = 0

    def after(self, seconds: float, moves: int) -> Work:
        """So long an attack, during which the victim made so many moves."""
        calls = self.calls + self.calls_a_second * seconds + UNASKED * (1 + seconds) + MOVE * moves
        rows, sent = self.rows + self.rows_a_second * seconds, self.sent + self.sent_a_second * seconds
        descriptors = self.descriptors + FILES
        return Work(calls, self.longest, rows, self.stored, sent, self.memory, descriptors)


class Ground:
    """The server from the attacker's side: identities, requests and connections, all at one address."""

    def __init__(self, url: str, port: int, stack: AsyncExitStack, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.port = port
        self.address = new_address()
        self.victims_table = ""
        self._stack = stack
        self._session = session
        self._lines: list[RawConnection] = []
        self._answers = 0

    @property
    def sent(self) -> int:
        """Bytes that the server sent to the attacker."""
        return self._answers + sum(line.received for line in self._lines)

    @property
    def nobody(self) -> Guest:
        """Without a cookie."""
        return Guest(self.port, "", self.address, "")

    async def guest(self) -> Guest:
        answer = await visit(self.url, "/api/me", X_Forwarded_For=self.address)
        assert answer.status == 200, answer.text
        return Guest(self.port, f"sixes={answer.secret}", self.address, answer.body["player"])

    async def guests(self, count: int = IDENTITIES) -> list[Guest]:
        return [await self.guest() for _ in range(count)]

    async def ask(self, guest: Guest, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """One request; its status and what came back."""
        headers = {"X-Forwarded-For": guest.address, "Cookie": guest.cookie}
        data = None if body is None else json.dumps(body)
        async with self._session.request(method, self.url + path, data=data, headers=headers) as response:
            content = await response.read()
        self._answers += len(content)
        return response.status, content

    async def table(self, guest: Guest, bots: Iterable[str] = (), **options: Any) -> str:
        body = {"options": {"game": "sixto", **options}, "bots": list(bots)}
        status, content = await self.ask(guest, "POST", "/api/tables", body)
        assert status == 201, content
        return str(json.loads(content)["code"])

    def line(self) -> RawConnection:
        """A connection that is dropped after the attack."""
        opened = RawConnection()
        self._lines.append(opened)
        self._stack.callback(opened.drop)
        return opened

    async def socket(self, guest: Guest, code: str) -> RawConnection:
        """A WebSocket at a table; not open, if the server refused."""
        opened = self.line()
        await opened.open(guest.port, guest.upgrade(code))
        return opened

    async def seat(self, guest: Guest, code: str) -> RawConnection:
        """The same with a seat."""
        opened = await self.socket(guest, code)
        await asked(opened, "sit", add="00" * 16)
        return opened


async def asked(line: RawConnection, kind: str, nonce: str = "", **values: Any) -> dict[str, Any]:
    """Send a command, and wait for its answer; {} if the connection is closed instead."""
    nonce = nonce or f"a-{time.monotonic_ns()}"
    line.send(command(kind, nonce, **values))
    while data := await line.receive():
        answer: dict[str, Any] = json.loads(data)
        if answer.get("n") == nonce:
            return answer
    return {}


def command(kind: str, nonce: str, **values: Any) -> bytes:
    return json.dumps({"t": kind, "n": nonce} | values).encode()


async def closed(*lines: RawConnection) -> None:
    """Close connections properly, and wait until the server has read all that was sent, or closed first."""
    for line in lines:
        line.write(frame((1000).to_bytes(2), WHOLE | CLOSE))
    for line in lines:
        await line.ended()


async def in_portions(calls: Iterable[Coroutine[Any, Any, Any]], each: int) -> AsyncIterator[None]:
    """Make calls, so many at a time; the victim moves while each portion is under way."""
    waiting: list[asyncio.Task[Any]] = []
    for call in calls:
        waiting.append(asyncio.create_task(call))
        if len(waiting) == each:
            yield
            await asyncio.gather(*waiting)
            waiting.clear()
    yield
    await asyncio.gather(*waiting)


class Attack(NamedTuple):
    run: Callable[[Ground], AsyncIterator[None]]
    bounds: Bounds
    beside: bool = False
    """The victim is at the same address, as in a school."""

    @property
    def name(self) -> str:
        return self.run.__name__


@asynccontextmanager
async def new_ground(url: str, port: int) -> AsyncIterator[Ground]:
    jar, connector = aiohttp.DummyCookieJar(), aiohttp.TCPConnector(limit=0)
    async with (
        aiohttp.ClientSession(cookie_jar=jar, connector=connector) as session,
        AsyncExitStack() as stack,
    ):
        yield Ground(url, port, stack, session)


def size_of(database: Path, without: str) -> tuple[int, int]:
    """Rows of all tables, without the events of the table with this code, and bytes of the database."""
    log = 'SELECT count(*) FROM events JOIN tables ON id = "table" WHERE code = ?'
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as opened:
        (left_out,) = opened.execute(log, (without,)).fetchone()
        rows = sum(opened.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES)
        (pages,) = opened.execute("PRAGMA page_count").fetchone()
        (size,) = opened.execute("PRAGMA page_size").fetchone()
    return rows - left_out, pages * size


def descriptors_of(server: Server) -> int:
    """Open in the server; 0 where the system does not say."""
    folder = f"/proc/{server.process.pid}/fd"
    return len(os.listdir(folder)) if Path(folder).exists() else 0  # noqa: PTH208 - only how many


def measured(server: Server, counts: Counts, ground: Ground) -> Work:
    rows, size = size_of(server.data / "sixes.db", ground.victims_table)
    memory, open_now = memory_of(server), descriptors_of(server)
    return Work(counts.calls(), counts.take_longest(), rows, size, ground.sent, memory, open_now)


async def under_attack(attack: Attack, server: Server, counts: Counts) -> tuple[Work, Work]:
    """The work that an attack caused, and the most that it may cause; fails if the victim suffers."""
    async with new_ground(server.url, server.port) as ground, AsyncExitStack() as stack:
        address = ground.address if attack.beside else new_address()
        victim = await stack.enter_async_context(playing_victim(server.url, address))
        ground.victims_table = victim.tables[0].table.code
        portions = attack.run(ground)
        await anext(portions)
        before, began, moves = measured(server, counts, ground), time.monotonic(), len(victim.answers)
        async for _ in portions:
            await victim.move()
        after, took = measured(server, counts, ground), time.monotonic() - began
        moves = len(victim.answers) - moves
        await victim.check(server.data / "sixes.db")
    caused = Work(*(now - then for now, then in zip(after, before, strict=True)))
    return caused._replace(longest=after.longest), attack.bounds.after(took, moves)
