"""The bots at a table on this device: each acts after a pause, and chooses at once when that is over."""

import logging
from random import Random, SystemRandom
from typing import Any, NamedTuple

from sixes import bots
from sixes.bots.referee import BadBot, chosen_move
from sixes.play.match import AT_ONCE, Match
from sixes.play.table import PLAYING, Table

RETRY = 1000
"""Milliseconds after which a bot that chose nothing, or failed, is asked again."""
BotSeat = tuple[int, str]
"""A seat and the level of its bot."""

log = logging.getLogger(__name__)


class BotStyle(NamedTuple):
    """How bots play here."""

    chance: Random = SystemRandom()
    """Decides on their pauses, and on choices that are equally good."""
    pace: float = 1.0
    """A factor for their pauses."""


def plain_levels(game: str) -> dict[str, bots.Level]:
    """The bots that need nothing but Python, from the weakest to the strongest."""
    return {name: level for name, level in bots.known(game).items() if not level.needs}


class LocalBots:
    def __init__(self, game: str, style: BotStyle) -> None:
        self.levels = plain_levels(game)
        self._chance, self._pace = style
        self._bots: dict[BotSeat, bots.Bot] = {}
        self._failed: set[BotSeat] = set()
        """Those whose stand-in plays on."""
        self._due: dict[int, int] = {}
        """When the bot of a seat acts."""
        self._hurried = 0
        """The turn or round in which bots were asked to hurry."""

    def update(self, table: Table, now: int) -> None:
        """Let every bot that has something to do, and does not pause yet, begin its pause."""
        match = table.match
        if table.phase != PLAYING or match is None:
            self._due.clear()
            return
        for seat, sitting in enumerate(table.seats):
            if sitting and sitting.bot and seat not in self._due and match.bot_may_act(seat):
                self._due[seat] = now + self._pause(table, match, seat, now)

    def next_due(self) -> int:
        """When the next bot acts; 0: none does."""
        return min(self._due.values(), default=0)

    def hurry(self, table: Table) -> None:
        """Let bots act at once while others only watch them, until the round is over."""
        if table.match is not None and table.match.may_hurry:
            self._hurried = table.match.number
            self._due.clear()

    def stop(self) -> None:
        self._due.clear()

    def next_move(self, table: Table, now: int) -> tuple[BotSeat, Any] | None:
        """The move of the bot whose pause was over first, and who that is; None if nobody moves now."""
        match = table.match
        while match is not None and 0 < self.next_due() <= now:
            seat = min(self._due, key=self._due.__getitem__)
            del self._due[seat]
            sitting = table.seats[seat]
            if sitting is None or not sitting.bot or not match.bot_may_act(seat):
                continue
            move = self._choose((seat, sitting.bot), table, match, now)
            if move is not None:
                return (seat, sitting.bot), move
            self._due[seat] = now + RETRY
        return None

    def fail(self, who: BotSeat, now: int, why: object) -> None:
        """Let the stand-in play on: a table must not wait for a bot that fails."""
        log.warning("The bot %s failed. %s", who[1], why)
        self._failed.add(who)
        self._bots.pop(who, None)
        self._due[who[0]] = now + RETRY

    def _choose(self, who: BotSeat, table: Table, match: Match, now: int) -> Any:
        game = table.game
        try:
            move = chosen_move(self._bot(who, table).choose, match.bot_state(now), who[0], game.move)
        except BadBot as error:
            self.fail(who, now, error)
            return None
        if move is None and not match.may_pass:
            self.fail(who, now, "bot.does_nothing")
        return move

    def _bot(self, who: BotSeat, table: Table) -> bots.Bot:
        if who not in self._bots:
            level = who[1] if who[1] in self.levels and who not in self._failed else table.game.stand_in
            self._bots[who] = bots.make(level, table.game.name, self._chance.getrandbits(64))
        return self._bots[who]

    def _pause(self, table: Table, match: Match, seat: int, now: int) -> int:
        """Milliseconds that a bot waits before it chooses, at a person's pace."""
        sitting = table.seats[seat]
        level = self.levels.get(sitting.bot if sitting else "") or self.levels[table.game.stand_in]
        pause = match.bot_pause(seat, level.tempo)
        if pause is AT_ONCE or (match.may_hurry and match.number == self._hurried):  # others wait for it
            return round(1000 * AT_ONCE[0])
        seconds = max(self._chance.uniform(*pause) * self._pace, AT_ONCE[0] * min(self._pace, 1))
        return round(1000 * seconds) + max(match.bot_ready(seat) - now, 0)
