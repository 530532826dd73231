"""Those who play while somebody else attacks the server."""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiohttp

from sixes.client import AtTable
from sixes.client.playing import next_move
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.rules.six import has
from tests.server.clients import level, visit


class Victim:
    """Two people who play Sixto at a table of their own."""

    def __init__(self, tables: list[AtTable], sessions: list[aiohttp.ClientSession]) -> None:
        self.tables = tables
        self.answers: list[events.Event] = []
        self.seconds: list[float] = []
        """That each answer took: reported in the long form, no verdict."""
        self._choose = level("nearest", "sixto")
        self._sessions = sessions

    async def move(self) -> None:
        """Make the next move; Refused if the server does not let us."""
        while True:
            await self._catch_up()
            for table in self.tables:
                asks = self._next(table)
                if asks:
                    kind, values = asks
                    began = time.perf_counter()
                    self.answers.append(await table.ask(kind, **values))
                    self.seconds.append(time.perf_counter() - began)
                    return
            await anext(self.tables[0])

    def _next(self, at: AtTable) -> tuple[type[commands.Command], dict[str, Any]] | None:
        match, seat = at.table.match, at.seat
        if match is None or seat is None or not has(match.seats_to_act(), seat):
            return None
        move = next_move(at.table, seat, self._choose, at.now)
        return match.command_for(move) if move is not None else None

    async def _catch_up(self) -> None:
        """Wait until both have received what either has."""
        newest = max(*(answer.v for answer in self.answers[-1:]), *(at.table.version for at in self.tables))
        for table in self.tables:
            while table.table.version < newest:
                await anext(table)

    async def check(self, database: Path) -> None:
        """All moves were answered in order and are stored; whoever comes anew sees the same."""
        versions = [answer.v for answer in self.answers]
        assert versions == sorted(set(versions))
        code = self.tables[0].table.code
        await self._catch_up()
        async with AtTable(self._sessions[0], self.tables[0]._address) as anew:  # noqa: SLF001
            assert anew.table.snapshot() == self.tables[0].table.snapshot()
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as stored:
            log = 'SELECT version, nonce FROM events JOIN tables ON id = "table" WHERE code = ? ORDER BY 1'
            rows = stored.execute(log, (code,)).fetchall()
        assert [version for version, _ in rows] == list(range(1, len(rows) + 1))
        assert {(answer.v, answer.n) for answer in self.answers} <= set(rows)


@asynccontextmanager
async def playing_victim(url: str, address: str) -> AsyncIterator[Victim]:
    async with AsyncExitStack() as stack:
        sessions, code = [], ""
        tables: list[AtTable] = []
        for _ in range(2):
            answer = await visit(url, "/api/me", X_Forwarded_For=address)
            headers = {"X-Forwarded-For": address, "Cookie": f"sixes={answer.secret}"}
            session = aiohttp.ClientSession(headers=headers, cookie_jar=aiohttp.DummyCookieJar())
            sessions.append(await stack.enter_async_context(session))
            code = code or await _new_table(url, session)
            at = AtTable(session, f"{url}/api/tables/{code}/socket")
            tables.append(await stack.enter_async_context(at))
            await at.sit()
        await tables[0].ask(commands.Start)
        victim = Victim(tables, sessions)
        await victim.move()
        yield victim


async def _new_table(url: str, session: aiohttp.ClientSession) -> str:
    body = events.encode({"options": Options("sixto")})
    async with session.post(f"{url}/api/tables", data=body) as response:
        return str((await response.json())["code"])
