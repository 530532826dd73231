"""The bots at a table: they act after a human pause, and think outside the event loop."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Protocol

from sixes import bots
from sixes.play.match import Match, Refused
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.snapshots import Seat
from sixes.play.table import PLAYING, Table
from sixes.rules import rounds, turns
from sixes.rules.six import has
from sixes.server.logs import log
from sixes.server.tables import bot_process

SIXTO_PAUSES = {turns.ROLLING: (0.7, 1.3), turns.DECIDING: (0.9, 1.7), turns.CROSSING: (0.4, 1.1)}
SIXEM_PAUSES = {
    rounds.STARTING: (0.6, 1.4),
    rounds.SPINNING: (0.8, 1.6),
    rounds.MARKING: (0.6, 1.2),
}
"""Seconds, from and to, before a bot does something; while all throw in Sixem, its level has a tempo."""
AT_ONCE = 0.02
FALLBACK = "nearest"
"""Plays where a level is asked for that this server does not have, or whose bot fails."""
LOOK_AGAIN = 1.0
"""Seconds after which a bot that did nothing, or nothing good, looks again."""
Future = asyncio.Future[Any]
Playing = SixtoMatch | SixemMatch
Later = Callable[[float, Callable[[], object]], asyncio.TimerHandle]


class Seated(Protocol):
    """What the bots need of their table."""

    @property
    def head(self) -> Table: ...

    @property
    def goes_on(self) -> bool: ...

    def now(self) -> int: ...

    def move(self, move: Any) -> None: ...


class BotRunner:
    def __init__(self, table: Seated, pool: Executor, pace: float, later: Later) -> None:
        self._table = table
        self._pool = pool
        self._pace = pace
        """Times the usual pauses."""
        self._later = later
        self._bots: dict[tuple[int, str], bots.Bot] = {}
        self._failed: set[tuple[int, str]] = set()
        """Bots for which the fallback plays on."""
        self._busy: dict[int, Callable[[], Any]] = {}
        """Seats whose bot pauses or thinks, and how to stop that."""
        self._seats: tuple[Seat | None, ...] = ()
        self._levels: dict[int, str] = {}
        """The seats as they were last, and the bots on some of them: they seldom change."""

    def consider(self) -> None:
        """Let every bot that has something to do, and is not at it already, begin."""
        table = self._table.head
        if table.seats is not self._seats:
            self._seats = table.seats
            self._levels = {seat: who.bot for seat, who in enumerate(self._seats) if who and who.bot}
        if not self._levels and not self._busy:
            return
        if table.phase != PLAYING or table.match is None or not self._table.goes_on:
            self.stop()
            return
        for seat, level in self._levels.items():
            if seat not in self._busy and has(table.match.seats_to_act(), seat):
                wait = self._pause(table.match, seat, level)
                self._busy[seat] = self._later(wait, partial(self._think, seat)).cancel

    def stop(self) -> None:
        for cancel in self._busy.values():
            cancel()
        self._busy.clear()

    def _pause(self, match: Match, seat: int, level: str) -> float:
        if isinstance(match, SixtoMatch):
            if match.state.turn.asked[seat]:  # all wait for an answer
                return AT_ONCE
            shortest, longest = SIXTO_PAUSES[match.state.turn.phase]
        elif match.state.phase == rounds.ROLLING:
            shortest, longest = (time / 1000 for time in _tempo(level))
        else:
            shortest, longest = SIXEM_PAUSES.get(match.state.phase, (AT_ONCE, AT_ONCE))
        wait = max(random.uniform(shortest, longest) * self._pace, AT_ONCE * min(self._pace, 1))
        if isinstance(match, SixemMatch):
            wait += max(_ready(match, seat) - self._table.now(), 0) / 1000
        return wait

    def _think(self, seat: int) -> None:
        table = self._table.head
        sitting, match = table.seats[seat], table.match
        if match is None or sitting is None or not sitting.bot or not has(match.seats_to_act(), seat):
            self._busy.pop(seat, None)
            return
        state: Any = match.state
        if isinstance(match, SixemMatch):  # a pause may be over though nothing has happened since
            state = match.state._replace(now=self._table.now())
        choose = partial(self._choose, (seat, sitting.bot), table.options.game, state)
        future = asyncio.get_running_loop().run_in_executor(self._pool, choose)
        self._busy[seat] = future.cancel
        future.add_done_callback(partial(self._chosen, (seat, sitting.bot), match))

    def _choose(self, who: tuple[int, str], game: str, state: Any) -> Any:
        """In the pool: to make a bot may take long, too."""
        seat, level = who
        if who not in self._bots:
            known = level in bots.levels(game) and who not in self._failed
            self._bots[who] = bot_process.make(level if known else FALLBACK, game, secrets.randbits(64))
        return self._bots[who].choose(state, seat)

    def _chosen(self, who: tuple[int, str], match: Playing, future: Future) -> None:
        """A bot has decided; meanwhile its turn may be over, or its seat taken back."""
        if future.cancelled():
            return
        (seat, level), table = who, self._table.head
        self._busy.pop(seat, None)
        error, sitting = future.exception(), table.seats[seat]
        if error:
            self._fail(who, error=error)
        elif not sitting or sitting.bot != level or _grounds(table.match, seat) != _grounds(match, seat):
            self.consider()
        elif future.result() is None and _may_wait(match):
            self._later(LOOK_AGAIN, self.consider)
        else:
            self._move(who, match, future.result())

    def _move(self, who: tuple[int, str], match: Playing, move: Any) -> None:
        try:
            if getattr(move, "seat", None) != who[0]:
                raise Refused("table.not_seated")
            self._table.move(move)
        except Refused as refused:
            # Bots do not see the 3-2-1.
            if self._table.head.match is match and refused.code != "sixem.countdown":
                self._fail(who, why=refused.code)
            else:  # others were quicker; it looks again
                self.consider()

    def _fail(self, who: tuple[int, str], **why: Any) -> None:
        """A table must not wait for a bot that fails: another plays on."""
        log("bot_failed", level=logging.ERROR, bot=who[1], **why)
        self._failed.add(who)
        self._bots.pop(who, None)
        self._later(LOOK_AGAIN, self.consider)


def _tempo(level: str) -> bots.Tempo:
    known = bots.known("sixem")
    return known.get(level, known[FALLBACK]).tempo


def _ready(match: SixemMatch, seat: int) -> int:
    """When there is something to do for a seat: after the 3-2-1, its pause, and once its dice lie."""
    return max(match.go, match.state.round.pauses[seat], *match.state.round.lands[seat])


def _grounds(match: Playing | None, seat: int) -> Any:
    """What a decision rests on: when it has changed, the bot must decide again."""
    if isinstance(match, SixtoMatch):
        return match.number, match.state.turn.phase
    return match and (match.number, match.state.phase, match.state.round.dice[seat])


def _may_wait(match: Playing) -> bool:
    """In Sixem's race one may do nothing for a moment; otherwise the table waits for whoever is asked."""
    return isinstance(match, SixemMatch) and match.state.phase == rounds.ROLLING
