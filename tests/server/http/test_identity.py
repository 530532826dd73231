"""Who somebody is without signing up, and what stays secret."""

import asyncio
import json
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sixes.client import Client, ServerProblem
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.server.codes import hash_secret
from sixes.server.storage.sqlite import NAME
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous
from tests.server.clients import guests, play_out, seated, until, visit, wire
from tests.server.serving import Server, running_server

SIXTO = Options("sixto", seats=2)


@pytest.fixture(scope="module")
def behind_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that believes what a proxy on this machine says of its clients."""
    with running_server(tmp_path_factory.mktemp("data"), "--trusted-proxy", "127.0.0.0/8") as running:
        yield running


def stored_bytes(server: Server) -> bytes:
    """All that lies in the data directory."""
    return b"".join(file.read_bytes() for file in server.data.iterdir())


# The cookie ---------------------------------------------------------------------------------------------


@asynchronous
async def test_the_first_visit_makes_a_guest_and_the_next_one_knows_them(server: Server) -> None:
    first = await visit(server.url, "/api/me")
    attributes = set(first.headers["Set-Cookie"].split("; ")[1:])
    assert attributes == {"Max-Age=31536000", "Path=/", "HttpOnly", "SameSite=Lax"}
    assert first.body["name"]
    again = await visit(server.url, "/api/me", secret=first.secret)
    assert again.body == first.body
    assert "Set-Cookie" not in again.headers


@pytest.mark.parametrize("state", ["active = active - 3600 * 1000", "expires = 1"])
@asynchronous
async def test_whoever_comes_now_and_then_is_remembered_for_another_year(tmp_path: Path, state: str) -> None:
    with running_server(tmp_path) as server:
        first = await visit(server.url, "/api/me")
        with closing(sqlite3.connect(server.data / NAME, timeout=5)) as database, database:
            database.execute(f"UPDATE players SET {state}")
        later = await visit(server.url, "/api/me", secret=first.secret)
        assert later.headers["Set-Cookie"] == first.headers["Set-Cookie"]
        with closing(sqlite3.connect(server.data / NAME, timeout=5)) as database:
            assert database.execute("SELECT active >= 0, expires FROM players").fetchall() == [(1, None)]
        again = await visit(server.url, "/api/me", secret=first.secret)
        assert "Set-Cookie" not in again.headers, "once an hour is enough"


@asynchronous
async def test_nobody_is_known_by_a_secret_that_we_never_gave(server: Server) -> None:
    known = await visit(server.url, "/api/me")
    for secret in ("x" * 43, known.secret[:-1], known.body["player"], "x" * 5000, "\xc3\x28"):
        stranger = await visit(server.url, "/api/me", secret=secret)
        assert stranger.body["player"] != known.body["player"]
        refused = await visit(server.url, "/api/me/name", "PUT", secret, b'{"name":"Eve"}')
        assert (refused.status, refused.code) == (401, "identity.none")


@asynchronous
async def test_a_browser_without_the_cookie_cannot_come_to_a_table(server: Server) -> None:
    async with Client(server.url) as ada:
        code = await ada.make_table(SIXTO)
    refused = await visit(
        server.url,
        f"/api/tables/{code}/socket",
        Connection="Upgrade",
        Upgrade="websocket",
        Sec_WebSocket_Version="13",
        Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==",
    )
    assert (refused.status, refused.code) == (401, "identity.none")


@asynchronous
async def test_only_a_trusted_proxy_is_believed_that_it_speaks_https(
    server: Server, behind_proxy: Server
) -> None:
    claimed = await visit(server.url, "/api/me", X_Forwarded_Proto="https")
    assert "Secure" not in claimed.headers["Set-Cookie"]
    plain = await visit(behind_proxy.url, "/api/me", X_Forwarded_Proto="http")
    secure = await visit(behind_proxy.url, "/api/me", X_Forwarded_Proto="https")
    assert "Secure" not in plain.headers["Set-Cookie"]
    assert secure.headers["Set-Cookie"].endswith("; Secure")


@asynchronous
async def test_a_cookie_from_before_moves_to_its_secure_name_under_tls(behind_proxy: Server) -> None:
    plain = await visit(behind_proxy.url, "/api/me")
    moved = await visit(behind_proxy.url, "/api/me", secret=plain.secret, X_Forwarded_Proto="https")
    assert moved.body == plain.body
    new, old = moved.headers.getall("Set-Cookie")  # type: ignore[attr-defined] # it is a CIMultiDict
    secure = f"__Host-sixes={plain.secret}"
    assert new == f"{secure}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure"
    assert old.startswith("sixes=; Max-Age=0; Path=/")
    later = await visit(behind_proxy.url, "/api/me", X_Forwarded_Proto="https", Cookie=secure)
    assert later.body == plain.body
    assert "Set-Cookie" not in later.headers
    # A cookie that another host of the domain, or somebody in the network, has set does not count.
    planted = f"sixes={(await visit(behind_proxy.url, '/api/me')).secret}; {secure}"
    kept = await visit(behind_proxy.url, "/api/me", X_Forwarded_Proto="https", Cookie=planted)
    assert kept.body == plain.body
    # Over plain http, browsers neither keep nor send the secure one: it is not read.
    assert (await visit(behind_proxy.url, "/api/me", Cookie=secure)).body["player"] != plain.body["player"]


@asynchronous
async def test_under_tls_browsers_are_told_to_stay_there_but_not_at_localhost(behind_proxy: Server) -> None:
    for path in ("/", "/api/me", "/api/nothing"):
        secure = await visit(behind_proxy.url, path, X_Forwarded_Proto="https", Host="sixes.example")
        assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
        for proto, host in (("http", "sixes.example"), ("https", "localhost")):
            other = await visit(behind_proxy.url, path, X_Forwarded_Proto=proto, Host=host)
            assert "Strict-Transport-Security" not in other.headers


@asynchronous
async def test_the_database_has_hashes_and_no_secrets(server: Server) -> None:
    first = await visit(server.url, "/api/me")
    made = await visit(server.url, "/api/me/code", "POST", first.secret)
    shown = made.body["code"]
    other = await visit(server.url, "/api/me/carry", "POST", data=b'{"code":"%s"}' % shown.encode())
    kept = stored_bytes(server)
    for secret in (first.secret, other.secret):
        assert secret.encode() not in kept
        assert hash_secret(secret) in kept
    for secret in (shown[5:], shown[5:].replace("-", "")):
        assert secret.encode() not in kept


# Names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name.empty"),
        (" \N{NO-BREAK SPACE} ", "name.empty"),
        ("x" * 21, "name.too_long"),
        ("Ada\\u202eevil", "name.characters"),
        ("A\\u200bda", "name.characters"),
        ("Ada\\u0007", "name.characters"),
        ("...", "name.characters"),
    ],
)
@asynchronous
async def test_a_name_that_does_not_work_is_refused_in_the_language_of_whoever_asks(
    name: str, code: str, server: Server
) -> None:
    secret, data = (await visit(server.url, "/api/me")).secret, f'{{"name":"{name}"}}'.encode()
    for language in LANGUAGES:
        wish = f"xx, {language}-CH;q=0.8"
        refused = await visit(server.url, "/api/me/name", "PUT", secret, data, Accept_Language=wish)
        assert (refused.status, refused.code) == (400, code)
        assert refused.body["message"] == catalogue(language)[code]


@asynchronous
async def test_a_name_is_composed_and_kept(server: Server) -> None:
    async with Client(server.url) as zoe:
        await zoe.rename(unicodedata.normalize("NFD", "  Zoë   Müller "))
        assert zoe.name == "Zoë Müller"
        assert (await zoe.me())["name"] == "Zoë Müller"
        assert (await zoe.me())["player"] == zoe.player


@asynchronous
async def test_a_new_name_is_seen_at_the_table_at_once_and_later(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as ((ada, _), (_, bob_at)):
        await ada.rename("Ada")
        named = await until(bob_at, events.Named)
        assert (named.seat, named.name) == (0, "Ada")
        async with wire(ada, server.url, bob_at.table.code) as again:
            welcome = again.received[0]
            assert (welcome["name"], welcome["table"]["seats"][0]["name"]) == ("Ada", "Ada")


@asynchronous
async def test_a_new_name_is_seen_at_a_table_that_was_not_in_memory_meanwhile(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with seated(server.url, 1, SIXTO) as ((ada,), (table,)):
            code = table.table.code
        server.stop()
        server.start()
        await ada_again(server, ada.cookie, code)


async def ada_again(server: Server, cookie: str, code: str) -> None:
    async with Client(server.url, cookie) as ada:
        await ada.rename("Ada")
        async with ada.at(code) as table:
            named = await until(table, events.Named)
            assert (named.seat, named.name) == (0, "Ada")


@asynchronous
async def test_who_comes_with_another_name_sits_down_with_it(server: Server) -> None:
    async with Client(server.url) as ada:
        code = await ada.make_table(SIXTO)
        async with ada.at(code) as table:
            await ada.rename("Grace")
            sat = await table.sit()
            assert isinstance(sat, events.Sat)
            assert sat.who.name == "Grace"


# Another device -----------------------------------------------------------------------------------------


@asynchronous
async def test_a_code_carries_an_identity_to_another_device_once(server: Server) -> None:
    async with guests(server.url, 3) as (ada, tablet, thief):
        code = await ada.carry_code()
        before = tablet.player
        await tablet.carry(code.lower().replace("-", " "))
        assert (tablet.player, tablet.name) == (ada.player, ada.name)
        assert before != ada.player
        assert tablet.cookie != ada.cookie
        assert (await ada.me())["player"] == ada.player
        with pytest.raises(ServerProblem) as refused:
            await thief.carry(code)
        assert refused.value.code == "identity.code_unknown"
        assert (await thief.me())["player"] not in ("", ada.player)


@asynchronous
async def test_a_new_code_makes_the_one_before_it_void(server: Server) -> None:
    async with guests(server.url, 2) as (ada, tablet):
        first, second = await ada.carry_code(), await ada.carry_code()
        with pytest.raises(ServerProblem):
            await tablet.carry(first)
        await tablet.carry(second)
        assert tablet.player == ada.player


@asynchronous
async def test_after_five_wrong_tries_a_code_is_locked(server: Server) -> None:
    async with guests(server.url, 2) as (ada, thief):
        for wrong in (4, 5):
            code = await ada.carry_code()
            for last in "BCDFG"[:wrong]:
                with pytest.raises(ServerProblem, match="this code is wrong, used or too old"):
                    await thief.carry(f"{code[:5]}2345-6789-BCD{last}")
            if wrong == 4:
                await thief.carry(code)
            else:
                with pytest.raises(ServerProblem, match="this code is wrong, used or too old"):
                    await thief.carry(code)


@asynchronous
async def test_after_ten_minutes_a_code_is_too_old(server: Server) -> None:
    async with guests(server.url, 2) as (ada, tablet):
        made = await ada.request("POST", "/api/me/code")
        asked_at = made["expires"] - 10 * 60 * 1000
        with closing(sqlite3.connect(server.data / NAME, isolation_level=None)) as database:
            expires = database.execute("SELECT expires FROM codes WHERE player = ?", [ada.player])
            assert expires.fetchone() == (made["expires"],)
            # Ten minutes pass.
            database.execute("UPDATE codes SET expires = ? WHERE player = ?", [asked_at, ada.player])
        with pytest.raises(ServerProblem) as refused:
            await tablet.carry(made["code"])
        assert refused.value.code == "identity.code_unknown"


# Two tabs, two devices ----------------------------------------------------------------------------------


@asynchronous
async def test_two_tabs_and_a_second_device_are_one_player_at_a_table(server: Server) -> None:
    async with guests(server.url, 2) as (ada, tablet):
        code = await ada.make_table(Options("sixto", seats=1))
        await tablet.carry(await ada.carry_code())
        async with ada.at(code) as tab, ada.at(code) as other_tab, tablet.at(code) as device:
            everywhere = (tab, other_tab, device)
            await tab.sit()
            await other_tab.ask(commands.Start)
            await device.ask(commands.Roll, turn=1)
            await tab.ask(commands.Keep, turn=1)
            for screen in everywhere:
                await until(screen, events.Kept)
                assert (screen.seat, screen.player) == (0, ada.player)
            done = await other_tab.ask(commands.SayDone, turn=1)
            assert [(await until(screen, events.SaidDone)) for screen in everywhere] == [done] * 3


@asynchronous
async def test_whoever_closes_one_of_two_tabs_is_still_here(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as ((ada, bob), _):
        code = (await ada.me())["tables"][0]["code"]
        async with wire(bob, server.url, code) as watching, wire(ada, server.url, code):
            await watching.receive(t="here", seats=[0, 1])
        async with wire(bob, server.url, code) as watching:
            assert (await watching.receive(t="here"))["seats"] == [0, 1]


# Nobody for another -------------------------------------------------------------------------------------


@asynchronous
async def test_a_move_is_made_for_the_seat_of_whoever_sends_it_and_for_no_other(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as ((ada, bob), (ada_at, bob_at)), Client(server.url) as eve:
        code = ada_at.table.code
        await ada_at.ask(commands.Start)
        await until(bob_at, events.Started)
        first, second = (ada, bob) if ada_at.seat == 0 else (bob, ada)
        async with (
            wire(first, server.url, code) as active,
            wire(second, server.url, code) as waiting,
            wire(eve, server.url, code) as watching,
        ):
            assert (await watching.ask("roll", "e-1", turn=1))["code"] == "table.not_seated"
            assert (await waiting.ask("roll", "w-1", turn=1))["code"] == "sixto.not_active"
            assert (await active.ask("roll", "a-1", turn=1))["t"] == "rolled"
            assert (await waiting.ask("keep", "w-2", turn=1))["code"] == "sixto.not_active"
            assert (await active.ask("keep", "a-2", turn=1))["t"] == "kept"
            # A message has no place for a seat: who tries to name one is not understood.
            await waiting.say({"t": "done", "n": "w-3", "turn": 1, "seat": 0})
            assert (await waiting.receive(t="refused"))["code"] == "wire.unknown"
            assert (await waiting.ask("done", "w-4", turn=1))["seat"] == 1
            assert (await watching.ask("done", "e-2", turn=1))["code"] == "table.not_seated"


@asynchronous
async def test_a_nonce_that_somebody_else_used_is_no_answer_to_mine(server: Server) -> None:
    async with (
        seated(server.url, 2, SIXTO) as ((ada, bob), (table, _)),
        wire(ada, server.url, table.table.code) as hers,
        wire(bob, server.url, table.table.code) as his,
    ):
        mine = await hers.ask("react", "same-1", reaction="wow")
        await his.say({"t": "react", "n": "same-1", "reaction": "oops"})
        other = await his.receive(t="reacted", reaction="oops")
        assert (mine["seat"], other["seat"], other["v"]) == (0, 1, mine["v"] + 1)


# Secrets ------------------------------------------------------------------------------------------------


@asynchronous
async def test_no_secret_is_in_any_event_answer_or_log_line(tmp_path: Path) -> None:
    with running_server(tmp_path, "--log-addresses") as server:
        async with seated(server.url, 2, SIXTO) as ((ada, bob), (ada_at, bob_at)):
            code = ada_at.table.code
            carry = await ada.carry_code()
            async with wire(bob, server.url, code) as watching:
                await ada_at.ask(commands.Start)
                await ada_at.ask(commands.React, reaction="hello")
                await watching.receive(t="reacted")
                answers = [
                    (await visit(server.url, path, secret=ada.cookie)).text
                    for path in (
                        "/api/me",
                        "/api/tables",
                        f"/api/tables/{code}",
                        f"/api/tables/{code}/record",
                    )
                ]
                seed = seed_of(server, code)
                shown_so_far = f"{watching.received} {answers}"
                for secret in (ada.cookie, bob.cookie, carry, seed):
                    assert secret not in shown_so_far
                await play_out(ada_at, bob_at)
                assert (await watching.receive(t="ended"))["seed"] == seed
            await send_broken_cookie(server, ada.cookie)
        server.stop()
        for secret in (ada.cookie, bob.cookie, carry, carry[5:], seed):
            assert not [line for line in server.log if secret in line]


async def send_broken_cookie(server: Server, secret: str) -> None:
    """What the library would write to its log, with the line that it could not read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET / HTTP/1.1\r\nHost: x\r\nCookie: sixes={secret}\x01\r\n\r\n".encode())
    assert b" 400 " in await reader.readline()
    writer.close()
    await writer.wait_closed()


def seed_of(server: Server, code: str) -> str:
    with closing(sqlite3.connect(server.data / NAME)) as database:
        (seed,) = database.execute("SELECT seed FROM tables WHERE code = ?", [code]).fetchone()
    return bytes(seed).hex()


@pytest.mark.parametrize("options", [(), ("--log-addresses",)])
@asynchronous
async def test_addresses_are_logged_only_if_the_operator_says_so(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    with running_server(tmp_path, *options) as server:
        async with Client(server.url) as mallory:
            code = await mallory.make_table(SIXTO)
            async with wire(mallory, server.url, code) as faulty:
                for _ in range(3):
                    await faulty.say("nonsense")
                await faulty.close_code()
        line = json.loads(server.wait_for_log("sent_away"))
        assert line.get("address") == ("127.0.0.1" if options else None)
        assert any("127.0.0.1" in line for line in server.log) == bool(options)
