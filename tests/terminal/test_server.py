"""At a table of a real server: a guest plays a whole game line by line, and comes back after a crash."""

import asyncio
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sixes import bots
from sixes.client import AtTable, Client, Refused
from sixes.client.playing import play
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import OVER, PLAYING
from sixes.rules.six import has
from sixes.rules.turns import CROSSING, ROLLING
from sixes.text import say
from tests.event_loop import asynchronous
from tests.server.serving import Server, running_server
from tests.terminal.player import answer, keys_in


class Guest:
    """`sixes play --plain` at a table, whose questions are answered; wishes are typed once offered."""

    def __init__(self, process: asyncio.subprocess.Process, wishes: Sequence[str]) -> None:
        self.process = process
        self.wishes = list(wishes)
        self.heard: list[str] = []
        self._grew = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def come(
        cls, server: Server, code: str, state: Path, name: str, wishes: Sequence[str] = ()
    ) -> "Guest":
        where = ("--table", code.lower(), "--server", server.url, "--name", name)
        pipe, environment = (
            asyncio.subprocess.PIPE,
            os.environ | {"XDG_STATE_HOME": str(state), "LC_ALL": "C"},
        )
        command = ("-W", "error", "-m", "sixes", "play", "--plain", *where)
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, *command, stdin=pipe, stdout=pipe, env=environment
            ),
            wishes,
        )

    async def _read(self) -> None:
        assert self.process.stdout
        assert self.process.stdin
        async for line in self.process.stdout:
            text = line.decode().rstrip("\n")
            async with self._grew:
                self.heard.append(text)
                self._grew.notify_all()
            if word := self._wish(text) or answer(text):
                self.process.stdin.write(f"{word}\n".encode())

    def _wish(self, text: str) -> str:
        """What is wished next, if a prompt offers it; capital letters are sheets."""
        keys = keys_in(text)
        offered = [*keys, *(letter.upper() for key in keys if " " in key for letter in key.split())]
        return self.wishes.pop(0) if self.wishes and self.wishes[0] in offered else ""

    async def hears(self, words: str) -> None:
        async with self._grew:
            await self._grew.wait_for(lambda: any(words in line for line in self.heard))

    async def hears_often(self, words: str, times: int) -> None:
        async with self._grew:
            await self._grew.wait_for(lambda: sum(words in line for line in self.heard) >= times)

    async def ended(self) -> int:
        await self._reader
        return await self.process.wait()


@asynchronous
async def test_a_guest_plays_a_whole_game_and_survives_a_crash_of_the_server(tmp_path: Path) -> None:
    with running_server(tmp_path / "data") as server:
        async with Client(server.url) as host:
            code = await host.make_table(Options("sixto", seats=2))
            async with host.at(code) as table:
                await table.sit()
                guest = await Guest.come(server, code, tmp_path, "Gus")
                while None in table.table.seats:
                    await anext(table)
                await table.ask(commands.Start)
                await guest.hears(say("game.turn", turn=1))
                server.kill()
                await guest.hears(say("app.reconnecting"))
                server.start()
                await guest.hears(say("terminal.back"))
                await play(table, bots.make("random", "sixto", 1).choose)
                assert table.table.phase == OVER
                assert "Gus" in [seat.name for seat in table.table.seats if seat]
                await guest.hears("Gus: ")
        assert await guest.ended() == 0
        assert guest.heard[-1].startswith(say("game.over"))


@asynchronous
async def test_a_guest_chooses_a_sheet_covers_it_asks_the_coach_and_plays_again(tmp_path: Path) -> None:
    wishes = ["E", "c", "h", "n"]
    with running_server(tmp_path / "data") as server:
        async with Client(server.url) as host:
            code = await host.make_table(Options("sixto", seats=2, hints=True))
            async with host.at(code) as table:
                await table.sit()
                guest = await Guest.come(server, code, tmp_path, "Gus", wishes)
                chosen = await anext(event async for event in table if isinstance(event, events.Chose))
                assert chosen.sheet == "E"
                await table.ask(commands.Start)
                await until_covered(table)
                await play(table, bots.make("random", "sixto", 1).choose)
                assert [seat.name for seat in table.table.seats if seat and seat.hinted] == ["Gus"]
                while not table.table.rematch:
                    await anext(table)
            async with host.at(table.table.rematch) as again:
                await again.sit()
                while again.table.phase != PLAYING:
                    await anext(again)
                await guest.hears_often(say("game.turn", turn=1), 2)
        assert guest.process.stdin
        guest.process.stdin.close()
        assert await guest.ended() == 0
    assert guest.wishes == []
    assert say("terminal.covers", name="Gus") in guest.heard
    assert any(re.match(r" *-?\d+\.\d  ", line) for line in guest.heard), "what the coach expects"


async def until_covered(table: AtTable) -> None:
    """Cross nothing until it is one's own roll; decide nothing before the other player covers their sheet."""
    while True:
        match, mine = table.table.match, table.seat
        assert isinstance(match, SixtoMatch)
        assert mine is not None
        if match.covered:
            return
        if match.state.turn.phase == ROLLING and match.state.active == mine:
            await table.ask(commands.Roll, turn=match.number)
        elif match.state.turn.phase == CROSSING and not has(match.state.turn.done, mine):
            await table.ask(commands.SayDone, turn=match.number)
        else:
            await anext(table)


@asynchronous
async def test_who_comes_again_is_the_same_player(tmp_path: Path) -> None:
    with running_server(tmp_path / "data") as server:
        async with Client(server.url) as host:
            code = await host.make_table(Options("sixto", seats=3))
            async with host.at(code) as table:
                for _ in range(2):
                    guest = await Guest.come(server, code, tmp_path, "Gus")
                    await guest.hears("Gus")
                    assert guest.process.stdin
                    guest.process.stdin.close()
                    assert await guest.ended() == 0
                    assert guest.heard[-1] == say("terminal.seat_stays", code=code)
                with suppress(Refused):
                    await table.sit()
                names = [seat.name for seat in table.table.seats if seat]
                assert names.count("Gus") == 1
