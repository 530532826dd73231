"""The rows of the daily challenge, in both databases: promises, tries, sums, boards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from sixes.play import daily
from sixes.play.dice import promise
from sixes.play.results import SeatResult
from sixes.server.storage.creating import NewTable
from sixes.server.storage.daily import BoardRow, BotRow, DailyRows, DayRow
from sixes.server.storage.database import Database
from sixes.server.storage.schema import daily_totals, friends
from sixes.server.storage.store import Change, Conflict, PlayerRow
from tests.event_loop import asynchronous
from tests.server.database import append, table

NUMBERS = count(1)


@asynccontextmanager
async def opened(data: Path | str) -> AsyncIterator[tuple[Database, DailyRows]]:
    store = await Database.open(data)
    try:
        yield store, DailyRows(store)
    finally:
        await store.close()


async def player(store: Database, name: str) -> str:
    await store.new_player(PlayerRow(name, name.title(), device=name.encode()), 1)
    return name


def new_table(began: int = 1000) -> NewTable:
    row = table(next(NUMBERS))._replace(created=began, phase="playing")
    return NewTable(row, [(row.id, 1, began, b"{}", "", "")])


async def finish(store: Database, day: int, who: str, points: int, ended: int = 9) -> None:
    """Begin and finish a try."""
    mine = await DailyRows(store).begin(day, who, new_table())
    assert await append(store, change=ended_change(mine.table, who, points, ended)) is None


def ended_change(table_id: str, who: str, points: int, ended: int = 9, kind: str = "daily") -> Change:
    result = SeatResult(who, 0, "sixto", 1, "A", points, 0, 1, True, kind, True, "")
    return Change(table_id, "over", 1, who, ended, (who,), b"{}", b"{}", results=(result,))


def chain_holds(days: list[DayRow]) -> bool:
    link = daily.FIRST_LINK
    for row in days:
        link = daily.next_link(link, row.day, promise(row.seed))
        if (row.promise, row.link) != (promise(row.seed), link):
            return False
    return True


@asynchronous
async def test_days_are_promised_once_and_in_a_chain(data: Path | str) -> None:
    seeds = (bytes([number]) * 32 for number in count(1))
    async with opened(data) as (_, rows):
        assert await rows.fill(17, 47, 5, seeds.__next__) == 47
        assert await rows.fill(17, 47, 6, seeds.__next__) == 47
        assert await rows.fill(18, 48, 7, seeds.__next__) == 48
        days = await rows.days(1, 100)
        assert [row.day for row in days] == list(range(17, 49))
        assert [row.published for row in days] == [5] * 31 + [7]
        assert chain_holds(days)
        assert not chain_holds([days[0]._replace(seed=b"x" * 32), *days[1:]])


@asynchronous
async def test_days_missed_while_the_server_was_down_are_filled_in(data: Path | str) -> None:
    async with opened(data) as (_, rows):
        await rows.fill(1, 31, 5, lambda: b"a" * 32)
        last = 31
        while last < 931:  # so many days take several transactions
            last = await rows.fill(901, 931, 9, lambda: b"b" * 32)
        days = await rows.days(1, 1000)
        assert [row.day for row in days] == list(range(1, 932))
        assert {row.published for row in days[31:]} == {9}, "they were promised late, and say so"
        assert chain_holds(days)


@asynchronous
async def test_two_servers_promise_the_same(database_url: str) -> None:
    async with opened(database_url) as (_, one), opened(database_url) as (_, other):
        filled = await asyncio.gather(
            one.fill(1, 31, 5, lambda: b"a" * 32),
            other.fill(1, 31, 5, lambda: b"b" * 32),
            return_exceptions=True,
        )
        assert all(result == 31 or isinstance(result, Conflict) for result in filled)
        assert 31 in filled
        days = await one.days(1, 100)
        assert days == await other.days(1, 100)
        assert chain_holds(days)


@asynchronous
async def test_a_player_has_one_try_a_day_however_often_it_is_begun(data: Path | str) -> None:
    async with opened(data) as (store, rows):
        ann = await player(store, "ann")
        first = await rows.begin(3, ann, new_table())
        assert await rows.begin(3, ann, new_table()) == first
        assert await rows.try_of(3, ann) == first
        assert (await rows.begin(4, ann, new_table())).code != first.code
        with pytest.raises(Conflict):
            await rows.begin(5, ann, new_table()._replace(row=(await store.table(first.code))))  # type: ignore[arg-type]
        assert [row.day for row in await rows.tries_of(ann)] == [3, 4], "nothing of it was stored"


@asynchronous
async def test_two_nodes_give_the_same_try(database_url: str) -> None:
    async with opened(database_url) as (store, one), opened(database_url) as (_, other):
        ann = await player(store, "ann")
        begun = await asyncio.gather(
            *(rows.begin(3, ann, new_table()) for rows in (one, other) for _ in range(5)),
            return_exceptions=True,
        )
        codes = {row.code for row in begun if not isinstance(row, BaseException)}
        assert all(isinstance(row, Conflict) for row in begun if isinstance(row, BaseException))
        assert codes == {(await one.try_of(3, ann)).code}  # type: ignore[union-attr]


@asynchronous
async def test_the_end_of_a_try_counts_once_and_practice_never(data: Path | str) -> None:
    async with opened(data) as (store, rows):
        ann = await player(store, "ann")
        await finish(store, 3, ann, 120, ended=7)
        mine = await rows.try_of(3, ann)
        assert mine
        assert (mine.ended, mine.points) == (7, 120)
        practice = new_table()
        await rows.add_table(practice)
        assert await append(store, change=ended_change(practice.row.id, ann, 300, kind="practice")) is None
        await finish(store, 4, ann, -10)
        totals = await store.read(lambda connection: connection.execute(select(daily_totals)).all())
        assert [tuple(row) for row in totals] == [("ann", 2, 110)]
        assert [row.points for row in await rows.tries_of(ann)] == [120, -10]


@asynchronous
async def test_boards_of_a_day_a_week_and_all_days(data: Path | str) -> None:
    async with opened(data) as (store, rows):
        for name in ("ann", "bob", "cleo"):
            await player(store, name)
        for day in range(16, 23):  # a whole week
            await finish(store, day, "ann", 10 * day)
        await finish(store, 17, "bob", 500, ended=8)
        await finish(store, 17, "cleo", 170, ended=5)
        await rows.begin(18, "cleo", new_table())  # not finished
        names = [row.player for row in await rows.best(17, 17, 50)]
        assert names == ["bob", "cleo", "ann"], "of equal ones who was done first comes first"
        assert await rows.points(17, 17) == [170, 170, 500]
        week = await rows.best(16, 22, 50)
        best_five = 10 * (18 + 19 + 20 + 21 + 22)
        assert week == [
            BoardRow("ann", "Ann", best_five, 5),
            BoardRow("bob", "Bob", 500, 1),
            BoardRow("cleo", "Cleo", 170, 1),
        ]
        assert await rows.points(16, 22) == [170, 500, best_five]
        assert (await rows.best_of(16, 22, ["cleo"]))[0].points == 170
        assert (await rows.best_ever(1))[0] == BoardRow("ann", "Ann", best_five + 330, 7)
        assert await rows.all_points() == [170, 500, best_five + 330]


@asynchronous
async def test_friends_are_those_who_both_want_it(data: Path | str) -> None:
    async with opened(data) as (store, rows):
        for name in ("ann", "bob", "cleo"):
            await player(store, name)
        wishes = [("ann", "bob"), ("bob", "ann"), ("ann", "cleo")]
        values = [{"player": one, "friend": other, "since": 1} for one, other in wishes]
        await store.write(lambda connection: connection.execute(insert(friends), values))
        assert await rows.friends_of("ann") == ["bob"]
        assert await rows.friends_of("cleo") == []
        await finish(store, 3, "bob", 90)
        assert [row.name for row in await rows.finished_by(3, ["bob", "cleo"])] == ["Bob"]


@asynchronous
async def test_games_of_bots_are_kept_once(data: Path | str) -> None:
    async with opened(data) as (_, rows):
        await rows.add_bot(3, BotRow("expert", 200), b"{}")
        await rows.add_bot(3, BotRow("master", 220), b"[]")
        with pytest.raises(Conflict):
            await rows.add_bot(3, BotRow("master", 1), b"{}")
        assert await rows.bots(3) == [("master", 220), ("expert", 200)]
        assert await rows.bot_record(3, "master") == b"[]"
        assert await rows.bot_record(3, "random") is None
