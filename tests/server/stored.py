"""A real database in a place of its own, and tables to put there."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from sixes.server.storage.database import Database
from sixes.server.storage.store import Change, Entry, TableRow

T = TypeVar("T")


def stored(where: Path | str, play: Callable[[Database], Awaitable[T]]) -> T:
    """What comes of a server's life with this data: opened, used, closed."""

    async def life() -> T:
        database = await Database.open(where)
        try:
            return await play(database)
        finally:
            await database.close()

    return asyncio.run(life())


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
    return Entry(name, version, at, f'{{"v":{version}}}'.encode(), "ada" if nonce else "", nonce)


def change(row: TableRow, *people: str, record: bytes | None = None) -> Change:
    return Change(row.id, row.phase, row.taken, row.host, row.touched, people, row.about, record)


async def appended(
    database: Database, *entries: Entry, change: Change | None = None, epoch: int = 0
) -> Exception | None:
    """Append, and wait for what comes of it."""
    heard: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    database.append(list(entries), change, heard.set_result, epoch)
    return await heard


async def versions(database: Database, name: str) -> list[int]:
    return [line.version for line in await database.log(name)]
