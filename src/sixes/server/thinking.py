"""The bots at a table: they act after a human pause, and think outside the event loop."""

import asyncio
import random
import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Protocol

from sixes import bots
from sixes.play.match import Match, Refused
from sixes.play.sixem import SixemMatch
from sixes.play.sixto import SixtoMatch
from sixes.play.table import PLAYING, Table
from sixes.rules import rounds, turns
from sixes.rules.six import has
from sixes.server.logs import log

SIXTO_PAUSES = {turns.ROLLING: (0.7, 1.3), turns.DECIDING: (0.9, 1.7), turns.CROSSING: (0.4, 1.1)}
SIXEM_PAUSES = {
    rounds.STARTING: (0.6, 1.4),
    rounds.SPINNING: (0.8, 1.6),
    rounds.ROLLING: (0.45, 0.95),
    rounds.MARKING: (0.6, 1.2),
}
"""Seconds, from and to, before a bot does something."""
AT_ONCE = 0.02
FALLBACK = "nearest"
"""Plays where a level is asked for that this server does not have."""


class Seated(Protocol):
    """What the bots need of their table."""

    @property
    def head(self) -> Table: ...

    @property
    def goes_on(self) -> bool: ...

    def now(self) -> int: ...

    def move(self, move: Any) -> None: ...


class Thinkers:
    def __init__(self, table: Seated, pool: Executor, pace: float) -> None:
        self._table = table
        self._pool = pool
        self._pace = pace
        """Times the usual pauses."""
        self._bots: dict[tuple[int, str], bots.Bot] = {}
        self._busy: dict[int, Callable[[], Any]] = {}
        """Seats whose bot pauses or thinks, and how to stop that."""

    def consider(self) -> None:
        """Let every bot that has something to do, and is not at it already, begin."""
        table = self._table.head
        if table.phase != PLAYING or table.match is None or not self._table.goes_on:
            self.stop()
            return
        waits = table.match.waits_for()
        for seat, sitting in enumerate(table.seats):
            if sitting and sitting.bot and has(waits, seat) and seat not in self._busy:
                wait = self._pause(table.match, seat)
                handle = asyncio.get_running_loop().call_later(wait, self._think, seat)
                self._busy[seat] = handle.cancel

    def stop(self) -> None:
        for cancel in self._busy.values():
            cancel()
        self._busy.clear()

    def _pause(self, match: Match, seat: int) -> float:
        if isinstance(match, SixtoMatch):
            if match.state.turn.asked[seat]:  # all wait for an answer
                return AT_ONCE
            shortest, longest = SIXTO_PAUSES[match.state.turn.phase]
        else:
            shortest, longest = SIXEM_PAUSES.get(match.state.phase, (AT_ONCE, AT_ONCE))
        wait = max(random.uniform(shortest, longest) * self._pace, AT_ONCE * min(self._pace, 1))
        if isinstance(match, SixemMatch):
            wait += max(match.go - self._table.now(), 0) / 1000
        return wait

    def _think(self, seat: int) -> None:
        table = self._table.head
        sitting = table.seats[seat]
        if table.match is None or sitting is None or not sitting.bot:
            self._busy.pop(seat, None)
            return
        match = table.match
        bot = self._bot(seat, sitting.bot, table.options.game)
        future = asyncio.get_running_loop().run_in_executor(self._pool, bot.choose, match.state, seat)
        self._busy[seat] = future.cancel
        future.add_done_callback(partial(self._chosen, seat, sitting.bot, match.number))

    def _bot(self, seat: int, level: str, game: str) -> bots.Bot:
        if (seat, level) not in self._bots:
            known = level if level in bots.levels(game) else FALLBACK
            self._bots[seat, level] = bots.make(known, game, secrets.randbits(64))
        return self._bots[seat, level]

    def _chosen(self, seat: int, level: str, number: int, future: asyncio.Future[Any]) -> None:
        """A bot has decided; meanwhile its turn may be over, or its seat taken back."""
        if future.cancelled():
            return
        self._busy.pop(seat, None)
        error = future.exception()
        if error:
            log("bot_failed", error=error, bot=level)
            return
        table, move = self._table.head, future.result()
        sitting = table.seats[seat] if seat < len(table.seats) else None
        if table.match is None or table.match.number != number or not sitting or sitting.bot != level:
            self.consider()
        elif move is not None:
            try:
                self._table.move(move)
            except Refused:  # others were quicker; it looks again
                self.consider()
