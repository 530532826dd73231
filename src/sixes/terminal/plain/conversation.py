"""A game line by line: what happens is told, what can be done is asked, and what is typed is done."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterator

from sixes.play import commands, events
from sixes.play.match import Refused
from sixes.play.sixem.match import SixemMatch
from sixes.play.table import CLOSED, OVER, Table
from sixes.rules import rounds
from sixes.terminal.action import Action, Hand
from sixes.terminal.actions import actions, die_bits, one_of_each
from sixes.terminal.hint_text import ask_coach
from sixes.terminal.plain.describing import describe, sheet
from sixes.terminal.plain.lines import Lines
from sixes.terminal.source import Clock, Source
from sixes.terminal.tale import Tale
from sixes.terminal.telling import tell
from sixes.terminal.waiting import next_moment, waiting
from sixes.terminal.wording import as_sentence, listed, quoted
from sixes.text import catalogue, say

QUIT, AGAIN = "quit", "again"
"""How a conversation ends: somebody leaves, or all play again."""
Say = Callable[[str], None]


class Conversation:
    def __init__(self, source: Source, lines: Lines, out: Say, language: str, clock: Clock) -> None:
        self._source, self._lines, self._out, self._language, self._clock = (
            source,
            lines,
            out,
            language,
            clock,
        )
        self._table: Table = source.table
        self._typed: deque[str] = deque()
        self._asking: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._prompted: tuple[object, ...] = ()
        self._sure = ""
        """A key that ends the game, typed once."""
        self._outcome = ""
        self._is_lost = False

    async def run(self) -> str:
        """Talk until somebody leaves or the input ends; AGAIN if another game is wanted."""
        self._source.on_connection = self._connection
        helpers = [asyncio.create_task(self._listen()), asyncio.create_task(self._read())]
        self._describe()
        try:
            while not self._outcome:
                self._woken.clear()
                self._step()
                if not self._outcome:
                    moment = next_moment(self._source.table, self._source.player, self._source.now)
                    await self._clock.wait(self._woken, moment)
        finally:
            for task in [*helpers, *([self._asking] if self._asking else [])]:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Refused, StopAsyncIteration):
                    await task
        return self._outcome

    # What comes in --------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Tell every event; a refusal for good ends the conversation."""
        try:
            while True:
                self._hear(await anext(self._source))
                self._woken.set()
        except Refused as refused:
            self._refused(refused.code)
        except StopAsyncIteration:
            pass
        self._leave(QUIT)

    def _hear(self, message: events.Event | events.Here) -> None:
        if not isinstance(message, events.Event) or message.v <= self._table.version:
            return
        before = self._table
        self._table = before.after(message) if message.v == before.version + 1 else self._source.table
        for sentence in tell(Tale(before, self._table, self._source.player, self._language), message):
            self._out(sentence)
        if isinstance(message, events.Rematched):
            self._leave(AGAIN)

    async def _read(self) -> None:
        while (line := await self._lines.next()) is not None:
            words = [line] if line.startswith(("t ", "T ")) else line.split() or [""]
            self._typed.extend(words)
            self._woken.set()
        self._typed.append("q")
        self._woken.set()

    def _connection(self, is_there: bool) -> None:
        if self._is_lost == is_there:
            self._is_lost = not is_there
            self._out(say("terminal.back" if is_there else "app.reconnecting", self._language))
        self._table = self._source.table
        self._woken.set()

    # What is done ---------------------------------------------------------------------------------------

    def _step(self) -> None:
        """Do what was typed as far as its time has come, then ask for more; first all events are told."""
        if self._table.version != self._source.table.version:
            return
        while self._typed and not self._asking and not self._outcome:
            offered = self._offered()
            if not self._lines.is_typed and not self._is_time(self._typed[0], offered):
                break
            self._do(self._typed.popleft().lower(), offered)
        if not self._asking and not self._outcome:
            self._prompt()

    def _offered(self) -> list[Action]:
        return actions(self._table, self._source.player, self._source.now, self._language, Hand(self._kept()))

    def _kept(self) -> int:
        """Of the dice on the table, the first of each number: the others are thrown unless one says which."""
        match, seat = self._table.match, self._source.seat
        return (
            one_of_each(match.state.round.dice[seat])
            if isinstance(match, SixemMatch) and seat is not None
            else 0
        )

    def _is_time(self, word: str, offered: list[Action]) -> bool:
        """Whether a line of a pipe can be answered: not while others act, or while dice are in the air."""
        if word.lower() in ("?", "help", "q", "quit", "w", "o"):
            return word.lower() not in ("q", "quit") or not self._is_lost
        can_act = any(not action.is_aside or action.key == word.lower() for action in offered)
        return (can_act and not self._flies()) or self._table.phase in (OVER, CLOSED)

    def _flies(self) -> bool:
        """Whether some of one's own dice of Sixem are in the air."""
        match, seat = self._table.match, self._source.seat
        if not isinstance(match, SixemMatch) or seat is None or match.state.phase != rounds.ROLLING:
            return False
        return rounds.in_the_air(match.state, seat) != 0

    def _do(self, word: str, offered: list[Action]) -> None:
        general = {
            "": self._repeat,
            "?": self._help,
            "help": self._help,
            "w": self._describe,
            "o": self._others,
        }
        if word in ("q", "quit"):
            self._leave(QUIT)
        elif word in general:
            general[word]()
        else:
            self._act(word, offered)

    def _act(self, word: str, offered: list[Action]) -> None:
        action = self._find(word, offered)
        if action is None:
            self._out(
                say("terminal.not_understood", self._language, word=quoted(word))
                if offered
                else self._waiting()
            )
            self._prompted = ()
        elif action.is_final and self._sure != word:
            self._sure = word
            self._out(say("terminal.sure", self._language, key=word))
            self._prompted = ()
        else:
            self._sure = ""
            self._asking = asyncio.create_task(self._ask(action))

    def _find(self, word: str, offered: list[Action]) -> Action | None:
        """What a word asks for."""
        if word.startswith("t ") and offered:
            return self._throw(word[2:].replace(" ", ""), offered)
        return next((action for action in offered if action.key == word), None)

    def _throw(self, letters: str, offered: list[Action]) -> Action | None:
        """A throw of the dice that were named."""
        if not letters or die_bits(letters) < 0 or not isinstance(self._table.match, SixemMatch):
            return None
        stop = next((action for action in offered if action.kind is commands.Stop), None)
        dice = "".join(sorted(set(letters)))
        return stop and Action("t", "", commands.Throw, stop.values | {"dice": dice})

    async def _ask(self, action: Action) -> None:
        try:
            if action.kind is commands.AskHint:
                await self._hint()
            elif action.kind is commands.Sit:
                await self._source.sit()
            else:
                await self._source.ask(action.kind, **action.values)
        except Refused as refused:
            if refused.code == "table.rematched":
                self._leave(AGAIN)
            self._refused(refused.code)
            self._not_done(action)
        finally:
            self._asking = None
            self._woken.set()

    async def _hint(self) -> None:
        for line in await ask_coach(self._source, self._language):
            self._out(line)
        self._prompted = ()

    def _not_done(self, _: Action) -> None:
        """An action was refused."""

    def _refused(self, code: str) -> None:
        key = code if code in catalogue(self._language) else "table.not_now"
        self._out(as_sentence(say(key, self._language)))
        self._prompted = ()

    def _leave(self, outcome: str) -> None:
        self._outcome = self._outcome or outcome
        self._woken.set()

    # What is said ---------------------------------------------------------------------------------------

    def _prompt(self) -> None:
        """Say what can be done, once for every change of that."""
        offered = self._offered()
        asked = (tuple(offered), self._waiting())
        if asked == self._prompted or self._typed or self._flies():
            return
        self._prompted = asked
        if offered:
            choices = listed(self._choices(offered))
            self._out(f"{self._waiting()} {say('terminal.choices', self._language, choices=choices)}")
        else:
            self._out(self._waiting())

    def _choices(self, offered: list[Action]) -> Iterator[str]:
        """What can be typed; sheets in one breath."""
        sheets = [action for action in offered if action.kind is commands.ChooseSheet]
        for action in offered:
            if action not in sheets:
                yield action.key if is_box(action) else f"{action.key}: {action.label}"
        if sheets:
            yield f"{' '.join(action.key for action in sheets)}: {sheets[0].label}"

    def _waiting(self) -> str:
        return as_sentence(waiting(self._table, self._source.player, self._source.now, self._language))

    def _repeat(self) -> None:
        self._prompted = ()

    def _help(self) -> None:
        for key in ("terminal.help", f"terminal.help_{self._table.options.game}"):
            self._out(say(key, self._language))
        self._prompted = ()

    def _describe(self) -> None:
        for sentence in describe(self._table, self._source.player, self._source.now, self._language):
            self._out(sentence)
        self._prompted = ()

    def _others(self) -> None:
        """The sheets of the others; boards of Sixem are all told by `describe`."""
        match, mine = self._table.match, self._source.seat
        if match is None or isinstance(match, SixemMatch):
            self._describe()
            return
        for seat in range(len(self._table.seats)):
            if seat != mine:
                for sentence in sheet(self._table, match, seat, self._language):  # type: ignore[arg-type]
                    self._out(sentence)
        self._prompted = ()


def is_box(action: Action) -> bool:
    """A box says all by its name; only other actions need words."""
    return action.kind in (commands.Cross, commands.Uncross)
