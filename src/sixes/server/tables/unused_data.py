"""Tables of a database that no server uses, such as a restored backup."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sixes.server.metrics import Metrics
from sixes.server.storage.database import Database
from sixes.server.storage.opening import existing_file
from sixes.server.storage.store import CannotOpen, Unavailable
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime


@asynccontextmanager
async def open_unused(location: Path | str) -> AsyncIterator[tuple[Database, TableRegistry]]:
    """The data and their tables; CannotOpen says why it fails, as it does while a server uses these data."""
    if isinstance(location, Path):
        existing_file(location)
    store, metrics = await Database.open(location), Metrics()
    try:
        await store.use_exclusively()
        yield store, TableRegistry(Runtime(store, metrics, clock=await store.read_clock()), metrics)
    except Unavailable as error:
        if isinstance(error, CannotOpen):
            raise
        raise CannotOpen("store.unusable", file=store.backend.name, why=error) from error
    finally:
        await store.close()
