"""Screenshots of the client.

`python3 dev.py shoot` remakes those of the documentation; `python3 dev.py shoot FOLDER [SCENE…]` takes all
scenes, or these, in light and dark. Each scene is a function that brings a page to what the picture shows.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.actions import begin, button, cross_all, phone, play_solo, roll_and_keep
from tests.browser.sixem_scenes import SIXEM_SCENES
from tests.browser.sixto_scenes import SIXTO_PREPARED, SIXTO_SCENES
from tests.conftest import QUIET
from tests.server.serving import running_server

Scene = Callable[[Page, str], None]
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = {
    "home": "home",
    "sixto_game": "sixto",
    "sixto_end": "sixto-end",
    "sixem_race": "sixem",
    "sixem_erasing": "sixem-marking",
    "learn_sixto": "lesson",
    "sixto_desk": "desktop",
}
"""The scenes of the documentation, with the names of their pictures."""


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


WIDE = ("sixto_wide", "sixto_desk")
"""Scenes on a large screen, which need no higher resolution."""
PREPARED: tuple[Callable[[Page, Any], None], ...] = (*SIXTO_PREPARED, *SIXEM_SCENES)
ALL = {scene.__name__: scene for scene in (*SCENES, *PREPARED)}


def take(shots: list[tuple[str, str, Path]]) -> None:
    """Take screenshots: each a scene, a colour scheme and a file."""
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as server,
        sync_playwright() as play,
    ):
        chromium = play.chromium.launch(executable_path=os.environ.get("SIXES_CHROMIUM"), args=QUIET)
        for name, scheme, file in shots:
            scale = 1 if name in WIDE else 2
            with phone(chromium, color_scheme=scheme, device_scale_factor=scale) as page:
                ALL[name](page, server if ALL[name] in PREPARED else server.url)
                page.screenshot(path=file)
            for context in chromium.contexts:  # those of other players
                context.close()
        chromium.close()


def main(arguments: list[str]) -> None:
    if not arguments:
        take([(name, "light", DOCS / f"{called}.png") for name, called in SHOWN.items()])
        return
    folder, names = Path(arguments[0]), arguments[1:] or list(ALL)
    unknown = [name for name in names if name not in ALL]
    if unknown:
        sys.exit(f"shoot: there is no scene {unknown[0]}, only {', '.join(ALL)}.")
    folder.mkdir(parents=True, exist_ok=True)
    take([(name, scheme, folder / f"{name}-{scheme}.png") for name in names for scheme in ("light", "dark")])


if __name__ == "__main__":
    main(sys.argv[1:])
