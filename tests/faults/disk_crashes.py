"""Crashes of a machine at any moment of a server's life: what was shown is on the disk, whatever it lost."""

import asyncio
import pickle
import random
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from alembic import command
from sqlalchemy import insert

from sixes.play import commands
from sixes.play.options import Options
from sixes.server.storage import migrations, schema
from sixes.server.storage.opening import open_directory
from sixes.server.storage.sqlite import NAME, Sqlite
from sixes.server.storage.store import ENTRY_FIELDS
from tests.faults.disk_model import (
    BackedUp,
    Created,
    Disk,
    FolderSynced,
    MadeFolder,
    Naming,
    Operation,
    Shown,
    Synced,
    Written,
    folder_of,
)
from tests.faults.evidence import require
from tests.server.clients import play_out, seated
from tests.server.database import entry, table
from tests.server.serving import Server

OLDEST = "0001"
"""The first schema that was released."""
LATER_COLUMNS = ("active", "expires", "due")
"""Of tables, which that schema does not have."""
OLD_EVENTS = 40
SOON = 25
"""Operations after a file got or lost its name."""


class Session(NamedTuple):
    """What happened on the disk during a server's life, and what had been shown before it."""

    root: Path
    operations: list[Operation]
    shown_before: list[Shown]
    began: int
    """Operations that made the files which were there before."""

    @property
    def data(self) -> Path:
        return self.root / "club" / "data"


def record_session(root: Path, log: Path, old: bool) -> Session:
    """Let a server live: on a database of the oldest release, or in a folder that does not exist yet."""
    session = Session(root, [], [], 0)
    if old:
        begin_old(session.data)
        session = session._replace(
            operations=as_written(root),
            shown_before=[old_event(number) for number in range(1, OLD_EVENTS + 1)],
        )
    server = Server(session.data, program=("-m", "tests.faults.recorded_disk", str(log), str(root)))
    server.start()
    asyncio.run(play_games(server, 3))
    server.kill()  # while nothing is under way; its WAL stays
    server.start()
    asyncio.run(play_games(server, 1))
    assert server.stop() == 0
    assert not server.errors, "\n".join(server.errors)
    recorded = [*session.operations, *read_operations(log)]
    return session._replace(operations=recorded, began=len(session.operations))


async def play_games(server: Server, count: int) -> None:
    async def game() -> None:
        async with seated(server.url, 2, Options("sixto")) as (_, tables):
            await tables[0].ask(commands.Start)
            await play_out(*tables)

    await asyncio.gather(*(game() for _ in range(count)))


def read_operations(log: Path) -> Iterator[Operation]:
    with log.open("rb") as file:
        while file.peek(1):
            yield pickle.load(file)


# A database of the oldest release -----------------------------------------------------------------------


def old_event(number: int) -> Shown:
    table, version, _, body, _, _ = entry("t1", number)
    return Shown(table, version, body)


def begin_old(data: Path) -> None:
    """A database with the oldest schema, as a server leaves it that was killed: with a WAL."""
    made = data.with_name("made")
    made.mkdir(parents=True)
    (made / NAME).touch()
    with closing(Sqlite(made / NAME)) as sqlite, sqlite.migration_engine().connect() as connection:
        config = migrations._config(migrations.SCRIPTS)  # noqa: SLF001 - no release migrates to an old schema
        with connection.begin():
            config.attributes["connection"] = connection
            command.upgrade(config, OLDEST)
            row = {name: value for name, value in table()._asdict().items() if name not in LATER_COLUMNS}
            connection.execute(insert(schema.tables).values(row))
            entries = [
                dict(zip(ENTRY_FIELDS, entry("t1", number), strict=True))
                for number in range(1, OLD_EVENTS + 1)
            ]
            connection.execute(insert(schema.events), entries)
        shutil.copytree(made, data, ignore=shutil.ignore_patterns("*-shm"))
    shutil.rmtree(made)


