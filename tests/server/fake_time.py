"""Live tables with a real database and a clock that the test moves: nothing waits in real time.

People sit at tables with a `Tab` each: a socket that only records what was written to it, since real ones are
tested elsewhere. `in_fake_time` makes a test of a coroutine; `FakeTimeRegistry.set_up` brings a table from a
story to life.
"""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from sixes.play import events
from sixes.play.creating import NewGame
from sixes.play.encoding import codec
from sixes.play.options import Options
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import PLAYING, Table, read_log
from sixes.server.frames import PING, WHOLE
from sixes.server.metrics import Metrics
from sixes.server.sockets.connection import Connection
from sixes.server.storage.database import Database
from sixes.server.storage.store import Change, Entry, LogLine, TableRow, Unavailable
from sixes.server.storage.writer import Done
from sixes.server.tables.live import LiveTable
from sixes.server.tables.over_days import wake_time
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime
from sixes.server.tables.service_clock import LONGEST_TICK
from sixes.server.tables.summary import encode_summary
from tests.event_loop import run
from tests.play.stories import ROUND, TURN, Story

T = TypeVar("T")
E = TypeVar("E", bound=events.AnyMessage)
LONGEST = 120.0
"""Seconds of real time after which a test is stuck."""
SECOND = 1_000_000
"""Microseconds."""


class PausableDatabase(Database):
    """The real database; a test may hold its appends back, and knows which are under way."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.under_way: set[asyncio.Future[None]] = set()
        self.seems_lost = False
        """It reports every append as failed, though it stores them."""
        self._held: list[tuple[list[Entry], Change | None, Done, int]] | None = None

    def hold(self) -> None:
        self._held = []

    def let_go(self) -> None:
        held, self._held = self._held or [], None
        for append in held:
            self.append(*append)

    def append(self, entries: list[Entry], change: Change | None, done: Done, epoch: int = 0) -> None:
        if self._held is not None:
            self._held.append((entries, change, done, epoch))
            return
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.under_way.add(stored)

        def report(error: Exception | None) -> None:
            self.under_way.discard(stored)
            stored.set_result(None)
            done(Unavailable("no answer") if self.seems_lost else error)

        super().append(entries, change, report, epoch)


class TrackedThread(Executor):
    """The bots' thread; a test knows which calls are under way."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "bots")
        self.under_way: set[asyncio.Future[None]] = set()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        call, loop = self._thread.submit(fn, *args, **kwargs), asyncio.get_running_loop()
        done = loop.create_future()
        self.under_way.add(done)

        def end(_: object) -> None:
            loop.call_soon_threadsafe(done.set_result, None)

        done.add_done_callback(self.under_way.discard)
        # A moment later, so that whoever waits for this call gets its result before us.
        loop.call_soon(call.add_done_callback, end)
        return call

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._thread.shutdown(wait, cancel_futures=cancel_futures)


class FakeTime(Runtime):
    """Time stands still until the test lets it pass."""

    store: PausableDatabase
    bot_thread: TrackedThread  # type: ignore[assignment] # the thread is inside

    def __init__(self, store: PausableDatabase, metrics: Metrics) -> None:
        self.start = 1_000_000
        self.passed = 0
        self.suspended = 0
        """Milliseconds."""
        super().__init__(store, metrics)
        self.bot_thread.shutdown()
        self.bot_thread = TrackedThread()
        self.early = 0
        """Milliseconds by which timers fire too early, as they may on a real machine."""
        self.waits_for_bots = True
        self._timers: list[tuple[int, int, Callable[[], object], asyncio.TimerHandle]] = []
        self._count = itertools.count()

    def now(self) -> int:
        return self.start + self.elapsed()

    def nanoseconds(self) -> int:
        return self.passed * 1000

    def since_boot(self) -> int:
        return self.elapsed() + self.suspended

    def seconds(self) -> float:
        return 1000 + self.passed / SECOND

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        when = self.passed + max(round(seconds * SECOND) - 1000 * self.early, 100 if self.early else 0)
        handle = asyncio.TimerHandle(when, call, (), asyncio.get_running_loop())
        heapq.heappush(self._timers, (when, next(self._count), call, handle))
        return handle

    def step(self, milliseconds: int) -> None:
        """Set the system's clock, forward or back; the monotonic one runs on."""
        self.start += milliseconds

    def suspend(self, milliseconds: int) -> None:
        """Suspend the machine for a while: its monotonic clock stands still."""
        self.start += milliseconds
        self.suspended += milliseconds

    def oversleep(self, seconds: float) -> None:
        """Let time pass without any timer firing yet."""
        self.passed += round(seconds * SECOND)

    async def wait(self, seconds: float = 0) -> None:
        """Let time pass: every timer fires in its time, and its events are stored before the next."""
        until = self.passed + round(seconds * SECOND)
        await self.settled()
        while self._timers and self._timers[0][0] <= until:
            when, _, call, handle = heapq.heappop(self._timers)
            self.passed = max(self.passed, when)
            if not handle.cancelled():
                call()
            await self.settled()
        self.passed = until

    async def settled(self) -> None:
        """Wait until nothing is being stored, read or chosen by bots."""
        await asyncio.sleep(0)
        while under_way := self._under_way():
            await asyncio.wait(under_way)
            for _ in range(4):  # from a thread to a future, to its callback, to what that starts
                await asyncio.sleep(0)

    def _under_way(self) -> list[asyncio.Future[Any]]:
        bots = self.bot_thread.under_way if self.waits_for_bots else ()
        return [*self.store.under_way, *self._tasks, *bots]


