"""The cards that show Sixem: boards, dice, the spinner and the table."""

from __future__ import annotations

import math

from docs.drawing.look import COLOURS, ROWS, TOKENS
from docs.drawing.signs import (
    AMBER,
    CARD,
    FELT,
    GREEN,
    INK,
    NARROW,
    SOFT,
    WHITE,
    WIDE,
    Card,
    Example,
    arrow,
    dice_row,
    die,
    disc,
    eraser,
    move,
    parcel,
    pencil,
    rect,
    shape,
    stop_sign,
    stroke,
    strokes,
    tag,
    text,
    wait,
)


def cell_box(name: str, width: float) -> tuple[float, float, float, float]:
    """x, y, width and height of a cell."""
    left, tall = (28, 44) if width == NARROW else (52, 56)
    step = (width - left) / 6
    return left + (int(name[1]) - 1) * step + 2, 30 + ROWS.index(name[0]) * (tall + 4), step - 4, tall


def draw_cell(name: str, width: float, full: bool) -> str:
    row, (x, y, wide, tall) = name[0], cell_box(name, width)
    body = rect(x, y, wide, tall, 8, fill=COLOURS[row].wash if full else COLOURS[row].tint)
    if not full:
        return body + text(x + wide / 2, y + tall / 2, 26, name[1], COLOURS[row].ink)
    return body + pencil(x + wide / 2, y + tall / 2, tall, int(name[1]) + ROWS.index(row))


def ring(name: str, width: float, dashed: bool = False) -> str:
    x, y, wide, tall = cell_box(name, width)
    dash: dict[str, object] = {"stroke_dasharray": "7 5"} if dashed else {}
    return rect(x, y, wide, tall, 8, fill="none", stroke=INK, stroke_width=4, **dash)


def middle(name: str, width: float) -> tuple[float, float]:
    x, y, wide, tall = cell_box(name, width)
    return x + wide / 2, y + tall / 2


def draw_board(cells: list[str], width: float) -> Card:
    names = [(f"{row}{n}", cells[i][n - 1] == "X") for i, row in enumerate(ROWS) for n in range(1, 7)]
    parts = [text(middle(f"a{n}", width)[0], 12, 22, n, SOFT) for n in range(1, 7)]
    parts += [shape(row, 12 if width == NARROW else 24, middle(f"{row}1", width)[1], 22) for row in ROWS]
    parts += [draw_cell(name, width, full) for name, full in names]
    _, y, _, tall = cell_box("f6", width)
    return Card(width, y + tall, "".join(parts))


def line_ends(line: str) -> tuple[str, str]:
    if "-" in line:
        return line[:2], line[3:]
    return (f"{line}1", f"{line}6") if line in ROWS else (f"a{line}", f"f{line}")


