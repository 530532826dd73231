"""A rematch: one new table for those who played, however many of them ask for it.

It keeps a seat for each of them, in the same order, and starts by itself once all have sat down or declined:
see `sixes.play.handlers.due_before_start`. Those who left long before it was asked for get no seat.
"""

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.table import Table
from sixes.server.storage.store import Unavailable
from sixes.server.tables.runtime import Runtime

OpenTable = Callable[[Options, Sequence[str], str, Sequence[str]], Awaitable[str]]
"""Makes a table with options and bots for a host, with seats reserved for players, and gives its code."""
AWAY = 10_000
"""Milliseconds after which somebody who left is not asked."""


class Rematch:
    def __init__(
        self,
        runtime: Runtime,
        open_table: OpenTable,
        made: Callable[[str, str, str], None],
        refuse: Callable[[str, str, str], None],
    ) -> None:
        """Either `made(code, player, nonce)` is called, or `refuse(player, code, nonce)`."""
        self._runtime = runtime
        self._open_table = open_table
        self._made = made
        self._refuse = refuse
        self._requested = ("", "")
        """The player and the nonce of the request under way."""

    def begin(self, table: Table, player: str, nonce: str, away: Callable[[str], int]) -> None:
        """`away` says for how many milliseconds a player has been away."""
        if self._requested == (player, nonce):  # sent again: the answer will come
            return
        if self._requested[1]:
            raise Refused("table.rematched")
        self._requested = (player, nonce)
        seats = next_seats(table, lambda other: away(other) < AWAY)
        self._runtime.spawn(self._make(table.options, seats, player, nonce))

    async def _make(self, options: Options, seats: Sequence[Seat], player: str, nonce: str) -> None:
        levels = [seat.bot for seat in seats if not seat.player]
        try:
            # Not listed in the lobby: its seats are for those who played.
            options = msgspec.structs.replace(options, open=False, lesson=False, seats=len(seats))
            code = await self._open_table(options, levels, player, [seat.player for seat in seats])
            self._made(code, player, nonce)
        except (Refused, Unavailable) as error:
            self._refuse(player, error.code if isinstance(error, Refused) else "table.unavailable", nonce)
        finally:
            self._requested = ("", "")


def next_seats(table: Table, stays: Callable[[str], bool]) -> list[Seat]:
    """Those who play again: bots, and people who stay; everybody if these are too few."""
    everybody = [seat for seat in table.seats if seat]
    some = [seat for seat in everybody if not seat.player or stays(seat.player)]
    return some if len(some) >= table.game.fewest else everybody
