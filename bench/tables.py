"""What a move at a table costs: our server, durable and with all its rules, beside a bare broadcast.

    python3 dev.py bench tables [--quick] [--rounds N]

Sixto at 200 tables of four, by one load of WebSockets in another process: every move is a cross or an uncross
that four players hear. Closed loop: each table moves again as soon as whoever moved hears of it. Paced: 800
moves a second. Then memory for 2,000 more sockets, four to a table, where nothing happens. The peer is
aiohttp without rules and without a disk. CPU is that of the server's whole process, system included. Several
rounds, since machines are noisy: the tables give the best and the worst.

The server is started as anybody would, except that it believes this machine's word for where players come
from: so many players never come from one address, and the limits for an address hold here as elsewhere.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import uvloop  # noqa: E402

from bench.load.crowds import SEATS, Door, Seated, Sit, doors, seat_all, sit, sit_anywhere  # noqa: E402
from bench.load.lines import unharmed  # noqa: E402
from bench.load.moves import Measured, closed_loop, heard, paced  # noqa: E402
from bench.load.servers import Server, running  # noqa: E402

TABLES = 200
PACE = 800
"""Moves a second."""
IDLE_TABLES, IDLE_BEFORE = 500, 100
"""Tables whose sockets are counted, and those before them: what is needed once must not count."""


class Kind(NamedTuple):
    name: str
    command: tuple[str | Path, ...]
    sit: Sit
    rules: bool = False


OURS = Kind(
    "Sixes",
    (
        *(sys.executable, "-m", "sixes", "serve", "--host", "127.0.0.1", "--port", "0", "--data", "DATA"),
        *("--trusted-proxy", "127.0.0.1"),
    ),
    sit,
    rules=True,
)
BARE = Kind("bare aiohttp", (sys.executable, ROOT / "bench" / "peers" / "broadcast.py"), sit_anywhere)


class Length(NamedTuple):
    rounds: int
    warm: float
    seconds: float
    idle: int
    """Tables with idle sockets."""


class Round(NamedTuple):
    closed: Measured
    paced: Measured
    idle: float
    """KB a socket."""


async def waiting(kind: Kind, server: Server, tables: int) -> list[Door]:
    if kind.rules:
        return await doors(server.port, tables)
    return [Door(f"/tables/{number}", []) for number in range(tables)]


async def measure(kind: Kind, length: Length) -> Round:
    async with running(kind.name, kind.command) as server, unharmed():
        tables = await seat_all(server.port, await waiting(kind, server, TABLES), kind.sit)
        closed = await closed_loop(server, tables, length.warm, length.seconds)
        steady = await paced(server, tables, PACE, length.seconds)
        await heard(tables)
        leave(tables)
    return Round(closed, steady, await idle(kind, length.idle))


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
        for line in table.lines:
            line.close()


# What comes of it ---------------------------------------------------------------------------------------


def span(values: Sequence[float], digits: int = 0) -> str:
    return f"{min(values):,.{digits}f}-{max(values):,.{digits}f}"


def moves_row(name: str, measured: Sequence[Measured]) -> str:
    columns = (
        span([one.rate for one in measured]),
        span([one.micro for one in measured]),
        span([one.wait(0.5) for one in measured], 1),
        span([one.wait(0.99) for one in measured], 1),
    )
    return f"| {name} | {' | '.join(columns)} |"


def report(rounds: dict[str, list[Round]]) -> None:
    print("| what | moves a second | µs of CPU a move | ms to hear of it, half | 99 of 100 |")
    print("| --- | --- | --- | --- | --- |")
    for name, all_rounds in rounds.items():
        print(moves_row(f"{name}, closed loop", [one.closed for one in all_rounds]))
        print(moves_row(f"{name}, {PACE} a second", [one.paced for one in all_rounds]))
    print("\n| what | KB an idle socket |\n| --- | --- |")
    for name, all_rounds in rounds.items():
        print(f"| {name} | {span([one.idle for one in all_rounds], 1)} |")
    pairs = list(zip(rounds[OURS.name], rounds[BARE.name], strict=True))
    ratios = [ours.closed.micro / bare.closed.micro for ours, bare in pairs]
    print(f"\nCPU a move beside {BARE.name}, closed loop, in the same round: {span(ratios, 2)}")


def commit() -> str:
    git = ("git", "-C", str(ROOT))
    head = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    changed = subprocess.run(
        [*git, "status", "--porcelain", "src"], capture_output=True, text=True, check=False
    )
    return head.stdout.strip() + (" with changes" if changed.stdout.strip() else "")


async def main(length: Length) -> None:
    rounds: dict[str, list[Round]] = {OURS.name: [], BARE.name: []}
    for number in range(length.rounds):
        for kind in (OURS, BARE):
            print(f"round {number + 1} of {length.rounds}: {kind.name}", file=sys.stderr)
            rounds[kind.name].append(await measure(kind, length))
    today = datetime.now(UTC).date()
    print(f"{today}, commit {commit()}, Python {sys.version.split()[0]}, {length.rounds} rounds\n")
    report(rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What a move at a table costs.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="one short round, to see that it runs")
    called = parser.parse_args()
    length = Length(1, 1, 2, 50) if called.quick else Length(called.rounds, 3, 10, IDLE_TABLES)
    uvloop.run(main(length))
