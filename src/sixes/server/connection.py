"""One socket of one player at one table: written to without waiting, and never more than it can take."""

import asyncio
from collections import deque
from collections.abc import Callable

from sixes.play import told
from sixes.server.frames import PING, control_frame, text_frame
from sixes.server.limits import Bucket

MOST_BUFFERED = 64 * 1024
"""Bytes that may wait for a slow reader; then it hears nothing more until it has caught up."""
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 30, 100
"""More than the fastest player of Sixem sends."""
REFUSED_A_SECOND, REFUSED_AT_ONCE = 10, 200
"""Messages beyond that, refused one by one; whoever sends still more is sent away."""
REFUSED = 4000
"""The code with which a socket is closed whose client need not come back; its last message says why."""
SILENCE = 60.0
"""Seconds without a sign of life, though pinged, after which a socket is given up."""


class Connection:
    __slots__ = (
        *("allowance", "behind", "faults", "fell_behind", "heard"),
        *("name", "patience", "player", "round_trips", "send_away", "transport"),
    )

    def __init__(self, transport: asyncio.Transport, player: str, name: str, now: float) -> None:
        self.transport = transport
        self.player = player
        self.name = name
        self.allowance = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self.faults = 0
        """Malformed messages so far."""
        self.patience = Bucket(REFUSED_A_SECOND, REFUSED_AT_ONCE)
        self.behind = False
        """It was too slow and missed something: it has to see the whole table again."""
        self.fell_behind: Callable[[Connection], object] = lambda _: None
        """Who sees to that."""
        self.send_away: Callable[[int], object] = lambda _: transport.close()
        """Closes the socket with a code."""
        self.heard = now
        self.round_trips: deque[float] | None = None
        """The last few, in seconds, where they matter."""

    def write(self, frames: bytes) -> None:
        """Send frames that are whole and in order, or remember that this reader fell behind."""
        if self.behind or self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > MOST_BUFFERED:
            self.behind = True
            self.fell_behind(self)
            return
        self.transport.write(frames)

    def tell(self, message: told.Welcome | told.Refused | told.Here) -> None:
        self.write(text_frame(told.encode(message)))

    def refuse(self, code: str, nonce: str = "") -> None:
        self.tell(told.Refused(code, nonce))

    @property
    def has_read_all(self) -> bool:
        return self.transport.get_write_buffer_size() == 0

    @property
    def lag(self) -> float:
        """Half the smallest recent round trip: about how long ago a message that comes in was sent."""
        return min(self.round_trips) / 2 if self.round_trips else 0.0

    def ping(self, now: float) -> None:
        """Ask for a sign of life; give the socket up if there was none for long."""
        if now - self.heard > SILENCE:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(control_frame(PING, b"%.6f" % now))

    def pong(self, payload: bytes, now: float) -> None:
        """The answer to a ping; only one that can be ours is measured."""
        if self.round_trips is None:
            return
        try:
            took = now - float(payload)
        except ValueError:
            return
        if 0 <= took < SILENCE:
            self.round_trips.append(took)
