"""A whole game of Sixto alone, on a small phone, through the real server."""

import gzip

from playwright.sync_api import Browser, Page, Request, expect

from sixes.play.verify import verify_dice
from sixes.records import replay
from tests.browser.actions import begin, button, cross_all, hurried, phone, play_solo, roll_and_keep
from tests.server.serving import Server

MOST = 60 * 1024
"""Bytes of JavaScript, compressed, for the first playable screen. Moving pictures come when it is idle."""


def code_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


def test_from_opening_the_page_two_taps_lead_to_the_first_roll(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        button(page, "Roll the dice").tap()
        expect(button(page, "Keep")).to_be_visible()


def test_the_first_playable_screen_is_light(chromium: Browser, server: Server) -> None:
    sizes: dict[str, int] = {}

    def weigh(request: Request) -> None:
        response = request.response()
        if (
            response
            and "javascript" in response.headers.get("content-type", "")
            and "Picture" not in response.url
        ):
            sizes[response.url] = len(gzip.compress(response.body(), 9))

    with phone(chromium) as page:
        page.on("requestfinished", weigh)
        begin(page, server.url, "Sixto", "Alone")
        roll_and_keep(page)
    assert sizes
    assert sum(sizes.values()) <= MOST, sizes


def test_a_whole_game_alone(chromium: Browser, server: Server) -> None:
    with hurried(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        play_solo(page)
        shown = int(page.locator(".score").inner_text().replace("−", "-"))
        record = page.request.get(f"{server.url}/api/tables/{code_of(page)}/record").json()
        game = replay(record)
        assert verify_dice(game) > 6
        assert game.result()["scores"][0]["total"] == shown
        button(page, "Play again").tap()
        expect(button(page, "Roll the dice")).to_be_enabled()
        expect(page.locator("h1")).to_have_text("Turn 1")


def test_a_half_cross_can_be_taken_back_by_its_box_and_by_its_die(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        roll_and_keep(page)
        crossed = cross_all(page)
        expect(button(page, f"Done · {crossed} crosses")).to_be_visible()
        page.locator("button.half").first.tap()
        expect(page.locator("button.half")).to_have_count(crossed - 1)
        colour = page.locator("button.half").first.get_attribute("data-box")
        assert colour
        page.locator(".dice button").nth("abcdef".index(colour[0])).tap()
        expect(page.locator("button.half")).to_have_count(crossed - 2)


def test_reloading_in_the_middle_of_a_turn_loses_nothing(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        roll_and_keep(page)
        crossed = cross_all(page)
        page.reload()
        expect(page.locator("button.half")).to_have_count(crossed)
        page.goto(server.url)
        page.get_by_role("heading", name="Continue").wait_for()
        page.locator("a", has_text="Sixto").first.tap()
        expect(page.locator("button.half")).to_have_count(crossed)
