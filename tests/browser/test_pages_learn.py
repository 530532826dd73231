"""The lessons, played to their end whatever the dice show; and the rules."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as Late

from sixes.text import LANGUAGES, say
from tests.browser.actions import begin, button, cross_all, pattern_of, phone, roll_and_keep, until
from tests.server.serving import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


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
            button(page, "^Next").tap()
        expect_lesson(page, "learn.sixto_again")
        roll_and_keep(page)
        cross_all(page)
        button(page, "^Done").tap()
        expect_lesson(page, "learn.sixto_end")
        button(page, "Play on").tap()
        page.wait_for_url("**/table/*")
        expect(page.get_by_role("complementary")).to_be_hidden()
        expect(button(page, "Roll the dice")).to_be_visible()


def test_a_lesson_of_sixto_that_ends_too_soon_begins_anew(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(f"{server.url}/learn/sixto")
        roll_and_keep(page)
        button(page, "^Done").tap()
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
        expect(page.get_by_role("heading", level=1)).to_have_text("Sixes")


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


def act(page: Page, step: str) -> None:
    """Whatever the game asks for now. It may be too late, but nothing is thrown before the lesson says so."""
    ways = [".deeds button:last-child", "button.open", ".stop.lit:enabled", "footer .button:enabled"]
    if step not in ("first", "spin"):
        ways.append(".throw:enabled:not(.resting)")
    with suppress(Late):
        for what in ways:
            if page.locator(what).first.is_visible():
                if what.startswith(".throw"):
                    keep_what_fits(page)
                page.locator(what).first.tap(timeout=1000)
                return


STEPS = ("first", "spin", "throw", "keep", "stop", "mark", "lines", "erase", "now", "end")
READ = ("mark", "lines", "erase")
"""Steps that are read while the game waits. The others may be skipped if luck ends the race early."""
ALL_IN_SIGHT = "document.documentElement.scrollHeight === innerHeight"


@pytest.mark.parametrize("language", ["en", "de"])
def test_sixem_is_learnt_by_playing_it(language: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, language) as page:
        page.goto(f"{server.url}/learn/sixem")
        lesson = page.get_by_role("complementary").get_by_role("status")
        expect(lesson).to_have_text(say("learn.sixem_first", language))
        sentences = {say(f"learn.sixem_{step}", language): step for step in STEPS}
        shown: list[str] = []
        while not button(page, pattern_of(language, "learn.play_on")).is_visible():
            step = sentences[lesson.inner_text()]
            if step not in shown:
                shown.append(step)
                until(page, ALL_IN_SIGHT)  # the game makes room for the sentence a moment later
            if step in READ:
                page.locator("aside").get_by_role("button", name=say("app.next", language)).tap()
                expect(lesson).not_to_have_text(say(f"learn.sixem_{step}", language))
            else:
                act(page, step)
        assert shown == [step for step in STEPS if step in shown]
        assert {"first", "throw", *READ} <= set(shown)
        expect(lesson).to_have_text(say("learn.sixem_end", language))
