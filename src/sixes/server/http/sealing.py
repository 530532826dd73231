"""Records of games whose dice others can still play with: who may read them, and when their seed is told."""

from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import web

from sixes.play import daily, duel
from sixes.play.documents import TableSummary
from sixes.play.table import CLOSED, OVER
from sixes.server.http.identity import Identities
from sixes.server.http.lobby import read_summary
from sixes.server.http.requests import Problem
from sixes.server.storage.daily import DailyRows
from sixes.server.storage.store import HOUR, Store, TableRow


class Seals:
    def __init__(self, store: Store, rows: DailyRows, identities: Identities, now: Callable[[], int]) -> None:
        self._store = store
        self._rows = rows
        self._identities = identities
        self._now = now

    async def open(self, request: web.Request, row: TableRow, record: bytes) -> bytes:
        """A record as it may be read now: 403 while it would tell dice, with its seed once that is public."""
        table = read_summary(row)
        if table.options.duel and await self._is_duel_over(row, table):
            return with_seed(record, row.seed)
        day = table.options.daily
        if day is None:
            return record
        if daily.is_closed(day, self._now()):
            return with_seed(record, row.seed)
        player = await self._identities.find_player(request)
        if player is None or not (row.host == player.id or await self.knows_dice(player.id, day)):
            raise Problem(403, "daily.secret")
        return record

    async def _is_duel_over(self, row: TableRow, table: TableSummary) -> bool:
        """Whether nobody can play with these dice any more: the second game is over, or there is none."""
        if not table.rematch:
            return self._now() - row.touched >= duel.TIME + HOUR  # nobody can ask for it any more
        second = await self._store.table(table.rematch)
        return second is None or second.phase in (OVER, CLOSED)

    async def knows_dice(self, player: str, day: int) -> bool:
        """Whether a player has finished a day, or everybody may see it."""
        if daily.is_closed(day, self._now()):
            return True
        mine = await self._rows.try_of(day, player)
        return mine is not None and mine.ended is not None


def with_seed(record: bytes, seed: bytes) -> bytes:
    document: dict[str, Any] = msgspec.json.decode(record)
    dice = document["match"]["dice"]
    document["match"]["dice"] = {"game": dice["game"], "seed": seed.hex()} | dice
    return msgspec.json.encode(document)
