"""The lessons, played to their end whatever the dice show; and the rules."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as Late

from sixes.text import LANGUAGES, say
from tests.browser.actions import begin, button, cross_all, hurried, pattern_of, phone, roll_and_keep, until
from tests.browser.sixto_tables import CROSS_NEAR, ROLL_OR_KEEP, shortcut_button
from tests.server.serving import Server


def expect_lesson(page: Page, key: str) -> None:
    expect(page.get_by_role("complementary").get_by_role("status")).to_have_text(say(key))


def tap_legal_box(page: Page) -> None:
    """Tap the first legal box of a row that has no half cross."""
    box = page.locator(".row:not(:has(.half)) button.legal").first
    place = box.get_attribute("data-box")
    box.tap()
    expect(page.locator(f'[data-box="{place}"].half')).to_be_visible()


def leave_and_come_back(page: Page) -> None:
    button(page, "Leave the lesson").tap()
    page.get_by_role("heading", name="Continue").wait_for()
    page.locator("a.card", has_text="Sixto").tap()


@pytest.mark.parametrize("failure", ["no answer", "too many requests"])
def test_a_server_that_does_not_answer_has_not_lost_the_lesson(
    failure: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium, forgiving="ERR_FAILED|429") as page:
        page.goto(server.url)
        button(page, "Learn Sixto").tap()
        button(page, "Roll the dice").tap()
        expect_lesson(page, "learn.sixto_decide")
        refused = {"status": 429, "json": {"code": "http.slow_down", "message": ""}}
        page.route(
            re.compile(r"/api/tables/\w{6}$"),
            lambda route: route.abort() if failure == "no answer" else route.fulfill(**refused),
        )
        page.reload()
        key = "app.offline" if failure == "no answer" else "http.slow_down"
        expect(page.get_by_role("heading")).to_have_text(re.compile(re.escape(say(key)), re.IGNORECASE))
        page.unroute_all()
        button(page, say("app.reload")).tap()
        expect_lesson(page, "learn.sixto_decide")


def test_a_lesson_on_this_device_begins_anew_once_its_download_is_deleted(
    chromium: Browser, server: Server
) -> None:
    begun = "{lessons: {sixto: {code: 'local-0123456789ab', step: 1}}}"
    with phone(chromium) as page:
        page.goto(server.url)
        page.evaluate(f"localStorage.setItem('sixes', JSON.stringify({begun}))")
        page.goto(f"{server.url}/learn/sixto")
        expect(page.get_by_role("complementary").get_by_role("status")).to_be_visible()


def test_sixto_is_learnt_by_playing_it(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(server.url)
        button(page, "Learn Sixto").tap()
        button(page, "Roll the dice").tap()
        expect_lesson(page, "learn.sixto_decide")
        button(page, "Roll again").tap()
        expect_lesson(page, "learn.sixto_cross")
        tap_legal_box(page)
        expect_lesson(page, "learn.sixto_uncross")
        page.locator("[data-box].half").tap()
        expect_lesson(page, "learn.sixto_two")
        leave_and_come_back(page)
        expect_lesson(page, "learn.sixto_two")
        cross_all(page, most=2)
        page.reload()
        expect_lesson(page, "learn.sixto_done")
        button(page, "^Done").tap()
        for key in ("lost", "target", "close", "points"):
            expect_lesson(page, f"learn.sixto_{key}")
            expect(page.locator(".button.main")).to_have_count(1)
            button(page, "^Next").tap()
        expect_lesson(page, "learn.sixto_again")


BOARD = "document.querySelector('.mine .sheet').getBoundingClientRect().top + scrollY"


def play_lesson(page: Page) -> list[str]:
    """Play the lesson to its end, as somebody who does not jump far; gives the sentences in their order."""
    said: list[str] = []
    tops: set[float] = set()
    while not page.locator("main.all").count():
        said.append(page.get_by_role("complementary").get_by_role("status").inner_text())
        if page.locator(".mine .sheet").count():
            tops.add(page.evaluate(BOARD))
        if button(page, "^Next").is_visible():
            button(page, "^Next").tap()
        elif page.evaluate(ROLL_OR_KEEP) == "crossing":
            turn = page.locator("h1").inner_text()
            page.evaluate(CROSS_NEAR, 4)
            other = page.locator(".mine .row:not(:has(.half)):has(button.legal)")
            while page.locator(".mine .half").count() < 2 and other.count():
                tap_legal_box(page)
            last = page.locator(".mine .half").count() < 2
            shortcut_button(page, "D").tap()
            if last:
                button(page, "^End the game").tap()
            expect(page.locator("h1")).not_to_have_text(turn)
    assert len(tops) == 1, "the bubble moves the board"
    return list(dict.fromkeys(said))


def test_a_lesson_of_sixto_closes_a_colour_and_ends_well(chromium: Browser, server: Server) -> None:
    with hurried(chromium) as page:
        page.goto(f"{server.url}/learn/sixto")
        expect(button(page, "Roll the dice")).to_be_enabled()
        said = play_lesson(page)
        steps = ("roll", "decide", "lost", "target", "close", "points", "again", "fill", "open", "closed")
        assert [text for text in said if text in {say(f"learn.sixto_{step}") for step in steps}] == [
            say(f"learn.sixto_{step}") for step in steps
        ]
        expect_lesson(page, "learn.sixto_end")
        expect(page.get_by_role("heading", name=say("reaction.bravo"))).to_be_visible()
        assert int(page.locator(".score").inner_text()) > 60
        for name in ("With friends", "Against bots"):
            expect(button(page, name)).to_be_visible()
        button(page, "^Alone").tap()
        page.wait_for_url("**/table/*")
        expect(page.get_by_role("complementary")).to_be_hidden()
        expect(button(page, "Roll the dice")).to_be_visible()


def test_a_lesson_of_sixto_that_ends_too_soon_begins_anew(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(f"{server.url}/learn/sixto")
        roll_and_keep(page)
        button(page, "^Done").tap()
        button(page, "^End the game").tap()
        expect_lesson(page, "learn.sixto_over")
        button(page, "Once more").tap()
        expect_lesson(page, "learn.sixto_roll")
        expect(button(page, "Roll the dice")).to_be_enabled()


def test_the_rules_open_over_a_game_where_they_fit(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        button(page, "More").tap()
        button(page, "Rules").tap()
        part = page.get_by_role("dialog").get_by_role("heading", name="The roll")
        expect(part).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(button(page, "Roll the dice")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_read_in_every_language(language: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, language) as page:
        page.goto(f"{server.url}/rules")
        page.get_by_role("main").get_by_role("link", name="Sixto").first.tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Sixto: {say('app.rules', language)}")
        pictures = page.locator("article img")
        expect(pictures).to_have_count(9)
        pictures.last.scroll_into_view_if_needed()
        expect(pictures.last).to_have_js_property("complete", True)
        assert pictures.last.evaluate("image => image.naturalWidth") > 0
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.goto(f"{server.url}/rules/sixem#sixem-stop")
        expect(page.locator("#sixem-stop h2")).to_be_in_viewport()
        button(page, pattern_of(language, "app.back")).tap()
        expect(page.get_by_role("heading", level=1, name="Sixes")).to_be_visible()


def keep_what_fits(page: Page) -> None:
    """Of my dice that lie, one of each number is to be kept."""
    dice = page.locator("[data-die]:enabled").all()
    seen = set()
    for die in dice:
        number = re.search(r"\d", die.get_attribute("aria-label") or "")
        if number and number[0] not in seen:
            seen.add(number[0])
            if die.get_attribute("aria-pressed") == "false":
                die.tap(timeout=1000)


def act(page: Page) -> None:
    """Whatever the game asks for now."""
    ways = [".deeds button:last-child", "main.marking footer .main:not([aria-disabled=true])"]
    ways += ["button.open:not(.staged)", ".stop.lit:enabled", ".throw:enabled:not(.resting)"]
    with suppress(Late):
        for what in ways:
            if page.locator(what).first.is_visible():
                if what.startswith(".throw"):
                    keep_what_fits(page)
                page.locator(what).first.tap(timeout=1000)
                return


STEPS = ("throw", "keep", "stop", "mark", "lines", "erase", "now")
READ = ("mark", "lines", "erase")
"""Steps that are only read."""
ALL_IN_SIGHT = "document.documentElement.scrollHeight === innerHeight"


@pytest.mark.parametrize("language", ["de"])  # the longest words
def test_sixem_is_learnt_by_playing_it(language: str, chromium: Browser, server: Server) -> None:
    with hurried(chromium, language) as page:
        page.goto(f"{server.url}/learn/sixem")
        lesson = page.get_by_role("complementary").get_by_role("status")
        expect(lesson).to_have_text(say("learn.sixem_first", language))
        until(page, ALL_IN_SIGHT)  # the game makes room for the sentence a moment later
        button(page, pattern_of(language, "game.first")).tap()
        expect(lesson).to_have_text(say("learn.sixem_spin", language))
        button(page, pattern_of(language, "game.spin")).tap()
        expect(lesson).to_have_text(say("learn.sixem_throw", language))
        sentences = {say(f"learn.sixem_{step}", language): step for step in STEPS}
        shown: list[str] = []
        while (sentence := lesson.inner_text()) != say("learn.sixem_end", language):
            step = sentences[sentence]
            if step not in shown:
                shown.append(step)
                until(page, ALL_IN_SIGHT)
            if step in READ:
                expect(page.locator(".button.main")).to_have_count(1)
                button(page, pattern_of(language, "app.next")).tap()
                expect(lesson).not_to_have_text(say(f"learn.sixem_{step}", language))
            else:
                act(page)
        assert shown == list(STEPS), "the bot waits, and the dice are known"
        until(page, ALL_IN_SIGHT)
        expect(button(page, pattern_of(language, "learn.play_on"))).to_be_visible()
        expect(page.locator(".button.main")).to_have_count(1)
        expect(button(page, pattern_of(language, "learn.friends"))).to_be_visible()
        button(page, pattern_of(language, "home.against_bots")).tap()
        expect(page.get_by_role("complementary")).to_be_hidden()
        expect(button(page, pattern_of(language, "game.first"))).to_be_visible()
