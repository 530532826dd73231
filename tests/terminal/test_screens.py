"""Full screens through textual's pilot: whole games by keys on 80 by 24, the mouse, sizes, bad moments."""

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from sixes.play.commands import SheetRows
from sixes.play.table import OVER
from sixes.records import replay
from sixes.terminal.look import Look
from sixes.terminal.program import Program
from sixes.terminal.recording import Recording
from sixes.terminal.screens.app import SixesApp
from sixes.terminal.screens.canvas import Canvas
from sixes.terminal.screens.table import TableScreen
from sixes.terminal.sessions import Opener, Wanted
from sixes.terminal.wording import as_sentence
from sixes.text import UserError, say
from tests.event_loop import asynchronous
from tests.random_play import play_sixem, play_sixto
from tests.terminal.fake_clock import FakeClock

SIZE = (80, 24)
FULL = Look()
ASCII = Look(unicode=False, colours=False)
LONGEST_GAME = 2000
"""Steps after which a game should long be over."""


class Seen:
    """An app under test: what it shows, its keys and its clock."""

    def __init__(self, app: SixesApp, pilot: Pilot[None], clock: FakeClock) -> None:
        self.app, self.pilot, self.clock = app, pilot, clock

    @property
    def lines(self) -> list[str]:
        return ["".join(piece.text for piece in line) for line in self.app.screen.query_one(Canvas).lines]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def wait(self, milliseconds: int) -> None:
        await self.clock.advance(milliseconds)

    def offers(self, key: str) -> bool:
        """Whether the line of actions has this key."""
        return f" {key.upper()} " in self.lines[-2]


def no_table(_: str) -> tuple[str, str]:
    raise UserError("table.unknown")


def no_record(_: str) -> Recording:
    raise UserError("record.empty")


def no_sheet(_: str) -> SheetRows:
    raise UserError("lab.not_json", file="")


@asynccontextmanager
async def running(
    folder: Path, wanted: Wanted, look: Look = FULL, recording: Recording | None = None
) -> AsyncIterator[Seen]:
    clock = FakeClock()
    program = Program(wanted, no_table, no_record, no_sheet, recording)
    app = SixesApp(program, Opener(folder, clock, "You"), look, "en")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.pause()
        yield Seen(app, pilot, clock)


async def play_sixto_by_keys(seen: Seen) -> None:
    for _ in range(LONGEST_GAME):
        if seen.table.source.table.phase == OVER:
            return
        if seen.offers("k"):
            await seen.press("k")
        elif seen.offers("r"):
            await seen.press("r")
        elif seen.offers("d"):
            await seen.press("shift+tab", "enter", "up", "shift+tab", "enter", "d")
        await seen.wait(1500)
    raise AssertionError(seen.text)


async def play_sixem_by_keys(seen: Seen) -> None:
    for _ in range(LONGEST_GAME):
        if seen.table.source.table.phase == OVER:
            return
        if say("terminal.whose", cell="").partition(":")[2][:20] in seen.lines[-2]:
            await seen.press("1")
        elif say("terminal.you_mark") in seen.lines[0]:
            marked = next(line[1] for line in seen.lines if "<" in line)
            await seen.press(marked)
        elif say("round.call_now") in seen.lines[0]:
            await seen.press("s")
        elif seen.offers("t"):
            await seen.press("k", "space")
        elif seen.offers("r"):
            await seen.press("r")
        await seen.wait(500)
    raise AssertionError(seen.text)


