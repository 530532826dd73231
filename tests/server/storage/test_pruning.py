"""How long data are kept: by the service clock, with a week in which somebody may come back."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from sixes.cli import main
from sixes.server.storage.database import Database
from sixes.server.storage.pruning import (
    EXPIRY,
    KEEP_GUESTS,
    KEEP_IDLE_GUESTS,
    KEEP_LOGS,
    STEP_SIZE,
    prune_data,
)
from sixes.server.storage.store import (
    CODE_LIFETIME,
    DAY,
    Change,
    LogRemoved,
    PlayerRow,
    Pruned,
    StoredCheckpoint,
    TableRow,
)
from tests.event_loop import asynchronous
from tests.server.database import append, change, entry, open_database, table, versions

AT = 2 * KEEP_GUESTS
"""By the service clock."""
LATER = AT + EXPIRY
NOW = 5
"""By the system's clock, which is wrong."""
HASH, OTHER = b"h" * 32, b"o" * 32


def row_change(row: TableRow, *people: str, record: bytes | None = None) -> Change:
    return change(row, *people, record=record)._replace(active=row.active)


async def fill(database: Database) -> None:
    """Of everything some that is old enough and some that is not."""
    old, young = AT - KEEP_LOGS - 1, AT - KEEP_LOGS
    rows = [
        table(1, phase="over", active=old),
        table(2, phase="over", active=young),
        table(3, phase="closed", active=old),
        table(4, phase="closed", active=young),
        table(5, phase="playing", active=old),
        table(6, phase="closed", active=old),
    ]
    await database.new_player(PlayerRow("ada", "Ada", AT - KEEP_GUESTS - 1, device=HASH), NOW)
    await database.new_player(PlayerRow("bob", "Bob", AT - KEEP_GUESTS - 1, device=OTHER), NOW)
    await database.record_visit("bob", NOW, AT - KEEP_GUESTS)
    for row in rows:
        await database.create_table(row, entry(row.id, 1), ("ada", "bob"))
        await database.put_checkpoint(StoredCheckpoint(row.id, 1, "1", b"checkpoint"))
    for row in (rows[0], rows[1], rows[5]):
        await append(database, entry(row.id, 2), change=row_change(row, "ada", "bob", record=b"record"))
    await database.put_code("ABCD", HASH, "bob", NOW)


EXPIRING = Pruned(codes=1, expiring_tables=3, expiring_players=1)
REMOVED = Pruned(games=2, tables=1, players=1)


async def check_pruned(database: Database) -> None:
    logs = [len(await versions(database, f"t{number}")) for number in range(1, 7)]
    assert logs == [0, 2, 0, 1, 1, 0]
    checkpoints = [await database.checkpoint(f"t{number}") for number in range(1, 7)]
    assert list(map(bool, checkpoints)) == list(map(bool, logs)), "they go with the logs"
    assert await database.record("CODE1") == await database.record("CODE6") == b"record"
    found = [await database.table(f"CODE{number}") for number in range(1, 7)]
    assert [row is not None for row in found] == [True, True, False, True, True, True]
    assert await database.player_of(HASH) is None
    bob = await database.player_of(OTHER)
    assert bob
    assert bob[:2] == ("bob", "Bob")
    assert await database.tables_of("ada", 9) == []
    assert len(await database.tables_of("bob", 9)) == 3


async def keep_young(database: Database) -> None:
    """What was not old before is in use meanwhile, so that it does not get old."""
    for number in (2, 4):
        await database.keep_table(f"t{number}", LATER)
    await database.record_visit("bob", NOW, LATER)


@asynchronous
async def test_what_is_old_goes_a_week_later_and_records_stay(data: Path | str) -> None:
    async with open_database(data) as database:
        await fill(database)
        assert await database.prune(AT, NOW) == EXPIRING
        assert await database.prune(AT, NOW) == Pruned(), "nothing is removed yet"
        await keep_young(database)
        assert await database.prune(LATER - 1, NOW) == Pruned()
        assert await database.prune(LATER, NOW) == REMOVED
        await check_pruned(database)
        assert await database.prune(LATER, NOW) == Pruned()


@asynchronous
async def test_whatever_the_system_clock_says_nothing_is_removed_for_it(data: Path | str) -> None:
    async with open_database(data) as database:
        await fill(database)
        for now in (0, NOW + 100 * KEEP_GUESTS):
            assert await database.prune(AT - KEEP_GUESTS, now) == Pruned(codes=int(now > 0))
        assert await database.player_of(HASH)


@asynchronous
async def test_who_comes_back_within_the_week_stays(data: Path | str) -> None:
    async with open_database(data) as database:
        await fill(database)
        await database.prune(AT, NOW)
        await keep_young(database)
        await database.record_visit("ada", NOW, AT + 1)
        opened = await database.table("CODE1")
        assert opened
        assert opened.expires == LATER
        await database.keep_table("t1", AT + 1)
        reacted = row_change(table(6, phase="closed", active=AT + 1), "ada")
        assert await append(database, entry("t6", 3), change=reacted) is None
        assert await database.prune(LATER, NOW) == Pruned(tables=1)
        assert await database.player_of(HASH)
        assert [len(await versions(database, name)) for name in ("t1", "t3", "t6")] == [2, 0, 3]
        assert await database.record("CODE6") == b"record"


