"""What is acknowledged is stored, in order, whatever happens to the disk, the file or the server."""

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from sixes.server.storage.sqlite import NAME, Sqlite
from sixes.server.storage.store import Conflict, Unavailable
from tests.event_loop import asynchronous
from tests.server.append_until_killed import TABLES
from tests.server.database import append, change, entry, open_database, stored_versions, table, versions

ROOT = Path(__file__).parents[3]


@asynchronous
async def test_a_thousand_appends_are_stored_and_heard_in_order(data: Path | str) -> None:
    async with open_database(data) as database:
        sent = [(number, version) for version in range(2, 27) for number in range(40)]
        acknowledged: list[tuple[int, int]] = []
        all_acknowledged = asyncio.Event()

        def acknowledge(one: tuple[int, int], error: Exception | None) -> None:
            assert error is None
            acknowledged.append(one)
            if len(acknowledged) == len(sent):
                all_acknowledged.set()

        for number in range(40):
            await database.create_table(table(number), entry(f"t{number}", 1))
        for number, version in sent:
            database.append([entry(f"t{number}", version)], None, partial(acknowledge, (number, version)))
        await all_acknowledged.wait()
        assert acknowledged == sent
        for number in range(40):
            assert await versions(database, f"t{number}") == list(range(1, 27))


@asynchronous
async def test_nothing_is_heard_before_it_is_there_for_others(tmp_path: Path) -> None:
    async with open_database(tmp_path) as database:
        with sqlite3.connect(tmp_path / NAME) as other:
            count = "SELECT count(*) FROM events"
            for version in range(1, 20):
                assert await append(database, entry("t", version)) is None
                assert other.execute(count).fetchone() == (version,)
        other.close()


