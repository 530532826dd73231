"""Where the time goes at busy tables: our server under the closed loop of `bench tables`, sampled by py-spy.

    python3 dev.py bench spent [--seconds N]

Every sample is a stack of calls, also of those in C. It counts for the innermost call that belongs to a part
below; what only waits, for messages, for the disk or for the other thread, counts for none. The share of the
system is that of samples within a system call. py-spy stops the server to look at it, so moves are slower
meanwhile, but alike everywhere.
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import uvloop  # noqa: E402

from bench.load.crowds import doors, seat_all, sit  # noqa: E402
from bench.load.lines import unharmed  # noqa: E402
from bench.load.moves import closed_loop  # noqa: E402
from bench.load.printing import heading, say  # noqa: E402
from bench.load.servers import SERVE, check_linux, running  # noqa: E402
from sixes.cli.lab_options import whole_number  # noqa: E402

TABLES = 200
RATE = 50
"""Looks a second: more would leave the server no time."""
STARTS = 3.0
"""Seconds that py-spy takes to read what is where."""
WAITS = re.compile(r"SimpleQueue_get|pthread_cond_timedwait|epoll_pwait|fdatasync")
SYSTEM = re.compile(r"(read|write|p?write64|writev|getpid|fcntl64|fstat64|stat) \(libc")
PARTS = {
    "reading frames": r"uv__read|Wire\.|read_frame|unmasked",
    "parsing, limits": r"Sockets\.|Buckets?\.|House\.seconds",
    "deciding by the rules, the table after it": r"\(sixes/(play|rules)/",
    "encoding": r"Ledger\.add|text_frame",
    "storing, in the writer's thread": r"/server/(writer|statements|sqlite|database)\.py",
    "writing to sockets": r"(Connection|Presence)\.write",
    "all else of a table: its queue, clock, alarms": r"/server/(live|ledger|house|presence|thinking)\.py",
}
LOOP = "the loop itself"


def part_of(stack: Iterable[str]) -> str:
    """Of a stack with the innermost call first."""
    for call in stack:
        for part, of_it in PARTS.items():
            if re.search(of_it, call):
                return part
    return LOOP


async def sampled(process: int, seconds: int) -> list[tuple[list[str], int]]:
    """Stacks with the innermost call first, and how often each was seen."""
    with tempfile.TemporaryDirectory(prefix="sixes-bench-") as folder:
        raw = Path(folder) / "raw"
        spy = Path(sys.executable).with_name("py-spy")
        options = ("--native", "--rate", RATE, "--duration", seconds, "--format", "raw", "--output", raw)
        command = (spy, "record", *options, "--pid", process)
        none = asyncio.subprocess.DEVNULL
        running = await asyncio.create_subprocess_exec(*map(str, command), stdout=none, stderr=none)
        if await running.wait():
            sys.exit("bench: py-spy may not look at the server here; only root may, on some systems.")
        lines = [line.rpartition(" ") for line in raw.read_text().splitlines()]
        return [(calls.split(";")[::-1], int(many)) for calls, _, many in lines]


def report(samples: list[tuple[list[str], int]]) -> None:
    all_of: Counter[str] = Counter()
    in_system: Counter[str] = Counter()
    for stack, many in samples:
        if not any(map(WAITS.search, stack)):
            part = part_of(stack)
            all_of[part] += many
            in_system[part] += many * bool(SYSTEM.match(stack[0]))
    total = all_of.total()
    print(f"{total:,} samples\n\n| part | % of CPU | of that in the system |\n| --- | --- | --- |")
    for part in (*PARTS, LOOP):
        print(f"| {part} | {100 * all_of[part] / total:.0f} | {100 * in_system[part] / total:.0f} |")


async def main(seconds: int) -> None:
    async with running("Sixes", (*SERVE, "--data", "DATA")) as server, unharmed():
        say(f"{TABLES} tables sit down")
        tables = await seat_all(server.port, await doors(server.port, TABLES), sit)
        say(f"looking for {seconds} s")
        samples, _ = await asyncio.gather(
            sampled(server.process, seconds), closed_loop(server, tables, STARTS, seconds)
        )
        for table in tables:
            table.leave()
    print(heading(f"{seconds} s"))
    report(samples)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Where the time goes at busy tables.")
    parser.add_argument("--seconds", type=whole_number(1, 999), default=20, metavar="N")
    called = parser.parse_args()
    check_linux()
    uvloop.run(main(called.seconds))