def as_written(root: Path) -> list[Operation]:
    """Operations that make the files which are there."""
    found: list[Operation] = []
    for path in sorted(root.rglob("*")):
        name = str(path)
        if path.is_dir():
            found += [MadeFolder(name)]
        else:
            found += [Created(name), Written(name, 0, path.read_bytes()), Synced(name)]
        found += [FolderSynced(folder_of(name))]
    return found


# Crashes ------------------------------------------------------------------------------------------------


def crash_points(session: Session, count: int, seed: int) -> list[int]:
    """Numbers of operations after which the machine crashes.

    A third of them come when something was just shown, a third soon after a file got or lost its name.
    """
    chance, last = random.Random(seed), len(session.operations)
    operations = list(enumerate(session.operations[session.began :], session.began + 1))
    news = [after for after, operation in operations if isinstance(operation, Shown | BackedUp)]
    names = [after for after, operation in operations if isinstance(operation, Naming)]
    soon = [min(after + chance.randrange(SOON), last) for after in chance.choices(names, k=count // 3)]
    anywhere = [chance.randint(session.began, last) for _ in range(count - 2 * (count // 3))]
    return [*chance.choices(news, k=count // 3), *soon, *anywhere]


def crash(session: Session, point: int, seed: int, scratch: Path, syncs: bool = True) -> None:
    """Crash after so many operations, and check what the disk holds; without syncs nothing is ever safe."""
    before = session.operations[:point]
    disk, kinds = Disk(str(session.root)), () if syncs else (Synced, FolderSynced)
    disk.run(before[: session.began])
    disk.run(operation for operation in before[session.began :] if not isinstance(operation, kinds))
    with written(disk.after_crash(seed), session.root, scratch) as root:
        check(session, before, root)


@contextmanager
def written(files: dict[str, bytes], root: Path, scratch: Path) -> Iterator[Path]:
    """Files in an empty folder, where they are until the end."""
    scratch.mkdir()
    for name, content in files.items():
        path = scratch / Path(name).relative_to(root)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    yield scratch
    shutil.rmtree(scratch)


def check(session: Session, before: Sequence[Operation], root: Path) -> None:
    """Whether all that was shown is there, and all copies can be used."""
    data = root / session.data.relative_to(session.root)
    shown = [*session.shown_before, *(operation for operation in before if isinstance(operation, Shown))]
    if not (data / NAME).exists():
        require(not shown, "the database is gone")
        return
    revision = revision_of(data / NAME)
    check_log(data, shown)
    copies = list(data.glob(f"{NAME}.before-*[0-9]"))
    if session.shown_before and revision == migrations.newest_revision():
        require(bool(copies), "migrated, and no copy of before")
    for copy in copies:
        require(revision_of(copy) == OLDEST, copy.name, "is not what was before")
    for operation in before:
        if isinstance(operation, BackedUp):
            restored = root / "restored"
            restored.mkdir(exist_ok=True)
            shutil.copy(data / Path(operation.path).name, restored / NAME)
            check_log(restored, shown[: len(session.shown_before) + operation.shown])
            shutil.rmtree(restored)


def revision_of(file: Path) -> str:
    """The schema of a database in good order; "" if it has none yet."""
    with closing(sqlite3.connect(file)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        require(verdict == "ok", file.name, verdict)
        try:
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        except sqlite3.OperationalError:  # there is no such table
            return ""
    return str(rows[0][0]) if rows else ""


def check_log(data: Path, shown: Iterable[Shown]) -> None:
    """Open a database as a server does: it has all that was shown, and no gaps."""
    lock, backend = open_directory(data)
    with lock, closing(backend), backend.reading.connect() as connection:
        verdict = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
        require(verdict == "ok", verdict)
        rows = connection.exec_driver_sql('SELECT "table", version, body FROM events ORDER BY 1, 2').all()
    stored = {(name, version): body for name, version, body in rows}
    for event in shown:
        require(stored.get((event.table, event.version)) == event.body, "lost:", event)
    newest: dict[str, int] = {}
    for name, version in stored:
        require(version == newest.get(name, 0) + 1, "a gap before", name, version)
        newest[name] = version
