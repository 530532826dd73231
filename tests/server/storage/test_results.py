"""Results are stored with the record of their game, all or nothing, for those who are known."""

from pathlib import Path

from sqlalchemy import select

from sixes.play.results import SeatResult
from sixes.server.storage.database import Database
from sixes.server.storage.schema import results
from sixes.server.storage.store import PlayerRow
from tests.event_loop import asynchronous
from tests.server.database import append, change, entry, open_database, table

ADA = SeatResult("ada", 1, "sixto", 3, "C", 212, 0, 1, True, "", True, "3,1,4,1,5,9")
GONE = ADA._replace(player="pruned", seat=2, points=90, rank=2, won=False)


def stored(database: Database) -> list[dict[str, object]]:
    with database.backend.reading.connect() as connection:
        return [dict(row) for row in connection.execute(select(results)).mappings()]


@asynchronous
async def test_results_are_stored_with_the_record(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.new_player(PlayerRow("ada", "Ada", 0, device=b"a" * 9), 1)
        row = table()
        await database.create_table(row, entry(row.id, 1))
        over = change(row, "ada", record=b"{}")._replace(phase="over", touched=77, results=(ADA, GONE))
        assert await append(database, entry(row.id, 2), change=over) is None
        unrated = {"mu_before": None, "mu_after": None}
        assert stored(database) == [ADA._asdict() | {"table": row.id, "ended": 77} | unrated]
        assert await database.record(row.code) == b"{}"


@asynchronous
async def test_a_game_whose_end_was_stored_without_a_word_of_it_counts_once(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.new_player(PlayerRow("ada", "Ada", 0, device=b"a" * 9), 1)
        row = table()
        await database.create_table(row, entry(row.id, 1))
        over = change(row, "ada", record=b"{}")._replace(phase="over", touched=77, results=(ADA,))
        for version in (2, 3):
            assert await append(database, entry(row.id, version), change=over) is None
        assert len(stored(database)) == 1
        numbers = await database.numbers("ada")
        assert sum(one.games for one in numbers.tallies) == 1


@asynchronous
async def test_a_batch_that_fails_stores_no_results(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.new_player(PlayerRow("ada", "Ada", 0, device=b"a" * 9), 1)
        row = table()
        await database.create_table(row, entry(row.id, 1))
        over = change(row, "ada", record=b"{}")._replace(results=(ADA,))
        assert await append(database, entry(row.id, 1), change=over) is not None
        assert stored(database) == []
