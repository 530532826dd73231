"""All tables of this server: read from the log at the first touch, and evicted from memory when idle."""

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice

from sixes.play import events
from sixes.play.context import Context
from sixes.play.creating import NewGame, first_events, id_and_seed
from sixes.play.encoding import codec
from sixes.play.match import Dealer, Refused
from sixes.play.table import created
from sixes.server.close_codes import RESTARTING
from sixes.server.codes import new_id, table_code
from sixes.server.logs import log
from sixes.server.metrics import Metrics
from sixes.server.storage.store import DAY, Conflict, TableRow, Unavailable
from sixes.server.tables.daily import MOST_ATTEMPTS, DailyTables
from sixes.server.tables.journal import StoredTable
from sixes.server.tables.live import TOUCH_AFTER, LiveTable, RegistryCalls
from sixes.server.tables.opening import TableReader
from sixes.server.tables.over_days import members_of, wake_time
from sixes.server.tables.ownership import OwnedElsewhere, Ownership
from sixes.server.tables.runtime import Runtime, guarded, guarded_task
from sixes.server.tables.summary import encode_summary

EVICT_AFTER = 60.0
"""Seconds that an idle table stays in memory."""
HEARTBEAT = 4.0
"""Seconds between pings to each socket, which also keep proxies from closing it."""
HEARTBEAT_PARTS = 40
"""Steps in which all sockets are pinged: all at once, thousands of them would keep moves waiting."""
MAINTENANCE = 60.0
"""Seconds between rounds of maintenance."""
FIRST_SEARCH = 3600.0
"""Seconds before the first search for abandoned tables: after downtime people need a chance to return."""
ABANDONED_AFTER = DAY + TOUCH_AFTER
"""Milliseconds by the service clock. A day, since rows are exact to `TOUCH_AFTER`."""
MOST_TOUCHED = 200
"""Rows of tables in use that are updated in one round."""
KEPT_OVER_DAYS = 14 * DAY + TOUCH_AFTER
"""The same for tables over days, where people come and go."""
MOST_WOKEN = 500
"""Tables over days that are opened in one round because something is due there."""
MOST_CLOSED = 200
"""Abandoned tables that are closed in one round: each is read into memory, and stays there for a while."""


