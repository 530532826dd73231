"""The socket of one player at one table: written to without waiting, and with a bounded buffer."""

import asyncio
from collections import deque
from collections.abc import Callable

from sixes.server.frames import PING, control_frame
from sixes.server.limits import Bucket
from sixes.server.tables.runtime import Runtime
from sixes.server.tables.visitor import Visitor

MOST_BUFFERED = 64 * 1024
"""Bytes that may wait for a slow reader; beyond that it gets nothing more until it has caught up."""
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 30, 100
"""More than the fastest player of Sixem sends."""
REFUSED_A_SECOND, REFUSED_AT_ONCE = 10, 200
"""Messages beyond that, refused one by one; a socket that sends still more is closed."""
CATCH_UP = 0.5
"""Seconds between checks whether a slow reader has caught up."""
SILENCE = 60.0
"""Seconds without any message or pong after which a socket is aborted."""


class Connection(Visitor):
    __slots__ = (
        *("behind", "excess_limit", "faults", "heard_at", "message_limit", "resync"),
        *("round_trips", "runtime", "transport"),
    )

    def __init__(self, transport: asyncio.Transport, player: str, name: str, runtime: Runtime) -> None:
        super().__init__(player, name, lambda _: transport.close())
        self.transport = transport
        self.runtime = runtime
        self.message_limit = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self.excess_limit = Bucket(REFUSED_A_SECOND, REFUSED_AT_ONCE)
        self.faults = 0
        """Malformed messages so far."""
        self.behind = False
        """It read too slowly and missed events, so it needs a snapshot."""
        self.resync: Callable[[Visitor], object] = lambda _: None
        """Called when a slow reader has caught up."""
        self.heard_at = runtime.seconds()
        self.round_trips: deque[float] | None = None
        """The last few, in seconds, where they matter."""

    def write(self, frames: bytes) -> None:
        """Send complete frames, in order, unless this reader has fallen behind."""
        transport = self.transport
        if self.behind or transport.is_closing():
            return
        if transport.get_write_buffer_size() > MOST_BUFFERED:
            self.behind = True
            self._catch_up()
            return
        transport.write(frames)

    def _catch_up(self) -> None:
        """Wait until a slow reader has read everything, then resync."""
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size():
            self.runtime.later(CATCH_UP, self._catch_up)
        else:
            self.behind = False
            self.resync(self)

    def joined(self, resync: Callable[[Visitor], object], measure_lag: bool) -> None:
        self.resync = resync
        if measure_lag:
            self.round_trips = deque(maxlen=8)
            self.ping(self.runtime.seconds())

    @property
    def lag(self) -> float:
        """Half the smallest recent round trip."""
        return min(self.round_trips) / 2 if self.round_trips else 0.0

    def ping(self, now: float) -> None:
        """Send a ping; abort the socket if nothing came from it for long."""
        if now - self.heard_at > SILENCE:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(control_frame(PING, b"%.6f" % now))

    def pong(self, payload: bytes, now: float) -> None:
        """Measure the round trip from the answer to a ping; ignore one that cannot be ours."""
        if self.round_trips is None:
            return
        try:
            took = now - float(payload)
        except ValueError:
            return
        if 0 <= took < SILENCE:
            self.round_trips.append(took)
