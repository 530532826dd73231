"""What all live tables of a server share: store, clock, timers, tasks, counters and the bots' thread."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sixes.play.games import GAMES
from sixes.server.logs import log
from sixes.server.metrics import Metrics
from sixes.server.storage.store import Store, Unavailable
from sixes.server.tables import bot_process
from sixes.server.tables.service_clock import ServiceClock

BOOT_CLOCK: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Runtime:
    def __init__(self, store: Store, metrics: Metrics, pace: float = 1.0, clock: int = 0) -> None:
        """`clock` is the time of the service clock in the store."""
        self.store = store
        self.pace = pace
        """A factor for the pauses of bots."""
        self.boot = secrets.token_hex(4)
        """Differs at each start of the server: a client from before a restart gets a whole snapshot."""
        self.levels = {name: game.levels() for name, game in GAMES.items()}
        """The bots there are for each game, looked up once: that searches for installed packages."""
        self.bot_thread = ThreadPoolExecutor(1, "bots")
        self.messages = metrics.counter("sixes_messages_total", "Messages from clients")
        self.refusals = metrics.counter("sixes_refused_total", "Messages that changed nothing")
        self.events = metrics.counter("sixes_events_total", "Events stored and shown")
        self.service_clock = ServiceClock(store, self, clock)
        self._tasks: set[asyncio.Task[None]] = set()

    def now(self) -> int:
        """Milliseconds since 1970 by the system's clock. It may be set at any time, either way."""
        return time.time_ns() // 1_000_000

    def elapsed(self) -> int:
        """Milliseconds of the monotonic clock. Nobody sets it; it stops while the machine is suspended."""
        return self.nanoseconds() // 1_000_000

    def since_boot(self) -> int:
        """Like `elapsed`, but also while the machine is suspended, if the system has such a clock."""
        return time.clock_gettime_ns(BOOT_CLOCK) // 1_000_000

    seconds: Callable[[], float] = staticmethod(time.monotonic)
    """The monotonic clock."""
    nanoseconds: Callable[[], int] = staticmethod(time.monotonic_ns)
    """The monotonic clock, too."""

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, guarded, call)

    def spawn(self, task: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background; failures are logged."""
        running = asyncio.get_running_loop().create_task(guarded_task(task))
        self._tasks.add(running)
        running.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel tasks and bots, then store what is waiting and close the store."""
        for task in list(self._tasks):
            task.cancel()
        self.bot_thread.shutdown(wait=False, cancel_futures=True)
        bot_process.close()
        await self.store.close()


def guarded(call: Callable[[], object]) -> None:
    """Make a call; log its failure, so that one table's fault does not reach the others."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 - nobody else would report it
        log("task_failed", error=error)


async def guarded_task(task: Coroutine[Any, Any, None]) -> None:
    try:
        await task
    except Unavailable as error:
        log("task_waits", why=str(error))
    except Exception as error:  # noqa: BLE001 - nobody else would report it
        log("task_failed", error=error)
