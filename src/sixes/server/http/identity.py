"""Who somebody is without signing up: a secret in a cookie, of which the store has only the hash."""

import secrets
from contextlib import suppress
from typing import NamedTuple

from aiohttp import web

from sixes.server.codes import carry_code, hash_of, new_id, new_secret, read_carry_code
from sixes.server.http.headers import COOKIE, cookie
from sixes.server.http.requests import Origin, Problem
from sixes.server.names import generated_name
from sixes.server.storage.store import Conflict, PlayerRow, Store

CODE_LASTS = 10 * 60 * 1000
"""Milliseconds in which a code carries an identity to another device."""
LONGEST_SECRET = 100
MOST_ATTEMPTS = 20


class Caller(NamedTuple):
    """A player who asks, and from where."""

    player: PlayerRow
    origin: Origin


class Identities:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def known(self, request: web.Request) -> PlayerRow | None:
        secret = request.cookies.get(COOKIE, "")
        if not secret or len(secret) > LONGEST_SECRET or not secret.isascii():
            return None
        return await self._store.player_of(hash_of(secret))

    def cookie(self, request: web.Request, origin: Origin) -> str:
        """The cookie of somebody known, to be kept for another year."""
        return cookie(request.cookies[COOKIE], origin.secure)

    async def caller(self, request: web.Request, origin: Origin) -> Caller:
        player = await self.known(request)
        if player is None:
            raise Problem(401, "identity.none")
        return Caller(player, origin)

    async def guest(self, origin: Origin, now: int) -> tuple[PlayerRow, str]:
        """Somebody new, with a name to begin with; and their cookie."""
        player = PlayerRow(new_id(), generated_name(secrets.randbelow, origin.language))
        secret = new_secret()
        await self._store.new_player(player.id, player.name, hash_of(secret), now)
        return player, cookie(secret, origin.secure)

    async def code(self, player: str, now: int) -> tuple[str, int]:
        """A code to type on another device, and until when it is good."""
        expires = now + CODE_LASTS
        for _ in range(MOST_ATTEMPTS):
            lookup, secret, shown = carry_code()
            with suppress(Conflict):  # somebody's code begins like this one
                await self._store.put_code(lookup, hash_of(secret), player, expires)
                return shown, expires
        raise Problem(503, "table.unavailable")

    async def carry(self, typed: str, origin: Origin, now: int) -> str:
        """A cookie for this device, for whoever the code belongs to."""
        parts = read_carry_code(typed)
        player = await self._store.use_code(parts[0], hash_of(parts[1]), now) if parts else None
        if player is None:
            raise Problem(403, "identity.code_unknown")
        secret = new_secret()
        await self._store.add_secret(player, hash_of(secret), now)
        return cookie(secret, origin.secure)
