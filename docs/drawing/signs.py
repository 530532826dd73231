"""SVG of the basic shapes in the pictures of the rules: strokes, signs and dice."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from docs.drawing.look import AROUND, COLOURS, CROSSES, LINES, ROWS, TOKENS

PAPER, CARD, EDGE, INK, SOFT = (TOKENS[name] for name in ("ground", "paper", "line", "ink", "soft"))
WHITE, GREEN, RED, AMBER = TOKENS["on-felt"], TOKENS["go"], TOKENS["stop"], TOKENS["glow"]
FELT, STITCH, PENCIL = TOKENS["felt"], TOKENS["stitch"], TOKENS["pencil"]
FINGERS = "M-11 -9V6M-3.7 -16V4M3.7 -16V4M11 -11V6M-20 3L-10 14"
PALM = "M-14 2h28v8c0 8-5 13-12 13-8 0-11-5-16-11z"
PIPS = {0: "", 1: "5", 2: "37", 3: "357", 4: "1379", 5: "13579", 6: "134679"}


WIDE, NARROW = 688, 316  # the two widths of a card

Example = dict[str, Any]
Point = tuple[float, float]


class Card(NamedTuple):
    """A drawing and its size; its top left corner is 0, 0."""

    width: float
    height: float
    svg: str


def at(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    def form(value: object) -> str:
        return f"{round(value, 1):g}" if isinstance(value, float) else str(value)

    keys = "".join(f' {key.replace("_", "-")}="{form(value)}"' for key, value in attributes.items())
    return f"<{name}{keys}>{inside}</{name}>" if inside else f"<{name}{keys}/>"


def move(x: float, y: float, svg: str) -> str:
    return tag("g", svg, transform=f"translate({at((x, y))})")


def rect(x: float, y: float, width: float, height: float, radius: float, **paint: object) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius, **paint)


def text(x: float, y: float, size: float, words: object, fill: str = INK) -> str:
    """Text centred on x, y."""
    weight = 500 if fill == SOFT else 700
    look = {"text_anchor": "middle", "font_size": size, "font_weight": weight, "fill": fill}
    return tag("text", str(words).replace("-", "\u2212"), x=x, y=y + size * 0.36, **look)


def stroke(path: str, colour: str, width: float = 5, fill: str = "none", **more: object) -> str:
    look = {"fill": fill, "stroke": colour, "stroke_width": width, "stroke_linecap": "round"}
    return tag("path", d=path, **look, stroke_linejoin="round", **more)


def shape(row: str, x: float, y: float, size: float, fill: str = "") -> str:
    scale = f"translate({x:g} {y:g}) scale({size / 16:g})"
    return tag("path", d=f"M0 0{AROUND[row]}", fill=fill or COLOURS[row].fill, transform=scale)


def strokes(x: float, y: float, half_width: float, half_height: float, full: bool) -> str:
    """The path of a cross (two strokes) or of a half cross (one)."""
    down = f"M{x - half_width:g} {y - half_height:g}L{x + half_width:g} {y + half_height:g}"
    return down + (
        f"M{x - half_width:g} {y + half_height:g}L{x + half_width:g} {y - half_height:g}" if full else ""
    )


def pencil(x: float, y: float, height: float, place: int, full: bool = True) -> str:
    """A cross drawn by hand, or a half cross, centred on x, y; each place has its own drawing."""
    lines, scale = CROSSES[place % len(CROSSES)], height / 36
    drawn = [
        tag("path", d=first + (second if full else ""), stroke_width=width, opacity=strength)
        for first, second, (width, strength) in zip(lines[:3], lines[3:], LINES, strict=True)
    ]
    where = f"translate({at((x - 12 * scale, y - 18 * scale))}) scale({scale:.2f})"
    look = {"fill": "none", "stroke": PENCIL, "stroke_linecap": "round"}
    return tag("g", "".join(drawn), transform=where, **look)


def felt(x: float, y: float, width: float, height: float) -> str:
    """The place where dice lie, with its seam."""
    seam = rect(x + 6, y + 6, width - 12, height - 12, 12, fill="none", stroke=STITCH, stroke_width=1.5)
    return rect(x, y, width, height, 18, fill=FELT) + seam.replace("/>", ' stroke-dasharray="6 5"/>')


def disc(x: float, y: float, sign: str, radius: float = 15) -> str:
    """A round sign: yes, no, ask (a question mark), plus or minus."""
    r = radius * 0.45
    fill = {"yes": GREEN, "no": RED, "ask": AMBER, "plus": GREEN, "minus": RED}[sign]
    path = {
        "yes": f"M{-r:g} 0l{r * 0.7:g} {r * 0.8:g} {r * 1.2:g} {-r * 1.6:g}",
        "no": strokes(0, 0, r * 0.85, r * 0.85, True),
        "plus": f"M{-r:g} 0H{r:g}M0 {-r:g}V{r:g}",
        "minus": f"M{-r:g} 0H{r:g}",
    }.get(sign, "")
    inside = stroke(path, WHITE, radius / 3.6) if path else text(0, 0, radius * 1.5, "?")
    return move(x, y, tag("circle", r=radius, fill=fill, stroke=CARD, stroke_width=2) + inside)


def arrow(start: Point, end: Point, bend: Point = (0, 0), colour: str = INK) -> str:
    """An arrow between two points, its middle moved by `bend`; the head points along the end of the curve."""
    x, y = end
    via_x, via_y = (start[0] + x) / 2 + bend[0], (start[1] + y) / 2 + bend[1]
    turn = math.atan2(y - via_y, x - via_x)
    left, right = ((x - 15 * math.cos(turn + side), y - 15 * math.sin(turn + side)) for side in (0.5, -0.5))
    curve = f"M{at(start)}Q{at((via_x, via_y))} {at(end)}"
    return stroke(f"{curve}M{at(left)}L{at(end)}L{at(right)}", colour, 4.5)


def lock(x: float, y: float, colour: str = INK) -> str:
    shackle = stroke(f"M{x - 9:g} {y - 2:g}v-8a9 9 0 0 1 18 0v8", colour, 5)
    return (
        shackle
        + rect(x - 16, y - 3, 32, 25, 5, fill=colour)
        + tag("circle", cx=x, cy=y + 9, r=4, fill=FELT if colour == WHITE else AMBER)
    )


def stop_sign(x: float, y: float, size: float = 40) -> str:
    corners = [math.pi * (n + 0.5) / 4 for n in range(8)]
    points = " ".join(f"{size * math.cos(c):.1f},{size * math.sin(c):.1f}" for c in corners)
    plate = tag("polygon", points=points, fill=RED, stroke=WHITE, stroke_width=3)
    hand = stroke(FINGERS, WHITE, 6) + tag("path", d=PALM, fill=WHITE)
    return move(x, y, plate + tag("g", hand, transform=f"scale({size / 40:g})"))


def eraser(x: float, y: float) -> str:
    body = rect(-34, -16, 68, 32, 7, fill=COLOURS["e"].fill)
    body += rect(-34, -16, 26, 32, 7, fill=COLOURS["a"].wash)
    return tag(
        "g", body + rect(-15, -16, 10, 32, 0, fill=WHITE), transform=f"translate({at((x, y))}) rotate(-24)"
    )


def parcel(x: float, y: float) -> str:
    box = rect(-24, -10, 48, 38, 4, fill=RED) + rect(
        -28, -16, 56, 14, 4, fill=RED, stroke=CARD, stroke_width=2
    )
    bow = "M0 -16C-24 -16 -24 -36 -12 -34 -4 -32 0 -22 0 -16 0 -22 4 -32 12 -34 24 -36 24 -16 0 -16"
    return move(x, y, box + rect(-5, -16, 10, 44, 0, fill=AMBER) + stroke(bow, AMBER, 5))


def wait(x: float, y: float) -> str:
    """A clock and the two seconds that a wrong STOP costs."""
    face = tag("circle", cx=x - 22, cy=y, r=14, fill=WHITE, stroke=INK, stroke_width=4)
    return face + stroke(f"M{x - 22:g} {y - 7:g}v7h5", INK, 3) + text(x + 20, y, 26, "2 s")


def die(row: str, number: int, x: float, y: float, size: float = 50) -> str:
    """A die centred on x, y: its pips have the shape of its colour."""
    half, step, colours = size / 2, size * 0.255, COLOURS[row]
    side = rect(-half, -half + size * 0.06, size, size, size * 0.24, fill=colours.side)
    top = rect(-half, -half, size, size, size * 0.24, fill=colours.fill, stroke=colours.rim, stroke_width=1.5)
    spots = [((int(p) - 1) % 3 - 1, (int(p) - 1) // 3 - 1) for p in PIPS[number]]
    path = "".join(f"M{at((90 * a * step / size, 90 * b * step / size))}{AROUND[row]}" for a, b in spots)
    pips = tag("path", d=path, fill=colours.on, transform=f"scale({size / 90:.3f})") if spots else ""
    return move(x, y, side + top + pips)


def empty_die(row: str, x: float, y: float, size: float, on_felt: bool = True) -> str:
    """The stitched place of a die that is in hand or out of the game."""
    colour = STITCH if on_felt else COLOURS[row].edge
    scale = f"translate({x:g} {y:g}) scale({size / 20:g})"
    look = {"fill": "none", "stroke": colour, "stroke_width": 1.1, "stroke_dasharray": "2.2 1.6"}
    return tag("path", d=f"M0 0{AROUND[row]}", transform=scale, **look)


def dice_row(example: Example, width: float) -> Card:
    """All six dice, on felt."""
    step, parts = width / 6, [felt(0, 0, width, 118 if "kept" in example else 104)]
    for i, row in enumerate(ROWS):
        x, number = step * (i + 0.5), example["dice"][i]
        parts.append(die(row, number, x, 50, 60) if number else empty_die(row, x, 50, 56))
        if row in example.get("closed", ()):
            parts.append(lock(x, 46, WHITE) + ("" if "sheet" in example else arrow((x, 112), (x, 146))))
        elif row in example.get("hand", ""):
            parts.append(arrow((x, 68), (x, 32), colour=WHITE))
        if row in example.get("kept", ""):
            parts.append(rect(x - 20, 95, 40, 7, 3.5, fill=AMBER))
    return Card(width, 150 if example.get("closed") and not example.get("sheet") else 116, "".join(parts))
