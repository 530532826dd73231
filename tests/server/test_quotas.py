"""How much may be open at once: sockets of an address and a player, connections, descriptors."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
from aiohttp import web

from sixes.client import Client, ServerProblem
from sixes.play import commands
from sixes.play.options import Options
from sixes.server import quotas as quotas_module
from sixes.server.http.connections import QUOTAS, CountingSite
from sixes.server.metrics import Metrics
from sixes.server.quotas import (
    SOCKETS_OF_ADDRESS,
    SOCKETS_OF_PLAYER,
    ConnectionQuotas,
    Quota,
    TooManyOpen,
    highest_descriptor,
)
from sixes.server.tables.admission import MOST_TABS
from sixes.text import catalogue
from tests.event_loop import asynchronous
from tests.hostile.raw_connections import Guest, RawConnection, raw_connection
from tests.server.clients import guests, seated, visit
from tests.server.serving import Server, running_server

FEW = 128
"""Descriptors that a server may have, in a test where they run out."""
WITH_FEW = (
    "-c",
    f"""
import resource, runpy
resource.setrlimit(resource.RLIMIT_NOFILE, ({FEW}, {FEW}))
runpy.run_module("sixes", run_name="__main__", alter_sys=True)
""",
)


# Counting -----------------------------------------------------------------------------------------------


def test_a_quota_counts_for_each_key_and_forgets_those_with_none() -> None:
    quota = Quota(2)
    assert [quota.enter(key) for key in "aaab"] == [True, True, False, True]
    for key in "aab":
        quota.leave(key)
    assert not quota._open  # noqa: SLF001 - or it would grow with every address
    assert quota.enter("a")


@pytest.mark.parametrize(
    ("limit", "highest"), [(64, 48), (256, 192), (1024, 824), (1 << 20, (1 << 20) - 200)]
)
def test_some_descriptors_are_kept_back(limit: int, highest: int) -> None:
    assert highest_descriptor(limit) == highest


def test_a_network_of_ipv6_is_one_address_and_a_refusal_is_logged_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(quotas_module, "SOCKETS_OF_ADDRESS", 1)
    metrics, now = Metrics(), [0.0]
    quotas = ConnectionQuotas(metrics, lambda: now[0], lambda _: False)
    quotas.open_socket("ada", "2001:db8::1")
    quotas.open_socket("bob", "2001:db8:0:1::1")
    with caplog.at_level("INFO"):
        for now[0], lines in ((0.0, 1), (59.0, 1), (60.0, 2)):
            with pytest.raises(TooManyOpen):
                quotas.open_socket("bob", "2001:db8::2")
            assert caplog.messages == ["connections_refused"] * lines
    quotas.close_socket("ada", "2001:db8::1")
    quotas.open_socket("bob", "2001:db8::2")
    assert "sixes_sockets_refused_total 3.0" in metrics.text()


# Connections --------------------------------------------------------------------------------------------


@asynccontextmanager
async def counting(proxy: str = "") -> AsyncIterator[tuple[int, Metrics]]:
    """A server in this process that answers everything; its port."""

    async def hello(_: web.Request) -> web.Response:
        return web.Response(text="hello")

    app, metrics = web.Application(), Metrics()
    app.router.add_get("/", hello)
    app[QUOTAS] = ConnectionQuotas(metrics, lambda: 0.0, lambda address: address == proxy)
    runner = web.AppRunner(app)
    await runner.setup()
    await CountingSite(runner, "127.0.0.1", 0).start()
    try:
        yield runner.addresses[0][1], metrics
    finally:
        await runner.cleanup()


async def is_answered(connection: RawConnection, port: int) -> bool:
    return await connection.open(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") == 200


@asynchronous
async def test_an_address_has_so_many_connections_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas_module, "CONNECTIONS_OF_ADDRESS", 3)
    async with counting() as (port, metrics):
        with ExitStack() as stack:
            lines = [stack.enter_context(raw_connection()) for _ in range(5)]
            assert [await is_answered(line, port) for line in lines] == [True, True, True, False, False]
            assert "sixes_sockets_refused_total 2.0" in metrics.text()
        while True:  # until the server has learnt that they are gone
            with raw_connection() as again:
                if await is_answered(again, port):
                    break
            await asyncio.sleep(0)


@asynchronous
async def test_the_connections_of_a_trusted_proxy_are_not_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas_module, "CONNECTIONS_OF_ADDRESS", 1)
    async with counting("127.0.0.1") as (port, _):
        with raw_connection() as one, raw_connection() as two:
            assert await is_answered(one, port)
            assert await is_answered(two, port)


# Sockets ------------------------------------------------------------------------------------------------


@asynchronous
async def test_an_address_and_a_player_have_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    people = SOCKETS_OF_ADDRESS // SOCKETS_OF_PLAYER
    with running_server(tmp_path, "--trusted-proxy", "127.0.0.1") as server, ExitStack() as stack:
        async with guests(server.url, people + 1) as (*crowd, late):
            code = await late.make_table(Options("sixto"))
            for person in crowd:
                for _ in range(SOCKETS_OF_PLAYER // MOST_TABS):
                    table = await person.make_table(Options("sixto"))
                    for _ in range(MOST_TABS):
                        line = stack.enter_context(raw_connection())
                        assert await open_socket(line, server, person, table, "192.0.2.1") == 101
            # Neither another player from this address, nor one of these from elsewhere.
            assert await refusal(server, late, code, "192.0.2.1", "fr") == "http.too_many_open"
            assert await refusal(server, crowd[0], code, "192.0.2.2", "de") == "http.too_many_open"
            assert await gets_in(server, late, code, "192.0.2.2")
            stack.close()
            while not await gets_in(server, late, code, "192.0.2.1"):  # the server has yet to notice
                await asyncio.sleep(0)
    refused = [json.loads(line) for line in server.log if "connections_refused" in line]
    assert [line["why"] for line in refused] == ["address", "player"]


async def open_socket(line: RawConnection, server: Server, client: Client, code: str, address: str) -> int:
    guest = Guest(server.port, f"sixes={client.cookie}", address, "")
    return await line.open(server.port, guest.upgrade(code))


async def gets_in(server: Server, client: Client, code: str, address: str) -> bool:
    with raw_connection() as line:
        return await open_socket(line, server, client, code, address) == 101


async def refusal(server: Server, client: Client, code: str, address: str, language: str) -> str:
    """The code with which a socket is refused before it is one, in the player's language."""
    answer = await visit(
        server.url,
        f"/api/tables/{code}/socket",
        secret=client.cookie,
        X_Forwarded_For=address,
        Accept_Language=language,
        Upgrade="websocket",
        Connection="Upgrade",
        Sec_WebSocket_Version="13",
        Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==",
    )
    assert answer.status == 429
    assert answer.body["message"] == catalogue(language)[answer.code]
    return answer.code


