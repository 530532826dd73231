"""How long a victim waits for answers while a neighbour attacks: a table for docs/faults.md.

    python -m tests.hostile.delays [--seconds N] [ATTACK …]

The attacker is a process of its own, which repeats its attack all the time, each time from another address.
The goal is that no attack makes 99 of 100 answers more than 50 ms slower than they are without one. Others
may use the machine, too: so the time without an attack is measured again before every few attacks, and those
are compared with it and the one after them, whichever is longer. The attacker uses the same processors.
"""

import argparse
import asyncio
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from sixes.play.table import PLAYING
from tests.hostile.attacks import ATTACKS
from tests.hostile.fuzz import PROXIED
from tests.hostile.neighbours import new_ground
from tests.hostile.raw_connections import new_address
from tests.hostile.victims import playing_victim
from tests.server.serving import Server, running_server

BESIDE = 3
"""Attacks that are compared with the same measurements without one."""
PAUSE = 0.01
"""Seconds between the victim's moves."""
GOAL = 0.05


def attack_for_ever(name: str, url: str, port: int) -> None:
    """Attack until this process is ended."""

    async def attack() -> None:
        while True:
            async with new_ground(url, port) as ground:
                async for _ in ATTACKS[name].run(ground):
                    await asyncio.sleep(0)

    asyncio.run(attack())


@contextmanager
def attacked(name: str, server: Server) -> Iterator[None]:
    """An attack in another process; the empty name is none."""
    if not name:
        yield
        return
    process = multiprocessing.get_context("spawn").Process(
        target=attack_for_ever, args=(name, server.url, server.port), daemon=True
    )
    process.start()
    try:
        yield
        assert process.is_alive(), f"{name} ended"
    finally:
        process.kill()
        process.join()


async def answer_times(server: Server, seconds: float) -> list[float]:
    """Seconds that each answer took, of victims who play for so long."""
    until, found = time.monotonic() + seconds, list[float]()
    while time.monotonic() < until:
        async with playing_victim(server.url, new_address()) as victim:
            while time.monotonic() < until and victim.tables[0].table.phase == PLAYING:
                await victim.move()
                await asyncio.sleep(PAUSE)
            found += victim.seconds
    return found


class Delays(NamedTuple):
    """Of answers, in seconds."""

    median: float
    p99: float
    worst: float

    def row(self, name: str, calm: str = "·") -> str:
        cells = (f"{value * 1000:.1f} ms" for value in self)
        return f"| {name.replace('_', ' ')} | {' | '.join(cells)} | {calm} |"


def measure(name: str, seconds: float) -> Delays:
    """On a server of its own."""
    with tempfile.TemporaryDirectory() as data, running_server(Path(data), *PROXIED) as server:
        server.expects_errors = True  # an attacker who is killed is none of its errors
        with attacked(name, server):
            times = asyncio.run(answer_times(server, seconds))
    cuts = quantiles(times, n=100, method="inclusive")
    return Delays(cuts[49], cuts[98], max(times))


def report(names: list[str], seconds: float) -> float:
    """Print a row for each attack; by how much the 99th percentile got worse at most."""
    print("| attack | p50 | p99 | worst | p99 beside no attack |\n| --- | --- | --- | --- | --- |")
    slowest, before = 0.0, measure("", seconds)
    print(before.row("none"), flush=True)
    for begin in range(0, len(names), BESIDE):
        found = {name: measure(name, seconds) for name in names[begin : begin + BESIDE]}
        after = measure("", seconds)
        for name, delays in found.items():
            worse = delays.p99 - max(before.p99, after.p99)
            slowest = max(slowest, worse)
            print(delays.row(name, f"{worse * 1000:+.1f} ms"))
        print(after.row("none"), flush=True)
        before = after
    return slowest


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="delays", description="A victim's answers under attack.")
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], metavar="ATTACK")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="N", help="for each attack")
    called = parser.parse_args(arguments)
    return report(called.attacks or list(ATTACKS), called.seconds) > GOAL


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