def band(line: str, width: float) -> str:
    """The wide stripe behind a complete line."""
    (x1, y1), (x2, y2) = (middle(name, width) for name in line_ends(line))
    return stroke(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", AMBER, 56)


def named(example: Example) -> list[str]:
    """The cells named by the dice used."""
    return [f"{mark['die']}{example['dice'][ROWS.index(mark['die'])]}" for mark in example["marks"]]


def one_board(example: Example) -> Card:
    wide = example["picture"] == "board"
    width = WIDE - 70 if wide else NARROW
    board = draw_board(example["after" if "after" in example else "board"], width)
    parts = [band(line, width) for line in example.get("lines", ())] + [board.svg]
    for cells in example.get("choices", ()):
        parts += [ring(cell, width, dashed=len(cells) > 1) for cell in cells]
    if "marks" in example:
        parts += [ring(cell, width) for cell in named(example)]
    if wide:
        parts += [
            die(row, n, WIDE - 32, middle(f"{row}1", width)[1])
            for row, n in zip(ROWS, example["dice"], strict=True)
        ]
    return Card(WIDE if wide else NARROW, board.height, "".join(parts))


def between_boards(example: Example) -> list[Card]:
    """Two boards: mine, where the X stays, and the other player's, where it is erased or given."""
    (cell,), erases = named(example), "erase" in example["marks"][0]
    (x, y), row, top = middle(cell, NARROW), cell[0], 84
    mine, other = (draw_board(example[key], NARROW) for key in ("after", "other_after"))
    die_svg = die(row, example["dice"][ROWS.index(row)], NARROW / 2, 36, 62)
    mine_svg = die_svg + move(0, top, mine.svg + ring(cell, NARROW))
    gone = rect(x - 21, y - 21, 42, 42, 8, fill=WHITE) + stroke(
        strokes(x, y, 12, 12, True), COLOURS[row].wash
    )
    sign = disc(x + 22, y - 22, "minus" if erases else "plus", 17)
    other_svg = (eraser if erases else parcel)(NARROW / 2, 40)
    other_svg += move(0, top, other.svg + (gone if erases else "") + ring(cell, NARROW, dashed=erases) + sign)
    return [Card(NARROW, mine.height + top, mine_svg), Card(NARROW, other.height + top, other_svg)]


def dice_card(example: Example) -> Card:
    """Six dice; on the right a call of STOP, and whether it is valid, if the example has one."""
    dice = dice_row(example, WIDE if example["picture"] == "marking" else 560)
    called = example.get("stop")
    parts = [dice.svg]
    if "stop" in example or example.get("shout"):
        parts.append(stop_sign(622, 54, 46))
    if called is not None:
        parts.append(disc(662, 18, "yes" if called else "no", 18))
    if called is False:
        parts.append(wait(626, 124))
        faults = [n == 0 or example["dice"].count(n) > 1 for n in example["dice"]]
        parts += [disc(560 * (i + 0.5) / 6, 104, "no") for i, fault in enumerate(faults) if fault]
    return Card(WIDE, 136 if called is False else 114 if "kept" in example else 102, "".join(parts))


def glyph(example: Example) -> str:
    """A pattern as a tiny board centred on 0, 0; lines of any kind are dashed, with their number."""
    step, parts = 15, [rect(-48, -48, 96, 96, 10, fill=WHITE, stroke=SOFT, stroke_width=2)]
    lit = {(r, c) for line in example["lines"] for r, c in line_cells(line)}
    for r in range(6):
        for c in range(6):
            fill = GREEN if (r, c) in lit else TOKENS["sunk"]
            parts.append(rect(c * step - 44, r * step - 44, 13, 13, 3, fill=fill))
    if "any" in example["pattern"]:
        parts.append(
            stroke("M-40 0H40M0 -40V40M-38 -38L38 38M-38 38L38 -38", GREEN, 5, stroke_dasharray="7 9")
        )
        parts.append(tag("circle", r=21, fill=GREEN) + text(0, 0, 30, example["pattern"]["any"], WHITE))
    return "".join(parts)


def line_cells(line: str) -> list[tuple[int, int]]:
    (r1, c1), (r2, c2) = ((ROWS.index(name[0]), int(name[1]) - 1) for name in line_ends(line))
    return [(r1 + (r2 - r1) * i // 5, c1 + (c2 - c1) * i // 5) for i in range(6)]


def spinner(examples: list[Example]) -> Card:
    """The spinner: equal sectors, numbered clockwise from the top."""
    share, parts = 2 * math.pi / len(examples), []
    for i, example in enumerate(examples):
        turn = share * i - math.pi / 2
        (x1, y1), (x2, y2) = ray(330, turn - share / 2), ray(330, turn + share / 2)
        wedge = f"M0 0L{x1:.1f} {y1:.1f}A330 330 0 0 1 {x2:.1f} {y2:.1f}z"
        fill = COLOURS[ROWS[i % 6]].target if i < 6 else COLOURS[ROWS[i % 6]].tint
        parts.append(tag("path", d=wedge, fill=fill, stroke=WHITE, stroke_width=4))
        parts.append(move(*ray(222, turn), glyph(example)))
        parts.append(text(*ray(308, turn), 26, i + 1))
    needle = tag("path", d="M-13 12L0 -128 13 12z", fill=INK, transform="rotate(49)")
    hub = tag("circle", r=24, fill=INK) + tag("circle", r=8, fill=AMBER)
    return Card(WIDE, 668, move(WIDE / 2, 334, "".join(parts) + needle + hub))


def table(example: Example) -> Card:
    """Seats round a table, seen from above: clockwise is to the left of each seat."""
    seats, parts = (
        example["seats"],
        [tag("circle", r=130, fill=FELT, stroke=GREEN, stroke_width=5)],
    )
    share = 2 * math.pi / seats
    for nth, seat in enumerate(example["order"], 1):
        turn = math.pi / 2 + share * seat
        x, y = ray(174, turn)
        parts.append(
            tag("circle", cx=x, cy=y, r=36, fill=CARD, stroke=INK, stroke_width=4) + text(x, y, 38, nth)
        )
        if nth > 1:
            start, end = ray(100, turn - share * 0.8), ray(100, turn - share * 0.2)
            parts.append(arrow(start, end, ray(42, turn - share / 2), WHITE))
        if seat == example["caller"]:
            parts.append(stop_sign(x + 92, y, 36))
    return Card(WIDE, 424, move(WIDE / 2, 212, "".join(parts)))


def ray(radius: float, turn: float) -> tuple[float, float]:
    return radius * math.cos(turn), radius * math.sin(turn)


def cards(example: Example) -> list[Card]:
    if "order" in example:
        return [table(example)]
    if "other" in example:
        return between_boards(example)
    return [one_board(example) if "board" in example else dice_card(example)]