class FakeTimeRegistry(TableRegistry):
    store: PausableDatabase

    def __init__(self, store: PausableDatabase) -> None:
        metrics = Metrics()
        self.time = FakeTime(store, metrics)
        self.wait, self.settled = self.time.wait, self.time.settled
        super().__init__(self.time, metrics)

    async def serve(self, milliseconds: int) -> None:
        """Let time pass on a server that runs its service clock."""
        until = self.time.elapsed() + milliseconds
        while left := until - self.time.elapsed():
            await self.wait(min(left, LONGEST_TICK) / 1000)
            self.clock.tick()

    # Tables ---------------------------------------------------------------------------------------------

    async def set_up(self, story: Story, **row: Any) -> LiveTable:
        """A table as a story left it, from its log; the clock stands where the story stopped."""
        table = story.table
        self.time.start = story.now - self.time.passed // 1000
        first, *rest = [codec.read_event(body) for body in story.log]
        filed = TableRow(
            id=table.id,
            code=table.code,
            phase=table.phase,
            open=table.options.open,
            seats=len(table.seats),
            taken=len(table.people),
            host=table.host,
            about=encode_summary(table),
            created=first.at,
            touched=table.at,
            seed=story.seed,
            due=wake_time(table),
        )
        await self.store.create_table(filed._replace(**row), entry_of(table, first), table.people)
        self.store.append([entry_of(table, event) for event in rest], None, lambda _: None)
        await self.settled()
        return await self.live(table.code)

    async def open(self, game: str, player: str, bots: tuple[str, ...] = (), **options: Any) -> LiveTable:
        """A new table, as somebody makes one."""
        return await self.live(await self.open_table(NewGame(Options(game, **options), bots), player))

    async def with_people(self, story: Story) -> tuple[LiveTable, list["Tab"]]:
        """A table as a story left it, with everybody back."""
        live = await self.set_up(story)
        tabs = [Tab(self.time, live, player) for player in story.people]
        await self.settled()
        for tab in tabs:
            tab.forget()
        return live, tabs

    async def second_life(self, code: str) -> LiveTable:
        """The same table at the same time in another server, of which this one does not know."""
        mine = self.tables.pop(code)
        other, self.tables[code] = await self.live(code), mine
        return other

    async def from_log(self, live: LiveTable) -> Table:
        return read_log(line.body for line in await self.store.log(live.head.id))


