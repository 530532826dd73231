"""Identities without signing up: a secret in a cookie, of which the store has only the hash."""

import secrets
from collections import OrderedDict
from contextlib import suppress
from typing import NamedTuple

from aiohttp import web

from sixes.server.codes import carry_code, hash_secret, new_id, new_secret, read_carry_code
from sixes.server.http.headers import identity_secret, our_cookies
from sixes.server.http.origins import ORIGIN, Origin
from sixes.server.http.requests import Problem
from sixes.server.names import generated_name
from sixes.server.storage.store import CODE_LIFETIME, Conflict, PlayerRow, Store

LONGEST_SECRET = 100
MOST_KNOWN = 4000
"""Devices of players at tables, the last ones seen."""
MOST_ATTEMPTS = 20


class Caller(NamedTuple):
    player: PlayerRow
    origin: Origin


class PlayersAtTables:
    """Players who were seen to belong to some table, recognised without asking the store."""

    def __init__(self) -> None:
        self._players: OrderedDict[bytes, str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._players)

    def add(self, player: PlayerRow) -> None:
        self._players[player.device] = player.id
        self._players.move_to_end(player.device)
        if len(self._players) > MOST_KNOWN:
            self._players.popitem(last=False)

    def remove(self, player: PlayerRow) -> None:
        self._players.pop(player.device, None)

    def find(self, request: web.Request) -> str:
        """The player of a request; "" if they are not among these."""
        return self._players.get(hash_of_cookie(request), "")


class Identities:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.at_tables = PlayersAtTables()

    async def find_player(self, request: web.Request) -> PlayerRow | None:
        device = hash_of_cookie(request)
        return await self._store.player_of(device) if device else None

    async def authenticate(self, request: web.Request, origin: Origin) -> Caller:
        player = await self.find_player(request)
        if player is None:
            raise Problem(401, "identity.none")
        return Caller(player, origin)

    async def create_guest(self, request: web.Request, now: int, active: int) -> tuple[PlayerRow, str]:
        """Store a new player with a generated name; returns the player and the secret."""
        secret, name = new_secret(), generated_name(secrets.randbelow, request[ORIGIN].language)
        player = PlayerRow(new_id(), name, active, device=hash_secret(secret))
        await self._store.new_player(player, now, device_kind(request.headers.get("User-Agent", "")))
        return player, secret

    async def create_code(self, player: str, now: int) -> tuple[str, int]:
        """Store a code to type on another device; returns the code and the time when it expires."""
        expires = now + CODE_LIFETIME
        for _ in range(MOST_ATTEMPTS):
            lookup, secret, text = carry_code()
            with suppress(Conflict):  # another player's code has the same lookup
                await self._store.put_code(lookup, hash_secret(secret), player, expires)
                return text, expires
        raise Problem(503, "table.unavailable")

    async def redeem_code(self, typed: str, request: web.Request, now: int) -> str:
        """Use a code; returns the secret that identifies its player on this device."""
        parts = read_carry_code(typed)
        player = await self._store.use_code(parts[0], hash_secret(parts[1]), now) if parts else None
        if player is None:
            raise Problem(403, "identity.code_unknown")
        secret, kind = new_secret(), device_kind(request.headers.get("User-Agent", ""))
        await self._store.add_secret(player, hash_secret(secret), now, kind)
        return secret


def hash_of_cookie(request: web.Request) -> bytes:
    """The hash by which the store may know the device of a request; empty if it has no possible cookie."""
    secret = identity_secret(cookies_of(request), request[ORIGIN].secure)
    return hash_secret(secret) if secret and len(secret) <= LONGEST_SECRET else b""


def cookies_of(request: web.Request) -> dict[str, str]:
    return our_cookies(request.headers.get("Cookie", ""))


def device_kind(user_agent: str) -> str:
    """What a device seems to be, for its owner to recognise it; nothing else of the header is kept."""
    if "iPad" in user_agent or "Tablet" in user_agent:
        return "tablet"
    if "Android" in user_agent:
        return "phone" if "Mobile" in user_agent else "tablet"
    if "Mobi" in user_agent:
        return "phone"
    return "computer" if user_agent.startswith("Mozilla/") else ""
