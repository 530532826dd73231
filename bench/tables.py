"""What a move at a table costs: our server, durable and with all its rules, beside a bare broadcast.

    python3 dev.py bench tables [--quick] [--rounds N] [--peers | --nodes]

Sixto at 200 tables of four, by one load of WebSockets in another process: every move is a cross or an uncross
that four players hear. Closed loop: each table moves again as soon as whoever moved hears of it. Paced: 800
moves a second; beside it as many small writes and syncs of the disk, without any server. Then memory for
2,000 more sockets, four to a table, where nothing happens. The peer is aiohttp without rules and without a
disk; with --peers also boardgame.io and Colyseus, in memory, with a game as small as the load needs, and
Colyseus with every move in SQLite before it is sent (WAL, synchronous=FULL), as a user would have to build
it: once committing each move, once in groups. CPU is that of the server's whole process, system included.
Machines are noisy, so all take turns, for several rounds; the tables give the best and the worst. A round
takes about a minute, with --peers four.

With --nodes, the same moves at one node on PostgreSQL, beside two that share it (bench/load/nodes.py).

The server is started as anybody would, except that it believes this machine's word for where players come
from: so many never come from one address, and what an address may send is limited here as elsewhere. Data lie
under TMPDIR, which must be a real disk.
"""

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import uvloop  # noqa: E402

from bench.load.crowds import SEATS, Door, Seated, Sit, doors, seat_all, sit, sit_anywhere  # noqa: E402
from bench.load.dialects import sit_boardgame, sit_colyseus  # noqa: E402
from bench.load.disk import sync_waits  # noqa: E402
from bench.load.lines import unharmed  # noqa: E402
from bench.load.moves import Measured, closed_loop, heard, paced, within  # noqa: E402
from bench.load.printing import MOVES, heading, moves_row, say, span  # noqa: E402
from bench.load.servers import SERVE, Server, check_linux, running  # noqa: E402
from sixes.cli.lab_options import whole_number  # noqa: E402

TABLES = 200
PACE = 800
"""Moves a second."""
IDLE_BEFORE = 100
"""Tables with sockets before those that are counted: what is needed once must not count."""


class Kind(NamedTuple):
    name: str
    command: tuple[str | Path, ...]
    sit: Sit
    has_rules: bool = False


OURS = Kind("Sixes", (*SERVE, "--data", "DATA"), sit, has_rules=True)
BARE = Kind("bare aiohttp", (sys.executable, ROOT / "bench" / "peers" / "broadcast.py"), sit_anywhere)
KINDS = (OURS, BARE)
NODE = Path(os.environ.get("SIXES_NODE", "")) / "node"
NPM = Path(os.environ.get("SIXES_PEERS", ""))
PEERS = (
    Kind("boardgame.io", (NODE, NPM / "boardgame.js"), sit_boardgame),
    Kind("Colyseus", (NODE, NPM / "colyseus.js"), sit_colyseus),
    Kind("Colyseus, each move in SQLite", (NODE, NPM / "colyseus.js", "DATA", "each"), sit_colyseus),
    Kind("Colyseus, moves in SQLite in groups", (NODE, NPM / "colyseus.js", "DATA", "groups"), sit_colyseus),
)


class Length(NamedTuple):
    rounds: int
    warm: float
    seconds: float
    idle: int
    """Tables with idle sockets that are counted."""


class Run(NamedTuple):
    """All that is measured of one server, round by round."""

    closed: list[Measured]
    paced: list[Measured]
    idle: list[float]
    """KB a socket."""


async def waiting(kind: Kind, server: Server, tables: int) -> list[Door]:
    if kind.has_rules:
        return await doors(server.port, tables)
    return [Door(f"/tables/{secrets.token_hex(4)}", []) for _ in range(tables)]


