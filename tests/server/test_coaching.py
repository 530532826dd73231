"""The coach at a running server: its sums add up, and it neither harms a table nor fails with one."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sixes.client import Client, ServerProblem
from sixes.coach import write_link
from sixes.play import commands
from sixes.play.options import Options
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import ROLL, SixtoMove
from sixes.server.coaching import coach as coach_module
from sixes.server.coaching import worker
from sixes.server.coaching.coach import Coach
from sixes.server.coaching.process import CoachUnavailable, TooManyWaiting
from tests.event_loop import asynchronous
from tests.server.clients import guests, play_out, seated
from tests.server.in_process import serving
from tests.server.serving import Server

TURN = {"rolls": [[1, 2, 3, 4, 5, 6]], "crosses": [["a1", "b2"]]}
OVER: dict[str, Any] = {"game": "sixto", "sheets": ["A"], "turns": [TURN | {"crosses": [[]]}]}
RECORD = json.dumps(OVER).encode()


@asynchronous
async def test_a_game_alone_is_reviewed_and_the_sum_is_its_score(server: Server) -> None:
    async with seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), tables):
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        code = tables[0].table.code
        first, second = await asyncio.gather(ada.review(code), ada.review(code))
        assert first == second
        match = tables[0].table.match
        assert match
        assert first["start"] + first["luck"] - first["cost"] == first["final"]
        assert len(first["rolls"]) == sum(len(turn["rolls"]) for turn in (await ada.record(code))["turns"])


async def refused(client: Client, code: str, seat: int | None = None) -> str:
    with pytest.raises(ServerProblem) as problem:
        await client.review(code, seat)
    return problem.value.code


@asynchronous
async def test_a_game_at_a_table_is_reviewed_for_who_asks_or_any_seat(server: Server) -> None:
    async with seated(server.url, 2, Options("sixto", seats=2)) as (players, tables):
        code = tables[0].table.code
        assert await refused(players[0], code) == "table.record_none"
        assert await refused(players[0], "BCDFGH") == "table.unknown"
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        mine = [await player.review(code) for player in players]
        assert {review["seat"] for review in mine} == {0, 1}
        assert [await players[0].review(code, review["seat"]) for review in mine] == mine
        for review in mine:
            assert review["start"] + review["luck"] - review["cost"] == review["final"]
        assert await refused(players[0], code, seat=2) == "coach.no_such_seat"
        assert await refused(players[0], code, seat=-1) == "coach.no_such_seat"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> "asyncio.Queue[asyncio.subprocess.Process]":
    """Every process that is started for the coach."""
    queue: asyncio.Queue[asyncio.subprocess.Process] = asyncio.Queue()
    start = asyncio.create_subprocess_exec

    async def noted(*words: Any, **options: Any) -> asyncio.subprocess.Process:
        process = await start(*words, **options)
        queue.put_nowait(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    return queue


Started = asyncio.Queue[asyncio.subprocess.Process]


@asynccontextmanager
async def coaching() -> AsyncIterator[Coach]:
    coach = Coach()
    try:
        yield coach
    finally:
        await coach.close()


@asynchronous
async def test_the_same_game_is_reviewed_once_and_by_one_process(started: Started) -> None:
    async with coaching() as coach:
        answers = await asyncio.gather(*(coach.review("one", RECORD) for _ in range(5)))
        assert answers == [await coach.review("one", b"nonsense")] * 5
        assert json.loads(await coach.review("two", RECORD)) == json.loads(answers[0])
    assert started.qsize() == 1


@asynchronous
async def test_a_process_that_dies_fails_one_request_alone(started: Started) -> None:
    async with coaching() as coach:
        first = asyncio.create_task(coach.review("one", RECORD))
        second = asyncio.create_task(coach.review("two", RECORD))
        (await started.get()).kill()
        with pytest.raises(CoachUnavailable):
            await first
        assert json.loads(await second)["final"] == 0
        assert json.loads(await coach.review("one", RECORD))["final"] == 0  # it is tried again


def test_a_position_that_breaks_the_coach_does_not_end_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise IndexError("never thought of")

    monkeypatch.setattr("sixes.coach.read_link", broken)
    assert worker.answer({"study": "1-AA", "seat": None}) == {"failed": "IndexError('never thought of')"}


@asynchronous
async def test_half_an_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies while it writes."""
    cut = "import sys; sys.stdin.readline(); print(end='{\"answer\"')"
    start = asyncio.create_subprocess_exec

    async def cutting(program: str, *_words: str, **options: Any) -> asyncio.subprocess.Process:
        return await start(program, "-c", cut, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", cutting)
    async with coaching() as coach:
        with pytest.raises(CoachUnavailable):
            await coach.review("one", RECORD)


@asynchronous
async def test_a_process_that_hangs_is_ended(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_module, "LONGEST", 0.5)
    async with coaching() as coach:
        task = asyncio.create_task(coach.review("one", RECORD))
        hanging = await started.get()
        os.kill(hanging.pid, signal.SIGSTOP)
        with pytest.raises(CoachUnavailable):
            await task
        assert hanging.returncode == -signal.SIGKILL


@asynchronous
async def test_only_so_many_wait_and_none_after_the_end(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach_module, "MOST_REVIEWS", 2)
    async with coaching() as coach:
        waiting = [asyncio.create_task(coach.review(name, RECORD)) for name in "ab"]
        os.kill((await started.get()).pid, signal.SIGSTOP)
        with pytest.raises(TooManyWaiting):
            await coach.review("c", RECORD)
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError) for one in ended)


