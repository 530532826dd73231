"""A server that is killed at any moment comes back with every move that anybody heard of.

`SIXES_LONG=1` kills it 120 times rather than 10.
"""

import asyncio
import os
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from sixes.client import AtTable, Client, Problem, Refused
from sixes.client.playing import act
from sixes.play import asks, told
from sixes.play.sixem import SixemMatch
from sixes.play.table import OVER, PLAYING, read_log
from sixes.play.verify import verify
from sixes.play.views import Options
from sixes.records import replay
from sixes.rules.rounds import in_the_air
from sixes.server.database import Database
from sixes.server.store import LogLine
from tests.server.clockwork import Clockwork, Tab, told_with
from tests.server.people import guests, level, pattern_of, seated, until
from tests.server.serving import Server, asynchronous, running_server

T = TypeVar("T")
KILLS = 120 if os.environ.get("SIXES_LONG") else 10
SIXTO = Options("sixto", seats=3, timer=5)
SIXEM = Options("sixem", seats=3, timer=5, throw_time=200, fair_stop=True)
WHEN: Sequence[type[told.Event]] = (
    *(told.Event, told.Crossed, told.Thrown, told.Event, told.Done),
    *(told.Landed, told.Event, told.Rolled, told.Marked, told.Event),
)
"""What has just been heard when the plug is pulled: in the middle of turns and of rounds."""


class Evidence:
    """Everything that anybody heard, at every table."""

    def __init__(self) -> None:
        self.heard: dict[str, dict[int, bytes]] = defaultdict(dict)
        """For each table, its events by version, as they were shown."""
        self.codes: dict[str, str] = {}
        self.witnesses: dict[str, list[Witness]] = defaultdict(list)
        self._waits: tuple[type[told.Event], int] = (told.Event, 0)
        self._reached = asyncio.Event()

    def note(self, table: str, event: told.Event) -> None:
        body = told.encode(event)
        assert self.heard[table].setdefault(event.v, body) == body, "all hear the same"
        kind, count = self._waits
        if isinstance(event, kind):
            self._waits = (kind, count - 1)
            if count <= 1:
                self._reached.set()

    async def reach(self, kind: type[told.Event], count: int) -> None:
        """Wait until so many more events of a kind have been heard."""
        self._waits = (kind, count)
        self._reached.clear()
        await self._reached.wait()


class Witness(AtTable):
    """Somebody at a table who remembers every event."""

    evidence: Evidence

    def _happen(self, event: told.Event) -> None:
        self.evidence.note(self.table.id, event)
        super()._happen(event)


@asynccontextmanager
async def witness(evidence: Evidence, url: str, person: Client, code: str) -> AsyncIterator[Witness]:
    visit = Witness(person.session, f"{url}/api/tables/{code}/socket")
    visit.evidence = evidence
    async with visit:
        evidence.codes[visit.table.id] = code
        evidence.witnesses[visit.table.id].append(visit)
        yield visit


# Killed again and again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [6])
def test_whatever_was_heard_before_the_plug_was_pulled_is_there_afterwards(tmp_path: Path, seed: int) -> None:
    evidence = asyncio.run(killed_again_and_again(tmp_path, random.Random(seed)))
    assert {len(witnesses) for witnesses in evidence.witnesses.values()} == {2}
    told_with(tmp_path, lambda house: finished(house, evidence))


async def killed_again_and_again(directory: Path, chance: random.Random) -> Evidence:
    evidence = Evidence()
    with running_server(directory) as server:
        async with (
            asyncio.timeout(60 + 10 * KILLS),
            guests(server.url, 4) as (ann, bob, cleo, dan),
            asyncio.TaskGroup() as playing,
        ):
            games = [
                playing.create_task(game_after_game(evidence, server.url, (ann, bob), SIXTO)),
                playing.create_task(game_after_game(evidence, server.url, (cleo, dan), SIXEM)),
            ]
            for number in range(KILLS):
                kind = WHEN[number % len(WHEN)]
                await evidence.reach(kind, chance.randint(1, 60) if kind is told.Event else 1)
                if number % 5 == 4:
                    assert await asyncio.to_thread(server.stop) == 0
                else:
                    await asyncio.to_thread(server.kill)
                await check_log(directory, evidence)
                await asyncio.to_thread(server.start)
            await evidence.reach(told.Event, 60)
            for game in games:
                game.cancel()
        await asyncio.to_thread(server.kill)
    await check_log(directory, evidence)
    return evidence


