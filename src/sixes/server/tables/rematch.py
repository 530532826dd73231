"""A rematch: a new table for those who played, made once however many ask for it."""

from collections.abc import Callable

import msgspec

from sixes.play.match import Refused
from sixes.play.table import Table
from sixes.server.storage.store import Unavailable
from sixes.server.tables.keeper import Keeper


class Rematch:
    def __init__(
        self,
        keeper: Keeper,
        made: Callable[[str, str, str], None],
        refuse: Callable[[str, str, str], None],
    ) -> None:
        """Either `made(code, player, nonce)` is called, or `refuse(player, why, nonce)`."""
        self._keeper = keeper
        self._made = made
        self._refuse = refuse
        self._asked = ("", "")
        """Who asked for the one that is being made, and the nonce."""

    def begin(self, table: Table, player: str, nonce: str) -> None:
        if self._asked == (player, nonce):  # sent again: the answer will come
            return
        if self._asked[1]:
            raise Refused("table.rematched")
        self._asked = (player, nonce)
        self._keeper.spawn(self._make(table, player, nonce))

    async def _make(self, table: Table, player: str, nonce: str) -> None:
        levels = [seat.bot for seat in table.seats if seat and seat.bot and not seat.player]
        try:
            # Not in the lobby: its seats are for those who played.
            options = msgspec.structs.replace(table.options, open=False)
            self._made(await self._keeper.open_table(options, levels, player), player, nonce)
        except (Refused, Unavailable) as error:
            self._refuse(player, error.code if isinstance(error, Refused) else "table.unavailable", nonce)
        finally:
            self._asked = ("", "")