@asynchronous
async def test_a_hint_does_not_wait_for_a_review(started: Started) -> None:
    async with coaching() as coach:
        review = asyncio.create_task(coach.review("one", RECORD))
        reviewing = await started.get()
        os.kill(reviewing.pid, signal.SIGSTOP)
        assert json.loads(await coach.study("1-AA"))["value"] > 200
        os.kill(reviewing.pid, signal.SIGCONT)
        await review


@asynchronous
async def test_a_table_does_not_wait_for_a_review(started: Started, tmp_path: Path) -> None:
    """Its process is stopped in the middle: whatever waits for it, no table does."""
    alone = Options("sixto", seats=1)
    async with serving(tmp_path) as server, seated(server.url, 1, alone) as ((ada,), tables):
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        review = asyncio.create_task(ada.review(tables[0].table.code))
        reviewing = await started.get()
        os.kill(reviewing.pid, signal.SIGSTOP)
        async with seated(server.url, 1, alone) as (_, others):
            await others[0].ask(commands.Start)
            await play_out(*others)
        assert not review.done()
        os.kill(reviewing.pid, signal.SIGCONT)
        assert (await review)["decisions"]


@asynchronous
async def test_positions_are_studied_and_damaged_links_refused(server: Server) -> None:
    rolled = sixto.apply(sixto.setup((SHEETS["A"],)), SixtoMove(ROLL, 0, dice=(3, 1, 6, 2, 5, 4)))
    two = write_link(sixto.setup((SHEETS["A"], SHEETS["B"])))
    async with guests(server.url, 1) as (ada,):
        opinion = await ada.request("GET", f"/api/study/{write_link(rolled)}")
        assert opinion["value"] == max(opinion["again"], opinion["crossings"][0]["value"])
        assert opinion["crossings"][0]["why"]["key"].startswith("coach.why_")
        at_table = await ada.request("GET", f"/api/study/{two}?seat=1")
        assert at_table["seat"] == 1
        assert 0.3 < at_table["win"] < 0.7
        codes = []
        for link in ("1-nonsense", "2-abc", f"{two}?seat=2", f"{two}?seat=x"):
            with pytest.raises(ServerProblem) as problem:
                await ada.request("GET", f"/api/study/{link}")
            codes.append(problem.value.code)
        assert codes == ["coach.link_damaged", "coach.link_newer", *["coach.no_such_seat"] * 2]


@asynchronous
async def test_a_player_asks_only_so_often_and_others_still_may(server: Server) -> None:
    link = write_link(sixto.setup((SHEETS["A"],)))
    async with guests(server.url, 2) as (ada, bob):
        asked = asyncio.gather(*(ada.request("GET", f"/api/study/{link}") for _ in range(40)))
        with pytest.raises(ServerProblem) as problem:
            await asked
        assert problem.value.code == "http.slow_down"
        assert (await bob.request("GET", f"/api/study/{link}"))["value"] > 200
