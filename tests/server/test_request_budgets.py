"""A budget for every HTTP route: the work that a request may cause at worst.

A hundred tables are in the lobby, and the caller sits at all of them, also at one with 320 sockets.
"""

import asyncio
import http.client
import json
import os
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, Table, insert

from sixes.play.commands import Sit
from sixes.play.creating import NewGame
from sixes.play.options import Options
from sixes.rules.sheets import BOXES
from sixes.server.http import api, boards
from sixes.server.http.imports import MOST_GAMES
from sixes.server.http.lobby import MOST_TABLES
from sixes.server.sockets import devices
from sixes.server.storage import schema
from sixes.server.storage.cards import MOST_CARDS
from sixes.server.storage.daily import BotRow
from sixes.server.storage.database import Database
from sixes.server.storage.devices import MOST_DEVICES
from sixes.server.storage.friends import MOST_FRIENDS, MOST_INVITATIONS
from sixes.server.storage.schema import daily_tries
from sixes.server.storage.store import Change, PlayerRow, TableRow
from sixes.server.tables import live
from sixes.server.tables.live import LiveTable
from sixes.server.tables.summary import encode_summary
from tests.event_loop import run
from tests.play.stories import addition, gathered
from tests.server.database import append, insert_rows, table
from tests.server.in_process import ServerHere, serving
from tests.server.work_meter import LONGEST, Measured, Work, WorkMeter, check_budgets
from tests.server.worst_tables import SOCKETS, TABS, silent

# What each may cost:  calls, calls in threads, events, rows written, rows read
ROUTES = {
    ("GET", "/api/me"): Work(700, 800, 0, 0, 101),
    ("DELETE", "/api/me"): Work(300, 1800, 0, 6, 3),
    ("PUT", "/api/me/name"): Work(1000, 1000, 1, 10, 101),
    ("POST", "/api/me/code"): Work(350, 700, 0, 2, 1),
    ("POST", "/api/me/carry"): Work(350, 700, 0, 3, 1),
    ("GET", "/api/me/devices"): Work(350, 700, 0, 0, 30),
    ("DELETE", "/api/me/devices"): Work(300, 1200, 0, 100, 5),
    ("DELETE", "/api/me/devices/{device}"): Work(400, 1500, 0, 5, 60),
    ("GET", "/api/me/cards"): Work(300, 800, 0, 0, 101),
    ("DELETE", "/api/me/cards"): Work(300, 300, 0, 101, 1),
    ("PUT", "/api/me/cards/{code}"): Work(450, 1000, 0, 5, 6),
    ("POST", "/api/me/cards/{code}/{decision}"): Work(400, 900, 0, 1, 3),
    ("POST", "/api/me/games"): Work(1300, 50000, 0, 80, 3),
    ("GET", "/api/me/data"): Work(1200, 13000, 0, 0, 700),
    ("GET", "/api/me/people"): Work(350, 4500, 0, 0, 310),
    ("PUT", "/api/me/friends/{player}"): Work(350, 1700, 0, 2, 2),
    ("DELETE", "/api/me/friends/{player}"): Work(350, 1700, 0, 2, 2),
    ("GET", "/api/me/invitations"): Work(350, 1900, 0, 0, 11),
    ("DELETE", "/api/me/invitations/{code}"): Work(400, 700, 0, 1, 2),
    ("GET", "/api/me/games"): Work(500, 700, 0, 0, 60),
    ("GET", "/api/me/numbers"): Work(10000, 4000, 0, 0, 10),
    ("GET", "/api/levels"): Work(200, 10, 0, 0, 0),
    ("GET", "/api/addresses"): Work(200, 10, 0, 0, 0),
    ("GET", "/api/tables"): Work(500, 600, 0, 0, 100),
    ("POST", "/api/tables"): Work(400, 1000, 1, 3, 1),
    ("POST", "/api/pad/paper"): Work(400, 0, 0, 0, 0),
    ("GET", "/api/tables/{code}"): Work(300, 300, 0, 0, 1),
    ("GET", "/api/tables/{code}/invitations"): Work(350, 1800, 0, 0, 240),
    ("PUT", "/api/tables/{code}/invitations/{player}"): Work(750, 2100, 0, 1, 4),
    ("GET", "/api/tables/{code}/ratings"): Work(300, 700, 0, 0, 10),
    ("GET", "/api/tables/{code}/record"): Work(350, 500, 0, 0, 2),
    ("GET", "/api/tables/{code}/review"): Work(400, 500, 0, 0, 3),
    ("GET", "/api/daily"): Work(1500, 2200, 0, 0, 700),
    ("POST", "/api/daily"): Work(300, 500, 0, 0, 3),
    ("GET", "/api/daily/archive"): Work(450, 1500, 0, 0, 470),
    ("GET", "/api/daily/promises"): Work(700, 1500, 0, 0, 150),
    ("GET", "/api/daily/{day}"): Work(1300, 1500, 0, 0, 600),
    ("GET", "/api/daily/{day}/board/{kind}"): Work(3400, 2800, 0, 0, 600),
    ("GET", "/api/daily/{day}/friends"): Work(750, 2000, 0, 0, 260),
    ("GET", "/api/daily/{day}/bots/{level}"): Work(400, 800, 0, 0, 20),
    ("GET", "/api/study/{position}"): Work(300, 150, 0, 0, 1),
    ("GET", "/api/tables/{code}/socket"): Work(600, 300, 0, 0, 1),
    ("GET", "/api/openapi.json"): Work(4300, 10, 0, 0, 0),
    ("GET", "/healthz"): Work(200, 10, 0, 0, 0),
    ("GET", "/metrics"): Work(1000, 10, 0, 0, 0),
    ("GET", "/{path}"): Work(250, 40, 0, 0, 0),
    ("*", "/{path}"): Work(350, 10, 0, 0, 0),
}
NOTHING = Work(0, 0, 0, 0, 0)
YEAR, OTHERS = 365, 200
"""Tries of the daily challenge: of the caller, and of others today."""
RECORD = "BCDFGH"
"""The code of a table with a record."""
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


