"""Delete people again who are back in a restored backup, which no server uses."""

from collections.abc import Collection
from pathlib import Path

from sixes.server.tables.erasure import erase_player, erasure_mark
from sixes.server.tables.unused_data import open_unused


async def erase_again(location: Path | str, marks: Collection[str]) -> int:
    """Delete everybody whom the log of a server says it had deleted; returns how many there were."""
    async with open_unused(location) as (store, registry):
        found = [player for player in await store.player_ids() if erasure_mark(player) in marks]
        for player in found:
            await store.begin_erasure(player, registry.now())
            await erase_player(registry, player, sockets_close=0.0)
        return len(found)
