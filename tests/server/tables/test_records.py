"""Whole games at a running server, and their records: downloaded, replayed, and every die recomputed."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sixes.client import AtTable, ServerProblem
from sixes.play import commands, events
from sixes.play.dice import promise
from sixes.play.options import Options
from sixes.rules.spinner import Pattern
from tests.event_loop import asynchronous
from tests.server.clients import checked_record, pattern_of, play_out, seated, until, visit, wire
from tests.server.serving import Server, running_server


async def sixes(*words: str, stdin: str) -> str:
    """What the command says about a record; it has nothing to complain of."""
    command = [sys.executable, "-m", "sixes", *words, "-"]
    environment = os.environ | {"LC_ALL": "C"}
    done = await asyncio.to_thread(
        subprocess.run, command, input=stdin.encode(), capture_output=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


async def started(tables: list[AtTable]) -> events.Started:
    await tables[0].ask(commands.Start)
    received = [await until(table, events.Started) for table in tables]
    begun = received[0]
    assert isinstance(begun, events.Started)
    assert received == [begun] * len(tables)
    return begun


@asynchronous
async def test_three_people_and_two_bots_play_sixto_to_the_end(server: Server) -> None:
    options = Options("sixto", seats=5)
    async with seated(server.url, 3, options, ["random", "nearest"]) as (people, tables):
        code, kept_promise = tables[0].table.code, tables[0].table.promise
        async with wire(people[0], server.url, code) as watching:
            begun = await started(tables)
            await play_out(*tables)
            ended = await watching.receive(t="ended")
        assert promise(bytes.fromhex(ended["seed"])) == kept_promise
        assert watching.versions == list(range(watching.received[0]["v"] + 1, ended["v"] + 1))
        download = await visit(server.url, f"/api/tables/{code}/record")  # by anybody who has the code
        assert download.headers["Content-Disposition"].startswith("attachment; filename=")
        record = await checked_record(people[1], code)
        assert record == download.body
        assert "All" in await sixes("verify", stdin=download.text)
        result = json.loads(await sixes("replay", "--json", stdin=download.text))
        assert result == ended["result"]
        names = {seat.name: seat.bot for seat in begun.seats}
        assert {player["name"]: player.get("bot", "") for player in record["match"]["players"]} == names
        assert sorted(names.values()) == ["", "", "", "nearest", "random"]


@asynchronous
async def test_somebody_plays_sixto_alone(server: Server) -> None:
    async with seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), tables):
        await started(tables)
        await play_out(*tables)
        record = await checked_record(ada, tables[0].table.code)
        assert len(record["sheets"]) == 1


@asynchronous
async def test_there_is_no_record_before_the_end(server: Server) -> None:
    async with seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), tables):
        code = tables[0].table.code
        for _ in range(2):
            with pytest.raises(ServerProblem) as refused:
                await ada.record(code)
            assert refused.value.code == "table.record_none"
            if tables[0].table.match is None:
                await started(tables)
                await tables[0].ask(commands.Roll, turn=1)


@asynchronous
async def test_a_record_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with seated(server.url, 1, Options("sixto", seats=2), ["nearest"]) as ((ada,), tables):
            code = tables[0].table.code
            await started(tables)
            await play_out(*tables)
            before = await ada.record(code)
            server.kill()
            server.start()
            assert await checked_record(ada, code) == before


# Sixem runs in real time, with a 3-2-1 before each round, and most patterns take six rounds at least. A
# diagonal can take fewer: tables are made until the spinner asks for one, and the first game to end will do.

SHORT = (Pattern(0, 0, 1, 0), Pattern(0, 0, 0, 1))


async def short_game(url: str) -> dict[str, Any]:
    while True:
        async with seated(url, 2, Options("sixem", seats=3, throw_time=200), ["nearest"]) as (people, tables):
            await started(tables)
            patterns = await asyncio.gather(*map(pattern_of, tables))
            if patterns[0] in SHORT:
                await play_out(*tables)
                return await checked_record(people[1], tables[1].table.code)


@asynchronous
async def test_people_and_bots_play_sixem_to_the_end(server: Server) -> None:
    games = [asyncio.create_task(short_game(server.url)) for _ in range(4)]
    finished, others = await asyncio.wait(games, return_when=asyncio.FIRST_COMPLETED)
    for game in others:
        game.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    record = finished.pop().result()
    assert [player.get("bot", "") for player in record["match"]["players"]] == ["", "", "nearest"]
    assert "All" in await sixes("verify", stdin=json.dumps(record))
