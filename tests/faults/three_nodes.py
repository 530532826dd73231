"""Three nodes on PostgreSQL and NATS, behind lines that can be bad; and what can happen to them."""

import asyncio
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
from tests.faults.daemons import Daemon, nats_daemon, postgres_daemon
from tests.faults.evidence import Evidence, agree, check_logs, finished
from tests.faults.players import Crowd
from tests.faults.proxy import DOWN, UP, Proxy
from tests.faults.single_node import KINDS
from tests.server.fake_time import open_registry
from tests.server.serving import Server

NODES, TABLES = 3, 6


class Node(NamedTuple):
    server: Server
    database: Proxy
    """Its line to PostgreSQL."""
    nats: Proxy


class Ground(NamedTuple):
    """What nodes stand on."""

    postgres: Daemon
    nats: Daemon
    url: str
    """Of the database, by a line that is never bad."""
    socket: Path
    port: int


@contextmanager
def ground() -> Iterator[Ground]:
    with postgres_daemon() as (daemon, postgres), nats_daemon() as (nats, port):
        url = postgres.new_database()
        migrate_postgres(url)
        yield Ground(daemon, nats, url, postgres.directory / ".s.PGSQL.5432", port)


class ThreeNodes:
    def __init__(self, on: Ground, data: Path, seed: int, spans: Sequence[float]) -> None:
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
        self._on = on
        self._data = data
        self._seed = seed
        self._front = Proxy()

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
        database, nats = Proxy(self._on.socket, seed=self._seed), Proxy(self._on.port, seed=self._seed)
        for line in (database, nats):
            await line.start()
            stack.push_async_callback(line.stop)
        name = self._on.url.removeprefix("postgresql:///").partition("?")[0]
        url = f"postgresql://postgres@127.0.0.1:{database.port}/{name}?sslmode=disable"
        options = ("--database", url, "--nats", f"nats://127.0.0.1:{nats.port}", "--bot-pace", "0.01")
        server = Server(self._data, *options)
        await asyncio.to_thread(server.start)
        stack.push_async_callback(self._stop, server)
        await asyncio.to_thread(server.wait_for_log, "node_begins")
        return Node(server, database, nats)

    async def _stop(self, server: Server) -> None:
        """Whatever went wrong before must be told, and not that it does not stop now."""
        self.stuck += not await asyncio.to_thread(server.ends)

    async def suffer(self, faults: Sequence[str]) -> None:
        """One fault after the other, each just after something was heard; then calm, and everybody agrees."""
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
            await self._looked_up(agree)
        await self._looked_up(check_logs)

    async def _looked_up(self, look: Callable[[Database, Evidence], Awaitable[None]]) -> None:
        database = await Database.open(self._on.url)
        try:
            await look(database, self.evidence)
        finally:
            await database.close()

    async def finish(self) -> Counter[str]:
        """Play every game to its end; how many there were of each."""
        async with asyncio.timeout(900), open_registry(self._on.url) as registry:
            return await finished(registry, self.evidence)

    # Faults ---------------------------------------------------------------------------------------------

    async def _kill(self, node: Node) -> None:
        async with self._others_go_on("kill", node):
            node.server.process.kill()
        await asyncio.to_thread(node.server.kill)
        await asyncio.to_thread(node.server.start)

    @asynccontextmanager
    async def _others_go_on(self, fault: str, node: Node) -> AsyncIterator[None]:
        """How long it takes until there is news at the tables of a node to which something is done."""
        owned = await asyncio.to_thread(self._owned_by, node)
        yield
        since = asyncio.get_running_loop().time()
        self.gaps[fault] += [at - since for at in await self.evidence.next_at(owned)]

    def _owned_by(self, node: Node) -> list[str]:
        """Tables that this node owns, and at which somebody was."""
        life = [json.loads(line)["node"] for line in node.server.log if '"node_begins"' in line][-1]
        with psycopg.connect(self._on.url) as connection:
            owned = connection.execute('SELECT "table" FROM leases WHERE node = %s', (life,)).fetchall()
        return [table for (table,) in owned if table in self.evidence.witnesses]

    async def _pause(self, node: Node) -> None:
        node.server.process.send_signal(signal.SIGSTOP)
        await self._while()
        node.server.process.send_signal(signal.SIGCONT)

    async def _while(self) -> None:
        await asyncio.sleep(self.chance.choice(self._spans))

    async def _lasts(self, *lines: Proxy) -> None:
        await self._while()
        for line in lines:
            line.heal()

    async def _lose_nats(self, node: Node) -> None:
        self._spoil(node.nats)
        await self._lasts(node.nats)

    async def _lose_database(self, node: Node) -> None:
        self._spoil(node.database)
        await self._lasts(node.database)

    async def _cut_off(self, node: Node) -> None:
        """From both, and it does not know it; long enough for its lease to run out."""
        async with self._others_go_on("cut_off", node):
            for line in (node.nats, node.database):
                line.swallow(UP, DOWN)
        await asyncio.sleep(6)
        await self._lasts(node.nats, node.database)

    def _spoil(self, line: Proxy) -> None:
        self.chance.choice((line.shut, lambda: line.swallow(UP, DOWN), lambda: line.swallow(DOWN)))()

    async def _slow(self, node: Node) -> None:
        node.database.delay = node.nats.delay = 0.1
        await self._lasts(node.database, node.nats)

    async def _lose_clients(self, _: Node) -> None:
        self._front.swallow(*self.chance.choice(((UP, DOWN), (DOWN,))))
        await asyncio.sleep(self.chance.uniform(0.1, 1.0))
        self._front.heal()

    async def _kill_nats(self, _: Node) -> None:
        await self._killed(self._on.nats)

    async def _kill_postgres(self, _: Node) -> None:
        await self._killed(self._on.postgres)

    async def _killed(self, daemon: Daemon) -> None:
        await asyncio.to_thread(daemon.kill)
        await self._while()
        await asyncio.to_thread(daemon.start)

    async def _pause_nats(self, _: Node) -> None:
        await self._paused(self._on.nats)

    async def _pause_postgres(self, _: Node) -> None:
        await self._paused(self._on.postgres)

    async def _paused(self, daemon: Daemon) -> None:
        daemon.signal(signal.SIGSTOP)
        await self._while()
        daemon.signal(signal.SIGCONT)

    FAULTS: ClassVar = {
        "kill": _kill,
        "pause": _pause,
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
    with ground() as on:
        yield ThreeNodes(on, data, seed, spans)
