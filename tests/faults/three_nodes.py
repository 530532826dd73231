"""Three nodes on PostgreSQL and NATS, connected through proxies; and the faults to inject."""

import asyncio
import itertools
import json
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import ClassVar, NamedTuple

import psycopg

from sixes.play import events
from sixes.server.storage.database import Database
from sixes.server.storage.opening import migrate_postgres
from sixes.server.storage.store import HOUR
from tests.faults.daemons import Daemon, nats_daemon, postgres_daemon
from tests.faults.evidence import Evidence, check_kept, check_logs, finish_games, wait_until_agreed
from tests.faults.players import Crowd
from tests.faults.proxy import DOWN, UP, Proxy
from tests.faults.single_node import KINDS, STEPPED
from tests.faults.stepped_clock import STEPS, set_clock
from tests.server.database import open_database
from tests.server.fake_time import open_registry
from tests.server.serving import Server

NODES, TABLES = 3, 6


class Node(NamedTuple):
    server: Server
    database: Proxy
    """Between it and PostgreSQL."""
    nats: Proxy
    clock: Path
    """The file that says how wrong its system clock is."""


class Services(NamedTuple):
    """What nodes need to run."""

    postgres: Daemon
    nats: Daemon
    url: str
    """Of the database, without a proxy."""
    socket: Path
    port: int


@contextmanager
def running_services() -> Iterator[Services]:
    with postgres_daemon() as (daemon, postgres), nats_daemon() as (nats, port):
        url = postgres.new_database()
        migrate_postgres(url)
        yield Services(daemon, nats, url, postgres.directory / ".s.PGSQL.5432", port)


