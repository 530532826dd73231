"""RFC 6455 over a real server: the handshake, and the cases of the Autobahn test suite."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from sixes.client import Client
from sixes.play.options import Options
from tests.event_loop import asynchronous
from tests.hostile.raw_connections import CLOSE, PING, PONG, TEXT, WHOLE, frame
from tests.server.clients import guests
from tests.server.serving import Server
from tests.server.sockets.conformance_cases import ANSWER, CASES, MESSAGE, NORMAL, Case, close

HEADERS = (
    *("Upgrade: websocket", "Connection: Upgrade"),
    *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
)
ACCEPTED = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
"""The answer to that key, from the RFC."""


class Line:
    """A connection whose packets are sent one by one; it reads only at the end."""

    def __init__(self, server: Server) -> None:
        self._line = socket.create_connection(("127.0.0.1", server.port))
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._line.setblocking(False)
        self._loop = asyncio.get_running_loop()
        self._rest = b""

    async def send(self, data: bytes) -> None:
        with suppress(ConnectionError):  # the server may have closed before it has heard all
            await self._loop.sock_sendall(self._line, data)

    async def head(self) -> list[str]:
        """The lines of a response, up to its body."""
        while b"\r\n\r\n" not in self._rest:
            data = await self._loop.sock_recv(self._line, 65_536)
            assert data, "no response"
            self._rest += data
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        return head.decode().split("\r\n")

    async def frames(self) -> list[tuple[int, bytes]]:
        """All frames until the server ends the connection."""
        with suppress(ConnectionError):
            while data := await self._loop.sock_recv(self._line, 65_536):
                self._rest += data
        return list(split(self._rest))

    def close(self) -> None:
        self._line.close()


def split(data: bytes) -> list[tuple[int, bytes]]:
    """The frames of a server: whole, not masked, and of no more bytes than they say."""
    frames, at = [], 0
    while at < len(data):
        begin, length = at + 2, data[at + 1]
        if length >= 126:
            begin += 2 if length == 126 else 8
            length = int.from_bytes(data[at + 2 : begin])
        assert data[at] & 0xF0 == WHOLE
        assert data[at + 1] < 0x80
        assert begin + length <= len(data)
        frames.append((data[at] & 15, data[begin : begin + length]))
        at = begin + length
    return frames


class Visit:
    """A player with a table, who can ask for a socket in any words."""

    def __init__(self, server: Server, client: Client, code: str) -> None:
        self._server, self._client, self._code = server, client, code

    def request(self, *headers: str, begin: str = "GET {path} HTTP/1.1") -> bytes:
        path = f"/api/tables/{self._code}/socket"
        host, cookie = f"Host: 127.0.0.1:{self._server.port}", f"Cookie: sixes={self._client.cookie}"
        return "\r\n".join([begin.format(path=path), host, cookie, *headers, "", ""]).encode()

    @asynccontextmanager
    async def line(self, request: bytes) -> AsyncIterator[Line]:
        line = Line(self._server)
        try:
            await line.send(request)
            yield line
        finally:
            line.close()


@asynccontextmanager
async def visiting(server: Server) -> AsyncIterator[Visit]:
    async with guests(server.url, 1) as (client,):
        yield Visit(server, client, await client.make_table(Options("sixto")))


def answers_in(frames: list[tuple[int, bytes]]) -> list[tuple[str, bytes]]:
    """Pongs, and refusals with their nonces; what the server says of itself is left out."""
    answers = []
    for kind, payload in frames:
        if kind == PONG:
            answers.append(("pong", payload))
        elif kind == TEXT and (message := json.loads(payload))["t"] == "refused":
            answers.append((message["code"], message.get("n", "").encode()))
        else:
            assert kind in (TEXT, PING, CLOSE)
    return answers


async def run_case(visit: Visit, case: Case) -> str:
    """What is wrong with how the server meets a case; nothing if it is met strictly."""
    async with visit.line(visit.request(*HEADERS)) as line:
        await line.head()
        for packet in case.sends:
            await line.send(packet)
        if case.code == NORMAL:
            await line.send(close(NORMAL))
        *before, last = await line.frames()
    closed = [payload for kind, payload in [*before, last] if kind == CLOSE]
    got = answers_in(before), closed, last[0]
    wanted = case.answers, [case.code.to_bytes(2)], CLOSE
    return "" if got == wanted else f"{case.number}: got {got}, wanted {wanted}"


def category_of(case: Case) -> str:
    return case.number.partition(".")[0] if case.number[0].isdigit() else "beyond"


@pytest.mark.parametrize("category", [*"1234567", "9", "10", "beyond"])
@asynchronous
async def test_autobahn(category: str, server: Server) -> None:
    cases = [case for case in CASES if category_of(case) == category]
    assert cases
    async with visiting(server) as visit:
        wrong = [await run_case(visit, case) for case in cases]
    assert not any(wrong), "\n".join(filter(None, wrong))


def test_no_case_is_missing() -> None:
    """As many as the suite has in each category; the last of 7 there are informational."""
    numbers = [case.number for case in CASES]
    assert len(set(numbers)) == len(numbers)
    counts = {name: sum(category_of(case) == name for case in CASES) for name in (*"1234567", "9", "10")}
    assert counts == {"1": 16, "2": 11, "3": 7, "4": 10, "5": 20, "6": 145, "7": 37, "9": 54, "10": 1}


# Handshakes ---------------------------------------------------------------------------------------------


def headers(**changed: str | None) -> tuple[str, ...]:
    """Those of a handshake, with some changed or left out; in names, _ stands for -."""
    new = {name.replace("_", "-"): value for name, value in changed.items()}
    kept = [line for line in HEADERS if line.partition(":")[0] not in new]
    return (*kept, *(f"{name}: {value}" for name, value in new.items() if value is not None))


GOOD = {
    "as in the RFC": HEADERS,
    "words in any case": headers(Upgrade="WebSocket", Connection="upgrade"),
    "as Firefox says it": headers(Connection="keep-alive, Upgrade"),
    "in several lines": (*headers(Connection="keep-alive"), "Connection: , Upgrade ,"),
    "several protocols to upgrade to": headers(Upgrade="h2c, websocket"),
    "what nobody knows": (*HEADERS, "Sec-WebSocket-Protocol: chat", "Sec-WebSocket-Extensions: x; y=1"),
}
BAD: dict[str, tuple[str, tuple[str, ...], int]] = {
    "no upgrade at all": ("GET {path} HTTP/1.1", (), 426),
    "HEAD": ("HEAD {path} HTTP/1.1", HEADERS, 405),
    "POST": ("POST {path} HTTP/1.1", HEADERS, 405),
    "HTTP/1.0": ("GET {path} HTTP/1.0", HEADERS, 426),
    "no Upgrade": ("GET {path} HTTP/1.1", headers(Upgrade=None), 426),
    "another Upgrade": ("GET {path} HTTP/1.1", headers(Upgrade="websockets"), 426),
    "no Connection": ("GET {path} HTTP/1.1", headers(Connection=None), 426),
    "another Connection": ("GET {path} HTTP/1.1", headers(Connection="notupgrade"), 426),
    "no version": ("GET {path} HTTP/1.1", headers(Sec_WebSocket_Version=None), 426),
    "an old version": ("GET {path} HTTP/1.1", headers(Sec_WebSocket_Version="8"), 426),
    "two versions": ("GET {path} HTTP/1.1", (*HEADERS, "Sec-WebSocket-Version: 13"), 426),
    "no key": ("GET {path} HTTP/1.1", headers(Sec_WebSocket_Key=None), 400),
    "a short key": ("GET {path} HTTP/1.1", headers(Sec_WebSocket_Key="AAAA"), 400),
    "a key that is no base64": ("GET {path} HTTP/1.1", headers(Sec_WebSocket_Key="!" * 24), 400),
    "two keys": ("GET {path} HTTP/1.1", (*HEADERS, HEADERS[-1]), 400),
    "a body": ("GET {path} HTTP/1.1", (*HEADERS, "Content-Length: 2"), 400),
}


@pytest.mark.parametrize("lines", GOOD.values(), ids=GOOD)
@asynchronous
async def test_a_handshake_is_accepted(lines: tuple[str, ...], server: Server) -> None:
    async with visiting(server) as visit, visit.line(visit.request(*lines)) as line:
        status, *answers = await line.head()
        assert status == "HTTP/1.1 101 Switching Protocols"
        assert {"Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Accept: {ACCEPTED}"} <= {
            *answers
        }
        assert not any(
            answer.startswith(("Sec-WebSocket-Protocol", "Sec-WebSocket-Ext")) for answer in answers
        )


@pytest.mark.parametrize(("begin", "lines", "status"), BAD.values(), ids=BAD)
@asynchronous
async def test_a_handshake_is_refused(
    begin: str, lines: tuple[str, ...], status: int, server: Server
) -> None:
    async with visiting(server) as visit, visit.line(visit.request(*lines, begin=begin)) as line:
        first, *answers = await line.head()
        assert int(first.split()[1]) == status
        offers = {"Sec-WebSocket-Version: 13", "Upgrade: websocket", "Connection: Upgrade"}
        assert offers & {*answers} == (offers if status == 426 else set())


@asynchronous
async def test_two_origins_are_refused_even_if_both_are_ours(server: Server) -> None:
    ours = f"Origin: {server.url}"
    async with visiting(server) as visit:
        async with visit.line(visit.request(*HEADERS, ours)) as line:
            assert (await line.head())[0].split()[1] == "101"
        async with visit.line(visit.request(*HEADERS, ours, ours)) as line:
            assert (await line.head())[0].split()[1] == "403"


@asynchronous
async def test_what_comes_with_the_handshake_is_read(server: Server) -> None:
    early = MESSAGE + frame(b"early", WHOLE | PING) + close(4321)
    async with visiting(server) as visit, visit.line(visit.request(*HEADERS) + early) as line:
        await line.head()
        frames = await line.frames()
    assert answers_in(frames) == [ANSWER, ("pong", b"early")]
    assert frames[-1] == (CLOSE, (4321).to_bytes(2))
