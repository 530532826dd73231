"""A rematch: one new table for those who played, however many of them ask for it.

It keeps a seat for each of them, in the same order, and starts by itself once all have sat down or declined:
see `sixes.play.deadlines.due_before_start`. Those who left long before it was asked for get no seat.
"""

from collections.abc import Awaitable, Callable

from sixes.play.creating import NewGame, rematch
from sixes.play.match import Refused
from sixes.play.table import Table
from sixes.server.storage.store import Unavailable
from sixes.server.tables.runtime import Runtime

OpenTable = Callable[[NewGame, str], Awaitable[str]]
"""Makes a table for a game and a host, and gives its code."""
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

    def begin(self, table: Table, seed: bytes, asked: tuple[str, str], away: Callable[[str], int]) -> None:
        """`asked` is a player and a nonce; `away` says for how many milliseconds a player has been away."""
        if self._requested == asked:  # sent again: the answer will come
            return
        if self._requested[1]:
            raise Refused("table.rematched")
        self._requested = asked
        over_days = table.options.days is not None  # so nobody need be here
        game = rematch(table, seed, lambda other: over_days or away(other) < AWAY)
        self._runtime.spawn(self._make(game, asked))

    async def _make(self, game: NewGame, asked: tuple[str, str]) -> None:
        player, nonce = asked
        try:
            self._made(await self._open_table(game, player), player, nonce)
        except (Refused, Unavailable) as error:
            self._refuse(player, error.code if isinstance(error, Refused) else "table.unavailable", nonce)
        finally:
            self._requested = ("", "")
