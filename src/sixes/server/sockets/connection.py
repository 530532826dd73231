"""The socket of one player at one table: written to without waiting, and with a bounded buffer."""

import asyncio
from collections import deque
from collections.abc import Callable

from sixes.server.frames import PING, control_frame
from sixes.server.limits import Bucket
from sixes.server.tables.runtime import Runtime
from sixes.server.tables.visitor import Visitor

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 30, 100
"""More than the fastest player of Sixem sends."""
REFUSED_A_SECOND, REFUSED_AT_ONCE = 10, 200
"""Messages beyond that, refused one by one; a socket that sends still more is closed."""
FRESH = 3.0
"""Seconds for which a socket that sent something needs no ping."""
SILENCE = 60.0
"""Seconds without any message or pong after which a socket is aborted."""


class Connection(Visitor):
    __slots__ = (
        *("ended", "excess_limit", "faults", "heard_at", "message_limit", "missed", "muted", "resync"),
        *("round_trips", "runtime", "transport"),
    )

    def __init__(self, transport: asyncio.Transport, player: str, name: str, runtime: Runtime) -> None:
        super().__init__(player, name, transport.write, lambda _: transport.close())
        self.transport = transport
        self.runtime = runtime
        self.message_limit = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self.excess_limit = Bucket(REFUSED_A_SECOND, REFUSED_AT_ONCE)
        self.faults = 0
        """Malformed messages so far."""
        self.muted = False
        """Nothing is sent: it reads too slowly, or has ended."""
        self.missed = False
        """Something was not sent meanwhile."""
        self.ended = False
        self.resync: Callable[[Visitor], object] = lambda _: None
        """Called when a slow reader has caught up after it missed something."""
        self.heard_at = runtime.seconds()
        self.round_trips: deque[float] | None = None
        """The last few, in seconds, where they matter."""

    def pause_writing(self) -> None:
        """Called by the transport when too much waits for this reader: what follows is missed."""
        self.muted = True
        self.push = self._miss

    def _miss(self, _frames: bytes) -> None:
        self.missed = True

    def resume_writing(self) -> None:
        """Called by the transport when this reader has read everything."""
        if not self.ended:
            self.muted = False
            self.push = self.transport.write
            if self.missed:
                self.missed = False
                self.resync(self)

    def end(self) -> None:
        """Send nothing more: a close frame is the last one."""
        super().end()
        self.ended = self.muted = True

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
        """Send a ping, unless something came just now; abort the socket if nothing came for long."""
        silent = now - self.heard_at
        if silent > SILENCE:
            self.end()
            self.transport.abort()
        elif not self.muted and (silent > FRESH or self.round_trips is not None):
            self.write(control_frame(PING, b"%.6f" % now))

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
