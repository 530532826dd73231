"""A table on the screen: follows the events of its source, and turns keys into commands."""

import asyncio

from textual.app import ComposeResult
from textual.screen import Screen

from sixes.play import commands, events
from sixes.play.match import Refused
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.table import Table
from sixes.terminal.action import Action, Hand
from sixes.terminal.actions import actions
from sixes.terminal.drawing.pieces import Line, Piece, Scene, filled, wrapped
from sixes.terminal.drawing.table import table_lines
from sixes.terminal.hint_text import ask_coach
from sixes.terminal.look import Look
from sixes.terminal.pad_actions import forced, patterns
from sixes.terminal.screens.canvas import Canvas
from sixes.terminal.screens.hands import Hands
from sixes.terminal.screens.menu import MenuScreen
from sixes.terminal.screens.pad_hands import hands_for
from sixes.terminal.sessions import Session
from sixes.terminal.source import Source
from sixes.terminal.starting import PLAY, Choice
from sixes.terminal.tale import Tale
from sixes.terminal.telling import tell
from sixes.terminal.wording import as_sentence, game_title
from sixes.text import UserError, catalogue, say

QUIT, AGAIN = "quit", "again"
TICK = 0.1
"""Seconds between drawings, for countdowns."""
MOST_NOTES = 20


class TableScreen(Screen[str]):
    """Ends with QUIT, or with AGAIN if another game is wanted."""

    def __init__(self, session: Session, look: Look, language: str) -> None:
        super().__init__()
        self.source: Source = session.source
        self._look, self._language = look, language
        self._table: Table = self.source.table
        self.notes = [note.sentence(language) for note in session.notes]
        session.on_note = self._tell
        self.hands: Hands = hands_for(self._table)
        self._helps = False
        self._shown: int | None = None
        self._sure = ""
        self._forced: Action | None = None
        """What a rule forbids on a score pad, if they play it so."""
        self._is_lost = False
        self._asking: set[asyncio.Task[None]] = set()

    def compose(self) -> ComposeResult:
        yield Canvas(self._draw, self._look, self._language)

    @property
    def canvas(self) -> Canvas:
        return self.query_one(Canvas)

    def on_mount(self) -> None:
        self.source.on_connection = self._connection
        self.run_worker(self._listen())
        self.set_interval(TICK, self._tick)

    # What happens ---------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        try:
            while True:
                self._hear(await anext(self.source))
        except Refused as refused:
            self._note(self._sentence(refused.code))
        except StopAsyncIteration:
            pass
        self._redraw()

    def _hear(self, message: events.Event | events.Here) -> None:
        if not isinstance(message, events.Event) or message.v <= self._table.version:
            return
        before = self._table
        self._table = before.after(message) if message.v == before.version + 1 else self.source.table
        if type(self.hands) is not type(hands_for(self._table)):
            self.hands = hands_for(self._table)
        self.hands.follow(self._scene(), message)
        for sentence in tell(Tale(before, self._table, self.source.player, self._language), message):
            self._note(sentence)
        if isinstance(message, events.Rematched):
            self.dismiss(AGAIN)
        self._redraw()

    def _connection(self, is_there: bool) -> None:
        if self._is_lost == is_there:
            self._is_lost = not is_there
            self._note(say("terminal.back" if is_there else "app.reconnecting", self._language))
        self._table = self.source.table
        self._redraw()

    def _tick(self) -> None:
        if self._table.match and self._table.match.go:
            self._redraw()

    def _tell(self, error: UserError) -> None:
        self._note(error.sentence(self._language))

    def _note(self, sentence: str) -> None:
        self.notes = [*self.notes, sentence][-MOST_NOTES:]

    # What is shown --------------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        scene = Scene(self._table, self.source.player, self.source.now, self._language, self._look)
        return self.hands.show(scene._replace(shown=self._shown))

    def _draw(self, width: int, height: int) -> list[Line]:
        if self._helps:
            return self._help_lines(width, height)
        return table_lines(self._scene(), self._offered(), self.notes, width, height)

    def _help_lines(self, width: int, height: int) -> list[Line]:
        """What the signs and the keys mean, one below the other."""
        game = self._table.options.game
        keys = [f"terminal.legend_{game}", f"terminal.keys_{game}", "terminal.keys"]
        title = self._look.text(game_title(game, self._language))
        lines: list[Line] = [[Piece(f" {title}", "bold")], []]
        for key in ["game.keys", *keys] if game.startswith("sixto") else keys:
            for item in self._look.text(say(key, self._language)).split("   "):
                lines += [[Piece(f" {line}")] for line in wrapped(item, width - 2)]
            lines.append([])
        return filled(lines, height)[:height]

    def _redraw(self) -> None:
        if self.is_mounted:
            self.canvas.redraw()

    # What is done ---------------------------------------------------------------------------------------

    def _offered(self) -> list[Action]:
        scene = self._scene()
        hand = Hand(scene.kept, scene.large, self._forced)
        return actions(self._table, scene.player, scene.now, self._language, hand)

    def on_canvas_pressed(self, pressed: Canvas.Pressed) -> None:
        self.press(pressed.key)
        self._redraw()

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        if self._helps or key == "?":
            self._helps = not self._helps
        elif key == "q":
            self.dismiss(QUIT)
        elif key == "o" or key.startswith("show "):
            self._show(key)
        else:
            action = self.hands.press(key, self._scene(), self._offered())
            if action:
                self._act(action)

    def _show(self, key: str) -> None:
        """Show the next sheet large, or the one that was clicked."""
        seats = len(self._table.seats)
        now = self._scene().large
        seat = int(key[5:]) if key.startswith("show ") else (now + 1) % seats
        self._shown = None if seat == self.source.seat else seat

    def _act(self, action: Action) -> None:
        self._forced = None
        if self._table.is_pad and action.kind is commands.RequestRematch:
            self.dismiss(AGAIN)
            return
        if action.kind is commands.PadPattern and not action.values:
            self._choose_pattern()
            return
        if action.is_final and self._sure != action.key:
            self._sure = action.key
            self._note(say("terminal.sure_key", self._language, key=action.key.upper()))
            return
        self._sure = ""
        task = asyncio.create_task(self._ask(action))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    def _choose_pattern(self) -> None:
        match = self._table.match
        assert isinstance(match, SixemPadMatch)
        known = patterns(match, self._language)
        offered = [Choice(pattern.label, PLAY) for pattern in known]

        def chosen(choice: Choice | None) -> None:
            if choice is not None:
                self._act(known[offered.index(choice)])

        title = say("pad.pattern", self._language)
        self.app.push_screen(MenuScreen(offered, self._look, self._language, title=title), chosen)

    async def _ask(self, action: Action) -> None:
        try:
            if action.kind is commands.AskHint:
                for line in await ask_coach(self.source, self._language):
                    self._note(line.strip())
                self._redraw()
            elif action.kind is commands.Sit:
                await self.source.sit()
            else:
                await self.source.ask(action.kind, **action.values)
        except Refused as refused:
            if refused.code == "table.rematched":
                self.dismiss(AGAIN)
                return
            self._note(self._sentence(refused.code))
            self._forced = forced(action, self._table, self._language)
            self._redraw()

    def _sentence(self, code: str) -> str:
        key = code if code in catalogue(self._language) else "table.not_now"
        return as_sentence(say(key, self._language))

    async def on_unmount(self) -> None:
        for task in self._asking:
            task.cancel()
