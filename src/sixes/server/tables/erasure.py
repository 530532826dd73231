"""Deletes a person's data: they leave their tables, and a guest stands for them in what others have played.

Each table is rewritten by the node that owns it, while it is in nobody's memory: whoever is there reconnects,
and reads it as it is then.
"""

import asyncio
import hashlib

import msgspec

from sixes.play.documents import TableSummary
from sixes.play.games import GAMES
from sixes.play.match import Refused
from sixes.play.table import GATHERING, PLAYING
from sixes.server.codes import new_id
from sixes.server.logs import log
from sixes.server.storage.store import ErasedTable, LogLine, TableRow, Unavailable
from sixes.server.tables.guests import rewrite_log, rewrite_record, rewrite_summary
from sixes.server.tables.ownership import OwnedElsewhere
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.runtime import guarded_task

SOCKETS_CLOSE = 5.0
"""Seconds after which no socket of a revoked device is open, at any node: they look every 1.5."""
RESUME = 60.0
"""Seconds between looks for erasures that a server left behind."""
MOST_TRIES, PAUSE = 20, 0.5
"""To find the node that owns a table, with seconds between attempts."""


async def erase_player(registry: TableRegistry, player: str, sockets_close: float | None = None) -> None:
    """Finish what `Store.begin_erasure` began. It can be done again, if it was cut off."""
    for trace in await registry.store.traces(player):
        await _erase_somewhere(registry, trace.code, player)
    await asyncio.sleep(SOCKETS_CLOSE if sockets_close is None else sockets_close)
    await registry.store.finish_erasure(player)
    log("erased", who=erasure_mark(player))


def spawn_erasure(registry: TableRegistry, player: str) -> None:
    registry.runtime.spawn(erase_player(registry, player))


def erasure_mark(player: str) -> str:
    """What the log calls somebody who was deleted: it tells whom to delete again from an old backup."""
    return hashlib.sha256(b"erased" + player.encode()).hexdigest()[:24]


async def resume_erasures(registry: TableRegistry) -> None:
    """Go on with erasures that a server left behind, from the start of this one until cancelled."""
    while True:
        if registry.ownership.is_ready and registry.ownership.runs_maintenance:
            try:
                for player in await registry.store.erasures(registry.now() - int(2 * RESUME * 1000)):
                    await guarded_task(erase_player(registry, player))
            except Unavailable as error:
                log("task_waits", why=str(error))
        await asyncio.sleep(RESUME)


async def _erase_somewhere(registry: TableRegistry, code: str, player: str) -> None:
    """Erase a player at a table, at whichever node it is."""
    for _ in range(MOST_TRIES):
        try:
            await erase_at(registry, code, player)
        except OwnedElsewhere as elsewhere:
            if await registry.ownership.erase_elsewhere(elsewhere, player):
                return
            await asyncio.sleep(PAUSE)
        else:
            return
    raise Unavailable("its node does not answer")


async def erase_at(registry: TableRegistry, code: str, player: str) -> None:
    """Erase a player at a table that this node owns, or can own; otherwise OwnedElsewhere."""
    async with registry.erasing:
        row = await registry.store.table(code)
        if row is None:
            return
        if registry.is_opened(code) or row.phase in (GATHERING, PLAYING):
            await _leave(registry, code, player)
        with registry.kept_out(code):
            await registry.store.flush()  # what that table has stored last
            claim = await registry.ownership.claim(row.id)
            if claim.node:
                raise OwnedElsewhere(code, claim.node)
            await _rewrite(registry, code, player)
        if not registry.is_opened(code):
            registry.ownership.release(row.id, claim.epoch)


async def _leave(registry: TableRegistry, code: str, player: str) -> None:
    """Let a player leave a table; it stays in memory until `registry.kept_out` drops it."""
    try:
        live = await registry.live(code)
    except Refused:  # it cannot be read: nobody can play there either
        return
    live.dismiss(player)
    left = live.head.version
    while live.shown.version < left:
        await registry.store.flush()
        if live.journal.broken:
            raise Unavailable("the table cannot be stored")


async def _rewrite(registry: TableRegistry, code: str, player: str) -> None:
    store = registry.store
    row, record = await store.table(code), await store.record(code)
    if row is None:
        return
    lines = await store.log(row.id)
    if is_theirs_alone(row, player):
        await store.delete_table(row.id)
    else:
        await store.erase_at_table(await asyncio.to_thread(without, row, record, lines, player))


def without(row: TableRow, record: bytes | None, lines: list[LogLine], player: str) -> ErasedTable:
    """A table without a player; at each of theirs they become another guest."""
    guest = new_id()
    return ErasedTable(
        row.id,
        player,
        guest,
        about=rewrite_summary(row.about, player, guest),
        host=guest if row.host == player else row.host,
        record=rewrite_record(record, row.about, player),
        bodies=rewrite_log(lines, player, guest),
    )


def is_theirs_alone(row: TableRow, player: str) -> bool:
    """Whether nobody else sits at a table whose game is not over, or which is a score pad."""
    about = msgspec.json.decode(row.about, type=TableSummary)
    others = [seat for seat in about.seats if seat and seat.player not in ("", player)]
    is_theirs = row.host == player and not others
    return is_theirs and (row.phase in (GATHERING, PLAYING) or bool(GAMES[about.options.game].pad_of))
