"""Ratings in the database: one transaction with the record, in one order, whoever stores games at once."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from sqlalchemy import select

from sixes.play.ratings import COMPANY_SPAN, NEWCOMER, RatedGame, RatedSeat, Rating, rate_people, weight_of
from sixes.play.results import SeatResult
from sixes.server.storage.database import Database
from sixes.server.storage.erasure import find_seats
from sixes.server.storage.rebuilding import RatedSoFar
from sixes.server.storage.schema import rated, ratings, results
from sixes.server.storage.store import Change, TableRow
from tests.event_loop import asynchronous
from tests.server.database import append, change, entry, open_database, table
from tests.server.played_games import add_people

WINNER = SeatResult("ann", 0, "sixto", 2, "A", 150, 0, 1, True, "", True, "1,1,1,1,1,1")


def over(row: TableRow, winner: str, loser: str, ended: int) -> Change:
    played = RatedGame("sixto", ended, (RatedSeat(winner, "", 1), RatedSeat(loser, "", 2)))
    lost = WINNER._replace(player=loser, seat=1, points=90, rank=2, won=False)
    found = (WINNER._replace(player=winner), lost)
    over = change(row, winner, loser, record=b"{}")
    return over._replace(phase="over", touched=ended, results=found, rated=played)


async def new_table(database: Database, number: int) -> TableRow:
    row = table(number)
    await database.create_table(row, entry(row.id, 1))
    return row


async def read(database: Database, query: Any) -> list[Any]:
    return await database.read(lambda connection: list(connection.execute(query)))


async def rating_of(database: Database, player: str) -> Rating:
    query = select(ratings.c.mu, ratings.c.sigma).where(ratings.c.player == player)
    return Rating(*(await read(database, query))[0])


@asynchronous
async def test_the_same_two_gain_less_each_time_until_a_month_has_passed(data: Path | str) -> None:
    ends = [1000 + at for at in range(6)] + [1002 + COMPANY_SPAN, 1004 + COMPANY_SPAN]
    async with open_database(data) as database:
        await add_people(database)
        now = dict.fromkeys(("ann", "bob"), NEWCOMER)
        for number, ended in enumerate(ends):
            row = await new_table(database, number)
            winner, loser = ("ann", "bob") if number % 3 else ("bob", "ann")
            stored = over(row, winner, loser, ended)
            assert await append(database, entry(row.id, 2), change=stored) is None
            earlier = sum(before > ended - COMPANY_SPAN for before in ends[:number])
            assert stored.rated
            changes = rate_people(stored.rated, now, weight_of(2, earlier))
            now = {player: after for player, (_, after) in changes.items()}
            means = await read(
                database,
                select(results.c.player, results.c.mu_before, results.c.mu_after).where(
                    results.c.table == row.id
                ),
            )
            assert {who: (before, after) for who, before, after in means} == {
                who: (before.mu, after.mu) for who, (before, after) in changes.items()
            }
        weights = [
            weight for (weight,) in await read(database, select(rated.c.weight).order_by(rated.c.serial))
        ]
        assert weights == [1, 1, 1, 0.5, 0.25, 0.125, 0.5, 1]
        assert {who: await rating_of(database, who) for who in now} == now


@asynchronous
async def test_a_batch_that_fails_rates_nobody(data: Path | str) -> None:
    async with open_database(data) as database:
        await add_people(database)
        row = await new_table(database, 1)
        stored = over(row, "ann", "bob", 5)
        assert await append(database, entry(row.id, 1), change=stored) is not None  # this version exists
        assert await read(database, select(ratings)) == []
        assert await read(database, select(rated)) == []


@asynchronous
async def test_somebody_who_is_not_known_any_more_is_a_newcomer_to_others(data: Path | str) -> None:
    async with open_database(data) as database:
        await add_people(database, ["ann"])
        row = await new_table(database, 1)
        stored = over(row, "ann", "pruned", 5)
        assert await append(database, entry(row.id, 2), change=stored) is None
        assert stored.rated
        assert await rating_of(database, "ann") == rate_people(stored.rated, {}, 1.0)["ann"][1]
        assert len(await read(database, select(ratings))) == 1


@asynchronous
async def test_nodes_that_store_games_at_once_rate_them_one_after_the_other(database_url: str) -> None:
    """All of the same three people: the ratings are those of the games in the order of their numbers."""
    async with AsyncExitStack() as nodes:
        databases = [await nodes.enter_async_context(open_database(database_url)) for _ in range(3)]
        await add_people(databases[0])
        pairs = [("ann", "bob"), ("bob", "cleo"), ("cleo", "ann")]
        changes = []
        for number in range(30):
            row = await new_table(databases[0], number)
            changes.append(over(row, *pairs[number * 7 % 3], ended=1000 + number))
        stored = await asyncio.gather(
            *(
                append(databases[number % 3], entry(one.table, 2), change=one)
                for number, one in enumerate(changes)
            )
        )
        assert stored == [None] * 30
        order = await read(databases[0], select(rated.c.table, rated.c.serial).order_by(rated.c.serial))
        assert [serial for _, serial in order] == list(range(1, 31))
        so_far, by_table = RatedSoFar(), {one.table: one.rated for one in changes}
        for name, _ in order:
            game = by_table[name]
            assert game
            so_far.rate(game)
        assert {who: await rating_of(databases[0], who) for who in ("ann", "bob", "cleo")} == {
            who: rating for (who, _, _), (rating, _) in so_far.ratings.items()
        }


@asynchronous
async def test_who_left_a_rated_game_is_found_when_their_data_are_deleted(data: Path | str) -> None:
    """They sit there no more, and the log may be gone."""
    async with open_database(data) as database:
        await add_people(database)
        row = await new_table(database, 1)
        left = over(row, "ann", "bob", 5)._replace(players=("ann",))
        assert await append(database, entry(row.id, 2), change=left) is None
        found = await database.read(lambda connection: find_seats(connection, "bob"))
    assert [one.id for one in found] == [row.id]
