"""Close all open tables of a database that no server uses, such as a restored backup.

Their dice follow from seeds in the backup: whoever played on after it was made has seen those to come.
"""

from pathlib import Path

from sixes.play.table import CLOSED
from sixes.server.metrics import Metrics
from sixes.server.storage.database import Database
from sixes.server.storage.opening import existing_file
from sixes.server.storage.store import CannotOpen, Unavailable
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import Runtime

ALL = 2**63 - 1
"""Later than any time by the service clock."""


async def close_tables(location: Path | str) -> int:
    """Close all open tables, and publish the seeds of their games; returns how many there were.

    CannotOpen says why it fails, as it does while a server uses these data.
    """
    if isinstance(location, Path):
        existing_file(location)
    store, metrics = await Database.open(location), Metrics()
    try:
        await store.use_exclusively()
        registry = TableRegistry(Runtime(store, metrics, clock=await store.read_clock()), metrics)
        return sum([await _close(registry, row.code) for row in await store.abandoned(ALL)])
    except Unavailable as error:
        if isinstance(error, CannotOpen):
            raise
        raise CannotOpen("store.unusable", file=store.backend.name, why=error) from error
    finally:
        await store.close()


async def _close(registry: TableRegistry, code: str) -> bool:
    try:
        live = await registry.live(code)
    except Unavailable:
        raise
    except Exception:  # noqa: BLE001 - its log cannot be read, so nobody can play there either
        return False
    live.close()
    await registry.store.flush()
    registry.drop(live)
    return live.shown.phase == CLOSED
