"""The daily challenge in the database: its days with their seeds, the tries that count, and games of bots."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, insert, literal, select

from sixes.play import daily
from sixes.play.dice import promise
from sixes.server.storage.creating import NewTable, insert_table
from sixes.server.storage.friends import friends_of
from sixes.server.storage.schema import (
    daily_bots,
    daily_totals,
    daily_tries,
    days,
    players,
    tables,
)
from sixes.server.storage.store import Store

MOST_FILLED = 400
"""Days that are promised in one transaction."""


class DayRow(NamedTuple):
    """A day: the seed of its dice, and what was published of it when."""

    day: int
    seed: bytes
    promise: str
    link: str
    published: int


class TryRow(NamedTuple):
    """The try of a player that counts. It is finished if it has an end."""

    day: int
    code: str
    """Of its table."""
    table: str
    began: int
    ended: int | None
    points: int | None


class BoardRow(NamedTuple):
    player: str
    name: str
    points: int
    days: int = 1


class FriendTry(NamedTuple):
    """A finished try of a friend."""

    player: str
    name: str
    points: int
    code: str
    record: bytes


class BotRow(NamedTuple):
    level: str
    points: int


class DailyRows:
    """Reads and writes these rows; every method may raise `Unavailable`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def fill(self, today: int, until: int, now: int, new_seed: Callable[[], bytes]) -> int:
        """Promise the days up to one, and give the last; a server's first is today.

        `Conflict` if another node was faster.
        """
        return await self._store.write(lambda connection: fill_days(connection, today, until, now, new_seed))

    async def days(self, first: int, last: int) -> list[DayRow]:
        query = select(days).where(days.c.day.between(first, last)).order_by(days.c.day)
        return await self._store.read(lambda connection: [DayRow(*row) for row in connection.execute(query)])

    async def begin(self, day: int, player: str, table: NewTable) -> TryRow:
        """Store the table of a try, unless this player has one: the try of this player.

        `Conflict` if the code of the table exists already, or another node was faster.
        """
        return await self._store.write(lambda connection: begin_try(connection, day, player, table))

    async def add_table(self, table: NewTable) -> None:
        """Store a table for practice; `Conflict` if its code exists already."""
        await self._store.write(lambda connection: insert_table(connection, table))

    async def try_of(self, day: int, player: str) -> TryRow | None:
        return await self._store.read(lambda connection: find_try(connection, day, player))

    async def tries_of(self, player: str) -> list[TryRow]:
        """All tries of a player, the earliest first."""
        return await self._store.read(
            lambda connection: [
                TryRow(*row) for row in connection.execute(_tries_of_player, {"player_": player})
            ]
        )

    async def points(self, first: int, last: int) -> list[int]:
        """Of everybody who finished some of these days, of each their best five, ascending."""
        totals = _best(first, last).subquery()
        query = select(totals.c.points).order_by(totals.c.points)
        return await self._store.read(lambda connection: list(connection.scalars(query)))

    async def best(self, first: int, last: int, most: int) -> list[BoardRow]:
        """Who has the most points from some days, in their best five of these."""
        return await self._board(_best(first, last), most)

    async def best_of(self, first: int, last: int, of: Sequence[str]) -> list[BoardRow]:
        """The same of certain players."""
        return await self._board(_best(first, last, daily_tries.c.player.in_(of)), len(of))

    async def all_points(self) -> list[int]:
        """Of everybody, in all days together, ascending."""
        query = select(daily_totals.c.points).order_by(daily_totals.c.points)
        return await self._store.read(lambda connection: list(connection.scalars(query)))

    async def best_ever(self, most: int) -> list[BoardRow]:
        query = select(daily_totals).order_by(daily_totals.c.points.desc()).limit(most)
        return await self._board(query, most)

    async def totals_of(self, of: Sequence[str]) -> list[BoardRow]:
        return await self._board(select(daily_totals).where(daily_totals.c.player.in_(of)), len(of))

    async def _board(self, totals: Select[Any], most: int) -> list[BoardRow]:
        found = totals.subquery()
        query = (
            select(found.c.player, players.c.name, found.c.points, found.c.days)
            .join(players, players.c.id == found.c.player)
            .order_by(found.c.points.desc(), *([found.c.ended] if "ended" in found.c else []), players.c.id)
            .limit(most)
        )
        return await self._store.read(
            lambda connection: [BoardRow(*row) for row in connection.execute(query)]
        )

    async def friends_of(self, player: str) -> list[str]:
        """Those whom a player wants as friends, and who want it, too."""
        return await self._store.read(
            lambda connection: list(connection.scalars(_friends_of_player, {"player_": player}))
        )

    async def finished_by(self, day: int, of: Sequence[str]) -> list[FriendTry]:
        """The finished tries of some players with their records, best first."""
        columns = (daily_tries.c.player, players.c.name, daily_tries.c.points, tables.c.code, tables.c.record)
        query = (
            select(*columns)
            .join(players, players.c.id == daily_tries.c.player)
            .join(tables, tables.c.id == daily_tries.c.table)
            .where(daily_tries.c.day == day, daily_tries.c.player.in_(of), tables.c.record.is_not(None))
            .where(daily_tries.c.points.is_not(None))
            .order_by(daily_tries.c.points.desc(), daily_tries.c.ended)
        )
        return await self._store.read(
            lambda connection: [FriendTry(*row) for row in connection.execute(query)]
        )

    async def bots(self, day: int) -> list[BotRow]:
        """What bots made of a day, best first."""
        return await self._store.read(
            lambda connection: [BotRow(*row) for row in connection.execute(_bots_of_day, {"day_": day})]
        )

    async def bot_record(self, day: int, level: str) -> bytes | None:
        query = select(daily_bots.c.record).where(daily_bots.c.day == day, daily_bots.c.level == level)
        return await self._store.read(lambda connection: connection.scalar(query))

    async def add_bot(self, day: int, bot: BotRow, record: bytes) -> None:
        """Store the game of a bot; `Conflict` if that was done before."""
        statement = insert(daily_bots).values(day=day, record=record, **bot._asdict())
        await self._store.write(lambda connection: connection.execute(statement))


