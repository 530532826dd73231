"""`sixes bot`: any Python bot comes to a table of a real server, plays, and says what came of it."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from sixes.bots import levels
from sixes.cli.bot import server_and_code
from sixes.client import AtTable, Client
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.text import say
from tests.event_loop import asynchronous
from tests.server.clients import guests, play_out, until
from tests.server.serving import Server, running_server

MODULE = """
from sixes.bots import make
from sixes.bots.bot import NOTHING
from sixes.rules.turns import CROSS, CROSSING, Move

nearest = make("nearest", "sixto", 0).choose


def decide(state, seat):
    return nearest(state, seat) or Move(NOTHING, seat)


def raises(state, seat):
    raise ValueError("no idea\\nat all")


def talks(state, seat):
    return "hello"


def cheats(state, seat):
    if state.turn.phase == CROSSING:
        return Move(CROSS, seat, colour=5, place=12)
    return nearest(state, seat)


def confused(state, seat):
    return Move("roll", seat)


number = 3
"""


class Ended(NamedTuple):
    """How the command ended."""

    status: int
    out: list[str]
    err: list[str]


class Running:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def ended(self) -> Ended:
        out, err = await self.process.communicate()
        assert self.process.returncode is not None
        return Ended(self.process.returncode, out.decode().splitlines(), err.decode().splitlines())


async def start_bot(server: Server, table: str, *words: str, folder: Path | None = None) -> Running:
    command = (sys.executable, "-W", "error", "-m", "sixes", "bot", "--server", server.url, "--table", table)
    environment = os.environ | {"LC_ALL": "C"}
    pipe = asyncio.subprocess.PIPE
    return Running(
        await asyncio.create_subprocess_exec(
            *command, *words, stdout=pipe, stderr=pipe, env=environment, cwd=folder
        )
    )


def alone(*words: str, folder: Path | None = None) -> str:
    """The one sentence that a call gets for which no server is needed."""
    command = [sys.executable, "-m", "sixes", "bot", *words]
    environment = os.environ | {"LC_ALL": "C"}
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=folder, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    return done.stderr.strip()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where somebody wrote their bots."""
    (tmp_path / "mybots.py").write_text(MODULE, encoding="utf-8")
    on_page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    leftmost = on_page.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "leftmost.py").write_text(leftmost, encoding="utf-8")
    (tmp_path / "broken.py").write_text("def choose(", encoding="utf-8")
    (tmp_path / "hasty.py").write_text("print(1 / 0)", encoding="utf-8")
    return tmp_path


@asynccontextmanager
async def hosting(server: Server, options: Options) -> AsyncIterator[tuple[AtTable, str]]:
    """A host at a new table, who does not sit."""
    async with Client(server.url) as host:
        code = await host.make_table(options)
        async with host.at(code) as table:
            yield table, code


# Playing ------------------------------------------------------------------------------------------------


@asynchronous
async def test_a_bot_plays_with_somebody_to_the_end(server: Server) -> None:
    async with hosting(server, Options("sixto", seats=2)) as (table, code):
        await table.sit()
        await until(table, events.Sat)
        bot = await start_bot(server, f"{server.url}/table/{code.lower()}", "--name", "Deep Six")
        assert (await until(table, events.Sat)).who.name == "Deep Six"
        await table.ask(commands.Start)
        await play_out(table)
        status, out, err = await bot.ended()
        match = table.table.match
        assert match is not None
        assert (status, err) == (0, [f"Deep Six sits at table {code} and waits for the start."])
        names = [seat.name for seat in table.table.seats if seat]
        points = [score["total"] for score in match.result()["scores"]]
        first, second = (f"{name} {number}" for name, number in zip(names, points, strict=True))
        winners = ", ".join(names[seat] for seat in match.winners)
        assert out == [f"The game is over. {first}, {second}. Won by {winners}."]


@pytest.mark.parametrize(
    "name", ["random", "nearest", "mybots:nearest", "mybots:decide", "leftmost:Leftmost"]
)
@asynchronous
async def test_it_can_be_a_level_or_a_function_or_a_class_of_ones_own(
    server: Server, folder: Path, name: str
) -> None:
    async with hosting(server, Options("sixto", seats=1)) as (table, code):
        bot = await start_bot(server, code, "--bot", name, folder=folder)
        await until(table, events.Sat)
        await table.ask(commands.Start)
        status, out, _ = await bot.ended()
        assert (status, len(out)) == (0, 1)
        assert out[0].startswith("The game is over.")


@asynchronous
async def test_it_plays_sixem_too(server: Server) -> None:
    options = Options("sixem", seats=2, throw_time=200)
    async with hosting(server, options) as (table, code):
        bots = [await start_bot(server, code) for _ in range(2)]
        while None in table.table.seats:
            await until(table, events.Sat)
        await table.ask(commands.Start)
        await until(table, events.Marked)
        for bot in bots:  # at once: while one ends, the other could win against its stand-in
            bot.process.send_signal(signal.SIGINT)
        assert [(await bot.ended()).status for bot in bots] == [130, 130]


@asynchronous
async def test_a_bot_that_became_host_starts_when_all_seats_are_taken(server: Server) -> None:
    async with hosting(server, Options("sixto", seats=2)) as (table, code), guests(server.url, 1) as (other,):
        await table.sit()
        bot = await start_bot(server, code)
        while None in table.table.seats:
            await until(table, events.Sat)
        await table.ask(commands.Leave)
        async with other.at(code) as second:
            await second.sit()
            await until(second, events.Started)
            await play_out(second)
        assert (await bot.ended()).status == 0


