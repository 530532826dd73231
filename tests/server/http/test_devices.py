"""The devices of a player: seen, and signed out, also where they are at a table."""

from pathlib import Path

import pytest

from sixes.client import Client, ServerProblem
from sixes.play.options import Options
from sixes.server.http.identity import device_kind
from sixes.server.sockets.devices import CHECK_INTERVAL
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous
from tests.server.clients import guests, visit, wire
from tests.server.serving import Server, running_server

PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
DEVICES = "/api/me/devices"


@pytest.mark.parametrize(
    ("user_agent", "kind"),
    [
        (PHONE, "phone"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148", "phone"),
        ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148", "tablet"),
        ("Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/140 Safari/537.36", "tablet"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "computer"),
        ("curl/8.5.0", ""),
        ("", ""),
    ],
)
def test_what_a_device_seems_to_be(user_agent: str, kind: str) -> None:
    assert device_kind(user_agent) == kind


@asynchronous
async def test_devices_are_listed_and_one_is_this_one(server: Server) -> None:
    first = await visit(server.url, "/api/me", User_Agent=PHONE)
    code = (await visit(server.url, "/api/me/code", "POST", first.secret)).body["code"]
    await visit(server.url, "/api/me/carry", "POST", data=b'{"code":"%s"}' % code.encode())
    answer = await visit(server.url, DEVICES, secret=first.secret)
    program, phone = answer.body["devices"]
    assert (phone["kind"], phone["current"]) == ("phone", True)
    assert (program["kind"], program["current"]) == ("", False)
    assert program["added"] >= phone["added"] == phone["seen"]
    assert first.secret not in answer.text


@asynchronous
async def test_a_device_that_is_signed_out_is_nobody_from_then_on(server: Server) -> None:
    async with guests(server.url, 4) as (ada, phone, tablet, stranger):
        for device in (phone, tablet):
            await device.carry(await ada.carry_code())
        devices = (await phone.request("GET", DEVICES))["devices"]
        (own,) = [device["id"] for device in devices if device["current"]]
        waiting = await tablet.carry_code()
        await ada.request("DELETE", f"{DEVICES}/{own}")
        assert (await visit(server.url, DEVICES, secret=phone.cookie)).code == "identity.none"
        assert (await tablet.me())["player"] == ada.player
        with pytest.raises(
            ServerProblem, match="wrong, used or too old"
        ):  # whoever had the phone may know it
            await stranger.carry(waiting)
        for language in LANGUAGES:
            again = await visit(
                server.url, f"{DEVICES}/{own}", "DELETE", ada.cookie, Accept_Language=language
            )
            assert (again.status, again.code) == (404, "identity.device_unknown")
            assert again.body["message"] == catalogue(language)["identity.device_unknown"]
        (mine,) = [one["id"] for one in (await ada.request("GET", DEVICES))["devices"] if one["current"]]
        with pytest.raises(ServerProblem, match="the device in your hands"):
            await ada.request("DELETE", f"{DEVICES}/{mine}")
        with pytest.raises(ServerProblem, match="signed out already"):  # nobody else's
            await stranger.request("DELETE", f"{DEVICES}/{mine}")
        await ada.request("DELETE", DEVICES)
        assert (await visit(server.url, DEVICES, secret=tablet.cookie)).status == 401
        (left,) = (await ada.request("GET", DEVICES))["devices"]
        assert left["id"] == mine


@asynchronous
async def test_a_device_that_is_signed_out_leaves_its_tables_and_the_others_stay(tmp_path: Path) -> None:
    assert CHECK_INTERVAL <= 2, "with a query and a close, within 5 seconds"
    with running_server(tmp_path) as server:
        async with guests(server.url, 2) as (ada, phone), Client(server.url) as bob:
            code = await ada.make_table(Options("sixto"))
            await phone.carry(await ada.carry_code())
            async with (
                wire(ada, server.url, code) as hers,
                wire(phone, server.url, code) as lost,
                wire(bob, server.url, code) as his,
            ):
                await ada.request("DELETE", DEVICES)
                assert await lost.close_code() == 4000
                assert lost.last["code"] == "identity.revoked"
                assert (await hers.ask("leave", "a-1"))["code"] == "table.not_seated"
                assert (await his.ask("leave", "b-1"))["code"] == "table.not_seated"
