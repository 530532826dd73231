"""The lobby has room for everybody: no address fills it, and many visitors cost one query."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import event

from sixes.client import Client, ServerProblem
from sixes.play.options import Options
from sixes.server.http.lobby import LIFETIME, MOST_TABLES, LobbyCache
from sixes.server.storage.store import Unavailable
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous
from tests.server.clients import guests, visit
from tests.server.database import entry, open_database, table
from tests.server.stopped_clock import server_here

OPEN = Options("sixto", open=True)
NEW_TABLE = b'{"options":{"game":"sixto","open":true}}'


async def fill(client: Client) -> str:
    """Make open tables until one is refused; the code of the refusal."""
    try:
        while True:
            await client.make_table(OPEN)
    except ServerProblem as refused:
        return refused.code


@asynchronous
async def test_one_address_does_not_fill_the_lobby_with_however_many_guests(tmp_path: Path) -> None:
    async with server_here(tmp_path) as server, guests(server.url, 9) as crowd:
        refusals = [await fill(client) for client in crowd]
        assert set(refusals) == {"table.too_many", "table.too_many_open"}
        assert len(await crowd[0].lobby()) == 24 < MOST_TABLES / 4
        for language in LANGUAGES:
            refused = await visit(
                *(server.url, "/api/tables", "POST", crowd[8].cookie, NEW_TABLE), Accept_Language=language
            )
            assert (refused.status, refused.code) == (429, "table.too_many_open")
            assert refused.body["message"] == catalogue(language)["table.too_many_open"]
        # With a code for friends they still can, and others can in any case.
        for _ in range(12):
            await crowd[8].make_table(Options("sixto"))
        ada = crowd[7].cookie
        elsewhere = await visit(
            *(server.url, "/api/tables", "POST", ada, NEW_TABLE), X_Forwarded_For="192.0.2.7"
        )
        assert elsewhere.status == 201
        # It is listed at once, and first.
        assert (await crowd[0].lobby())[0]["code"] == elsewhere.body["code"]


@asynchronous
async def test_many_visitors_of_the_lobby_cost_one_query_a_second(tmp_path: Path) -> None:
    now, queries = 100.0, []
    async with open_database(tmp_path) as database:
        event.listen(database.backend.reading, "before_cursor_execute", lambda *call: queries.append(call[2]))
        lobby = LobbyCache(database, lambda: now)
        assert set(await asyncio.gather(*(lobby.read() for _ in range(300)))) == {b'{"tables":[]}'}
        now += 0.9 * LIFETIME
        await lobby.read()
        assert len(queries) == 1
        now += 0.1 * LIFETIME
        await lobby.read()
        assert len(queries) == 2
        lobby.forget()
        await lobby.read()
        assert len(queries) == 3


@asynchronous
async def test_a_lobby_that_could_not_be_read_is_read_again(tmp_path: Path) -> None:
    now, file = 100.0, tmp_path / "sixes.db"
    async with open_database(tmp_path) as database:
        about = b'{"code":"CODE1","options":{"game":"sixto"},"phase":"gathering","seats":[]}'
        await database.create_table(table(1, about=about), entry("t1", 1))
        lobby = LobbyCache(database, lambda: now)
        file.rename(tmp_path / "away")
        with pytest.raises(Unavailable):
            await lobby.read()
        (tmp_path / "away").rename(file)
        now += LIFETIME
        assert b"CODE1" in await lobby.read()