@asynchronous
async def test_h_asks_the_coach(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixto")) as seen:
        assert not seen.offers("h")
        await seen.press("r")
        assert seen.offers("h")
        await seen.press("h")
        while say("coach.again") not in seen.text:
            await seen.pilot.pause()
        assert seen.table.source.table.seats[0].hinted  # type: ignore[union-attr]


@asynchronous
async def test_a_whole_game_of_sixto_against_a_bot_by_keys(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixto", ("nearest",))) as seen:
        assert re.search("Dotty|Trixi", seen.text)
        await play_sixto_by_keys(seen)
        assert say("game.over") in seen.lines[0]
        assert seen.offers("n")
        assert any("points" in note for note in seen.table.notes)
        await seen.press("q")
        await seen.pilot.pause()
    [record] = (tmp_path / "games").glob("*.json")
    assert seen.app.farewell == [say("terminal.recorded", file=record)]
    assert not list((tmp_path / "games").glob("*.jsonl"))


@asynchronous
async def test_a_whole_game_of_sixem_against_a_bot_by_keys(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixem", ("expert",)), ASCII) as seen:
        await play_sixem_by_keys(seen)
        assert say("game.over") in seen.lines[0]
        assert "line" in seen.text
        assert seen.text.isascii()
        await seen.press("n")
        await seen.pilot.pause()
        assert seen.table.source.table.phase != OVER, "another game begins"


@asynchronous
async def test_sixto_alone_by_mouse(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixto")) as seen:
        await seen.press("r", "k")
        await seen.wait(10)
        row, line = next((at, line) for at, line in enumerate(seen.lines) if "<" in line)
        await seen.pilot.click(Canvas, offset=(line.index("<") + 1, row))
        await seen.pilot.pause()
        assert "/" in seen.lines[row]
        await seen.pilot.click(Canvas, offset=(seen.lines[-2].index("D"), len(seen.lines) - 2))
        await seen.pilot.pause()
        assert say("terminal.sure_key", key="D") in seen.text


@asynchronous
async def test_an_illegal_box_says_why_and_half_crosses_are_taken_back(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixto")) as seen:
        await seen.press("enter")
        assert as_sentence(say("sixto.not_rolled")) in seen.text
        await seen.press("r", "k")
        await seen.wait(10)
        assert "<" in seen.text
        await seen.press("enter")
        assert re.search(r"/\d/", seen.text)
        await seen.press("enter")
        assert not re.search(r"/\d/", seen.text)


@asynchronous
async def test_a_screen_that_is_too_small_asks_and_loses_nothing_in_mid_throw(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixem", ("nearest",))) as seen:
        for _ in range(LONGEST_GAME):
            if seen.offers("t"):
                break
            await seen.press("r")
            await seen.wait(250)
        await seen.press("space")
        assert "~" in seen.text
        await seen.pilot.resize_terminal(60, 20)
        await seen.pilot.pause()
        assert " ".join(seen.lines) == say("terminal.too_small", width=60, height=20)
        await seen.wait(450)
        await seen.pilot.resize_terminal(120, 40)
        await seen.pilot.pause()
        assert len(seen.lines) == 40
        assert re.search(r" a . \[[1-6]\]", seen.text)


@asynchronous
async def test_a_killed_terminal_goes_on_where_it_was(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixto")) as seen:
        await seen.press("r", "k", "enter")
        before = seen.lines[2:10]
    async with running(tmp_path, Wanted("")) as seen:
        assert say("terminal.go_on", game="Sixto", place=say("game.turn", turn=1)) in seen.text
        await seen.press("enter")
        await seen.pilot.pause()
        assert say("terminal.goes_on") in seen.text
        strip = str.maketrans("", "", " ")
        assert [line.translate(strip) for line in seen.lines[2:10]] == [
            line.translate(strip) for line in before
        ]


@asynchronous
async def test_the_start_screen_asks_again_after_a_wrong_code(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("")) as seen:
        await seen.press("4", "X", "y", "enter")
        await seen.pilot.pause()
        assert say("table.unknown") in seen.text
        await seen.press("down", "up", "q")
    assert seen.app.return_code == 0


@asynchronous
async def test_whoever_breaks_off_hears_that_the_game_is_kept(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixto")) as seen:
        await seen.press("r", "ctrl+c")
    assert seen.app.return_code == 130
    assert seen.app.farewell == [say("terminal.kept", game="sixto")]


@asynchronous
async def test_help_and_others_on_the_screen(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixto", ("nearest", "nearest"))) as seen:
        mine = seen.lines[2]
        await seen.press("o")
        assert seen.lines[2] != mine
        await seen.press("o", "o")
        assert seen.lines[2] == mine
        await seen.press("?")
        for item in say("terminal.legend_sixto").split("   "):
            assert f" {item}" in seen.lines
        await seen.press("x")
        assert seen.lines[2] == mine


@asynchronous
async def test_a_game_goes_on_when_its_file_cannot_be_written_any_more(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("sixto")) as seen:
        for handle in Path("/proc/self/fd").iterdir():
            if str(handle.resolve()).endswith(".jsonl"):
                with open(os.devnull, "rb") as closed:  # noqa: PTH123
                    os.dup2(closed.fileno(), int(handle.name))
        await seen.press("r")
        assert any("This game cannot be kept" in note for note in seen.table.notes)
        await seen.press("k")
        assert seen.offers("d")


@asynchronous
async def test_recorded_games_of_both_kinds_are_looked_at(tmp_path: Path) -> None:
    import random  # noqa: PLC0415

    chance = random.Random(1)
    for record in (play_sixto(chance, 2)[0], play_sixem(chance, 3)[0]):
        recording = Recording(replay(record), 0, "en")
        async with running(tmp_path, Wanted(""), recording=recording) as seen:
            assert say("review.before_first") in seen.text
            await seen.press("right")
            assert "Turn 1" in seen.lines[0] or "Round 1" in seen.lines[0]
            await seen.press("end")
            assert f"{recording.last} / {recording.last}" in seen.lines[0]
            await seen.press("m", "s", "left", "home")
            assert say("replay.player", number=2) in seen.lines[0]
            assert max(map(len, seen.lines)) <= 80
            await seen.press("q")
