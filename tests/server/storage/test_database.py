"""Tables, players and codes as they are kept, and for how long."""

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from sixes.server.storage.database import Database
from sixes.server.storage.sqlite import NAME
from sixes.server.storage.store import (
    CODE_LIFETIME,
    CannotOpen,
    Conflict,
    InUse,
    LogRemoved,
    PlayerRow,
    Standing,
    StoredCheckpoint,
)
from sixes.server.tables.over_days import NEVER
from tests.event_loop import asynchronous
from tests.server.database import append, change, entry, open_database, stored_versions, table, versions

NOW = 2_000_000
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
        assert [line.version for line in await database.log("t", since=8, limit=2)] == [9, 10]
        assert await database.log("t", since=11) == []


@asynchronous
async def test_a_table_has_one_checkpoint_the_last(data: Path | str) -> None:
    first, last = (StoredCheckpoint("t1", version, "1", b"%d" % version) for version in (1, 2))
    async with open_database(data) as database:
        with pytest.raises(Conflict):
            await database.put_checkpoint(first)
        await database.create_table(table(1), entry("t1", 1))
        assert await database.checkpoint("t1") is None
        for checkpoint in (first, last):
            await database.put_checkpoint(checkpoint)
        assert await database.checkpoint("t1") == last


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
async def test_the_lobby_is_read_from_an_index_that_has_nothing_else(tmp_path: Path) -> None:
    plans: list[str] = []

    def explain(
        connection: Connection, _: object, statement: str, parameters: tuple[object, ...], *__: object
    ) -> None:
        if statement.startswith("SELECT"):
            explained = connection.connection.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.extend(str(step[3]) for step in explained)

    async with open_database(tmp_path) as database:
        event.listen(database.backend.reading, "before_cursor_execute", explain)
        await database.lobby(100)
        assert plans[0] == "SEARCH tables USING INDEX ix_tables_lobby (phase=?)"
        assert "USE TEMP B-TREE FOR ORDER BY" not in plans, "it has the order"
        plans.clear()
        await database.standing("ada", "CODE1")
        assert plans
        assert not [step for step in plans if step.startswith(("SCAN tables", "SCAN seated"))]


@asynchronous
async def test_who_sits_at_a_table_or_hosts_one(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.create_table(table(1, host="ada"), entry("t1", 1), ("bob",))
        await database.create_table(table(2, host="eve", phase="over"), entry("t2", 1))
        for player in ("ada", "bob"):
            assert await database.standing(player, "CODE1") == Standing(here=True, anywhere=True)
            assert await database.standing(player, "CODE2") == Standing(here=False, anywhere=True)
        assert await database.standing("eve", "CODE1") == Standing(here=False, anywhere=True)
        assert await database.standing("guest", "CODE1") == Standing(here=False, anywhere=False)


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
async def test_a_table_is_abandoned_if_it_was_not_in_use_by_the_service_clock(data: Path | str) -> None:
    async with open_database(data) as database:
        for number, phase in enumerate(("gathering", "playing", "playing", "over", "closed"), 1):
            row = table(number, phase=phase, touched=NOW, active=1)
            await database.create_table(row, entry(f"t{number}", 1, at=NOW))
        moved = change(table(3, phase="playing"))._replace(active=100)
        await append(database, entry("t3", 2, at=1), change=moved)
        assert sorted(row.id for row in await database.abandoned(100)) == ["t1", "t2"]
        assert sorted(row.id for row in await database.abandoned(101)) == ["t1", "t2", "t3"]
        assert await database.abandoned(1) == []


@asynchronous
async def test_a_table_over_days_is_abandoned_later(data: Path | str) -> None:
    async with open_database(data) as database:
        for number, due in enumerate((None, 500, NEVER), 1):
            row = table(number, phase="playing", active=10 * number, due=due)
            await database.create_table(row, entry(row.id, 1))
        assert [row.id for row in await database.abandoned(100, over_days=20)] == ["t1"]
        assert sorted(row.id for row in await database.abandoned(100, over_days=21)) == ["t1", "t2"]
        assert len(await database.abandoned(100)) == 3


@asynchronous
async def test_tables_are_due_in_their_order_until_they_have_ended(data: Path | str) -> None:
    async with open_database(data) as database:
        rows = [table(number, due=due) for number, due in enumerate((None, 300, 0, NEVER, 200), 1)]
        for row in rows:
            await database.create_table(row, entry(row.id, 1))
        assert await database.due_tables(299, 9) == ["CODE3", "CODE5"]
        assert await database.due_tables(300, 9) == ["CODE3", "CODE5", "CODE2"]
        assert await database.due_tables(300, 1) == ["CODE3"]
        await append(database, entry("t5", 2), change=change(rows[4])._replace(due=400))
        await append(database, entry("t3", 2), change=change(rows[2]))
        assert await database.due_tables(400, 9) == ["CODE2", "CODE5"]


@asynchronous
async def test_nothing_follows_a_table_that_is_gone_and_others_are_stored(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.create_table(table(1), entry("t1", 1))
        errors: list[Exception | None] = []
        database.append([entry("t2", 1)], change(table(2)), errors.append)
        assert await append(database, entry("t1", 2), change=change(table(1))) is None
        assert isinstance(errors[0], LogRemoved)
        assert await versions(database, "t2") == []


@asynchronous
async def test_the_service_clock_never_goes_back(data: Path | str) -> None:
    async with open_database(data) as database:
        assert await database.read_clock() == 0
        assert await database.advance_clock(500) == 500
        assert await database.advance_clock(300) == 500
    async with open_database(data) as database:
        assert await database.read_clock() == 500


# Players ------------------------------------------------------------------------------------------------


@asynchronous
async def test_a_player_is_known_by_any_of_their_secrets(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.new_player(PlayerRow("ada", "Swift Fox", 7, device=HASH), NOW)
        await database.add_secret("ada", OTHER, NOW)
        await database.rename("ada", "Ada")
        for secret in (HASH, OTHER):
            assert await database.player_of(secret) == PlayerRow("ada", "Ada", 7, None, NOW, secret)
        assert await database.player_of(b"") is None
        for player, secret in (("ada", b"new"), ("bob", HASH)):
            with pytest.raises(Conflict):
                await database.new_player(PlayerRow(player, "Bob", 7, device=secret), NOW)
        with pytest.raises(Conflict):
            await database.add_secret("nobody", b"new", NOW)


async def with_code(database: Database) -> None:
    await database.new_player(PlayerRow("ada", "Ada", 7, device=HASH), NOW)
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
async def test_a_code_does_not_outlast_a_clock_that_is_set_back(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_code(database)
        assert await database.use_code("ABCD", HASH, NOW + 9 - CODE_LIFETIME) is None


@asynchronous
async def test_a_player_has_one_code_and_a_place_has_one_too(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_code(database)
        await database.put_code("EFGH", OTHER, "ada", NOW + 10)
        assert await database.use_code("ABCD", HASH, NOW) is None
        await database.new_player(PlayerRow("bob", "Bob", 7, device=OTHER), NOW)
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
