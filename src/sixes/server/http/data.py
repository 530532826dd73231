"""What the server has about a player, over HTTP: taken away, brought to another server, deleted."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
from aiohttp import web

from sixes.server.http.api import Api, describe_device
from sixes.server.http.headers import FORGET_COOKIE, FORGET_SECURE_COOKIE
from sixes.server.http.identity import Caller
from sixes.server.storage.store import ExportedGame, Unavailable

FORMAT = 1
"""The version of the file."""
PAGE = 50
"""Games read at a time: however many there are, no more are in memory."""
encode = msgspec.json.Encoder().encode


async def export(api: Api, request: web.Request, caller: Caller) -> web.StreamResponse:
    """Everything about the caller as one JSON document, written as it is read."""
    player = caller.player
    api.check_limits(
        (api.limits.exports_by_player, player.id, "data.too_often"),
        (api.limits.exports, caller.origin.address, "data.too_often"),
    )
    now = api.now()
    devices = [describe_device(row, player.device) for row in await api.store.devices(player.id)]
    known = [{"kind": one.kind, "added": one.added, "seen": one.seen} for one in devices]
    about = await api.store.export_player(player.id) | {"devices": known}
    day = datetime.fromtimestamp(now / 1000, UTC).date()
    response = web.StreamResponse(
        headers={
            "Content-Type": "application/json",
            "Content-Disposition": f'attachment; filename="sixes-{day}.json"',
            "Cache-Control": "no-store",
        }
    )
    await response.prepare(request)
    head = encode({"format": "sixes-data", "version": FORMAT, "saved": now} | about)
    await response.write(head.removesuffix(b"}") + b',"games":[')
    try:
        await write_games(api, response, player.id)
    except Unavailable:  # the file must not look complete
        if request.transport:
            request.transport.abort()
    return response


async def erase(api: Api, _: web.Request, caller: Caller) -> web.Response:
    """Delete the caller; their tables follow within a minute."""
    api.check_limits((api.limits.erasures, caller.origin.address, "data.too_many_deleted"))
    await api.store.begin_erasure(caller.player.id, api.now())
    api.identities.at_tables.remove(caller.player)
    api.finish_erasure(caller.player.id)
    response = web.Response(status=204)
    for forget in (FORGET_COOKIE, FORGET_SECURE_COOKIE):
        response.headers.add("Set-Cookie", forget)
    return response


async def write_games(api: Api, response: web.StreamResponse, player: str) -> None:
    """The rest of the file, page by page."""
    after, separator = (-1, ""), b""
    while games := await api.store.export_games(player, after, PAGE):
        for game in games:
            await response.write(separator + encode(describe_game(game)))
            separator = b",\n"
        after = (games[-1].result["ended"], games[-1].id)
    with suppress(ConnectionResetError):  # nobody waits for the end
        await response.write(b"]}")
        await response.write_eof()


def describe_game(game: ExportedGame) -> dict[str, Any]:
    record = msgspec.Raw(game.record) if game.record else None
    return {"id": game.id, "code": game.code} | game.result | {"record": record}
