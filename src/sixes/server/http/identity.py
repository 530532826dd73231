"""Identities without signing up: a secret in a cookie, of which the store has only the hash."""

import secrets
from contextlib import suppress
from typing import NamedTuple

from aiohttp import web

from sixes.server.codes import carry_code, hash_secret, new_id, new_secret, read_carry_code
from sixes.server.http.headers import COOKIE, identity_cookie
from sixes.server.http.origins import Origin
from sixes.server.http.requests import Problem
from sixes.server.names import generated_name
from sixes.server.storage.store import Conflict, PlayerRow, Store

CODE_LIFETIME = 10 * 60 * 1000
"""Milliseconds in which a code can be used on another device."""
LONGEST_SECRET = 100
MOST_ATTEMPTS = 20


class Caller(NamedTuple):
    player: PlayerRow
    origin: Origin


class Identities:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find_player(self, request: web.Request) -> PlayerRow | None:
        secret = request.cookies.get(COOKIE, "")
        if not secret or len(secret) > LONGEST_SECRET or not secret.isascii():
            return None
        return await self._store.player_of(hash_secret(secret))

    async def authenticate(self, request: web.Request, origin: Origin) -> Caller:
        player = await self.find_player(request)
        if player is None:
            raise Problem(401, "identity.none")
        return Caller(player, origin)

    async def create_guest(self, origin: Origin, now: int) -> tuple[PlayerRow, str]:
        """Store a new player with a generated name; returns the player and the cookie."""
        player = PlayerRow(new_id(), generated_name(secrets.randbelow, origin.language))
        secret = new_secret()
        await self._store.new_player(player.id, player.name, hash_secret(secret), now)
        return player, identity_cookie(secret, origin.secure)

    async def create_code(self, player: str, now: int) -> tuple[str, int]:
        """Store a code to type on another device; returns the code and the time when it expires."""
        expires = now + CODE_LIFETIME
        for _ in range(MOST_ATTEMPTS):
            lookup, secret, text = carry_code()
            with suppress(Conflict):  # another player's code has the same lookup
                await self._store.put_code(lookup, hash_secret(secret), player, expires)
                return text, expires
        raise Problem(503, "table.unavailable")

    async def redeem_code(self, typed: str, origin: Origin, now: int) -> str:
        """Use a code; returns the cookie that identifies its player on this device."""
        parts = read_carry_code(typed)
        player = await self._store.use_code(parts[0], hash_secret(parts[1]), now) if parts else None
        if player is None:
            raise Problem(403, "identity.code_unknown")
        secret = new_secret()
        await self._store.add_secret(player, hash_secret(secret), now)
        return identity_cookie(secret, origin.secure)
