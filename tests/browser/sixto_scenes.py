"""Sixto with others, worth a picture."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from sixes.text import say
from tests.browser.sixto import TURN, make_table, play_at_once, pressable, sit, until_crossing

CAREFUL = 3


def sixto_others(page: Page, url: str) -> None:
    """Five others, after two turns."""
    play_at_once(page, url, ["nearest", "steady", "random", "nearest", "steady"])
    for _ in range(2):
        until_crossing([page])
        turn = page.locator("h1").inner_text()
        page.evaluate(TURN, CAREFUL)
        pressable(page, "D").click()
        expect(page.locator("h1")).not_to_have_text(turn)
    until_crossing([page])


def sixto_gains(page: Page, url: str) -> None:
    """What each cross brings, in German."""
    page.goto(url)
    page.evaluate("localStorage.setItem('sixes', JSON.stringify({language: 'de', gains: true}))")
    play_at_once(page, url, ["steady"])
    page.evaluate("localStorage.setItem('sixes', JSON.stringify({language: 'de', gains: true}))")
    page.reload()
    until_crossing([page])


def sixto_wide(page: Page, url: str) -> None:
    """Sheets side by side."""
    page.set_viewport_size({"width": 1280, "height": 800})
    play_at_once(page, url, ["nearest", "steady", "nearest"])
    until_crossing([page])
    page.evaluate(TURN, CAREFUL)


def sixto_landscape(page: Page, url: str) -> None:
    """A phone on its side."""
    page.set_viewport_size({"width": 640, "height": 360})
    play_at_once(page, url, ["nearest", "steady"])
    until_crossing([page])


def sixto_own_sheet(page: Page, url: str) -> None:
    """Typing a sheet from one's own box."""
    sit(page, url, make_table(page, url, 2, ["nearest"]))
    page.get_by_role("radio", name=say("lobby.own")).tap()
    page.get_by_role("dialog").get_by_role("textbox").first.fill("315642531642")
    expect(page.get_by_text(say("lobby.own_missing.other", count=60))).to_be_visible()


SIXTO_SCENES: tuple[Callable[[Page, str], None], ...] = (
    *(sixto_others, sixto_gains, sixto_wide, sixto_landscape, sixto_own_sheet),
)
