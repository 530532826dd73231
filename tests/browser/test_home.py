"""The start page: unfinished games, joining by code, the title of the tab."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from sixes.text import LANGUAGES
from tests.browser.actions import begin, button, pattern_of, phone, until
from tests.browser.sixto_tables import make_table, sit
from tests.server.serving import Server

OBSERVE_SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
"""
"""Sum up how far the parts of a page are shifted, as browsers reckon it."""


def test_the_settings_look_like_a_gear(chromium: Browser, server: Server) -> None:
    """Two closed outlines, the teeth and the hole: a ring with rays around it reads as brightness."""
    with phone(chromium) as page:
        page.goto(server.url)
        drawn = (
            button(page, "Settings").locator("path").evaluate_all("all => all.map((one) => one.outerHTML)")
        )
        assert len(drawn) == 1
        outline = str(drawn[0])
        assert (outline.count("M"), outline.count("z")) == (2, 2)


def test_nothing_moves_when_the_font_comes_late(chromium: Browser, server: Server) -> None:
    """Whoever is about to press a button does not miss it."""
    with phone(chromium) as page:
        held: list[Route] = []
        page.route("**/*.woff2", lambda route: held.append(route))  # noqa: PLW0108 - playwright counts arguments
        page.goto(server.url, wait_until="commit")
        play = page.locator(".game button").first
        play.wait_for()
        before = play.bounding_box()
        assert held
        for route in held:
            route.continue_()
        until(page, "document.fonts.status === 'loaded'")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert play.bounding_box() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_does_not_shift_while_it_comes(
    language: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium, language) as page:
        page.add_init_script(OBSERVE_SHIFTS)
        page.goto(server.url)
        expect(page.locator(".picture .tab")).to_have_count(6)
        expect(page.locator(".you .who")).to_be_visible()
        assert page.evaluate("document.fonts.check('1rem Sixes')")
        assert page.evaluate("window.shifted") < 0.001


@pytest.mark.parametrize("language", LANGUAGES)
def test_todays_game_comes_first_and_moves_nothing(language: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, language) as page:
        page.add_init_script("localStorage.setItem('sixes', JSON.stringify({met: true}))")
        page.add_init_script(OBSERVE_SHIFTS)
        page.goto(server.url)
        expect(button(page, pattern_of(language, "daily.play"))).to_be_in_viewport(ratio=1)
        expect(page.locator(".picture .tab")).to_have_count(6)
        expect(page.locator(".you .who")).to_be_visible()
        assert page.evaluate("window.shifted") < 0.001


def test_without_todays_game_the_start_page_says_why_and_asks_again(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium, forgiving="ERR_FAILED") as page:
        page.add_init_script("localStorage.setItem('sixes', JSON.stringify({met: true}))")
        page.route("**/api/daily", lambda route: route.abort())
        page.goto(server.url)
        expect(page.get_by_role("alert").filter(has_text="The server does not answer")).to_be_visible()
        page.unroute("**/api/daily")
        button(page, "Ask again").tap()
        expect(button(page, "Play today's game")).to_be_visible()


def games(page: Page) -> list[str]:
    return page.locator("main .continue strong").all_inner_texts()


def test_two_unfinished_games_are_offered_and_the_others_behind_a_button(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium) as page:
        for game, how in (
            ("Sixto", "Alone"),
            ("Sixem", "Against bots"),
            ("Sixto", "Alone"),
            ("Sixto", "Alone"),
        ):
            begin(page, server.url, game, how)
            expect(page.get_by_role("heading", name=re.compile("Turn|Round"))).to_be_visible()
        page.goto(server.url)
        expect(page.get_by_role("heading", name="Continue")).to_be_visible()
        assert len(games(page)) == 2
        expect(button(page, "Play today's game")).to_be_in_viewport(ratio=1)
        play = page.get_by_role("heading", name="Play now").bounding_box()
        assert play
        assert play["y"] < 480, "what one came for is on the first screen"
        button(page, r"All games \(4\)").tap()
        expect(page.get_by_role("dialog").locator("a.card")).to_have_count(4)


def test_a_game_is_discarded_and_the_discarding_undone(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        for _ in range(2):
            begin(page, server.url, "Sixto", "Alone")
            expect(button(page, "Roll the dice")).to_be_visible()
        page.goto(server.url)
        cards = page.locator(".continue a.card")
        expect(cards).to_have_count(2)
        first = cards.first.get_attribute("href")
        button(page, "Discard this game").first.tap()
        expect(cards).to_have_count(1)
        expect(cards).not_to_have_attribute("href", str(first))
        button(page, "Undo").tap()
        expect(cards).to_have_count(2)
        button(page, "Discard this game").first.tap()
        expect(cards).to_have_count(1)
        page.reload()
        expect(cards).to_have_count(1)


def two_friends(ann: Page, bob: Page, server: Server) -> None:
    """A game of Ann and Bob begins."""
    code = make_table(ann, server.url, 2, [])
    for page in (ann, bob):
        sit(page, server.url, code)
    button(ann, "Start the game").tap()
    for page in (ann, bob):
        expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()


def test_whoever_discards_a_game_with_others_lets_a_bot_play_on(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        two_friends(ann, bob, server)
        ann.goto(server.url)
        button(ann, "Discard this game").tap()
        expect(button(bob, "a bot plays")).to_be_visible()


def test_a_refused_code_is_forgotten_by_the_join_that_follows(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving="404") as ann, phone(chromium, forgiving="404") as bob:
        ann.goto(server.url)
        button(ann, "New table").tap()
        button(ann, "Open the table").tap()
        button(ann, "That's me").tap()
        expect(ann.get_by_text("you · host")).to_be_visible()
        bob.goto(server.url)
        field = bob.get_by_role("textbox", name="Code of a table")
        field.fill("BCDFGH")
        expect(bob.get_by_text("There is no such table")).to_be_visible()
        field.fill(ann.url.rpartition("/")[2])
        expect(button(bob, "Sit here").first).to_be_visible()
        # At once, since a message that stays would go by itself after some seconds.
        assert bob.get_by_text("There is no such table").count() == 0


def test_the_title_of_the_tab_calls_whoever_has_the_turn(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        two_friends(ann, bob, server)
        assert {ann.title(), bob.title()} == {"Your turn · Sixto", "Sixto · Sixes"}
