"""All tables of this server: opened at the first touch, in memory while somebody is there, closed at last."""

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec

from sixes import bots
from sixes.play import events
from sixes.play.handlers import FEWEST, Context, create
from sixes.play.match import Refused
from sixes.play.snapshots import Options, Seat
from sixes.play.table import Table, created, read_log
from sixes.server.codes import new_id, table_code
from sixes.server.logs import log
from sixes.server.metrics import Metrics
from sixes.server.sockets.connection import RESTARTING, Connection
from sixes.server.storage.store import DAY, Conflict, Entry, Store, TableRow, Unavailable
from sixes.server.tables import bot_process
from sixes.server.tables.keeper import Counts
from sixes.server.tables.live import LiveTable
from sixes.server.tables.ownership import OwnedElsewhere, Ownership, SingleNode

LINGER = 60.0
"""Seconds that an empty table stays in memory."""
HEARTBEAT = 4.0
"""Seconds between pings to each socket: a proxy in front hears by them that we are there."""
CHORES = 60.0
"""Seconds between looks for tables that nobody returns to."""
COME_BACK = 3600.0
"""Seconds before the first look: after long downtime people must have a chance to return."""


class TableSummary(msgspec.Struct, omit_defaults=True):
    """A table as the lobby shows it."""

    code: str
    options: Options
    phase: str
    seats: tuple[Seat | None, ...]
    host: str = ""


