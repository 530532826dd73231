"""The bots at a table: they act after a human pause, and choose their moves outside the event loop."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from sixes import bots
from sixes.play.match import Match, Refused
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.snapshots import Seat
from sixes.play.table import PLAYING
from sixes.rules import rounds, turns
from sixes.rules.six import has
from sixes.server.logs import log
from sixes.server.tables import bot_process
from sixes.server.tables.journal import Journal
from sixes.server.tables.runtime import Runtime

SIXTO_PAUSES = {turns.ROLLING: (0.7, 1.3), turns.DECIDING: (0.9, 1.7), turns.CROSSING: (0.4, 1.1)}
SIXEM_PAUSES = {
    rounds.STARTING: (0.6, 1.4),
    rounds.SPINNING: (0.8, 1.6),
    rounds.MARKING: (0.6, 1.2),
}
"""Seconds, from and to, before a bot acts; while all throw in Sixem, the tempo of its level counts."""
AT_ONCE = 0.02
FALLBACK = "nearest"
"""The level that plays instead of one that this server does not have, or whose bot fails."""
RETRY = 1.0
"""Seconds after which a bot that chose nothing, or failed, is asked again."""
Future = asyncio.Future[Any]
Playing = SixtoMatch | SixemMatch
BotSeat = tuple[int, str]
"""A seat and the level of its bot."""


class BotRunner:
    def __init__(
        self, runtime: Runtime, journal: Journal, is_running: Callable[[], bool], move: Callable[[Any], None]
    ) -> None:
        """`is_running` says whether bots may act at the table; `move` makes a move, or raises Refused."""
        self._runtime = runtime
        self._journal = journal
        self._is_running = is_running
        self._make_move = move
        self._bots: dict[BotSeat, bots.Bot] = {}
        self._failed: set[BotSeat] = set()
        """Those for which the fallback plays on."""
        self._busy: dict[int, Callable[[], Any]] = {}
        """Seats whose bot pauses or chooses, and how to cancel that."""
        self._seats: tuple[Seat | None, ...] = ()
        self._levels: dict[int, str] = {}
        """The seats as they were last, and the levels of bots on them: they seldom change."""

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
        for seat, level in self._levels.items():
            if seat not in self._busy and has(table.match.seats_to_act(), seat):
                wait = self._pause(table.match, seat, level)
                self._busy[seat] = self._runtime.later(wait, partial(self._start, seat)).cancel

    def stop(self) -> None:
        for cancel in self._busy.values():
            cancel()
        self._busy.clear()

    def _pause(self, match: Match, seat: int, level: str) -> float:
        if isinstance(match, SixtoMatch):
            if match.state.turn.asked[seat]:  # everybody waits for its answer
                return AT_ONCE
            shortest, longest = SIXTO_PAUSES[match.state.turn.phase]
        elif match.state.phase == rounds.ROLLING:
            shortest, longest = (time / 1000 for time in _tempo(level))
        else:
            shortest, longest = SIXEM_PAUSES.get(match.state.phase, (AT_ONCE, AT_ONCE))
        pace = self._runtime.pace
        wait = max(random.uniform(shortest, longest) * pace, AT_ONCE * min(pace, 1))
        if isinstance(match, SixemMatch):
            wait += max(_ready(match, seat) - self._journal.now(), 0) / 1000
        return wait

    def _start(self, seat: int) -> None:
        """Let a bot choose, in the bots' thread."""
        table = self._journal.head
        sitting, match = table.seats[seat], table.match
        if match is None or sitting is None or not sitting.bot or not has(match.seats_to_act(), seat):
            self._busy.pop(seat, None)
            return
        state: Any = match.state
        if isinstance(match, SixemMatch):  # a pause may be over though no event came since
            state = match.state._replace(now=self._journal.now())
        choose = partial(self._choose, (seat, sitting.bot), table.options.game, state)
        future = asyncio.get_running_loop().run_in_executor(self._runtime.bot_thread, choose)
        self._busy[seat] = future.cancel
        future.add_done_callback(partial(self._chosen, (seat, sitting.bot), match))

    def _choose(self, who: BotSeat, game: str, state: Any) -> Any:
        """In the bots' thread: making a bot may take long, too."""
        seat, level = who
        if who not in self._bots:
            known = level in bots.levels(game) and who not in self._failed
            self._bots[who] = bot_process.make(level if known else FALLBACK, game, secrets.randbits(64))
        return self._bots[who].choose(state, seat)

    def _chosen(self, who: BotSeat, match: Playing, future: Future) -> None:
        """A bot has chosen; meanwhile its turn may be over, or its seat taken back."""
        if future.cancelled():
            return
        (seat, level), table = who, self._journal.head
        self._busy.pop(seat, None)
        error, sitting = future.exception(), table.seats[seat]
        if error:
            self._fail(who, error=error)
        elif not sitting or sitting.bot != level or _basis(table.match, seat) != _basis(match, seat):
            self.update()
        elif future.result() is None and _may_wait(match):
            self._runtime.later(RETRY, self.update)
        else:
            self._move(who, match, future.result())

    def _move(self, who: BotSeat, match: Playing, move: Any) -> None:
        try:
            if getattr(move, "seat", None) != who[0]:
                raise Refused("table.not_seated")
            self._make_move(move)
        except Refused as refused:
            # Bots do not see the countdown.
            if self._journal.head.match is match and refused.code != "sixem.countdown":
                self._fail(who, why=refused.code)
            else:  # others were quicker
                self.update()

    def _fail(self, who: BotSeat, **why: Any) -> None:
        """Let the fallback play on: a table must not wait for a bot that fails."""
        log("bot_failed", level=logging.ERROR, bot=who[1], **why)
        self._failed.add(who)
        self._bots.pop(who, None)
        self._runtime.later(RETRY, self.update)


def _tempo(level: str) -> bots.Tempo:
    known = bots.known("sixem")
    return known.get(level, known[FALLBACK]).tempo


def _ready(match: SixemMatch, seat: int) -> int:
    """When a seat can act: after the countdown and its pause, and once its dice have landed."""
    return max(match.go, match.state.round.pauses[seat], *match.state.round.lands[seat])


def _basis(match: Playing | None, seat: int) -> Any:
    """What a choice depends on: when it has changed, the bot must choose again."""
    if isinstance(match, SixtoMatch):
        return match.number, match.state.turn.phase
    return match and (match.number, match.state.phase, match.state.round.dice[seat])


def _may_wait(match: Playing) -> bool:
    """Whether a bot may choose nothing: only while all throw in Sixem, when nobody waits for it."""
    return isinstance(match, SixemMatch) and match.state.phase == rounds.ROLLING
