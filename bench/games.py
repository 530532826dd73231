"""How long a page of finished games and its numbers take for somebody who has played very many.

`python3 dev.py bench games` fills an SQLite database with 20,000 games of one player, each with another
person and a bot, and prints the median time of a read in milliseconds.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from sixes.play.results import SeatResult
from sixes.server.http.games import describe_game
from sixes.server.http.numbers import numbers_document
from sixes.server.storage import games
from sixes.server.storage.database import Database
from sixes.server.storage.game_rows import GameFilter
from sixes.server.storage.results import result_rows
from sixes.server.storage.schema import players, results, tables
from sixes.server.storage.tallies import TABLES, TallyRows

ME, OTHERS = "me", 40
ABOUT = (
    b'{"code":"BCDFGH","options":{"game":"sixto","seats":3},"phase":"over","seats":['
    b'{"name":"Ann","player":"me"},{"name":"Bob","player":"p1"},{"name":"expert","bot":"expert"}],"host":"me"}'
)
RUNS = 21


def played(chance: random.Random, count: int) -> Iterator[tuple[SeatResult, SeatResult]]:
    for _ in range(count):
        seats, ranks = chance.choice([2, 3, 4]), chance.sample([1, 2, 3], 2)
        people = (ME, f"p{chance.randrange(OTHERS)}")
        yield tuple(  # type: ignore[misc] # there are two
            SeatResult(
                *(
                    player,
                    seat,
                    "sixto",
                    seats,
                    chance.choice("ABCDEFGHIJKL"),
                    round(chance.gauss(150, 40)),
                    0,
                ),
                *(rank, rank == 1, "", True, "13,11,9,14,12,13", " expert "),
            )
            for seat, (player, rank) in enumerate(zip(people, ranks, strict=True))
        )


def fill(connection: Connection, count: int) -> None:
    everybody = [ME, *(f"p{number}" for number in range(OTHERS))]
    connection.execute(
        insert(players), [{"id": one, "name": one, "created": 1, "seen": 1} for one in everybody]
    )
    rows, found, tallied = list[dict[str, Any]](), list[dict[str, Any]](), TallyRows()
    for number, game in enumerate(played(random.Random(1), count)):
        table = {"id": f"{number * 7919 % 999_983:06x}", "code": f"C{number}", "phase": "over", "open": False}
        about = {"seats": 3, "taken": 3, "host": ME, "about": ABOUT, "record": bytes(6000), "seed": bytes(32)}
        rows.append(table | about | {"created": number, "touched": number})
        found += result_rows(table["id"], 1_700_000_000_000 + number * 1000, game, {})  # type: ignore[arg-type]
        tallied.add(game)
    connection.execute(insert(tables), rows)
    connection.execute(insert(results), found)
    for table_ in TABLES:
        connection.execute(insert(table_), tallied.of(table_))


def page(wanted: GameFilter) -> Callable[[Connection], Any]:
    return lambda connection: list(map(describe_game, games.list_games(connection, ME, wanted, None)))


READS: dict[str, Callable[[Connection], Any]] = {
    "a page of all games": page(GameFilter()),
    "with one person": page(GameFilter(person="p7")),
    "with a bot that never played": page(GameFilter(bot="master")),
    "with points that nobody made": page(GameFilter(least=999)),
    "the numbers": lambda connection: numbers_document(games.numbers(connection, ME)),
}


def milliseconds(connection: Connection, read: Callable[[Connection], Any]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        read(connection)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


async def measure(directory: Path, count: int) -> None:
    database = await Database.open(directory)
    with database.backend.writing.begin() as connection:
        fill(connection, count)
    with database.backend.reading.connect() as connection:
        for name, read in READS.items():
            print(f"{name}: {milliseconds(connection, read):.1f} ms")
    await database.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    called = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(measure(Path(directory), called.games))


if __name__ == "__main__":
    main()