class TableRegistry:
    def __init__(self, runtime: Runtime, metrics: Metrics, ownership: Ownership | None = None) -> None:
        self.runtime = runtime
        self.store, self.now, self.seconds = runtime.store, runtime.now, runtime.seconds
        self.clock = runtime.service_clock
        self.ownership = ownership or Ownership()
        self.tables: dict[str, LiveTable] = {}
        self.daily = DailyTables(runtime)
        self._reader = TableReader(runtime.store)
        self._calls = RegistryCalls(self.open_table, self.evict_when_idle, self.drop)
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._kept_out: dict[str, asyncio.Event] = {}
        """Tables that must not be in memory now, with what is set when they may be."""
        self.erasing = asyncio.Lock()
        """One player is erased at one table at a time."""
        self._evictions: dict[str, asyncio.TimerHandle] = {}
        self._drops = 0
        """How often all tables were dropped."""
        self._stopping = False
        metrics.gauge("sixes_tables", "Tables in memory", lambda: len(self.tables))
        metrics.gauge("sixes_sockets", "Open sockets", self.sockets)
        metrics.gauge("sixes_relayed_sockets", "Sockets at tables of other nodes", self.ownership.relayed)
        metrics.gauge("sixes_well", "Whether tables can be owned here", lambda: int(self.ownership.is_ready))

    def sockets(self) -> int:
        here = [visitor for live in self.tables.values() for visitor in live.presence.visitors]
        return sum(visitor.is_local for visitor in here) + self.ownership.relayed()

    async def open_table(self, game: NewGame, player: str, name: str = "") -> str:
        """Make a table for a host and give its code; Refused if the options do not go together.

        The name is for a score pad, on which the host writes at once.
        """
        table, seed = id_and_seed(game, new_id(), secrets.token_bytes(32))
        known, deal = self.runtime.levels[game.options.game], Dealer("", seed, ())
        context = Context(self.now(), player, name, deal, known, lambda *_: 0)
        for _ in range(MOST_ATTEMPTS):
            code = table_code(secrets.randbelow)
            try:
                await self._create(first_events(table, code, game, context), seed)
            except Conflict:
                made = await self.store.log(table, 0, 1)
                if not made:  # only its code is taken
                    continue
                event = codec.read_event(made[0].body)
                assert isinstance(event, events.Created)
                return event.code
            return code
        raise Unavailable("no table can be stored")

    async def _create(self, begins: Sequence[events.Event], seed: bytes) -> None:
        """Store a new table with its first events."""
        first = begins[0]
        assert isinstance(first, events.Created)
        new, now = created(first), first.at
        for event in begins[1:]:
            new = new.after(event)
        row = TableRow(
            id=first.id,
            code=first.code,
            phase=new.phase,
            open=first.options.open,
            seats=first.options.seats,
            taken=sum(seat is not None for seat in first.seats),
            host=first.host,
            about=encode_summary(new),
            created=now,
            touched=now,
            seed=seed,
            active=self.clock.at,
            due=wake_time(new),
        )
        entries = [(first.id, event.v, now, events.encode(event), "", "") for event in begins]
        await self.store.create_table(row, entries[0], members_of(new), entries[1:])

    async def live(self, code: str) -> LiveTable:
        """The table with this code, read from its log if it is not in memory; may raise OwnedElsewhere."""
        if self._stopping:
            raise Unavailable("the server is stopping")
        if code in self.tables:
            return self.tables[code]
        if code not in self._opening:
            opening = self._opening[code] = asyncio.ensure_future(self._open(code))
            # Not when somebody stops waiting for it: a table must never be opened twice.
            opening.add_done_callback(lambda _: self._opening.pop(code))
        return await asyncio.shield(self._opening[code])

    def is_opened(self, code: str) -> bool:
        """Whether a table is in memory, or is just being read."""
        return code in self.tables or code in self._opening

    @contextmanager
    def kept_out(self, code: str) -> Iterator[None]:
        """Keep a table out of memory meanwhile: its clients reconnect, and wait."""
        assert code not in self._opening
        if code in self.tables:
            self.drop(self.tables[code])
        self._kept_out[code] = opens = asyncio.Event()
        try:
            yield
        finally:
            del self._kept_out[code]
            opens.set()

    async def _open(self, code: str) -> LiveTable:
        if code in self._kept_out:
            await self._kept_out[code].wait()
        row = await self.store.table(code)
        if row is None:
            raise Refused("table.unknown")
        drops, claim = self._drops, await self.ownership.claim(row.id)
        if claim.node:
            raise OwnedElsewhere(code, claim.node)
        if row.expires is not None:
            await self.store.keep_table(row.id, self.clock.at)
        stored = await self._reader.read(row.id)  # after the claim: no other node can write any more
        if drops != self._drops:
            raise Unavailable("another node may own it by now")
        return self.add(stored._replace(seed=row.seed, epoch=claim.epoch, active=row.active))

    def add(self, stored: StoredTable) -> LiveTable:
        live = self.tables[stored.table.code] = LiveTable(self.runtime, self._calls, stored)
        self.evict_when_idle(live)
        return live

    def evict_when_idle(self, live: LiveTable) -> None:
        """If a table is idle, and still is after a while, remove it from memory."""
        if live.is_idle:
            code = live.head.code
            if code in self._evictions:
                self._evictions[code].cancel()
            self._evictions[code] = self.runtime.later(EVICT_AFTER, lambda: self._evict(live))

    def _evict(self, live: LiveTable) -> None:
        self._evictions.pop(live.head.code, None)
        if live.is_idle and self.tables.get(live.head.code) is live:
            del self.tables[live.head.code]
            live.forget()
            self.ownership.release(live.head.id, live.journal.epoch)

    def drop(self, live: LiveTable) -> None:
        """Remove a table that another node owns, or may own; its clients reconnect."""
        if self.tables.get(live.head.code) is live:
            del self.tables[live.head.code]
        live.retire()

    def drop_all(self) -> None:
        self._drops += 1
        for live in list(self.tables.values()):
            guarded(partial(self.drop, live))

    def begin_stop(self) -> None:
        """Close all sockets, whose clients reconnect in a moment, and open no more tables."""
        self._stopping = True
        self.drop_all()
        self.ownership.close_relayed(RESTARTING)

    async def run(self) -> None:
        """Ping sockets and run maintenance, until cancelled."""
        begun, due = self.seconds(), 0.0
        while True:
            now = self.seconds()
            self.clock.tick()
            if now >= due:
                due = now + MAINTENANCE
                self.runtime.spawn(self.maintain(now - begun >= FIRST_SEARCH))
            await self._beat()

    async def _beat(self) -> None:
        """Ping every socket once, in the time of a heartbeat."""
        tables = list(self.tables.values())
        for step in range(HEARTBEAT_PARTS):
            part, now = slice(step, None, HEARTBEAT_PARTS), self.seconds()
            for live in tables[part]:
                live.ping(now)
            self.ownership.ping_relayed(now, part)
            await asyncio.sleep(HEARTBEAT / HEARTBEAT_PARTS)

    async def maintain(self, search: bool) -> None:
        """Store the service clock and what is in use; on one node, also close and remove what is not."""
        await self.clock.save()
        await self.daily.promise_ahead()
        in_use = (live for live in self.tables.values() if live.presence.visitors and live.is_row_old)
        for live in list(islice(in_use, MOST_TOUCHED)):
            live.journal.touch(live.now())
        if self.ownership.runs_maintenance:
            await self.wake_tables()
        if search and self.ownership.runs_maintenance:
            await self.close_abandoned()
        if self.clock.is_steady and self.ownership.runs_maintenance:
            await self.prune()

    async def close_abandoned(self) -> None:
        """Close tables that nobody returned to for a day, or for 14 over days, some at a time."""
        at = self.clock.at
        for row in await self.store.abandoned(at - ABANDONED_AFTER, MOST_CLOSED, at - KEPT_OVER_DAYS):
            await guarded_task(self._close(row))

    async def wake_tables(self) -> None:
        """Open tables over days at which something is due, some at a time; they are evicted again."""
        for code in await self.store.due_tables(self.now(), MOST_WOKEN):
            await guarded_task(self._wake(code))

    async def _wake(self, code: str) -> None:
        try:
            live = await self.live(code)
        except OwnedElsewhere:  # it is awake there
            return
        live.wake()

    async def prune(self) -> None:
        """Remove some old data, for those who never run `sixes prune`."""
        pruned = await self.store.prune(self.clock.at, self.now())
        if any(pruned):
            log("pruned", **pruned._asdict())

    async def _close(self, row: TableRow) -> None:
        try:
            live = await self.live(row.code)
        except OwnedElsewhere:  # somebody is there
            return
        kept = ABANDONED_AFTER if live.head.options.days is None else KEPT_OVER_DAYS
        if self.clock.at - live.journal.active > kept:
            live.abandon()

    def rename(self, player: str, name: str) -> None:
        """Show a player's new name at all tables, also at those of other nodes."""
        self.rename_here(player, name)
        self.ownership.rename(player, name)

    def rename_here(self, player: str, name: str) -> None:
        for live in self.tables.values():
            if live.presence.is_here(player) or live.head.seat_of(player) is not None:
                guarded(partial(live.rename, player, name))
