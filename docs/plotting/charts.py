"""Charts as SVG, on paper and in the colours of the game; each series has a row's colour and shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from docs.drawing.look import AROUND, COLOURS
from docs.drawing.signs import CARD, EDGE, INK, SOFT, at, rect, stroke, tag

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 696, 84, 336
"""The edges of the plot."""
Z95 = 1.96
"""Standard errors on each side of a mean that make an interval of 95%."""


class Point(NamedTuple):
    """A value of a series, and its standard error."""

    value: float
    error: float = 0


class Series(NamedTuple):
    name: str
    row: str
    """Its colour and shape are those of this row."""
    points: Sequence[Point]


class Axes(NamedTuple):
    """What stands at the axes."""

    title: str
    below: str
    """What the x axis tells."""
    labels: Sequence[str]
    """Of the places on the x axis; an empty one is not shown."""
    ticks: Sequence[float]
    """Numbers at the y axis, from its bottom to its top."""
    form: Callable[[float], str]
    """Writes such a number."""

    def x(self, place: float) -> float:
        return LEFT + (RIGHT - LEFT) * (place + 0.5) / len(self.labels)

    def y(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)


def words(x: float, y: float, text: str, anchor: str = "middle", **look: object) -> str:
    style = {"font_size": 14, "fill": INK} | look
    return tag("text", escape(text), x=x, y=y, text_anchor=anchor, **style)


def marker(row: str, x: float, y: float, size: float = 13) -> str:
    look = {"fill": COLOURS[row].fill, "stroke": COLOURS[row].side, "stroke_width": 1.5}
    return tag(
        "path", d=f"M0 0{AROUND[row]}", transform=f"translate({at((x, y))}) scale({size / 16:g})", **look
    )


def chart(axes: Axes, series: Sequence[Series], parts: list[str]) -> str:
    """The axes, what is drawn between them, and which series is which."""
    lines = [grid(axes, tick) for tick in axes.ticks]
    below = [words(axes.x(i), BOTTOM + 22, label) for i, label in enumerate(axes.labels) if label]
    below.append(words((LEFT + RIGHT) / 2, BOTTOM + 46, axes.below, fill=SOFT))
    return document(axes.title, [*lines, *below, *parts, legend(series)])


def document(title: str, parts: list[str]) -> str:
    paper = rect(1, 1, WIDTH - 2, HEIGHT - 2, 14, fill=CARD, stroke=EDGE, stroke_width=2)
    heading = words(24, 34, title, "start", font_size=18, font_weight=700)
    look = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {HEIGHT}", "width": WIDTH}
    font = "Inter, 'Segoe UI', system-ui, 'DejaVu Sans', sans-serif"
    svg = tag("svg", paper + heading + "".join(parts), **look, height=HEIGHT, font_family=font)
    return svg.replace("><", ">\n<") + "\n"


def grid(axes: Axes, tick: float) -> str:
    y = axes.y(tick)
    line = stroke(f"M{LEFT} {y:.1f}H{RIGHT}", SOFT if tick == 0 else EDGE, 1.5)
    return line + words(LEFT - 8, y + 5, axes.form(tick), "end", fill=SOFT)


def legend(series: Sequence[Series]) -> str:
    parts, x = [], 32.0
    for one in series:
        parts.append(marker(one.row, x, 59) + words(x + 13, 64, one.name, "start"))
        x += 36 + 7.7 * len(one.name)
    return "".join(parts)


def interval(axes: Axes, x: float, point: Point) -> str:
    """The 95% interval of a value, where it can be seen."""
    if not point.error:
        return ""
    low, high = (min(axes.y(point.value + side * Z95 * point.error), BOTTOM) for side in (-1, 1))
    return stroke(f"M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8M{x:.1f} {low:.1f}V{high:.1f}", INK, 1.2)


def span(axes: Axes, places: tuple[float, float], label: str) -> str:
    """A stretch of the x axis, marked from bottom to top."""
    left, right = (axes.x(place) for place in places)
    band = rect(left, TOP, max(right - left, 2), BOTTOM - TOP, 0, fill=INK, fill_opacity=0.3)
    return band + words(right + 6, TOP + 12, label, "start")


def line_chart(axes: Axes, series: Sequence[Series], markers: bool = True, behind: str = "") -> str:
    parts = [behind]
    for one in series:
        places = [(axes.x(i), axes.y(point.value)) for i, point in enumerate(one.points)]
        parts.append(stroke("M" + "L".join(map(at, places)), COLOURS[one.row].fill, 3))
        if markers:
            parts += [interval(axes, x, point) for (x, _), point in zip(places, one.points, strict=True)]
            parts += [marker(one.row, x, y) for x, y in places]
    return chart(axes, series, parts)


def bar_chart(axes: Axes, series: Sequence[Series]) -> str:
    """Bars of all series side by side at each place."""
    wide = (RIGHT - LEFT) / len(axes.labels) * 0.8 / len(series)
    parts = []
    for number, one in enumerate(series):
        for place, point in enumerate(one.points):
            x = axes.x(place) + (number - (len(series) - 1) / 2) * wide
            top = axes.y(point.value)
            look = {"fill": COLOURS[one.row].fill, "stroke": COLOURS[one.row].side, "stroke_width": 1.5}
            parts.append(rect(x - wide / 2 + 2, top, wide - 4, BOTTOM - top, 3, **look))
            parts.append(interval(axes, x, point))
    return chart(axes, series, parts)


def stacked_chart(axes: Axes, series: Sequence[Series]) -> str:
    """Bars that stand on each other at each place, with their shares in them."""
    wide = (RIGHT - LEFT) / len(axes.labels) * 0.7
    parts = []
    for place in range(len(axes.labels)):
        x, below = axes.x(place), 0.0
        for one in series:
            value = one.points[place].value
            bottom, top = axes.y(below), axes.y(below + value)
            below += value
            look = {"fill": COLOURS[one.row].wash, "stroke": COLOURS[one.row].side, "stroke_width": 1.5}
            parts.append(rect(x - wide / 2, top, wide, bottom - top, 3, **look) if value else "")
            if bottom - top > 18:
                parts.append(words(x, (bottom + top) / 2 + 5, axes.form(value)))
    return chart(axes, series, parts)