def lines_read(registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines each reading of a log gives, from now on."""
    read, log = list[int](), registry.store.log

    async def counting(*which: Any) -> list[LogLine]:
        lines = await log(*which)
        read.append(len(lines))
        return lines

    monkeypatch.setattr(registry.store, "log", counting)
    return read


def entry_of(table: Table, event: events.Event) -> Entry:
    """The line of a log. In a story nobody says who sent what, and it does not matter."""
    return table.id, event.v, event.at, events.encode(event), "", ""


@asynccontextmanager
async def open_registry(where: Path | str) -> AsyncIterator[FakeTimeRegistry]:
    """A registry in fake time, with tables from this database."""
    registry = FakeTimeRegistry(await PausableDatabase.open(where))  # type: ignore[arg-type] # it is one
    try:
        yield registry
    finally:
        await registry.runtime.close()


def in_fake_time(body: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is one coroutine, with a registry of its own in fake time, and then any fixtures."""
    fixtures = list(signature(body).parameters)[1:]

    @wraps(body)
    def test(**values: Any) -> None:
        async def with_registry() -> None:
            async with open_registry(values["tmp_path"]) as registry:
                await body(registry, **{name: values[name] for name in fixtures})

        run(with_registry(), LONGEST)

    named = [Parameter(name, Parameter.KEYWORD_ONLY) for name in {*fixtures, "tmp_path"}]
    test.__signature__ = Signature(named)  # type: ignore[attr-defined] # it tells pytest the fixtures
    return test


class RecordingTransport(asyncio.Transport):
    """Records the messages that are written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.received: list[Any] = []
        self.pings: list[bytes] = []
        self.more = asyncio.Event()
        self.closed = False

    def write(self, data: Any) -> None:
        rest = bytes(data)
        while rest:
            kind, payload, rest = cut(rest)
            if kind == WHOLE | PING:
                self.pings.append(payload)
            else:
                self.received.append(codec.read_message(payload))
        self.more.set()

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.closed = True


def cut(data: bytes) -> tuple[int, bytes, bytes]:
    """The first frame of some: its kind and payload; and the rest."""
    kind, length, begins = data[0], data[1], 2
    if length == 126:
        length, begins = int.from_bytes(data[2:4]), 4
    elif length == 127:
        length, begins = int.from_bytes(data[2:10]), 10
    return kind, data[begins : begins + length], data[begins + length :]


class Tab:
    """Somebody at a table, in one tab of their browser; they are their own id."""

    nonces = itertools.count(1)

    def __init__(
        self,
        runtime: Runtime,
        live: LiveTable,
        player: str,
        since: int = 0,
        transport: RecordingTransport | None = None,
    ) -> None:
        self.transport = transport or RecordingTransport()
        self.runtime = runtime
        self.live = live
        self.player = player
        self.connection = Connection(self.transport, player, player.title(), runtime)
        live.join(self.connection, since)

    def leave(self) -> None:
        """The connection is lost."""
        self.transport.closed = True
        self.live.leave(self.connection)

    def ask(self, verb: str, nonce: str = "", **what: Any) -> str:
        """Send a message, about the turn or round under way unless it says otherwise; its nonce."""
        match, nonce = self.live.head.match, nonce or f"{self.player}-{next(self.nonces)}"
        under_way = {"turn": match.number} if match and verb in TURN else {}
        under_way |= {"round": match.number} if match and verb in ROUND else {}
        document = {"t": verb, "n": nonce} | under_way | what
        self.live.handle(self.connection, codec.parse_command(msgspec.json.encode(document)))
        return nonce

    async def asks(self, verb: str, nonce: str = "", **what: Any) -> Any:
        """Send a message; the event that comes of it, or the refusal."""
        return await self.answer(self.ask(verb, nonce, **what))

    async def answer(self, nonce: str) -> Any:
        while not (found := [one for one in self.received if getattr(one, "n", "") == nonce]):
            self.transport.more.clear()
            await self.transport.more.wait()
        return found[0]

    async def receives(self, kind: type[E]) -> E:
        """Wait for the first message of a kind."""
        while not (found := self.of(kind)):
            self.transport.more.clear()
            await self.transport.more.wait()
        return found[0]

    # What was heard -------------------------------------------------------------------------------------

    @property
    def received(self) -> list[Any]:
        return self.transport.received

    def of(self, *kinds: type[E]) -> list[E]:
        return [one for one in self.received if isinstance(one, kinds)]

    @property
    def events(self) -> list[events.Event]:
        return self.of(events.Event)  # type: ignore[type-var]

    def forget(self) -> None:
        self.received.clear()

    def pong(self) -> None:
        """Answer the last ping."""
        self.connection.pong(self.transport.pings[-1], self.runtime.seconds())


def sixto_of(live: LiveTable) -> SixtoMatch:
    assert isinstance(live.shown.match, SixtoMatch)
    assert live.shown.phase == PLAYING
    return live.shown.match


def sixem_of(live: LiveTable) -> SixemMatch:
    assert isinstance(live.shown.match, SixemMatch)
    assert live.shown.phase == PLAYING
    return live.shown.match