class Sent(NamedTuple):
    path: str
    status: int = 200
    """Of the response; 0: any."""
    body: Any = None
    headers: Mapping[str, str] = MappingProxyType({})


class Caller:
    """Sends requests from a thread of its own, so that its work is not taken for the server's."""

    def __init__(self, server: ServerHere) -> None:
        self._host = server.url.removeprefix("http://")
        self.cookie = ""

    async def send(self, method: str, sent: Sent) -> bytes:
        return await asyncio.to_thread(self._send, method, sent)

    def _send(self, method: str, sent: Sent) -> bytes:
        connection = http.client.HTTPConnection(self._host)
        headers = {"Cookie": self.cookie, "Origin": f"http://{self._host}", **sent.headers}
        body = None if sent.body is None else json.dumps(sent.body)
        connection.request(method, sent.path, body, headers | {"Content-Type": "application/json"})
        response = connection.getresponse()
        assert response.status == sent.status or not sent.status, response.read()
        if not self.cookie:
            self.cookie = response.headers["Set-Cookie"].partition(";")[0]
        answer = response.fp.read(2) if sent.status == 101 else response.read()
        connection.close()
        return answer


class Worst(NamedTuple):
    server: ServerHere
    caller: Caller
    player: str
    table: LiveTable
    """The crowded one."""

    async def request(self, route: tuple[str, str], number: int) -> Sent:
        """What costs the most at a route."""
        code, sixto = self.table.head.code, {"game": "sixto", "seats": 6, "open": True}
        if route == ("POST", "/api/me/carry"):
            made = json.loads(await self.caller.send("POST", Sent("/api/me/code")))
            return Sent("/api/me/carry", 204, {"code": made["code"]})
        if "devices" in route[1]:
            return await self.device_request(route)
        if route == ("DELETE", "/api/me"):
            another = Caller(self.server)
            await another.send("GET", Sent("/api/me"))
            return Sent("/api/me", 204, headers={"Cookie": another.cookie})
        if route == ("POST", "/api/me/games"):
            return Sent("/api/me/games", body={"games": games_to_import(number)})
        if "cards" in route[1]:
            return await self.card_request(route)
        if "daily" in route[1]:
            return await self.daily_request(route)
        if {"people", "friends", "invitations"} & set(route[1].split("/")):
            return await self.friend_request(route)
        if route in (("GET", "/api/me/games"), ("GET", "/api/me/numbers")):
            return await self.games_request(route)
        special = {
            ("PUT", "/api/me/name"): Sent("/api/me/name", body={"name": f"Ann {number}"}),
            ("POST", "/api/tables"): Sent("/api/tables", 201, {"options": sixto, "bots": ["nearest"] * 5}),
            ("POST", "/api/pad/paper"): Sent("/api/pad/paper", body={"boxes": list(BOXES), "alone": True}),
            ("GET", "/api/tables/{code}/record"): Sent(f"/api/tables/{RECORD}/record"),
            ("GET", "/api/tables/{code}/review"): Sent(f"/api/tables/{RECORD}/review"),
            ("GET", "/api/study/{position}"): Sent("/api/study/1-AA"),
            ("GET", "/api/tables/{code}/socket"): Sent(f"/api/tables/{code}/socket", 101, headers=UPGRADE),
            ("GET", "/{path}"): Sent("/some/page", 0),  # whether the client was built or not
            ("*", "/{path}"): Sent("/api/nothing", 404),
        }
        return special.get(route) or Sent(route[1].format(code=code))

    async def device_request(self, route: tuple[str, str]) -> Sent:
        """With as many devices as a player can have."""
        for _ in range(MOST_DEVICES):
            await self.server.registry.store.add_secret(self.player, os.urandom(32), 1, "phone")
        listed = json.loads(await self.caller.send("GET", Sent("/api/me/devices")))["devices"]
        other = next(device["id"] for device in listed if not device["current"])
        return Sent(route[1].format(device=other), 200 if route[0] == "GET" else 204)

    async def card_request(self, route: tuple[str, str]) -> Sent:
        """With as many cards as a player can have."""
        store, cards = self.server.registry.store, [(number, b"{}") for number in range(MOST_CARDS)]
        await store.delete_cards(self.player)
        if route[0] != "PUT":
            await store.add_cards(self.player, "r", cards, 1)
        body = {"solved": True} if route[0] == "POST" else None
        path = route[1].format(code=RECORD, decision=1)
        return Sent(path, 200 if route[0] == "GET" else 204, body)

    async def daily_request(self, route: tuple[str, str]) -> Sent:
        """With a year of tries, and two hundred others on the boards."""
        path = route[1].format(day=self.server.registry.daily.today, kind="week", level="expert")
        if route[0] == "POST":
            return Sent(path, 201, {})
        return Sent(path)

    async def friend_request(self, route: tuple[str, str]) -> Sent:
        """With as many friends and invitations as a player can have."""
        store, code = self.server.registry.store, self.table.head.code
        assert isinstance(store, Database)
        await file_friends(store, self.player)
        friend = "p1" if "tables" in route[1] else f"p{MOST_FRIENDS - 1}"
        path = route[1].format(code=code, player=friend)
        return Sent(path, 200 if route[0] == "GET" else 204)

    async def games_request(self, route: tuple[str, str]) -> Sent:
        """After thousands of games on all sheets with many people."""
        store = self.server.registry.store
        assert isinstance(store, Database)
        await file_friends(store, self.player)
        await file_games(store, self.player)
        return Sent(route[1])

    async def quiet(self, visitors: int) -> None:
        """Wait until the last request has left nothing behind."""
        server = self.server.runner.server
        assert server
        while (
            server.connections
            or len(self.table.presence.visitors) > visitors
            or not self.table.journal.is_clean
        ):
            await asyncio.sleep(0.001)


