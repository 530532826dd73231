"""The HTTP part of the server, described by `ROUTES`: from these come the routes and their documentation."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, NamedTuple

import msgspec
from aiohttp import web

from sixes import bots
from sixes.play.match import Refused
from sixes.play.snapshots import Options
from sixes.server.addresses import addresses_to_open, is_this_machine
from sixes.server.codes import read_table_code
from sixes.server.http.identity import Caller, Identities
from sixes.server.http.requests import Origin, Problem, answer, body_of
from sixes.server.limits import Buckets, Limits
from sixes.server.names import BadName, clean_name
from sixes.server.storage.store import DAY, TableRow
from sixes.server.tables.registry import TableRegistry
from sixes.server.tables.summary import TableSummary

LOBBY = 100
"""Tables shown at most."""


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
    def __init__(self, house: TableRegistry, limits: Limits, host: str, secure: bool) -> None:
        """`host` is where the server listens, `secure` whether with TLS of its own."""
        self._listens = (host, secure)
        self._house = house
        self._store = house.store
        self._limits = limits
        self._identities = Identities(house.store)

    async def identified(self, request: web.Request, origin: Origin) -> Caller:
        return await self._identities.caller(request, origin)

    async def me(self, request: web.Request, origin: Origin) -> web.Response:
        player, now = await self._identities.known(request), self._house.now()
        if player is None:
            self.check(self._limits.guests, origin.address)
            player, cookie = await self._identities.guest(origin, now)
            return with_cookie(answer(Me(player.id, player.name, [])), cookie)
        response = answer(await self._me(Caller(player, origin)))
        if now - player.seen < DAY:
            return response
        # Once a day: whoever comes now and then is remembered by us, and by their browser.
        await self._store.seen(player.id, now)
        return with_cookie(response, self._identities.cookie(request, origin))

    async def _me(self, caller: Caller) -> Me:
        rows = await self._store.tables_of(caller.player.id, LOBBY)
        return Me(caller.player.id, caller.player.name, list(map(about, rows)))

    async def rename(self, request: web.Request, caller: Caller) -> web.Response:
        try:
            name = clean_name((await body_of(request, NewName)).name)
        except BadName as bad:
            raise Problem(400, bad.code) from None
        await self._store.rename(caller.player.id, name)
        self._house.rename(caller.player.id, name)
        return answer(await self._me(Caller(caller.player._replace(name=name), caller.origin)))

    async def code(self, _: web.Request, caller: Caller) -> web.Response:
        self.check(self._limits.tables, caller.origin.address)
        return answer(NewCarryCode(*await self._identities.code(caller.player.id, self._house.now())))

    async def carry(self, request: web.Request, origin: Origin) -> web.Response:
        typed = await body_of(request, CarryCode)
        self.check(self._limits.guesses, origin.address)
        cookie = await self._identities.carry(typed.code, origin, self._house.now())
        return with_cookie(web.Response(status=204), cookie)

    async def levels(self, _: web.Request, __: Origin) -> web.Response:
        return answer(Levels(bots.levels("sixto"), bots.levels("sixem")))

    async def addresses(self, request: web.Request, _: Origin) -> web.Response:
        """Only who is at this very machine needs them: others have come by one."""
        host, secure = self._listens
        # Whoever has hung up in the meantime left no socket.
        here = request.transport.get_extra_info("sockname") if request.transport else None
        if here is None or not is_this_machine(request.host):
            return answer(Addresses([]))
        return answer(Addresses(addresses_to_open(host, here[1], secure)[1:]))

    async def lobby(self, _: web.Request, __: Origin) -> web.Response:
        return answer(Lobby([about(row) for row in await self._store.lobby(LOBBY)]))

    async def make_table(self, request: web.Request, caller: Caller) -> web.Response:
        wish = await body_of(request, NewTable)
        self.check(self._limits.tables, caller.origin.address)
        if not self._limits.hosts.take(caller.player.id, self._house.seconds()):
            raise Problem(429, "table.too_many")
        code = await self._house.open_table(wish.options, wish.bots, caller.player.id)
        scheme = "https" if caller.origin.secure else "http"
        return answer(TableMade(code, f"{scheme}://{request.host}/table/{code}"), 201)

    async def table(self, request: web.Request, origin: Origin) -> web.Response:
        return answer(about(await self.found(request, origin)))

    async def record(self, request: web.Request, origin: Origin) -> web.Response:
        row = await self.found(request, origin)
        record = await self._store.record(row.code)
        if record is None:
            raise Problem(404, "table.record_none")
        response = answer(record)
        response.headers["Content-Disposition"] = f'attachment; filename="sixes-{row.id}.json"'
        return response

    async def found(self, request: web.Request, origin: Origin) -> TableRow:
        """The table of a code in an address; guessing codes is slow."""
        self.check(self._limits.guesses, origin.address)
        code = read_table_code(request.match_info["code"])
        row = await self._store.table(code) if code else None
        if row is None:
            raise Problem(404, "table.unknown")
        self._limits.guesses.give(origin.address)
        return row

    def check(self, buckets: Buckets, address: str) -> None:
        if not buckets.take(address, self._house.seconds()):
            raise Problem(429, "http.slow_down")


def about(row: TableRow) -> TableSummary:
    return msgspec.json.decode(row.about, type=TableSummary)


def with_cookie(response: web.Response, cookie: str) -> web.Response:
    response.headers["Set-Cookie"] = cookie
    return response


class Route(NamedTuple):
    method: str
    path: str
    handler: Callable[[Any, web.Request, Any], Awaitable[web.StreamResponse]]
    does: str
    identified: bool = False
    """Only for somebody with a cookie; the handler gets a Caller, otherwise an Origin."""
    body: Any = None
    gives: Any = None
    status: int = 200
    refuses: tuple[tuple[int, str], ...] = ()


UNKNOWN = (404, "table.unknown")
SLOW = (429, "http.slow_down")
ROUTES = (
    Route("GET", "/api/me", Api.me, "Who you are; at the first visit a guest, with a cookie", gives=Me),
    Route(
        *("PUT", "/api/me/name", Api.rename, "Take another name"),
        identified=True,
        body=NewName,
        gives=Me,
        refuses=((400, "name.empty"), (400, "name.too_long"), (400, "name.characters")),
    ),
    Route(
        *("POST", "/api/me/code", Api.code, "A code to be you on another device, too"),
        identified=True,
        gives=NewCarryCode,
        refuses=(SLOW,),
    ),
    Route(
        *("POST", "/api/me/carry", Api.carry, "Be on this device who a code belongs to"),
        body=CarryCode,
        status=204,
        refuses=((403, "identity.code_unknown"), SLOW),
    ),
    Route("GET", "/api/levels", Api.levels, "The bots there are", gives=Levels),
    Route(
        *("GET", "/api/addresses", Api.addresses),
        "Where phones in the same network find this server; told on its own machine",
        gives=Addresses,
    ),
    Route("GET", "/api/tables", Api.lobby, "Open tables with a free seat, newest first", gives=Lobby),
    Route(
        *("POST", "/api/tables", Api.make_table, "Make a table; you are its host"),
        identified=True,
        body=NewTable,
        gives=TableMade,
        status=201,
        refuses=((400, "table.options"), (400, "table.no_such_level"), (429, "table.too_many"), SLOW),
    ),
    Route(
        *("GET", "/api/tables/{code}", Api.table, "A table, as the lobby shows it"),
        gives=TableSummary,
        refuses=(UNKNOWN, SLOW),
    ),
    Route(
        *("GET", "/api/tables/{code}/record", Api.record, "The record of a finished game"),
        gives=dict[str, Any],
        refuses=(UNKNOWN, (404, "table.record_none"), SLOW),
    ),
)


def status_of(refused: Refused) -> int:
    return 404 if refused.code == "table.unknown" else 400
