"""Messages and requests that should not be: each gets its code, the others at the table play on."""

import asyncio
import gc
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from sixes.client import Client, Refused, ServerProblem
from sixes.play.options import Options
from sixes.server import limits
from sixes.server.codes import ALPHABET
from sixes.server.tables.opening import MOST_READ
from sixes.text import catalogue
from tests.event_loop import asynchronous
from tests.server.clients import ADD, beside_a_game, seated, visit, wire
from tests.server.in_process import serving
from tests.server.serving import Server, running_server

TEXT = aiohttp.WSMsgType.TEXT


# What cannot be read ------------------------------------------------------------------------------------

MALFORMED = {
    "nothing": b"",
    "half of it": b'{"t":"leave","n":"a-1"',
    "two": b'{"t":"leave","n":"a-1"}{"t":"leave","n":"a-2"}',
    "no JSON": b"leave",
    "UTF-16": '{"t":"leave","n":"a-1"}'.encode("utf-16-le"),
    "zeros": bytes(100),
    "no number": b'{"t":"roll","n":"a-1","turn":NaN}',
}
UNKNOWN = {
    "a list": b"[" * 2000 + b"]" * 2000,
    "very deep": b'{"t":"sit","n":"a-1","add":' + b"[" * 1900 + b"]" * 1900 + b"}",
    "a type that there is not": b'{"t":"win","n":"a-1"}',
    "no type": b'{"n":"a-1"}',
    "an event": b'{"t":"rolled","n":"a-1","turn":1,"dice":[6,6,6,6,6,6]}',
    "a field too many": b'{"t":"roll","n":"a-1","turn":1,"dice":[6,6,6,6,6,6]}',
    "a field too few": b'{"t":"roll","n":"a-1"}',
    "no nonce": b'{"t":"leave"}',
    "an empty nonce": b'{"t":"leave","n":""}',
    "a long nonce": b'{"t":"leave","n":"%s"}' % (b"a" * 41),
    "a nonce with other signs": b'{"t":"leave","n":"a 1"}',
    "a text for a number": b'{"t":"roll","n":"a-1","turn":"1"}',
    "half a turn": b'{"t":"roll","n":"a-1","turn":1.5}',
    "a turn before the first": b'{"t":"roll","n":"a-1","turn":-1}',
    "a turn beyond all games": b'{"t":"roll","n":"a-1","turn":%s}' % (b"9" * 4000),
    "too little added": b'{"t":"sit","n":"a-1","add":"00"}',
    "a seat beyond all tables": b'{"t":"sit","n":"a-1","add":"%s","seat":6}' % ADD.encode(),
}
UNREADABLE = [(data, "wire.malformed") for data in MALFORMED.values()]
UNREADABLE += [(data, "wire.unknown") for data in UNKNOWN.values()]


@pytest.mark.parametrize(("data", "code"), UNREADABLE, ids=[*MALFORMED, *UNKNOWN])
@asynchronous
async def test_what_cannot_be_read_is_refused_and_the_third_time_is_the_last(
    data: bytes, code: str, server: Server
) -> None:
    async with Client(server.url) as mallory:
        table = await mallory.make_table(Options("sixto"))
        async with wire(mallory, server.url, table) as hers:
            for answer in (code, code, "wire.closed"):
                await hers.socket.send_frame(data, TEXT)
                assert (await hers.receive(t="refused"))["code"] == answer
            assert await hers.close_code() == 4001


@asynchronous
async def test_nonsense_at_a_table_does_not_disturb_its_game(server: Server) -> None:
    async def mischief(mallory: Client, code: str) -> None:
        for data, _ in UNREADABLE:
            async with wire(mallory, server.url, code) as hers:
                for _ in range(2):
                    await hers.say(data.decode())
                    assert (await hers.receive(t="refused"))["code"].startswith("wire.")
                await hers.socket.send_frame(data, TEXT)
                assert await hers.close_code() == 4001

    await beside_a_game(server, mischief)


