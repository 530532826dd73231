"""What bots make of a day's dice: played once, when somebody wants to see it, and kept."""

import asyncio
from contextlib import suppress

import msgspec

from sixes.server.coaching.coach import Coach
from sixes.server.coaching.process import CoachRefusal, CoachUnavailable, TooManyWaiting
from sixes.server.logs import log
from sixes.server.storage.daily import BotRow, DailyRows, DayRow
from sixes.server.storage.store import Conflict
from sixes.server.tables.runtime import Runtime


class BotGame(msgspec.Struct):
    """What the process that plays answers."""

    points: int
    record: msgspec.Raw


class DailyBots:
    def __init__(self, runtime: Runtime, rows: DailyRows, coach: Coach) -> None:
        self._runtime = runtime
        self._rows = rows
        self._coach = coach
        self._asked: set[int] = set()
        """Days whose games were begun here; if one failed, it is tried again after a restart."""
        self._playing = asyncio.Lock()

    async def of(self, day: DayRow) -> list[BotRow]:
        """The games of bots that are there; the others are played now."""
        known = await self._rows.bots(day.day)
        missing = [
            level for level in self._runtime.levels["sixto"] if level not in {bot.level for bot in known}
        ]
        if missing and day.day not in self._asked:
            self._asked.add(day.day)
            self._runtime.spawn(self.play(day, missing))
        return known

    async def play(self, day: DayRow, levels: list[str]) -> None:
        """Let bots play in a process of their own, weakest first; one day after the other."""
        async with self._playing:
            try:
                for level in levels:
                    await self._store(day.day, level, await self._coach.play_daily(day.day, day.seed, level))
            except (CoachRefusal, CoachUnavailable, TooManyWaiting) as error:
                log("daily_bot_failed", day=day.day, why=type(error).__name__)
            finally:
                await self._coach.end_daily()

    async def _store(self, day: int, level: str, answer: bytes) -> None:
        game = msgspec.json.decode(answer, type=BotGame)
        with suppress(Conflict):  # another node was faster
            await self._rows.add_bot(day, BotRow(level, game.points), bytes(game.record))
