"""Does something at once, and then at most once in a while, however often it is asked for."""

import asyncio
from collections.abc import Callable

from sixes.server.tables.runtime import Runtime


class Throttle:
    def __init__(self, runtime: Runtime, pause: float, call: Callable[[], object]) -> None:
        """`pause` are the seconds between two calls at least."""
        self._runtime = runtime
        self._pause = pause
        self._call = call
        self._timer: asyncio.TimerHandle | None = None
        self._asked = False
        """Since the last call."""

    def ask(self) -> bool:
        """Call now, or when the pause is over; True if that was now."""
        if self._timer:
            self._asked = True
            return False
        self._timer = self._runtime.later(self._pause, self._pause_over)
        self._call()
        return True

    def _pause_over(self) -> None:
        self._timer = None
        if self._asked:
            self._asked = False
            self.ask()
