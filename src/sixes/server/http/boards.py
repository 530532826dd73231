"""The boards of the daily challenge, each read once in a while however many ask for it."""

import asyncio
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal

from sixes.play import daily
from sixes.server.http.daily_documents import Place, Spread, describe_places, place_among, spread_of
from sixes.server.storage.daily import BoardRow, DailyRows

BoardKind = Literal["day", "week", "all"]
MOST_SHOWN = 50
"""Of the best."""
SHORTEST_LIFE = 1.0
"""Seconds for which a board stays as it was read, at least."""
REST = 20
"""Times as long as reading it took: however many people are on a board, it costs a twentieth of a thread."""
KEPT = 30
"""Boards in memory."""


class Standings:
    def __init__(self, points: Sequence[int], top: list[BoardRow]) -> None:
        self.points = points
        """Of everybody, ascending."""
        self.top = top

    @cached_property
    def places(self) -> list[Place]:
        """The best, described once for all who ask."""
        return describe_places(self.top, self.points)

    @cached_property
    def spread(self) -> Spread:
        return spread_of("people", self.points)

    def place(self, points: int) -> int:
        """The place of somebody with so many points; equal ones share it."""
        return place_among(self.points, points)

    def with_row(self, row: BoardRow | None) -> "Standings":
        """The board with somebody who may have come to it since it was read."""
        if row is None or bisect_left(self.points, row.points) < bisect_right(self.points, row.points):
            return self
        top = sorted((*self.top, row), key=lambda one: -one.points)
        return Standings(sorted((*self.points, row.points)), top[:MOST_SHOWN])

    def better_than(self, points: int) -> int | None:
        """Of a hundred others, how many have fewer points than somebody; None if there is nobody else."""
        others = len(self.points) - 1
        return 100 * bisect_left(self.points, points) // others if others > 0 else None


class Boards:
    def __init__(self, rows: DailyRows, seconds: Callable[[], float]) -> None:
        self._rows = rows
        self._seconds = seconds
        self._read: OrderedDict[tuple[BoardKind, int], tuple[float, asyncio.Task[Standings]]] = OrderedDict()
        """For each board until when it stays, and its reading; the last that was asked for is at the end."""

    async def standings(self, kind: BoardKind, day: int) -> Standings:
        """The board of a day, of its week, or of all days."""
        key = kind, days_of(kind, day)[0]
        until, reading = self._read.get(key, (0.0, None))
        if reading is None or (reading.done() and (self._seconds() >= until or reading.exception())):
            reading = asyncio.create_task(self._load(kind, day))
            self._read[key] = 0.0, reading
            if len(self._read) > KEPT:
                self._read.popitem(last=False)
        self._read.move_to_end(key)
        return await asyncio.shield(reading)

    async def _load(self, kind: BoardKind, day: int) -> Standings:
        (first, last), begun = days_of(kind, day), self._seconds()
        if kind == "all":
            read = Standings(await self._rows.all_points(), await self._rows.best_ever(MOST_SHOWN))
        else:
            points = await self._rows.points(first, last)
            read = Standings(points, await self._rows.best(first, last, MOST_SHOWN))
        now = self._seconds()
        task = asyncio.current_task()
        assert task is not None
        self._read[kind, first] = now + max(SHORTEST_LIFE, REST * (now - begun)), task
        return read

    async def of(self, kind: BoardKind, day: int, players: Sequence[str]) -> list[BoardRow]:
        """The rows of certain players, best first, as they are now."""
        if kind == "all":
            return await self._rows.totals_of(players)
        return await self._rows.best_of(*days_of(kind, day), players)


def days_of(kind: BoardKind, day: int) -> tuple[int, int]:
    """The first and the last day that a board is about; for all days it does not matter."""
    if kind == "all":
        return 0, 0
    week = daily.week_of(day)
    return (day, day) if kind == "day" else (week[0], week[-1])
