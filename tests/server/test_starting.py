"""How a server starts, plain or by https, how it stops, and what it says if it cannot start."""

import asyncio
import json
import os
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from sixes.play import commands, events
from sixes.play.options import Options
from tests.event_loop import asynchronous
from tests.server.clients import checked_record, guests, play_out, seated, until, wire
from tests.server.serving import running_server

TLS = Path(__file__).parent / "tls"
CERTIFICATE, KEY = TLS / "only-for-tests.crt", TLS / "only-for-tests.key"
SIXTO = Options("sixto", seats=2)


# TLS ----------------------------------------------------------------------------------------------------


@asynchronous
async def test_a_table_by_https(tmp_path: Path) -> None:
    trusting = ssl.create_default_context(cafile=CERTIFICATE)
    with running_server(tmp_path, "--tls-cert", str(CERTIFICATE), "--tls-key", str(KEY)) as server:
        assert server.url.startswith("https://")
        connector, jar = aiohttp.TCPConnector(ssl=trusting), aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as session:
            async with session.get(f"{server.url}/api/me") as me:
                assert me.headers["Set-Cookie"].endswith("; Secure")
            wish = json.dumps({"options": {"game": "sixto"}}).encode()
            async with session.post(f"{server.url}/api/tables", data=wish) as made:
                table = await made.json()
            assert table["link"].startswith("https://")
            address = f"{server.url}/api/tables/{table['code']}/socket"
            async with session.ws_connect(address, origin=server.url) as ours:
                assert (await ours.receive_json())["t"] == "welcome"
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(address, origin=server.url.replace("https", "http"))
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert await reader.read() == b""  # plain http to the port of https: no answer, and no noise
        writer.close()


# Starting and stopping ----------------------------------------------------------------------------------


@asynchronous
async def test_a_graceful_stop_loses_nothing_and_clients_come_back(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with seated(server.url, 2, SIXTO) as ((ada, _), (ada_at, bob_at)):
            code = ada_at.table.code
            async with wire(ada, server.url, code) as hers:
                await ada_at.ask(commands.Start)
                last = await ada_at.ask(commands.React, reaction="hello")
                await hers.receive(v=last.v)
                stopped = asyncio.create_task(asyncio.to_thread(server.stop))
                assert await hers.close_code() == 1012
                assert await stopped == 0
            server.start()
            async with wire(ada, server.url, code) as hers:
                assert hers.received[0]["v"] >= last.v
            await until(bob_at, events.Started)
            await play_out(ada_at, bob_at)
            await checked_record(ada, code)


@asynchronous
async def test_a_stop_does_not_wait_for_those_who_do_nothing(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with guests(server.url, 1):
            _, idle = await asyncio.open_connection("127.0.0.1", server.port)
            _, busy = await asyncio.open_connection("127.0.0.1", server.port)
            busy.write(b"POST /api/me/carry HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
            assert await asyncio.to_thread(server.stop) == 0
            for writer in (idle, busy):
                writer.close()


def serve(*options: str | Path) -> str:
    """The one sentence of a server that cannot start."""
    command = [sys.executable, "-m", "sixes", "serve", "--host", "127.0.0.1", *map(str, options)]
    done = subprocess.run(
        command, capture_output=True, env=os.environ | {"LC_ALL": "C"}, check=False, timeout=60, text=True
    )
    assert (done.stdout, done.returncode in (1, 2)) == ("", True)
    (sentence,) = done.stderr.splitlines()
    return sentence


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = serve("--port", str(port), "--data", tmp_path)
    assert sentence.startswith(f"Cannot listen on 127.0.0.1, port {port}: ")
    assert "use" in sentence


def test_data_that_another_server_uses(tmp_path: Path) -> None:
    with running_server(tmp_path):
        sentence = serve("--port", "0", "--data", tmp_path)
    assert sentence == f"Another server is already using the data in {tmp_path}."


def test_data_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    sentence = serve("--port", "0", "--data", file / "data")
    assert sentence == f"The database {file / 'data'} cannot be used: Not a directory"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--trusted-proxy", "nobody"), "nobody is no address of a proxy"),
        (
            ("--tls-cert", CERTIFICATE),
            "https needs a certificate and its key: --tls-cert FILE --tls-key FILE",
        ),
        (("--tls-cert", KEY, "--tls-key", KEY), "https needs a certificate and its key"),
        (("--tls-cert", "no.crt", "--tls-key", KEY), "no.crt cannot be read: No such file or directory"),
        (("--host", "192.0.2.1"), "Cannot listen on 192.0.2.1, port 0: "),
        (("--port", "70000"), "'70000' is no port; ports are 0 to 65535"),
        (("--bot-pace", "-1"), "'-1' is no number from 0 to 100"),
        (("--nonsense",), "unrecognized arguments: --nonsense"),
    ],
)
def test_options_that_make_no_sense(options: tuple[str | Path, ...], sentence: str, tmp_path: Path) -> None:
    assert sentence in serve("--port", "0", "--data", tmp_path, *options)