# What everybody asks who has finished, made once: to make a query takes longer than to execute it.
_tries = select(
    daily_tries.c.day,
    tables.c.code,
    daily_tries.c.table,
    daily_tries.c.began,
    daily_tries.c.ended,
    daily_tries.c.points,
).join(tables, tables.c.id == daily_tries.c.table)
_is_player, _is_day = daily_tries.c.player == bindparam("player_"), daily_tries.c.day == bindparam("day_")
_tries_of_player = _tries.where(_is_player).order_by(daily_tries.c.day)
_try_of_day = _tries.where(_is_day, _is_player)
_friends_of_player = friends_of(bindparam("player_"))
_bots_of_day = (
    select(daily_bots.c.level, daily_bots.c.points)
    .where(daily_bots.c.day == bindparam("day_"))
    .order_by(daily_bots.c.points.desc())
)


def find_try(connection: Connection, day: int, player: str) -> TryRow | None:
    row = connection.execute(_try_of_day, {"day_": day, "player_": player}).first()
    return TryRow(*row) if row else None


def begin_try(connection: Connection, day: int, player: str, table: NewTable) -> TryRow:
    known = find_try(connection, day, player)
    if known:
        return known
    insert_table(connection, table)
    row, began = table.row, table.row.created
    connection.execute(insert(daily_tries).values(day=day, player=player, table=row.id, began=began))
    return TryRow(day, row.code, row.id, began, None, None)


def fill_days(connection: Connection, today: int, until: int, now: int, new_seed: Callable[[], bytes]) -> int:
    """Add the days after the last one; each holds the promises of all before it."""
    last = connection.execute(select(days.c.day, days.c.link).order_by(days.c.day.desc()).limit(1)).first()
    day, link = (last.day, last.link) if last else (today - 1, daily.FIRST_LINK)
    rows: list[dict[str, Any]] = []
    while day < until and len(rows) < MOST_FILLED:
        day, seed = day + 1, new_seed()
        link = daily.next_link(link, day, promise(seed))
        rows.append(DayRow(day, seed, promise(seed), link, now)._asdict())
    if rows:
        connection.execute(insert(days), rows)
    return day


def _best(first: int, last: int, *which: ColumnElement[bool]) -> Select[Any]:
    """The sum of each player's best five days of some; who was done earlier comes first among equals."""
    finished = daily_tries.c.points.is_not(None) & daily_tries.c.day.between(first, last)
    if first == last:
        one = (daily_tries.c.player, daily_tries.c.points, daily_tries.c.ended, literal(1).label("days"))
        return select(*one).where(finished, *which)
    place = func.row_number().over(
        partition_by=daily_tries.c.player, order_by=(daily_tries.c.points.desc(), daily_tries.c.day)
    )
    columns = (daily_tries.c.player, daily_tries.c.points, daily_tries.c.ended, place.label("place"))
    ranked = select(*columns).where(finished, *which).subquery()
    return (
        select(
            ranked.c.player,
            func.sum(ranked.c.points).label("points"),
            func.max(ranked.c.ended).label("ended"),
            func.count().label("days"),
        )
        .where(ranked.c.place <= daily.COUNTED_OF_A_WEEK)
        .group_by(ranked.c.player)
    )
