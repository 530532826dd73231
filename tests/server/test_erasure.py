"""Delete my data: nothing of a person is left in the database or its files, and others play on."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
from sqlalchemy import update

from sixes.client import AtTable, Client
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.server.codes import hash_secret
from sixes.server.storage.database import Database
from sixes.server.storage.schema import tables as table_rows
from sixes.server.storage.sqlite import NAME as FILE
from sixes.server.tables import erasure
from sixes.server.tables.restoring import erase_again
from tests.event_loop import asynchronous
from tests.server.clients import checked_record, guests, play_out, until, visit, wire
from tests.server.in_process import serving
from tests.server.serving import Server, running_server
from tests.server.test_friends import befriend

SIXTO = Options("sixto", seats=2)
NAME = "Zanzibar 77"
EARLIER = "Timbuktu 55"
"""A name that she had before."""


def database_bytes(where: Path | str) -> bytes:
    """Everything that a database has: its files, or all rows of a server for several."""
    if isinstance(where, Path):
        return b"".join(file.read_bytes() for file in where.iterdir() if file.is_file())
    listed = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    with psycopg.connect(where) as connection:
        names = [name for (name,) in connection.execute(listed).fetchall()]
        rows = [row for name in names for row in connection.execute(f'SELECT * FROM "{name}"').fetchall()]
    return b"\n".join(
        value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row
    )


class Person(NamedTuple):
    """What could tell of somebody."""

    traces: dict[str, bytes]

    @classmethod
    def of(cls, client: Client, *names: str) -> "Person":
        named = {name: name.encode() for name in names}
        secrets = {"hash": hash_secret(client.cookie), "secret": client.cookie.encode()}
        return cls({"id": client.player.encode(), **named, **secrets})

    def found_in(self, where: Path | str) -> set[str]:
        data = database_bytes(where)
        return {what for what, trace in self.traces.items() if trace in data}


@contextmanager
def server_at(data: Path | str, tmp_path: Path) -> Iterator[Server]:
    options = () if isinstance(data, Path) else ("--database", data)
    with running_server(tmp_path, *options) as server:
        yield server


async def rename(client: Client, name: str) -> None:
    await client.request("PUT", "/api/me/name", {"name": name})


async def sit_together(*clients: Client, options: Options = SIXTO) -> str:
    """A table of the first of them, with all on its seats; gives its code."""
    code = await clients[0].make_table(options)
    for client in clients:
        async with client.at(code) as table:
            await table.sit()
    return code


async def finished_game(ada: Client, bob: Client) -> str:
    code = await ada.make_table(SIXTO)
    async with ada.at(code) as hers, bob.at(code) as his:
        await hers.sit()
        await his.sit()
        await hers.ask(commands.Start)
        await play_out(hers, his)
    return code


async def begun_game(*clients: Client) -> str:
    code = await sit_together(*clients, options=Options("sixto", seats=len(clients)))
    async with clients[0].at(code) as table:
        await table.ask(commands.Start)
    return code


class Life(NamedTuple):
    """The tables of somebody who is deleted later."""

    finished: str
    begun: str
    alone: str
    gathering: str
    left: str


async def live(ada: Client, bob: Client) -> Life:
    """Ada plays with Bob, waits for others, leaves a table, and has him for a friend."""
    await rename(ada, EARLIER)
    finished = await finished_game(ada, bob)
    await befriend(ada, bob)
    left = await sit_together(bob, ada)
    async with ada.at(left) as table:
        await rename(ada, NAME)
        await until(table, events.Named)
        await table.ask(commands.Leave)
    begun, alone = await begun_game(ada, bob), await begun_game(ada)
    gathering = await sit_together(ada, bob, options=Options("sixto", seats=3))
    await ada.request("PUT", f"/api/tables/{gathering}/invitations/{bob.player}")
    return Life(finished, begun, alone, gathering, left)


async def delete(server: Server, client: Client) -> None:
    """Delete somebody, and wait until that is done."""
    lines = len(server.log)
    assert (await visit(server.url, "/api/me", "DELETE", client.cookie)).status == 204
    server.wait_for_log('"erased"', lines)


@asynchronous
async def test_nothing_of_a_person_is_left(data: Path | str, tmp_path: Path) -> None:
    with server_at(data, tmp_path) as server:
        async with guests(server.url, 2) as (ada, bob):
            tables, person = await live(ada, bob), Person.of(ada, NAME, EARLIER)
            await rename(bob, "Bob")
            assert person.found_in(data) == {"id", "hash", NAME, EARLIER}
            await delete(server, ada)
            assert person.found_in(data) == set()
            assert (await visit(server.url, "/api/me", "GET", ada.cookie)).body["player"] != ada.player
            await check_others(server, bob, tables)
        assert person.found_in(data) == set()
    assert person.found_in(data) == set()


@asynchronous
async def test_nothing_is_left_of_somebody_who_played_a_duel(data: Path | str, tmp_path: Path) -> None:
    """The record of its second game holds that of the first; another second game was declined."""
    with server_at(data, tmp_path) as server:
        async with guests(server.url, 2) as (ada, bob):
            await rename(ada, NAME)
            await bob.me()
            second = await second_game(ada, bob)
            async with ada.at(second) as hers, bob.at(second) as his:
                await hers.sit()
                await his.sit()
                await play_out(hers, his)
            async with ada.at(await second_game(ada, bob)) as hers:
                await hers.ask(commands.Leave)
            person = Person.of(ada, NAME)
            await delete(server, ada)
            assert person.found_in(data) == set()
            await checked_record(bob, second)


async def second_game(ada: Client, bob: Client) -> str:
    """Play the first game of a duel, and ask for the second; gives its code."""
    code = await sit_together(ada, bob, options=Options("sixto", duel=True))
    async with ada.at(code) as hers, bob.at(code) as his:
        await hers.ask(commands.Start)
        await play_out(hers, his)
        made = await hers.ask(commands.RequestRematch)
        assert isinstance(made, events.Rematched)
        return made.code


async def check_others(server: Server, bob: Client, tables: Life) -> None:
    """What Bob has is there: his games, with a guest beside him, and a bot where they still play."""
    record = await checked_record(bob, tables.finished)
    assert [player["name"] for player in record["match"]["players"]].count("") == 1
    assert (await bob.request("GET", "/api/me/people"))["people"] == []
    assert (await bob.request("GET", "/api/me/invitations"))["invitations"] == []
    for code in (tables.finished, tables.begun, tables.gathering, tables.left):
        async with bob.at(code) as table:
            check_seats(table, code, tables)
    assert (await visit(server.url, f"/api/tables/{tables.alone}")).code == "table.unknown"


def check_seats(table: AtTable, code: str, tables: Life) -> None:
    shown = table.table
    others = [seat for seat in shown.seats if seat and seat.player != table.player]
    if code == tables.finished:
        assert [(seat.name, bool(seat.player), seat.bot) for seat in others] == [("", True, "")]
    elif code == tables.begun:
        assert [(seat.player, seat.bot) for seat in others] == [("", "nearest")]
        assert shown.host == table.player
    else:
        assert others == []


@asynchronous
async def test_whoever_plays_on_plays_against_a_bot_and_the_others_numbers_stay(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with guests(server.url, 2) as (ada, bob):
            code = await begun_game(ada, bob)
            async with wire(bob, server.url, code) as his:
                await delete(server, ada)
                assert await his.close_code() == 1012  # it comes back at once, and reads what is there
            async with bob.at(code) as table:
                await play_out(table)
            (game,) = (await export_of(server, bob))["games"]
            assert game["record"]["match"]["players"][1 - game["seat"]]["bot"] == "nearest"
            await rename(bob, "Bobby")
            assert (await visit(server.url, "/api/me", "DELETE", bob.cookie)).status == 204


async def export_of(server: Server, client: Client) -> dict[str, Any]:
    document: dict[str, Any] = (await visit(server.url, "/api/me/data", secret=client.cookie)).body
    return document


@asynchronous
async def test_a_server_that_is_killed_goes_on_with_it_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "SOCKETS_CLOSE", 0.0)
    with running_server(tmp_path) as server:
        async with guests(server.url, 2) as (ada, bob):
            await live(ada, bob)
            person = Person.of(ada, NAME, EARLIER)
    database = await Database.open(tmp_path)
    assert await database.begin_erasure(ada.player, 1)  # and then it was killed
    assert not await database.begin_erasure(ada.player, 1)
    await database.close()
    assert person.found_in(tmp_path) == {"id", "hash", NAME, EARLIER}
    async with serving(tmp_path) as here:
        while await here.registry.store.erasures(2):
            await here.registry.store.flush()
    assert person.found_in(tmp_path) == set()


@asynchronous
async def test_a_table_that_cannot_be_read_keeps_nobody_else_from_being_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "SOCKETS_CLOSE", 0.0)
    with running_server(tmp_path) as server:
        async with guests(server.url, 2) as (ada, bob):
            unreadable = await begun_game(ada)
            async with ada.at(unreadable) as table:
                await play_out(table)
            await begun_game(bob)
    database = await Database.open(tmp_path)
    spoil = update(table_rows).where(table_rows.c.code == unreadable).values(about=b"{")
    await database.write(lambda connection: connection.execute(spoil))
    assert await database.begin_erasure(ada.player, 1)
    assert await database.begin_erasure(bob.player, 1)
    await database.close()
    async with serving(tmp_path) as here:
        while await here.registry.store.erasures(2) != [ada.player]:
            await here.registry.store.flush()


@asynchronous
async def test_who_is_back_in_a_restored_backup_is_deleted_again(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup"
    with running_server(data) as server:
        async with guests(server.url, 2) as (ada, bob):
            tables, person = await live(ada, bob), Person.of(ada, NAME, EARLIER)
            server.stop()
            backup.mkdir()
            (backup / FILE).write_bytes((data / FILE).read_bytes())
            server.start()
            lines = len(server.log)
            await delete(server, ada)
            mark = json.loads(server.wait_for_log('"erased"', lines))["who"]
    assert person.found_in(backup) == {"id", "hash", NAME, EARLIER}
    assert await erase_again(backup, {"nobody"}) == 0
    assert await erase_again(backup, {mark, "nobody"}) == 1
    assert person.found_in(backup) == set()
    async with serving(backup) as here:
        assert await here.registry.store.table(tables.finished)
