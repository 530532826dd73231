"""A table in memory: its one queue of commands, its timers, and its visitors.

Commands are decided one after the other on `head`, the table with everything accepted so far; the journal
stores the events, and then they are shown. Events that are due happen before any command.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sixes.play import commands, events
from sixes.play.bounds import MOST_EVENTS
from sixes.play.context import Context
from sixes.play.deadlines import close, due_event, next_deadline
from sixes.play.handlers import HOST_AWAY, abandon, decide, dismiss, new_host, rename
from sixes.play.match import Dealer, Refused
from sixes.play.snapshots import TableSnapshot
from sixes.play.table import CLOSED, GATHERING, PLAYING, Table
from sixes.server.close_codes import REFUSED, RESTARTING
from sixes.server.storage.store import HOUR, Unavailable
from sixes.server.tables.admission import may_join
from sixes.server.tables.bot_runner import BotRunner
from sixes.server.tables.fair_stop import HeldStops
from sixes.server.tables.handicap import Handicap
from sixes.server.tables.journal import Callbacks, Journal, StoredTable
from sixes.server.tables.over_days import goes_on
from sixes.server.tables.presence import Presence
from sixes.server.tables.rematch import OpenTable, Rematch
from sixes.server.tables.runtime import Runtime
from sixes.server.tables.throttle import Throttle
from sixes.server.tables.visitor import Visitor

TOUCH_AFTER = HOUR
"""Milliseconds by the service clock after which the row of a table in use says so again."""
NONE: Mapping[str, int] = {}
"""The answers of somebody who got none yet."""
PRESENCE_PAUSE = 0.5
"""Seconds in which comings and goings are gathered: everybody at the table is told of them."""


class RegistryCalls(NamedTuple):
    """What a live table asks of the registry of tables."""

    open_table: OpenTable
    evict_when_idle: "Callable[[LiveTable], None]"
    drop: "Callable[[LiveTable], None]"
    """Another node owns the table now."""


class LiveTable:
    def __init__(self, runtime: Runtime, registry: RegistryCalls, stored: StoredTable) -> None:
        callbacks = Callbacks(self._stored, self._failed, self._recovered, lambda: registry.drop(self))
        self.journal = Journal(runtime, stored, callbacks)
        self.presence = Presence(self.now())
        self._away = self.presence.away
        self._presence_news = Throttle(runtime, PRESENCE_PAUSE, self._send_presence)
        self._runtime = runtime
        self._registry = registry
        self._seed = stored.seed
        self._dealer = stored.table.dealer(stored.seed)
        self._holds_stops = stored.table.options.fair_stop
        self._levels = runtime.levels[stored.table.options.game]
        self._snapshot: tuple[Table, TableSnapshot] | None = None
        """The last one that was sent, and of which table."""
        self._deadline = 0
        self._timer: asyncio.TimerHandle | None = None
        self._host_timer: asyncio.TimerHandle | None = None
        self._stops = HeldStops(runtime, self._release_stops)
        self._rematch = Rematch(runtime, registry.open_table, self._rematched, self._refuse)
        self._handicap = Handicap(runtime, self.journal, self._update, self._refuse)
        self._bots = BotRunner(
            runtime, self.journal, self.is_running, self.move, lambda: bool(self.presence.visitors)
        )

    @property
    def head(self) -> Table:
        """With everything accepted so far."""
        return self.journal.head

    @property
    def shown(self) -> Table:
        """As it is stored, and as everybody sees it."""
        return self.journal.shown

    def now(self) -> int:
        return self.journal.now()

    def is_running(self) -> bool:
        """Whether timers run and bots act: somebody who plays is here or need not be, and storing works."""
        head = self.journal.head
        return not self.journal.broken and (self.presence.anybody(head) or goes_on(head))

    @property
    def is_idle(self) -> bool:
        return not self.presence.visitors and self.journal.is_clean and not self._bots.is_busy

    # Visitors -------------------------------------------------------------------------------------------

    def join(self, visitor: Visitor, since: int = 0) -> None:
        """Add a client; `since` is the version that it saw before it reconnected, if any."""
        if self.journal.retired:  # while they were joining
            visitor.close(RESTARTING)
            return
        now, paused = self.now(), not self.is_running()
        visitor.joined(self._welcome, self.shown.options.fair_stop)
        self.presence.join(visitor)
        self.journal.attended = True
        self._welcome(visitor, since)
        if not self._presence_news.ask():
            visitor.write(self.presence.frame(self.shown, now))
        if paused and self.is_running():
            self._resume(now)
        self._rename(visitor.player, visitor.name, now)  # it may have changed meanwhile
        self._update(now)

    def _welcome(self, visitor: Visitor, since: int = 0) -> None:
        """Send what happened since a version, or a snapshot."""
        missed = self.journal.missed(since)
        snapshot = self._shown_snapshot() if missed is None else None
        version, now, boot = self.shown.version, self.now(), self._runtime.boot
        visitor.send(events.Welcome(visitor.player, visitor.name, version, now, snapshot, boot))
        if missed:
            visitor.write(missed)

    def _shown_snapshot(self) -> TableSnapshot:
        """Made once for all who come before the next event: it is the most expensive part of a welcome."""
        if self._snapshot is None or self._snapshot[0] is not self.shown:
            self._snapshot = (self.shown, self.shown.snapshot())
        return self._snapshot[1]

    def leave(self, visitor: Visitor) -> None:
        if visitor not in self.presence.visitors:  # it came too late to join
            return
        now = self.now()
        head, shown = self.head, self.shown
        self.presence.leave(visitor, {*head.people, head.host, *shown.people, shown.host}, now)
        self._presence_news.ask()
        self._update(now)
        if self.is_idle and self.is_row_old:
            # People were here until now: only from now on the table counts as abandoned.
            self.journal.touch(now)
        self.journal.attended = bool(self.presence.visitors)
        self._registry.evict_when_idle(self)

    @property
    def is_row_old(self) -> bool:
        """Whether the table's row does not tell that it was in use within the hour."""
        return self._runtime.service_clock.at - self.journal.active > TOUCH_AFTER

    def _send_presence(self) -> None:
        self.presence.write(self.presence.frame(self.shown, self.now()))

    def _resume(self, now: int) -> None:
        """After a pause, let timers go on with a little extra time; over days there is no pause."""
        if self.head.options.days is not None:
            return
        if self.head.phase == PLAYING and self.head.match:
            event = self.head.match.resume_event(now)
            if event:
                self.journal.add(event)

    def ping(self, seconds: float) -> None:
        for visitor in self.presence.visitors:
            visitor.ping(seconds)

    def _refuse(self, player: str, code: str, nonce: str) -> None:
        """Refuse on every socket of a player: the one that sent the command may have been replaced."""
        for visitor in self.presence.of(player):
            visitor.refuse(code, nonce)

    # Commands -------------------------------------------------------------------------------------------

    def handle(self, visitor: Visitor, command: commands.Command) -> None:
        """Decide the next command in the queue."""
        journal = self.journal
        if journal.broken:
            visitor.refuse("table.unavailable", command.n)
            return
        answered = journal.answered.get(visitor.player, NONE)
        if command.n in answered:
            journal.answer_again(visitor, command.n, answered[command.n])
            return
        now, quiet = journal.now(), False
        late = 0 < self._deadline <= now
        if late:
            self._add_due_events(now)
        try:
            if self._holds_stops and self._stops.holds(
                visitor, command, journal.head, now, self.presence.visitors
            ):
                return
            quiet = self._decide(visitor, command, now, len(answered)) and not late
        except Refused as refused:
            self._runtime.refusals.value += 1
            visitor.refuse(refused.code, command.n)
        finally:
            if quiet:
                journal.store()
            else:
                self._update(now)

    def _decide(self, visitor: Visitor, command: commands.Command, now: int, made: int) -> bool:
        """Accept the events of a command, or raise Refused; True if nothing can follow them by itself.

        `made` is how many commands of this player have changed the table so far.
        """
        journal, player, nonce = self.journal, visitor.player, command.n
        context = Context(now, player, visitor.name, self._deal(), self._levels, self._away, made)
        quiet = False
        for event, match in decide(journal.head, command, context):
            journal.add(event, player, nonce, match)
            quiet, nonce = match is not None and match.is_quiet(event), ""
        if quiet:
            return journal.head.version < MOST_EVENTS
        if isinstance(command, commands.RequestRematch):
            asked = player, command.n
            self._rematch.begin(self.head, self._seed, asked, lambda other: self.presence.away(other, now))
        elif isinstance(command, commands.ProposeHeadStarts) and command.on:
            self._handicap.begin(self.head, player, command.n)
        elif isinstance(command, commands.React) and command.reaction == "hurry":
            self._bots.hurry()
        return False

    def _deal(self) -> Dealer:
        """Deals the dice; made anew when seats change, since what their players add decides on the dice."""
        if self._dealer.seats is not self.journal.head.seats:
            self._dealer = self.journal.head.dealer(self._seed)
        return self._dealer

    def _release_stops(self) -> None:
        now = self.now()
        for call in self._stops.release():
            try:
                if self.journal.broken:
                    raise Refused("table.unavailable")
                made = len(self.journal.answered.get(call.visitor.player, NONE))
                self._decide(call.visitor, call.command, now, made)
                self._add_due_events(now)
            except Refused as refused:
                self._refuse(call.visitor.player, refused.code, call.command.n)
        self._update(now)

    def move(self, move: Any) -> None:
        """Make the move that a bot chose."""
        now = self.now()
        self._add_due_events(now)
        if (
            self._stops and self.head.match and self.head.match.is_stop_call(move)
        ):  # the held calls came first
            self._release_stops()
        try:
            if self.head.match and self.head.phase == PLAYING and self.is_running():
                event, match = self.head.match.decide_move(move, now, self._deal())
                self.journal.add(event, match=match)
        finally:
            self._update(now)

    def rename(self, player: str, name: str) -> None:
        for visitor in self.presence.of(player):
            visitor.name = name
        self._rename(player, name, self.now())
        self._update(self.now())

    def _rename(self, player: str, name: str, now: int) -> None:
        if not self.journal.broken:
            for event in rename(self.head, player, name, now):
                self.journal.add(event)

    def dismiss(self, player: str) -> None:
        """Let a player leave for good, whose data are being deleted."""
        if self.journal.broken:
            raise Unavailable("the table cannot be stored")
        now = self.now()
        for event in dismiss(self.head, player, now):
            self.journal.add(event)
        self._update(now)

    def close(self) -> None:
        self._end(close(self.head, self._seed, self.now()))

    def abandon(self) -> None:
        """Nobody came back for long."""
        self._end(abandon(self.head, self._seed, self.now()))

    def _end(self, decided: list[events.Event]) -> None:
        if not self.presence.visitors and not self.journal.broken:
            for event in decided:
                self.journal.add(event)
            self._update(self.now())

    def _rematched(self, code: str, player: str, nonce: str) -> None:
        if self.journal.broken:
            raise Unavailable
        self.journal.add(events.Rematched(code, at=self.now()), player, nonce)
        self._update(self.now())

    # Timers ---------------------------------------------------------------------------------------------

    def _add_due_events(self, now: int) -> None:
        while (due := due_event(self.journal.head, self._deal(), now)) and self.is_running():
            self.journal.add(due[0], match=due[1])

    def _update(self, now: int) -> None:
        """After anything that may have changed the table: add what is due, set timers, run bots, store."""
        self._add_due_events(now)
        if not self.presence.is_here(self.journal.head.host):
            self._replace_host(now)
        self._set_timer(now)
        self._bots.update()
        self.journal.store()

    def _replace_host(self, now: int) -> None:
        """Pass the role on to somebody who is here, once the host has been away for long."""
        if self.head.options.days is not None and self.head.phase != GATHERING:
            return  # people come and go; nobody else may send them away
        left = HOST_AWAY - self.presence.away(self.head.host, now)
        if left > 0:
            if self._host_timer is None:
                self._host_timer = self._runtime.later(left / 1000, self._host_is_away)
        elif self.head.phase != CLOSED and not self.journal.broken:
            absent = {player for player in self.head.people if not self.presence.is_here(player)}
            for event in new_host(self.head, absent, now):
                self.journal.add(event)

    def _host_is_away(self) -> None:
        self._host_timer = None
        self._update(self.now())

    def _set_timer(self, now: int) -> None:
        table = self.journal.head
        deadline = next_deadline(table)
        if deadline and not self.is_running():
            deadline = 0
        if deadline == self._deadline and (self._timer is not None or not deadline):
            return
        if self._timer:
            self._timer.cancel()
        self._deadline, self._timer = deadline, None
        if deadline:
            self._timer = self._runtime.later(max(deadline - now, 1) / 1000, self._deadline_passed)

    def wake(self) -> None:
        """Do what is due at a table over days that was opened only for that."""
        self._update(self.now())

    def _deadline_passed(self) -> None:
        self._timer = None
        self._update(self.now())

    # Storing --------------------------------------------------------------------------------------------

    def _stored(self, frames: bytes, seats_changed: bool) -> None:
        self.presence.write(frames)
        if seats_changed:
            self._close_spectators()
            self._send_presence()
        if not self.presence.visitors:
            self._registry.evict_when_idle(self)

    def _close_spectators(self) -> None:
        """Where nobody may watch, close the sockets of those who got no seat, or lost it."""
        for visitor in () if self.shown.options.spectators else self.presence.visitors:
            if not may_join(self.shown, visitor.player):
                visitor.refuse("table.no_spectators")
                visitor.close(REFUSED)

    def _failed(self, lost: list[tuple[str, str]]) -> None:
        for player, nonce in lost:
            self._refuse(player, "table.unavailable", nonce)
        self._pause()

    def _pause(self) -> None:
        self._set_timer(self.now())
        self._bots.stop()

    def _recovered(self) -> None:
        now = self.now()
        if self.is_running():
            self._resume(now)
        self._update(now)

    def retire(self) -> None:
        """Stop for good, since another node may own this table by now; clients reconnect."""
        self.journal.retire()
        self._pause()
        if self._host_timer:
            self._host_timer.cancel()
        for visitor in list(self.presence.visitors):
            visitor.close(RESTARTING)

    def forget(self) -> None:
        """Let go of everything, once the table is idle; whoever comes next opens it anew.

        Its parts refer to it: otherwise it would stay in memory until the garbage collector finds it.
        """
        self.retire()
        self.journal.forget()
        del self._presence_news, self._stops, self._rematch, self._handicap, self._bots
