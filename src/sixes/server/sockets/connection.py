"""One socket of one player at one table: written to without waiting, and never more than it can take."""

import asyncio
from collections import deque
from collections.abc import Callable

from sixes.play import events
from sixes.server.frames import PING, control_frame, text_frame
from sixes.server.limits import Bucket

MOST_BUFFERED = 64 * 1024
"""Bytes that may wait for a slow reader; then it hears nothing more until it has caught up."""
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 30, 100
"""More than the fastest player of Sixem sends."""
REFUSED_A_SECOND, REFUSED_AT_ONCE = 10, 200
"""Messages beyond that, refused one by one; whoever sends still more is sent away."""
CATCH_UP = 0.5
"""Seconds between looks at a slow reader."""
REFUSED = 4000
"""The code with which a socket is closed whose client need not come back; its last message says why."""
RESTARTING = 1012
"""With this code clients hear that they should come back in a moment."""
SILENCE = 60.0
"""Seconds without a sign of life, though pinged, after which a socket is given up."""


class Visitor:
    """Somebody at a table, by whatever way."""

    __slots__ = ("name", "player", "send_away")

    def __init__(self, player: str, name: str, send_away: Callable[[int], object]) -> None:
        self.player = player
        self.name = name
        self.send_away = send_away
        """Closes the socket with a code."""

    @property
    def lag(self) -> float:
        """About how long ago, in seconds, a message that comes in was sent."""
        return 0.0

    def write(self, frames: bytes) -> None:
        """Send frames that are whole and in order."""

    def welcome(self, fell_behind: "Callable[[Connection], object]", measure: float | None) -> None:
        """They come to a table, which sees to those who fall behind. `measure`: now, if their lag counts."""

    def ping(self, now: float) -> None:
        """Ask for a sign of life."""

    def tell(self, message: events.Welcome | events.Refusal | events.Here) -> None:
        self.write(text_frame(events.encode(message)))

    def refuse(self, code: str, nonce: str = "") -> None:
        self.tell(events.Refusal(code, nonce))


class Connection(Visitor):
    __slots__ = (
        *("allowance", "behind", "faults", "fell_behind", "heard"),
        *("patience", "round_trips", "transport"),
    )

    def __init__(self, transport: asyncio.Transport, player: str, name: str, now: float) -> None:
        super().__init__(player, name, lambda _: transport.close())
        self.transport = transport
        self.allowance = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self.faults = 0
        """Malformed messages so far."""
        self.patience = Bucket(REFUSED_A_SECOND, REFUSED_AT_ONCE)
        self.behind = False
        """It was too slow and missed something: it has to see the whole table again."""
        self.fell_behind: Callable[[Connection], object] = lambda _: None
        """Who sees to that."""
        self.heard = now
        self.round_trips: deque[float] | None = None
        """The last few, in seconds, where they matter."""

    def write(self, frames: bytes) -> None:
        """Send frames that are whole and in order, or remember that this reader fell behind."""
        transport = self.transport
        if self.behind or transport.is_closing():
            return
        if transport.get_write_buffer_size() > MOST_BUFFERED:
            self.behind = True
            self.fell_behind(self)
            return
        transport.write(frames)

    def welcome(self, fell_behind: "Callable[[Connection], object]", measure: float | None) -> None:
        self.fell_behind = fell_behind
        if measure is not None:
            self.round_trips = deque(maxlen=8)
            self.ping(measure)

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
