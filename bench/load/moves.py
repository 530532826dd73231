"""Moves at many tables at once, never two at the same: as fast as they are answered, or at a steady pace."""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

from bench.load.crowds import Seated
from bench.load.servers import Uses

PATIENCE = 60.0
"""Seconds until the last moves must be answered."""


def within(waits: Sequence[float], share: float) -> float:
    """The milliseconds within which this share of the moves was answered."""
    return 1e3 * sorted(waits)[int(share * (len(waits) - 1))]


class Measured(NamedTuple):
    """What moves cost a server, and how long whoever moved waited to hear of it."""

    moves: int
    seconds: float
    cpu: float
    waits: list[float]
    beside: tuple[float, ...] = ()
    """Seconds of CPU of others who had to do with it."""

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def micro(self) -> float:
        """Microseconds of CPU a move."""
        return 1e6 * self.cpu / self.moves

    def micro_beside(self, which: int) -> float:
        return 1e6 * self.beside[which] / self.moves

    def wait(self, share: float) -> float:
        return within(self.waits, share)


class Meter:
    """Reads what servers use from when it is made."""

    def __init__(self, server: Uses, beside: Sequence[Uses]) -> None:
        self.begin = time.perf_counter()
        self._all = (server, *beside)
        self._before = [one.cpu() for one in self._all]

    def read(self, moves: int, waits: list[float]) -> Measured:
        seconds = time.perf_counter() - self.begin
        cpu, *beside = (one.cpu() - before for one, before in zip(self._all, self._before, strict=True))
        return Measured(moves, seconds, cpu, waits, tuple(beside))


class Mover:
    """Makes the moves of one table. Time counts from when a move is due, even if the one before is late."""

    def __init__(self, table: Seated, closed: bool, waits: list[float]) -> None:
        self.due: list[float] = []
        self.closed = closed
        self._table = table
        self._waits = waits

    def move(self, *_: bytes) -> None:
        self.due.append(time.perf_counter())
        if len(self.due) == 1:
            self._table.move(self._heard)

    def _heard(self, _: bytes) -> None:
        self._waits.append(time.perf_counter() - self.due.pop(0))
        if self.closed:
            self.move()
        elif self.due:
            self._table.move(self._heard)


async def closed_loop(
    server: Uses, tables: Sequence[Seated], warm: float, seconds: float, beside: Sequence[Uses] = ()
) -> Measured:
    """Every table moves again as soon as it hears of its last move."""
    waits: list[float] = []
    movers = [Mover(table, True, waits) for table in tables]
    for mover in movers:
        mover.move()
    await asyncio.sleep(warm)
    waits.clear()
    meter = Meter(server, beside)
    await asyncio.sleep(seconds)
    measured = meter.read(len(waits), waits.copy())
    for mover in movers:
        mover.closed = False
    await answered(movers)
    return measured


async def paced(
    server: Uses, tables: Sequence[Seated], rate: float, seconds: float, beside: Sequence[Uses] = ()
) -> Measured:
    """Tables move in turn, so many moves a second in all."""
    waits: list[float] = []
    movers = [Mover(table, False, waits) for table in tables]
    made, meter = 0, Meter(server, beside)
    while made < rate * seconds:
        due = min((time.perf_counter() - meter.begin) * rate, rate * seconds)
        while made < due:
            movers[made % len(movers)].move()
            made += 1
        await asyncio.sleep(1 / rate)
    await answered(movers)
    return meter.read(made, waits)


async def answered(movers: Sequence[Mover]) -> None:
    """Wait for the answers that are still to come."""
    async with asyncio.timeout(PATIENCE):
        while any(mover.due for mover in movers):
            await asyncio.sleep(0.01)


async def heard(tables: Sequence[Seated]) -> None:
    """Wait until every player has heard of every move at their table: only then do the figures count."""
    async with asyncio.timeout(PATIENCE):
        while any(line.crosses != table.decide_move for table in tables for line in table.lines):
            await asyncio.sleep(0.01)
