"""Tables in the middle of a game, written into the database of a running server, which loads them.

A story plays the game so far, with the dice it wants; its people are the players of open pages.
"""

import json
import secrets
import sqlite3
from contextlib import closing
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from sixes.play.table import OVER
from sixes.rules import sixem
from sixes.rules.rounds import MARKING, START, SixemMove
from sixes.rules.six import count
from sixes.server.codes import table_code
from sixes.server.storage.sqlite import NAME
from sixes.server.tables.over_days import wake_time
from sixes.server.tables.summary import encode_summary
from tests.browser.actions import PHONE
from tests.play.stories import CODE, ID, Loaded, Story, playing
from tests.server.serving import Server

LOW = 2
"""What bots roll at the start, so that the first person spins."""


def player_of(page: Page, server: Server, name: str) -> str:
    """The player id of a page's visitor, who gets this name."""
    player = page.request.get(f"{server.url}/api/me").json()["player"]
    page.request.put(f"{server.url}/api/me/name", data=json.dumps({"name": name}))
    return str(player)


def friends_of(page: Page, server: Server, names: tuple[str, ...]) -> dict[str, str]:
    """Other players, each with a browser context: their ids and names."""
    assert page.context.browser
    others = [page.context.browser.new_context(**PHONE).new_page() for _ in names]
    return {player_of(other, server, name): name for other, name in zip(others, names, strict=True)}


def open_all_pages(page: Page, url: str) -> None:
    """Open a table on this page and on those of all other players."""
    assert page.context.browser
    pages = [one for context in page.context.browser.contexts for one in context.pages]
    for one in pages:
        one.goto(url)
    for one in pages:
        expect(one.locator("h1")).to_be_visible()


def sixem_story(people: str, bots: tuple[str, ...] = (), place: int = 1, **options: Any) -> Story:
    """A game of Sixem whose spinner came to rest at this place, from 1."""
    story = playing("sixem", people, bots=bots, **options)
    for who in story.people:
        story.chance(who, "first", 6 if who == story.people[0] else 3)
    for seat in range(len(story.people), len(story.table.seats)):
        roll = story.sixem.decide_move(
            SixemMove(START, seat, story.now), story.now, Loaded(ID, b"", (), numbers=[LOW] * 36)
        )
        story.take([roll])
    story.chance(story.people[0], "spin", place)
    return story


def mark_all(story: Story, leave: int = 0) -> None:
    """All mark with their first dice and erase nothing; the caller leaves this many marks open."""
    while (state := story.sixem.state).phase == MARKING:
        if state.round.marker == state.round.caller and count(state.round.to_mark) == leave:
            return
        move = sixem.legal(state, state.round.marker)[0]
        story.take([story.sixem.decide_move(move, story.now, story.table.dealer(story.seed))])


def play_round(story: Story, caller: str, **faces: str) -> None:
    """A round with these dice; those of bots fall by chance."""
    story.lie(caller, **faces)
    story.wait()
    mark_all(story)


def shifted(by: int) -> str:
    """1 to 6, rotated: after five rounds with different shifts each row of a board lacks one X."""
    return " ".join(str((colour + by) % 6 + 1) for colour in range(6))


def store_table(server: Server, story: Story) -> str:
    """Write the table of a story into the server's database; gives its address."""
    code, table = table_code(secrets.randbelow), secrets.token_hex(8)
    log = [
        line.replace(CODE.encode(), code.encode()).replace(ID.encode(), table.encode()) for line in story.log
    ]
    stored = story.table
    summary = encode_summary(replace(stored, code=code))
    taken = sum(seat is not None for seat in stored.seats)
    row = (
        table,
        code,
        stored.phase,
        False,
        len(stored.seats),
        taken,
        stored.host,
        summary,
        0,
        story.now,
        story.seed,
        msgspec.json.encode(stored.record()) if stored.phase == OVER else None,
        wake_time(stored),
    )
    with closing(sqlite3.connect(server.data / NAME)) as database, database:
        database.execute(
            "INSERT INTO tables"
            " (id, code, phase, open, seats, taken, host, about, created, touched, seed, record, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        for version, body in enumerate(log, start=1):
            database.execute("INSERT INTO events VALUES (?, ?, ?, ?, '', '')", (table, version, 0, body))
        for seat in stored.seats:
            if seat and seat.player:
                database.execute("INSERT INTO seated VALUES (?, ?)", (table, seat.player))
    return f"{server.url}/table/{code}"


def store_past_points(server: Server, points: dict[str, list[int]]) -> None:
    """Write finished games of players with others into the server's database, with these points."""
    common = {"seats": 2, "phase": "over", "open": 0, "taken": 2, "host": "", "about": b"{}"}
    common |= {"created": 0, "touched": 0, "seed": b""}
    won = {"seat": 0, "game": "sixto", "seats": 2, "sheet": "A", "head_start": 0, "rank": 1, "won": 1}
    won |= {"kind": "", "unaided": 1, "rolled": ""}
    with closing(sqlite3.connect(server.data / NAME)) as database, database:
        for player, made in points.items():
            for ended, total in enumerate(made):
                table = secrets.token_hex(8)
                insert(database, "tables", common | {"id": table, "code": table_code(secrets.randbelow)})
                result = {"player": player, "table": table, "points": total, "ended": ended}
                insert(database, "results", won | result)


def insert(database: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    columns = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join("?" * len(row))
    database.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(row.values()))
