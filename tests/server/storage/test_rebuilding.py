"""What was stored as games ended is what their records give when everything is computed again."""

import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from sixes.cli import main
from sixes.play.table import Table
from sixes.server.storage.database import Database
from sixes.server.storage.rebuilding import Rebuilt, rebuild_data
from sixes.server.storage.schema import (
    daily_totals,
    daily_tries,
    faces,
    meetings,
    players,
    rated,
    ratings,
    results,
    tallies,
)
from sixes.server.storage.store import InUse
from tests.event_loop import asynchronous, run
from tests.server.database import open_database
from tests.server.played_games import add_people, played_game, store_game

DERIVED = (results, tallies, faces, meetings, daily_tries, daily_totals, rated, ratings)
Dump = dict[str, list[tuple[Any, ...]]]


def games() -> list[Table]:
    """Of both games, alone and with others, rated and not, in an order that is not that of their ids."""
    played = [played_game(seed, seats=1, people=1) for seed in range(1, 6)]
    played += [played_game(seed, seats=3) for seed in range(6, 14)]
    played += [played_game(seed, "sixem", 3) for seed in range(14, 17)]
    played += [played_game(seed, seats=2, people=2, rated=True) for seed in range(17, 25)]
    played += [played_game(seed, seats=4, rated=True) for seed in range(25, 32)]
    played += [played_game(seed, "sixem", 2, rated=True) for seed in range(32, 34)]
    random.Random(3).shuffle(played)
    return played


async def dump(database: Database) -> Dump:
    def read(connection: Any) -> Dump:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in DERIVED
        }

    return await database.read(read)


async def filled(data: Path | str) -> Dump:
    async with open_database(data) as database:
        await add_people(database)
        for table in games():
            await store_game(database, table)
        return await dump(database)


async def dumped(data: Path | str) -> Dump:
    async with open_database(data) as database:
        return await dump(database)


def test_rebuilding_gives_what_was_stored(data: Path | str) -> None:
    before = run(filled(data))
    assert len({row[0] for row in before["results"]}) > 3
    assert len(before["rated"]) == 17
    assert any(weight < 1 for *_, weight in before["rated"])
    assert rebuild_data(data) == Rebuilt(33, 17)
    assert run(dumped(data)) == before


@asynchronous
async def spoil(data: Path | str) -> None:
    def write(connection: Any) -> None:
        for table in (results, tallies, faces, meetings, ratings):
            connection.execute(delete(table))
        connection.execute(update(rated).values(weight=7.0))
        connection.execute(
            insert(ratings).values(player="ann", game="sixto", seats=6, mu=1, sigma=1, games=9)
        )

    async with open_database(data) as database:
        await database._writer.job(write)  # noqa: SLF001


def test_whatever_is_missing_or_wrong_is_put_right(data: Path | str) -> None:
    before = run(filled(data))
    spoil(data)
    assert run(dumped(data)) != before
    rebuild_data(data)
    assert run(dumped(data)) == before


def test_games_that_were_never_rated_are_rated_in_the_order_of_their_ends(tmp_path: Path) -> None:
    """As after an import of records; here the games were stored in that order."""

    async def fill() -> Dump:
        async with open_database(tmp_path) as database:
            await add_people(database)
            for seed in range(17, 21):
                await store_game(database, played_game(seed, seats=2, people=2, rated=True))
            stored = await dump(database)
            await database._writer.job(lambda connection: connection.execute(delete(rated)))  # noqa: SLF001
            return stored

    before = run(fill())
    rebuild_data(tmp_path)
    assert run(dumped(tmp_path)) == before


def test_somebody_who_was_removed_stays_removed_and_others_keep_their_numbers(data: Path | str) -> None:
    before = run(filled(data))

    async def remove() -> None:
        async with open_database(data) as database:
            gone = delete(players).where(players.c.id == "bob")
            await database._writer.job(lambda connection: connection.execute(gone))  # noqa: SLF001

    run(remove())
    left = run(dumped(data))
    rebuild_data(data)
    assert run(dumped(data)) == left
    mine = [row for row in before["ratings"] if row[0] != "bob"]
    assert left["ratings"] == mine


def test_a_server_that_runs_is_not_rebuilt(tmp_path: Path) -> None:
    async def attempt() -> None:
        async with open_database(tmp_path):
            with pytest.raises(InUse):
                rebuild_data(tmp_path)

    run(attempt())


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def fill() -> None:
        async with open_database(tmp_path) as database:
            await add_people(database)
            await store_game(database, played_game(17, seats=2, people=2, rated=True))

    run(fill())
    assert main(["rebuild", "--data", str(tmp_path), "--lang", "en"]) == 0
    assert capsys.readouterr().out == "Rebuilt from the records of 1 games, of which 1 are rated.\n"
    assert main(["rebuild", "--data", str(tmp_path / "none"), "--lang", "en"]) == 1
