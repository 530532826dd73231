"""Hostile messages by the thousand or the million, against a real server.

    python3 dev.py fuzz [--messages N] [--seed N]

Half of them come from visitors who know the protocol, at many tables of both games; the others are malformed.
In the end the server must have logged no error, all players must see the same, and games must go on. The
server's memory is printed on the way. If anything is wrong, it is printed, and the exit code is 1.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import uvloop

from tests.hostile.fuzzed_tables import Target, fuzz_table, new_guest, new_table
from tests.hostile.malformed import send_frames, send_request
from tests.hostile.visitors import Tally
from tests.server.clients import visit
from tests.server.serving import Server, running_server

PROXIED = ("--trusted-proxy", "127.0.0.1")
"""Everybody can then have an address of their own; what comes from one address is limited."""
TABLES, GUESTS = 60, 40
"""At the same time: tables of those who know the protocol, and guests who do not."""
MESSAGES = {"sixto": 1200, "sixem": 800}
"""At a table; Sixem takes its time."""
VISITS = 40
"""Of a guest; then another one comes, to another table."""
Job = Callable[[int], Coroutine[Any, Any, None]]


class Sample(NamedTuple):
    """How much memory the server had, and how many tables, after so many messages."""

    messages: int
    kilobytes: int
    tables: int


def memory_of(server: Server) -> int:
    """Resident, in KB; 0 where the system does not say."""
    status = Path(f"/proc/{server.process.pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) if found else 0


async def repeat(job: Job, at_once: int, tally: Tally, messages: int, seeds: "count[int]") -> None:
    """Do a job until so many messages are sent, so many at the same time, each with a seed of its own."""

    async def worker() -> None:
        while tally.sent < messages:
            seed = next(seeds)
            try:
                await job(seed)
            except (TimeoutError, OSError) as error:
                tally.found(f"seed {seed}: {error!r}")

    await asyncio.gather(*(worker() for _ in range(at_once)))


async def fuzz_knowingly(target: Target, messages: int, seed: int, at_once: int = TABLES) -> None:
    """Send messages as visitors who know the protocol."""

    async def job(number: int) -> None:
        game = ("sixto", "sixem")[number % 2]
        most = min(messages, MESSAGES[game])
        # A game of Sixem to its end takes minutes: one table in eight, or only a round more.
        whole = target.whole and number % 8 < 2
        await fuzz_table(target._replace(whole=whole), game, number, most)

    await repeat(job, at_once, target.tally, messages, count(seed))


async def fuzz_blindly(target: Target, messages: int, seed: int, at_once: int = GUESTS) -> None:
    """Send malformed input."""

    async def job(number: int) -> None:
        chance = random.Random(number)
        guest = await new_guest(target.url, target.port)
        other = await new_guest(target.url, target.port)  # some requests delete who sends them
        code = await new_table(target.url, guest, {"game": chance.choice(("sixto", "sixem"))}, ["nearest"])
        for _ in range(VISITS):
            if chance.random() < 0.8:
                await send_frames(guest, code, chance, target.tally)
            else:
                await send_request(other, code, chance, target.tally)

    await repeat(job, at_once, target.tally, messages, count(seed))


def report(name: str, tally: Tally) -> None:
    print(f"\n{name}: {tally.sent:,} messages")
    for what, found in (
        ("what came of them", tally.kinds),
        ("how connections ended", tally.closed),
        ("where tables stood", tally.phases),
        ("what became of tables", tally.tables),
    ):
        if found:
            print(f"  {what}: {', '.join(f'{key} {number:,}' for key, number in found.most_common())}")


async def watch(server: Server, tallies: list[Tally], every: int, samples: list[Sample]) -> None:
    """Note memory after so many messages, again and again."""
    began = time.monotonic()
    while True:
        sent = sum(tally.sent for tally in tallies)
        if sent >= (len(samples) + 1) * every:
            samples.append(Sample(sent, memory_of(server), await tables_of(server)))
            rate = sent / (time.monotonic() - began)
            wrong = sum(len(tally.wrong) for tally in tallies)
            kilobytes, tables = samples[-1][1:]
            print(
                f"{sent:,} messages, {rate:,.0f} a second, {wrong} wrong, {kilobytes:,} KB, {tables} tables"
            )
        await asyncio.sleep(0.5)


async def tables_of(server: Server) -> int:
    found = re.search(r"^sixes_tables (\d+)", (await visit(server.url, "/metrics")).text, re.MULTILINE)
    return int(found[1]) if found else 0


async def fuzz_server(server: Server, messages: int, seed: int) -> list[str]:
    """Send everything, print a report, and return what was wrong."""
    known, blind, samples = Tally(), Tally(), list[Sample]()
    watching = asyncio.create_task(watch(server, [known, blind], max(messages // 20, 1), samples))
    targets = [Target(server.url, server.port, tally, True) for tally in (known, blind)]
    # Real traffic for the others to change.
    await fuzz_knowingly(targets[0]._replace(whole=False), 200, seed, 2)
    blind.traffic = known.traffic
    half = messages // 2
    await asyncio.gather(
        fuzz_knowingly(targets[0], half, seed + 1000), fuzz_blindly(targets[1], messages - half, seed)
    )
    watching.cancel()
    report("Knowing the protocol", known)
    report("Not knowing it", blind)
    print(f"\nThe server logged {len(server.errors)} errors; its memory: {samples}")
    return known.wrong + blind.wrong + server.errors


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="dev.py fuzz", description="Hostile messages against a real server."
    )
    parser.add_argument("--messages", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    called = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as data, running_server(Path(data), *PROXIED) as server:
        server.expects_errors = True  # they are reported with the rest
        wrong = uvloop.run(fuzz_server(server, called.messages, called.seed))
    for line in wrong[:50]:
        print(f"wrong: {line}")
    print(f"{len(wrong)} things were wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
