"""Asking the coach during a game of Sixto alone, on a small phone, through the real server."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.actions import begin, button, phone
from tests.server.serving import Server


def test_the_coach_says_what_to_do_and_does_it(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        expect(button(page, "Ask the coach")).to_be_disabled()  # before the roll there is nothing to decide
        button(page, "Roll the dice").tap()
        button(page, "Ask the coach").tap()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text(re.compile(r"^(Keep this roll|Roll again)\.$"))).to_be_visible()
        expect(dialog.get_by_role("button", name="Cross", exact=True)).to_have_count(0)
        dialog.get_by_role("button", name="Close").tap()
        button(page, "Keep").tap()
        button(page, "Ask the coach").tap()
        best = dialog.locator("li").first
        boxes = best.locator(".boxes").inner_text().split()
        assert float(best.locator(".worth").inner_text()) > 150
        best.get_by_role("button", name="Cross").tap()
        expect(dialog).to_have_count(0)
        expect(page.locator("button.half")).to_have_count(len(boxes))
        assert [one.get_attribute("data-box") for one in page.locator("button.half").all()] == boxes


def test_a_coach_that_cannot_be_reached_says_so(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving="Failed to load resource") as page:
        begin(page, server.url, "Sixto", "Alone")
        button(page, "Roll the dice").tap()
        page.route("**/api/study/**", lambda route: route.abort())
        button(page, "Ask the coach").tap()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
        page.get_by_role("dialog").get_by_role("button", name="Close").tap()
        expect(button(page, "Keep")).to_be_visible()
