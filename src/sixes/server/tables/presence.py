"""Who is at a table: sockets, the people behind them, and since when others have been away."""

from collections import Counter
from collections.abc import Iterator

from sixes.play import events
from sixes.play.table import Table
from sixes.server.frames import text_frame
from sixes.server.sockets.connection import Visitor


class Presence:
    def __init__(self, now: int) -> None:
        self.connections: list[Visitor] = []
        self._here: Counter[str] = Counter()
        self._left: dict[str, int] = {}
        self._since = now
        """Whoever was never seen since then has been away since then."""

    def join(self, connection: Visitor) -> None:
        self.connections.append(connection)
        self._here[connection.player] += 1

    def part(self, connection: Visitor, now: int) -> None:
        if connection not in self.connections:  # it never came in
            return
        self.connections.remove(connection)
        self._here[connection.player] -= 1
        if not self._here[connection.player]:
            del self._here[connection.player]
            self._left[connection.player] = now

    def tabs(self, player: str) -> int:
        """How many sockets a player has here."""
        return self._here[player]

    def is_here(self, player: str) -> bool:
        return player in self._here

    def away(self, player: str, now: int) -> int:
        """For how many milliseconds a player has been away."""
        return 0 if player in self._here else now - self._left.get(player, self._since)

    def anybody(self, table: Table) -> bool:
        """Some person who sits at the table is here; without one it pauses."""
        # Asked several times a message: a plain loop takes a quarter of what `any` does.
        for seat in table.seats:  # noqa: SIM110
            if seat and seat.player in self._here:
                return True
        return False

    def of(self, player: str) -> Iterator[Visitor]:
        return (connection for connection in self.connections if connection.player == player)

    def write(self, frames: bytes) -> None:
        """To everybody alike."""
        for connection in self.connections:
            connection.write(frames)

    def frame(self, table: Table, now: int) -> bytes:
        """Who is here, as clients hear it."""
        people = {i: seat.player for i, seat in enumerate(table.seats) if seat and seat.player}
        here = tuple(i for i, player in people.items() if player in self._here)
        watching = len(self._here) - len({people[i] for i in here})
        away = {i: self.away(player, now) // 1000 for i, player in people.items() if i not in here}
        return text_frame(events.encode(events.Here(here, watching, away)))
