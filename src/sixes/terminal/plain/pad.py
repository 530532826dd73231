"""A score pad line by line: boxes, cells and dice are typed by their names."""

import re
from collections.abc import Iterator

from sixes.play import commands
from sixes.play.pad.cells import CELLS
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.pad.sixto import SixtoPadMatch
from sixes.play.table import OVER
from sixes.rules.sheets import BOXES, box_names
from sixes.terminal.action import Action, Hand
from sixes.terminal.actions import actions
from sixes.terminal.pad_actions import (
    cell_choice,
    cross,
    dice,
    forced,
    legal_rows,
    mark,
    patterns,
)
from sixes.terminal.plain.conversation import AGAIN, Conversation
from sixes.terminal.plain.describing import board, describe, sheet
from sixes.terminal.wording import names_of
from sixes.text import say

DICE = re.compile("[0-6]{6}")
DEED = re.compile("([a-f][1-6])([x+])([0-6])")
"""A mark that erases the X of a seat or gives it one, from 1; `x0` does neither."""


class PadConversation(Conversation):
    """One writes on one sheet after the other, and chooses it by its number."""

    _seat: int | None = None
    _forced: Action | None = None

    @property
    def _written(self) -> int:
        """The seat on whose sheet or board one writes."""
        return self._seat if self._seat is not None else self._source.seat or 0

    def _offered(self) -> list[Action]:
        hand = Hand(seat=self._written, forced=self._forced)
        return actions(self._table, self._source.player, self._source.now, self._language, hand)

    def _do(self, word: str, offered: list[Action]) -> None:
        if re.fullmatch("[1-6]", word) and int(word) <= len(self._table.seats):
            self._seat = int(word) - 1
            self._tell_sheet(self._seat)
            self._prompted = ()
        else:
            super()._do(word, offered)

    def _act(self, word: str, offered: list[Action]) -> None:
        match, self._forced = self._table.match, None
        if word == "n" and self._table.phase == OVER and offered:
            self._leave(AGAIN)
        elif word == "p" and isinstance(match, SixemPadMatch) and not match.is_proposed:
            self._ask_which([f"{action.key}: {action.label}" for action in patterns(match, self._language)])
        elif isinstance(match, SixemPadMatch) and word in CELLS and (deeds := self._deeds(match, word)):
            name = names_of(self._table, self._language)[self._written]
            self._out(say("pad.has_x", self._language, name=name))
            self._ask_which(deeds)
        else:
            super()._act(word, offered)

    def _ask_which(self, choices: list[str]) -> None:
        self._out(say("terminal.choices", self._language, choices=", ".join(choices)))

    def _deeds(self, match: SixemPadMatch, cell: str) -> list[str]:
        """What a mark on a cell may do to others, with what to type for it."""
        choice, names = cell_choice(match, self._written, cell), names_of(self._table, self._language)
        if choice is None or not (choice.erase or choice.give):
            return []
        deeds = [(f"{cell}x{at + 1}", "pad.erase", names[at]) for at in choice.erase]
        deeds += [(f"{cell}+{at + 1}", "pad.give", names[at]) for at in choice.give]
        told = [f"{key}: {say(words, self._language, name=name)}" for key, words, name in deeds]
        return [*told, f"{cell}x0: {say('pad.nothing', self._language)}"]

    def _find(self, word: str, offered: list[Action]) -> Action | None:
        match = self._table.match
        if self._table.phase != OVER and isinstance(match, SixtoPadMatch):
            return self._in_sixto(match, word) or super()._find(word, offered)
        if self._table.phase != OVER and isinstance(match, SixemPadMatch):
            return self._in_sixem(match, word) or super()._find(word, offered)
        return super()._find(word, offered)

    def _in_sixto(self, match: SixtoPadMatch, word: str) -> Action | None:
        if DICE.fullmatch(word):
            return dice(match, tuple(map(int, word)))
        box = word.removeprefix("-")
        if box not in BOXES:
            return None
        action = cross(match, self._written, box)
        return action._replace(kind=commands.PadUncross if box != word else commands.PadCross)

    def _in_sixem(self, match: SixemPadMatch, word: str) -> Action | None:
        if word in CELLS:
            return mark(match, self._written, word)
        if found := DEED.fullmatch(word):
            cell, sign, number = found.groups()
            deed = {"erase" if sign == "x" else "give": int(number) - 1} if number != "0" else {}
            return mark(match, self._written, cell, **deed)
        return next((action for action in patterns(match, self._language) if action.key == word), None)

    def _not_done(self, action: Action) -> None:
        self._forced = forced(action, self._table, self._language)

    def _choices(self, offered: list[Action]) -> Iterator[str]:
        """The boxes that the dice allow, or how boxes are typed; then the actions, then the other sheets."""
        match, names = self._table.match, names_of(self._table, self._language)
        if self._table.phase != OVER and match and not match.is_over and not match.is_proposed:  # type: ignore[attr-defined]
            if isinstance(match, SixtoPadMatch) and any(match.state.turn.dice):
                yield from box_names(legal_rows(match, self._written))
            else:
                yield say(f"terminal.example_{self._table.options.game}", self._language)
        yield from super()._choices(offered)
        for at, name in enumerate(names):
            if at != self._written and self._table.phase != OVER:
                yield f"{at + 1}: {name}"

    def _describe(self) -> None:
        about = (self._table, self._source.player, self._source.now, self._language)
        for sentence in describe(*about, shown=self._written):
            self._out(sentence)
        self._prompted = ()

    def _others(self) -> None:
        for seat in range(len(self._table.seats)):
            if seat != self._written:
                self._tell_sheet(seat)
        self._prompted = ()

    def _tell_sheet(self, seat: int) -> None:
        match = self._table.match
        if isinstance(match, SixtoPadMatch):
            told = sheet(self._table, match, seat, self._language)
        else:
            assert isinstance(match, SixemPadMatch)
            told = board(self._table, match, seat, self._language)
        for sentence in told:
            self._out(sentence)