@asynchronous
async def test_a_message_longer_than_4_kb_ends_the_connection(server: Server) -> None:
    async def mischief(mallory: Client, code: str) -> None:
        async with wire(mallory, server.url, code) as hers:
            await hers.say('{"t":"leave","n":"a-1"}'.ljust(4096))
            assert (await hers.receive(n="a-1"))["code"] == "table.not_seated"
            await hers.say('{"t":"leave","n":"a-2"}'.ljust(4097))
            assert await hers.close_code() == 1009

    await beside_a_game(server, mischief)


# Too much -----------------------------------------------------------------------------------------------


@asynchronous
async def test_a_flood_is_refused_message_by_message_and_stops_at_last(server: Server) -> None:
    async def mischief(mallory: Client, code: str) -> None:
        async with wire(mallory, server.url, code) as hers:
            with suppress(ConnectionResetError):  # on a slow machine it is closed before all are sent
                for number in range(700):  # with many more, the connection is aborted before the goodbye
                    await hers.say({"t": "leave", "n": f"f-{number}"})
            assert await hers.close_code() == 4002
            answers = [
                (message["n"], message["code"]) for message in hers.received if message["t"] == "refused"
            ]
            taken = [nonce for nonce, why in answers if why == "table.not_seated"]
            refused = [nonce for nonce, why in answers if why == "wire.flood"]
            assert [nonce for nonce, _ in answers] == [f"f-{number}" for number in range(len(answers))]
            assert taken[:100] == [f"f-{number}" for number in range(100)]
            assert len(refused) > 200

    await beside_a_game(server, mischief)


@asynchronous
async def test_who_waits_a_moment_after_too_much_goes_on(server: Server) -> None:
    async with (
        seated(server.url, 1, Options("sixto")) as ((ada,), (table,)),
        wire(ada, server.url, table.table.code) as hers,
    ):
        for number in range(150):
            await hers.say({"t": "react", "n": f"f-{number}", "reaction": "hurry"})
        assert (await hers.receive(t="refused"))["code"] == "wire.flood"
        await hers.receive(n="f-149")
        number = 0
        while (await hers.ask("react", f"g-{number}", reaction="oops"))["t"] == "refused":
            number += 1
            await asyncio.sleep(0.02)  # the moment that they are told to wait
        assert hers.last["reaction"] == "oops"


@asynchronous
async def test_a_flood_of_pings_or_pongs_stops_too(server: Server) -> None:
    async def mischief(mallory: Client, code: str) -> None:
        for kind in ("ping", "pong"):
            async with wire(mallory, server.url, code) as hers:
                with suppress(ConnectionError):  # the server may have closed before it has heard all
                    for _ in range(600):  # with many more, the connection is aborted before the goodbye
                        await getattr(hers.socket, kind)(b"x" * 125)
                assert await hers.close_code() == 4002

    await beside_a_game(server, mischief)


@asynchronous
async def test_reactions_are_few(server: Server) -> None:
    async with seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), (table,)):
        async with wire(ada, server.url, table.table.code) as hers:
            answers = [await hers.ask("react", f"r-{number}", reaction="hurry") for number in range(30)]
        assert [answer["t"] for answer in answers[:10]] == ["reacted"] * 10
        assert {answer.get("code") for answer in answers[20:]} >= {"wire.flood"}


@asynchronous
async def test_nobody_fills_the_lobby(server: Server) -> None:
    async with Client(server.url) as mallory:
        for _ in range(12):
            await mallory.make_table(Options("sixto", open=True))
        with pytest.raises(ServerProblem) as refused:
            await mallory.make_table(Options("sixto", open=True))
        assert refused.value.code == "table.too_many"


# Where it comes from ------------------------------------------------------------------------------------

FOREIGN = ("https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil.example", "file://")


@pytest.mark.parametrize("origin", FOREIGN)
@asynchronous
async def test_a_page_elsewhere_can_neither_change_anything_nor_open_a_socket(
    origin: str, server: Server
) -> None:
    async with Client(server.url) as ada:
        code = await ada.make_table(Options("sixto"))
        for method, path in (("POST", "/api/tables"), ("PUT", "/api/me/name"), ("POST", "/api/me/code")):
            refused = await visit(server.url, path, method, ada.cookie, b"{}", Origin=origin)
            assert (refused.status, refused.code) == (403, "wire.origin")
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await ada.session.ws_connect(f"{server.url}/api/tables/{code}/socket", origin=origin)
        assert caught.value.status == 403