@asynchronous
async def test_several_entries_and_the_row_are_stored_together_or_not_at_all(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.create_table(table(), entry("t1", 1))
        over = change(table(phase="over"), "ada", record=b"record")
        refused = await append(database, entry("t1", 2), entry("t1", 1), change=over)
        assert isinstance(refused, Conflict)
        assert await versions(database, "t1") == [1]
        assert await database.table("CODE1") == table()
        assert await append(database, entry("t1", 2), entry("t1", 3), change=over) is None
        assert await versions(database, "t1") == [1, 2, 3]
        assert await database.table("CODE1") == table(phase="over")
        assert await database.record("CODE1") == b"record"


@asynchronous
async def test_only_the_append_whose_version_is_taken_is_refused(data: Path | str) -> None:
    sent = [entry("a", 1), entry("b", 1), entry("a", 1), entry("c", 1), entry("b", 2)]
    async with open_database(data) as database:
        errors = await asyncio.gather(*(append(database, one) for one in sent))
    assert [type(error) for error in errors] == [type(None), type(None), Conflict, type(None), type(None)]


@asynchronous
async def test_of_several_changes_in_one_group_the_last_one_stays(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.create_table(table(), entry("t1", 1), ("ada",))
        rows = [
            change(table(taken=2), "ada", "bob"),
            change(table(phase="over", taken=3), "ada", "cyd", record=b"record"),
            change(table(phase="over", taken=2), "ada", "dan", "dan"),
        ]
        changes = enumerate(rows, 2)
        await asyncio.gather(*(append(database, entry("t1", v), change=row) for v, row in changes))
        row = table(phase="over", taken=2)
        assert [await database.tables_of(player, 9) for player in ("ada", "bob", "cyd", "dan")] == [
            [row],
            [],
            [],
            [row],
        ]
        assert await database.record("CODE1") == b"record"


@asynchronous
async def test_a_listener_that_fails_does_not_keep_others_from_hearing(data: Path | str) -> None:
    async with open_database(data) as database:
        reported: list[object] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: reported.append(str(context["exception"])))

        def fail(_: Exception | None) -> None:
            raise ValueError("listener")

        database.append([entry("a", 1)], None, fail)
        assert await append(database, entry("b", 1)) is None
        assert reported == ["listener"]


@asynchronous
async def test_what_the_driver_cannot_take_is_refused_and_the_next_is_stored(tmp_path: Path) -> None:
    async with open_database(tmp_path) as database:
        assert isinstance(await append(database, entry("t", 1 << 70)), OverflowError)
        assert await append(database, entry("t", 1)) is None


@asynchronous
async def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """What no test can see without pulling a plug."""
    assert await stored_versions(tmp_path, "t") == []
    with closing(Sqlite(tmp_path / NAME)) as file, file.writing.connect() as connection:
        asked = [connection.exec_driver_sql(f"PRAGMA {name}") for name in ("journal_mode", "synchronous")]
        assert [answer.scalar() for answer in asked] == ["wal", 2]


# Trouble ------------------------------------------------------------------------------------------------


@contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """No file of this process grows past the size that this one has now."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@asynchronous
async def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async with open_database(tmp_path) as database:
        assert await append(database, entry("t", 1)) is None
        with full_disk(tmp_path / f"{NAME}-wal"):
            both = await asyncio.gather(append(database, entry("t", 2)), append(database, entry("u", 1)))
            assert [type(error) for error in both] == [Unavailable, Unavailable]
            with pytest.raises(Unavailable):
                await database.create_table(table(), entry("t1", 1))
            assert await versions(database, "t") == [1]
        assert await append(database, entry("t", 2)) is None
        await database.create_table(table(), entry("t1", 1))
        assert await versions(database, "t") == [1, 2]
        assert await versions(database, "u") == []
    assert await stored_versions(tmp_path, "t") == [1, 2]


@asynchronous
async def test_a_broken_connection_is_opened_anew(tmp_path: Path) -> None:
    async with open_database(tmp_path) as database:
        assert await append(database, entry("t", 1)) is None
        broken = (tmp_path / f"{NAME}-wal").stat()
        null = os.open(os.devnull, os.O_RDONLY)
        for descriptor in range(null):
            with suppress(OSError):
                if os.path.samestat(os.fstat(descriptor), broken):
                    os.dup2(null, descriptor, inheritable=False)
        os.close(null)
        assert isinstance(await append(database, entry("t", 2)), Unavailable)
        assert await append(database, entry("t", 2)) is None
    assert await stored_versions(tmp_path, "t") == [1, 2]


@asynchronous
async def test_a_file_that_was_moved_away_is_missed_until_it_is_back(tmp_path: Path) -> None:
    file, away = tmp_path / NAME, tmp_path / "away"

    async with open_database(tmp_path) as database:
        assert await append(database, entry("t", 1)) is None
        file.rename(away)
        assert isinstance(await append(database, entry("t", 2)), Unavailable)
        with pytest.raises(Unavailable):
            await database.rename("ada", "Ada")
        with pytest.raises(Unavailable):
            await database.log("t")
        assert not file.exists()
        away.rename(file)
        assert await append(database, entry("t", 2)) is None
    assert await stored_versions(tmp_path, "t") == [1, 2]


@pytest.mark.parametrize("written", [0, 1])
@asynchronous
async def test_no_other_file_is_written_in_place_of_one_that_was_removed(
    written: int, tmp_path: Path
) -> None:
    file = tmp_path / NAME

    async with open_database(tmp_path) as database:
        for version in range(written):
            assert await append(database, entry("t", version)) is None
        file.unlink()
        assert isinstance(await append(database, entry("t", 2)), Unavailable)
        assert not file.exists()
        file.touch()
        assert isinstance(await append(database, entry("t", 2)), Unavailable)
        assert file.stat().st_size == 0


@asynchronous
async def test_a_database_locked_for_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixes.server.storage.sqlite.BUSY_TIMEOUT", 0.0)

    async with open_database(tmp_path) as database:
        other = sqlite3.connect(tmp_path / NAME, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert isinstance(await append(database, entry("t", 1)), Unavailable)
        assert await versions(database, "t") == []
        other.close()
        assert await append(database, entry("t", 1)) is None


@asynchronous
async def test_what_waits_at_the_end_is_stored_and_what_comes_later_is_not(data: Path | str) -> None:
    errors: list[Exception | None] = []
    async with open_database(data) as database:
        for version in (1, 2):
            database.append([entry("t", version)], None, errors.append)
    assert errors == [None, None]
    assert isinstance(await append(database, entry("t", 3)), Unavailable)
    with pytest.raises(Unavailable):
        await database.rename("ada", "Ada")
    assert await stored_versions(data, "t") == [1, 2]


@asynchronous
async def test_a_killed_server_has_lost_nothing_that_it_acknowledged(data: Path | str) -> None:
    command = [sys.executable, "-m", "tests.server.append_until_killed", str(data)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        lines = [server.stdout.readline() for _ in range(500)]
        server.kill()
        lines += server.stdout.readlines()
    whole = [line.split() for line in lines if line.endswith("\n")]  # the last one may have been cut off
    acknowledged = {int(number): int(version) for number, version in whole}

    async with open_database(data) as database:
        for number in range(TABLES):
            found = await versions(database, f"t{number}")
            assert found == list(range(1, len(found) + 1))
            assert len(found) >= acknowledged[number] > 1
