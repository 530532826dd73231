"""Draw how often each seat scored how many points: an SVG for light and dark backgrounds."""

from html import escape
from itertools import pairwise

import numpy as np

from sixes.lab.games import Numbers
from sixes.lab.simulation.summary import Report, game_count, seats, units
from sixes.lab.simulation.tally import FLOOR, SPAN, figures

WIDTH, HEIGHT = 800, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 780, 70, 370
"""The edges of the plot."""
MOST_BARS = 40
LONGEST_NAME = 16
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9")
"""Distinct for colour-blind people too, on white and on black."""
STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#222}line{stroke:#8888}rect{fill:#fff}"
    "path{stroke-width:2;fill-opacity:.15}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}rect{fill:#16181c}}"
)


def svg(report: Report) -> str:
    counts = [report.tally.counts[seat].sum(axis=0) for seat in seats(report)]
    low, high, width = scale(np.sum(counts, axis=0))
    bars = np.array([binned(seat, low, high, width) for seat in counts])
    most = bars.max() / report.tally.games
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<style>{STYLE}</style><title>{escape(title(report))}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text x="{LEFT}" y="25">{escape(title(report))}</text>',
        *axes(low, high, most),
        *(curve(bar / report.tally.games / most, seat) for seat, bar in enumerate(bars)),
        *(legend(report, seat, counts[seat]) for seat in seats(report)),
        "</svg>\n",
    ]
    return "\n".join(parts)


def title(report: Report) -> str:
    what = units(report.simulation.game).score
    return f"{report.simulation.game.title()}: {what} in {game_count(report.tally.games)}"


def scale(counts: Numbers) -> tuple[int, int, int]:
    """The range of points, and how many share a bar."""
    there = np.flatnonzero(counts) - FLOOR
    least, most = int(there[0]), int(there[-1])
    width = next(step for step in STEPS if (most - least) / step < MOST_BARS)
    low = least // width * width
    return low, low + ((most - low) // width + 1) * width, width


def binned(counts: Numbers, low: int, high: int, width: int) -> Numbers:
    wide = np.zeros(high - low, np.int64)
    within = counts[low + FLOOR : min(high + FLOOR, SPAN)]
    wide[: len(within)] = within
    bars: Numbers = wide.reshape(-1, width).sum(axis=1)
    return bars


def axes(low: int, high: int, most: float) -> list[str]:
    """Points along the x axis, the share of games along the y axis."""
    step = next(step for step in STEPS if (high - low) / step <= 10)
    parts = []
    for points in range(-(-low // step) * step, high, step):
        x = LEFT + (RIGHT - LEFT) * (points - low) / (high - low)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{BOTTOM}" y2="{BOTTOM + 5}"/>')
        parts.append(f'<text x="{x:.1f}" y="{BOTTOM + 22}" text-anchor="middle">{points}</text>')
    for part in (0, 0.5, 1):
        y = BOTTOM - (BOTTOM - TOP) * part
        parts.append(f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 5:.1f}" text-anchor="end">{most * part:.1%}</text>')
    return parts


def curve(heights: "np.ndarray[tuple[int], np.dtype[np.float64]]", seat: int) -> str:
    """The outline of a seat's bars."""
    edges = np.linspace(LEFT, RIGHT, len(heights) + 1)
    path = [f"M{LEFT} {BOTTOM}"]
    for (left, right), height in zip(pairwise(edges), heights, strict=True):
        path.append(f"L{left:.1f} {BOTTOM - (BOTTOM - TOP) * height:.1f}H{right:.1f}")
    return f'<path d="{"".join(path)}V{BOTTOM}" fill="{COLOURS[seat]}" stroke="{COLOURS[seat]}"/>'


def legend(report: Report, seat: int, counts: Numbers) -> str:
    name = report.simulation.bots[seat]
    short = name if len(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}"
    words = escape(f"{seat}: {short}, mean {figures(counts, 0).mean:.1f}")
    x, y = LEFT + seat % 3 * 245, 45 + seat // 3 * 18
    style = f'style="fill:{COLOURS[seat]}"'
    return f'<text x="{x}" y="{y}"><tspan {style}>■</tspan> {words}</text>'
