"""The same load at one node and at two that share a database: what it costs that there may be several.

One node keeps its data in PostgreSQL. Two have a database of their own there, and NATS between them. Where
the players of a table are led to one node, as the example for nginx in deploy/ does, half of the tables are
at each. Where they are not, every table has half of its players at each: their messages, and what they hear,
cross over. Every kind has nodes of its own, and all take turns.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

from bench.load.crowds import Door, Seated, doors, seat_all, sit_at
from bench.load.lines import unharmed
from bench.load.moves import Measured, closed_loop, heard, paced
from bench.load.printing import MOVES, heading, moves_row, say, span
from bench.load.servers import SERVE, STARTS, Family, Server, Together, Uses, running
from sixes.server.storage.opening import migrate_postgres
from tests.tools.servers import Postgres, prepared_postgres, tool
from tests.tools.servers import running as started

ONE, LED, SPREAD = "one node", "two nodes, tables led to one", "two nodes, players at both"
KINDS = (ONE, LED, SPREAD)
MOST = 1.25
"""Times the CPU of one that two nodes may take for a move, where tables are led to one of them."""


class Fleet(NamedTuple):
    nodes: list[Server]
    closed: list[Measured]
    paced: list[Measured]


class Backing(NamedTuple):
    """What nodes stand on."""

    postgres: Postgres
    nats: str
    uses: tuple[Uses, Uses]
    """Of PostgreSQL and of NATS."""


@contextmanager
def backing() -> Iterator[Backing]:
    with prepared_postgres() as (postgres, command, account):
        # Tests do without it, but a move must be as durable here as anywhere.
        durable = (*command, "-c", "fsync=on")
        place = postgres.directory
        nats = (tool("SIXES_NATS"), "--addr", "127.0.0.1", "--port", "-1")
        with (
            started(*durable, ready="ready to accept connections", cwd=place, account=account),
            started(*nats, ready="Server is ready", cwd=Path.cwd(), account={}) as log,
        ):
            found = re.search(r"^\[(\d+)\].*client connections on ([\d.:]+)", log, re.MULTILINE)
            assert found, log
            parent = int((place / "data" / "postmaster.pid").read_text().split()[0])
            yield Backing(postgres, f"nats://{found[2]}", (Family(parent), Family(int(found[1]))))


@asynccontextmanager
async def fleet(kind: str, backing: Backing) -> AsyncIterator[list[Server]]:
    """Nodes that share a new database."""
    database = backing.postgres.new_database()
    await asyncio.to_thread(migrate_postgres, database)
    nats = () if kind == ONE else ("--nats", backing.nats)
    async with AsyncExitStack() as stack:
        nodes = []
        for _ in range(1 if kind == ONE else 2):
            node = await stack.enter_async_context(running(kind, (*SERVE, "--database", database, *nats)))
            await node.until("sixes_well", 1, STARTS)
            nodes.append(node)
        yield nodes


async def seat(kind: str, nodes: Sequence[Server], tables: int) -> list[Seated]:
    say(f"{kind}: {tables} tables sit down")
    ports = [node.port for node in nodes]
    numbers = count()

    async def sit(_: int, door: Door) -> Seated:
        """At a node in turn, which then owns the table; or at all, of which the first does."""
        first = next(numbers) % len(ports)
        return await sit_at((*ports[first:], *ports[:first]) if kind == SPREAD else (ports[first],), door)

    return await seat_all(ports[0], await doors(ports[0], tables), sit)


async def measure(tables: int, pace: int, rounds: int, warm: float, seconds: float) -> None:
    with backing() as below:
        async with AsyncExitStack() as stack:
            fleets: dict[str, Fleet] = {}
            nodes = {kind: await stack.enter_async_context(fleet(kind, below)) for kind in KINDS}
            await stack.enter_async_context(unharmed())
            for kind in KINDS:
                fleets[kind] = Fleet(nodes[kind], [], [])
            for number in range(1, rounds + 1):
                say(f"moves, round {number} of {rounds}")
                for kind, one in fleets.items():
                    seated = await seat(kind, one.nodes, tables)
                    load = (Together(tuple(one.nodes)), seated)
                    one.closed.append(await closed_loop(*load, warm, seconds, below.uses))
                    one.paced.append(await paced(*load, pace, seconds, below.uses))
                    await heard(seated)
                    for table in seated:
                        table.leave()
    print(heading(f"{rounds} rounds"))
    report(fleets, pace)


def report(fleets: dict[str, Fleet], pace: int) -> None:
    print(MOVES)
    for kind, one in fleets.items():
        print(moves_row(f"{kind}, closed loop", one.closed))
        print(moves_row(f"{kind}, {pace} a second", one.paced))
    print("\n| what | µs of CPU a move, PostgreSQL | µs of CPU a move, NATS |\n| --- | --- | --- |")
    for kind, one in fleets.items():
        print(beside_row(f"{kind}, closed loop", one.closed))
        print(beside_row(f"{kind}, {pace} a second", one.paced))
    print(f"\n| CPU relative to one node, at most {MOST} where routed | closed loop | {pace} a second |")
    print("| --- | --- | --- |")
    alone = fleets[ONE]
    for kind in (LED, SPREAD):
        two = fleets[kind]
        print(f"| {kind} | {beside_one(two.closed, alone.closed)} | {beside_one(two.paced, alone.paced)} |")


def beside_row(name: str, measured: Sequence[Measured]) -> str:
    columns = (span([one.micro_beside(which) for one in measured]) for which in range(2))
    return f"| {name} | {' | '.join(columns)} |"


def beside_one(several: Sequence[Measured], one: Sequence[Measured]) -> str:
    """CPU a move by that of one node, round by round: the machine was as busy for both."""
    return span([two.micro / alone.micro for two, alone in zip(several, one, strict=True)], 2)
