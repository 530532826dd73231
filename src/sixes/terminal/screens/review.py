"""A recorded game on the screen: the sheets or boards after each turn, and what the coach says."""

from textual.app import ComposeResult
from textual.screen import Screen

from sixes.terminal.drawing.pieces import Line, Piece, Scene, filled, wrapped
from sixes.terminal.drawing.table import game_lines
from sixes.terminal.look import Look
from sixes.terminal.plain.review import step_to
from sixes.terminal.recording import Recording
from sixes.terminal.screens.canvas import Canvas
from sixes.text import say

WORDS = {
    "right": "n",
    "enter": "n",
    " ": "n",
    "space": "n",
    "left": "p",
    "m": "m",
    "n": "n",
    "p": "p",
    "home": "0",
}
"""Keys, and what they are when it goes line by line."""


class ReviewScreen(Screen[None]):
    def __init__(self, recording: Recording, look: Look) -> None:
        super().__init__()
        self.recording, self._look = recording, look
        self.at = 0

    def compose(self) -> ComposeResult:
        yield Canvas(self._draw, self._look, self.recording.language)

    def _draw(self, width: int, height: int) -> list[Line]:
        recording, language = self.recording, self.recording.language
        place = "game.turn" if recording.game == "sixto" else "game.round"
        number = (
            say(place, language, turn=self.at, round=self.at)
            if self.at
            else say("review.before_first", language)
        )
        whose = recording.names()[recording.seat]
        title = self._look.text(f" {recording.game.title()} - {number} / {recording.last} - {whose}")
        scene = Scene(recording.table(self.at), str(recording.seat), 0, language, self._look)
        told = [
            line
            for sentence in recording.sentences(self.at)
            for line in wrapped(self._look.text(sentence), width - 2)
        ]
        top = [[Piece(title, "bold")], [Piece(self._look.rule * width, "dim")], *game_lines(scene)]
        keys = [[Piece(f" {self._look.text(say('terminal.review_keys', language))}", "dim")]]
        room = height - len(keys) - min(len(told), height - 12)
        notes: list[Line] = [[Piece(f" {line}")] for line in told[: height - 12]]
        return [*filled(top, room)[:room], *notes, *keys]

    def on_canvas_pressed(self, pressed: Canvas.Pressed) -> None:
        key = pressed.key
        if key == "q":
            self.dismiss(None)
        elif key == "end":
            self.at = self.recording.last
        elif key == "s" or key.startswith("show "):
            seat = int(key[5:]) if key.startswith("show ") else self.recording.seat + 1
            self.recording = self.recording.beside(seat)
        elif key in WORDS:
            step = step_to(self.recording, self.at, WORDS[key])
            self.at = self.at if step is None else step
        self.query_one(Canvas).redraw()
