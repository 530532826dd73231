"""Random taps and keys: nothing breaks unseen, and no page is a dead end."""

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import begin, phone
from tests.server.serving import Server

PRESSES = 220
ASTRAY = 12
"""Presses away from a table after which the test goes back to it."""
KEYS = ("Tab", "Enter", "Space", "Escape", "ArrowRight", "ArrowDown", "1", "4", "r", "k", "d", "u", "s")
REFUSALS = "status of 4(00|03|04|29)"
"""Requests that the server may refuse."""
PRESS = """(luck) => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const open = [...top.querySelectorAll('button, a[href], input, summary')].filter((node) =>
    !node.disabled && !node.hasAttribute('download') && node.checkVisibility({ visibilityProperty: true }));
  const chosen = open[Math.floor(luck * open.length)];
  chosen?.click();
  return chosen ? chosen.outerHTML.slice(0, 100) : '';
}"""


def press_on(page: Page, luck: random.Random) -> None:
    page.locator("button:enabled, a[href]").first.wait_for(state="attached")  # no dead end
    if luck.random() < 0.15:
        page.keyboard.press(luck.choice(KEYS))
    else:
        page.evaluate(PRESS, luck.random())


@pytest.mark.parametrize(
    ("game", "how"), [("Sixto", "Alone"), ("Sixto", "Against bots"), ("Sixem", "Against bots")]
)
def test_whatever_is_pressed_nothing_breaks(game: str, how: str, chromium: Browser, server: Server) -> None:
    luck, astray = random.Random(f"{game} {how}"), 0
    with phone(chromium, forgiving=REFUSALS) as page:
        begin(page, server.url, game, how)
        table = page.url
        for _ in range(PRESSES):
            press_on(page, luck)
            astray = astray + 1 if "/table/" not in page.url else 0
            if astray > ASTRAY:
                page.goto(table)
        page.goto(
            f"{server.url}/healthz"
        )  # where the client does not run, which would store its settings again
        page.evaluate("localStorage.clear()")
        page.goto(server.url)
        expect(page.get_by_role("heading", name="Play now")).to_be_visible()