# Descriptors --------------------------------------------------------------------------------------------


async def make_table_late(server: Server) -> str:
    """The code of a new table, made as soon as the server has noticed that there are descriptors again."""
    while True:
        with suppress(ServerProblem):
            async with Client(server.url) as late:
                return await late.make_table(Options("sixto"))
        await asyncio.sleep(0)


@asynchronous
async def test_when_descriptors_run_out_games_go_on_and_the_operator_is_told(tmp_path: Path) -> None:
    with running_server(tmp_path, program=WITH_FEW) as server, ExitStack() as stack:
        async with seated(server.url, 1, Options("sixto", seats=1)) as (_, (table,)):
            lines = [stack.enter_context(raw_connection()) for _ in range(2 * FEW)]
            for line in lines:
                await line.connect(server.port)
            while sum(line.gone for line in lines) < FEW:
                await asyncio.sleep(0.01)
            assert (await table.ask(commands.React, reaction="wow")).n
            server.wait_for_log("connections_refused")
            for line in lines:
                line.drop()
            assert await make_table_late(server)
            told = (await visit(server.url, "/metrics")).text
            refused = re.search(r"^sixes_sockets_refused_total (\d+)", told, re.MULTILINE)
            assert refused
            assert int(refused[1]) >= FEW
    logged = [json.loads(line) for line in server.log if "connections_refused" in line]
    assert [line["why"] for line in logged] == ["descriptors"]
