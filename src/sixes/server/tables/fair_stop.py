"""STOP for people with slow connections: a valid call is held for a moment, and who was first counts.

What decides is the time a call arrived minus half the smallest recent round trip of its player. A call is
held only as long as an earlier one could still be on its way, and never longer than 150 ms, which is also the
most that anybody could gain by answering pings late.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sixes.play.commands import Stop
from sixes.server.sockets.connection import Visitor

LONGEST_HOLD = 0.150
"""Seconds."""


class Held(NamedTuple):
    sent: float
    """When the call was made, as far as we can tell."""
    connection: Visitor
    ask: Stop


def lag_of(connection: Visitor) -> float:
    return min(connection.lag, LONGEST_HOLD)


class HeldStops:
    """The calls of one round that wait for each other."""

    def __init__(self) -> None:
        self._calls: list[Held] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def of(self, player: str) -> Held | None:
        return next((call for call in self._calls if call.connection.player == player), None)

    def hold(self, connection: Visitor, ask: Stop, now: float, others: Iterable[Visitor]) -> float:
        """Hold a call; for the first one, for how many seconds."""
        sent = now - lag_of(connection)
        self._calls.append(Held(sent, connection, ask))
        return max(sent + max(map(lag_of, others), default=0.0) - now, 0.0)

    def release(self) -> list[Held]:
        """All calls, the one that was made first first; of equals, the one that arrived first."""
        calls, self._calls = self._calls, []
        return sorted(calls, key=lambda call: call.sent)
