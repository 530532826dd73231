"""Actions in a real browser, as a person does them: find things on the page by their text, and tap them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from sixes.text import say

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""A small phone, upright, without motion to wait for, and without a service worker before the server."""

SOON = """(() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, time, ...rest) => wait(act, time < 1000 ? time / 10 : time, ...rest);
})()"""
LOGGED = ("error", "warning")
NO_NETWORK = "ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"
"""What a browser logs when there is no server."""


@contextmanager
def phone(chromium: Browser, language: str = "en", forgiving: str = "^$", **options: Any) -> Iterator[Page]:
    """A page on a new phone. Errors and warnings in its console fail the test, unless `forgiving` matches."""
    with chromium.new_context(**PHONE | {"locale": language} | options) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda entry: faults.append(entry.text) if entry.type in LOGGED else None)
        try:
            yield page
        except BaseException as problem:
            problem.add_note(f"the console of the page: {faults}")
            raise
    unforgiven = [fault for fault in faults if not re.search(f"{forgiving}|blocked by Playwright", fault)]
    assert not unforgiven, unforgiven


@contextmanager
def hurried(chromium: Browser, language: str = "en", **options: Any) -> Iterator[Page]:
    """A phone on which what is meant to happen within a second happens ten times sooner.

    So whole games and tours need not wait, again and again, until a button that has changed takes taps.
    """
    with phone(chromium, language, **options) as page:
        page.add_init_script(SOON)
        yield page


def pattern_of(language: str, key: str) -> str:
    """A regular expression that matches a sentence of the catalogue."""
    return re.escape(say(key, language))


def button(page: Page, words: str) -> Any:
    return page.get_by_role("button", name=re.compile(words))


def words(page: Page, key: str, **values: object) -> str:
    """A sentence of the catalogue in the language of the page, which it sets before it shows anything."""
    page.locator("#app > *").first.wait_for(state="attached")
    return say(key, page.evaluate("document.documentElement.lang"), **values)


def touch(place: Locator) -> None:
    """Tap, or click where there is a mouse."""
    if place.page.evaluate("navigator.maxTouchPoints"):
        place.tap()
    else:
        place.click()


def until(page: Page, condition: str) -> None:
    """Wait for a condition in JavaScript. `wait_for_function` needs eval, which our policy forbids."""
    page.evaluate(
        f"""async () => {{
          const end = performance.now() + 30000;
          while (!({condition})) {{
            if (performance.now() > end) throw new Error('the condition never became true');
            await new Promise((next) => setTimeout(next, 20));
          }}
        }}"""
    )


def begin(page: Page, url: str, game: str, how: str) -> None:
    """Open the start page and start a game from it."""
    page.goto(url)
    card = page.locator(".game", has=page.get_by_text(game, exact=True))
    company = card.get_by_role("radio", name=how)
    if not company.is_checked():
        company.tap()
    card.locator("button").tap()
    page.wait_for_url("**/table/*")


def roll_and_keep(page: Page) -> None:
    button(page, "Roll the dice").tap()
    button(page, "Keep").tap()


def cross_all(page: Page, most: int = 6) -> int:
    """Cross the leftmost legal box of each row, of at most so many; gives how many there were."""
    expect(button(page, "^Done")).to_be_visible()
    expect(page.locator(".mine .row")).to_have_count(6)  # a sheet is drawn in steps
    rows = page.locator(".row:has(button.legal)")
    crossed = 0
    while crossed < most and rows.count():
        box = rows.first.locator("button.legal").first
        place = box.get_attribute("data-box")
        box.tap()
        expect(page.locator(f'[data-box="{place}"].half')).to_be_visible()
        crossed += 1
        rows = page.locator(".row:has(button.legal):not(:has(.half))")
    return crossed


def turn_of(page: Page) -> int:
    return int(re.sub(r"\D", "", page.locator("h1").inner_text()))


def play_solo(page: Page) -> None:
    """Play a game of Sixto alone to its end."""
    expect(page.locator("h1")).to_have_text("Turn 1")
    while not button(page, "Play again").is_visible():
        turn = turn_of(page)
        roll_and_keep(page)
        crossed = cross_all(page)
        button(page, "^Done").tap()
        if crossed < 2:
            button(page, "^End the game").tap()
        expect(page.locator("h1")).not_to_have_text(f"Turn {turn}")
        expect(button(page, "Roll the dice").or_(button(page, "Play again"))).to_be_visible()
