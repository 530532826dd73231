"""A table that somebody is at: its one queue, its alarm, and who comes and goes.

Messages are decided one after the other on `head`, the table with everything accepted so far; the ledger
stores what came of them, and lets it be shown. What is due by itself happens before anything that is asked.
"""

import asyncio
from functools import partial
from typing import Any

from sixes.play import commands, events
from sixes.play.handlers import HOST_AWAY, Context, close, decide, due_event, new_host, rename
from sixes.play.match import Refused
from sixes.play.table import CLOSED, GATHERING, PLAYING, Table
from sixes.rules.rounds import STOP
from sixes.server.sockets.connection import CATCH_UP, REFUSED, RESTARTING, Connection, Visitor
from sixes.server.storage.store import LogLine, Unavailable
from sixes.server.tables.admission import may_come
from sixes.server.tables.bot_runner import BotRunner
from sixes.server.tables.fair_stop import HeldStops
from sixes.server.tables.journal import Journal
from sixes.server.tables.keeper import Keeper
from sixes.server.tables.presence import Presence
from sixes.server.tables.rematch import Rematch

LONG = 60 * 60 * 1000
"""Milliseconds without an event after which it is noted when people leave a table."""


class LiveTable:
    def __init__(
        self, keeper: Keeper, table: Table, seed: bytes, lines: list[LogLine], epoch: int = 0
    ) -> None:
        """`epoch` is that of our lease, where tables have one."""
        self.ledger = Journal(keeper, table, lines, self, epoch)
        self._keeper = keeper
        self._ahead = max(table.at - keeper.now(), 0)
        """Milliseconds by which the house's clock was set back since this table's last event."""
        self.presence = Presence(self.now())
        self._seed = seed
        self._levels = keeper.levels(table.options.game)
        self._wakes = 0
        self._alarm: asyncio.TimerHandle | None = None
        self._host_watch: asyncio.TimerHandle | None = None
        self._stops = HeldStops()
        self._rematch = Rematch(keeper, self._rematched, self._refuse)
        self._thinkers = BotRunner(self, keeper.pool, keeper.pace, keeper.later)

    @property
    def head(self) -> Table:
        """With everything accepted so far."""
        return self.ledger.head

    @property
    def shown(self) -> Table:
        """As it is stored, and as everybody sees it."""
        return self.ledger.shown

    @property
    def broken(self) -> bool:
        return self.ledger.broken

    def now(self) -> int:
        """The table's clock never goes back nor stands still, whatever the system's does."""
        return max(self._keeper.now() + self._ahead, self.ledger.head.at)

    @property
    def goes_on(self) -> bool:
        """Timers run and bots act: somebody is here, and it can be stored."""
        return not self.broken and self.presence.anybody(self.head)

    @property
    def is_idle(self) -> bool:
        return not self.presence.connections and self.ledger.is_clean

    # Coming and going -----------------------------------------------------------------------------------

    def join(self, connection: Visitor, since: int = 0) -> None:
        """A client comes, or comes back having seen the version `since` of this life of the server."""
        if self.ledger.retired:  # while they were on their way
            connection.send_away(RESTARTING)
            return
        now, paused = self.now(), not self.goes_on
        measure = self._keeper.seconds() if self.shown.options.fair_stop else None
        connection.welcome(self._catch_up, measure)
        self.presence.join(connection)
        self._welcome(connection, since)
        self._tell_presence(now)
        if paused and self.goes_on:
            self._take_up(now)
        self._name(connection.player, connection.name, now)  # it may have changed meanwhile
        self._changed(now)

    def _welcome(self, connection: Visitor, since: int) -> None:
        missed = self.ledger.missed(since)
        view = self.shown.snapshot() if missed is None else None
        version, now = self.shown.version, self.now()
        boot = self._keeper.boot
        connection.tell(events.Welcome(connection.player, connection.name, version, now, view, boot))
        if missed:
            connection.write(missed)

    def part(self, connection: Visitor) -> None:
        now = self.now()
        self.presence.part(connection, now)
        self._tell_presence(now)
        self._changed(now)
        if self.is_idle and self.head.phase in (GATHERING, PLAYING) and now - self.head.at > LONG:
            # Only from now on nobody is here, though nothing has happened for long.
            self.ledger.touch(now)
        self._keeper.idle(self)

    def _tell_presence(self, now: int) -> None:
        self.presence.write(self.presence.frame(self.shown, now))

    def _take_up(self, now: int) -> None:
        """Somebody is here again, or the store is back: what was running gets a little time."""
        if self.head.phase == PLAYING and self.head.match:
            event = self.head.match.resume_event(now)
            if event:
                self.ledger.add(event)

    def ping(self, seconds: float) -> None:
        for connection in self.presence.connections:
            connection.ping(seconds)

    def _catch_up(self, connection: Connection) -> None:
        """Somebody fell behind: once they have read all there was, they see the table again."""
        if connection.has_read_all and not connection.transport.is_closing():
            connection.behind = False
            self._welcome(connection, 0)
        elif connection in self.presence.connections:
            self._keeper.later(CATCH_UP, partial(self._catch_up, connection))

    # Being asked ----------------------------------------------------------------------------------------

    def take(self, connection: Visitor, ask: commands.Command) -> None:
        """The next message in the queue."""
        ledger = self.ledger
        if ledger.broken:
            connection.refuse("table.unavailable", ask.n)
            return
        version = ledger.answered(connection.player, ask.n)
        if version is not None:
            self._answer_again(connection, ask.n, version)
            return
        now = self.now()
        if 0 < self._wakes <= now:
            self._settle(now)
        try:
            if ledger.head.options.fair_stop and self._holds(connection, ask, now):
                return
            self._decide(connection, ask, now)
        except Refused as refused:
            self._keeper.counts.refusals.value += 1
            connection.refuse(refused.code, ask.n)
        finally:
            self._changed(now)

    def _decide(self, connection: Visitor, ask: commands.Command, now: int) -> None:
        events = self._events(connection, ask, now)
        if isinstance(ask, commands.RequestRematch):
            self._rematch.begin(self.head, connection.player, ask.n)
        for at, event in enumerate(events):
            self.ledger.add(event, connection.player, "" if at else ask.n)

    def _events(self, connection: Visitor, ask: commands.Command, now: int) -> list[events.Event]:
        player, name = connection.player, connection.name
        moment = Context(now, player, name, self._seed, self._levels, self.presence.away)
        return decide(self.ledger.head, ask, moment)

    def _answer_again(self, connection: Visitor, nonce: str, version: int) -> None:
        """The first answer once more; if it is not stored yet, it will come by itself."""
        if version > self.shown.version:
            return
        frame = self.ledger.frame(version)
        if frame:
            connection.write(frame)
        else:
            self._keeper.spawn(self._look_up(connection, nonce, version))

    async def _look_up(self, connection: Visitor, nonce: str, version: int) -> None:
        try:
            connection.write(await self.ledger.old_frame(version))
        except Unavailable:
            connection.refuse("table.unavailable", nonce)

    def _holds(self, connection: Visitor, ask: commands.Command, now: int) -> bool:
        """Whether a call of STOP waits for an earlier one that may still be on its way."""
        if not isinstance(ask, commands.Throw | commands.Stop):
            return False
        held = self._stops.of(connection.player)
        if held:
            if held.ask.n == ask.n:  # sent again: the answer will come
                return True
            raise Refused("sixem.stopped_already")
        # Only a valid call is held: one that would stop the round now.
        if isinstance(ask, commands.Throw) or not isinstance(
            self._events(connection, ask, now)[0], events.Stopped
        ):
            return False
        first, rivals = not self._stops, set(self.head.people) - {connection.player}
        others = (other for other in self.presence.connections if other.player in rivals)
        wait = self._stops.hold(connection, ask, self._keeper.seconds(), others)
        if first:
            self._keeper.later(wait, self._release_stops)
        return True

    def _release_stops(self) -> None:
        now = self.now()
        for call in self._stops.release():
            try:
                if self.broken:
                    raise Refused("table.unavailable")
                self._decide(call.connection, call.ask, now)
                self._settle(now)
            except Refused as refused:
                self._refuse(call.connection.player, refused.code, call.ask.n)
        self._changed(now)

    def _refuse(self, player: str, code: str, nonce: str) -> None:
        """On every socket of a player: the one that asked may be gone, and another have taken its place."""
        for connection in self.presence.of(player):
            connection.refuse(code, nonce)

    def move(self, move: Any) -> None:
        """A bot has chosen."""
        now = self.now()
        self._settle(now)
        if self._stops and move.kind == STOP:  # who is held has called before
            self._release_stops()
        try:
            if self.head.match and self.head.phase == PLAYING and self.goes_on:
                self.ledger.add(self.head.match.decide_move(move, now, self.head.dealer(self._seed)))
        finally:
            self._changed(now)

    def rename(self, player: str, name: str) -> None:
        for connection in self.presence.of(player):
            connection.name = name
        self._name(player, name, self.now())
        self._changed(self.now())

    def _name(self, player: str, name: str, now: int) -> None:
        if not self.broken:
            for event in rename(self.head, player, name, now):
                self.ledger.add(event)

    def close(self) -> None:
        """Nobody came back for a day."""
        if not self.presence.connections and not self.broken:
            for event in close(self.head, self._seed, self.now()):
                self.ledger.add(event)
            self._changed(self.now())

    def _rematched(self, code: str, player: str, nonce: str) -> None:
        if self.broken:
            raise Unavailable
        self.ledger.add(events.Rematched(code, at=self.now()), player, nonce)
        self._changed(self.now())

    # What happens ---------------------------------------------------------------------------------------

    def _settle(self, now: int) -> None:
        """Everything that is due happens, in its order, before anything that is asked now."""
        while (event := due_event(self.ledger.head, self._seed, now)) and self.goes_on:
            self.ledger.add(event)

    def _changed(self, now: int) -> None:
        """After anything that may have changed the table: what follows from it, and the next alarm."""
        self._settle(now)
        if not self.presence.is_here(self.ledger.head.host):
            self._pass_host_on(now)
        self._set_alarm(now)
        self._thinkers.consider()
        self.ledger.store()

    def _pass_host_on(self, now: int) -> None:
        """To somebody who is here, once the host has been away for long."""
        left = HOST_AWAY - self.presence.away(self.head.host, now)
        if left > 0:
            if self._host_watch is None:
                self._host_watch = self._keeper.later(left / 1000, self._look_for_host)
        elif self.head.phase != CLOSED and not self.broken:
            absent = {player for player in self.head.people if not self.presence.is_here(player)}
            for event in new_host(self.head, absent, now):
                self.ledger.add(event)

    def _look_for_host(self) -> None:
        self._host_watch = None
        self._changed(self.now())

    def _set_alarm(self, now: int) -> None:
        table = self.ledger.head
        wakes = table.match.next_deadline() if table.match and table.phase == PLAYING else 0
        if wakes and not self.goes_on:
            wakes = 0
        if wakes == self._wakes and (self._alarm is not None or not wakes):
            return
        if self._alarm:
            self._alarm.cancel()
        self._wakes, self._alarm = wakes, None
        if wakes:
            self._alarm = self._keeper.later(max(wakes - now, 1) / 1000, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._changed(self.now())

    # What the ledger says -------------------------------------------------------------------------------

    def show(self, frames: bytes, seats_changed: bool) -> None:
        self.presence.write(frames)
        if seats_changed:
            self._send_watchers_away()
            self._tell_presence(self.now())
        self._keeper.idle(self)

    def _send_watchers_away(self) -> None:
        """Where nobody may watch: those who waited for a seat that they did not get, or lost."""
        for connection in self.presence.connections:
            if not may_come(self.shown, connection.player):
                connection.refuse("table.no_spectators")
                connection.send_away(REFUSED)

    def lost(self, player: str, nonce: str) -> None:
        self._refuse(player, "table.unavailable", nonce)

    def not_ours(self) -> None:
        self._keeper.give_up(self)

    def retire(self) -> None:
        """Another node may own this table by now: nothing more happens here, and everybody comes back."""
        self.ledger.retire()
        self.wait()
        if self._host_watch:
            self._host_watch.cancel()
        for connection in list(self.presence.connections):
            connection.send_away(RESTARTING)

    def wait(self) -> None:
        self._set_alarm(self.now())
        self._thinkers.stop()

    def go_on(self) -> None:
        now = self.now()
        if self.goes_on:
            self._take_up(now)
        self._changed(now)
