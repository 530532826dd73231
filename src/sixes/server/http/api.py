"""The handlers of the HTTP API, and the JSON of its requests and responses; `routes` lists them."""

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from aiohttp import web

from sixes.play.creating import NewGame
from sixes.play.documents import NewTable, TableMade, TableSummary
from sixes.play.games import GAMES
from sixes.play.names import clean_name
from sixes.play.takeover import Taken, take_over
from sixes.records import parse, replay
from sixes.server.addresses import urls_to_open
from sixes.server.coaching.coach import Coach
from sixes.server.codes import public_id, read_table_code
from sixes.server.http.boards import Boards
from sixes.server.http.daily_bots import DailyBots
from sixes.server.http.headers import FORGET_COOKIE, identity_cookie, identity_secret, needs_moving
from sixes.server.http.identity import Caller, Identities, cookies_of
from sixes.server.http.lobby import MOST_TABLES, LobbyCache, read_summary
from sixes.server.http.origins import ORIGIN, Origin
from sixes.server.http.requests import Problem, json_response, read_body
from sixes.server.http.sealing import Seals
from sixes.server.limits import Buckets, Limits
from sixes.server.storage.store import DAY, HOUR, DeviceRow, PlayerRow, TableRow
from sixes.server.tables.erasure import spawn_erasure
from sixes.server.tables.guesses import GiveBack, GuessLimit
from sixes.server.tables.registry import TableRegistry


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


class Device(msgspec.Struct):
    """A device on which you are known. Times are milliseconds since 1970, `seen` only to the day."""

    id: str
    kind: str
    """phone, tablet or computer; empty if that is not known."""
    added: int
    seen: int
    current: bool
    """The one that asks."""


