"""Paper looks like the browser client: the same colours, shapes, wordmark and font."""

import json

from docs.drawing.look import AROUND, COLOURS, ROWS, TOKENS, UI
from sixes.paper.typesetting import HERE, TEMPLATES

LOOK = json.loads((TEMPLATES / "look.json").read_text(encoding="utf-8"))


def test_the_colours_are_those_of_the_client() -> None:
    rows = LOOK["rows"]
    assert rows == [{part: getattr(COLOURS[row], part) for part in rows[0]} for row in ROWS]
    single = {name: colour for name, colour in LOOK.items() if isinstance(colour, str)}
    assert single
    assert single == {name: TOKENS[name] for name in single}


def test_the_shapes_and_the_wordmark_are_those_of_the_client() -> None:
    assert LOOK["shapes"] == [AROUND[row] for row in ROWS]
    assert (TEMPLATES / "wordmark.svg").read_bytes() == (UI / "wordmark.svg").read_bytes()


def test_the_font_comes_with_its_licence() -> None:
    licence = (HERE / "fonts" / "OFL.txt").read_bytes()
    assert licence == (UI.parents[1] / "public" / "font-OFL.txt").read_bytes()
