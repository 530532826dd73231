"""Where things are on the screen of Sixem on a small phone, in every language."""

import pytest
from playwright.sync_api import Browser, expect

from sixes.rules.spinner import SPINNER, Pattern
from sixes.text import LANGUAGES, say
from tests.browser.actions import phone
from tests.browser.sixem_scenes import before_spinning, sixem_race_of_six, sixem_stop
from tests.server.serving import Server

OUTSIDE = """
async (patterns) => {
  const come = new Promise((done) => {
    const rested = () => document.querySelector('.hub.won') && done(observer.disconnect());
    const observer = new MutationObserver(rested);
    observer.observe(document.body, { childList: true, subtree: true });
  });
  document.querySelector('footer button:not(:disabled)').click();
  await come;
  const words = document.querySelector('.hub.won strong');
  const hub = document.querySelector('.hub.won').getBoundingClientRect();
  const [x, y, radius] = [hub.left + hub.width / 2, hub.top + hub.height / 2, hub.width / 2];
  return patterns.filter((pattern) => {
    words.textContent = pattern;
    const lines = document.createRange();
    lines.selectNodeContents(words);
    const corners = [...lines.getClientRects()].flatMap(({ left, right, top, bottom }) =>
      [left, right].flatMap((across) => [top, bottom].map((down) => Math.hypot(across - x, down - y))));
    return Math.max(...corners) > radius;
  });
}
"""
"""Spin; of the words that may be in the middle of the spinner then, those that reach beyond it."""

ON_ITS_SIDE = {"width": 640, "height": 360}


def words_of(pattern: Pattern, language: str) -> str:
    kinds = [(kind, count) for kind, count in pattern._asdict().items() if count]
    joint = {"en": "and", "de": "und", "fr": "et", "it": "e"}[language]
    return f" {joint} ".join(say(f"pattern.{kind}", language, count=count) for kind, count in kinds)


@pytest.mark.parametrize("language", ["fr", "de"])  # the longest words
def test_stop_is_whole_in_sight_when_it_counts(language: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, language) as page:
        sixem_stop(page, server)
        expect(page.locator(".stop.lit")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight") == 640


def test_the_words_of_every_pattern_fit_into_the_spinner(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        before_spinning(page, server)
        words = [words_of(pattern, language) for pattern in SPINNER for language in LANGUAGES]
        assert page.evaluate(OUTSIDE, words) == []


def test_six_can_play_on_a_phone_on_its_side(chromium: Browser, server: Server) -> None:
    with phone(chromium, "de", viewport=ON_ITS_SIDE) as page:
        sixem_race_of_six(page, server)
        expect(page.locator("button.throw")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight") == ON_ITS_SIDE["height"]


def test_all_dice_of_the_lesson_are_in_sight_on_a_phone_on_its_side(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium, viewport=ON_ITS_SIDE) as page:
        page.goto(f"{server.url}/learn/sixem")
        expect(page.locator(".stage li")).to_have_count(2)
        for one in page.locator(".stage li").all():
            expect(one).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight") == ON_ITS_SIDE["height"]
