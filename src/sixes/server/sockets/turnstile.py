"""A turnstile for sockets that come or go: however many do so at once, moves are answered in between."""

import asyncio
from collections import deque
from collections.abc import Callable

PER_TURN = 4
"""Calls in each turn of the event loop. To let a socket in takes up to a millisecond."""


class Turnstile:
    """Makes calls in the order in which they came, a few in each turn of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._left = PER_TURN
        """How many may still pass in this turn of the event loop."""

    def call(self, call: Callable[[], object]) -> None:
        """Make a call at once, or when those who came before have passed."""
        if self._left == PER_TURN:
            asyncio.get_running_loop().call_soon(self._next_turn)
        if self._left:
            self._left -= 1
            call()
        else:
            self._waiting.append(call)

    async def passed(self) -> None:
        """Wait for one's turn."""
        turn = asyncio.Event()
        self.call(turn.set)
        await turn.wait()

    def _next_turn(self) -> None:
        self._left = PER_TURN
        for _ in range(min(PER_TURN, len(self._waiting))):
            self.call(self._waiting.popleft())
