"""The cards that show a Sixto sheet, or a row of one."""

from __future__ import annotations

from typing import Any

from docs.drawing.look import COLOURS, ROWS
from docs.drawing.signs import (
    CARD,
    GREEN,
    INK,
    RED,
    SOFT,
    WHITE,
    WIDE,
    Card,
    Example,
    arrow,
    dice_row,
    die,
    disc,
    lock,
    move,
    pencil,
    rect,
    shape,
    stroke,
    tag,
    text,
)

BOX, TALL, LEFT = 43, 56, 52


def place_x(place: int) -> float:
    """The x of the middle of a box."""
    return LEFT + (place - 1) * (BOX + 3) + BOX / 2 + (12 if place > 9 else 0)


def right_x() -> float:
    return (place_x(12) + BOX / 2 + WIDE) / 2


def crossed(example: Example, row: str, key: str = "crosses") -> list[int]:
    return sorted(int(box[1:]) for box in example.get(key, ()) if box[0] == row)


def is_passed(example: Example, row: str, place: int) -> bool:
    crosses = crossed(example, row)
    last = max(crosses + crossed(example, row, "half"), default=0)
    barred = place > 9 and last >= 9 and sum(p <= 9 for p in crosses) < 4
    return place < last or barred or row in example.get("closed", ()) or "score" in example


def draw_box(example: Example, row: str, place: int, number: int) -> str:
    paint, x, name = COLOURS[row], place_x(place), f"{row}{place}"
    full, half = name in example["crosses"], name in example.get("half", ())
    legal, target = name in example.get("legal", ()), place > 9
    tint = paint.wash if full else paint.target if target else paint.tint
    edge: dict[str, object] = {"fill": CARD if legal or half else tint}
    if legal or half or target:
        edge |= {"stroke": paint.edge, "stroke_width": 4 if legal else 2.5}
    parts = [rect(x - BOX / 2 + 1, 1, BOX - 2, TALL - 2, 8, **edge)]
    if not full:
        parts.append(text(x, TALL / 2, 30, number, paint.ink))
    if full or half:
        parts.append(pencil(x, TALL / 2, TALL, place + ROWS.index(row), full))
    faded = is_passed(example, row, place) and not (full or half or legal)
    return tag("g", "".join(parts), opacity=0.36) if faded else "".join(parts)


def row_end(example: Example, row: str) -> str:
    """The sign to the right of a row: its points, a lock, a yes, a question mark or its die."""
    i, x, y = ROWS.index(row), right_x(), TALL / 2
    if "score" in example:
        return points(x, y, example["score"]["rows"][i])
    if row in example.get("closed", ()):
        return lock(x, y - 4)
    if "done" in example:
        said = disc(x, y, "yes", 22)
        return tag("g", said, opacity=0.35) + disc(x + 12, y, "ask", 22) if example["asked"] else said
    number = example.get("dice", [0] * 6)[i]
    return die(row, number, x, y) if number and "rows" in example else ""


def points(x: float, y: float, number: int) -> str:
    return text(x, y, 28, number, RED if number < 0 else INK)


def under_row(example: Example, row: str) -> str:
    """Below a row: yes and no for the boxes in question, and the count of crosses."""
    parts = [
        disc(place_x(int(box[1:])), TALL + 20, sign)
        for key, sign in (("legal", "yes"), ("refused", "no"))
        for box in example[key]
    ]
    if example.get("count"):
        parts += [text(place_x(p), TALL + 20, 26, n, SOFT) for n, p in enumerate(crossed(example, row), 1)]
    return "".join(parts)


def draw_row(example: Example, row: str, numbers: list[int]) -> str:
    tab = rect(LEFT - 42, 1, 32, TALL - 2, 8, fill=COLOURS[row].fill)
    parts = [tab + shape(row, LEFT - 26, TALL / 2, 22, COLOURS[row].on)]
    if example.get("head"):
        parts.append(text(-8, TALL / 2, 28, row, INK))
    parts += [draw_box(example, row, place, number) for place, number in enumerate(numbers, 1)]
    parts.append(row_end(example, row))
    if "refused" in example:
        parts.append(under_row(example, row))
    if "move" in example:
        start, end = (place_x(int(box[1:])) for box in example["move"])
        parts.append(arrow((start, -4), (end, -6), (0, -40)))
    if example.get("shout"):
        parts.append(bubble(row, int(example["half"][0][1:])))
    return "".join(parts)


def bubble(row: str, place: int) -> str:
    """A speech bubble below a half cross: this colour closes."""
    x, y = place_x(place), TALL + 18
    outline = f"M{x - 50:g} {y:g}h38l12 -13 12 13h38v52h-100z"
    return stroke(outline, INK, 4, fill=WHITE) + shape(row, x - 22, y + 26, 28) + lock(x + 22, y + 24)


def places() -> str:
    return "".join(text(place_x(place), 14, 22, place, SOFT) for place in range(1, 13))


def braces() -> str:
    """Below the sheet: a brace with an arrow for the field, and one with a flag for the target."""
    parts = []
    for first, last in ((1, 9), (10, 12)):
        x1, x2 = place_x(first) - BOX / 2 + 3, place_x(last) + BOX / 2 - 3
        parts.append(stroke(f"M{x1:g} 2v8h{x2 - x1:g}v-8", SOFT, 4))
    flag, x = place_x(11) - 8, (place_x(1) + place_x(9)) / 2
    parts.append(arrow((x - 70, 34), (x + 70, 34)))
    pole = stroke(f"M{flag:g} 20v36", INK, 4.5)
    return "".join(parts) + pole + tag("path", d=f"M{flag:g} 20h28l-8 9 8 9h-28z", fill=RED)


def column_points(score: dict[str, Any]) -> str:
    parts = [points(place_x(place), 16, number) for place, number in enumerate(score["columns"], 1)]
    line = arrow((place_x(10) - 18, 16), (place_x(12) + 14, 16))
    total = rect(right_x() - 35, 42, 70, 44, 10, fill=GREEN) + text(right_x(), 64, 30, score["total"], WHITE)
    return "".join(parts) + line + text(right_x(), 16, 28, sum(score["columns"])) + total


def cards(example: Example, sheets: dict[str, Any]) -> list[Card]:
    rows, parts = example.get("rows", ROWS), []
    y = 32.0 if example.get("head") or "move" in example else 0.0
    if example.get("head"):
        parts.append(places())
    for row in rows:
        name = example["sheet"]
        sheet: list[list[int]] = sheets[name] if isinstance(name, str) else name
        parts.append(move(0, y, draw_row(example, row, sheet[ROWS.index(row)])))
        y += TALL + 6
    y += 72 if example.get("shout") else -6
    y += 38 if "refused" in example else 0
    if example.get("head"):
        parts.append(move(0, y + 6, braces()))
        y += 66
    if "score" in example:
        parts.append(move(0, y + 4, column_points(example["score"])))
        y += 94
    if "dice" in example and len(rows) != 1:
        under = dice_row(example, WIDE)
        parts.append(move(0, y + 16 if rows else 0, under.svg))
        y = (y + 16 if rows else 0) + under.height - (14 if rows else 0)
    return [Card(WIDE, y, move(30 if example.get("head") else 0, 0, "".join(parts)))]
