"""Runs the bots at a table: each acts after a pause (`Match.bot_pause`), and chooses off the event loop."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from sixes import bots
from sixes.bots.referee import chosen_move
from sixes.play.games import Game
from sixes.play.match import AT_ONCE, Match, Refused
from sixes.play.seats import Seat
from sixes.play.table import PLAYING, Table
from sixes.server.logs import log
from sixes.server.tables import bot_process
from sixes.server.tables.journal import Journal
from sixes.server.tables.runtime import Runtime

RETRY = 1.0
"""Seconds after which a bot that chose nothing, or failed, is asked again."""
Future = asyncio.Future[Any]
BotSeat = tuple[int, str]
"""A seat and the level of its bot."""


class BotRunner:
    def __init__(
        self,
        runtime: Runtime,
        journal: Journal,
        is_running: Callable[[], bool],
        move: Callable[[Any], None],
        is_watched: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_running` says whether bots may act at the table; `move` makes a move, or raises Refused.

        `is_watched` says whether anybody sees them: otherwise they act without a pause.
        """
        self._runtime = runtime
        self._journal = journal
        self._is_running = is_running
        self._make_move = move
        self._is_watched = is_watched
        self._bots: dict[BotSeat, bots.Bot] = {}
        self._failed: set[BotSeat] = set()
        """Those whose stand-in plays on."""
        self._busy: dict[int, Callable[[], Any]] = {}
        """Seats whose bot pauses or chooses, and how to cancel that."""
        self._seats: tuple[Seat | None, ...] = ()
        self._levels: dict[int, str] = {}
        """The seats as they were last, and the levels of bots on them: they seldom change."""
        self._hurried = 0
        """The turn or round in which bots were asked to hurry."""

    def update(self) -> None:
        """Start every bot that has to act and is not busy; stop all where bots may not act."""
        table = self._journal.head
        if table.seats is not self._seats:
            self._seats = table.seats
            self._levels = {seat: who.bot for seat, who in enumerate(self._seats) if who and who.bot}
        if not self._levels and not self._busy:
            return
        if table.phase != PLAYING or table.match is None or not self._is_running():
            self.stop()
            return
        for seat in self._levels:
            if seat not in self._busy and table.match.bot_may_act(seat):
                wait = self._pause(table, table.match, seat)
                self._busy[seat] = self._runtime.later(wait, partial(self._start, seat)).cancel

    @property
    def is_busy(self) -> bool:
        """Whether a bot is about to act."""
        return bool(self._busy)

    def hurry(self) -> None:
        """Let bots act at once while others only watch them, until the round is over."""
        match = self._journal.head.match
        if match is not None and match.may_hurry and self._hurried != match.number:
            self._hurried = match.number
            self.stop()
            self.update()

    def stop(self) -> None:
        for cancel in self._busy.values():
            cancel()
        self._busy.clear()

    def _pause(self, table: Table, match: Match, seat: int) -> float:
        """Seconds that a bot waits before it chooses, at a person's pace."""
        if not self._is_watched():
            return AT_ONCE[0]
        known = self._runtime.levels[table.game.name]
        level = known.get(self._levels[seat]) or known[table.game.stand_in]
        pause = match.bot_pause(seat, level.tempo)
        if pause is AT_ONCE or (match.may_hurry and match.number == self._hurried):  # others wait for it
            return AT_ONCE[0]
        pace = self._runtime.pace
        seconds = max(random.uniform(*pause) * pace, AT_ONCE[0] * min(pace, 1))
        return seconds + max(match.bot_ready(seat) - self._journal.now(), 0) / 1000

    def _start(self, seat: int) -> None:
        """Let a bot choose, in the bots' thread."""
        table = self._journal.head
        sitting, match = table.seats[seat], table.match
        if match is None or sitting is None or not sitting.bot or not match.bot_may_act(seat):
            self._busy.pop(seat, None)
            return
        state = match.bot_state(self._journal.now())
        choose = partial(self._choose, (seat, sitting.bot), table.game, state)
        future = asyncio.get_running_loop().run_in_executor(self._runtime.bot_thread, choose)
        self._busy[seat] = future.cancel
        future.add_done_callback(partial(self._chosen, (seat, sitting.bot), match))

    def _choose(self, who: BotSeat, game: Game, state: Any) -> Any:
        """In the bots' thread: making a bot may take long, too."""
        seat, level = who
        if who not in self._bots:
            if who in self._failed or level not in game.levels():
                level = game.stand_in
            self._bots[who] = bot_process.make(level, game.name, secrets.randbits(64))
        return chosen_move(self._bots[who].choose, state, seat, game.move)

    def _chosen(self, who: BotSeat, match: Match, future: Future) -> None:
        """A bot has chosen; meanwhile its turn may be over, or its seat taken back."""
        if future.cancelled():
            return
        self._busy.pop(who[0], None)
        error = future.exception()
        if error:
            self._fail(who, error=error)
        elif not self._is_current(who, match):
            self.update()
        elif future.result() is not None:
            self._move(who, match, future.result())
        elif match.may_pass:
            self._runtime.later(RETRY, self.update)
        else:
            self._fail(who, why="bot.does_nothing")

    def _is_current(self, who: BotSeat, match: Match) -> bool:
        """Whether the bot still sits there, and what it chose on is still so."""
        (seat, level), table = who, self._journal.head
        sitting, now = table.seats[seat], table.match
        same = now is not None and now.bot_input(seat) == match.bot_input(seat)
        return same and sitting is not None and sitting.bot == level

    def _move(self, who: BotSeat, match: Match, move: Any) -> None:
        try:
            self._make_move(move)
        except (IndexError, ValueError) as error:  # numbers far out of range
            self._fail(who, error=error)
        except Refused as refused:
            # Bots do not see the countdown.
            if self._journal.head.match is match and refused.code != "sixem.countdown":
                self._fail(who, why=refused.code)
            else:  # others were quicker
                self.update()

    def _fail(self, who: BotSeat, **why: Any) -> None:
        """Let the stand-in play on: a table must not wait for a bot that fails."""
        log("bot_failed", level=logging.ERROR, bot=who[1], **why)
        self._failed.add(who)
        self._bots.pop(who, None)
        self._runtime.later(RETRY, self.update)
