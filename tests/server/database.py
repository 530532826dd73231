"""A real database for a test, and rows to store in it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Select, Table, insert

from sixes.server.storage.database import Database
from sixes.server.storage.store import Change, Entry, TableRow


@asynccontextmanager
async def open_database(where: Path | str) -> AsyncIterator[Database]:
    database = await Database.open(where)
    try:
        yield database
    finally:
        await database.close()


async def stored_versions(where: Path | str, name: str) -> list[int]:
    """What the log of a table has in a database that nobody has open."""
    async with open_database(where) as database:
        return await versions(database, name)


def table(number: int = 1, **other: object) -> TableRow:
    row = TableRow(
        id=f"t{number}",
        code=f"CODE{number}",
        phase="gathering",
        open=True,
        seats=4,
        taken=1,
        host="ada",
        about=b"{}",
        created=number,
        touched=number,
        seed=bytes(32),
    )
    return row._replace(**other)  # type: ignore[arg-type]


def entry(name: str, version: int, at: int = 1, nonce: str = "") -> Entry:
    return name, version, at, f'{{"v":{version}}}'.encode(), "ada" if nonce else "", nonce


def change(row: TableRow, *people: str, record: bytes | None = None) -> Change:
    return Change(row.id, row.phase, row.taken, row.host, row.touched, people, row.about, record)


async def append(
    database: Database, *entries: Entry, change: Change | None = None, epoch: int = 0
) -> Exception | None:
    """Append, and wait until it is stored, or for the error."""
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    database.append(list(entries), change, done.set_result, epoch)
    return await done


def insert_rows(database: Database, into: Table, rows: list[dict[str, Any]]) -> None:
    with database.backend.writing.begin() as connection:
        connection.execute(insert(into), rows)


def read_rows(database: Database, query: Select[Any]) -> list[tuple[Any, ...]]:
    with database.backend.reading.connect() as connection:
        return [tuple(row) for row in connection.execute(query)]


async def versions(database: Database, name: str) -> list[int]:
    return [line.version for line in await database.log(name)]
