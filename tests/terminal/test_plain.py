"""Line by line: whole games through a pipe, wrong input, and games that go on after the end of input."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from sixes.play.table import OVER
from sixes.terminal.plain.conversation import QUIT, Conversation
from sixes.terminal.sessions import Opener, Wanted
from sixes.text import LANGUAGES, say
from tests.event_loop import asynchronous
from tests.terminal.fake_clock import FakeClock
from tests.terminal.player import Script, answer

PROGRAM = (sys.executable, "-W", "error", "-m", "sixes", "play", "--plain")


class Ended(NamedTuple):
    status: int
    out: str
    err: str


def surroundings(state: Path) -> dict[str, str]:
    return os.environ | {"XDG_STATE_HOME": str(state), "LC_ALL": "C"}


def play(state: Path, options: Sequence[str], *lines: str) -> Ended:
    """Run the command with lines from a pipe, all at once."""
    given = "".join(f"{line}\n" for line in lines)
    command = [*PROGRAM, *options]
    ended = subprocess.run(
        command, input=given, capture_output=True, text=True, env=surroundings(state), timeout=60, check=False
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def test_a_whole_game_of_sixto_through_a_pipe(tmp_path: Path) -> None:
    command = [*PROGRAM, "sixto"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=surroundings(tmp_path)
    ) as process:
        assert process.stdin
        assert process.stdout
        heard = []
        for line in process.stdout:
            heard.append(line.rstrip("\n"))
            if word := answer(line):
                process.stdin.write(f"{word}\n")
                process.stdin.flush()
                if word == "q":
                    process.stdin.close()
    assert process.returncode == 0
    assert say("game.end_solo") in heard or say("game.end_player") in heard or say("game.end_dice") in heard
    [record] = (tmp_path / "sixes" / "games").glob("*.json")
    assert heard[-1] == say("terminal.recorded", file=record)
    told = play(tmp_path, ["--review", str(record)], "n", "m", "99999", "p", "x", "q")
    assert told.status == 0
    assert "Turn 1: seat 0 rolls" in told.out
    assert say("terminal.review_choices") in told.out


def test_a_sheet_is_chosen_and_the_coach_is_asked(tmp_path: Path) -> None:
    ended = play(tmp_path, ["sixto", "--sheets", "c"], "r", "h", "k", "h", "?")
    said = ended.out.splitlines()
    assert ended.err == ""
    assert any(line.endswith(say("coach.again")) for line in said)
    assert say("terminal.help_sixto") in said
    [log] = (tmp_path / "sixes" / "games").glob("*.jsonl")
    assert '"sheet":"C"' in log.read_text("utf-8")
    assert '"t":"hinted"' in log.read_text("utf-8")


def test_the_end_of_input_keeps_the_game_and_the_next_call_goes_on(tmp_path: Path) -> None:
    first = play(tmp_path, ["sixto"], "r")
    assert first.out.splitlines()[-1] == say("terminal.kept", game="sixto")
    [dice] = [line for line in first.out.splitlines() if line.startswith("The dice: ")]
    second = play(tmp_path, ["sixto"], "w")
    assert second.out.splitlines()[0] == say("terminal.goes_on")
    assert dice in second.out.splitlines()
    third = play(tmp_path, ["sixto", "--new"])
    assert dice not in third.out
    assert (first.status, second.status, third.status) == (0, 0, 0)


def test_a_kill_loses_nothing_not_even_in_the_middle_of_a_line(tmp_path: Path) -> None:
    play(tmp_path, ["sixto"], "r", "k")
    [file] = (tmp_path / "sixes" / "games").glob("*.jsonl")
    with file.open("ab") as log:
        log.write(b'{"t":"crossed","v":')
    again = play(tmp_path, ["sixto"], "w")
    assert say("terminal.goes_on") in again.out
    assert say("game.solo_needs", count=2) in again.out
    assert file.read_bytes().endswith(b"}\n")


def test_a_word_without_end_is_said_back_in_short(tmp_path: Path) -> None:
    ended = play(tmp_path, ["sixto"], "9" * 3000, "q")
    assert say("terminal.not_understood", word="9" * 40 + "…") in ended.out.splitlines()


def test_nonsense_gets_one_sentence_and_help_is_always_there(tmp_path: Path) -> None:
    ended = play(tmp_path, ["sixto"], "hello", "?", "", "r", "k", "c99", "d", "\0", "q")
    assert ended.status == 0
    assert ended.err == ""
    said = ended.out.splitlines()
    for word in ("hello", "c99"):
        assert say("terminal.not_understood", word=word) in said
    assert say("terminal.help") in said
    assert say("terminal.help_sixto") in said
    assert say("terminal.sure", key="d") in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--table", "nonsense"], say("table.unknown")),
        (["--table", "KM4T7X", "--server", "localhost:1"], say("bot.no_server", server="http://localhost:1")),
        (["sixto", "--bots", "genius"], "No bot is called genius"),
        (
            ["sixto", "--bots", "random,random,random,random,random,random"],
            "Sixto is for 1 to 6 seats, not 7",
        ),
        (["sixem", "--sheets", "A"], say("table.options")),
        (["sixto", "--sheets", "Z"], "Z cannot be read"),
        (["sixem", "--bots", ""], "Sixem is for 2 to 6 seats, not 1"),
        (["--review", "no-such-file"], "no-such-file cannot be read"),
        (["--review", __file__], say("record.not_json", line=1, column=3)),
    ],
)
def test_what_cannot_be_played_is_one_sentence(tmp_path: Path, options: list[str], sentence: str) -> None:
    ended = play(tmp_path, options)
    assert ended.status == 1
    assert sentence in ended.err
    assert ended.err.count("\n") == 1


def test_the_menu_leads_to_games_bots_and_records(tmp_path: Path) -> None:
    begun = play(tmp_path, [], "0", "what", "1", "r")
    assert say("terminal.not_understood", word="what") in begun.out
    assert "The dice: " in begun.out
    labels = play(tmp_path, [], "q").out
    assert say("terminal.go_on", game="Sixto", place=say("game.turn", turn=1)) in labels
    bots = play(tmp_path, [], "4", "1")
    assert say("level.random") in bots.out
    assert "Sixem" in bots.out
    wrong = play(tmp_path, [], "6", "???", "7", "/nowhere", "q")
    assert wrong.status == 0
    assert say("table.unknown") in wrong.out
    assert "/nowhere cannot be read" in wrong.out


def test_a_game_that_cannot_be_kept_is_played_all_the_same(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("in the way")
    ended = play(place, ["sixto"], "r")
    assert "This game cannot be kept" in ended.out
    assert "The dice: " in ended.out
    assert ended.status == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_plays(tmp_path: Path, language: str) -> None:
    ended = play(tmp_path, ["sixto", "--lang", language], "r")
    assert say("game.turn", language, turn=1) in ended.out
    assert ended.err == ""


@asynchronous
async def test_a_whole_game_of_sixem_in_fake_time(tmp_path: Path) -> None:
    clock, script = FakeClock(), Script("o", "?")
    opener = Opener(tmp_path, clock, "You")
    async with opener.open(Wanted("sixem", ("nearest",))) as session:
        conversation = Conversation(session.source, script, script.hear, "en", clock)  # type: ignore[arg-type]
        talking = asyncio.create_task(conversation.run())
        while not talking.done():
            await clock.advance(300)
        assert await talking == QUIT
        assert session.source.table.phase == OVER
    told = "\n".join(script.heard)
    assert say("terminal.help_sixem") in told
    assert "The pattern: " in told
    assert "You mark " in told
    assert say("game.you_win") in told or say("game.they_win", names="Trixi") in told


@asynchronous
async def test_two_terminals_cannot_have_the_same_game(tmp_path: Path) -> None:
    opener = Opener(tmp_path, FakeClock(), "You")
    async with opener.open(Wanted("sixto")):
        ended = await asyncio.to_thread(play, tmp_path.parent, ["sixto"])
        assert ended.status == 0, "another folder, so another game"
        (tmp_path / "sixes").symlink_to(tmp_path)
        ended = await asyncio.to_thread(play, tmp_path, ["sixto"])
        assert ended.status == 1
        assert ended.err.strip() == say("terminal.open_elsewhere")
