"""Tables of Sixto for tests and pictures: made by the HTTP part, played by hand."""

import json
from time import monotonic
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.serving import LONGEST

DESKTOP: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "is_mobile": False,
    "has_touch": False,
}
"""A page as wide as a table, with a mouse and keys."""
NAMED = "localStorage.setItem('sixes', JSON.stringify({named: true}))"
"""Somebody who has a name already is not asked for one."""


def visit(page: Page, url: str) -> None:
    """Come to the house for the first time."""
    with page.expect_response("**/api/me"):
        page.goto(url)
    page.evaluate(NAMED)


def make_table(page: Page, url: str, seats: int, bots: list[str], **options: Any) -> str:
    """The code of a new table, of which this page is the host."""
    visit(page, url)
    wish = {"options": {"game": "sixto", "seats": seats, **options}, "bots": bots}
    made = page.request.post(f"{url}/api/tables", data=json.dumps(wish))
    assert made.ok, made.text()
    return str(made.json()["code"])


def play_at_once(page: Page, url: str, bots: list[str], **options: Any) -> str:
    """Against bots, started."""
    code = make_table(page, url, len(bots) + 1, bots, **options)
    page.evaluate("code => history.replaceState({play: true}, '', `/table/${code}`)", code)
    page.reload()
    expect(page.locator(".dice")).to_be_visible()
    return code


def sit(page: Page, url: str, code: str) -> None:
    """Come to a table, and take a seat there."""
    visit(page, url)
    page.evaluate("code => history.replaceState({sit: true}, '', `/table/${code}`)", code)
    page.reload()
    expect(page.locator("h1", has_text="Sixto")).to_be_visible()


TURN = """
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
"""As a careful player crosses: in each row the next box, if it is not too far away."""
STEP = """
() => {
  const button = (letter) => document.querySelector(`.controls [aria-keyshortcuts=${letter}]:not(:disabled)`);
  (button('K') ?? button('R'))?.click();
  return document.querySelector('main.all') ? 'over' : button('D') ? 'crossing' : 'waiting';
}
"""
"""Roll or keep, if that is to be done; and how the page stands."""


def pressable(page: Page, letter: str) -> Any:
    """The button that a key stands for, when it can be pressed."""
    return page.locator(f'.controls [aria-keyshortcuts="{letter}"]:not(:disabled)')


def until_crossing(pages: list[Page]) -> bool:
    """Whoever of these is active rolls and keeps, until all of them can cross; or the game is over."""
    deadline = monotonic() + LONGEST
    while monotonic() < deadline:
        states = {page.evaluate(STEP) for page in pages}
        if len(states) == 1 and states != {"waiting"}:
            return states == {"crossing"}
    raise AssertionError("the game does not go on")
