"""Tables of Sixto for tests and screenshots: made by the HTTP API, played on the page."""

import json
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.event_loop import LONGEST

DESKTOP: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "is_mobile": False,
    "has_touch": False,
}
"""A large screen, with mouse and keyboard."""
LANGUAGES_AND_DEVICES = pytest.mark.parametrize(
    ("language", "device"),
    [("en", {}), ("fr", DESKTOP), ("it", DESKTOP), ("de", {})],
    ids=["en-phone", "fr-desktop", "it-desktop", "de-phone"],
)
"""Every language, by turns on a phone and on a desktop."""
CAREFUL = 3
"""How many boxes ahead a careful player crosses."""
NAMED = "localStorage.setItem('sixes', JSON.stringify({named: true}))"
"""A visitor with this setting is not asked for a name."""


def visit(page: Page, url: str) -> None:
    """Open the start page for the first time."""
    with page.expect_response("**/api/me"):
        page.goto(url)
    page.evaluate(NAMED)


def make_table(page: Page, url: str, seats: int, bots: list[str], **options: Any) -> str:
    """Make a table whose host is this page's visitor; gives its code."""
    visit(page, url)
    wish = {"options": {"game": "sixto", "seats": seats, **options}, "bots": bots}
    made = page.request.post(f"{url}/api/tables", data=json.dumps(wish))
    assert made.ok, made.text()
    return str(made.json()["code"])


def start_with_bots(page: Page, url: str, bots: list[str], **options: Any) -> str:
    """Start a game against bots; gives the table's code."""
    code = make_table(page, url, len(bots) + 1, bots, **options)
    page.evaluate("code => history.replaceState({play: true}, '', `/table/${code}`)", code)
    page.reload()
    expect(page.locator(".dice")).to_be_visible()
    return code


def sit(page: Page, url: str, code: str) -> None:
    """Open a table and take a seat."""
    visit(page, url)
    page.evaluate("code => history.replaceState({sit: true}, '', `/table/${code}`)", code)
    page.reload()
    expect(page.locator("h1", has_text="Sixto")).to_be_visible()


CROSS_NEAR = """
(gap) => {
  const rows = [...document.querySelectorAll('.mine .row')];
  for (const row of rows) {
    const at = (box) => Number(box.dataset.box.slice(1));
    const last = Math.max(0, ...[...row.querySelectorAll('.crossed')].map(at));
    const legal = [...row.querySelectorAll('button.legal')].filter((box) => at(box) - last <= gap);
    if (legal.length && !row.querySelector('.half')) legal[0].click();
  }
}
"""
"""Cross the next legal box of each row, if it is at most `gap` boxes away, as a careful player does."""
ROLL_OR_KEEP = """
() => {
  const button = (letter) => document.querySelector(`.controls [aria-keyshortcuts=${letter}]:not(:disabled)`);
  (button('K') ?? button('R'))?.click();
  return document.querySelector('main.all') ? 'over' : button('D') ? 'crossing' : 'waiting';
}
"""
"""Roll or keep if the page waits for that; gives the state of the page."""


def shortcut_button(page: Page, letter: str) -> Any:
    """The enabled button with this keyboard shortcut."""
    return page.locator(f'.controls [aria-keyshortcuts="{letter}"]:not(:disabled)')


def play_until_crossing(pages: list[Page]) -> bool:
    """Roll and keep on these pages until all of them can cross; false if the game is over instead."""
    deadline = monotonic() + LONGEST
    while monotonic() < deadline:
        states = {page.evaluate(ROLL_OR_KEEP) for page in pages}
        if len(states) == 1 and states != {"waiting"}:
            return states == {"crossing"}
    raise AssertionError("the game does not go on")


CAN_CROSS = """
(title) => document.querySelector('h1')?.innerText === title
  && document.querySelector('.controls [aria-keyshortcuts=D]:not(:disabled)') !== null
"""
"""Whether the page can cross in the turn with this title. If so, the turn cannot end before it is done."""


def finish_turn(pages: list[Page], gap: int = CAREFUL) -> None:
    """Cross and say done on these pages until the turn is over on all of them.

    A page that is done may have to say so again: if somebody, perhaps a bot, then announces that they close a
    colour, it is asked again.
    """
    titles = [page.locator("h1").inner_text() for page in pages]
    deadline = monotonic() + LONGEST
    while open_pages := [
        (page, title)
        for page, title in zip(pages, titles, strict=True)
        if page.locator("h1").inner_text() == title
    ]:
        for page, title in open_pages:
            if page.evaluate(CAN_CROSS, title):
                page.evaluate(CROSS_NEAR, gap)
                shortcut_button(page, "D").click()
        assert monotonic() < deadline, "the turn does not end"
