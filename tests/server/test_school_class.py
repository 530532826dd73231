"""A school class: 30 phones behind one address come to 8 tables in the same minute, and meet no limit."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from sixes.client import AtTable, Client, ServerProblem
from sixes.play import commands
from sixes.play.options import Options
from sixes.server.codes import ALPHABET
from tests.event_loop import asynchronous
from tests.server.serving import Server

CHILDREN, TABLES, FILES = 30, 8, 20
TABLE = Options("sixto", seats=4, open=True)


async def open_page(child: Client, server: Server) -> None:
    """What a browser loads at the first visit; Client itself has asked who the child is."""
    for _ in range(FILES):
        async with child.session.get(server.url) as response:
            assert response.status != 429
    await child.lobby()


async def choose_name(child: Client, number: int) -> None:
    """Everybody tries three names, all that come to their mind at first."""
    for name in ("Batman", "Princess", f"Child {number}"):
        await child.rename(name)


async def mistype(child: Client, code: str) -> None:
    """Two wrong codes, one letter each, and one that is too short."""
    last = ALPHABET[(ALPHABET.index(code[-1]) + 1) % len(ALPHABET)]
    for wrong in (code[:-1] + last, code[:-1]):
        with pytest.raises(ServerProblem) as refused:
            await child.request("GET", f"/api/tables/{wrong}")
        assert refused.value.code == "table.unknown", wrong


async def sit_down(child: Client, code: str, visits: AsyncExitStack) -> AtTable:
    assert (await child.request("GET", f"/api/tables/{code}"))["code"] == code
    table = await visits.enter_async_context(child.at(code))
    await table.sit()
    await table.ask(commands.React, reaction="hello")
    return table


async def come_back(child: Client, code: str) -> None:
    """A phone that was locked for a moment, or a page loaded again."""
    await child.me()
    async with child.at(code) as table:
        assert table.seat is not None


@asynchronous
async def test_a_school_class_meets_no_limit(server: Server) -> None:
    """Every refusal would raise an exception; the sockets of all are open at the same time."""
    async with AsyncExitStack() as visits:
        children = await asyncio.gather(
            *(visits.enter_async_context(Client(server.url)) for _ in range(CHILDREN))
        )
        await asyncio.gather(*(open_page(child, server) for child in children))
        await asyncio.gather(*(choose_name(child, number) for number, child in enumerate(children)))
        codes = await asyncio.gather(*(child.make_table(TABLE) for child in children[:TABLES]))
        assert {listed["code"] for listed in await children[0].lobby()} >= set(codes)
        chosen = [codes[number % TABLES] for number in range(CHILDREN)]
        await asyncio.gather(*map(mistype, children[::2], chosen[::2]))
        tables = await asyncio.gather(
            *(sit_down(child, code, visits) for child, code in zip(children, chosen, strict=True))
        )
        await asyncio.gather(*(table.ask(commands.Start) for table in tables[:TABLES]))
        await asyncio.gather(*map(come_back, children, chosen))
