"""A client at a table, as the table sees it."""

from collections.abc import Callable
from typing import ClassVar

from sixes.play import events
from sixes.server.frames import text_frame


def ignore(_frames: bytes) -> None:
    """Nobody reads them any more."""


class Visitor:
    """Base class: a socket here (`sockets`) or one at another node (`nodes`)."""

    __slots__ = ("close", "name", "player", "push")
    is_local: ClassVar[bool] = True
    """The socket is at this node."""

    def __init__(
        self, player: str, name: str, push: Callable[[bytes], object], close: Callable[[int], object]
    ) -> None:
        self.player = player
        self.name = name
        self.push = push
        """Takes complete frames, in order; may raise RuntimeError once the socket is closed."""
        self.close = close
        """Closes the socket with a code."""

    @property
    def lag(self) -> float:
        """About how many seconds ago a message that arrives now was sent."""
        return 0.0

    def write(self, frames: bytes) -> None:
        """Send complete frames, in order, unless the socket is closed."""
        try:
            self.push(frames)
        except RuntimeError:  # closed, and nobody has told us yet
            self.end()

    def end(self) -> None:
        """Send nothing more."""
        self.push = ignore

    def joined(self, resync: "Callable[[Visitor], object]", measure_lag: bool) -> None:
        """The visitor is at a table. `resync` is called when it can read again after it missed events."""

    def ping(self, now: float) -> None: ...

    def send(self, message: events.Welcome | events.Refusal | events.Here) -> None:
        self.write(text_frame(events.encode(message)))

    def refuse(self, code: str, nonce: str = "") -> None:
        self.send(events.Refusal(code, nonce))
