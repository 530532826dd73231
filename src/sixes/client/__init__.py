"""A small asynchronous client: everything that a browser can do, from Python.

    async with Client("http://localhost:8066") as client:
        code = await client.make_table(Options("sixto", seats=2), bots=["nearest"])
        async with client.at(code) as table:
            await table.sit()
            await table.ask(commands.Start)
            await play(table, bots.make("random", "sixto", seed=1).choose)
            print(table.table.match.winners)

`async for event in table` gives what happens, and `table.table` is the table after these events, folded by
the same functions as on the server. What the server refuses raises `Refused` at a table and `ServerProblem`
elsewhere. After a lost connection a table reconnects by itself, and sends again what was not answered.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Self

import aiohttp
import msgspec

from sixes.client.connection import AtTable, ServerProblem, retry_delay
from sixes.play.beginning import Source
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.text import say

__all__ = ["AtTable", "Client", "Refused", "ServerProblem"]

UNAVAILABLE = 503
MOST_RETRIES = 6
"""Of a request that only asks: a node that was paused, or waits for its database, needs seconds."""


class Client:
    """One identity on one server: with `cookie` an existing player, otherwise a new guest."""

    def __init__(self, address: str, cookie: str = "") -> None:
        self._address = address.rstrip("/")
        self._given = {"sixes": cookie} if cookie else {}
        self._session: aiohttp.ClientSession | None = None
        self.player = ""
        self.name = ""

    async def __aenter__(self) -> Self:
        # Keep cookies for IP addresses, too.
        jar = aiohttp.CookieJar(unsafe=True)
        self._session = aiohttp.ClientSession(cookies=self._given, cookie_jar=jar)
        try:
            await self.me()
        except BaseException:
            await self._session.close()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        assert self._session is not None, "use it in `async with`"
        return self._session

    @property
    def cookie(self) -> str:
        """The secret of our identity: keep it to come back as the same player."""
        kept = {morsel.key: morsel.value for morsel in self.session.cookie_jar}
        return kept.get("__Host-sixes") or kept.get("sixes", "")

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return its JSON. ServerProblem if the server refuses, or is not there.

        What only asks is sent again while the server says that it can answer in a moment.
        """
        data, tries = None if body is None else msgspec.json.encode(body), 0
        status, content = await self._send(method, path, data)
        while status == UNAVAILABLE and method == "GET" and tries < MOST_RETRIES:
            await asyncio.sleep(retry_delay(tries))
            status, content = await self._send(method, path, data)
            tries += 1
        if status >= 400:
            raise problem(content)
        try:
            return msgspec.json.decode(content) if content else None
        except msgspec.MsgspecError as error:
            raise ServerProblem("client.no_server", str(error)) from error

    async def _send(self, method: str, path: str, data: bytes | None) -> tuple[int, bytes]:
        """Send a request once; its status and content."""
        try:
            async with self.session.request(method, self._address + path, data=data) as response:
                return response.status, await response.read()
        except (aiohttp.ClientError, OSError) as error:  # a TimeoutError is an OSError
            raise ServerProblem("client.no_server", str(error)) from error

    async def me(self) -> dict[str, Any]:
        me = await self.request("GET", "/api/me")
        try:
            self.player, self.name = me["player"], me["name"]
        except (KeyError, TypeError) as error:
            raise ServerProblem("client.no_server", say("client.no_server")) from error
        return dict(me)

    async def rename(self, name: str) -> None:
        self.name = (await self.request("PUT", "/api/me/name", {"name": name}))["name"]

    async def carry_code(self) -> str:
        """A code with which another device can become this player."""
        return str((await self.request("POST", "/api/me/code"))["code"])

    async def carry(self, code: str) -> None:
        """Become the player who made this code."""
        await self.request("POST", "/api/me/carry", {"code": code})
        await self.me()

    async def lobby(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = (await self.request("GET", "/api/tables"))["tables"]
        return tables

    async def make_table(
        self, options: Options, bots: Sequence[str] = (), source: Source | None = None
    ) -> str:
        """Make a table, perhaps from a finished game, and return its code."""
        wanted = {"options": options, "bots": list(bots), "source": source}
        made = await self.request("POST", "/api/tables", wanted)
        return str(made["code"])

    async def record(self, code: str) -> dict[str, Any]:
        record: dict[str, Any] = await self.request("GET", f"/api/tables/{code}/record")
        return record

    async def review(self, code: str, seat: int | None = None) -> dict[str, Any]:
        """What luck and each decision were worth in a finished game, for one's own or another seat."""
        whose = "" if seat is None else f"?seat={seat}"
        review: dict[str, Any] = await self.request("GET", f"/api/tables/{code}/review{whose}")
        return review

    def at(self, code: str) -> AtTable:
        """A connection to a table; use it in `async with`."""
        return AtTable(self.session, f"{self._address}/api/tables/{code}/socket")


def problem(content: bytes) -> ServerProblem:
    try:
        fault = msgspec.json.decode(content)
        return ServerProblem(fault["code"], fault["message"])
    except (msgspec.MsgspecError, KeyError, TypeError):
        return ServerProblem("client.no_server", say("client.no_server"))