@asynccontextmanager
async def worst(data: Path) -> AsyncIterator[Worst]:
    async with serving(data) as server:
        caller = Caller(server)
        me = json.loads(await caller.send("GET", Sent("/api/me")))
        for number in range(MOST_TABLES + 20):
            await file_table(server, me["player"], number)
        await file_record(server, me["player"])
        await file_tries(server, me["player"])
        await file_bots(server)
        yield Worst(server, caller, me["player"], await crowded_table(server, me["player"]))


async def file_table(server: ServerHere, player: str, number: int) -> None:
    """A table in the lobby at which somebody sits."""
    story = gathered("sixto", "ann bob cleo dan eve", seats=6, open=True)
    row = table(number, seats=6, taken=5, host=player, about=encode_summary(story.table))
    await server.registry.store.create_table(row, (row.id, 1, 1, story.log[0], "", ""), (player,))


def games_to_import(number: int) -> list[dict[str, Any]]:
    """As many as a request can have; alone, nobody crosses anything, and the game is over at once."""
    turn = {"rolls": [[1, 2, 3, 4, 5, 6]], "crosses": [[]]}
    match = {"players": [{"name": "Ann"}]}
    record = {"game": "sixto", "sheets": ["A"], "turns": [turn], "match": match}
    return [{"id": f"{number}-{game}", "seat": 0, "record": record} for game in range(MOST_GAMES)]


