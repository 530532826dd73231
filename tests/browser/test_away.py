"""Players who are away, and spectators, in both games."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from sixes.server.storage.pruning import prune_data
from sixes.server.storage.sqlite import NAME
from sixes.server.storage.store import DAY
from tests.browser.actions import button, pattern_of, phone
from tests.browser.prepared_tables import player_of, sixem_story, store_table
from tests.browser.sixto_tables import play_until_crossing, start_with_bots
from tests.play.stories import playing
from tests.server.serving import Server, running_server

LONG = 61
"""Seconds after which a bot may play for somebody."""
IMPATIENT = ("-c", "from sixes.cli import main; from sixes.play import handlers; handlers.AWAY = 0; main()")
"""A server for which that time is zero."""


def have_others_been_away(page: Page) -> None:
    """Change what this page receives, so that whoever is away seems to have been away for long."""

    def changed(message: str | bytes) -> str | bytes:
        here = json.loads(message)
        if here["t"] != "here":
            return message
        return json.dumps(here | {"away": dict.fromkeys(here.get("away", {}), LONG)})

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(changed(message)))

    page.route_web_socket(re.compile("/socket"), between)


@pytest.mark.parametrize("game", ["sixto", "sixem"])
def test_a_bot_can_be_asked_to_play_for_somebody_who_is_not_there(
    game: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium, "de") as page:
        ann = player_of(page, server, "Ann")
        story = sixem_story(f"{ann} bob") if game == "sixem" else playing("sixto", f"{ann} bob")
        story.rename("bob", "Bob")
        have_others_been_away(page)
        page.goto(store_table(server, story))
        expect(page.get_by_text("Bob ist nicht da.")).to_be_visible()
        button(page, "Bot spielen lassen").tap()
        # The server knows how long it really was.
        expect(page.get_by_text("Wer da sitzt, ist noch keine Minute weg.")).to_be_visible()


@pytest.mark.parametrize("game", ["sixto", "sixem"])
def test_a_bot_plays_for_who_is_away_until_they_are_back(
    game: str, chromium: Browser, tmp_path: Path
) -> None:
    with running_server(tmp_path, program=IMPATIENT) as own, phone(chromium) as ann, phone(chromium) as bob:
        names = {player_of(ann, own, "Ann"): "Ann", player_of(bob, own, "Bob"): "Bob"}
        story = sixem_story(" ".join(names)) if game == "sixem" else playing("sixto", " ".join(names))
        for who, name in names.items():
            story.rename(who, name)
        have_others_been_away(ann)
        ann.goto(store_table(own, story))
        button(ann, "Let a bot play").tap()
        expect(ann.get_by_text("Bob is away.")).to_be_hidden()
        if game == "sixto":
            play_until_crossing([ann])
            button(ann, "^Done").tap()
            expect(ann.locator("h1")).to_have_text("Turn 2")
        else:
            expect(ann.locator(".other")).to_contain_text(re.compile("[1-6]"))  # dice that lie
        bob.goto(ann.url)
        expect(bob.get_by_text("A bot is playing for you.")).to_be_visible()
        button(bob, "I'm back").tap()
        expect(bob.get_by_text("A bot is playing for you.")).to_be_hidden()
        expect(ann.get_by_text("Bob is away.")).to_be_hidden()


def test_whoever_watches_sixem_chooses_the_large_board(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as eve:
        one = player_of(ann, server, "Ann")
        story = sixem_story(f"{one} bob")
        for who, name in ((one, "Ann"), ("bob", "Bob")):
            story.rename(who, name)
        eve.goto(store_table(server, story))
        expect(eve.get_by_text("You are watching.")).to_be_visible()
        expect(eve.get_by_role("group", name="The board of Ann")).to_be_visible()
        eve.get_by_role("button", name="The board of Bob").tap()
        expect(eve.get_by_role("group", name="The board of Bob")).to_be_visible()
        expect(eve.locator(".whose")).to_have_text("Bob")


def test_two_who_tap_the_same_seat_at_once_are_both_told_the_truth(chromium: Browser, server: Server) -> None:
    """One sits there; the other is refused, and takes the next seat."""
    with phone(chromium) as ann, phone(chromium) as bob, phone(chromium) as host:
        code = json.loads(made(host, server))["code"]
        for page in (ann, bob):
            page.goto(f"{server.url}/table/{code}")
            page.evaluate("localStorage.setItem('sixes', JSON.stringify({named: true}))")
            page.reload()
            expect(button(page, "Sit here").first).to_be_visible()
        bob.context.set_offline(True)
        button(bob, "Sit here").first.tap()
        button(ann, "Sit here").first.tap()
        expect(ann.get_by_text("you", exact=True)).to_be_visible()
        bob.context.set_offline(False)
        expect(bob.get_by_text("Somebody sits there already.")).to_be_visible()
        button(bob, "Sit here").first.tap()
        expect(ann.locator("ol .who:not(.soft)")).to_have_count(2)


def made(page: Page, server: Server) -> str:
    page.request.get(f"{server.url}/api/me")
    wish = json.dumps({"options": {"game": "sixto", "seats": 3}})
    return page.request.post(f"{server.url}/api/tables", data=wish).text()


def test_a_finished_game_shows_its_end_to_whoever_comes_later(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium, "fr") as late:
        start_with_bots(ann, server.url, [])
        for name in ("Roll the dice", "Keep", "^Done", "^End the game"):
            button(ann, name).tap()
        expect(ann.locator("main.all .score")).to_have_text("0")
        late.goto(ann.url)
        expect(late.locator("main.all .score")).to_have_text("0")
        button(late, pattern_of("fr", "app.home")).tap()
        expect(late.get_by_role("heading", level=1, name="Sixes")).to_be_visible()


def serve_for(data: Path, milliseconds: int) -> None:
    """Set the service clock forward."""
    with closing(sqlite3.connect(data / NAME)) as database, database:
        database.execute("UPDATE clock SET at = at + ?", (milliseconds,))


def test_of_a_game_long_ago_the_record_is_left(chromium: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path) as own, phone(chromium) as ann:
        start_with_bots(ann, own.url, [])
        for name in ("Roll the dice", "Keep", "^Done", "^End the game"):
            button(ann, name).tap()
        expect(ann.locator("main.all")).to_be_visible()
        table = ann.url
        ann.goto("about:blank")
        own.stop()
        for days in (31, 8):
            serve_for(tmp_path, days * DAY)
            prune_data(tmp_path, 0)
        own.start()
        ann.goto(table)
        expect(ann.get_by_role("heading", name="only its record is left")).to_be_visible()
        record = ann.get_by_role("link", name="Save the record").get_attribute("href")
        assert ann.request.get(f"{own.url}{record}").json()["game"] == "sixto"
        button(ann, "^Home").tap()
        expect(ann.get_by_role("heading", name="Play now")).to_be_visible()
