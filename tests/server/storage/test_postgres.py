"""The same store in PostgreSQL: its schema, its releases, and a database that goes away for a while."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from sixes.play import commands
from sixes.play.options import Options
from sixes.server.nodes.lease import Lease
from sixes.server.storage.membership import LEASE, LOCK_KEY, NOW, lock_shared
from sixes.server.storage.migrations import SCRIPTS, check_schema, migrate, newest_revision
from sixes.server.storage.opening import migrate_postgres
from sixes.server.storage.postgres import Postgres as Backend
from sixes.server.storage.schema import metadata
from sixes.server.storage.store import CannotOpen, InUse, TooNew, Unavailable
from tests.event_loop import asynchronous
from tests.server.clients import checked_record, play_out, seated
from tests.server.database import append, entry, open_database, versions
from tests.server.serving import running_server
from tests.tools.servers import Postgres

LATER = '''"""A migration of a later release."""

from alembic import op

revision = "{revision}"
down_revision = "{before}"
{oldest}


def upgrade() -> None:
    op.execute("{sql}")
'''
EXPAND = "ALTER TABLE players ADD COLUMN colour text"
CONTRACT = "ALTER TABLE players DROP COLUMN colour"


def release(directory: Path, *, contracts: bool = False) -> Path:
    """The migrations of a later release: one that adds, and perhaps one that takes away."""
    scripts = directory / "later"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    newest = newest_revision()
    expand = LATER.format(revision="9001", before=newest, oldest=f'oldest = "{newest}"', sql=EXPAND)
    (scripts / "versions" / "expand.py").write_text(expand, encoding="utf-8")
    if contracts:
        contract = LATER.format(revision="9002", before="9001", oldest='oldest = "9001"', sql=CONTRACT)
        (scripts / "versions" / "contract.py").write_text(contract, encoding="utf-8")
    return scripts


@pytest.fixture
def backend(database_url: str) -> Iterator[Backend]:
    with closing(Backend(database_url)) as made:
        yield made


def sixes(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "sixes", "--lang", "en", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


# Releases -----------------------------------------------------------------------------------------------


def test_the_migrations_make_the_schema(backend: Backend) -> None:
    with backend.reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_a_server_waits_for_the_command_that_makes_the_tables(postgres: Postgres) -> None:
    url = postgres.new_database()
    code, _, why = sixes("serve", "--port", "0", "--database", url)
    assert code == 1
    name = f"postgresql://{postgres.directory}/{_name(url)}"
    assert why == f"The database {name} is not up to date: run `sixes migrate` first.\n"
    assert sixes("migrate", "--database", url) == (0, "The database is up to date now.\n", "")
    assert sixes("migrate", "--database", url) == (0, "The database is up to date already.\n", "")
    assert sixes("prune", "--database", url)[:1] == (0,)


def _name(url: str) -> str:
    return url.removeprefix("postgresql:///").partition("?")[0]


def test_of_several_who_migrate_at_once_one_does(postgres: Postgres) -> None:
    url = postgres.new_database()
    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(migrate_postgres, [url] * 4)) == [False, False, False, True]


def test_what_is_only_added_does_not_disturb_an_older_release(backend: Backend, tmp_path: Path) -> None:
    later = release(tmp_path)
    assert migrate(backend, later)
    assert not migrate(backend), "an older release leaves it as it is"
    check_schema(backend)


@pytest.mark.parametrize("until", [0, 99999999999999])
def test_what_an_older_node_needs_is_not_taken_away_while_it_runs(
    backend: Backend, tmp_path: Path, until: int
) -> None:
    """Once it was killed, it does not matter if the clock is behind its lease."""
    later = release(tmp_path, contracts=True)
    with backend.writing.begin() as connection:
        connection.exec_driver_sql("INSERT INTO nodes VALUES ('old', 99999999999999, '0002')")
    with closing(backend.connect()) as session:
        lock_shared(session)
        with pytest.raises(CannotOpen, match="Nodes of an older release still use"):
            migrate(backend, later)
    check_schema(backend)
    with backend.writing.begin() as connection:
        connection.exec_driver_sql(f"UPDATE nodes SET until = {until}")
    assert migrate(backend, later)
    with pytest.raises(TooNew, match="A newer version of Sixes wrote postgresql://"):
        check_schema(backend)


def test_what_an_older_server_alone_needs_is_not_taken_away_while_it_runs(
    backend: Backend, database_url: str, tmp_path: Path
) -> None:
    later = release(tmp_path, contracts=True)
    with closing(Backend(database_url)) as older:
        older.use_exclusively()
        with older.writing.connect(), pytest.raises(CannotOpen, match="Nodes of an older release still use"):
            migrate(backend, later)
    assert migrate(backend, later)


def test_an_older_node_does_not_begin_where_too_much_was_taken_away(backend: Backend, tmp_path: Path) -> None:
    migrate(backend, release(tmp_path, contracts=True))
    node = Lease(backend)
    with pytest.raises(Unavailable, match="newer release"):
        node.begin()
    node.end()


def test_a_change_of_the_schema_is_tried_again_where_somebody_reads_for_long(
    backend: Backend, database_url: str, tmp_path: Path
) -> None:
    """It does not wait there: all others would wait behind it."""
    later, tries = release(tmp_path), []
    with psycopg.connect(database_url) as backup:
        backup.execute("LOCK TABLE players IN ACCESS SHARE MODE")

        def change() -> bool:
            tries.append(1)
            try:
                return migrate(backend, later)
            finally:
                backup.rollback()

        assert backend.retry_locked(change)
    assert len(tries) == 2


# One server, or several nodes ---------------------------------------------------------------------------


def test_a_second_server_alone_is_told_that_there_is_one(database_url: str, tmp_path: Path) -> None:
    with running_server(tmp_path, "--database", database_url) as server:
        code, _, why = sixes("serve", "--port", "0", "--database", database_url)
        assert (code, why.count("\n")) == (1, 1)
        assert "Another server is already using the data in postgresql://" in why
        assert sixes("prune", "--database", database_url)[0] == 0
        server.kill()
        server.start()


async def check_alone(backend: Backend, url: str) -> None:
    """A server alone can use the database, and meanwhile no node can."""
    async with open_database(url) as database:
        await database.use_exclusively()
        with pytest.raises(Unavailable, match="without NATS"):
            Lease(backend).begin()
    await_unlocked(backend)


def await_unlocked(backend: Backend) -> None:
    """Wait until nobody has locked the database: PostgreSQL ends a session a moment after it was closed."""
    with backend.writing.connect() as connection:
        connection.exec_driver_sql(f"SELECT pg_advisory_lock({LOCK_KEY}), pg_advisory_unlock({LOCK_KEY})")


@asynchronous
async def test_a_server_alone_and_nodes_keep_out_of_each_others_way(
    backend: Backend, database_url: str
) -> None:
    await check_alone(backend, database_url)
    node = Lease(backend)
    node.begin()
    with pytest.raises(InUse):
        await check_alone(backend, database_url)
    node.end()
    await_unlocked(backend)
    await check_alone(backend, database_url)


@asynchronous
async def test_a_server_alone_does_not_wait_for_a_dead_node_until_the_clock_is_where_it_was(
    backend: Backend, database_url: str
) -> None:
    """The database's clock was set back by a day since that node renewed its lease."""
    with backend.writing.begin() as connection:
        connection.exec_driver_sql(f"INSERT INTO nodes VALUES ('dead', {NOW} + 86400000, '0002')")
    async with open_database(database_url) as database:
        with pytest.raises(InUse):
            await database.use_exclusively()
    with backend.writing.begin() as connection:
        assert connection.exec_driver_sql(f"SELECT until - {NOW} FROM nodes").scalar_one() <= LEASE
        connection.exec_driver_sql(f"UPDATE nodes SET until = until - {LEASE}")  # as if that time had passed
    await check_alone(backend, database_url)