class Devices(msgspec.Struct):
    """Your devices, newest first."""

    devices: list[Device]


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
        self.store = registry.store
        self.limits = limits
        self.now, self.seconds = registry.now, registry.seconds
        self.importing = asyncio.Lock()
        self._guesses = GuessLimit(registry.store, limits, registry.seconds)
        self._lobby = LobbyCache(registry.store, registry.seconds)
        self.identities = Identities(registry.store)
        self.finish_erasure = partial(spawn_erasure, registry)
        self.coach = Coach()
        self.daily = registry.daily
        self.boards = Boards(registry.daily.rows, registry.seconds)
        self.daily_bots = DailyBots(registry.runtime, registry.daily.rows, self.coach)
        self.seals = Seals(registry.store, registry.daily.rows, self.identities, registry.now)

    async def me(self, request: web.Request, origin: Origin) -> web.Response:
        player, now = await self.identities.find_player(request), self._registry.now()
        active = self._registry.clock.at
        if player is None:
            self.check_limits((self.limits.guests, origin.address, "identity.too_many_guests"))
            player, secret = await self.identities.create_guest(request, now, active)
            return with_identity(request, json_response(Me(player.id, player.name, [])), secret)
        response = json_response(await self._me(Caller(player, origin)))
        visit = is_new_visit(player, now, active)
        if visit:
            await self.store.record_visit(player.id, now, active, player.device)
        if visit or needs_moving(cookies_of(request), origin.secure):
            with_identity(request, response, identity_secret(cookies_of(request), origin.secure))
        return response

    async def _me(self, caller: Caller) -> Me:
        rows = await self.store.tables_of(caller.player.id, MOST_TABLES)
        if rows:
            self.identities.at_tables.add(caller.player)
        return Me(caller.player.id, caller.player.name, list(map(read_summary, rows)))

    async def rename(self, request: web.Request, caller: Caller) -> web.Response:
        name, player = clean_name((await read_body(request, NewName)).name), caller.player
        if name != player.name:
            self.check_limits(
                (self.limits.renames_by_player, player.id, "name.too_often"),
                (self.limits.renames, caller.origin.address, "name.too_often"),
            )
            await self.store.rename(player.id, name)
            self._registry.rename(player.id, name)
        return json_response(await self._me(Caller(player._replace(name=name), caller.origin)))

    async def code(self, _: web.Request, caller: Caller) -> web.Response:
        self.check_limits(
            (self.limits.carry_codes_by_player, caller.player.id, "identity.too_many_codes"),
            (self.limits.carry_codes, caller.origin.address, "identity.too_many_codes"),
        )
        code, expires = await self.identities.create_code(caller.player.id, self._registry.now())
        return json_response(NewCarryCode(code, expires))

    async def carry(self, request: web.Request, _: Origin) -> web.Response:
        typed = await read_body(request, CarryCode)
        give_back = await self.charge_guess(self.limits.carries, request)
        secret = await self.identities.redeem_code(typed.code, request, self._registry.now())
        give_back()
        return with_identity(request, web.Response(status=204), secret)

    async def devices(self, _: web.Request, caller: Caller) -> web.Response:
        rows = await self.store.devices(caller.player.id)
        return json_response(Devices([describe_device(row, caller.player.device) for row in rows]))

    async def revoke_device(self, request: web.Request, caller: Caller) -> web.Response:
        rows = {public_id(row.hash): row for row in await self.store.devices(caller.player.id)}
        row = rows.get(request.match_info["device"])
        if row and row.hash == caller.player.device:
            raise Problem(400, "identity.device_own")
        if not row or not await self.store.revoke(caller.player, row.hash, self._registry.now()):
            raise Problem(404, "identity.device_unknown")
        return web.Response(status=204)

    async def revoke_others(self, _: web.Request, caller: Caller) -> web.Response:
        await self.store.revoke(caller.player, None, self._registry.now())
        return web.Response(status=204)

    async def levels(self, _: web.Request, __: Origin) -> web.Response:
        levels = self._registry.runtime.levels
        return json_response({game: tuple(levels[game]) for game in levels if not GAMES[game].pad_of})

    async def addresses(self, request: web.Request, origin: Origin) -> web.Response:
        """Only for browsers on this machine: others have one of these addresses already."""
        host, secure = self._listens
        # There is no transport if the client has disconnected.
        here = request.transport.get_extra_info("sockname") if request.transport else None
        if here is None or not origin.is_local:
            return json_response(Addresses([]))
        return json_response(Addresses(urls_to_open(host, here[1], secure)[1:]))

    async def lobby(self, _: web.Request, __: Origin) -> web.Response:
        return json_response(await self._lobby.read())

    async def make_table(self, request: web.Request, caller: Caller) -> web.Response:
        wanted = await read_body(request, NewTable)
        if wanted.options.game not in GAMES:
            raise Problem(400, "http.body")
        if wanted.options.daily is not None:  # its dice are those of a day, see `begin_daily`
            raise Problem(400, "table.options")
        limits, player, address = self.limits, caller.player.id, caller.origin.address
        listed = [(limits.open_tables, address, "table.too_many_open")] if wanted.options.open else []
        self.check_limits(
            (limits.tables_by_player, player, "table.too_many"),
            (limits.tables, address, "table.too_many"),
            *listed,
        )
        taken = await self._taken(request, wanted)
        game = NewGame(wanted.options, wanted.bots, taken=taken, pad=wanted.pad)
        code = await self._registry.open_table(game, player, caller.player.name)
        self._lobby.forget()
        self.identities.at_tables.add(caller.player)
        scheme = "https" if caller.origin.secure else "http"
        return json_response(TableMade(code, f"{scheme}://{request.host}/table/{code}"), 201)

    async def _taken(self, request: web.Request, wanted: NewTable) -> Taken | None:
        """What a new table takes over from a finished game."""
        source, bots = wanted.source, len(wanted.bots)
        if source is None:
            return None
        row, record = await self.find_record(request, source.table)
        played = await asyncio.to_thread(lambda: replay(parse(record)))
        return take_over(played, msgspec.structs.replace(source, table=row.code), wanted.options, bots)

    async def table(self, request: web.Request, _: Origin) -> web.Response:
        return json_response(read_summary(await self.find_table(request)))

    async def record(self, request: web.Request, _: Origin) -> web.Response:
        row, record = await self.find_record(request)
        response = json_response(record)
        response.headers["Content-Disposition"] = f'attachment; filename="sixes-{row.id}.json"'
        return response

    async def find_record(self, request: web.Request, typed: str | None = None) -> tuple[TableRow, bytes]:
        """The table with a code, or else the one in the path, and the record of its finished game."""
        row = await self.find_table(request, typed)
        record = await self.store.record(row.code)
        if record is None:
            raise Problem(404, "table.record_none")
        return row, await self.seals.open(request, row, record)

    async def find_table(self, request: web.Request, typed: str | None = None) -> TableRow:
        """The table with a code, or else the one in the path; guessing codes is limited."""
        code = read_table_code(request.match_info["code"] if typed is None else typed)
        give_back = await self.charge_guess(self.limits.guesses, request, code or "")
        row = await self.store.table(code) if code else None
        if row is None:
            raise Problem(404, "table.unknown")
        give_back()
        return row

    async def charge_guess(self, buckets: Buckets, request: web.Request, code: str = "") -> GiveBack:
        """Charge a guess to the address, or else to the player, who need not be known."""
        address = request[ORIGIN].address
        give_back = self._guesses.take(buckets, address)
        if give_back:
            return give_back
        player = await self.identities.find_player(request)
        return await self._guesses.take_as_player(player.id if player else "", code, address)

    def check_limits(self, *limits: tuple[Buckets, str, str]) -> None:
        """Charge limits of an address or a player; if one is used up, charge none: 429 with its code."""
        for count, (buckets, key, code) in enumerate(limits):
            if not buckets.take(key, self._registry.seconds()):
                for charged, its_key, _ in limits[:count]:
                    charged.give(its_key)
                raise Problem(429, code)


def is_new_visit(player: PlayerRow, now: int, active: int) -> bool:
    """Whether to note a visit: neither we nor the browser forget a player who keeps coming."""
    return player.expires is not None or active - player.active >= HOUR or abs(now - player.seen) >= DAY


def describe_device(row: DeviceRow, current: bytes) -> Device:
    seen = max(row.seen, row.created)  # a device from before there was a note of visits has none
    return Device(public_id(row.hash), row.kind, row.created, seen, row.hash == current)


def with_identity(request: web.Request, response: web.Response, secret: str) -> web.Response:
    """Let the browser keep the secret of an identity, in the cookie for this kind of connection."""
    secure = request[ORIGIN].secure
    response.headers.add("Set-Cookie", identity_cookie(secret, secure))
    if needs_moving(cookies_of(request), secure):
        response.headers.add("Set-Cookie", FORGET_COOKIE)
    return response
