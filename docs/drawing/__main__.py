"""Draw every picture from the examples and every plot from what was measured; write them or check them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from docs.drawing import sixem, sixto
from docs.drawing.signs import CARD, EDGE, PAPER, WIDE, Card, Example, arrow, move, rect, tag
from docs.plotting.plots import PLOTS, draw_plots

HERE = Path(__file__).parents[1] / "pictures"
MARGIN, PAD, GAP = 8, 8, 40


def cards(example: Example, sheets: dict[str, Any]) -> list[Card]:
    return sixto.cards(example, sheets) if example["game"] == "sixto" else sixem.cards(example)


def framed(card: Card) -> Card:
    width, height = card.width + 2 * PAD, card.height + 2 * PAD + 8
    frame = rect(0, 0, width, height, 14, fill=CARD, stroke=EDGE, stroke_width=2)
    return Card(width, height, frame + move(PAD, PAD + 4, card.svg))


def between(x: float, y: float, middle: float) -> str:
    """The arrow that leads to a card, in the gap before it."""
    if x > MARGIN:
        return arrow((x - GAP + 5, middle), (x - 5, middle))
    centre = MARGIN + PAD + WIDE / 2
    return arrow((centre, y - GAP + 8), (centre, y - 8))


def picture(examples: list[Example], sheets: dict[str, Any]) -> str:
    """An SVG of cards: wide ones one below the other, narrow ones in pairs."""
    x, y, bottom, parts = float(MARGIN), float(MARGIN), float(MARGIN), []
    if "pattern" in examples[0]:
        todo = [(examples[0], framed(sixem.spinner(examples)))]
    else:
        todo = [(example, framed(card)) for example in examples for card in cards(example, sheets)]
    for i, (example, card) in enumerate(todo):
        beside = i > 0 and x + card.width <= MARGIN + WIDE + 2 * PAD
        if i and not beside:
            x, y = MARGIN, bottom + (GAP if example.get("then") else MARGIN)
        leads = i > 0 and example.get("then")
        parts.append((between(x, y, y + card.height / 2) if leads else "") + move(x, y, card.svg))
        x, bottom = x + card.width + GAP, max(bottom, y + card.height)
    width, height = WIDE + 2 * PAD + 2 * MARGIN, bottom + MARGIN
    paper = rect(0, 0, width, height, 18, fill=PAPER)
    look = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height:g}", "width": width}
    font = "Inter, 'Segoe UI', system-ui, 'DejaVu Sans', sans-serif"
    svg = tag("svg", paper + "".join(parts), **look, height=height, font_family=font)
    return svg.replace("><", ">\n<") + "\n"


def pictures() -> dict[Path, str]:
    data = json.loads((HERE / "examples.json").read_text(encoding="utf-8"))
    names = dict.fromkeys(example["picture"] for example in data["examples"])
    groups = {name: [example for example in data["examples"] if example["picture"] == name] for name in names}
    return {HERE / f"{name}.svg": picture(group, data["sheets"]) for name, group in groups.items()}


def stale(drawn: dict[Path, str]) -> list[str]:
    """Names of files on disk that are missing or different, or are pictures that nothing draws."""
    files = {*HERE.glob("*.svg"), *PLOTS.glob("*.svg"), *(path for path in drawn if path.exists())}
    found = {path: path.read_text(encoding="utf-8") for path in files}
    return sorted(path.name for path in drawn.keys() | found if drawn.get(path) != found.get(path))


def main(arguments: list[str]) -> int:
    if arguments == ["--measure"]:
        from docs.plotting import measure  # noqa: PLC0415 - the lab is needed for this alone

        measure.write(measure.measure())
    drawn = pictures() | draw_plots()
    if arguments == ["--check"]:
        names = stale(drawn)
        if names:
            print(f"Out of date, run python3 dev.py draw: {', '.join(names)}.", file=sys.stderr)
        return 1 if names else 0
    for path, svg in drawn.items():
        path.write_text(svg, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
