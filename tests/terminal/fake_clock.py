"""A clock for games on this device that the test moves."""

import asyncio
from contextlib import suppress

from sixes.terminal.source import Clock

START = 1_700_000_000_000
TURNS = 20
"""Turns of the event loop after which everybody has done what the time told them to."""


class FakeClock(Clock):
    def __init__(self) -> None:
        self.time = START
        self._alarms: list[tuple[int, asyncio.Future[None]]] = []

    def now(self) -> int:
        return self.time

    async def wait(self, woken: asyncio.Event, until: int) -> None:
        alarm: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if until:
            self._alarms.append((until, alarm))
            self._ring()
        waiter = asyncio.create_task(woken.wait())
        try:
            await asyncio.wait((waiter, alarm), return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiter.cancel()
            with suppress(asyncio.CancelledError):
                await waiter
            self._alarms = [(time, other) for time, other in self._alarms if other is not alarm]

    def _ring(self) -> None:
        for time, alarm in self._alarms:
            if time <= self.time and not alarm.done():
                alarm.set_result(None)

    async def advance(self, milliseconds: int) -> None:
        """Let time pass; whatever is due meanwhile happens at its own moment."""
        end = self.time + milliseconds
        await settle()
        while due := [time for time, alarm in self._alarms if time <= end and not alarm.done()]:
            self.time = max(self.time, min(due))
            self._ring()
            await settle()
        self.time = end


async def settle() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)
