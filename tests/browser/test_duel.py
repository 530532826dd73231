"""Duels and head starts in the browser: two games with swapped sheets, their sum, and what all agree to."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.text import LANGUAGES, say
from tests.browser.actions import PHONE, button, phone, touch
from tests.browser.duel_scenes import first_game, second_of
from tests.browser.prepared_tables import player_of, store_past_points, store_table
from tests.browser.sixto_tables import DESKTOP, LANGUAGES_AND_DEVICES, make_table, sit, visit
from tests.play.stories import Story
from tests.server.serving import Server, running_server

SCREENS = pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


def duel_of(ann: Page, bob: Page, server: Server) -> Story:
    """The first game of a duel of two pages' visitors, played to its end."""
    return first_game({player_of(page, server, name): name for page, name in ((ann, "Ann"), (bob, "Bob"))})


@LANGUAGES_AND_DEVICES
def test_a_duel_is_made_in_the_dialog_for_two(
    language: str, device: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, language, **device) as page:
        visit(page, server.url)
        page.reload()
        touch(button(page, say("home.new_table", language)).last)
        dialog = page.get_by_role("dialog")
        duel = dialog.get_by_role("switch", name=say("duel.title", language), exact=True)
        two = dialog.get_by_role("radio", name="2", exact=True)
        expect(two).not_to_be_checked()
        touch(duel)
        expect(two).to_be_checked()
        expect(dialog.get_by_text(say("duel.explain", language))).to_be_visible()
        touch(dialog.get_by_role("radio", name="3", exact=True))
        expect(duel).not_to_be_checked()
        touch(duel)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        touch(button(page, say("home.make", language)))
        page.wait_for_url("**/table/*")
        expect(page.get_by_text(say("duel.explain", language))).to_be_visible()
        code = page.url.rpartition("/")[2]
        assert page.request.get(f"{server.url}/api/tables/{code}").json()["options"]["duel"] is True


@SCREENS
def test_the_second_game_begins_with_swapped_sheets_and_the_sum_decides(
    screen: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, **screen) as ann, phone(chromium, **screen) as bob:
        story = duel_of(ann, bob, server)
        url = store_table(server, story)
        for page in (ann, bob):
            page.goto(url)
            expect(page.locator("h1")).to_have_text("Half-time!")  # nobody has won yet
        touch(button(ann, "Second game"))
        expect(bob.get_by_text("Ann is ready for the second game. You too?")).to_be_visible()
        touch(button(bob, "Play along"))
        for page in (ann, bob):
            expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()
        assert ann.url == bob.url != url
        code = ann.url.rpartition("/")[2]
        seats = ann.request.get(f"{server.url}/api/tables/{code}").json()["seats"]
        assert [seat["player"] for seat in seats] == story.names().split()[::-1]
        first = ann.request.get(f"{url.replace('/table/', '/api/tables/')}/record").json()
        assert "seed" not in first["match"]["dice"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_shows_both_games(language: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, language) as ann, phone(chromium, language) as bob:
        story = duel_of(ann, bob, server)
        second = second_of(story)
        ann.goto(store_table(server, second))
        totals = second.sixto.totals
        for seat, who in enumerate(second.table.seats):
            ahead, made = second.sixto.head_starts[seat], second.sixto.scores[seat]
            words = say("duel.sum", language, first=ahead, second=made)
            expect(ann.locator("li", has_text=words).filter(has_text=who.name)).to_be_visible()
        expect(ann.locator("ol strong").first).to_have_text(str(max(totals)))
        expect(button(ann, say("duel.again", language))).to_be_visible()
        assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_whoever_ends_the_duel_is_told_what_counts(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        url = store_table(server, duel_of(ann, bob, server))
        for page in (ann, bob):
            page.goto(url)
        touch(button(ann, "Second game"))
        touch(button(bob, "End the duel"))
        expect(ann.get_by_text("so nobody has won the duel")).to_be_visible()


def test_going_home_after_the_first_game_does_not_end_the_duel(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        url = store_table(server, duel_of(ann, bob, server))
        for page in (ann, bob):
            page.goto(url)
        touch(button(ann, "Second game"))
        expect(button(bob, "Play along")).to_be_visible()
        touch(button(bob, "^Home"))
        bob.goto(url)
        touch(button(bob, "Play along"))
        expect(bob.get_by_role("heading", name="Turn 1")).to_be_visible()


@LANGUAGES_AND_DEVICES
def test_head_starts_are_proposed_and_all_agree(
    language: str, device: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, language, **device) as ann, phone(chromium, language, **device) as bob:
        code = make_table(ann, server.url, 2, [])
        people = [player_of(page, server, name) for page, name in ((ann, "Ann"), (bob, "Bob"))]
        store_past_points(server, {people[0]: [90, 90, 90], people[1]: [60, 60, 60]})
        for page in (ann, bob):
            sit(page, server.url, code)
        touch(button(ann, say("ahead.propose", language)))
        for page in (ann, bob):
            ahead = page.get_by_role("region", name=say("ahead.title", language))
            expect(ahead.locator("li", has_text="Bob")).to_contain_text("+15")
            expect(ahead.get_by_text(say("ahead.how", language))).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(button(ann, say("lobby.start", language))).to_be_disabled()
        for page in (ann, bob):
            touch(page.get_by_role("button", name=say("ahead.agree", language), exact=True))
        expect(ann.locator("li", has_text=say("ahead.agreed", language))).to_have_count(2)
        touch(button(ann, say("lobby.start", language)))
        for page in (ann, bob):
            expect(page.locator(".dice")).to_be_visible()


def test_without_past_games_there_are_none(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        code = make_table(ann, server.url, 2, [])
        for page in (ann, bob):
            sit(page, server.url, code)
        touch(button(ann, "Head starts for weaker players"))
        expect(ann.get_by_text("verybody needs three finished games with others first")).to_be_visible()
