"""A program that appends to some tables until it is killed, and prints what is acknowledged."""

import asyncio
import sys
from functools import partial
from pathlib import Path

from sixes.server.storage.database import Database
from tests.server.database import entry, table

TABLES = 20


async def main(where: Path | str) -> None:
    database = await Database.open(where)

    def acknowledged(number: int, version: int, error: Exception | None) -> None:
        assert error is None
        print(number, version, flush=True)
        append(number, version + 1)

    def append(number: int, version: int) -> None:
        database.append([entry(f"t{number}", version)], None, partial(acknowledged, number, version))

    for number in range(TABLES):
        await database.create_table(table(number), entry(f"t{number}", 1))
        append(number, 2)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if "://" in sys.argv[1] else Path(sys.argv[1])))
