"""Play line by line: the menu, then games until somebody has enough."""

from sixes.terminal.plain.conversation import AGAIN, Conversation, Say
from sixes.terminal.plain.lines import Lines
from sixes.terminal.plain.pad import PadConversation
from sixes.terminal.plain.review import look_at
from sixes.terminal.program import Program
from sixes.terminal.recording import Recording
from sixes.terminal.sessions import Opener, Wanted
from sixes.terminal.starting import JOIN, LEVELS, PADS, PLAY, Choice, choices, levels, pad_setup, pads
from sixes.terminal.wording import quoted
from sixes.text import UserError, say


class PlainProgram:
    """`sixes play --plain`."""

    def __init__(self, program: Program, opener: Opener, out: Say, language: str) -> None:
        self._program, self._opener, self._out, self._language = program, opener, out, language

    async def run(self, lines: Lines) -> None:
        """Play what is asked for; without a game or a table, ask first."""
        if self._program.recording:
            await self._review(self._program.recording, lines)
            return
        asked = self._program.wanted
        wanted: Wanted | None = asked
        if not asked.code and not asked.game:
            wanted = await self._menu(asked, lines)
        if wanted and self._opener.is_to_be_set_up(wanted):
            wanted = await self._set_up(wanted, lines)
        while wanted is not None:
            wanted = await self._play(wanted, lines)

    async def _review(self, recording: Recording, lines: Lines) -> None:
        await look_at(recording, lines, self._out)

    async def _play(self, wanted: Wanted, lines: Lines) -> Wanted | None:
        """One game; what is wanted next, or None."""
        async with self._opener.open(wanted) as session:
            for note in session.notes:
                self._tell(note)
            session.on_note = self._tell
            clock = self._opener.clock
            kind = PadConversation if session.source.table.is_pad else Conversation
            outcome = await kind(session.source, lines, self._out, self._language, clock).run()
            table = session.source.table
        if self._opener.farewell and (outcome != AGAIN or not wanted.code):
            self._tell(self._opener.farewell)
        code = table.rematch if wanted.code else ""
        return wanted.again(table)._replace(code=code) if outcome == AGAIN else None

    def _tell(self, what: UserError) -> None:
        self._out(what.sentence(self._language))

    async def _menu(self, asked: Wanted, lines: Lines) -> Wanted | None:
        """Ask what to play; None if somebody leaves, or looked at a record."""
        offered = choices(self._opener.waiting_games(), asked, self._language)
        while (choice := await self._choose(offered, lines)) is not None:
            if choice.then == PLAY:
                return choice.wanted
            if choice.then == LEVELS:
                offered = levels(choice.wanted, self._language)
                continue
            if choice.then == PADS:
                offered = pads(choice.wanted, self._language)
                continue
            try:
                return await (self._join(choice, lines) if choice.then == JOIN else self._look(lines))
            except UserError as error:
                self._tell(error)
        return None

    async def _choose(self, offered: list[Choice], lines: Lines) -> Choice | None:
        """One of several things, by its number; None at the end of input."""
        self._out(say("terminal.start", self._language))
        for number, choice in enumerate(offered, 1):
            self._out(f"{number}: {choice.label}")
        self._out(say("terminal.menu_choices", self._language))
        while (line := await lines.next()) is not None and line.lower() not in ("q", "quit"):
            if line.isascii() and line.isdigit() and 1 <= int(line) <= len(offered):
                return offered[int(line) - 1]
            if line and line != "?":
                self._out(say("terminal.not_understood", self._language, word=quoted(line)))
            self._out(say("terminal.menu_choices", self._language))
        return None

    async def _join(self, choice: Choice, lines: Lines) -> Wanted | None:
        self._out(say("terminal.ask_code", self._language))
        line = await lines.next()
        if not line:
            return None
        server, code = self._program.find_table(line)
        return choice.wanted._replace(server=server, code=code)

    async def _set_up(self, wanted: Wanted, lines: Lines) -> Wanted | None:
        """Ask for the names and sheets of a score pad until they make one; None at the end of input."""
        while True:
            asked = ["terminal.ask_names", *(["terminal.ask_sheets"] if wanted.game == "sixto" else [])]
            typed = []
            for key in asked:
                self._out(say(key, self._language))
                line = await lines.next()
                if line is None or line.lower() in ("q", "quit"):
                    return None
                typed.append(line)
            try:
                setup = pad_setup(wanted.game, typed[0], "".join(typed[1:]), self._program.read_sheet)
                return wanted._replace(pad=setup)
            except UserError as error:
                self._tell(error)

    async def _look(self, lines: Lines) -> None:
        self._out(say("terminal.ask_file", self._language))
        line = await lines.next()
        if line:
            await self._review(self._program.read(line), lines)
