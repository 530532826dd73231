"""The service clock: a time in the database that advances only while a server runs.

Tables are closed and data are pruned by it, never by the system's clock: that may be set wrong, and a server
may be off for a month. Of several nodes each advances it to the time that it has reached itself, so that they
do not count the same minutes twice.
"""

from typing import Protocol

from sixes.server.logs import log
from sixes.server.storage.store import DAY, HOUR, Store

LONGEST_TICK = 60 * 1000
"""Milliseconds that count at most between two ticks: a process that was stopped for longer did not serve."""
STEP = HOUR
"""Milliseconds by which the system's clock must be set to count as a step."""


class SystemClocks(Protocol):
    """The clocks of the machine, in milliseconds."""

    def now(self) -> int:
        """Since 1970; anybody may set it."""

    def elapsed(self) -> int:
        """Since some moment, without the time in which the machine was suspended."""

    def since_boot(self) -> int:
        """Since some moment, with the time in which the machine was suspended, where the system tells it."""


class ServiceClock:
    def __init__(self, store: Store, clocks: SystemClocks, stored: int) -> None:
        self._store = store
        self._clocks = clocks
        self._base = stored
        self._served = 0
        """Milliseconds that this process has served."""
        self._last_tick = clocks.elapsed()
        self._offset = clocks.now() - clocks.since_boot()
        self._steady_since = 0
        """How long it had served at the last step of the system's clock."""

    @property
    def at(self) -> int:
        """Milliseconds by the service clock."""
        return self._base + self._served

    @property
    def is_steady(self) -> bool:
        """Whether this process has served for a day without a step of the system's clock.

        Otherwise nothing is pruned: whatever is wrong with the machine, somebody has a day to notice it.
        """
        return self._served - self._steady_since >= DAY

    def tick(self) -> None:
        """Count the time since the last call, and look for steps of the system's clock."""
        elapsed = self._clocks.elapsed()
        self._served += min(elapsed - self._last_tick, LONGEST_TICK)
        self._last_tick = elapsed
        offset = self._clocks.now() - self._clocks.since_boot()
        if abs(offset - self._offset) >= STEP:
            log("clock_stepped", seconds=(offset - self._offset) // 1000)
            self._offset, self._steady_since = offset, self._served

    async def save(self) -> None:
        """Store the time; go on from what other nodes have stored, if that is later."""
        stored = await self._store.advance_clock(self.at)
        self._base = max(self._base, stored - self._served)
