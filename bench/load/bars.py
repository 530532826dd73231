"""A few bars side by side, as SVG, for light and for dark."""

from collections.abc import Mapping, Sequence
from html import escape

from sixes.lab.simulation.plot import COLOURS, STYLE

WIDTH, HEIGHT = 800, 380
LEFT, RIGHT, TOP, BOTTOM = 60, 780, 80, 320
"""The edges of the field."""


def svg(title: str, groups: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """Shares from 0 to 1: a group of bars for each name, a bar in each group for every series."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<style>{STYLE}</style><title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text x="{LEFT}" y="25">{escape(title)}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = BOTTOM - (BOTTOM - TOP) * share
        parts.append(f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 5:.1f}" text-anchor="end">{share:.0%}</text>')
    wide = (RIGHT - LEFT) / len(groups)
    for at, group in enumerate(groups):
        parts += _group(LEFT + at * wide, wide, group, [values[at] for values in series.values()])
    for at, name in enumerate(series):
        mark = f'<tspan style="fill:{COLOURS[at]}">■</tspan>'
        parts.append(f'<text x="{LEFT + at * 245}" y="55">{mark} {escape(name)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _group(left: float, wide: float, name: str, shares: Sequence[float]) -> list[str]:
    bar = wide * 0.8 / len(shares)
    parts = []
    for at, share in enumerate(shares):
        x, y = left + wide * 0.1 + at * bar, BOTTOM - (BOTTOM - TOP) * share
        path = f"M{x:.1f} {BOTTOM}V{y:.1f}h{bar - 4:.1f}V{BOTTOM}"
        parts.append(f'<path d="{path}" fill="{COLOURS[at]}" stroke="{COLOURS[at]}"/>')
        middle = x + (bar - 4) / 2
        parts.append(f'<text x="{middle:.1f}" y="{y - 6:.1f}" text-anchor="middle">{share:.0%}</text>')
    for line, words in enumerate(name.split(", ")):
        x = left + wide / 2
        parts.append(
            f'<text x="{x:.1f}" y="{BOTTOM + 22 + 18 * line}" text-anchor="middle">{escape(words)}</text>'
        )
    return parts
