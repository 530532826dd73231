"""A database is made and brought up to date by migrations, and nothing in it is lost."""

import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select

from sixes.server.storage.backend import Backend
from sixes.server.storage.database import Database
from sixes.server.storage.migrations import SCRIPTS, migrate, newest_revision
from sixes.server.storage.opening import connect_postgres
from sixes.server.storage.pruning import prune_data
from sixes.server.storage.schema import clock, metadata, players, tables
from sixes.server.storage.sqlite import NAME, Sqlite
from sixes.server.storage.store import CannotOpen, TooNew
from tests.event_loop import asynchronous, run
from tests.server.database import append, entry, open_database, stored_versions, table

NEXT = '''"""A migration of a later version: one column more, and a table made anew."""

import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "{before}"


def upgrade() -> None:
    with op.batch_alter_table("tables", recreate="always") as tables:
        tables.add_column(sa.Column("colour", sa.String))
    {more}
'''


async def create_table(directory: Path) -> None:
    async with open_database(directory) as database:
        await database.create_table(table(), entry("t1", 1), ("ada",))


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Sqlite]:
    """A database with a table, somebody at it, and its first event."""
    run(create_table(tmp_path))
    with closing(Sqlite(tmp_path / NAME)) as made:
        yield made


def later(directory: Path, more: str = "") -> Path:
    """The migrations of a later version."""
    scripts = directory / "100% later"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "later.py").write_text(
        NEXT.format(before=newest_revision(), more=more), encoding="utf-8"
    )
    return scripts


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def test_the_migrations_make_the_schema(file: Sqlite) -> None:
    with file.reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


@asynchronous
async def test_a_database_of_this_version_is_opened_as_it_is(tmp_path: Path) -> None:
    for version in (1, 2):
        async with open_database(tmp_path) as database:
            assert await append(database, entry("t1", version)) is None
    assert await stored_versions(tmp_path, "t1") == [1, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sixes.db", "sixes.lock"]


def test_a_database_that_is_behind_is_copied_and_migrated(file: Sqlite, tmp_path: Path) -> None:
    migrate(file, later(tmp_path))
    backup = tmp_path / f"{NAME}.before-later"
    columns = "SELECT name FROM pragma_table_info('tables') WHERE name = 'colour'"
    joined = "SELECT t.code, e.version, s.player FROM tables t, events e, seated s"
    assert rows(file.path, columns) == [("colour",)]
    assert rows(backup, columns) == []
    assert rows(file.path, joined) == rows(backup, joined) == [("CODE1", 1, "ada")]
    assert backup.stat().st_mode & 0o077 == 0


def test_what_an_older_release_stored_is_there_and_it_can_still_store(tmp_path: Path) -> None:
    """A guest of a release that knew nothing of devices, in a database that is migrated since."""
    scripts = tmp_path / "older"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__", "v000[3-9]*", "v001*"))
    (tmp_path / NAME).touch()
    with closing(Sqlite(tmp_path / NAME)) as file:
        migrate(file, scripts)
        guest = (
            "INSERT INTO players VALUES ({0}, 'Otter', 5, 5)",
            "INSERT INTO secrets VALUES (x'{1}', {0}, 5)",
        )
        with file.writing.begin() as connection:
            for statement in guest:
                connection.exec_driver_sql(statement.format("'ada'", "aa"))
        migrate(file)
        with file.writing.begin() as connection:
            connection.exec_driver_sql("INSERT INTO secrets (hash, player, created) VALUES (x'bb', 'ada', 6)")
            connection.exec_driver_sql("SELECT * FROM revoked")
    assert rows(tmp_path / NAME, "SELECT seen, kind FROM secrets") == [(0, ""), (0, "")]


@asynchronous
async def test_a_migration_that_fails_changes_nothing(file: Sqlite, tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        migrate(file, later(tmp_path, more="1 / 0"))
    assert rows(file.path, "SELECT version_num FROM alembic_version") == [(newest_revision(),)]
    async with open_database(tmp_path) as database:
        assert await append(database, entry("t1", 2)) is None


def test_a_migration_may_not_leave_a_reference_to_nothing(file: Sqlite, tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="foreign key"):
        migrate(file, later(tmp_path, more="op.execute('DELETE FROM tables')"))
    assert rows(file.path, "SELECT code FROM tables") == [("CODE1",)]


@asynchronous
async def test_a_database_of_a_newer_version_is_left_alone(file: Sqlite, tmp_path: Path) -> None:
    migrate(file, later(tmp_path))
    with pytest.raises(TooNew, match=r"A newer version of Sixes wrote .*sixes.db"):
        await Database.open(tmp_path)
    with pytest.raises(TooNew):
        prune_data(tmp_path, 1)


def test_pruning_leaves_an_empty_file_to_the_server(tmp_path: Path) -> None:
    (tmp_path / NAME).touch()
    with pytest.raises(CannotOpen, match="Start the server once"):
        prune_data(tmp_path, 1)


@asynchronous
async def test_migrations_are_silent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    assert await stored_versions(tmp_path, "t") == []
    assert not [record for record in caplog.records if record.name.startswith("alembic")]
    assert capfd.readouterr() == ("", "")


# The service clock --------------------------------------------------------------------------------------

PLAYER = "INSERT INTO players (id, name, created, seen) VALUES ('{id}', 'Ada', 1, 1)"
TABLE = """INSERT INTO tables (id, code, phase, open, seats, taken, host, about, created, touched, seed)
    VALUES ('{id}', '{id}', '{phase}', true, 4, 1, 'ada', '', 1, 1, '')"""
EVENT = """INSERT INTO events ("table", version, at, body, player, nonce) VALUES ('{id}', 1, 1, '', '', '')"""


@pytest.fixture(params=["sqlite", "postgresql"])
def second(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    """A database with the second schema."""
    scripts = tmp_path / "second"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__", "v000[3-9]*", "v001*"))
    if request.param == "sqlite":
        (tmp_path / NAME).touch()
        backend: Backend = Sqlite(tmp_path / NAME)
    else:
        backend = connect_postgres(request.getfixturevalue("postgres").new_database())
    with closing(backend):
        migrate(backend, scripts)
        yield backend


def execute(backend: Backend, *statements: str) -> None:
    with backend.writing.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def test_nothing_looks_old_after_the_migration_to_the_service_clock(second: Backend) -> None:
    """Whatever the times in the data are, and also what a server of an earlier release adds later."""
    execute(second, PLAYER.format(id="ada"), *(TABLE.format(id=f"t{n}", phase="over") for n in (1, 2)))
    execute(second, TABLE.format(id="t3", phase="playing"), EVENT.format(id="t2"))
    assert migrate(second)
    execute(second, PLAYER.format(id="bob"), TABLE.format(id="t4", phase="gathering"))
    with second.reading.connect() as connection:
        assert connection.scalar(select(clock.c.at)) == 0
        people = connection.execute(select(players.c.active, players.c.sat, players.c.expires)).all()
        assert people == [(0, True, None)] * 2
        found = select(tables.c.id, tables.c.active, tables.c.logged, tables.c.expires).order_by(tables.c.id)
        rows = connection.execute(found).all()
    assert rows == [(f"t{n}", 0, n != 1, None) for n in (1, 2, 3, 4)], "the log of t1 was removed before"
