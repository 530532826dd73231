"""The rules for players: four languages of one build, and pictures that show what the rules really do."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from sixes.records.sixem import replay as replay_sixem
from sixes.rules import sixem, sixto
from sixes.rules.boards import ERASE, GIVE, NEITHER, cell_name, lines_of, shows_one_to_six
from sixes.rules.printing import board_rows
from sixes.rules.rounds import SixemState, in_hand
from sixes.rules.rows import PLAYER_END, POINTS, closed_colours, closes, ends_that_hold, legal_boxes
from sixes.rules.sheets import BOXES, SHEETS, box_name, rows_of, sheet_of
from sixes.rules.six import COLOURS, NONE, Six, members
from sixes.rules.spinner import SPINNER, Pattern
from sixes.rules.turns import CROSS, DONE, KEEP, ROLL, SixtoMove, SixtoState
from sixes.text import LANGUAGES
from tests.tables import board_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DATA: dict[str, Any] = json.loads((DOCS / "pictures" / "examples.json").read_text(encoding="utf-8"))
SIXTO = [example for example in DATA["examples"] if example["game"] == "sixto" and "sheet" in example]
SIXEM = [example for example in DATA["examples"] if example["game"] == "sixem"]
OTHERS = [language for language in LANGUAGES if language != "en"]


def page_of(language: str) -> str:
    return (DOCS / f"rules.{language}.md").read_text(encoding="utf-8")


def name(example: dict[str, Any]) -> str:
    return str(example["name"])


# The pages ----------------------------------------------------------------------------------------------


def build_of(page: str) -> list[str]:
    """What must be the same in all languages: anchors, headings, pictures, shapes of tables and lists."""
    shapes = []
    for line in page.splitlines():
        anchor = re.match(r'<a id="([a-z-]+)">', line)
        heading = re.match(r"#+ ", line)
        picture = re.search(r"!\[[^\]]+\]\((.+?)\)", line)
        item = re.match(r" *([-*]|\d+\.) ", line)
        if anchor:
            shapes.append(f"anchor {anchor[1]}")
        elif heading:
            shapes.append(heading[0])
        elif picture:
            shapes.append(picture[1])
        elif line.startswith("|"):
            shapes.append(f"table row of {line.count('|')}")
        elif item:
            shapes.append("item")
    return shapes


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_build(language: str) -> None:
    assert build_of(page_of(language)) == build_of(page_of("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(language: str) -> None:
    page = page_of(language)
    targets = re.findall(r"\]\((.+?)\)", page)
    assert targets
    for target in targets:
        file, _, anchor = target.partition("#")
        assert not file or (DOCS / file).is_file(), target
        assert not anchor or f'<a id="{anchor}"></a>' in page, target


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_and_patterns_are_those_of_the_rules(language: str) -> None:
    page = page_of(language).replace("\N{MINUS SIGN}", "-")
    assert " | ".join(map(str, POINTS)) in page
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", page, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, len(SPINNER) + 1))
    for (_, words), pattern in zip(rows, SPINNER, strict=True):
        assert sum(map(int, re.findall(r"\d+", words))) == sum(pattern)


# The pictures -------------------------------------------------------------------------------------------


def test_the_pictures_are_drawn_from_the_examples() -> None:
    check = [sys.executable, str(DOCS / "draw.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_a_browser_shows_every_picture_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    pictures = sorted((DOCS / "pictures").glob("*.svg"))
    assert pictures
    for picture in pictures:
        page.goto(picture.as_uri())
        outside = page.evaluate(
            """() => {
              const box = document.documentElement.viewBox.baseVal, all = document.documentElement.getBBox();
              return [all.x < box.x - 1, all.y < box.y - 1,
                all.x + all.width > box.x + box.width + 1, all.y + all.height > box.y + box.height + 1];
            }"""
        )
        assert outside == [False] * 4, picture.name


def sheet_with(example: dict[str, Any]) -> tuple[Six, Six]:
    """The sheet of an example, and its final crosses by row."""
    sheet = SHEETS[example["sheet"]] if isinstance(example["sheet"], str) else sheet_of(example["sheet"])
    crosses = [0] * 6
    for box in example["crosses"]:
        colour, place = BOXES[box]
        crosses[colour] |= 1 << place
    return sheet, tuple(crosses)


def test_the_sheets_drawn_are_the_sheets_played() -> None:
    assert DATA["sheets"] == {letter: rows_of(SHEETS[letter]) for letter in DATA["sheets"]}


@pytest.mark.parametrize("example", [e for e in SIXTO if "legal" in e], ids=name)
def test_exactly_the_legal_boxes_are_marked(example: dict[str, Any]) -> None:
    sheet, crosses = sheet_with(example)
    legal = [
        box_name(colour, place)
        for colour, number in enumerate(example["dice"])
        for place in members(legal_boxes(sheet[colour], crosses[colour], number))
    ]
    assert example["legal"] == legal
    assert set(example.get("half", ())) <= set(legal)
    assert set(example.get("refused", ())).isdisjoint(legal)


@pytest.mark.parametrize("example", [e for e in SIXTO if "closes" in e], ids=name)
def test_half_crosses_close_what_they_are_drawn_to_close(example: dict[str, Any]) -> None:
    _, crosses = sheet_with(example)
    half = dict(BOXES[box] for box in example["half"])
    closing = [COLOURS[c] for c, place in half.items() if closes(crosses[c] | 1 << place)]
    assert closing == example["closes"]


@pytest.mark.parametrize("example", [e for e in SIXTO if "asked" in e], ids=name)
def test_who_is_drawn_as_asked_again_is_asked(example: dict[str, Any]) -> None:
    """Seat 0 announces as in the picture; seat 1 has the sheet of the example and was done."""
    announcing = next(other for other in SIXTO if other["name"] == "announce")
    sheets, crosses = zip(sheet_with(announcing), sheet_with(example), strict=True)
    state: SixtoState = sixto.setup(sheets)._replace(crosses=crosses + (NONE,) * 4)
    dice = tuple(face or 1 for face in example["dice"])
    moves = [SixtoMove(ROLL, 0, dice=dice), SixtoMove(KEEP, 0)]
    moves += [SixtoMove(CROSS, 1, *BOXES[box]) for box in example.get("half", ())]
    moves += [SixtoMove(DONE, 1), SixtoMove(CROSS, 0, *BOXES[announcing["half"][0]])]
    for move in moves:
        assert sixto.refusal(state, move) == 0
        state = sixto.apply(state, move)
    assert (members(state.turn.done) == []) == example["asked"]


@pytest.mark.parametrize("example", [e for e in SIXTO if "ends" in e], ids=name)
def test_the_game_is_over_where_it_is_drawn_so(example: dict[str, Any]) -> None:
    _, crosses = sheet_with(example)
    closed = sum(1 << COLOURS.index(colour) for colour in example["closed"])
    assert closed_colours(1, (crosses, *(NONE,) * 5)) & ~closed == 0
    assert ends_that_hold(2, (crosses, *(NONE,) * 5), closed, 6) == PLAYER_END
    assert example["ends"] == ["player"]


@pytest.mark.parametrize("example", [e for e in SIXTO if "score" in e], ids=name)
def test_scores_are_drawn_as_they_count(example: dict[str, Any]) -> None:
    sheet, crosses = sheet_with(example)
    score = sixto.score(sixto.setup((sheet,))._replace(crosses=(crosses, *(NONE,) * 5)), 0)
    assert example["score"] == {"rows": [*score.rows], "columns": [*score.columns], "total": score.total}


@pytest.mark.parametrize("example", [e for e in SIXEM if "board" in e and "lines" in e], ids=name)
def test_lines_are_lines(example: dict[str, Any]) -> None:
    kinds = [
        "horizontal" if w in COLOURS else "vertical" if w.isdigit() else "diagonal" for w in example["lines"]
    ]
    found = lines_of(board_of(" ".join(example["board"])))._asdict()
    assert found == {kind: kinds.count(kind) for kind in found}


def test_the_spinner_is_drawn_with_its_patterns() -> None:
    drawn = [example["pattern"] for example in SIXEM if "pattern" in example]
    assert [Pattern(*(counts.get(kind, 0) for kind in Pattern._fields)) for counts in drawn] == list(SPINNER)


@pytest.mark.parametrize("example", [e for e in SIXEM if "stop" in e], ids=name)
def test_stop_is_drawn_as_valid_where_it_is(example: dict[str, Any]) -> None:
    assert shows_one_to_six(tuple(example["dice"])) == example["stop"]


@pytest.mark.parametrize("example", [e for e in SIXEM if "hand" in e], ids=name)
def test_dice_in_hand_show_nothing(example: dict[str, Any]) -> None:
    state = table_of(example)
    assert "".join(COLOURS[die] for die in members(in_hand(state, 0))) == example["hand"]


def table_of(example: dict[str, Any]) -> SixemState:
    """Seat 0 has the dice and the board of the example, seat 1 the other board; seat 1 has called STOP."""
    state = sixem.setup_with(Pattern(0, 0, 0, 14), 2, sweet=example.get("variant") == "sweet")
    boards = [board_of(" ".join(example.get(key, ["......"] * 6))) for key in ("board", "other")]
    state = state._replace(boards=(*boards, 0, 0, 0, 0))
    dice = (tuple(example["dice"]), (1, 2, 3, 4, 5, 6), *(NONE,) * 4)
    return sixem.begin_marking(state, 1, dice)


@pytest.mark.parametrize("example", [e for e in SIXEM if "choices" in e], ids=name)
def test_the_cells_to_choose_from_are_those_of_the_dice(example: dict[str, Any]) -> None:
    moves = [move for move in sixem.legal(table_of(example), 0) if not move.deed]
    cells = sorted(cell_name(move.die, example["dice"][move.die]) for move in moves)
    assert cells == sorted(cell for choice in example["choices"] for cell in choice)
    for choice in example["choices"]:
        assert len({cell[1] for cell in choice}) == 1


@pytest.mark.parametrize("example", [e for e in SIXEM if "marks" in e], ids=name)
def test_marks_do_what_is_drawn(example: dict[str, Any]) -> None:
    state = table_of(example)
    for mark in example["marks"]:
        deed = ERASE if "erase" in mark else GIVE if "give" in mark else NEITHER
        wanted = (COLOURS.index(mark["die"]), deed, mark.get("erase", mark.get("give", 0)))
        state = sixem.apply(
            state, next(m for m in sixem.legal(state, 0) if (m.die, m.deed, m.other) == wanted)
        )
    assert board_rows(state.boards[0]) == example["after"]
    assert board_rows(state.boards[1]) == example.get("other_after", ["......"] * 6)


def test_marking_goes_round_as_drawn() -> None:
    example = next(example for example in SIXEM if "order" in example)
    dice = [[1, 1, 1, 1, 1, 1] for _ in range(example["seats"])]
    dice[example["caller"]] = [1, 2, 3, 4, 5, 6]
    marks = [[{"die": die} for die in ("abcdef" if faces[1] == 2 else "a")] for faces in dice]
    rounds = [{"stop": example["caller"], "dice": dice, "marks": marks}]
    *_, end = replay_sixem({"seats": example["seats"], "pattern": {"any": 14}, "rounds": rounds})
    assert end.rounds == 1
    order, state = (
        [],
        sixem.begin_marking(
            sixem.setup_with(Pattern(0, 0, 0, 14), example["seats"]),
            example["caller"],
            (*map(tuple, dice), *(NONE,) * (6 - len(dice))),
        ),
    )
    while state.rounds == 0:
        order.append(state.round.marker)
        marker = state.round.marker
        while state.rounds == 0 and state.round.marker == marker:
            state = sixem.apply(state, sixem.legal(state, marker)[0])
    assert order == example["order"]
