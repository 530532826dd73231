"""Close all open tables of a database that no server uses, such as a restored backup.

Their dice follow from seeds in the backup: whoever played on after it was made has seen those to come.
"""

from pathlib import Path

from sixes.play.table import CLOSED
from sixes.server.storage.store import Unavailable
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.unused_data import open_unused

ALL = 2**63 - 1
"""Later than any time by the service clock."""


async def close_tables(location: Path | str) -> int:
    """Close all open tables, and publish the seeds of their games; returns how many there were."""
    async with open_unused(location) as (store, registry):
        return sum([await _close(registry, row.code) for row in await store.abandoned(ALL)])


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
