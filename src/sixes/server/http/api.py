"""The handlers of the HTTP API, and the JSON of its requests and responses; `routes` lists them."""

from typing import Annotated

import msgspec
from aiohttp import web

from sixes.play.games import GAMES
from sixes.play.options import Options
from sixes.server.addresses import urls_to_open
from sixes.server.codes import read_table_code
from sixes.server.http.headers import COOKIE, identity_cookie
from sixes.server.http.identity import Caller, Identities
from sixes.server.http.origins import Origin, is_this_machine
from sixes.server.http.requests import Problem, json_response, read_body
from sixes.server.limits import Buckets, Limits
from sixes.server.names import clean_name
from sixes.server.storage.store import DAY, TableRow
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.summary import TableSummary

MOST_TABLES = 100
"""In the lobby, and of one player."""


class Me(msgspec.Struct):
    """Who you are: your public id, your name, and the tables you sit at."""

    player: str
    name: str
    tables: list[TableSummary]


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200)]


class CarryCode(msgspec.Struct, forbid_unknown_fields=True):
    """A code typed on another device."""

    code: Annotated[str, msgspec.Meta(max_length=60)]


class NewCarryCode(msgspec.Struct):
    """A code for another device, good once until `expires` (milliseconds since 1970)."""

    code: str
    expires: int


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be made; `bots` are levels, and sit on its last seats."""

    options: Options
    bots: Annotated[tuple[str, ...], msgspec.Meta(max_length=6)] = ()


class TableMade(msgspec.Struct):
    code: str
    link: str


class Lobby(msgspec.Struct):
    tables: list[TableSummary]


class Addresses(msgspec.Struct):
    """Where other devices in the same network find this server."""

    addresses: list[str]


class Levels(msgspec.Struct):
    """The bots there are, weakest first."""

    sixto: tuple[str, ...]
    sixem: tuple[str, ...]


class Api:
    def __init__(self, registry: TableRegistry, limits: Limits, host: str, secure: bool) -> None:
        """`host` is the address to listen on; `secure` is True if the server itself speaks TLS."""
        self._listens = (host, secure)
        self._registry = registry
        self._store = registry.store
        self._limits = limits
        self.identities = Identities(registry.store)

    async def me(self, request: web.Request, origin: Origin) -> web.Response:
        player, now = await self.identities.find_player(request), self._registry.now()
        if player is None:
            self.check_limit(self._limits.guests, origin.address)
            player, cookie = await self.identities.create_guest(origin, now)
            return with_cookie(json_response(Me(player.id, player.name, [])), cookie)
        response = json_response(await self._me(Caller(player, origin)))
        if now - player.seen < DAY:
            return response
        # Once a day, so that neither we nor the browser forget a player who keeps coming.
        await self._store.mark_seen(player.id, now)
        return with_cookie(response, identity_cookie(request.cookies[COOKIE], origin.secure))

    async def _me(self, caller: Caller) -> Me:
        rows = await self._store.tables_of(caller.player.id, MOST_TABLES)
        return Me(caller.player.id, caller.player.name, list(map(read_summary, rows)))

    async def rename(self, request: web.Request, caller: Caller) -> web.Response:
        name = clean_name((await read_body(request, NewName)).name)
        await self._store.rename(caller.player.id, name)
        self._registry.rename(caller.player.id, name)
        return json_response(await self._me(Caller(caller.player._replace(name=name), caller.origin)))

    async def code(self, _: web.Request, caller: Caller) -> web.Response:
        self.check_limit(self._limits.tables, caller.origin.address)
        code, expires = await self.identities.create_code(caller.player.id, self._registry.now())
        return json_response(NewCarryCode(code, expires))

    async def carry(self, request: web.Request, origin: Origin) -> web.Response:
        typed = await read_body(request, CarryCode)
        self.check_limit(self._limits.guesses, origin.address)
        cookie = await self.identities.redeem_code(typed.code, origin, self._registry.now())
        return with_cookie(web.Response(status=204), cookie)

    async def levels(self, _: web.Request, __: Origin) -> web.Response:
        return json_response({game: tuple(known) for game, known in self._registry.runtime.levels.items()})

    async def addresses(self, request: web.Request, _: Origin) -> web.Response:
        """Only for browsers on this machine: others have one of these addresses already."""
        host, secure = self._listens
        # There is no transport if the client has disconnected.
        here = request.transport.get_extra_info("sockname") if request.transport else None
        if here is None or not is_this_machine(request.host):
            return json_response(Addresses([]))
        return json_response(Addresses(urls_to_open(host, here[1], secure)[1:]))

    async def lobby(self, _: web.Request, __: Origin) -> web.Response:
        return json_response(Lobby([read_summary(row) for row in await self._store.lobby(MOST_TABLES)]))

    async def make_table(self, request: web.Request, caller: Caller) -> web.Response:
        wanted = await read_body(request, NewTable)
        if wanted.options.game not in GAMES:
            raise Problem(400, "http.body")
        self.check_limit(self._limits.tables, caller.origin.address)
        if not self._limits.tables_by_player.take(caller.player.id, self._registry.seconds()):
            raise Problem(429, "table.too_many")
        code = await self._registry.open_table(wanted.options, wanted.bots, caller.player.id)
        scheme = "https" if caller.origin.secure else "http"
        return json_response(TableMade(code, f"{scheme}://{request.host}/table/{code}"), 201)

    async def table(self, request: web.Request, origin: Origin) -> web.Response:
        return json_response(read_summary(await self.find_table(request, origin)))

    async def record(self, request: web.Request, origin: Origin) -> web.Response:
        row = await self.find_table(request, origin)
        record = await self._store.record(row.code)
        if record is None:
            raise Problem(404, "table.record_none")
        response = json_response(record)
        response.headers["Content-Disposition"] = f'attachment; filename="sixes-{row.id}.json"'
        return response

    async def find_table(self, request: web.Request, origin: Origin) -> TableRow:
        """The table whose code is in the path. Wrong codes are limited, so that nobody guesses one."""
        self.check_limit(self._limits.guesses, origin.address)
        code = read_table_code(request.match_info["code"])
        row = await self._store.table(code) if code else None
        if row is None:
            raise Problem(404, "table.unknown")
        self._limits.guesses.give(origin.address)
        return row

    def check_limit(self, buckets: Buckets, address: str) -> None:
        if not buckets.take(address, self._registry.seconds()):
            raise Problem(429, "http.slow_down")


def read_summary(row: TableRow) -> TableSummary:
    return msgspec.json.decode(row.about, type=TableSummary)


def with_cookie(response: web.Response, cookie: str) -> web.Response:
    response.headers["Set-Cookie"] = cookie
    return response
