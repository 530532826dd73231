"""Pictures of the pages as they are now, to look at: `python3 dev.py shoot FOLDER [SCENE…]`

Each scene is a function that brings a page to where it is worth a picture.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.playing import begin, button, cross_all, phone, play_solo, roll_and_keep
from tests.browser.sixem_scenes import SIXEM_SCENES
from tests.browser.sixto_scenes import SIXTO_SCENES
from tests.conftest import QUIET
from tests.server.serving import running_server

Scene = Callable[[Page, str], None]


def home(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.get_by_text("Open tables")).to_be_visible()


def settings(page: Page, url: str) -> None:
    home(page, url)
    button(page, "Settings").tap()


def lobby(page: Page, url: str) -> None:
    home(page, url)
    button(page, "New table").tap()
    button(page, "Open the table").tap()
    button(page, "That's me").tap()
    button(page, "Add a bot").first.tap()
    button(page, "Middling").tap()
    expect(page.get_by_text("Bot: Middling")).to_be_visible()


def sixto_rolling(page: Page, url: str) -> None:
    begin(page, url, "Sixto", "Alone")
    expect(button(page, "Roll the dice")).to_be_visible()


def sixto_deciding(page: Page, url: str) -> None:
    sixto_rolling(page, url)
    button(page, "Roll the dice").tap()
    expect(button(page, "Keep")).to_be_visible()


def sixto_crossing(page: Page, url: str) -> None:
    begin(page, url, "Sixto", "Alone")
    for turn in (1, 2, 3):
        roll_and_keep(page)
        cross_all(page, most=4)
        button(page, "^Done").tap()
        expect(page.locator("h1")).to_have_text(f"Turn {turn + 1}")
    roll_and_keep(page)
    cross_all(page, most=1)


def sixto_over(page: Page, url: str) -> None:
    begin(page, url, "Sixto", "Alone")
    play_solo(page)


def sixem_start(page: Page, url: str) -> None:
    begin(page, url, "Sixem", "Against bots")
    expect(button(page, "Roll for the start")).to_be_visible()


def new_table(page: Page, url: str) -> None:
    home(page, url)
    button(page, "New table").tap()
    page.get_by_role("radio", name="Sixem").tap()
    page.get_by_text("More options").tap()


def menu(page: Page, url: str) -> None:
    sixto_rolling(page, url)
    button(page, "More").tap()


def rules(page: Page, url: str) -> None:
    page.goto(f"{url}/rules/sixto#sixto-crossing")
    expect(page.locator("#sixto-crossing")).to_be_in_viewport()


def learn_sixto(page: Page, url: str) -> None:
    page.goto(f"{url}/learn/sixto")
    roll_and_keep(page)
    expect(page.get_by_text("Tap a box with a ring")).to_be_visible()


def learn_sixem(page: Page, url: str) -> None:
    page.goto(f"{url}/learn/sixem")
    expect(page.get_by_text("Everybody rolls one die")).to_be_visible()


def wrong_code(page: Page, url: str) -> None:
    page.goto(f"{url}/table/BCDFGH")
    expect(page.get_by_text("there is no such table", exact=False)).to_be_visible()


SCENES: tuple[Scene, ...] = (
    *(new_table, menu, rules, learn_sixto, learn_sixem, sixem_start),
    *(home, settings, lobby, sixto_rolling, sixto_deciding, sixto_crossing, sixto_over, wrong_code),
    *SIXTO_SCENES,
)


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    executable = os.environ.get("SIXES_CHROMIUM")
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as server,
        sync_playwright() as play,
    ):
        chromium = play.chromium.launch(executable_path=executable, args=QUIET)
        scenes: tuple[Callable[[Page, Any], None], ...] = (*SCENES, *SIXEM_SCENES)
        for scene in scenes:
            if names and scene.__name__ not in names:
                continue
            where = server if scene in SIXEM_SCENES else server.url
            for scheme in ("light", "dark"):
                with phone(chromium, color_scheme=scheme) as page:
                    scene(page, where)
                    page.screenshot(path=folder / f"{scene.__name__}-{scheme}.png")
        chromium.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        known = ", ".join(scene.__name__ for scene in (*SCENES, *SIXEM_SCENES))
        sys.exit(f"shoot needs a folder; then scenes, or all: {known}")
    main(Path(sys.argv[1]), sys.argv[2:])
