"""Axe finds no serious accessibility fault on any page, light or dark."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.actions import hurried
from tests.browser.page_tour import PageTour
from tests.server.serving import Server, running_server

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


RESTS = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime < Infinity)
  .map((one) => one.finished))"""
"""Wait until what fades in is there."""


def found_on(page: Page, *rules: str) -> list[str]:
    """The serious faults that these rules find, or all."""
    page.evaluate(RESTS)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    only = {"runOnly": list(rules)} if rules else {}
    found: list[dict[str, Any]] = page.evaluate(
        "only => axe.run(only).then(({ violations }) => violations)", only
    )
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


def test_nothing_serious_on_any_page(chromium: Browser, server: Server) -> None:
    """In the dark only colours are others."""
    faults, stops = [], []
    with hurried(chromium, forgiving="404") as page:
        for stop in PageTour(page, server.url).stops():
            stops.append(stop)
            faults += [f"{stop}: {fault}" for fault in found_on(page)]
            page.emulate_media(color_scheme="dark")
            faults += [f"{stop}, dark: {fault}" for fault in found_on(page, "color-contrast")]
            page.emulate_media(color_scheme="light")
    assert stops
    assert not faults, "\n".join(faults)