class TableRegistry:
    def __init__(
        self, store: Store, metrics: Metrics, pace: float = 1.0, owners: Ownership | None = None
    ) -> None:
        self.store = store
        self.owners = owners or SingleNode()
        self.pace = pace
        self.boot = secrets.token_hex(4)
        self.counts = Counts(metrics)
        self.pool = ThreadPoolExecutor(1, "bots")
        self.tables: dict[str, LiveTable] = {}
        self._levels = {game: bots.levels(game) for game in FEWEST}
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._lingering: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._given_up = 0
        """How often we gave up all tables."""
        self._stopping = False
        self._clock = 0
        """Nanoseconds from the machine's start, more or less, to 1970."""
        metrics.gauge("sixes_tables", "Tables in memory", lambda: len(self.tables))
        metrics.gauge("sixes_sockets", "Open sockets", self.sockets)
        relayed = "Sockets at tables of other nodes"
        metrics.gauge("sixes_relayed_sockets", relayed, self.owners.relayed)
        metrics.gauge("sixes_well", "Whether tables can be owned here", lambda: int(self.owners.is_well))

    def sockets(self) -> int:
        here = [one for live in self.tables.values() for one in live.presence.connections]
        return sum(isinstance(one, Connection) for one in here) + self.owners.relayed()

    # What live tables ask for ---------------------------------------------------------------------------

    def now(self) -> int:
        """By the system's clock, but when that is set back we just go on."""
        passed = time.monotonic_ns()
        self._clock = max(self._clock, time.time_ns() - passed)
        return (passed + self._clock) // 1_000_000

    def seconds(self) -> float:
        return time.monotonic()

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, _guarded, call)

    def spawn(self, task: Coroutine[Any, Any, None]) -> None:
        """Run something on the side; what goes wrong there is logged."""
        running = asyncio.get_running_loop().create_task(_logged(task))
        self._tasks.add(running)
        running.add_done_callback(self._tasks.discard)

    def levels(self, game: str) -> Collection[str]:
        return self._levels[game]

    def about(self, table: Table) -> bytes:
        return msgspec.json.encode(
            TableSummary(table.code, table.options, table.phase, table.seats, table.host)
        )

    def idle(self, live: LiveTable) -> None:
        if live.is_idle:
            code = live.head.code
            if code in self._lingering:
                self._lingering[code].cancel()
            self._lingering[code] = self.later(LINGER, lambda: self._forget(live))

    def _forget(self, live: LiveTable) -> None:
        self._lingering.pop(live.head.code, None)
        if live.is_idle and self.tables.get(live.head.code) is live:
            del self.tables[live.head.code]
            self.owners.release(live.head.id, live.ledger.epoch)

    def give_up(self, live: LiveTable) -> None:
        if self.tables.get(live.head.code) is live:
            del self.tables[live.head.code]
        live.retire()

    def give_up_all(self) -> None:
        self._given_up += 1
        for live in list(self.tables.values()):
            _guarded(partial(self.give_up, live))

    # Opening --------------------------------------------------------------------------------------------

    async def open_table(self, options: Options, levels: Sequence[str], player: str) -> str:
        """Make a table; its code. Refused if the options do not go together."""
        seed, table, now = secrets.token_bytes(32), new_id(), self.now()
        moment = Context(now, player, "", seed, self._levels[options.game], lambda *_: 0)
        while True:
            code = table_code(secrets.randbelow)
            first = create(table, code, options, levels, moment)
            about = self.about(created(first))
            row = TableRow(
                id=table,
                code=code,
                phase="gathering",
                open=options.open,
                seats=options.seats,
                taken=len(levels),
                host=player,
                about=about,
                created=now,
                touched=now,
                seed=seed,
                finished=False,
            )
            try:
                await self.store.create_table(row, Entry(table, 1, now, events.encode(first), "", ""))
            except Conflict:  # that code is taken
                continue
            return code

    async def live(self, code: str) -> LiveTable:
        """The table with this code, read from its log at the first touch; Elsewhere if it is not ours."""
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
        given_up, claim = self._given_up, await self.owners.claim(row.id)
        if claim.node:
            raise OwnedElsewhere(code, claim.node)
        lines = await self.store.log(row.id, 0)  # after the claim: nobody else can write any more
        if not lines:
            raise Refused("table.gone")
        table = await asyncio.to_thread(read_log, [line.body for line in lines])
        if given_up != self._given_up:
            raise Unavailable("it may be another node's by now")
        live = self.tables[code] = LiveTable(self, table, row.seed, lines, claim.epoch)
        self.idle(live)
        return live

    # Keeping house --------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Heartbeats and chores, until cancelled."""
        chores, pruning = self.seconds() + COME_BACK, 0.0
        while True:
            now = self.seconds()
            for live in list(self.tables.values()):
                live.ping(now)
            self.owners.ping(now)
            if not self.owners.does_chores:
                chores, pruning = max(chores, now + CHORES), max(pruning, now + CHORES)
            if now >= chores:
                chores = now + CHORES
                self.spawn(self.close_abandoned())
            if now >= pruning:
                pruning = now + DAY / 1000
                self.spawn(self.prune())
            await asyncio.sleep(HEARTBEAT)

    async def close_abandoned(self) -> None:
        """Tables that nobody returned to for a day."""
        for row in await self.store.abandoned(self.now() - DAY):
            await _logged(self._close(row))

    async def prune(self) -> None:
        """Forget what is too old; also for whoever never thinks of `sixes prune`."""
        log("pruned", **(await self.store.prune(self.now()))._asdict())

    async def _close(self, row: TableRow) -> None:
        try:
            live = await self.live(row.code)
        except OwnedElsewhere:  # somebody is there
            return
        if self.now() - live.head.at >= DAY:
            live.close()

    def rename(self, player: str, name: str) -> None:
        self.rename_here(player, name)
        self.owners.rename(player, name)

    def rename_here(self, player: str, name: str) -> None:
        for live in self.tables.values():
            if live.presence.is_here(player) or live.head.seat_of(player) is not None:
                _guarded(partial(live.rename, player, name))

    def say_goodbye(self) -> None:
        """The server stops: clients come back in a moment, and nobody comes in any more."""
        self._stopping = True
        self.give_up_all()
        self.owners.send_away(RESTARTING)

    async def stop(self) -> None:
        """Let what is under way be stored, then let go."""
        for task in list(self._tasks):
            task.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)
        bot_process.close()
        await self.store.close()


def _guarded(call: Callable[[], object]) -> None:
    """What goes wrong at one table is logged, and is nobody else's business."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 - nobody else would hear of it
        log("task_failed", error=error)


async def _logged(task: Coroutine[Any, Any, None]) -> None:
    try:
        await task
    except Unavailable as error:
        log("task_waits", why=str(error))
    except Exception as error:  # noqa: BLE001 - nobody else would hear of it
        log("task_failed", error=error)
