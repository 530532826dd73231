"""Score pads in the terminal: whole pads of both games by keys and through a pipe, and wrong input."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from sixes.cli.play import own_sheet
from sixes.local import LocalTable, Person, make
from sixes.play import commands, events
from sixes.play.creating import NewGame
from sixes.play.options import Options
from sixes.play.pad.setup import PadSetup
from sixes.play.table import OVER, Table
from sixes.rules.sheets import SHEETS, rows_of
from sixes.terminal.action import Hand
from sixes.terminal.actions import actions
from sixes.terminal.drawing.pieces import HEIGHT, WIDTH, Scene, text_of
from sixes.terminal.drawing.table import table_lines
from sixes.terminal.look import Look
from sixes.terminal.pad_actions import cross, mark, open_cells
from sixes.terminal.screens.canvas import Canvas
from sixes.terminal.sessions import Wanted
from sixes.terminal.starting import pad_setup
from sixes.terminal.wording import as_sentence
from sixes.text import LANGUAGES, UserError, say
from tests.event_loop import asynchronous
from tests.terminal.test_plain import play
from tests.terminal.test_screens import ASCII, Seen, running

NAME = "Maximiliane-Theodora"


def document(state: Path) -> dict[str, Any]:
    [file] = state.glob("**/*.json")
    found: dict[str, Any] = json.loads(file.read_bytes())
    return found


def test_a_whole_pad_of_sixto_through_a_pipe_with_ones_own_sheet(tmp_path: Path) -> None:
    own, state = tmp_path / "own.json", tmp_path / "state"
    own.write_text(json.dumps(rows_of(SHEETS["A"])))
    options = ["--pad", "sixto", "--players", "Ann", "--sheets", str(own)]
    begun = play(state, options, "315642", "a1", "c2", "n", "a2")
    assert begun.out.splitlines()[-1] == say("terminal.kept", game="--pad sixto")
    lines = ["b12", "f", "n", "u", "n", "n", "a5", "p", "u", "p", "n", "e", "e", "q"]
    told = play(state, ["--pad", "sixto"], *lines)
    assert (begun.status, told.status, told.err) == (0, 0, "")
    said = told.out.splitlines()
    for sentence in (
        say("terminal.goes_on"),
        as_sentence(say("sixto.target_needs_four")),
        say("pad.undone_turn", by="Ann", number=2),
        say("game.end_solo"),
        as_sentence(say("pad.proposed")),
        say("pad.undone_play_on", by="Ann"),
        say("terminal.sure", key="e"),
    ):
        assert sentence in said, sentence
    assert any(line.startswith(say("pad.against")) for line in said)
    assert any(say("pad.column_points", points=-5) in line for line in said), "scores line by line"
    found = document(state)
    assert found["sheets"] == [rows_of(SHEETS["A"])]
    assert found["turns"][0] == {"dice": [3, 1, 5, 6, 4, 2], "crosses": [["a1", "c2"]]}
    assert found["turns"][1]["forced"] == [{"seat": 0, "box": "b12", "rule": "sixto.target_needs_four"}]
    assert found["declined"] == ["solo"]
    assert found["result"]["finished"]


def test_a_whole_pad_of_sixem_through_a_pipe(tmp_path: Path) -> None:
    round_one = ["p", "p3", "a1", "2", "a1", "n"]
    round_two = ["a1", "a1x1", "a2", "1", "a1 b2 c3 d4 e5 f6", "n"]
    told = play(tmp_path, ["--pad", "sixem"], "Ann, Bo", *round_one, *round_two, "p", "u", "e", "q")
    assert (told.status, told.err) == (0, "")
    said = told.out.splitlines()
    for sentence in (
        say("terminal.ask_names"),
        say("pad.has_x", name="Bo"),
        say("terminal.erased", name="Ann", cell="a1"),
        as_sentence(say("pad.die_used")),
        say("pad.won", name="Ann"),
        say("pad.play_on"),
        say("game.you_win"),
    ):
        assert sentence in said, sentence
    assert any("p11: " in line and "a1x1: " not in line for line in said)
    assert any("a1x1: " + say("pad.erase", name="Ann") in line for line in said)
    found = document(tmp_path)
    assert {"seat": 1, "cell": "a1", "erase": 0} in found["rounds"][1]["marks"]
    assert found["result"]["winners"] == [0]


async def settled(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


async def click(seen: Seen, text: str, row: int | None = None) -> None:
    """Click on the first place where a text stands, perhaps in a given line."""
    lines = seen.lines
    at = next(at for at, line in enumerate(lines) if text in line) if row is None else row
    await seen.pilot.click(Canvas, offset=(lines[at].index(text) + len(text) // 2, at))
    await settled(seen.pilot)


@asynchronous
async def test_a_whole_pad_of_sixto_by_keys_and_mouse(tmp_path: Path) -> None:
    setup = PadSetup(("Ann", "Bo"), ("A", "B"))
    async with running(tmp_path, Wanted("sixto", on_pad=True, pad=setup)) as seen:
        await write_two_turns(seen)
        await seen.press("n", "q")
        await settled(seen.pilot)
    assert seen.app.farewell == [say("terminal.kept", game="--pad sixto")]
    async with running(tmp_path, Wanted("sixto", on_pad=True)) as seen:
        assert say("terminal.goes_on") in seen.text
        await seen.press("e")
        assert say("terminal.sure_key", key="E") in seen.text
        await seen.press("e")
        assert seen.table.source.table.phase == OVER
        assert say("game.over") in seen.lines[0]
        await seen.press("n")
        await settled(seen.pilot)
        assert say("pad.turn", number=1, name="Ann") in seen.lines[0], "another pad, the same names"
    assert document(tmp_path)["turns"][0]["dice"] == [3, 1, 5, 6, 4, 2]


async def write_two_turns(seen: Seen) -> None:
    """Type dice, cross on both sheets, break a rule, and take all of the second turn back."""
    assert say("pad.turn", number=1, name="Ann") in seen.lines[0]
    await seen.press("3", "1")
    assert "3 1 _ _ _ _" in seen.lines[-2]
    await seen.press("backspace", "1", "5", "6", "4", "2", "enter")
    assert "/3/" in seen.lines[3], "the cursor went to a1, which the red 3 may cross"
    await click(seen, "<5>")
    assert "/5/" in seen.lines[5]
    await seen.press("o", "tab", "enter", "n")
    assert say("pad.turn", number=2, name="Bo") in seen.lines[0]
    assert any(note.startswith("Ann: -") for note in seen.table.notes)
    await click(seen, "  5 ", row=3)
    assert as_sentence(say("sixto.target_needs_four")) in seen.text
    await seen.press("f")
    assert say("pad.against") in seen.text
    await seen.press("u", "u")
    assert say("pad.turn", number=1, name="Ann") in seen.lines[0]


@asynchronous
async def test_a_whole_pad_of_sixem_by_keys(tmp_path: Path) -> None:
    async with running(tmp_path, Wanted("", on_pad=True), ASCII) as seen:
        await seen.press("2", *"Ann", "comma", *"Bo", "enter")
        await settled(seen.pilot)
        await seen.press("p")
        await settled(seen.pilot)
        assert say("pad.pattern") in seen.text
        await seen.press("3")
        await settled(seen.pilot)
        await seen.press("enter", "o", "enter", "n", "enter")
        assert say("terminal.pad_whose", cell="a1") in seen.lines[-2]
        await seen.press("1", "o")
        for _ in range(6):
            await seen.press("enter", "down", "right")
        assert "(X)" in seen.text
        assert seen.text.isascii()
        await seen.press("n")
        assert say("pad.on") in seen.lines[0]
        assert say("pad.won", name="Ann") in seen.text
        await seen.press("p", "u", "e")
        assert say("game.you_win") in seen.text
        await seen.press("q")
        await settled(seen.pilot)
    assert document(tmp_path)["result"]["winners"] == [0]


def test_names_and_sheets_are_asked_until_they_make_a_pad(tmp_path: Path) -> None:
    wrong = tmp_path / "seven.json"
    wrong.write_text(json.dumps([[7] * 12] * 6))
    asked = ["6", "1", "A,B,C,D,E,F,G", "", "Ann", str(wrong), "Ann, Bo", "c, d", "q"]
    told = play(tmp_path / "state", [], *asked)
    assert (told.status, told.err) == (0, "")
    assert "Sixto is for 1 to 6 seats, not 7" in told.out
    assert say("paper.own_number", file=wrong, number=7, box="a1") in told.out
    assert f"Ann, {say('games.on_sheet', sheet='C')}" in told.out


@pytest.mark.parametrize(
    ("game", "names", "sheets", "sentence"),
    [
        ("sixto", "A,B,C,D,E,F,G", "", "Sixto is for 1 to 6 seats, not 7"),
        ("sixem", "", "A", say("table.options")),
        ("sixto", "", "A,no-such-file", "no-such-file cannot be read"),
    ],
)
def test_what_makes_no_pad_is_one_sentence(game: str, names: str, sheets: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        pad_setup(game, names, sheets, own_sheet)
    assert sentence in caught.value.sentence("en")


def test_a_sheet_that_two_want_is_one_sentence(tmp_path: Path) -> None:
    ended = play(tmp_path, ["--pad", "--players", "Ann,Bo", "--sheets", "A,a"])
    assert (ended.status, ended.err.strip()) == (1, say("table.sheet_taken"))


def written(table: LocalTable, kind: type[commands.Command], n: int, **values: Any) -> None:
    table.receive(events.encode(kind(n=f"n{n:07}", **values)), n)


def pads(game: str, seats: int) -> list[Table]:
    """A pad with long names at many moments, with boxes crossed at random, also against the rules."""
    chance, person = random.Random(seats), Person("me", NAME)
    setup = PadSetup((NAME,) * seats)
    local = make(NewGame(Options(f"{game}_pad", seats), (), pad=setup), person, 1)
    found = []
    for n in range(40):
        match, seat = local.table.match, chance.randrange(seats)
        box = f"{chance.choice('abcdef')}{chance.randint(1, 12 if game == 'sixto' else 6)}"
        action = (cross if game == "sixto" else mark)(match, seat, box)  # type: ignore[arg-type]
        force = {} if action.kind is commands.PadUncross else {"force": True}
        written(local, action.kind, 2 * n, **action.values, **force)
        if n % 4 == 3:
            written(local, commands.PadNext, 2 * n + 1, step=local.table.match.number)  # type: ignore[union-attr]
        found.append(local.table)
    return found


@pytest.mark.parametrize(("game", "seats"), [("sixto", 1), ("sixto", 6), ("sixem", 2), ("sixem", 6)])
def test_every_moment_fits_on_the_smallest_screen(game: str, seats: int) -> None:
    tables = pads(game, seats)
    for language in LANGUAGES:
        for at, table in enumerate(tables[::3]):
            look = Look(unicode=at % 2 == 0)
            scene = Scene(table, "me", 0, language, look, cursor="a1", shown=at % seats)
            if at % 3 == 0 and game == "sixto":
                scene = scene._replace(typed=(1, 0, 3))
            hand = Hand(seat=scene.large)
            drawn = [
                text_of(line)
                for line in table_lines(scene, actions(table, "me", 0, language, hand), ["x"], WIDTH, HEIGHT)
            ]
            assert len(drawn) == HEIGHT
            assert max(map(len, drawn)) <= WIDTH, max(drawn, key=len)
            assert look.unicode or all(map(str.isascii, drawn))


def test_only_what_the_rules_allow_invites_on_a_board() -> None:
    table = pads("sixem", 2)[0]
    used = table.match.board().marked[0] or table.match.board().marked[1]  # type: ignore[union-attr]
    seat = 0 if table.match.board().marked[0] else 1  # type: ignore[union-attr]
    cells = open_cells(table.match, seat)  # type: ignore[arg-type]
    assert len(cells) == 25, "each die and each number is used once"
    assert all(cell[0] != used[0][0] and cell[1] != used[0][1] for cell in cells)
