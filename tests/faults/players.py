"""Simulated players, through the real client: game after game of both kinds, whatever happens."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import TypeVar

from sixes.client import Client, Refused, ServerProblem
from sixes.client.playing import act
from sixes.play import commands
from sixes.play.options import Options
from sixes.play.table import CLOSED, GATHERING, OVER
from tests.faults.evidence import UNAVAILABLE, Evidence, Witness
from tests.server.clients import level

T = TypeVar("T")
SIXTO = Options("sixto", seats=3, timer=5)
SIXEM = Options("sixem", seats=3, timer=5, throw_time=200, fair_stop=True)
PAUSE = 0.04
"""Seconds between moves: nobody sends more than the server takes from one socket."""
REACTS = 0.06
"""How often somebody reacts instead of moving: each time something changes, however often it is sent."""


async def retry(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until the server is there."""
    while True:
        try:
            return await ask()
        except ServerProblem:
            await asyncio.sleep(0.1)


async def until(done: Callable[[], bool], ask: Callable[[], Awaitable[object]]) -> None:
    """Ask until it is so: what seemed refused may have been done all the same."""
    while not done():
        with suppress(Refused):
            await ask()
        await asyncio.sleep(PAUSE)


@asynccontextmanager
async def witness(evidence: Evidence, url: str, person: Client, code: str) -> AsyncIterator[Witness]:
    visit = await arrived(evidence, f"{url}/api/tables/{code}/socket", person)
    evidence.codes[visit.table.id] = code
    evidence.witnesses[visit.table.id].append(visit)
    try:
        yield visit
    finally:
        visit.gone = True
        evidence.leave(visit.table.id)
        await visit.__aexit__(None, None, None)


async def arrived(evidence: Evidence, address: str, person: Client) -> Witness:
    """At a table; the first time, a client gives up when a server is not well."""
    while True:
        visit = Witness(person.session, address)
        visit.evidence = evidence
        try:
            return await visit.__aenter__()
        except Refused as refused:
            if refused.code != UNAVAILABLE:
                raise
            await asyncio.sleep(0.1)


class Crowd:
    """People at some tables at once, of both games by turns."""

    def __init__(self, evidence: Evidence, url: str, tables: int, seed: int) -> None:
        self._evidence = evidence
        self._url = url
        self._tables = tables
        self._chance = random.Random(seed)
        self.rests = False
        """Nobody does anything now."""

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as visits, asyncio.TaskGroup() as games:
            tasks = []
            for number in range(self._tables):
                pair = [await self._guest(visits) for _ in range(2)]
                options = SIXEM if number % 2 else SIXTO
                tasks.append(games.create_task(self._game_after_game(pair, options)))
            yield
            for task in tasks:
                task.cancel()

    async def _guest(self, visits: AsyncExitStack) -> Client:
        """Somebody new; the server may not be well just now."""
        client = Client(self._url)
        await retry(client.__aenter__)
        visits.push_async_exit(client)
        return client

    async def _game_after_game(self, people: Sequence[Client], options: Options) -> None:
        """They play with a bot; when a game is over they begin another."""
        while not self.rests:
            code = await retry(lambda: people[0].make_table(options, ["nearest"]))
            async with AsyncExitStack() as visits:
                tables = [
                    await visits.enter_async_context(witness(self._evidence, self._url, person, code))
                    for person in people
                ]
                for table in tables:
                    await until(lambda: table.seat is not None, table.sit)  # noqa: B023 - it ends at once
                host = tables[0]
                await until(lambda: host.table.phase != GATHERING, partial(host.ask, commands.Start))  # noqa: B023
                await asyncio.gather(*map(self._play, tables))

    async def _play(self, table: Witness) -> None:
        choose = level("nearest", table.table.options.game)
        while table.table.phase not in (OVER, CLOSED):
            if not self.rests:
                if self._chance.random() < REACTS:
                    await self._react(table)
                await act(table, choose)
            await asyncio.sleep(PAUSE)

    async def _react(self, table: Witness) -> None:
        self._evidence.reactions[table.table.id, table.player] += 1
        try:
            await table.ask(commands.React, reaction="wow")
        except Refused as refused:
            if refused.code == UNAVAILABLE:
                return
            self._evidence.reactions[table.table.id, table.player] -= 1
