"""Somebody with many finished games, for tests and pictures of the page "my games"."""

import random
import sqlite3
import time
from contextlib import closing
from typing import Any

from playwright.sync_api import Page, expect

from sixes.play.table import OVER
from sixes.server.storage.rebuilding import rebuild_data
from sixes.server.storage.sqlite import NAME
from sixes.server.storage.store import DAY
from tests.browser.prepared_tables import player_of, store_table
from tests.play.random_tables import play
from tests.play.stories import Story, gathered
from tests.server.serving import Server

ALONE, TOGETHER, RATED = 45, 6, 12
"""Games alone, with others, and rated ones."""
BASE = "ABCDEFGHIJKL"


def finished(seed: int, people: str, ago: float, **options: Any) -> Story:
    """A game of Sixto that ended so many days ago."""
    chance = random.Random(seed)
    story = gathered("sixto", people, seed=chance.randrange(256), **options)
    for at, who in enumerate(story.people):
        story.ask(who, "sheet", sheet=BASE[(seed + at) % len(BASE)])
    story.ask(story.people[0], "start")
    story.now = int(time.time() * 1000 - ago * DAY)
    for _ in play(chance, story, unrest=0):
        pass
    assert story.table.phase == OVER
    return story


def fill_games(page: Page, server: Server) -> str:
    """Give whoever is on a page finished games, alone and with Bob and Cleo; the address of the last."""
    me = player_of(page, server, "Ann")
    games = [finished(seed, me, 90 - seed, bots=()) for seed in range(ALONE)]
    games += [finished(seed, f"{me} bob cleo", 40 - seed, bots=("nearest",)) for seed in range(TOGETHER)]
    games += [finished(seed, f"{me} bob", 20 - seed, rated=True) for seed in range(RATED)]
    addresses = [store_table(server, game) for game in games]
    server.stop()
    with closing(sqlite3.connect(server.data / NAME)) as database, database:
        database.executemany(
            "INSERT OR IGNORE INTO players (id, name, created, seen) VALUES (?, ?, 1, 1)",
            [("bob", "Bob"), ("cleo", "Cleo")],
        )
    rebuild_data(server.data)
    server.start()
    return addresses[-1]


def my_games(page: Page, server: Server) -> None:
    """The page of somebody with many games."""
    fill_games(page, server)
    page.goto(f"{server.url}/games")
    expect(page.locator(".plot a")).not_to_have_count(0)
    expect(page.locator('a[href^="/review/"]')).not_to_have_count(0)


def my_rated_games(page: Page, server: Server) -> None:
    """The games behind a rating."""
    my_games(page, server)
    page.goto(f"{server.url}/games#game=sixto&seats=2&rated=true")
    expect(page.locator('a[href^="/review/"]')).to_have_count(RATED)


def rated_result(page: Page, server: Server) -> None:
    """The end of a rated game."""
    page.goto(fill_games(page, server))
    expect(page.locator("footer p[role=status]")).to_be_visible()


GAMES_SCENES = (my_games, my_rated_games, rated_result)
