"""People who have played together, written into the database of a running server; and what they see then."""

import json
import secrets
import sqlite3
import time
from contextlib import closing
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect

from sixes.server.codes import table_code
from sixes.server.storage.sqlite import NAME
from tests.browser.actions import words
from tests.browser.prepared_tables import player_of
from tests.server.serving import Server

KNOWN = "localStorage.setItem('sixes', JSON.stringify({named: true, met: true}))"
"""A visitor with these settings has played before, and is not asked for a name."""
DAY = 24 * 60 * 60 * 1000


class Other(NamedTuple):
    """A player without a page, which is slow to open: what they do goes over the HTTP API."""

    player: str
    cookie: str

    def send(self, server: Server, method: str, path: str, body: object = None) -> Any:
        return _send(server, method, path, body, self.cookie)[0]

    def invite(self, server: Server, friend: str) -> None:
        """Make a table and invite a friend to it."""
        code = self.send(server, "POST", "/api/tables", {"options": {"game": "sixto", "seats": 2}})["code"]
        self.send(server, "PUT", f"/api/tables/{code}/invitations/{friend}")


def other_player(server: Server, name: str) -> Other:
    """Somebody who comes for the first time, and gets this name."""
    me, cookie = _send(server, "GET", "/api/me")
    other = Other(me["player"], cookie)
    other.send(server, "PUT", "/api/me/name", {"name": name})
    return other


def _send(server: Server, method: str, path: str, body: object = None, cookie: str = "") -> tuple[Any, str]:
    """The answer, and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(server.url + path, data, {"Cookie": cookie}, method=method)) as answer:
        text = answer.read()
        return json.loads(text) if text else None, (answer.headers["Set-Cookie"] or "").partition(";")[0]


def played_together(server: Server, *people: str, games: int = 1) -> None:
    """Write finished games of these people into the server's database."""
    now = int(time.time() * 1000)
    with closing(sqlite3.connect(server.data / NAME)) as database, database:
        for game in range(games):
            table, ended = secrets.token_hex(8), now - game * DAY
            code = table_code(secrets.randbelow)
            database.execute(
                "INSERT INTO tables"
                " (id, code, phase, open, seats, taken, host, about, created, touched, seed)"
                " VALUES (?, ?, 'over', 0, 2, 2, '', '{}', 0, ?, '')",
                (table, code, ended),
            )
            for seat, player in enumerate(people):
                database.execute(
                    'INSERT INTO results (player, "table", seat, game, seats, sheet, points, head_start,'
                    " rank, won, ended, kind, unaided, rolled)"
                    " VALUES (?, ?, ?, 'sixto', ?, 'A', 50, 0, 1, 1, ?, '', 1, '')",
                    (player, table, seat, len(people), ended),
                )


def mark(server: Server, player: str, friend: str) -> None:
    with closing(sqlite3.connect(server.data / NAME)) as database, database:
        database.execute("INSERT INTO friends VALUES (?, ?, 1)", (player, friend))


def befriend(server: Server, one: str, other: str) -> None:
    mark(server, one, other)
    mark(server, other, one)


def come_back(page: Page, server: Server) -> None:
    """Open the start page as somebody who has played before."""
    page.add_init_script(KNOWN)
    page.goto(server.url)
    expect(page.locator(".you")).to_be_visible()


def make_table(page: Page, server: Server, game: str = "sixto") -> str:
    """Make a table for two; gives its code."""
    wish = {"options": {"game": game, "seats": 2}}
    return str(page.request.post(f"{server.url}/api/tables", data=json.dumps(wish)).json()["code"])


def invite(page: Page, server: Server, friend: str, game: str = "sixto") -> str:
    """Make a table and invite a friend to it; gives its code."""
    code = make_table(page, server, game)
    assert page.request.put(f"{server.url}/api/tables/{code}/invitations/{friend}").ok
    return code


def with_friends(page: Page, server: Server) -> tuple[str, list[Other]]:
    """A visitor with two friends, one who asks, and two others; gives their player id, and the others."""
    me = player_of(page, server, "Ann")
    names = ("Bob", "Cleopatra the Great", "Dan", "Eve 🌵", "Marienkäfer 42")
    others = [other_player(server, name) for name in names]
    for games, other in enumerate(others, start=1):
        played_together(server, me, other.player, games=games)
    bob, cleo, dan, eve, _ = others
    befriend(server, me, bob.player)
    befriend(server, me, cleo.player)
    mark(server, dan.player, me)
    mark(server, me, eve.player)
    return me, others


def friends_page(page: Page, server: Server) -> None:
    with_friends(page, server)
    page.add_init_script(KNOWN)
    page.goto(f"{server.url}/friends")
    expect(page.locator("main li")).to_have_count(5)


def invited_home(page: Page, server: Server) -> None:
    """The start page of somebody whom two friends have invited."""
    me, others = with_friends(page, server)
    for friend in others[:2]:
        friend.invite(server, me)
    come_back(page, server)
    expect(page.locator(".coming-back li")).to_have_count(2)


def lobby_with_friends(page: Page, server: Server) -> None:
    with_friends(page, server)
    page.add_init_script(KNOWN)
    page.goto(f"{server.url}/table/{make_table(page, server)}")
    page.get_by_role("button", name=words(page, "friends.invite_whom", name="Bob")).click()
    expect(page.get_by_text(words(page, "friends.invited", name="Bob"))).to_be_visible()


FRIEND_SCENES = (friends_page, invited_home, lobby_with_friends)
