"""A rematch: one new table for those who played, however many of them ask for it."""

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.table import Table
from sixes.server.storage.store import Unavailable
from sixes.server.tables.runtime import Runtime

OpenTable = Callable[[Options, Sequence[str], str], Awaitable[str]]
"""Makes a table with options and bots for a host, and gives its code."""


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

    def begin(self, table: Table, player: str, nonce: str) -> None:
        if self._requested == (player, nonce):  # sent again: the answer will come
            return
        if self._requested[1]:
            raise Refused("table.rematched")
        self._requested = (player, nonce)
        self._runtime.spawn(self._make(table, player, nonce))

    async def _make(self, table: Table, player: str, nonce: str) -> None:
        levels = [seat.bot for seat in table.seats if seat and seat.bot and not seat.player]
        try:
            # Not listed in the lobby: its seats are for those who played.
            options = msgspec.structs.replace(table.options, open=False)
            self._made(await self._open_table(options, levels, player), player, nonce)
        except (Refused, Unavailable) as error:
            self._refuse(player, error.code if isinstance(error, Refused) else "table.unavailable", nonce)
        finally:
            self._requested = ("", "")
