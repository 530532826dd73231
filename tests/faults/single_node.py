"""One server on SQLite, and the faults to inject; the same seed injects them at the same moments."""

import asyncio
import itertools
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import ClassVar

from sixes.play import events
from sixes.server.storage.database import Database
from sixes.server.storage.sqlite import NAME, Sqlite
from tests.faults.evidence import (
    Evidence,
    check_kept,
    check_live_logs,
    check_logs,
    finish_games,
    wait_until_agreed,
)
from tests.faults.players import Crowd
from tests.faults.proxy import DOWN, UP, Proxy
from tests.faults.stepped_clock import STEPS, set_clock
from tests.server.fake_time import open_registry
from tests.server.serving import Server

KINDS: Sequence[type[events.Event]] = (
    *(events.Event, events.Crossed, events.Thrown, events.Event, events.SaidDone),
    *(events.Landed, events.Event, events.Rolled, events.Marked, events.Event),
)
"""The event after which a fault is injected: in the middle of turns and of rounds."""
TABLES = 4
STEPPED = ("-m", "tests.faults.stepped_clock")


class SingleNode:
    def __init__(self, data: Path, seed: int, program: Sequence[str] = STEPPED) -> None:
        self.evidence = Evidence()
        self.done: Counter[str] = Counter()
        """How often each fault was injected."""
        self.chance = random.Random(seed)
        self._clock = data / "clock"
        """Of the server: a file."""
        self._steps = itertools.cycle(STEPS)
        set_clock(self._clock, 0)
        self.server = Server(data, "--bot-pace", "0.01", program=(*program, str(self._clock)))
        self._proxy = Proxy(seed=seed)
        self._data = data
        self._seed = seed

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[Crowd]:
        await asyncio.to_thread(self.server.start)
        self._proxy = Proxy(self.server.port, seed=self._seed)
        await self._proxy.start()
        crowd = Crowd(self.evidence, f"http://127.0.0.1:{self._proxy.port}", TABLES, self._seed)
        try:
            async with crowd.playing():
                yield crowd
        finally:
            await self._proxy.stop()
            if self.server.runs:
                await asyncio.to_thread(self.server.stop)

    async def inject(self, faults: Sequence[str]) -> None:
        """Inject the faults, each just after an event; then all clients must agree with the log."""
        async with asyncio.timeout(600 + 60 * len(faults)), self._running() as crowd:
            for number, fault in enumerate(faults):
                await self._something_happens(number)
                print(
                    f"{number + 1} of {len(faults)}: {fault}", flush=True
                )  # for who runs it by hand, with -s
                await self.FAULTS[fault](self)
                self.done[fault] += 1
            await self.evidence.reach(events.Event, 30)
            crowd.rests = True
            await self._check(wait_until_agreed)
        await self._check(check_logs)
        await self._check(check_kept)

    async def _something_happens(self, number: int) -> None:
        kind = KINDS[number % len(KINDS)]
        await self.evidence.reach(kind, self.chance.randint(1, 40) if kind is events.Event else 1)

    async def _check(self, look: Callable[[Database, Evidence], Awaitable[None]]) -> None:
        """Check the server's own database, whether it runs or not."""
        database = Database(None, Sqlite(self._data / NAME))
        try:
            await look(database, self.evidence)
        finally:
            await database.close()

    async def finish(self) -> Counter[str]:
        """Play every game to its end; how many there were of each."""
        async with asyncio.timeout(600), open_registry(self._data) as registry:
            return await finish_games(registry, self.evidence)

    # Faults ---------------------------------------------------------------------------------------------

    async def _kill(self) -> None:
        self.server.process.kill()  # at once: in a moment more would be stored
        await asyncio.to_thread(self.server.kill)
        await self._check(check_live_logs)
        await asyncio.to_thread(self.server.start)

    async def _stop(self) -> None:
        code = await asyncio.to_thread(self.server.stop)
        assert code == 0
        await self._check(check_live_logs)
        await asyncio.to_thread(self.server.start)

    async def _pause(self) -> None:
        self.server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(0.1, 1.5))
        self.server.process.send_signal(signal.SIGCONT)

    async def _step_clock(self) -> None:
        """Set the server's clock, by turns forward and back; it has noticed when this returns."""
        seen = len(self.server.log)
        set_clock(self._clock, next(self._steps))
        await asyncio.to_thread(self.server.wait_for_log, "clock_stepped", seen)

    async def _cut(self) -> None:
        self._proxy.cut()

    async def _shut(self) -> None:
        self._proxy.shut()
        await self._heal_later()

    async def _silence(self) -> None:
        self._proxy.swallow(UP, DOWN)
        await self._heal_later()

    async def _deafen(self) -> None:
        """What clients send arrives, and no answer comes back."""
        self._proxy.swallow(DOWN)
        await self._heal_later()

    async def _slow(self) -> None:
        self._proxy.delay = 0.2
        await self._heal_later()

    async def _heal_later(self) -> None:
        await asyncio.sleep(self.chance.uniform(0.1, 1.0))
        self._proxy.heal()

    FAULTS: ClassVar = {
        "kill": _kill,
        "stop": _stop,
        "pause": _pause,
        "step_clock": _step_clock,
        "cut": _cut,
        "shut": _shut,
        "silence": _silence,
        "deafen": _deafen,
        "slow": _slow,
    }
