"""Who is at a table: visitors, the players behind them, and since when others have been away."""

from collections import Counter
from collections.abc import Collection, Iterator

from sixes.play import events
from sixes.play.table import Table
from sixes.server.frames import text_frame
from sixes.server.tables.visitor import Visitor


class Presence:
    def __init__(self, now: int) -> None:
        self.visitors: list[Visitor] = []
        self._tabs: Counter[str] = Counter()
        self._left: dict[str, int] = {}
        """When they left, of players who belong to the table: those who only watched are forgotten."""
        self._since = now
        """Players who were never here count as away since then."""

    def join(self, visitor: Visitor) -> None:
        self.visitors.append(visitor)
        self._tabs[visitor.player] += 1

    def leave(self, visitor: Visitor, members: Collection[str], now: int) -> None:
        """`members` are the players who belong to the table."""
        if visitor not in self.visitors:  # it never joined
            return
        self.visitors.remove(visitor)
        self._tabs[visitor.player] -= 1
        if not self._tabs[visitor.player]:
            del self._tabs[visitor.player]
            left = self._left | {visitor.player: now}
            self._left = {player: at for player, at in left.items() if player in members}

    def tabs(self, player: str) -> int:
        """The number of a player's sockets here."""
        return self._tabs[player]

    @property
    def remembered(self) -> int:
        """The number of players whose leaving is remembered."""
        return len(self._left)

    def is_here(self, player: str) -> bool:
        return player in self._tabs

    def away(self, player: str, now: int) -> int:
        """For how many milliseconds a player has been away."""
        return 0 if player in self._tabs else now - self._left.get(player, self._since)

    def anybody(self, table: Table) -> bool:
        """Whether a person who sits at the table is here; without one it pauses."""
        # Called several times for each message: a plain loop takes a quarter of the time of `any`.
        for seat in table.seats:  # noqa: SIM110
            if seat and seat.player in self._tabs:
                return True
        return False

    def of(self, player: str) -> Iterator[Visitor]:
        return (visitor for visitor in self.visitors if visitor.player == player)

    def write(self, frames: bytes) -> None:
        """Send the same frames to everybody."""
        for visitor in self.visitors:
            push = visitor.push
            try:
                push(frames)
            except RuntimeError:  # as in `Visitor.write`, without a call for each socket
                visitor.end()

    def frame(self, table: Table, now: int) -> bytes:
        """The message that tells clients who is here."""
        people = {i: seat.player for i, seat in enumerate(table.seats) if seat and seat.player}
        here = tuple(i for i, player in people.items() if player in self._tabs)
        watching = len(self._tabs) - len({people[i] for i in here})
        away = {i: self.away(player, now) // 1000 for i, player in people.items() if i not in here}
        return text_frame(events.encode(events.Here(here, watching, away)))
