"""Tables, players and codes as they are kept, and for how long."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from sixes.cli import main
from sixes.server.storage.database import Database
from sixes.server.storage.pruning import BATCH_SIZE, KEEP_GUESTS, KEEP_LOGS, prune_data
from sixes.server.storage.sqlite import NAME
from sixes.server.storage.store import CannotOpen, Conflict, InUse, PlayerRow, Pruned
from tests.event_loop import asynchronous
from tests.server.database import append, change, entry, open_database, stored_versions, table, versions

NOW = 2 * KEEP_GUESTS
HASH, OTHER = b"h" * 32, b"o" * 32


# Tables -------------------------------------------------------------------------------------------------


@asynchronous
async def test_a_table_is_found_by_its_code_and_has_its_first_event(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.create_table(table(seed=HASH), entry("t1", 1, nonce="n-1"))
        assert await database.table("CODE1") == table(seed=HASH)
        assert await database.table("CODE2") is None
        assert [tuple(line) for line in await database.log("t1")] == [(1, b'{"v":1}', "ada", "n-1")]
        assert await database.record("CODE1") is None


@asynchronous
async def test_a_code_is_given_to_one_table_only(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.create_table(table(1), entry("t1", 1))
        with pytest.raises(Conflict):
            await database.create_table(table(2, code="CODE1"), entry("t2", 1))
        assert await versions(database, "t2") == []


@asynchronous
async def test_a_log_is_read_from_any_version(data: Path | str) -> None:
    async with open_database(data) as database:
        await append(database, *(entry("t", version) for version in range(1, 12)))
        assert [line.version for line in await database.log("t", since=8)] == [9, 10, 11]
        assert await database.log("t", since=11) == []


@asynchronous
async def test_the_lobby_has_open_tables_with_a_free_seat_newest_first(data: Path | str) -> None:
    shown = [table(1), table(2, taken=3), table(3, taken=0)]
    hidden = [table(4, open=False), table(5, taken=4), table(6, phase="playing"), table(7, phase="closed")]

    async with open_database(data) as database:
        for row in shown + hidden:
            await database.create_table(row, entry(row.id, 1))
        assert await database.lobby(9) == shown[::-1]
        assert await database.lobby(2) == [shown[2], shown[1]]


@asynchronous
async def test_players_find_their_tables_last_touched_first(data: Path | str) -> None:
    rows = [table(1, touched=50), table(2, touched=70), table(3, touched=60), table(4, phase="closed")]

    async with open_database(data) as database:
        for row in rows:
            await database.create_table(row, entry(row.id, 1), ("ada", "bob"))
        await append(database, entry("t3", 2), change=change(rows[2], "bob"))
        assert await database.tables_of("ada", 9) == [rows[1], rows[0]]
        assert await database.tables_of("bob", 2) == [rows[1], rows[2]]
        assert await database.tables_of("cyd", 9) == []


@asynchronous
async def test_a_table_is_abandoned_if_nothing_happened_there(data: Path | str) -> None:
    async with open_database(data) as database:
        for number, phase in enumerate(("gathering", "playing", "playing", "over", "closed"), 1):
            await database.create_table(table(number, phase=phase), entry(f"t{number}", 1))
        await append(database, entry("t3", 2, at=100))
        assert [row.id for row in await database.abandoned(100)] == ["t1", "t2"]
        assert [row.id for row in await database.abandoned(101)] == ["t1", "t2", "t3"]
        assert await database.abandoned(1) == []


# Players ------------------------------------------------------------------------------------------------


@asynchronous
async def test_a_player_is_known_by_any_of_their_secrets(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.new_player("ada", "Swift Fox", HASH, NOW)
        await database.add_secret("ada", OTHER, NOW)
        await database.rename("ada", "Ada")
        ada = await database.player_of(HASH)
        assert ada == await database.player_of(OTHER) == PlayerRow("ada", "Ada", ada.seen if ada else 0)
        assert await database.player_of(b"") is None
        for player, secret in (("ada", b"new"), ("bob", HASH)):
            with pytest.raises(Conflict):
                await database.new_player(player, "Bob", secret, NOW)
        with pytest.raises(Conflict):
            await database.add_secret("nobody", b"new", NOW)


async def with_code(database: Database) -> None:
    await database.new_player("ada", "Ada", HASH, NOW)
    await database.put_code("ABCD", HASH, "ada", NOW + 10)


@asynchronous
async def test_a_code_is_used_once(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_code(database)
        assert await database.use_code("WXYZ", HASH, NOW) is None
        assert await database.use_code("ABCD", HASH, NOW + 9) == "ada"
        assert await database.use_code("ABCD", HASH, NOW + 9) is None


@pytest.mark.parametrize(("wrong", "found"), [(4, "ada"), (5, None)])
@asynchronous
async def test_a_code_is_gone_after_five_wrong_tries(wrong: int, found: str | None, data: Path | str) -> None:
    async with open_database(data) as database:
        await with_code(database)
        for _ in range(wrong):
            assert await database.use_code("ABCD", OTHER, NOW) is None
        assert await database.use_code("ABCD", HASH, NOW) == found


@asynchronous
async def test_a_code_expires(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_code(database)
        assert await database.use_code("ABCD", HASH, NOW + 10) is None
        assert await database.use_code("ABCD", HASH, NOW) is None


@asynchronous
async def test_a_player_has_one_code_and_a_place_has_one_too(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_code(database)
        await database.put_code("EFGH", OTHER, "ada", NOW + 10)
        assert await database.use_code("ABCD", HASH, NOW) is None
        await database.new_player("bob", "Bob", OTHER, NOW)
        with pytest.raises(Conflict):
            await database.put_code("EFGH", HASH, "bob", NOW + 10)
        assert await database.use_code("EFGH", OTHER, NOW) == "ada"


# One server a directory ---------------------------------------------------------------------------------


@asynchronous
async def test_two_servers_cannot_use_one_directory(tmp_path: Path) -> None:
    async with open_database(tmp_path) as database:
        with pytest.raises(InUse) as caught:
            await Database.open(tmp_path)
        sentence = caught.value.sentence("de")
        assert sentence == f"Ein anderer Server benutzt die Daten in {tmp_path} schon."
        assert await append(database, entry("t", 1)) is None
    assert await stored_versions(tmp_path, "t") == [1]


@asynchronous
async def test_a_child_that_outlives_its_server_does_not_keep_the_lock(tmp_path: Path) -> None:
    """The lock is let go with the process that took it, not with the last one that inherited it."""
    script = (
        "import os, sys; from pathlib import Path; from sixes.server.storage.sqlite import lock_directory\n"
        "lock = lock_directory(Path(sys.argv[1]))\n"
        "if not os.fork(): print('child', flush=True)\n"
        "os.read(0, 1)"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert server.stdout.readline() == "child\n"
        server.kill()
        server.wait()
        assert await stored_versions(tmp_path, "t") == []


@asynchronous
async def test_data_are_for_the_eyes_of_their_owner(tmp_path: Path) -> None:
    directory = tmp_path / "new" / "data"
    assert await stored_versions(directory, "t") == []
    assert directory.stat().st_mode & 0o077 == 0
    assert (directory / NAME).stat().st_mode & 0o077 == 0


@asynchronous
async def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / NAME
    file.write_text("a shopping list, long enough for a page of a database\n" * 100)
    with pytest.raises(CannotOpen, match="cannot be used: file is not a database"):
        await Database.open(tmp_path)
    assert file.read_text().startswith("a shopping list")
    with pytest.raises(CannotOpen, match="cannot be used: File exists"):
        await Database.open(file)


# Pruning ------------------------------------------------------------------------------------------------


async def fill(database: Database) -> None:
    """Of everything some that is old enough and some that is not."""
    old, young = NOW - KEEP_LOGS - 1, NOW - KEEP_LOGS
    rows = [
        table(1, phase="over", touched=old),
        table(2, phase="over", touched=young),
        table(3, phase="closed", touched=old),
        table(4, phase="closed", touched=young),
        table(5, phase="playing", touched=old),
        table(6, phase="closed", touched=old),
    ]
    for row in rows:
        await database.create_table(row, entry(row.id, 1), ("ada", "bob"))
    for row in (rows[0], rows[1], rows[5]):
        await append(database, entry(row.id, 2), change=change(row, "ada", "bob", record=b"record"))
    await database.new_player("ada", "Ada", HASH, NOW - KEEP_GUESTS - 1)
    await database.new_player("bob", "Bob", OTHER, NOW - KEEP_GUESTS - 1)
    await database.mark_seen("bob", NOW - KEEP_GUESTS)
    await database.put_code("ABCD", HASH, "bob", NOW)


REMOVED = Pruned(games=2, tables=1, players=1, codes=1)


async def pruned_right(database: Database) -> None:
    logs = [len(await versions(database, f"t{number}")) for number in range(1, 7)]
    assert logs == [0, 2, 0, 1, 1, 0]
    assert await database.record("CODE1") == await database.record("CODE6") == b"record"
    found = [await database.table(f"CODE{number}") for number in range(1, 7)]
    assert [row is not None for row in found] == [True, True, False, True, True, True]
    assert await database.player_of(HASH) is None
    bob = await database.player_of(OTHER)
    assert bob
    assert bob[:2] == ("bob", "Bob")
    assert await database.tables_of("ada", 9) == []
    assert len(await database.tables_of("bob", 9)) == 3


@asynchronous
async def test_what_is_old_goes_and_records_stay(data: Path | str) -> None:
    async with open_database(data) as database:
        await fill(database)
        assert await database.prune(NOW) == REMOVED
        await pruned_right(database)
        assert await database.prune(NOW) == Pruned()


@asynchronous
async def test_more_than_one_piece_is_pruned(data: Path | str) -> None:
    many = 2 * BATCH_SIZE + 1

    async with open_database(data) as database:
        for number in range(many):
            await database.create_table(table(number, phase="closed"), entry(f"t{number}", 1))
        assert await database.prune(NOW) == Pruned(tables=many)


@asynchronous
async def test_pruning_from_outside_works_while_a_server_runs(data: Path | str) -> None:
    async with open_database(data) as database:
        await fill(database)
        assert await asyncio.to_thread(prune_data, data, NOW) == REMOVED
        await pruned_right(database)
        assert await append(database, entry("t5", 2)) is None


def run_prune(directory: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    return main(["--lang", "en", "prune", "--data", str(directory)]), *capsys.readouterr()


@asynchronous
async def test_the_command_tells_what_it_removed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_database(tmp_path) as database:
        await fill(database)
    removed = "Removed: logs of finished games: 3; tables without a game: 2; guests: 2; codes: 1\n"
    assert run_prune(tmp_path, capsys) == (0, removed, "")


def test_the_command_makes_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = f"There is no database in {tmp_path}.\n"
    assert run_prune(tmp_path, capsys) == (1, "", sentence)
    assert list(tmp_path.iterdir()) == []