async def measure_moves(runs: dict[Kind, Run], syncs: list[list[float]], length: Length) -> None:
    async with AsyncExitStack() as stack:
        up = {kind: await stack.enter_async_context(running(kind.name, kind.command)) for kind in runs}
        await stack.enter_async_context(unharmed())
        for number in range(1, length.rounds + 1):
            say(f"moves, round {number} of {length.rounds}: tables sit down")
            tables = {kind: await seat_new(kind, server) for kind, server in up.items()}
            say(f"moves, round {number} of {length.rounds}")
            for kind, server in up.items():
                runs[kind].closed.append(await closed_loop(server, tables[kind], length.warm, length.seconds))
            for kind, server in up.items():
                runs[kind].paced.append(await paced(server, tables[kind], PACE, length.seconds))
            syncs.append(await sync_waits(PACE, length.seconds))
            for seated in tables.values():
                await heard(seated)
                leave(seated)


async def seat_new(kind: Kind, server: Server) -> list[Seated]:
    """New tables for each round: at one table, and in one turn, our server lets nobody move for ever."""
    return await seat_all(server.port, await waiting(kind, server, TABLES), kind.sit)


async def idle(kind: Kind, tables: int) -> float:
    """KB of memory for each further socket at a table where nothing happens."""
    async with running(kind.name, kind.command) as server, unharmed():
        all_doors = await waiting(kind, server, IDLE_BEFORE + tables)
        seated = await seat_all(server.port, all_doors[:IDLE_BEFORE], kind.sit)
        before = server.memory()
        seated += await seat_all(server.port, all_doors[IDLE_BEFORE:], kind.sit)
        grown = server.memory() - before
        leave(seated)
    return grown / (tables * SEATS)


def leave(tables: Sequence[Seated]) -> None:
    for table in tables:
        table.leave()


# What comes of it ---------------------------------------------------------------------------------------


def report(runs: dict[Kind, Run], syncs: list[list[float]]) -> None:
    print(MOVES)
    for kind, run in runs.items():
        print(moves_row(f"{kind.name}, closed loop", run.closed))
        print(moves_row(f"{kind.name}, {PACE} a second", run.paced))
    waits = " | ".join(span([within(one, share) for one in syncs], 1) for share in (0.5, 0.99))
    print(f"| the disk alone, {PACE} syncs a second | | | {waits} |")
    print("\n| what | KB for an idle WebSocket |\n| --- | --- |")
    for kind, run in runs.items():
        print(f"| {kind.name} | {span(run.idle, 1)} |")
    print("\n| relative to | moves for each second of CPU, closed loop | latency p99, paced |")
    print("| --- | --- | --- |")
    for kind, run in runs.items():
        if kind is not OURS:
            print(f"| {kind.name} | {' | '.join(beside(runs[OURS], run))} |")


def beside(ours: Run, theirs: Run) -> tuple[str, str]:
    """Ours by theirs, round by round: the machine was as busy for both."""
    moves = [one.micro / other.micro for one, other in zip(theirs.closed, ours.closed, strict=True)]
    waits = [one.wait(0.99) / other.wait(0.99) for one, other in zip(ours.paced, theirs.paced, strict=True)]
    return span(moves, 2), span(waits, 2)


async def main(length: Length, kinds: Sequence[Kind]) -> None:
    runs = {kind: Run([], [], []) for kind in kinds}
    syncs: list[list[float]] = []
    await measure_moves(runs, syncs, length)
    for number in range(1, length.rounds + 1):
        say(f"idle sockets, round {number} of {length.rounds}")
        for kind, run in runs.items():
            run.idle.append(await idle(kind, length.idle))
    print(heading(f"{length.rounds} rounds"))
    report(runs, syncs)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What a move at a table costs.")
    parser.add_argument("--rounds", type=whole_number(1, 99), default=3, metavar="N")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--peers", action="store_true", help="beside boardgame.io and Colyseus, too")
    which.add_argument("--nodes", action="store_true", help="one node on PostgreSQL, beside two")
    parser.add_argument("--quick", action="store_true", help="one short round, to see that it runs")
    called = parser.parse_args()
    check_linux()
    length = Length(1, 0.5, 1, 50) if called.quick else Length(called.rounds, 2, 10, 500)
    if called.nodes:
        from bench.load.nodes import measure  # with what tests start PostgreSQL and NATS with

        uvloop.run(measure(TABLES, PACE, length.rounds, length.warm, length.seconds))
    else:
        uvloop.run(main(length, (*KINDS, *PEERS) if called.peers else KINDS))
