"""Lost connections: nothing is lost or doubled, and the page reconnects once there is a network."""

import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from sixes.text import say
from tests.browser.actions import NO_NETWORK, begin, button, cross_all, phone, roll_and_keep
from tests.server.serving import Server, running_server

LOST = NO_NETWORK + "|WebSocket connection|ERR_CONNECTION|ERR_NETWORK|Failed to load resource"
"""What a browser logs when a connection breaks."""
GONE = "Trying again"


def crossing(page: Page, url: str) -> None:
    begin(page, url, "Sixto", "Alone")
    roll_and_keep(page)
    expect(button(page, "^Done")).to_be_visible()


def half(page: Page) -> Any:
    return page.locator("[data-box].half")


def crossed_on_the_server(page: Page) -> list[str]:
    """The half crosses as the server has them, read from a fresh page."""
    fresh = page.context.new_page()
    fresh.goto(page.url)
    expect(button(fresh, "^Done")).to_be_visible()
    expect(fresh.locator(".mine [data-box]")).to_have_count(72)  # the sheet is drawn row by row
    boxes = [str(half(fresh).nth(at).get_attribute("data-box")) for at in range(half(fresh).count())]
    fresh.close()
    return sorted(boxes)


def shown(page: Page) -> list[str]:
    return sorted(str(half(page).nth(at).get_attribute("data-box")) for at in range(half(page).count()))


def tap_a_box(page: Page) -> str:
    """The first legal box of the first row without a half cross."""
    box = page.locator(".row:not(:has(.half)) button.legal").first
    place = str(box.get_attribute("data-box"))
    box.tap()
    expect(page.locator(f'[data-box="{place}"].half')).to_be_visible()
    return place


def back_again(page: Page, since: str) -> None:
    """Wait until a page has reconnected, and print how long it took (see `pytest -s`). The goal is 2 s."""
    began = time.monotonic()
    expect(page.get_by_text(GONE)).to_be_hidden()
    print(f"\nback {time.monotonic() - began:.2f} s {since}")


def test_without_a_network_taps_are_kept_and_sent_once_it_is_there(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving=LOST) as page:
        crossing(page, server.url)
        before = tap_a_box(page)
        page.context.set_offline(True)
        during = [tap_a_box(page), tap_a_box(page)]
        expect(page.get_by_text(GONE)).to_be_visible()
        page.context.set_offline(False)
        back_again(page, "with a network again")
        assert shown(page) == crossed_on_the_server(page) == sorted([before, *during])


def test_a_server_that_was_killed_is_there_again_and_so_is_every_cross(
    chromium: Browser, tmp_path: Path
) -> None:
    with running_server(tmp_path) as own, phone(chromium, forgiving=LOST) as page:
        crossing(page, own.url)
        boxes = [tap_a_box(page)]
        own.kill()
        boxes.append(tap_a_box(page))
        expect(page.get_by_text(GONE)).to_be_visible()
        boxes.append(tap_a_box(page))
        own.start()
        back_again(page, "with the server again")
        assert shown(page) == crossed_on_the_server(page) == sorted(boxes)
        button(page, "^Done").tap()
        expect(page.locator("h1")).to_have_text("Turn 2")


def test_a_server_that_forgot_us_says_so_and_leads_on(chromium: Browser, tmp_path: Path) -> None:
    """Its data is lost, with the table and our cookie."""
    with running_server(tmp_path / "one") as own, phone(chromium, forgiving=LOST + "|401") as page:
        crossing(page, own.url)
        own.stop()
        own.data = tmp_path / "two"
        own.start()
        expect(page.get_by_role("heading", name="there is no such table")).to_be_visible()
        button(page, "^Home").tap()
        expect(page.get_by_role("heading", name="Play now")).to_be_visible()


def test_home_finds_a_server_that_comes_later(chromium: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path) as own, phone(chromium, forgiving=LOST) as page:
        page.goto(own.url)
        expect(page.get_by_text("Change name")).to_be_visible()
        own.stop()
        page.context.set_offline(True)
        page.context.set_offline(False)
        expect(page.get_by_text("The server does not answer")).to_be_visible()
        own.start()
        expect(page.get_by_text("The server does not answer")).to_be_hidden()


def test_two_tabs_of_one_player_show_the_same_and_cross_only_once(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        crossing(page, server.url)
        other = page.context.new_page()
        other.goto(page.url)
        first = tap_a_box(page)
        expect(other.locator(f'[data-box="{first}"].half')).to_be_visible()
        second = tap_a_box(other)
        expect(page.locator(f'[data-box="{second}"].half')).to_be_visible()
        other.locator(f'[data-box="{first}"]').tap()
        expect(page.locator(f'[data-box="{first}"].half')).to_be_hidden()
        third = tap_a_box(page)
        expect(other.locator(f'[data-box="{third}"].half')).to_be_visible()
        assert shown(page) == shown(other) == sorted([second, third])
        button(page, "^Done").tap()
        expect(other.locator("h1")).to_have_text("Turn 2")


BACK_AFTER_CLOSING = """async () => {
  await new Promise(requestAnimationFrame);
  document.querySelector('dialog').close();
  history.back();
}"""
"""Back in the same frame in which the menu was closed."""


def test_back_does_not_leave_a_game_and_the_seat_stays_ours(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        crossing(page, server.url)
        crossed = cross_all(page, most=2)
        address = page.url
        page.go_back()
        menu = page.get_by_role("dialog").get_by_text("Your seat stays yours")
        expect(menu).to_be_visible()
        assert page.url == address
        page.evaluate(BACK_AFTER_CLOSING)
        expect(menu).to_be_visible()
        page.keyboard.press("Escape")
        expect(half(page)).to_have_count(crossed)
        page.go_back()
        button(page, "^Home").tap()
        page.get_by_role("heading", name="Continue").wait_for()
        page.locator("a.card", has_text="Sixto").first.tap()
        expect(half(page)).to_have_count(crossed)


def test_a_newer_server_is_told_and_can_be_loaded(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.route("**/", lambda route: route.fulfill(body="<script src='/assets/other.js'></script>"))
        page.goto(f"{server.url}/table/BCDFGH")
        button(page, "^Home").tap()
        expect(page.get_by_text("There is a new version")).to_be_visible()
        page.unroute("**/")
        button(page, "Reload").tap()
        expect(page.get_by_role("heading", name="Play now")).to_be_visible()
        expect(page.get_by_text("There is a new version")).to_be_hidden()


MANY_SOCKETS = """async (path) => {
  for (let number = 0; number < 20; number += 1) {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${path.split('/').at(-1)}/socket`);
    await new Promise((resolve) => (socket.onmessage = resolve));
  }
}"""


def test_who_is_not_let_in_for_now_reads_what_to_wait_for_and_comes_in_then(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        expect(button(page, "Roll the dice")).to_be_visible()
        table, other = page.url, page.context.new_page()
        page.goto(server.url)
        page.evaluate(MANY_SOCKETS, table)
        other.goto(table)
        sentence = re.compile(re.escape(say("table.many_tabs")), re.IGNORECASE)
        expect(other.get_by_role("main").get_by_role("status")).to_have_text(sentence)
        page.close()
        expect(button(other, "Roll the dice")).to_be_visible()