async def game_after_game(evidence: Evidence, url: str, people: Sequence[Client], options: Options) -> None:
    """People play with a bot; when a game is over they begin another."""
    while True:
        code = await persistently(lambda: people[0].make_table(options, ["nearest"]))
        async with AsyncExitStack() as visits:
            tables = [
                await visits.enter_async_context(witness(evidence, url, person, code)) for person in people
            ]
            for table in tables:
                await table.sit()
            await tables[0].ask(asks.Start)
            await asyncio.gather(*map(play_calmly, tables))


async def persistently(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until the server is there."""
    while True:
        try:
            return await ask()
        except Problem:
            await asyncio.sleep(0.1)


async def play_calmly(table: AtTable) -> None:
    """Nobody sends more than the server takes from one socket."""
    choose = level("nearest", table.table.options.game)
    while table.table.phase != OVER:
        await act(table, choose)
        await asyncio.sleep(0.04)


async def check_log(directory: Path, evidence: Evidence) -> None:
    """The server is down: what does it know?"""
    database = await Database.open(directory)
    for table, heard in list(evidence.heard.items()):
        lines = await database.log(table)
        check_lines(lines)
        stored = {line.version: line.body for line in lines}
        assert {version: stored.get(version) for version in heard} == heard
        for visit in evidence.witnesses[table]:
            seen = visit.table
            assert seen.view() == read_log(line.body for line in lines[: seen.version]).view()
    await database.close()


def check_lines(lines: list[LogLine]) -> None:
    """No gap, and nothing twice."""
    assert [line.version for line in lines] == list(range(1, len(lines) + 1))
    nonces = [(line.player, line.nonce) for line in lines if line.nonce]
    assert len(nonces) == len(set(nonces))


async def finished(house: Clockwork, evidence: Evidence) -> None:
    """Every game can be played to its end, by bots and without waiting; and every record holds."""
    games = []
    for table in evidence.heard:
        code = evidence.codes[table]
        live = await house.live(code)
        tabs = [Tab(house, live, player) for player in live.shown.people]
        if live.shown.phase == PLAYING:
            for tab in tabs:
                await tab.asks("leave")
            while live.shown.phase != OVER:
                await house.wait(30)
        if live.shown.phase == OVER:
            record = msgspec.json.decode(await house.store.record(code) or b"null")
            assert verify(replay(record)) > 20
            games.append(record["game"])
        check_lines(await house.store.log(table))
    assert set(games) == {"sixto", "sixem"}


# In the middle of a turn, in the middle of a round ------------------------------------------------------


async def restart(server: Server) -> None:
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


@asynchronous
async def test_rolling_goes_on_with_a_new_countdown_from_the_dice_as_they_lay(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        options = Options("sixem", seats=2, throw_time=5000)
        async with seated(server.url, 2, options) as (_, (ann, bob)):
            await ann.ask(asks.Start)
            await until(bob, told.Started)
            await asyncio.gather(pattern_of(ann), pattern_of(bob))
            await throw(ann, "ab")
            await restart(server)
            resumed = await until(ann, told.Resumed)
            assert resumed.go == resumed.at + 3000
            with pytest.raises(Refused, match=r"sixem\.countdown"):
                await ann.ask(asks.Throw, round=1, dice="cd")
            match = ann.table.match
            assert isinstance(match, SixemMatch)
            assert in_the_air(match.state, ann.seat or 0) == 0b11, "the throw was not forgotten"


async def throw(table: AtTable, dice: str) -> None:
    """As soon as the 3-2-1 is over."""
    while True:
        try:
            await table.ask(asks.Throw, round=1, dice=dice)
        except Refused as refused:
            if refused.code != "sixem.countdown":
                raise
            await asyncio.sleep(0.1)
        else:
            return


@asynchronous
async def test_a_running_deadline_gets_fifteen_seconds_of_grace(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with seated(server.url, 2, Options("sixto", seats=2, timer=10)) as (_, (ann, bob)):
            started = await ann.ask(asks.Start)
            active = ann if ann.seat == 0 else bob
            rolled = await active.ask(asks.Roll, turn=1)
            assert isinstance(rolled, told.Rolled)
            assert started.due <= rolled.due
            await restart(server)
            resumed = await until(ann, told.Resumed)
            assert resumed.due == resumed.at + 15_000
            kept = await active.ask(asks.Keep, turn=1)
            assert kept.v == resumed.v + 1, "in the middle of the turn, with the roll that all have seen"
