"""Reviews at a running server: they add up, are made once, and neither harm a table nor fail with one."""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from sixes.client import Client, ServerProblem
from sixes.play import commands
from sixes.play.options import Options
from sixes.server import reviews
from sixes.server.reviews import ReviewFailed, Reviews, TooManyReviews
from tests.event_loop import asynchronous
from tests.server.clients import play_out, seated
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


async def refused(client: Client, code: str) -> str:
    with pytest.raises(ServerProblem) as problem:
        await client.review(code)
    return problem.value.code


@asynchronous
async def test_other_games_have_no_review(server: Server) -> None:
    async with seated(server.url, 1, Options("sixto", seats=2), ["nearest"]) as ((ada,), tables):
        code = tables[0].table.code
        assert await refused(ada, code) == "table.record_none"
        assert await refused(ada, "BCDFGH") == "table.unknown"
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        assert await refused(ada, code) == "coach.only_alone"


async def process_of(monkeypatch: pytest.MonkeyPatch) -> "asyncio.Queue[asyncio.subprocess.Process]":
    """Every process that is started for a review."""
    started: asyncio.Queue[asyncio.subprocess.Process] = asyncio.Queue()
    start = asyncio.create_subprocess_exec

    async def noted(*words: Any, **options: Any) -> asyncio.subprocess.Process:
        process = await start(*words, **options)
        started.put_nowait(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    return started


@asynchronous
async def test_the_same_game_is_reviewed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started, making = await process_of(monkeypatch), Reviews()
    answers = await asyncio.gather(*(making.review("one", RECORD) for _ in range(5)))
    assert answers == [await making.review("one", RECORD)] * 5
    assert started.qsize() == 1


@asynchronous
async def test_a_process_that_dies_fails_its_review_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    started, making = await process_of(monkeypatch), Reviews()
    first = asyncio.create_task(making.review("one", RECORD))
    second = asyncio.create_task(making.review("two", RECORD))
    (await started.get()).kill()
    with pytest.raises(ReviewFailed):
        await first
    assert json.loads(await second)["final"] == 0
    assert json.loads(await making.review("one", RECORD))["final"] == 0  # it is tried again


@asynchronous
async def test_a_review_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started, making = await process_of(monkeypatch), Reviews()
    monkeypatch.setattr(reviews, "LONGEST", 0.5)
    task = asyncio.create_task(making.review("one", RECORD))
    process = await started.get()
    os.kill(process.pid, signal.SIGSTOP)
    with pytest.raises(ReviewFailed):
        await task
    assert process.returncode == -signal.SIGKILL


@asynchronous
async def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    started, making = await process_of(monkeypatch), Reviews()
    monkeypatch.setattr(reviews, "MOST_WAITING", 2)
    waiting = [asyncio.create_task(making.review(name, RECORD)) for name in "ab"]
    os.kill((await started.get()).pid, signal.SIGSTOP)
    with pytest.raises(TooManyReviews):
        await making.review("c", RECORD)
    await making.close()
    assert all(
        isinstance(one, asyncio.CancelledError)
        for one in await asyncio.gather(*waiting, return_exceptions=True)
    )


@asynchronous
async def test_a_table_does_not_wait_for_a_review(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its process is stopped in the middle: whatever waits for it, no table does."""
    started = await process_of(monkeypatch)
    alone = Options("sixto", seats=1)
    async with serving(tmp_path) as server, seated(server.url, 1, alone) as ((ada,), tables):
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        review = asyncio.create_task(ada.review(tables[0].table.code))
        process = await started.get()
        os.kill(process.pid, signal.SIGSTOP)
        async with seated(server.url, 1, alone) as (_, others):
            await others[0].ask(commands.Start)
            await play_out(*others)
        assert not review.done()
        os.kill(process.pid, signal.SIGCONT)
        assert (await review)["decisions"]
