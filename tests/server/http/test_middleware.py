"""A flood of requests from an address is refused; players at a table who share it still come through."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import StreamReader
from yarl import URL

from sixes.client import Client
from sixes.play.options import Options
from sixes.server.http import middleware
from sixes.server.http.identity import MOST_KNOWN, PlayersAtTables
from sixes.server.storage.store import PlayerRow
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous
from tests.server.clients import guests, visit
from tests.server.stopped_clock import ServerHere, server_here


async def flood(client: Client, server: ServerHere) -> int:
    """Send requests until one is refused; how many were not."""
    answered = 0
    while True:
        async with client.session.get(f"{server.url}/healthz") as response:
            if response.status == 429:
                return answered
            answered += 1


@asynchronous
async def test_beside_a_flood_players_come_to_their_tables_and_strangers_wait(tmp_path: Path) -> None:
    async with server_here(tmp_path) as server, guests(server.url, 2) as (ada, mallory):
        code = await ada.make_table(Options("sixto"))
        async with ada.at(code) as table:
            await table.sit()
        assert 1900 < await flood(mallory, server) < 2000
        for language in LANGUAGES:
            refused = await visit(server.url, "/api/me", secret=mallory.cookie, Accept_Language=language)
            assert (refused.status, refused.code) == (429, "http.slow_down")
            assert refused.body["message"] == catalogue(language)["http.slow_down"]
        assert (await ada.me())["player"] == ada.player
        async with ada.at(code) as again:
            assert again.seat == 0
        # Their own requests end, too: only few are needed.
        assert await flood(ada, server) < 60
        server.wait(5)
        assert (await visit(server.url, "/api/me", secret=mallory.cookie)).status == 200


def test_of_the_players_who_are_recognised_only_the_last_are_remembered() -> None:
    players = PlayersAtTables()
    for number in range(MOST_KNOWN + 100):
        players.add(PlayerRow(f"p{number}", "", device=number.to_bytes(4)))
    assert len(players) == MOST_KNOWN


@asynchronous
async def test_a_host_that_is_none_is_refused(tmp_path: Path) -> None:
    async with server_here(tmp_path) as server:
        for host in ("gäste.example", "a b"):
            refused = await visit(server.url, "/", Host=host)
            assert (refused.status, refused.code) == (400, "http.body")


@asynchronous
async def test_a_body_in_chunks_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"{}"

    async with (
        server_here(tmp_path) as server,
        guests(server.url, 1) as (ada,),
        ada.session.post(f"{server.url}/api/tables", data=chunks()) as refused,
    ):
        assert (refused.status, (await refused.json())["code"]) == (411, "http.body")
        assert refused.headers["Connection"] == "close"


CHUNKED, LONG = "Transfer-Encoding: chunked", "Content-Length: 1000000"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (f"POST /api/me/carry HTTP/1.1\r\nHost: here\r\n{CHUNKED}", 411),
        (f"POST /api/me/carry HTTP/1.1\r\nHost: here\r\n{LONG}", 413),
        (f"GET /healthz HTTP/1.1\r\nHost: here\r\n{LONG}", 413),
        (f"GET /healthz HTTP/1.1\r\nHost: no/name\r\n{CHUNKED}", 400),
    ],
)
@asynchronous
async def test_a_body_that_is_refused_is_not_parsed_whatever_the_answer_is(
    head: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed, feed = list[bytes](), StreamReader.feed_data

    def count_and_feed(body: StreamReader, data: bytes, size: int = 0) -> bool:
        parsed.append(data)
        return feed(body, data, size)

    monkeypatch.setattr(StreamReader, "feed_data", count_and_feed)
    async with server_here(tmp_path) as server:
        address = URL(server.url)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(f"{head}\r\n\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        parsed.clear()
        writer.write(b"1\r\na\r\n" * 1000)
        await reader.read()  # until the server closes
        writer.close()
    assert answer.startswith(b"HTTP/1.1 %d" % status)
    assert b"Connection: close" in answer
    assert not parsed


@asynchronous
async def test_requests_sent_all_at_once_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused = list[float]()

    async def sleep(seconds: float) -> None:
        paused.append(seconds)

    monkeypatch.setattr(middleware, "sleep", sleep)
    async with server_here(tmp_path) as server:
        address = URL(server.url)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
        for _ in range(5):
            await reader.readuntil(b"HTTP/1.1 200")
        writer.close()
    assert paused == [middleware.PIPELINE_PAUSE] * 4
