"""A table that many come to: there is a limit for sockets of one player and for all who watch."""

from contextlib import AsyncExitStack

from sixes.client import Client
from sixes.play.options import Options
from sixes.server.close_codes import NOT_NOW
from sixes.server.tables.admission import MOST_TABS, MOST_WATCHERS
from tests.event_loop import asynchronous
from tests.server.clients import guests, wire
from tests.server.serving import Server


async def turned_away(client: Client, url: str, code: str, why: str) -> bool:
    async with wire(client, url, code) as line:
        if line.received[0]["t"] == "welcome":
            return False
        assert line.received[0]["code"] == why
        assert await line.close_code() == NOT_NOW
        return True


@asynchronous
async def test_one_player_has_so_many_sockets_at_a_table_and_no_more(server: Server) -> None:
    async with guests(server.url, 2) as (ada, bob), AsyncExitStack() as stack:
        code = await ada.make_table(Options("sixto"))
        for _ in range(MOST_TABS):
            await stack.enter_async_context(wire(ada, server.url, code))
        assert await turned_away(ada, server.url, code, "table.many_tabs")
        assert not await turned_away(bob, server.url, code, "")


@asynchronous
async def test_when_many_watch_nobody_more_comes_but_those_who_belong_to_the_table(server: Server) -> None:
    people = MOST_WATCHERS // MOST_TABS
    async with guests(server.url, people + 2) as (ada, eve, *crowd), AsyncExitStack() as stack:
        code = await ada.make_table(Options("sixto"))
        for person in crowd:
            for _ in range(MOST_TABS):
                await stack.enter_async_context(wire(person, server.url, code))
        assert await turned_away(eve, server.url, code, "table.crowded")
        assert not await turned_away(ada, server.url, code, "")
