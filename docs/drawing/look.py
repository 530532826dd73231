"""Colours, shapes and pencil strokes, read from the client's sources: one look for game and drawings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

UI = Path(__file__).parents[2] / "client" / "src" / "ui"
ROWS = "abcdef"


class Colours(NamedTuple):
    """The colours of a row in light mode; `tokens.css` says what each is for."""

    fill: str
    on: str
    side: str
    rim: str
    edge: str
    ink: str
    tint: str
    target: str
    wash: str


def read_colours() -> dict[str, str]:
    tokens = (UI / "tokens.css").read_text(encoding="utf-8")
    return dict(re.findall(r"--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})\b", tokens))


def read_shapes() -> dict[str, str]:
    """For each row the path of its shape, around the point where the path stands, 8 to each side."""
    source = (UI / "shapes.ts").read_text(encoding="utf-8").split("};")[0]
    found = re.findall(r"^  ([a-f]):\s*((?:'[^']*'(?:\s*\+\s*)?)+),$", source, re.MULTILINE)
    return {row: "".join(re.findall(r"'([^']*)'", path)) for row, path in found}


def read_crosses() -> list[list[str]]:
    """Drawings of a cross in a box of 24 by 36: the lines of its first stroke, then of its second."""
    source = (UI / "pencil.ts").read_text(encoding="utf-8")
    lines = re.findall(r"'(M[^']+)'", source.split("const WIDE")[0])
    return [lines[first : first + 6] for first in range(0, len(lines), 6)]


TOKENS = read_colours()
COLOURS = {row: Colours(*(TOKENS[f"{part}-{row}"] for part in Colours._fields)) for row in ROWS}
AROUND = read_shapes()
CROSSES = read_crosses()
LINES = ((2.5, 1.0), (1.5, 0.8), (1.1, 0.7))
"""Width and opacity of the three lines of a stroke."""
