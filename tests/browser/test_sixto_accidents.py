"""Accidents in Sixto that must not happen: hasty taps, too few dice, boxes that cannot be crossed."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from sixes.text import LANGUAGES, say
from tests.browser.actions import begin, button, pattern_of, phone, roll_and_keep
from tests.browser.prepared_tables import player_of, store_table
from tests.browser.sixto_tables import play_until_crossing, shortcut_button, start_with_bots
from tests.play.stories import playing
from tests.server.serving import Server, running_server


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its bots think for so long that one can look at the table meanwhile."""
    with running_server(tmp_path_factory.mktemp("data"), "--bot-pace", "60") as running:
        yield running


REST = 450
"""Milliseconds for which the main button ignores taps after its meaning has changed."""


def tap_spot(page: Page, place: FloatRect) -> None:
    """Tap where a button was, whatever is there by now."""
    page.touchscreen.tap(place["x"] + place["width"] * 0.7, place["y"] + place["height"] / 2)


def test_taps_on_one_spot_do_one_thing(chromium: Browser, server: Server) -> None:
    with phone(chromium, viewport={"width": 390, "height": 844}) as page:
        page.clock.install()
        begin(page, server.url, "Sixto", "Alone")
        spot = button(page, "Roll the dice").bounding_box()
        assert spot
        expect(button(page, "Roll the dice")).to_be_enabled()
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
        for now, later in (("Roll the dice", "^Keep"), ("^Keep", "^Done")):
            tap_spot(page, spot)
            expect(button(page, later)).to_be_visible()
            for _ in range(2):
                tap_spot(page, spot)  # too soon: the clock stands still
            page.clock.run_for(REST - 1)
            expect(button(page, later)).to_be_disabled()
            expect(button(page, now)).to_have_count(0)
            page.clock.run_for(1)
            expect(button(page, later)).to_be_enabled()
        expect(page.locator("h1")).to_have_text("Turn 1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_ending_alone_is_said_and_needs_a_second_tap(
    language: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium, language) as page:
        start_with_bots(page, server.url, [])
        play_until_crossing([page])
        done = shortcut_button(page, "D")
        expect(done).to_have_text(say("game.done_ends", language))
        done.tap()
        expect(done).to_have_text(say("game.end_sure", language))
        expect(done).to_be_enabled()
        page.locator("button.legal").first.tap()  # another thought
        expect(page.locator("button.half")).to_have_count(1)
        expect(done).to_have_text(say("game.done_ends", language))
        expect(done).to_be_enabled()
        page.keyboard.press("d")
        expect(done).to_have_text(say("game.end_sure", language))
        expect(done).to_be_enabled()
        page.keyboard.press("d")
        expect(button(page, pattern_of(language, "game.again"))).to_be_visible()


def test_two_dice_need_no_second_tap(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        start_with_bots(page, server.url, [])
        while True:
            play_until_crossing([page])
            rows = page.locator(".mine .row:has(button.legal)")
            if rows.count() > 1:
                break
            start_with_bots(page, server.url, [])
        for at in range(2):
            rows.nth(at).locator("button.legal").first.tap()
        expect(button(page, "^Done · 2 crosses")).to_be_enabled()
        button(page, "^Done").tap()
        expect(page.locator("h1")).to_have_text("Turn 2")


def test_a_box_that_cannot_be_crossed_says_why(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        roll_and_keep(page)
        expect(button(page, "^Done")).to_be_enabled()
        target = page.locator('[data-box="a10"]')
        number = int(target.inner_text())
        shown = page.locator(".dice button").first.get_attribute("aria-label") or ""
        why = "sixto.target_needs_four" if str(number) in shown else "sixto.other_number"
        target.tap(force=True)
        expect(target).to_have_class(re.compile("shaking"))
        expect(page.get_by_text(re.compile(re.escape(say(why)), re.IGNORECASE)).first).to_be_visible()
        expect(page.locator("button.half")).to_have_count(0)
        expect(target).not_to_have_class(re.compile("shaking"))


def boxes(page: Page, kind: str) -> set[str]:
    return {box.get_attribute("data-box") or "" for box in page.locator(f".mine button.{kind}").all()}


def test_while_deciding_one_sees_what_the_roll_could_cross(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        button(page, "Roll the dice").tap()
        expect(button(page, "^Keep")).to_be_enabled()
        dotted = boxes(page, "fits")
        assert dotted
        assert not boxes(page, "legal")
        dim = [bool(die.locator(".dim").count()) for die in page.locator(".dice button").all()]
        assert dim == [not any(box[0] == colour for box in dotted) for colour in "abcdef"]
        page.locator("button.fits").first.tap(force=True)
        expect(page.get_by_text(say("game.keep_first")).first).to_be_visible()
        shortcut_button(page, "K").tap()
        expect(page.locator("button.legal").first).to_be_visible()
        assert boxes(page, "legal") == dotted
        assert not boxes(page, "fits")


CUT = """
(hint) => {
  const words = document.createRange();
  words.selectNodeContents(hint);
  const [text, box] = [words.getBoundingClientRect(), hint.getBoundingClientRect()];
  const next = hint.closest('header').nextElementSibling.getBoundingClientRect();
  const line = parseFloat(getComputedStyle(hint).lineHeight);  // letters reach a little beyond their line
  const over = [text.height - box.height, text.bottom - next.top, text.right - box.right];
  return over.some((pixels) => pixels > line / 2);
}
"""
"""Whether some of the words are cut off, or covered by what is below."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heading_is_never_cut(language: str, chromium: Browser, slow_server: Server) -> None:
    with phone(chromium, language) as page:
        story = playing("sixto", player_of(page, slow_server, "Ann"), bots=("nearest",) * 5)
        page.goto(store_table(slow_server, story))
        hint = page.locator("header .hint")
        for letter in "RKD":
            expect(shortcut_button(page, letter)).to_be_enabled()
            assert not hint.evaluate(CUT), hint.inner_text()
            shortcut_button(page, letter).tap()
        expect(hint).to_have_text(say("game.wait_many.other", language, count=5))
        assert not hint.evaluate(CUT), hint.inner_text()
