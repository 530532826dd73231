"""The start screen: a list to choose from, and a line to type a code or a file into."""

from textual.app import ComposeResult
from textual.screen import Screen

from sixes.terminal.drawing.pieces import Line, Piece, filled, wrapped
from sixes.terminal.look import Look
from sixes.terminal.screens.canvas import Canvas
from sixes.terminal.starting import Choice
from sixes.text import say

LONGEST = 200
"""Characters that can be typed."""


class MenuScreen(Screen[Choice | None]):
    """Ends with what was chosen; None if somebody leaves."""

    def __init__(
        self, offered: list[Choice], look: Look, language: str, note: str = "", title: str = ""
    ) -> None:
        super().__init__()
        self._offered, self._look, self._language, self._note = offered, look, language, note
        self._title = title or say("terminal.start", language)
        self.chosen = 0

    def compose(self) -> ComposeResult:
        yield Canvas(self._draw, self._look, self._language)

    def _draw(self, width: int, height: int) -> list[Line]:
        lines: list[Line] = [[Piece(f" {self._look.text(self._title)}", "bold")], []]
        for at, choice in enumerate(self._offered):
            style = "cursor" if at == self.chosen else ""
            lines.append([Piece(f"  {at + 1}  {self._look.text(choice.label)}  ", style, str(at + 1))])
        notes = [[Piece(f" {line}")] for line in wrapped(self._look.text(self._note), width - 2)]
        bottom = [*notes, [Piece(f" {self._text('terminal.menu_keys')}", "dim")]]
        return [*filled(lines, height - len(bottom))[: height - len(bottom)], *bottom]

    def _text(self, key: str) -> str:
        return self._look.text(say(key, self._language))

    def on_canvas_pressed(self, pressed: Canvas.Pressed) -> None:
        key, many = pressed.key, len(self._offered)
        if key == "q":
            self.dismiss(None)
        elif key in ("up", "shift+tab", "down", "tab"):
            self.chosen = (self.chosen + (1 if key in ("down", "tab") else -1)) % many
        elif key in ("enter", " ", "space"):
            self.dismiss(self._offered[self.chosen])
        elif key.isascii() and key.isdigit() and 1 <= int(key) <= many:
            self.dismiss(self._offered[int(key) - 1])
        self.query_one(Canvas).redraw()


class QuestionScreen(Screen[str | None]):
    """Asks for a line; ends with it, or with None if somebody changed their mind."""

    def __init__(self, question: str, look: Look, language: str) -> None:
        super().__init__()
        self._question, self._look, self._language = question, look, language
        self.typed = ""

    def compose(self) -> ComposeResult:
        yield Canvas(self._draw, self._look, self._language)

    def _draw(self, width: int, _height: int) -> list[Line]:
        shown = self._look.text(self.typed)[-(width - 6) :]
        return [
            *([Piece(f" {line}", "bold")] for line in wrapped(self._look.text(self._question), width - 2)),
            [],
            [Piece(f" > {shown}"), Piece(" ", "cursor")],
        ]

    def on_canvas_pressed(self, pressed: Canvas.Pressed) -> None:
        if pressed.key in ("enter", "escape"):
            self.dismiss(self.typed.strip() if pressed.key == "enter" else None)
        elif pressed.key in ("backspace", "ctrl+h"):
            self.typed = self.typed[:-1]
        elif len(self.typed) < LONGEST:
            self.typed += pressed.sign
        self.query_one(Canvas).redraw()