# Sentences ----------------------------------------------------------------------------------------------


@asynchronous
async def test_a_table_that_is_unknown_full_begun_or_over(server: Server) -> None:
    async def refused(code: str, *words: str) -> str:
        status, out, err = await (await start_bot(server, code, *words)).ended()
        assert (status, out, len(err)) == (1, [], 1)
        return err[0]

    assert await refused("BCDFGH") == say("table.unknown")
    assert await refused("../../me") == say("table.unknown")
    async with hosting(server, Options("sixto", seats=1, spectators=False)) as (table, code):
        assert await refused(code, "--bot", "best") == (
            f"No bot is called best in this game. There are: {', '.join(levels('sixto'))}; "
            "or MODULE:NAME for your own."
        )
        assert await refused(code, "--name", "x" * 21) == say("name.too_long")
        assert await refused(code, "--name", "x" * 21, "--lang", "de") == say("name.too_long", "de")
        await table.sit()
        assert await refused(code) == say("bot.no_seat")
    async with hosting(server, Options("sixto", seats=1)) as (table, code):
        await table.sit()
        assert await refused(code) == say("table.full")
        await table.ask(commands.Start)
        assert await refused(code) == say("bot.begun")
        await play_out(table)
        assert await refused(code) == say("bot.finished")


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "127.0.0.1:1", "http://127.0.0.1:99999", "x://y"])
def test_no_server_there(address: str) -> None:
    sentence = alone("--table", "BCDFGH", "--server", address)
    assert sentence.startswith("There is no Sixes server at ")
    assert address in sentence


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "nobots:choose",
            "The module nobots cannot be imported: ModuleNotFoundError: No module named 'nobots'",
        ),
        ("broken:choose", "The module broken cannot be imported: SyntaxError: "),
        ("hasty:choose", "The module hasty cannot be imported: ZeroDivisionError: division by zero ("),
        (":choose", "The module  cannot be imported: "),
        ("mybots:chose", "There is no chose in the module mybots."),
        ("mybots:number", "number in the module mybots is neither a function nor a bot."),
        ("mybots:Move", "The bot failed: TypeError: "),
        ("builtins:int", "int in the module builtins is neither a function nor a bot."),
    ],
)
def test_a_bot_of_ones_own_that_is_not_there(folder: Path, name: str, sentence: str) -> None:
    assert alone("--table", "BCDFGH", "--bot", name, folder=folder).startswith(sentence)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mybots:raises", r"The bot failed: ValueError: no idea at all \(.*mybots.py, line \d+\)"),
        ("mybots:talks", "The bot gave something that is no move: 'hello'"),
        ("mybots:confused", r"The bot gave something that is no move: SixtoMove\(kind='roll', .*"),
        ("mybots:cheats", r"The bot broke a rule \(.+\) with SixtoMove\(.+place=12.*"),
    ],
)
@asynchronous
async def test_a_bot_that_fails_gets_up_so_that_the_others_can_go_on(
    server: Server, folder: Path, name: str, sentence: str
) -> None:
    async with hosting(server, Options("sixto", seats=1)) as (table, code):
        bot = await start_bot(server, code, "--bot", name, folder=folder)
        await until(table, events.Sat)
        await table.ask(commands.Start)
        status, out, err = await bot.ended()
        assert (status, out, len(err)) == (1, [], 2)
        assert re.fullmatch(sentence, err[1])
        assert (await until(table, events.Handed)).level == "nearest"


@asynchronous
async def test_ctrl_c_frees_the_seat(server: Server) -> None:
    async with hosting(server, Options("sixto", seats=2)) as (table, code):
        bot = await start_bot(server, code)
        await until(table, events.Sat)
        bot.process.send_signal(signal.SIGINT)
        status, out, err = await bot.ended()
        assert (status, out, err[-1]) == (130, [], "The bot has got up.")
        await until(table, events.Left)


@pytest.mark.parametrize("begun", [False, True])
@asynchronous
async def test_a_bot_that_the_host_sends_away_says_so(server: Server, begun: bool) -> None:
    async with hosting(server, Options("sixem", seats=2)) as (table, code):
        await table.sit()
        bot = await start_bot(server, code)
        while None in table.table.seats:
            await until(table, events.Sat)
        if begun:
            await table.ask(commands.Start)
        await table.ask(commands.Remove, seat=1)
        status, out, err = await bot.ended()
        assert (status, out, err[1:]) == (1, [], ["The host sent the bot away."])


@pytest.mark.parametrize(
    ("table", "server", "server_then", "code"),
    [
        ("KM4T7X", None, "http://localhost:8066", "KM4T7X"),
        ("KM4T7X", "example.org/", "http://example.org", "KM4T7X"),
        ("https://example.org/table/KM4T7X", None, "https://example.org", "KM4T7X"),
        ("http://example.org:8066/table/KM4T7X/", None, "http://example.org:8066", "KM4T7X"),
        ("https://example.org/table/KM4T7X", "http://here", "http://here", "KM4T7X"),
    ],
)
def test_a_table_by_its_code_or_by_its_link(
    table: str, server: str | None, server_then: str, code: str
) -> None:
    assert server_and_code(table, server) == (server_then, code)
