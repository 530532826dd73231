"""Scenes of recorded games and of positions, for screenshots and tests: from golden records."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.actions import touch, words
from tests.server.serving import Server

LOGS = Path(__file__).parents[1] / "golden" / "logs"
POSITION = "a1 a3 a4 a6 b2 b5 b6 c1 c2 c4 d4 d5 e1 f3 f4 f7"
FIRST_ROLL = 1
"""Its place among the phases."""


def golden_record(name: str) -> Any:
    """The record of a golden log."""
    return json.loads((LOGS / f"1-{name}.json").read_text("utf-8"))["record"]


def choose_record(page: Page, record: Any) -> None:
    """Choose a file with a record, or with any other text."""
    text = record if isinstance(record, str) else json.dumps(record)
    page.locator("input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": text.encode()}
    )


def open_recorded_game(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/review")
    expect(page.locator("section.first")).to_be_visible()


def show_record(page: Page, server: Server, name: str) -> None:
    """A recorded game near its end, with its dice checked."""
    open_recorded_game(page, server)
    choose_record(page, golden_record(name))
    touch(page.get_by_role("button", name=words(page, "replay.check")))
    slider = page.get_by_role("slider")
    slider.press("End")
    slider.press("ArrowLeft")
    slider.blur()
    page.evaluate("scrollTo(0, 0)")


def replay_sixto(page: Page, server: Server) -> None:
    show_record(page, server, "sixto-with-a-removal")


def replay_sixem(page: Page, server: Server) -> None:
    show_record(page, server, "sixem-with-bots")


def study_position(page: Page, server: Server) -> None:
    """A position that the coach was asked about."""
    page.goto(f"{server.url}/study")
    expect(page.locator(".sheet .columns")).to_be_visible()  # a sheet is drawn in steps
    for box in POSITION.split():
        touch(page.locator(f'[data-box="{box}"]'))
    touch(page.get_by_role("radio").nth(FIRST_ROLL))
    touch(page.get_by_role("button", name=words(page, "game.hint")))
    expect(page.locator("section li").first).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def study_shared(page: Page, server: Server) -> None:
    study_position(page, server)
    touch(page.get_by_role("button", name=words(page, "study.share"), exact=True))
    expect(page.get_by_role("dialog").get_by_role("img")).to_be_visible()


REPLAY_SCENES: tuple[Callable[[Page, Server], None], ...] = (
    open_recorded_game,
    replay_sixto,
    replay_sixem,
    study_position,
    study_shared,
)
