"""The daily challenge at a server: its days are promised ahead, and each try is a table of its own."""

import secrets
from contextlib import suppress

from sixes.play import daily, events
from sixes.play.context import Context
from sixes.play.creating import begin_daily, create
from sixes.play.dice import SEED_BYTES
from sixes.play.match import Dealer
from sixes.play.seats import Seat
from sixes.play.table import created
from sixes.server.codes import new_id, table_code
from sixes.server.storage.creating import NewTable
from sixes.server.storage.daily import DailyRows, DayRow, TryRow
from sixes.server.storage.store import Conflict, PlayerRow, TableRow, Unavailable
from sixes.server.tables.runtime import Runtime
from sixes.server.tables.summary import encode_summary

MOST_ATTEMPTS = 20
"""To store a table whose code may be taken, or which another node may store first."""


class DailyTables:
    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.rows = DailyRows(runtime.store)
        self._known: dict[int, DayRow] = {}
        """Days that were read; they never change."""
        self._promised = 0
        """The last day that is known to be stored."""

    @property
    def today(self) -> int:
        return daily.day_at(self._runtime.now())

    async def promise_ahead(self) -> None:
        """Store the seeds of the coming days, unless they are there."""
        today = self.today
        if today < 1 or self._promised >= today + daily.PROMISED:
            return
        with suppress(Conflict):  # another node was faster
            self._promised = await self.rows.fill(
                today, today + daily.PROMISED, self._runtime.now(), lambda: secrets.token_bytes(SEED_BYTES)
            )

    async def day(self, day: int) -> DayRow | None:
        """A day until today; None if this server had no challenge then."""
        if not 1 <= day <= self.today:
            return None
        if day not in self._known:
            await self.promise_ahead()
            self._known |= {row.day: row for row in await self.rows.days(day, day)}
        return self._known.get(day)

    async def begin(self, day: DayRow, who: PlayerRow) -> TryRow:
        """The try of a player that counts; its table is made unless there is one."""
        for _ in range(MOST_ATTEMPTS):
            with suppress(Conflict):
                return await self.rows.begin(day.day, who.id, self._new_table(day, who, practice=False))
        raise Unavailable("no table can be stored")

    async def practise(self, day: DayRow, who: PlayerRow) -> str:
        """Make a table with the dice of a day that does not count; its code."""
        for _ in range(MOST_ATTEMPTS):
            table = self._new_table(day, who, practice=True)
            with suppress(Conflict):
                await self.rows.add_table(table)
                return table.row.code
        raise Unavailable("no table can be stored")

    def _new_table(self, day: DayRow, who: PlayerRow, practice: bool) -> NewTable:
        """A table where a player sits and can roll at once."""
        options, now = daily.options_of(day.day, practice), self._runtime.now()
        context = Context(now, who.id, who.name, Dealer("", day.seed, ()), (), lambda *_: 0)
        table, code = new_id(), table_code(secrets.randbelow)
        first = create(table, code, options, (), context)
        began = begin_daily(first, Seat(who.name, who.id))
        row = TableRow(
            id=table,
            code=code,
            phase="playing",
            open=False,
            seats=1,
            taken=1,
            host=who.id,
            about=encode_summary(created(began[0]).after(began[1])),
            created=now,
            touched=now,
            seed=day.seed,
            active=self._runtime.service_clock.at,
        )
        entries = [(table, event.v, now, events.encode(event), "", "") for event in began]
        return NewTable(row, entries, (who.id,))
