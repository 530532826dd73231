"""Whether memory grows with the tables that were ever played: our server, while people come, play and leave.

    python3 dev.py bench memory [--tables N]

Guests whom the server never saw before make tables of Sixto. Every second table is for one who plays a whole
game, which is short: alone, a turn without crosses is the end. At the others four sit down, make some moves,
and leave in the middle. After every tenth of the tables, once the server has forgotten all of them, the table
tells how much memory is resident. The first of them need what is needed once; from then on it is to be flat.

The server is started as anybody would, except that it believes this machine's word for where players come
from. A table stays in memory for a minute after all have left it, so this takes at least ten minutes.
"""

import argparse
import asyncio
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import uvloop  # noqa: E402

from bench.load.crowds import AT_ONCE, SEATS, Seated, doors, sit  # noqa: E402
from bench.load.lines import unharmed  # noqa: E402
from bench.load.printing import heading, say  # noqa: E402
from bench.load.servers import SERVE, Server, check_linux, running  # noqa: E402
from sixes.cli.lab_options import whole_number  # noqa: E402

PARTS = 10
MOVES = 8
FORGETS = 300.0
"""Seconds after which the server must have forgotten all tables."""


async def visit(server: Server, number: int) -> None:
    """A table for one, and one for four, from the first guest to the last who leaves."""
    first = number * (1 + SEATS)
    for seats in (1, SEATS):
        (door,) = await doors(server.port, 1, seats, first)
        table = await sit(server.port, door)
        await (play_out(table) if seats == 1 else play_on(table))
        table.leave()
        first += seats


async def play_out(table: Seated) -> None:
    await table.move_calmly()
    await table.lines[0].ask("done", turn=1)


async def play_on(table: Seated) -> None:
    for _ in range(MOVES):
        await table.move_calmly()


async def main(tables: int) -> None:
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with turn:
            await visit(server, number)

    print(heading(f"{tables:,} tables"))
    print("| tables played and left | MB resident | more than before |\n| --- | --- | --- |")
    async with running("Sixes", (*SERVE, "--data", "DATA")) as server, unharmed():
        before, pairs = server.memory(), tables // 2
        print(f"| 0 | {before / 1024:.1f} | |", flush=True)
        for part in range(PARTS):
            numbers = range(pairs * part // PARTS, pairs * (part + 1) // PARTS)
            say(f"{2 * len(numbers):,} tables, part {part + 1} of {PARTS}")
            await asyncio.gather(*map(one, numbers))
            await server.until("sixes_tables", 0, FORGETS)
            now = server.memory()
            grown = (now - before) / 1024
            print(f"| {2 * numbers.stop:,} | {now / 1024:.1f} | {grown:+.1f} |", flush=True)
            before = now


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Whether memory grows with tables that were left.")
    parser.add_argument("--tables", type=whole_number(2 * PARTS, 10**6), default=10_000, metavar="N")
    called = parser.parse_args()
    check_linux()
    uvloop.run(main(called.tables))
