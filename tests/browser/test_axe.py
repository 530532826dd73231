"""Axe finds no serious accessibility fault on any page, light or dark, and each fits on a small phone."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.actions import hurried
from tests.browser.page_tour import PageTour
from tests.browser.test_pages_walk import TOO_WIDE, WIDTH
from tests.server.serving import Server

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


RESTS = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime < Infinity)
  .map((one) => one.finished))"""
"""Wait until what fades in is there."""


def found_on(page: Page, *rules: str) -> list[str]:
    """The serious faults that these rules find, or all."""
    page.evaluate(RESTS)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    # It need not describe what it finds right, which takes longer than to look.
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(options).then(({ violations }) => violations)", options
    )
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


def test_nothing_serious_on_any_page(chromium: Browser, server: Server) -> None:
    """In the dark only colours are others. In other languages, test_pages_walk shows that every page fits."""
    faults, stops = [], []
    with hurried(chromium, forgiving="404") as page:
        for stop in PageTour(page, server.url).stops():
            stops.append(stop)
            faults += [f"{stop}: {fault}" for fault in found_on(page) + page.evaluate(TOO_WIDE, WIDTH)]
            page.emulate_media(color_scheme="dark")
            faults += [f"{stop}, dark: {fault}" for fault in found_on(page, "color-contrast")]
            page.emulate_media(color_scheme="light")
    assert stops
    assert not faults, "\n".join(faults)
