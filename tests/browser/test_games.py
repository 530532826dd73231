"""My games in a browser: the list, what leads to it, and what is rated."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.text import LANGUAGES
from tests.browser.actions import PHONE, button, phone, touch, words
from tests.browser.games_scenes import ALONE, RATED, TOGETHER, fill_games
from tests.browser.sixto_tables import DESKTOP, LANGUAGES_AND_DEVICES
from tests.browser.test_axe import found_on
from tests.browser.test_pages_walk import TOO_WIDE, WIDTH
from tests.server.serving import Server, running_server

DEVICES = {"phone": PHONE, "desktop": DESKTOP}
LINKS = 'a[href^="/review/"]'


@pytest.fixture(scope="module")
def filled(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Any, str]]:
    """A server, the cookies of somebody with many games there, and the address of a rated one."""
    with running_server(tmp_path_factory.mktemp("games")) as server:
        with phone(chromium) as page:
            address = fill_games(page, server)
            cookies = page.context.cookies()
        yield server, cookies, address


def open_games(page: Page, filled: tuple[Server, Any, str], path: str = "/games") -> None:
    server, cookies, _ = filled
    page.context.add_cookies(cookies)
    page.goto(server.url + path)
    expect(page.get_by_role("heading", level=1)).to_have_text(words(page, "games.title"))


def end_a_game(page: Page, server: Server) -> str:
    """Play a game of Sixto alone for one turn; gives its code."""
    page.goto(server.url)
    touch(page.locator(".game").first.locator("button"))
    page.wait_for_url("**/table/*")
    for key in ("game.roll", "game.keep", "game.done_ends", "game.end_sure"):
        touch(button(page, f"^{re.escape(words(page, key))}"))
    expect(button(page, words(page, "game.again"))).to_be_visible()
    return page.url.rpartition("/")[2]


@LANGUAGES_AND_DEVICES
def test_a_finished_game_is_found_and_leads_to_its_record(
    language: str, device: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, language, **device) as page:
        code = end_a_game(page, server)
        page.goto(server.url)
        touch(page.get_by_role("link", name=words(page, "games.title")))
        expect(page.get_by_role("heading", level=1)).to_have_text(words(page, "games.title"))
        game = page.locator(f'a[href="/review/{code}"]')
        expect(game).to_contain_text("Sixto")
        expect(page.get_by_text(words(page, "games.best"))).to_be_visible()
        touch(game)
        page.wait_for_url(f"**/review/{code}")


def test_every_number_leads_to_as_many_games_as_it_says(
    chromium: Browser, filled: tuple[Server, Any, str]
) -> None:
    with phone(chromium) as page:
        open_games(page, filled)
        expect(page.locator(".totals a")).to_have_count(3)
        for at in range(page.locator("section a").count()):
            link = page.locator("section a").nth(at)
            name = link.get_attribute("aria-label") or link.inner_text()
            touch(link)
            expect(button(page, words(page, "games.all"))).to_be_visible()
            expect(page.locator(LINKS).first).to_be_visible()
            expected = games_in(name)
            if expected and expected <= 50:
                expect(page.locator(LINKS)).to_have_count(expected)
            page.go_back()
            expect(page.locator(".totals")).to_be_visible()


def games_in(name: str) -> int:
    """How many games a number says that it is about; 0 if it says nothing of that."""
    if "Ten games" in name:
        return 10
    found = re.search(r"(\d+) games?", name)
    against = re.findall(r"(?:ahead|behind|level) (\d+)", name)
    return int(found[1]) if found else sum(map(int, against))


@pytest.mark.parametrize("device", DEVICES)
def test_games_are_chosen_by_what_they_are(
    device: str, chromium: Browser, filled: tuple[Server, Any, str]
) -> None:
    with phone(chromium, **DEVICES[device]) as page:
        open_games(page, filled)
        expect(page.locator(LINKS)).to_have_count(50)
        touch(button(page, words(page, "games.more")))
        expect(page.locator(LINKS)).to_have_count(ALONE + TOGETHER + RATED)
        touch(page.get_by_text(words(page, "games.choose")))
        page.get_by_label(words(page, "games.with"), exact=True).select_option(label="Cleo")
        expect(page.locator(LINKS)).to_have_count(TOGETHER)
        expect(page.locator(LINKS).first).to_contain_text("Bob")
        page.get_by_label(words(page, "games.seats"), exact=True).select_option("2")
        expect(page.get_by_text(words(page, "games.nothing"))).to_be_visible()
        page.reload()  # the address keeps what was chosen
        expect(page.get_by_text(words(page, "games.nothing"))).to_be_visible()
        touch(button(page, words(page, "games.all")))
        expect(page.locator(LINKS)).to_have_count(50)


def test_an_address_that_means_nothing_gets_one_sentence(
    chromium: Browser, filled: tuple[Server, Any, str]
) -> None:
    with phone(chromium, forgiving="400") as page:
        open_games(page, filled, "/games#seats=99")
        expect(page.get_by_role("alert")).to_have_count(1)
        touch(button(page, words(page, "games.all")))
        expect(page.locator(LINKS)).to_have_count(50)


def test_a_rating_is_shown_everywhere_or_nowhere(chromium: Browser, filled: tuple[Server, Any, str]) -> None:
    server, cookies, address = filled
    with phone(chromium) as page:
        open_games(page, filled)
        rating = page.locator("section a strong").first.inner_text()
        assert rating.isdecimal()
        page.goto(address)
        status = page.locator("footer p[role=status]")
        expect(status).to_contain_text(f"Your rating: {rating}")
        expect(status).to_contain_text("Bob")
        page.goto(server.url)
        touch(button(page, words(page, "app.settings")))
        touch(page.get_by_role("switch", name=words(page, "rating.show")))
        page.goto(f"{server.url}/games")
        expect(page.locator(".totals")).to_be_visible()
        expect(page.get_by_text(words(page, "rating.title"))).to_have_count(0)
        page.goto(address)
        expect(button(page, words(page, "app.home"))).to_be_visible()
        expect(status).to_have_count(0)
    assert cookies


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rated_table_says_so_before_it_begins(language: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, language) as page:
        page.add_init_script("localStorage.setItem('sixes', JSON.stringify({named: true}))")
        page.goto(server.url)
        touch(button(page, words(page, "home.new_table")))
        touch(page.get_by_role("switch", name=words(page, "rating.rated")))
        expect(page.get_by_text(words(page, "rating.explain"))).to_be_visible()
        touch(button(page, words(page, "home.make")))
        expect(page.get_by_text(words(page, "rating.rated"))).to_be_visible()
        expect(page.get_by_text("??")).to_be_visible()
        touch(button(page, words(page, "lobby.bot")).first)
        touch(button(page, words(page, "level.nearest")))
        expect(page.get_by_text(f"{words(page, 'rating.title')} 1000")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_full_of_numbers_fits_and_is_accessible(
    language: str, chromium: Browser, filled: tuple[Server, Any, str]
) -> None:
    faults = list[str]()
    with phone(chromium, language) as page:
        for path in ("/games", "/games#rated=true"):
            open_games(page, filled, path)
            expect(page.locator(LINKS).first).to_be_visible()
            faults += page.evaluate(TOO_WIDE, WIDTH) + found_on(page)
            page.emulate_media(color_scheme="dark")
            faults += found_on(page, "color-contrast")
            page.emulate_media(color_scheme="light")
        page.goto(filled[2])
        expect(page.locator("footer p[role=status]")).to_be_visible()
        faults += page.evaluate(TOO_WIDE, WIDTH) + found_on(page)
    with phone(chromium, language) as large:
        large.context.new_cdp_session(large).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        open_games(large, filled)
        expect(large.locator(LINKS).first).to_be_visible()
        faults += large.evaluate(TOO_WIDE, WIDTH)
    assert not faults, "\n".join(faults)