@asynchronous
async def test_guests_who_never_sat_are_forgotten_after_two_days(data: Path | str) -> None:
    at = AT + KEEP_IDLE_GUESTS + 1
    async with open_database(data) as database:
        for name in ("ada", "bob", "cyd", "dan"):
            await database.new_player(PlayerRow(name, name, AT, device=name.encode()), NOW)
        await database.create_table(table(1, active=AT), entry("t1", 1), ("bob",))
        await append(database, entry("t1", 2), change=row_change(table(1, active=AT), "bob", "cyd"))
        await append(database, entry("t1", 3), change=row_change(table(1, active=AT)))  # they left
        await database.record_visit("dan", NOW, AT + 1)
        assert await database.prune(at - 1, NOW) == Pruned()
        assert await database.prune(at, NOW) == Pruned(expiring_players=1)
        assert await database.prune(at + 1, NOW) == Pruned(expiring_players=1)
        await append(database, entry("t1", 4), change=row_change(table(1, active=at), "dan"))
        assert await database.prune(at + 1 + EXPIRY, NOW) == Pruned(players=1)
        left = [name for name in ("ada", "bob", "cyd", "dan") if await database.player_of(name.encode())]
        assert left == ["bob", "cyd", "dan"], "who sits down is not forgotten"


@asynchronous
async def test_nothing_is_appended_to_a_log_that_was_removed(data: Path | str) -> None:
    """A table may be in memory while its log is removed, if all goes wrong."""
    async with open_database(data) as database:
        await fill(database)
        await database.prune(AT, NOW)
        await database.prune(LATER, NOW)
        for row in (table(1, phase="over"), table(3, phase="closed")):
            assert isinstance(await append(database, entry(row.id, 3), change=change(row)), LogRemoved)
            assert await versions(database, row.id) == []


@asynchronous
async def test_a_step_is_bounded_and_the_next_goes_on(data: Path | str) -> None:
    many = STEP_SIZE + 1
    rows = [{"id": f"p{n}", "name": "", "created": 0, "seen": 0} for n in range(many)]
    sql = "INSERT INTO players (id, name, created, seen, sat) VALUES (:id, :name, :created, :seen, false)"
    async with open_database(data) as database:
        with database.backend.writing.begin() as connection:
            connection.execute(text(sql), rows)
        steps = [await database.prune(at, NOW) for at in (AT, AT, AT, LATER, LATER, LATER)]
        assert [step.expiring_players for step in steps] == [STEP_SIZE, 1, 0, 0, 0, 0]
        assert [step.players for step in steps] == [0, 0, 0, STEP_SIZE, 1, 0]


@asynchronous
async def test_finding_what_is_old_reads_an_index_alone(tmp_path: Path) -> None:
    """However many guests, tables and finished games there are."""
    asked: list[tuple[str, Any]] = []
    async with open_database(tmp_path) as database:
        reading = database.backend.reading
        event.listen(reading, "before_cursor_execute", lambda *call: asked.append((call[2], call[3])))
        await database.prune(AT, NOW)
        await database.abandoned(AT)
        with reading.connect() as connection:
            explained = [
                connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all()
                for sql, values in tuple(asked)
            ]
    plans = [row[-1] for rows in explained for row in rows]
    assert len(plans) == 6
    assert all("SEARCH" in plan and "_expires (expires" in plan for plan in plans), plans


@asynchronous
async def test_pruning_from_outside_works_while_a_server_runs(data: Path | str) -> None:
    async with open_database(data) as database:
        await fill(database)
        assert await asyncio.to_thread(prune_data, data, NOW) == Pruned(codes=1), "no server ran yet"
        await database.advance_clock(AT)
        assert await asyncio.to_thread(prune_data, data, NOW) == EXPIRING._replace(codes=0)
        await keep_young(database)
        await database.advance_clock(LATER)
        assert await asyncio.to_thread(prune_data, data, NOW) == REMOVED
        await check_pruned(database)
        assert await append(database, entry("t5", 2)) is None


def run_prune(directory: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    return main(["--lang", "en", "prune", "--data", str(directory)]), *capsys.readouterr()


@asynchronous
async def test_the_command_tells_what_it_removed_and_what_it_will(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_database(tmp_path) as database:
        await fill(database)
        await database.put_code("ABCD", HASH, "bob", time.time_ns() // 1_000_000 + CODE_LIFETIME // 2)
        await database.advance_clock(AT)
    removed = "Removed: logs of finished games: 0; tables without a game: 0; guests: 0; codes: 0\n"
    later = "Removed after another week in service, if nobody comes back: tables: 3; guests: 1\n"
    assert run_prune(tmp_path, capsys) == (0, removed + later, "")
    async with open_database(tmp_path) as database:
        await database.advance_clock(AT + EXPIRY)
    removed = "Removed: logs of finished games: 2; tables without a game: 1; guests: 1; codes: 0\n"
    later = "Removed after another week in service, if nobody comes back: tables: 2; guests: 1\n"
    assert run_prune(tmp_path, capsys) == (0, removed + later, "")


def test_the_command_makes_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = f"There is no database in {tmp_path}.\n"
    assert run_prune(tmp_path, capsys) == (1, "", sentence)
    assert list(tmp_path.iterdir()) == []


def test_terms_are_those_that_the_pages_tell() -> None:
    terms = (KEEP_LOGS, KEEP_GUESTS, KEEP_IDLE_GUESTS, EXPIRY)
    assert [term / DAY for term in terms] == [30, 365, 2, 7]
