"""At a table of a real server: a guest plays a whole game line by line, and comes back after a crash."""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path

from sixes import bots
from sixes.client import Client, Refused
from sixes.client.playing import play
from sixes.play import commands
from sixes.play.options import Options
from sixes.play.table import OVER
from sixes.text import say
from tests.event_loop import asynchronous
from tests.server.serving import Server, running_server
from tests.terminal.player import answer


class Guest:
    """`sixes play --plain` at a table, whose questions are answered."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.heard: list[str] = []
        self._grew = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def come(cls, server: Server, code: str, state: Path, name: str) -> "Guest":
        where = ("--table", code.lower(), "--server", server.url, "--name", name)
        pipe, environment = (
            asyncio.subprocess.PIPE,
            os.environ | {"XDG_STATE_HOME": str(state), "LC_ALL": "C"},
        )
        command = ("-W", "error", "-m", "sixes", "play", "--plain", *where)
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, *command, stdin=pipe, stdout=pipe, env=environment
            )
        )

    async def _read(self) -> None:
        assert self.process.stdout
        assert self.process.stdin
        async for line in self.process.stdout:
            text = line.decode().rstrip("\n")
            async with self._grew:
                self.heard.append(text)
                self._grew.notify_all()
            if word := answer(text):
                self.process.stdin.write(f"{word}\n".encode())

    async def hears(self, words: str) -> None:
        async with self._grew:
            await self._grew.wait_for(lambda: any(words in line for line in self.heard))

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
