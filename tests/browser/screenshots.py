"""Screenshots of the client: `python3 dev.py shoot` remakes those of the documentation.

`python3 dev.py shoot FOLDER` takes all pages, to be looked at: those of a tour, and prepared tables. Its
options choose sizes, languages, colour schemes and scenes.
"""

import argparse
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FloatRect, Page, expect, sync_playwright

from sixes.text import LANGUAGES
from tests.browser.actions import phone, roll_and_keep
from tests.browser.daily_scenes import DAILY_SCENES
from tests.browser.duel_scenes import DUEL_SCENES
from tests.browser.friend_scenes import FRIEND_SCENES
from tests.browser.games_scenes import GAMES_SCENES
from tests.browser.moving_picture import join
from tests.browser.page_tour import PageTour
from tests.browser.replay_scenes import REPLAY_SCENES, replay_sixem, study_position
from tests.browser.review_scenes import REVIEW_SCENES, review_answer
from tests.browser.share_picture import draw_share_picture
from tests.browser.sixem_scenes import SIXEM_SCENES, sixem_erasing, sixem_race
from tests.browser.sixto_scenes import SIXTO_SCENES, sixto_end, sixto_game, sixto_turn
from tests.browser.sixto_tables import DESKTOP
from tests.conftest import QUIET
from tests.server.serving import Server, running_server

Scene = Callable[[Page, Server], None]
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = ("360x640", "390x844", "640x360", "820x1180", "1280x800", "1920x1080")
SCHEMES = ("light", "dark")
TOUR = "tour"
PREPARED: dict[str, Scene] = {
    scene.__name__: scene
    for scene in (
        *(*SIXTO_SCENES, *SIXEM_SCENES, *REVIEW_SCENES, *REPLAY_SCENES),
        *(*FRIEND_SCENES, *GAMES_SCENES, *DAILY_SCENES, *DUEL_SCENES),
    )
}
DESK = 1000
"""From this width on there is a mouse."""
STEP, LONG_STEP = 1000, 1800
"""Milliseconds for which the steps of a moving picture are shown."""
SCREENS = 4
"""A page that scrolls is shown up to so many screens."""


def home(page: Page, server: Server) -> None:
    page.goto(server.url)
    expect(page.locator(".picture :is(.tab, .slot)")).to_have_count(12)  # both pictures come later


def lesson(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/learn/sixto")
    roll_and_keep(page)
    expect(page.get_by_text("Tap a box with a ring")).to_be_visible()


SHOWN: dict[str, tuple[Scene, str]] = {
    "home": (home, "360x640"),
    "sixto": (sixto_game, "360x640"),
    "sixto-end": (sixto_end, "360x640"),
    "sixem": (sixem_race, "360x640"),
    "sixem-marking": (sixem_erasing, "360x640"),
    "lesson": (lesson, "360x640"),
    "desktop": (sixto_game, "1280x800"),
    "review": (review_answer, "1280x800"),
    "replay": (replay_sixem, "1280x800"),
    "study": (study_position, "1280x800"),
}
"""The pictures of the documentation: each a scene and a size."""


@contextmanager
def browsing() -> Iterator[tuple[Browser, Server]]:
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as server,
        sync_playwright() as play,
    ):
        chromium = play.chromium.launch(executable_path=os.environ.get("SIXES_CHROMIUM"), args=QUIET)
        yield chromium, server
        chromium.close()


def device(size: str, **options: Any) -> dict[str, Any]:
    """A phone or tablet of this size, or a desktop."""
    width, height = map(int, size.split("x"))
    kind = DESKTOP if width > DESK else {}
    return {**kind, "viewport": {"width": width, "height": height}, "forgiving": "404", **options}


def shoot(page: Page, file: Path) -> None:
    """Take what is seen; to be looked at, also what is below, if the page scrolls."""
    height, inner, width = page.evaluate(
        "[document.documentElement.scrollHeight, innerHeight, document.documentElement.clientWidth]"
    )
    page.screenshot(path=file)
    if file.parent != DOCS and height > inner and not page.get_by_role("dialog").is_visible():
        clip: FloatRect = {"x": 0, "y": 0, "width": width, "height": min(height, SCREENS * inner)}
        page.screenshot(path=file.with_stem(f"{file.stem}-whole"), full_page=True, clip=clip)


def take_tour(chromium: Browser, server: Server, folder: Path, options: Any) -> None:
    with phone(chromium, **options) as page:
        for number, stop in enumerate(PageTour(page, server.url, options["language"]).stops(), start=1):
            name = re.sub(r"\W+", "-", stop).strip("-").lower()
            shoot(page, folder / f"{number:02}-{name}.png")


def take(chromium: Browser, server: Server, scene: Scene, file: Path, options: Any) -> None:
    with phone(chromium, **options) as page:
        scene(page, server)
        shoot(page, file)
    for context in chromium.contexts:  # those of other players
        context.close()


def take_all(wanted: argparse.Namespace) -> None:
    with browsing() as (chromium, server):
        for size, language, scheme in product(wanted.size, wanted.language, wanted.scheme):
            folder = wanted.folder / f"{size}-{language}-{scheme}"
            folder.mkdir(parents=True, exist_ok=True)
            options = device(size, language=language, color_scheme=scheme, device_scale_factor=1)
            for name in wanted.scenes:
                if name == TOUR:
                    take_tour(chromium, server, folder, options)
                else:
                    take(chromium, server, PREPARED[name], folder / f"{name}.png", options)


def take_docs() -> None:
    draw_share_picture()
    with browsing() as (chromium, server):
        for name, (scene, size) in SHOWN.items():
            scale = 1 if device(size)["viewport"]["width"] > DESK else 2
            take(chromium, server, scene, DOCS / f"{name}.png", device(size, device_scale_factor=scale))
        take_turn(chromium, server, DOCS / "turn.png")


def take_turn(chromium: Browser, server: Server, file: Path) -> None:
    """The moving picture of a turn: each step for a second, the first and the last one longer."""
    with phone(chromium, **device("360x640", device_scale_factor=1.5)) as page:
        steps = [page.screenshot() for _ in sixto_turn(page, server)]
    shown = [LONG_STEP, *(STEP for _ in steps[2:]), LONG_STEP]
    file.write_bytes(join(chromium, list(zip(steps, shown, strict=True))))


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py shoot", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="take all pages into this folder")
    parser.add_argument("--size", nargs="+", default=SIZES, metavar="WxH", help=", ".join(SIZES))
    parser.add_argument("--language", nargs="+", default=LANGUAGES, choices=LANGUAGES)
    parser.add_argument("--scheme", nargs="+", default=SCHEMES, choices=SCHEMES)
    scenes = (TOUR, *PREPARED)
    listed = ", ".join(scenes)
    parser.add_argument("--scenes", nargs="+", default=scenes, choices=scenes, metavar="SCENE", help=listed)
    wanted = parser.parse_args()
    if wanted.folder:
        take_all(wanted)
    else:
        take_docs()


if __name__ == "__main__":
    main()
