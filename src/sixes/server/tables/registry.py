"""All tables of this server: read from the log at the first touch, and evicted from memory when idle."""

import asyncio
import secrets
from collections.abc import Sequence
from functools import partial

from sixes.play import events
from sixes.play.handlers import Context, create
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.table import created, read_log
from sixes.server.close_codes import RESTARTING
from sixes.server.codes import new_id, table_code
from sixes.server.logs import log
from sixes.server.metrics import Metrics
from sixes.server.storage.store import DAY, Conflict, Entry, TableRow, Unavailable
from sixes.server.tables.journal import StoredTable
from sixes.server.tables.live import LiveTable, RegistryCalls
from sixes.server.tables.ownership import OwnedElsewhere, Ownership
from sixes.server.tables.runtime import Runtime, guarded, guarded_task
from sixes.server.tables.summary import encode_summary

EVICT_AFTER = 60.0
"""Seconds that an idle table stays in memory."""
HEARTBEAT = 4.0
"""Seconds between pings to each socket, which also keep proxies from closing it."""
MAINTENANCE = 60.0
"""Seconds between searches for abandoned tables."""
FIRST_MAINTENANCE = 3600.0
"""Seconds before the first search: after long downtime people must have a chance to return."""


class TableRegistry:
    def __init__(self, runtime: Runtime, metrics: Metrics, ownership: Ownership | None = None) -> None:
        self.runtime = runtime
        self.store, self.now, self.seconds = runtime.store, runtime.now, runtime.seconds
        self.ownership = ownership or Ownership()
        self.tables: dict[str, LiveTable] = {}
        self._calls = RegistryCalls(self.open_table, self.evict_when_idle, self.drop)
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
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

    async def open_table(self, options: Options, levels: Sequence[str], player: str) -> str:
        """Make a table and give its code; Refused if the options do not go together."""
        seed, table, now = secrets.token_bytes(32), new_id(), self.now()
        context = Context(now, player, "", seed, self.runtime.levels[options.game], lambda *_: 0)
        while True:
            code = table_code(secrets.randbelow)
            first = create(table, code, options, levels, context)
            row = TableRow(
                id=table,
                code=code,
                phase="gathering",
                open=options.open,
                seats=options.seats,
                taken=len(levels),
                host=player,
                about=encode_summary(created(first)),
                created=now,
                touched=now,
                seed=seed,
            )
            try:
                await self.store.create_table(row, Entry(table, 1, now, events.encode(first), "", ""))
            except Conflict:  # that code is taken
                continue
            return code

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

    async def _open(self, code: str) -> LiveTable:
        row = await self.store.table(code)
        if row is None:
            raise Refused("table.unknown")
        drops, claim = self._drops, await self.ownership.claim(row.id)
        if claim.node:
            raise OwnedElsewhere(code, claim.node)
        lines = await self.store.log(row.id, 0)  # after the claim: no other node can write any more
        if not lines:
            raise Refused("table.gone")
        table = await asyncio.to_thread(read_log, [line.body for line in lines])
        if drops != self._drops:
            raise Unavailable("another node may own it by now")
        return self.add(StoredTable(table, row.seed, lines, claim.epoch))

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
        """Ping sockets, close abandoned tables and prune, until cancelled."""
        search, prune = self.seconds() + FIRST_MAINTENANCE, 0.0
        while True:
            now = self.seconds()
            for live in list(self.tables.values()):
                live.ping(now)
            self.ownership.ping_relayed(now)
            if not self.ownership.runs_maintenance:
                search, prune = max(search, now + MAINTENANCE), max(prune, now + MAINTENANCE)
            if now >= search:
                search = now + MAINTENANCE
                self.runtime.spawn(self.close_abandoned())
            if now >= prune:
                prune = now + DAY / 1000
                self.runtime.spawn(self.prune())
            await asyncio.sleep(HEARTBEAT)

    async def close_abandoned(self) -> None:
        """Close tables that nobody returned to for a day."""
        for row in await self.store.abandoned(self.now() - DAY):
            await guarded_task(self._close(row))

    async def prune(self) -> None:
        """Remove old data, for those who never run `sixes prune`."""
        log("pruned", **(await self.store.prune(self.now()))._asdict())

    async def _close(self, row: TableRow) -> None:
        try:
            live = await self.live(row.code)
        except OwnedElsewhere:  # somebody is there
            return
        if self.now() - live.head.at >= DAY:
            live.close()

    def rename(self, player: str, name: str) -> None:
        """Show a player's new name at all tables, also at those of other nodes."""
        self.rename_here(player, name)
        self.ownership.rename(player, name)

    def rename_here(self, player: str, name: str) -> None:
        for live in self.tables.values():
            if live.presence.is_here(player) or live.head.seat_of(player) is not None:
                guarded(partial(live.rename, player, name))
