"""Mistakes of one's own games come back after a day, and are solved on the sheet as it stood."""

import time

from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import button, phone
from tests.browser.review_scenes import end_alone
from tests.server.serving import Server

DAY = 24 * 60 * 60


def in_days(page: Page, days: float) -> None:
    """Let the browser's clock be days ahead; the server's is not."""
    page.clock.set_fixed_time(time.time() + days * DAY)


def test_mistakes_come_back_to_be_solved_and_can_be_taken_away_or_deleted(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium) as page:
        code = end_alone(page, server)
        button(page, "What the coach says").tap()
        expect(page.get_by_text("These choices come back tomorrow")).to_be_visible()
        in_days(page, 0.5)
        page.goto(f"{server.url}/practice")
        expect(page.get_by_role("heading", name="Nothing to practise today")).to_be_visible()
        in_days(page, 1.1)
        page.goto(server.url)
        page.get_by_role("link", name="to solve").tap()
        expect(page.get_by_text("What would you do now?")).to_be_visible()
        left = int((page.locator("main > p.soft").inner_text().split() or ["1"])[0])
        assert left == 3
        for number in range(left):
            choices = page.locator(".choices button")
            choices.last.tap()
            expect(page.locator(".told")).to_be_visible()
            button(page, "Next one" if number < left - 1 else "Done for today").tap()
        expect(page.get_by_role("heading", name="That was it for today!")).to_be_visible()
        file = page.get_by_role("link", name="Save as a file")
        assert code in (file.get_attribute("href") or "")
        button(page, "Delete all").tap()
        button(page, "Really delete all?").tap()
        expect(file).to_have_count(0)
        page.reload()
        expect(page.get_by_role("heading", name="Nothing to practise today")).to_be_visible()


def test_a_finished_game_goes_on_and_is_played_again_with_its_dice(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        code = end_alone(page, server)
        button(page, "What the coach says").tap()
        button(page, "Same dice, my choices").tap()
        expect(page.locator(".mine .row")).to_have_count(6)
        expect(page.locator(".others .mini")).to_have_count(1)  # the sheet of the game before
        page.goto(f"{server.url}/review/{code}")
        button(page, "Play on from here").tap()
        expect(page.locator(".mine .row")).to_have_count(6)
        expect(page.locator(".mine .crossed").first).to_be_visible()
        button(page, "Roll the dice").tap()
        expect(button(page, "Keep")).to_be_visible()
