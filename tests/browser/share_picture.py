"""Draws client/public/share.png, the picture of a shared link, from client/share.svg, in `dev.py shoot`."""

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.conftest import QUIET

CLIENT = Path(__file__).parents[2] / "client"


def draw_share_picture() -> None:
    """Programs that show links draw no SVG, so a browser makes a PNG of it."""
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=os.environ.get("SIXES_CHROMIUM"), args=QUIET)
        page = chromium.new_page(viewport={"width": 1200, "height": 630})
        page.goto((CLIENT / "share.svg").as_uri())
        page.screenshot(path=CLIENT / "public" / "share.png")
        chromium.close()