@asynchronous
async def test_who_lost_its_session_to_another_server_stores_nothing(database_url: str) -> None:
    async with open_database(database_url) as first:
        await first.use_exclusively()
        async with open_database(database_url) as second:
            await asyncio.to_thread(end_sessions, database_url)
            await second.use_exclusively()
            assert isinstance(await append(first, entry("t", 1)), Unavailable)
            assert isinstance(await append(first, entry("t", 1)), InUse)
        assert await append(first, entry("t", 1)) is None


# What is wrong is told ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://ann:secret@here/sixes", "This is no address of a database"),
        ("postgresql://ann:secret@here/sixes?colour=red", "This is no address of a database"),
        ("postgresql://ann:secret@127.0.0.1:1/sixes", "cannot be used: connection failed"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_its_password(url: str, why: str) -> None:
    for command in (("serve", "--port", "0"), ("migrate",), ("prune",), ("close",)):
        code, out, err = sixes(*command, "--database", url)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert why in err
        assert "secret" not in err


# A database that goes away ------------------------------------------------------------------------------


def end_sessions(url: str) -> None:
    """As a restart does."""
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(end + "AND pid <> pg_backend_pid()")


@asynchronous
async def test_a_session_that_was_ended_is_opened_anew(database_url: str) -> None:
    async with open_database(database_url) as database:
        assert await append(database, entry("t", 1)) is None
        assert await versions(database, "t") == [1]
        await asyncio.to_thread(end_sessions, database_url)
        assert isinstance(await append(database, entry("t", 2)), Unavailable)
        assert await append(database, entry("t", 2)) is None
        assert await versions(database, "t") == [1, 2]


def test_who_waits_for_an_answer_that_never_comes_can_be_freed(backend: Backend) -> None:
    with ThreadPoolExecutor(1) as thread, backend.reading.connect() as connection:
        asked = thread.submit(connection.exec_driver_sql, "SELECT pg_sleep(9)")
        while not asked.done():
            backend.abort_connections()
        assert "OperationalError" in repr(asked.exception())
        connection.invalidate()


@asynchronous
async def test_games_are_played_on_postgresql(database_url: str, tmp_path: Path) -> None:
    with running_server(tmp_path, "--database", database_url) as server:
        options = Options("sixto", seats=2)
        async with seated(server.url, 1, options, ["nearest"]) as ((ann,), (table,)):
            await table.ask(commands.Start)
            await play_out(table)
            record = await checked_record(ann, table.table.code)
            assert record["game"] == "sixto"
    assert list(tmp_path.iterdir()) == []
