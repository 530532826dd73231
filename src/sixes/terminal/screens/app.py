"""The program with full screens: the start screen, then games until somebody has enough."""

from textual.app import App
from textual.binding import Binding

from sixes.terminal.look import Look
from sixes.terminal.program import Program
from sixes.terminal.recording import Recording
from sixes.terminal.screens.menu import MenuScreen, QuestionScreen
from sixes.terminal.screens.review import ReviewScreen
from sixes.terminal.screens.table import AGAIN, TableScreen
from sixes.terminal.sessions import Opener, Wanted
from sixes.terminal.starting import JOIN, LEVELS, PADS, PLAY, Choice, choices, levels, pad_setup, pads
from sixes.text import UserError, say


class SixesApp(App[None]):
    """Colours are the terminal's own, so that light stays light and dark stays dark."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding(key, "leave", priority=True) for key in ("ctrl+c", "ctrl+q")]  # noqa: RUF012
    CSS = "Screen { background: ansi_default; }"

    def __init__(self, program: Program, opener: Opener, look: Look, language: str) -> None:
        super().__init__(ansi_color=True)
        self._program, self._opener, self._look, self._language = program, opener, look, language
        self.farewell: list[str] = []
        """What to say once the screen is the shell's again."""

    def on_mount(self) -> None:
        self.run_worker(self._main(), exclusive=True)

    def action_leave(self) -> None:
        self._take_leave()
        self.exit(return_code=130)

    def _take_leave(self) -> None:
        if self._opener.farewell:
            self.farewell = [self._opener.farewell.sentence(self._language)]

    async def _main(self) -> None:
        try:
            if self._program.recording:
                await self._review(self._program.recording)
            else:
                await self._play(self._program.wanted)
        except UserError as error:
            self.farewell = [error.sentence(self._language)]
            self.exit(return_code=1)
            return
        self._take_leave()
        self.exit()

    async def _play(self, asked: Wanted) -> None:
        wanted: Wanted | None = asked
        if not asked.code and not asked.game:
            wanted = await self._menu(asked)
        if wanted and self._opener.is_to_be_set_up(wanted):
            wanted = await self._set_up(wanted)
        while wanted is not None:
            async with self._opener.open(wanted) as session:
                outcome = await self.push_screen_wait(TableScreen(session, self._look, self._language))
                table = session.source.table
            code = table.rematch if wanted.code else ""
            wanted = wanted.again(table)._replace(code=code) if outcome == AGAIN else None

    async def _review(self, recording: Recording) -> None:
        await self.push_screen_wait(ReviewScreen(recording, self._look))

    async def _menu(self, asked: Wanted) -> Wanted | None:
        """What somebody chooses to play; None if they leave."""
        offered, note = choices(self._opener.waiting_games(), asked, self._language), ""
        while choice := await self.push_screen_wait(MenuScreen(offered, self._look, self._language, note)):
            note = ""
            if choice.then == PLAY:
                return choice.wanted
            if choice.then == LEVELS:
                offered = levels(choice.wanted, self._language)
                continue
            if choice.then == PADS:
                offered = pads(choice.wanted, self._language)
                continue
            try:
                wanted = await self._follow(choice)
                if wanted is not None:
                    return wanted
            except UserError as error:
                note = error.sentence(self._language)
        return None

    async def _set_up(self, wanted: Wanted) -> Wanted | None:
        """Ask for the names and sheets of a score pad until they make one; None if somebody leaves."""
        note = ""
        while (
            names := await self._question(f"{note} {say('terminal.ask_names', self._language)}")
        ) is not None:
            sheets: str | None = ""
            if wanted.game == "sixto":
                sheets = await self._question(say("terminal.ask_sheets", self._language))
            try:
                setup = pad_setup(wanted.game, names, sheets or "", self._program.read_sheet)
                return wanted._replace(pad=setup)
            except UserError as error:
                note = error.sentence(self._language)
        return None

    async def _question(self, question: str) -> str | None:
        return await self.push_screen_wait(QuestionScreen(question, self._look, self._language))

    async def _follow(self, choice: Choice) -> Wanted | None:
        """Ask for a table or a file; None if there is nothing to play."""
        key = "terminal.ask_code" if choice.then == JOIN else "terminal.ask_file"
        typed = await self._question(say(key, self._language))
        if not typed:
            return None
        if choice.then == JOIN:
            server, code = self._program.find_table(typed)
            return choice.wanted._replace(server=server, code=code)
        await self._review(self._program.read(typed))
        return None
