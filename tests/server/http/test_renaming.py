"""A new name is an event at every table of its player: there are only so many, and each is stored once."""

import json
from pathlib import Path

import pytest

from sixes.play import commands, events
from sixes.play.options import Options
from sixes.server.storage.writer import Append, WriterConnection
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous
from tests.server.clients import Answer, seated, visit
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time
from tests.server.serving import Server
from tests.server.stopped_clock import server_here


async def rename(url: str, secret: str, name: str, **headers: str) -> Answer:
    return await visit(url, "/api/me/name", "PUT", secret, json.dumps({"name": name}).encode(), **headers)


@asynchronous
async def test_after_five_names_the_next_one_waits_a_minute(tmp_path: Path) -> None:
    async with server_here(tmp_path) as server:
        secret = (await visit(server.url, "/api/me")).secret
        for number in range(5):
            assert (await rename(server.url, secret, f"Ada {number}")).status == 200
            # What does not work as a name, and a name that one has already, cost nothing.
            assert (await rename(server.url, secret, "...")).code == "name.characters"
            assert (await rename(server.url, secret, f" Ada  {number} ")).status == 200
        for language in LANGUAGES:
            refused = await rename(server.url, secret, "Grace", Accept_Language=language)
            assert (refused.status, refused.code) == (429, "name.too_often")
            assert refused.body["message"] == catalogue(language)["name.too_often"]
        assert (await visit(server.url, "/api/me", secret=secret)).body["name"] == "Ada 4"
        server.wait(60)
        assert [(await rename(server.url, secret, name)).status for name in ("Grace", "Eve")] == [200, 429]


@asynchronous
async def test_fresh_identities_do_not_help_an_address(tmp_path: Path) -> None:
    async with server_here(tmp_path) as server:
        statuses, secret = [], ""
        for _ in range(31):
            secret = (await visit(server.url, "/api/me")).secret
            statuses += [(await rename(server.url, secret, f"Eve {number}")).status for number in range(5)]
        assert statuses == [200] * 150 + [429] * 5
        elsewhere = await rename(server.url, secret, "Ada", X_Forwarded_For="192.0.2.7")
        assert elsewhere.status == 200, "what was refused has not used up their own five"


@asynchronous
async def test_the_name_that_one_has_is_not_stored_again(server: Server) -> None:
    async with seated(server.url, 1, Options("sixto")) as ((ada,), (table,)):
        await ada.rename("Ada")
        await ada.rename(" Ada ")
        reacted = await table.ask(commands.React, reaction="hello")
        assert reacted.v == 4, "after the table was made, somebody sat down, and took a name"


@in_fake_time
async def test_a_name_at_many_tables_is_one_commit(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    lives = [await registry.open("sixto", "ada") for _ in range(20)]
    tabs = [Tab(registry.time, live, "ada") for live in lives]
    for tab in tabs:
        await tab.asks("sit", add="00" * 16)
    await registry.settled()
    groups: list[int] = []
    store = WriterConnection.store

    def count(connection: WriterConnection, appends: list[Append]) -> None:
        groups.append(sum(len(append.entries) for append in appends))
        store(connection, appends)

    monkeypatch.setattr(WriterConnection, "store", count)
    registry.rename("ada", "Grace")
    await registry.settled()
    assert groups == [20]
    assert all(tab.of(events.Named)[-1].name == "Grace" for tab in tabs)
