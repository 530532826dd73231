"""Where things are on the screen of Sixto, from small phones with large text to large screens."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from sixes.text import LANGUAGES
from tests.browser.actions import phone
from tests.browser.sixto_tables import DESKTOP, play_until_crossing, shortcut_button, start_with_bots
from tests.server.serving import Server, running_server

BOTS = ["nearest", "steady", "nearest"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data"), "--bot-pace", "0") as running:
        yield running


def place_of(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found
    return found


def show_gains(page: Page) -> None:
    page.locator(".tools button").first.click()
    expect(page.locator("button.legal small").first).to_be_visible()


def rows_apart(page: Page) -> None:
    """Every box stays within its row, and no row reaches into the next one."""
    expect(page.locator(".mine .row")).to_have_count(6)  # a sheet is drawn in steps
    rows = page.locator(".mine .row").all()
    for row in rows:
        around = place_of(row)
        boxes = [place_of(box) for box in row.locator("[data-box]").all()]
        assert len(boxes) == 12
        assert min(box["y"] for box in boxes) >= around["y"]
        assert max(box["y"] + box["height"] for box in boxes) <= around["y"] + around["height"]
    places = [place_of(row) for row in rows]
    assert all(one["y"] + one["height"] <= below["y"] for one, below in pairwise(places))


def test_rows_do_not_overlap_on_a_tablet(chromium: Browser, server: Server) -> None:
    with phone(chromium, viewport={"width": 820, "height": 1180}, device_scale_factor=1) as page:
        start_with_bots(page, server.url, BOTS, hints=False)
        play_until_crossing([page])
        rows_apart(page)
        show_gains(page)
        rows_apart(page)


@pytest.mark.parametrize("size", [(360, 640), (375, 667), (844, 390)])
def test_the_sheet_of_an_only_rival_leaves_room_for_mine(
    size: tuple[int, int], chromium: Browser, server: Server
) -> None:
    width, height = size
    with phone(chromium, viewport={"width": width, "height": height}) as page:
        start_with_bots(page, server.url, ["nearest"])
        play_until_crossing([page])
        assert page.evaluate("document.documentElement.scrollHeight") == height


@pytest.mark.parametrize("language", LANGUAGES)
def test_alone_on_a_phone_on_its_side_the_tray_reaches_the_lower_edge(
    language: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium, language, viewport={"width": 640, "height": 360}) as page:
        start_with_bots(page, server.url, [])
        play_until_crossing([page])
        expect(page.locator(".mine .columns")).to_be_visible()  # a sheet is drawn in steps
        tray = place_of(page.locator(".tray"))
        assert tray["y"] + tray["height"] == page.evaluate("document.documentElement.scrollHeight") == 360


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_large_text_the_main_button_is_in_sight(
    language: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium, language) as page:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
        start_with_bots(page, server.url, BOTS)
        play_until_crossing([page])
        expect(shortcut_button(page, "D")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        sheet = page.locator(".mine .sheet")
        assert sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") <= 0


@pytest.mark.parametrize("bots", [[], BOTS])
def test_a_large_screen_is_used_and_holds_together(
    bots: list[str], chromium: Browser, server: Server
) -> None:
    large = DESKTOP | {"viewport": {"width": 1920, "height": 1080}, "device_scale_factor": 1}
    with phone(chromium, **large) as page:
        start_with_bots(page, server.url, bots)
        play_until_crossing([page])
        sheet, tray, dice = (place_of(page.locator(one)) for one in (".mine .sheet", ".tray", ".dice"))
        assert abs(sheet["x"] - tray["x"]) < 1
        assert abs(sheet["width"] - tray["width"]) < 1
        assert 0 < tray["y"] - (sheet["y"] + sheet["height"]) <= 24
        assert dice["y"] >= tray["y"]
        assert tray["y"] + tray["height"] >= 1079
        assert sheet["width"] * (sheet["height"] + tray["height"]) > 0.5 * 1920 * 1080
        if bots:
            others = place_of(page.locator(".others"))
            assert others["x"] + others["width"] > 1860
        shown = "button => getComputedStyle(button, '::after').content"
        assert '"D"' in shortcut_button(page, "D").evaluate(shown)