@asynchronous
async def test_our_own_page_can(server: Server) -> None:
    async with Client(server.url) as ada:
        code = await ada.make_table(Options("sixto"))
        named = await visit(
            server.url, "/api/me/name", "PUT", ada.cookie, b'{"name":"Ada"}', Origin=server.url
        )
        assert named.status == 200
        async with ada.session.ws_connect(
            f"{server.url}/api/tables/{code}/socket", origin=server.url
        ) as socket:
            assert (await socket.receive_json())["name"] == "Ada"


# Guessing -----------------------------------------------------------------------------------------------


@asynchronous
async def test_codes_that_do_not_exist_are_unknown_and_guessing_is_stopped(tmp_path: Path) -> None:
    with running_server(tmp_path, "--trusted-proxy", "127.0.0.1") as server:
        async with seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), (table,)):
            code = table.table.code
            others = (f"{code[:4]}{a}{b}" for a in ALPHABET[:8] for b in ALPHABET[:11])
            paths = [f"/api/tables/{other}" for other in others if other != code]
            answers = [await visit(server.url, path, Accept_Language="fr") for path in paths]
            assert [(answer.status, answer.code) for answer in answers[:60]] == [(404, "table.unknown")] * 60
            assert answers[0].body["message"] == catalogue("fr")["table.unknown"]
            assert (answers[-1].status, answers[-1].code) == (429, "table.too_many_guesses")
            # Neither the right code helps the guesser now, nor a socket.
            assert (await visit(server.url, f"/api/tables/{code}")).code == "table.too_many_guesses"
            async with Client(server.url) as mallory:
                with pytest.raises(Refused, match=r"table\.too_many_guesses"):
                    await mallory.at(code).__aenter__()
            # Whoever sits at a table can come back to it; whoever is elsewhere hears nothing of all this.
            async with ada.at(code) as again:
                assert again.seat == 0
            elsewhere = await visit(server.url, f"/api/tables/{code}", X_Forwarded_For="192.0.2.7")
            assert elsewhere.body["code"] == code


@pytest.mark.parametrize(
    "code", ["BCDFGH", "bcd", "AAAAAA", "%00%00", "..%2f..%2fetc", "x" * 5000, "%F0%9F%8E%B2"]
)
@asynchronous
async def test_a_table_that_does_not_exist(code: str, server: Server) -> None:
    for path in (f"/api/tables/{code}", f"/api/tables/{code}/record"):
        refused = await visit(server.url, path)
        assert (refused.status, refused.code) == (404, "table.unknown")
    async with Client(server.url) as ada, wire(ada, server.url, code) as hers:
        assert await hers.close_code() == 4000
        assert hers.last["code"] == "table.unknown"


# Tables that are not in memory --------------------------------------------------------------------------


@asynchronous
async def test_an_open_socket_keeps_nothing_of_its_request(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.url) as ann:
        code = await ann.make_table(Options("sixto"))
        async with wire(ann, server.url, code) as hers:
            await hers.receive(t="here")
            kept = [one for one in gc.get_objects() if isinstance(one, web.Request | web.StreamResponse)]
            assert kept == []


@asynchronous
async def test_who_opens_many_long_tables_has_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read of their logs counts for the address; who comes to a table in memory reads nothing."""
    monkeypatch.setattr(limits, "EVENTS_READ", (0, MOST_READ + 43))
    async with serving(tmp_path) as server, Client(server.url) as ann:
        codes = [await ann.make_table(Options("sixto")) for _ in range(3)]
        for code in codes[:2]:
            async with wire(ann, server.url, code) as hers:
                for number in range(20):
                    await hers.say({"t": "bot", "n": f"a-{number}", "seat": 0, "level": "random"})
                    await hers.say({"t": "remove", "n": f"b-{number}", "seat": 0})
                    await hers.receive(n=f"b-{number}")
        server.registry.tables.clear()
        for code in (codes[0], codes[0], codes[2]):  # 41 events, none, one; two when they were new
            async with ann.at(code):
                pass
        with pytest.raises(Refused, match=r"http\.slow_down"):
            async with ann.at(codes[1]):
                pass
        async with ann.at(codes[0]):
            pass
