"""How soon everybody is back after a restart: sockets that come again within a second, each to its table.

    python3 dev.py bench connect [--sockets N] [--rounds N]

Tables of four play some moves; then the server is stopped, and another one is started on the same data. All
sockets come back, each at a random moment of one second, as browsers do: they spread their attempts by chance
(`client/src/wire/connection.ts`). A socket is back when it has its welcome, with the table as it was. No
table is in memory by then: each is read from its log. Time counts from when the connection was begun.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import uvloop  # noqa: E402

from bench.load.crowds import SEATS, Door, doors, seat_all, sit  # noqa: E402
from bench.load.lines import Line, unharmed  # noqa: E402
from bench.load.printing import heading, say, span  # noqa: E402
from bench.load.servers import SERVE, Server, check_linux, running  # noqa: E402
from sixes.cli.lab_options import whole_number  # noqa: E402

WITHIN = 1.0
"""Seconds in which all come back."""
MOVES = 8
"""At each table, before the restart."""


async def play(server: Server, tables: int) -> list[Door]:
    """Let all sit down, move a little, and leave."""
    waiting = await doors(server.port, tables)
    for table in await seat_all(server.port, waiting, sit):
        for _ in range(MOVES):
            await table.move_calmly()
        table.leave()
    return waiting


async def come_back(server: Server, waiting: list[Door], chance: random.Random) -> list[float]:
    """The seconds that each socket waits for its table."""

    async def one(door: Door, headers: dict[str, str], at: float) -> float:
        await asyncio.sleep(at)
        line, begun = Line(door.path, f"127.0.0.1:{server.port}", headers), time.perf_counter()
        welcome = await line.connect(server.port)
        took = time.perf_counter() - begun
        assert welcome["table"], "a welcome shows the table"
        lines.append(line)
        return took

    lines: list[Line] = []
    visits = [(door, guest.headers) for door in waiting for guest in door.guests]
    waits = await asyncio.gather(*(one(*visit, chance.uniform(0, WITHIN)) for visit in visits))
    for line in lines:
        line.close()
    return waits


async def main(sockets: int, rounds: int) -> None:
    figures: dict[str, list[float]] = {"p50": [], "p99": [], "the last one": [], "CPU": []}
    for number in range(1, rounds + 1):
        with tempfile.TemporaryDirectory(prefix="sixes-bench-") as data:
            command = (*SERVE, "--data", data)
            say(f"round {number} of {rounds}: tables sit down")
            async with running("Sixes", command) as server, unharmed():
                waiting = await play(server, sockets // SEATS)
            say(f"round {number} of {rounds}: all come back")
            async with running("Sixes", command) as server, unharmed():
                before = server.cpu()
                waits = sorted(await come_back(server, waiting, random.Random(number)))
                figures["CPU"].append(server.cpu() - before)
            for name, share in (("p50", 0.5), ("p99", 0.99), ("the last one", 1)):
                figures[name].append(1e3 * waits[int(share * (len(waits) - 1))])
    print(heading(f"{rounds} rounds"))
    print(
        "| sockets | p50, ms | p99, ms | the last one, ms | seconds of CPU |\n| --- | --- | --- | --- | --- |"
    )
    cells = [span(values, 2 if name == "CPU" else 0) for name, values in figures.items()]
    print(f"| {sockets:,} | {' | '.join(cells)} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How soon everybody is back after a restart.")
    parser.add_argument("--sockets", type=whole_number(SEATS, 10_000), default=1000, metavar="N")
    parser.add_argument("--rounds", type=whole_number(1, 99), default=3, metavar="N")
    called = parser.parse_args()
    check_linux()
    uvloop.run(main(called.sockets, called.rounds))
