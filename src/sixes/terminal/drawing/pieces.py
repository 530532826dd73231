"""What a drawing is made of: lines of pieces, each with a style and perhaps something to click."""

from typing import NamedTuple

from sixes.play.table import Table
from sixes.terminal.look import Look
from sixes.text import say

WIDTH, HEIGHT = 80, 24
"""The smallest screen."""


class Piece(NamedTuple):
    text: str
    style: str = ""
    """Words of `screens.styles`, separated by spaces: a letter for a colour, `bold`, `dim`, …"""
    target: str = ""
    """The key that a click stands for; `box a7` moves the cursor there and crosses."""


Line = list[Piece]


class Scene(NamedTuple):
    """A table as one player looks at it."""

    table: Table
    player: str
    now: int
    language: str
    look: Look
    cursor: str = ""
    """The box on which the keys act, in Sixto and on score pads."""
    kept: int = 0
    """Dice that stay on the table, in Sixem."""
    asking: str = ""
    """The die, on a pad the cell, for which it is asked whose X to erase, in Sixem."""
    typed: tuple[int, ...] | None = None
    """The dice that somebody is typing, on a score pad of Sixto."""
    shown: int | None = None
    """The seat whose sheet or board is shown large; None: one's own."""

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.player)

    @property
    def large(self) -> int:
        """The seat that is shown large."""
        mine = self.seat or 0
        return mine if self.shown is None else self.shown

    @property
    def written(self) -> int | None:
        """The seat on whose sheet or board one's keys act: on a score pad, the one that is shown."""
        return self.large if self.table.is_pad else self.seat

    def say(self, key: str, **values: object) -> str:
        return self.look.text(say(key, self.language, **values))


def width_of(line: Line) -> int:
    return sum(len(piece.text) for piece in line)


def text_of(line: Line) -> str:
    return "".join(piece.text for piece in line)


def fitted(text: str, width: int) -> str:
    """A text cut or filled to a width."""
    return text[:width].ljust(width)


def padded(line: Line, width: int) -> Line:
    """A line with spaces behind it, up to a width."""
    missing = width - width_of(line)
    return [*line, Piece(" " * missing)] if missing > 0 else line


def beside(left: list[Line], right: list[Line], width: int) -> list[Line]:
    """Two drawings next to each other; the right one begins at a column."""
    height = max(len(left), len(right))
    return [
        [*padded(line, width), *other]
        for line, other in zip(filled(left, height), filled(right, height), strict=True)
    ]


def filled(lines: list[Line], height: int) -> list[Line]:
    return lines + [[] for _ in range(height - len(lines))]


def wrapped(text: str, width: int) -> list[str]:
    """A sentence in lines of at most this width; a word longer than that is cut."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()[:width]
    return lines