async def file_friends(store: Database, player: str) -> None:
    """As many friends and invitations as a player can have, and a game with all of them."""
    friends = [f"p{number}" for number in range(MOST_FRIENDS)]
    marks = [(player, friend) for friend in friends[:-1]] + [(friend, player) for friend in friends]
    result: dict[str, Any] = dict.fromkeys(("seat", "seats", "points", "head_start", "rank", "ended"), 0)
    result |= {"won": False, "unaided": False} | dict.fromkeys(("game", "sheet", "kind", "rolled"), "")
    invitation = {"player": player, "by": "p0", "at": time.time_ns() // 1_000_000}
    rows: list[tuple[Table, list[dict[str, Any]]]] = [
        (schema.players, [{"id": one, "name": one, "created": 1, "seen": 1} for one in friends]),
        (schema.friends, [{"player": one, "friend": other, "since": 1} for one, other in marks]),
        (schema.results, [result | {"player": one, "table": "r"} for one in (player, *friends)]),
        (schema.invitations, [invitation | {"table": f"i{n}"} for n in range(MOST_INVITATIONS)]),
    ]
    if await store.table("INVITED0"):  # they are there
        return
    for number in range(MOST_INVITATIONS):
        story = gathered("sixto", "p0", seats=6)
        row = table(
            number, id=f"i{number}", code=f"INVITED{number}", host="p0", about=encode_summary(story.table)
        )
        await store.create_table(row, (row.id, 1, 1, b"{}", "", ""))
    for into, values in rows:
        insert_rows(store, into, values)


async def file_games(store: Database, player: str) -> None:
    """Games of a player, and what thousands of them add up to."""
    if (await store.numbers(player)).tallies:  # they are there
        return
    unaided = {"head_start": 0, "rank": 1, "won": True, "kind": "", "unaided": True, "rolled": "1,1,1,1,1,1"}
    result = {"player": player, "seat": 0, "game": "sixto", "seats": 6, "sheet": "A", "points": 90} | unaided
    tally = {
        "player": player,
        "game": "sixto",
        "unaided": True,
        "games": 9,
        "won": 3,
        "points": 900,
        "best": 99,
    }
    score = {"player": player, "game": "sixto", "mu": 30.0, "sigma": 2.0, "games": 99}
    rows: list[tuple[Table, list[dict[str, Any]]]] = [
        (schema.results, [result | {"table": f"t{n}", "ended": n} for n in range(MOST_TABLES)]),
        (
            schema.tallies,
            [
                tally | {"seats": seats, "sheet": sheet, "step": 10 * step}
                for seats, sheet, step in product(range(1, 5), "ABCDEFGHIJKL", range(20))
            ],
        ),
        (
            schema.meetings,
            [{"player": player, "other": f"p{n}", "games": 3, "won": 1, "lost": 1} for n in range(60)],
        ),
        (schema.faces, [{"player": player, "face": face, "times": 5000} for face in range(1, 7)]),
        (schema.ratings, [score | {"seats": seats} for seats in range(2, 7)]),
    ]
    for into, values in rows:
        insert_rows(store, into, values)


async def file_record(server: ServerHere, player: str) -> None:
    """A finished game of a player."""
    about, store = encode_summary(gathered("sixto", player).table), server.registry.store
    row = TableRow("r", RECORD, "over", False, 6, 6, "", about, 1, 1, bytes(32))
    await store.create_table(row, ("r", 1, 1, b"{}", "", ""))
    turn = b'{"rolls":[[1,2,3,4,5,6]],"crosses":[[]]}'
    record = b'{"game":"sixto","sheets":["A"],"turns":[%s]}' % turn
    filed = Change("r", "over", 6, "", server.registry.now(), (), about, record)
    assert await append(store, change=filed) is None  # type: ignore[arg-type] # it is a Database


async def file_tries(server: ServerHere, player: str) -> None:
    """A player who has finished a year of daily challenges, and others who have finished today's."""
    store, today = server.registry.store, server.registry.daily.today
    others = [f"guest {number}" for number in range(OTHERS)]
    tried = [(today - back, player) for back in range(YEAR)] + [(today, other) for other in others]
    for other in others:
        await store.new_player(PlayerRow(other, "Bob", device=other.encode()), 1)
    for number, (day, who) in enumerate(tried, MOST_TABLES + 20):
        row = table(number, phase="over")
        await store.create_table(row, (row.id, 1, 1, b"{}", "", ""))
        values = {"day": day, "player": who, "table": row.id, "began": 1, "ended": 2, "points": number}
        await store.write(partial(add_try, values=values))


def add_try(connection: Connection, values: dict[str, Any]) -> None:
    connection.execute(insert(daily_tries).values(values))


async def file_bots(server: ServerHere) -> None:
    """What all bots made of today: otherwise they would play now."""
    registry = server.registry
    for level in registry.runtime.levels["sixto"]:
        await registry.daily.rows.add_bot(registry.daily.today, BotRow(level, 200), b"{}")


async def crowded_table(server: ServerHere, player: str) -> LiveTable:
    registry = server.registry
    code = await registry.open_table(NewGame(Options("sixto", seats=6), ["nearest"] * 5), player)
    table = await registry.live(code)
    names = [player] * (TABS - 1) + [f"watcher {number}" for number in range(SOCKETS - TABS)]
    visitors = [silent(name, registry.runtime) for name in names]
    for visitor in visitors:
        table.join(visitor)
    table.handle(visitors[0], Sit("sit-1", addition("ann")))
    return table


async def measure_requests(data: Path, monkeypatch: pytest.MonkeyPatch) -> list[Measured]:
    monkeypatch.setattr(devices, "CHECK_INTERVAL", 2 * LONGEST)  # no look at the database besides
    # Comings and goings are told at once, so that nothing is left for a request that comes later.
    monkeypatch.setattr(live, "PRESENCE_PAUSE", 0.0)
    # What goes on after a deletion, table by table and at low cost, is no part of a request.
    monkeypatch.setattr(api, "spawn_erasure", lambda *_: None)
    monkeypatch.setattr(boards, "SHORTEST_LIFE", 0.0)  # every board is read anew
    monkeypatch.setattr(boards, "REST", 0)
    meter, measured = WorkMeter(data, monkeypatch), list[Measured]()
    async with worst(data) as tables:
        here = len(tables.table.presence.visitors)
        for number in range(2):  # caches fill in the first round
            measured.clear()
            for route in routes_of(tables.server):
                sent = await tables.request(route, number)
                await tables.quiet(here)
                with meter.measure() as done:
                    await tables.caller.send("GET" if route[0] == "*" else route[0], sent)
                    await tables.quiet(here)
                measured.append(Measured(" ".join(route), done[0], ROUTES.get(route, NOTHING)))
    return measured


def routes_of(server: ServerHere) -> list[tuple[str, str]]:
    """All that the application serves; HEAD is answered as GET."""
    routes = server.runner.app.router.routes()
    found = [(route.method, route.resource.canonical) for route in routes if route.resource]
    return [route for route in found if route[0] != "HEAD"]


def test_every_route_has_a_budget_and_none_exceeds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = run(measure_requests(tmp_path, monkeypatch), LONGEST)
    assert {one.what for one in measured} == {" ".join(route) for route in ROUTES}
    check_budgets(measured)
