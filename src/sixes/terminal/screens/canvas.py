"""A widget that shows a drawing: it paints lines, and tells which key was pressed or what was clicked."""

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from sixes.terminal.drawing.pieces import HEIGHT, WIDTH, Line, Piece, wrapped
from sixes.terminal.look import Look
from sixes.text import say

COLOURS = {"a": "red", "b": "color(208)", "c": "yellow", "d": "green", "e": "color(33)", "f": "magenta"}
STYLES = {
    "bold": Style(bold=True),
    "dim": Style(dim=True),
    "legal": Style(bold=True, underline=True),
    "kept": Style(underline=True),
    "cursor": Style(reverse=True),
    "key": Style(reverse=True, bold=True),
}
Draw = Callable[[int, int], list[Line]]
"""The lines of a screen of this width and height."""


class Canvas(Widget, can_focus=True):
    DEFAULT_CSS = "Canvas { width: 100%; height: 100%; background: ansi_default; }"

    class Pressed(Message):
        """A key was pressed, or something was clicked that stands for one."""

        def __init__(self, key: str, sign: str = "") -> None:
            super().__init__()
            self.key = key
            self.sign = sign
            """The character as it was typed, if it was one."""

    def __init__(self, draw: Draw, look: Look, language: str) -> None:
        super().__init__()
        self._draw, self._look, self._language = draw, look, language
        self._lines: list[Line] = []

    @property
    def lines(self) -> list[Line]:
        """The drawing as it is now; on a screen that is too small, a sentence that says so."""
        width, height = self.size
        if width < WIDTH or height < HEIGHT:
            sentence = say("terminal.too_small", self._language, width=width, height=height)
            return [[Piece(line)] for line in wrapped(self._look.text(sentence), max(width, 1))]
        return self._draw(width, height)

    def redraw(self) -> None:
        self._lines = self.lines
        self.refresh()

    def on_resize(self, _: events.Resize) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        line = self._lines[y] if y < len(self._lines) else []
        strip = Strip([Segment(piece.text, self._style(piece.style)) for piece in line])
        return strip.adjust_cell_length(self.size.width)

    def _style(self, words: str) -> Style:
        style = Style()
        for word in words.split():
            if word in STYLES:
                style += STYLES[word]
            elif self._look.colours:
                style += Style(color=COLOURS[word])
        return style

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        sign = event.character if event.character and event.character.isprintable() else ""
        self.post_message(self.Pressed(sign.lower() or event.key, sign))

    def on_click(self, event: events.Click) -> None:
        target = self.target_at(event.x, event.y)
        if target:
            self.post_message(self.Pressed(target))

    def target_at(self, x: int, y: int) -> str:
        """What a click there stands for; empty for nothing."""
        for piece in self._lines[y] if y < len(self._lines) else []:
            x -= len(piece.text)
            if x < 0:
                return piece.target
        return ""
