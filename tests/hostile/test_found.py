"""What hostile messages have found, each in its smallest form."""

import asyncio
import gzip
import socket

import pytest

from sixes.client import AtTable, Client, Refused
from sixes.client.playing import act
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.text import catalogue
from tests.event_loop import asynchronous
from tests.server.clients import level, pattern_of, seated, until, visit
from tests.server.serving import Server

KEYS = [
    "",
    "AAAAAAAAAAAAAAAAAAAAAA=",
    "ÁÁÁÁÁÁÁÁÁÁÁÁÁÁÁÁ",
    "====",
    "AAAA",
    "A" * 5000,
    "AAAAAAAAAAAAAAAAAAAAAA==\x7f",
]


async def answered(server: Server, *lines: bytes) -> bytes:
    """What comes back for a request by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"\r\n".join((*lines, b"Host: 127.0.0.1", b"Connection: close", b"", b"")))
    answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize("key", KEYS)
@asynchronous
async def test_a_handshake_with_a_key_that_is_none_is_refused(server: Server, key: str) -> None:
    async with Client(server.url) as ada:
        code = await ada.make_table(Options("sixto"))
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sixes={ada.cookie}\r\n"
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        writer.write(f"{head}{upgrade}Sec-WebSocket-Key: ".encode() + key.encode("latin-1") + b"\r\n\r\n")
        assert b" 400 " in await reader.readline()
        writer.close()


@pytest.mark.parametrize("path", ["/api/tables", "/api/nothing", "/nothing", "/api/levels", "/%0A"])
@pytest.mark.parametrize("expects", [b"\xf5\xff", b"tea", b"", b"100-CONTINUE"])
@asynchronous
async def test_whoever_expects_something_else_gets_a_plain_answer(
    server: Server, path: str, expects: bytes
) -> None:
    answer = await answered(server, f"GET {path} HTTP/1.1".encode(), b"Expect: " + expects)
    assert answer.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n").split(b" ")[1] in (b"200", b"404")


@asynchronous
async def test_who_asks_whether_to_send_a_body_and_hangs_up_is_no_error(server: Server) -> None:
    """That the server logged none is checked when it stops."""
    for asked in ("POST /api/me/carry", "POST /api/nothing", "POST /nothing", "POST /%0A", "OPTIONS *"):
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                head = f"{asked} HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n"
                line.sendall(head.encode() + b"Content-Length: 9\r\n\r\n")
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert (await visit(server.url, "/healthz")).status == 200


@pytest.mark.parametrize(
    "line", [b"\0", b"<script>alert(1)</script>", b"GET / HTTP/9", b"GET /" + b"a" * 9000]
)
@asynchronous
async def test_what_is_no_http_gets_one_sentence_and_hears_nothing_of_itself(
    server: Server, line: bytes
) -> None:
    answer = await answered(server, line)
    assert b" 400 " in answer
    assert b"\r\nServer: Sixes\r\n" in answer
    assert b"X-Content-Type-Options: nosniff" in answer
    assert answer.endswith(events.encode({"code": "http.body", "message": catalogue("en")["http.body"]}))
    assert b"aiohttp" not in answer


@asynchronous
async def test_what_a_place_is_not_for_still_says_what_it_is_for(server: Server) -> None:
    answer = await visit(server.url, "/api/levels", "DELETE")
    assert (answer.status, answer.code, answer.headers["Allow"]) == (405, "http.method", "GET")
    assert (await visit(server.url, "/anything", "POST")).headers["Allow"] == "GET, HEAD"
    assert (await visit(server.url, "/api/nothing", "POST")).code == "http.not_found"


@asynchronous
async def test_programs_go_on_after_all_of_them_called_too_soon(server: Server) -> None:
    """Nothing happens while they pause: each must know by itself that its pause is over."""
    async with seated(server.url, 2, Options("sixem")) as (_, tables):
        await tables[0].ask(commands.Start)
        await until(tables[1], events.Started)
        await asyncio.gather(*map(pattern_of, tables))
        for table in tables:
            while not await called(table):
                await asyncio.sleep(0.05)  # the 3-2-1, which nothing ends but time
        mind = level("nearest", "sixem")

        async def throws() -> None:
            while not any([await act(table, mind) for table in tables]):
                await asyncio.sleep(0.05)

        await asyncio.gather(throws(), until(tables[0], events.Thrown))


async def called(table: AtTable) -> bool:
    try:
        await table.ask(commands.Stop, round=1)
    except Refused:
        return False
    return True


@asynchronous
async def test_nobody_guesses_the_nonce_of_somebody_elses_next_message(server: Server) -> None:
    """All hear the nonce of an event: who guesses the next one could answer a message for its client."""
    async with seated(server.url, 2, Options("sixto")) as (_, (ada, _)):
        received = [(await ada.ask(commands.React, reaction="hello")).n for _ in range(3)]
        assert len({nonce.partition("-")[0] for nonce in received}) == 3


@asynchronous
async def test_a_compressed_body_is_refused_and_not_unpacked(server: Server) -> None:
    """Ten kilobytes can become ten megabytes, which took 30 ms of the event loop."""
    async with Client(server.url) as ada:
        body, compressed = b'{"options":{"game":"sixto"}}', {"Content_Encoding": "gzip"}
        assert (await visit(server.url, "/api/tables", "POST", ada.cookie, body)).status == 201
        answer = await visit(server.url, "/api/tables", "POST", ada.cookie, gzip.compress(body), **compressed)
        assert (answer.status, answer.code) == (400, "http.body")