class ThreeNodes:
    def __init__(self, services: Services, data: Path, seed: int, spans: Sequence[float]) -> None:
        self._spans = spans
        """Seconds that faults may last."""
        self.evidence = Evidence()
        self.done: Counter[str] = Counter()
        self.gaps: dict[str, list[float]] = {"kill": [], "cut_off": []}
        """Seconds from when that was done to a node to the next event at a table that it owned."""
        self.stuck = 0
        """How many nodes did not stop in the end when they were asked to."""
        self.chance = random.Random(seed)
        self.nodes: list[Node] = []
        self._services = services
        self._data = data
        self._seed = seed
        self._front = Proxy()
        self._steps = itertools.cycle(STEPS)

    # Around ---------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[Crowd]:
        async with AsyncExitStack() as stack:
            for _ in range(NODES):
                self.nodes.append(await self._node(stack))
            self._front = Proxy(*(node.server.port for node in self.nodes))
            await self._front.start()
            stack.push_async_callback(self._front.stop)
            url = f"http://127.0.0.1:{self._front.port}"
            crowd = Crowd(self.evidence, url, TABLES, self._seed)
            async with crowd.playing():
                yield crowd

    async def _node(self, stack: AsyncExitStack) -> Node:
        database, nats = (
            Proxy(self._services.socket, seed=self._seed),
            Proxy(self._services.port, seed=self._seed),
        )
        for proxy in (database, nats):
            await proxy.start()
            stack.push_async_callback(proxy.stop)
        name = self._services.url.removeprefix("postgresql:///").partition("?")[0]
        url = f"postgresql://postgres@127.0.0.1:{database.port}/{name}?sslmode=disable"
        options = ("--database", url, "--nats", f"nats://127.0.0.1:{nats.port}", "--bot-pace", "0.01")
        clock = self._data / f"clock{len(self.nodes)}"
        set_clock(clock, 0)
        server = Server(self._data, *options, program=(*STEPPED, str(clock)))
        await asyncio.to_thread(server.start)
        stack.push_async_callback(self._stop, server)
        await asyncio.to_thread(server.wait_for_log, "node_begins")
        return Node(server, database, nats, clock)

    async def _stop(self, server: Server) -> None:
        """Count a server that does not stop, rather than fail: that would hide what went wrong before."""
        self.stuck += not await asyncio.to_thread(server.ends)

    async def inject(self, faults: Sequence[str]) -> None:
        """Inject the faults, each just after an event; then all clients must agree with the log."""
        async with asyncio.timeout(600 + 60 * len(faults)), self._running() as crowd:
            for number, fault in enumerate(faults):
                kind = KINDS[number % len(KINDS)]
                await self.evidence.reach(kind, self.chance.randint(1, 40) if kind is events.Event else 1)
                print(
                    f"{number + 1} of {len(faults)}: {fault}", flush=True
                )  # for who runs it by hand, with -s
                await self.FAULTS[fault](self, self.chance.choice(self.nodes))
                self.done[fault] += 1
                await self.evidence.reach(events.Event, 10)
            crowd.rests = True
            await self._check(wait_until_agreed)
        await self._check(check_logs)
        await self._check(check_kept)

    async def _check(self, look: Callable[[Database, Evidence], Awaitable[None]]) -> None:
        async with open_database(self._services.url) as database:
            await look(database, self.evidence)

    async def finish(self) -> Counter[str]:
        """Play every game to its end; how many there were of each."""
        async with asyncio.timeout(900), open_registry(self._services.url) as registry:
            return await finish_games(registry, self.evidence)

    # Faults ---------------------------------------------------------------------------------------------

    async def _kill(self, node: Node) -> None:
        async with self._measure_gap("kill", node):
            node.server.process.kill()
        await asyncio.to_thread(node.server.kill)
        await asyncio.to_thread(node.server.start)

    @asynccontextmanager
    async def _measure_gap(self, fault: str, node: Node) -> AsyncIterator[None]:
        """Measure how long it takes until there are events again at the tables of a node."""
        owned = await asyncio.to_thread(self._owned_by, node)
        yield
        since = asyncio.get_running_loop().time()
        self.gaps[fault] += [at - since for at in await self.evidence.next_at(owned)]

    def _owned_by(self, node: Node) -> list[str]:
        """Tables that this node owns, and at which somebody was."""
        life = [json.loads(line)["node"] for line in node.server.log if '"node_begins"' in line][-1]
        with psycopg.connect(self._services.url) as connection:
            owned = connection.execute('SELECT "table" FROM leases WHERE node = %s', (life,)).fetchall()
        return [table for (table,) in owned if table in self.evidence.witnesses]

    async def _pause(self, node: Node) -> None:
        node.server.process.send_signal(signal.SIGSTOP)
        await self._wait()
        node.server.process.send_signal(signal.SIGCONT)

    async def _step_clock(self, node: Node) -> None:
        """Set the clock of one node, and wait until it has noticed; the others have the right time."""
        step = next(self._steps)
        if node.clock.read_text(encoding="utf-8") != str(step):
            seen = len(node.server.log)
            set_clock(node.clock, step)
            await asyncio.to_thread(node.server.wait_for_log, "clock_stepped", seen)

    async def _set_database_back(self, node: Node) -> None:
        """Set the database's clock back by an hour, as leases see it, just after a node was killed."""
        async with self._measure_gap("kill", node):
            await asyncio.to_thread(node.server.kill)
            await asyncio.to_thread(self._move_leases, HOUR)
        await asyncio.to_thread(node.server.start)

    async def _set_database_forward(self, _: Node) -> None:
        """All leases have run out at once, as it seems."""
        await asyncio.to_thread(self._move_leases, -HOUR)

    def _move_leases(self, milliseconds: int) -> None:
        with psycopg.connect(self._services.url) as connection:
            connection.execute("UPDATE nodes SET until = until + %s", (milliseconds,))

    async def _wait(self) -> None:
        await asyncio.sleep(self.chance.choice(self._spans))

    async def _heal_later(self, *proxies: Proxy) -> None:
        await self._wait()
        for proxy in proxies:
            proxy.heal()

    async def _lose_nats(self, node: Node) -> None:
        self._spoil(node.nats)
        await self._heal_later(node.nats)

    async def _lose_database(self, node: Node) -> None:
        self._spoil(node.database)
        await self._heal_later(node.database)

    async def _cut_off(self, node: Node) -> None:
        """From both, and it does not know it; long enough for its lease to run out."""
        async with self._measure_gap("cut_off", node):
            for proxy in (node.nats, node.database):
                proxy.swallow(UP, DOWN)
        await asyncio.sleep(6)
        await self._heal_later(node.nats, node.database)

    def _spoil(self, proxy: Proxy) -> None:
        self.chance.choice((proxy.shut, lambda: proxy.swallow(UP, DOWN), lambda: proxy.swallow(DOWN)))()

    async def _slow(self, node: Node) -> None:
        node.database.delay = node.nats.delay = 0.1
        await self._heal_later(node.database, node.nats)

    async def _lose_clients(self, _: Node) -> None:
        self._front.swallow(*self.chance.choice(((UP, DOWN), (DOWN,))))
        await asyncio.sleep(self.chance.uniform(0.1, 1.0))
        self._front.heal()

    async def _kill_nats(self, _: Node) -> None:
        await self._restart(self._services.nats)

    async def _kill_postgres(self, _: Node) -> None:
        await self._restart(self._services.postgres)

    async def _restart(self, daemon: Daemon) -> None:
        await asyncio.to_thread(daemon.kill)
        await self._wait()
        await asyncio.to_thread(daemon.start)

    async def _pause_nats(self, _: Node) -> None:
        await self._pause_daemon(self._services.nats)

    async def _pause_postgres(self, _: Node) -> None:
        await self._pause_daemon(self._services.postgres)

    async def _pause_daemon(self, daemon: Daemon) -> None:
        daemon.signal(signal.SIGSTOP)
        await self._wait()
        daemon.signal(signal.SIGCONT)

    FAULTS: ClassVar = {
        "kill": _kill,
        "pause": _pause,
        "step_clock": _step_clock,
        "set_database_back": _set_database_back,
        "set_database_forward": _set_database_forward,
        "lose_nats": _lose_nats,
        "lose_database": _lose_database,
        "cut_off": _cut_off,
        "slow": _slow,
        "lose_clients": _lose_clients,
        "kill_nats": _kill_nats,
        "kill_postgres": _kill_postgres,
        "pause_nats": _pause_nats,
        "pause_postgres": _pause_postgres,
    }


@contextmanager
def three_nodes(data: Path, seed: int, spans: Sequence[float]) -> Iterator[ThreeNodes]:
    with running_services() as services:
        yield ThreeNodes(services, data, seed, spans)
