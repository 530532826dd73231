"""Axe finds no serious accessibility fault on any page, light or dark."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.actions import phone
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


def found_on(page: Page) -> list[str]:
    page.evaluate(RESTS)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((result) => result.violations)")
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_on_any_page(scheme: str, chromium: Browser, server: Server) -> None:
    faults, stops = [], []
    with phone(chromium, forgiving="404", color_scheme=scheme) as page:
        for stop in PageTour(page, server.url).stops():
            stops.append(stop)
            faults += [f"{stop}: {fault}" for fault in found_on(page)]
    assert stops
    assert not faults, "\n".join(faults)
