"""STOP for people with slow connections: a valid call is held for a moment, and the earliest one counts.

What decides is the time a call arrived minus half the smallest recent round trip of its player. A call is
held only as long as an earlier one could still be on its way, and never longer than 150 ms, which is also the
most that anybody could gain by answering pings late.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sixes.play.commands import Command, Stop, Throw
from sixes.play.match import Refused
from sixes.play.table import PLAYING, Table
from sixes.server.tables.runtime import Runtime
from sixes.server.tables.visitor import Visitor

LONGEST_HOLD = 0.150  # seconds


class HeldStop(NamedTuple):
    sent: float
    """The estimated time at which it was sent."""
    visitor: Visitor
    command: Stop


class HeldStops:
    """The calls of one round that wait for each other."""

    def __init__(self, runtime: Runtime, due: Callable[[], None]) -> None:
        """`due` is called when it is time to `release` them."""
        self._runtime = runtime
        self._due = due
        self._calls: list[HeldStop] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def holds(
        self, visitor: Visitor, command: Command, table: Table, now: int, others: Iterable[Visitor]
    ) -> bool:
        """Whether a command is held here, or has been; Refused if its player's call of STOP already is."""
        if not isinstance(command, Throw | Stop):
            return False
        held = next((call for call in self._calls if call.visitor.player == visitor.player), None)
        if held:
            if held.command.n == command.n:  # sent again: the answer will come
                return True
            raise Refused("sixem.stopped_already")
        if isinstance(command, Throw) or not would_stop(table, visitor.player, command, now):
            return False
        self._hold(visitor, command, table, others)
        return True

    def _hold(self, visitor: Visitor, command: Stop, table: Table, others: Iterable[Visitor]) -> None:
        arrived, rivals = self._runtime.seconds(), set(table.people) - {visitor.player}
        sent = arrived - lag_of(visitor)
        if not self._calls:
            longest = max((lag_of(other) for other in others if other.player in rivals), default=0.0)
            self._runtime.later(max(sent + longest - arrived, 0.0), self._due)
        self._calls.append(HeldStop(sent, visitor, command))

    def release(self) -> list[HeldStop]:
        """All calls, ordered by estimated send time, then by arrival."""
        calls, self._calls = self._calls, []
        return sorted(calls, key=lambda call: call.sent)


def lag_of(visitor: Visitor) -> float:
    return min(visitor.lag, LONGEST_HOLD)


def would_stop(table: Table, player: str, command: Stop, now: int) -> bool:
    """Whether a call of STOP would stop the round if it was decided now."""
    match, seat = table.match, table.seat_of(player)
    if match is None or seat is None or table.phase != PLAYING:
        return False
    sitting = table.seats[seat]
    return not (sitting and sitting.bot) and match.would_stop(seat, command, now)
