"""A player's own sheet of Sixto: by touch, by mouse and by keyboard."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sixes.text import LANGUAGES, say
from tests.browser.actions import button, phone
from tests.browser.sixto_tables import DESKTOP, make_table, shortcut_button, sit, start_with_bots, visit
from tests.server.serving import Server, running_server

HIT = """
(box) => {
  const {left, right, top, bottom} = box.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const row = box.closest('.row').getBoundingClientRect().height;
  const at = (dx, dy) => document.elementFromPoint(x + dx, y + dy) === box;
  return {row, hit: at(-20, 0) && at(20, 0) && at(0, -20) && at(0, 20)};
}
"""
BOXES_DRAWN = """
(row) => [...row.querySelectorAll('path')]
  .reduce((sum, path) => sum + path.getAttribute('d').split('M').length - 1, 0)
"""
"""The boxes in a row of a small sheet: each is a dot or a shape, which begins with M."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data"), "--bot-pace", "0") as running:
        yield running


def cross_now(page: Page) -> None:
    """Roll and keep."""
    shortcut_button(page, "R").click()
    shortcut_button(page, "K").click()
    expect(shortcut_button(page, "D")).to_be_visible()


def press_shortcut(page: Page, letter: str) -> None:
    """Press the key of a button, once it can be pressed."""
    expect(shortcut_button(page, letter)).to_be_enabled()
    page.keyboard.press(letter.lower())


def rows_with(page: Page, legal: int) -> Locator:
    """Rows with that many legal boxes."""
    kinds = {
        1: ":has(button.legal):not(:has(button.legal ~ button.legal))",
        2: ":has(button.legal ~ button.legal)",
    }
    return page.locator(f".mine .row{kinds[legal]}")


def begin_with(page: Page, url: str, legal: int) -> Locator:
    """Start games until the first turn has a row with that many legal boxes; gives the row."""
    while True:
        start_with_bots(page, url, [])
        cross_now(page)
        if rows_with(page, legal).count():
            return rows_with(page, legal).first


def test_boxes_that_can_be_crossed_are_large_enough_for_a_finger(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        start_with_bots(page, server.url, ["nearest"] * 5)
        while not shortcut_button(page, "D").count():
            shortcut_button(page, "K").or_(shortcut_button(page, "R")).or_(
                shortcut_button(page, "D")
            ).first.click()
        boxes = page.locator("button.legal")
        assert boxes.count()
        for box in boxes.all():
            touched = box.evaluate(HIT)
            assert touched["hit"], box.get_attribute("data-box")
            assert touched["row"] >= 44


def test_a_die_crosses_its_only_box_and_takes_it_back(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        row = begin_with(page, server.url, legal=1)
        colour = row.get_attribute("data-colour")
        assert colour
        die = page.locator(".dice button").nth("abcdef".index(colour))
        die.tap()
        mine = page.locator(f'.mine .row[data-colour="{colour}"]')
        expect(mine.locator(".half")).to_have_count(1)
        die.tap()
        expect(mine.locator(".half")).to_have_count(0)
        button(page, "Undo").tap()
        expect(mine.locator(".half")).to_have_count(1)
        button(page, "Undo").tap()
        expect(mine.locator(".half")).to_have_count(0)


def test_a_die_with_two_boxes_shows_both_and_a_half_cross_moves(chromium: Browser, server: Server) -> None:
    with phone(chromium, "fr") as page:
        row = begin_with(page, server.url, legal=2)
        colour = row.get_attribute("data-colour")
        assert colour
        page.locator(".dice button").nth("abcdef".index(colour)).tap()
        mine = page.locator(f'.mine .row[data-colour="{colour}"]')
        expect(mine.locator(".look")).to_have_count(2)
        places = [box.get_attribute("data-box") for box in mine.locator(".legal").all()]
        assert len(places) == 2
        for place in places:
            mine.locator(f'[data-box="{place}"]').tap()
            expect(mine.locator(".half")).to_have_attribute("data-box", place or "")
        page.reload()
        expect(mine.locator(".half")).to_have_attribute("data-box", places[1] or "")
        mine.locator(".half").tap()
        expect(mine.locator(".half")).to_have_count(0)
        expect(button(page, say("game.done_ends", "fr"))).to_be_visible()


def test_a_long_press_tells_what_a_cross_brings_and_crosses_nothing(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium, "it") as page:
        start_with_bots(page, server.url, [], hints=False)
        cross_now(page)
        box = page.locator("button.legal").first
        where = box.bounding_box()
        assert where
        point = {"x": where["x"] + where["width"] / 2, "y": where["y"] + where["height"] / 2}
        touch = page.context.new_cdp_session(page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(page.locator(".bubble")).to_have_text(re.compile(r"−10\s*riga −5, colonna −5"))
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".bubble")).to_have_count(0)
        expect(page.locator(".half")).to_have_count(0)
        button(page, say("game.gains", "it")).tap()  # the visible alternative
        expect(box.locator("small")).to_have_text("−10")
        page.reload()
        expect(box.locator("small")).to_have_text("−10")


def test_a_mouse_and_keys_tell_it_too_and_keys_alone_play(chromium: Browser, server: Server) -> None:
    with phone(chromium, "de", **DESKTOP) as page:
        start_with_bots(page, server.url, [])
        for letter in "RK":
            press_shortcut(page, letter)
        expect(shortcut_button(page, "D")).to_be_visible()
        page.locator("button.legal").last.hover()
        expect(page.locator(".bubble")).to_contain_text("Reihe −5, Spalte −5")
        page.mouse.move(5, 5)
        expect(page.locator(".bubble")).to_have_count(0)

        focused = page.locator("[role=gridcell]:focus")
        while not focused.count():
            page.keyboard.press("Tab")
        first = focused.get_attribute("data-box") or ""
        expect(focused).to_have_class(re.compile("legal"))
        expect(page.locator(".bubble")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".half")).to_have_attribute("data-box", first)
        page.keyboard.press("ArrowRight")
        expect(focused).to_have_attribute("data-box", f"{first[0]}{int(first[1:]) + 1}")
        page.keyboard.press("u")
        expect(page.locator(".half")).to_have_count(0)
        for key, box in (("Home", f"{first[0]}1"), ("End", f"{first[0]}12")):
            page.keyboard.press(key)
            expect(focused).to_have_attribute("data-box", box)
        press_shortcut(page, "D")
        expect(shortcut_button(page, "D")).to_have_text(say("game.end_sure", "de"))
        press_shortcut(page, "D")
        expect(page.locator("main.all")).to_be_visible()  # alone, with no die used


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_others_fit_on_a_small_phone(language: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, language) as page:
        start_with_bots(page, server.url, ["nearest", "steady", "random", "nearest", "steady"])
        minis = page.locator(".mini")
        expect(minis).to_have_count(5)
        rows = minis.last.locator(".rows [data-colour]")
        expect(rows).to_have_count(6)
        expect(page.locator(".mine .columns")).to_be_visible()  # a sheet is drawn in steps
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert page.evaluate("document.documentElement.scrollHeight") == 640
        assert {row.evaluate(BOXES_DRAWN) for row in rows.all()} == {12}
        minis.last.tap()
        expect(page.get_by_role("dialog").locator(".row")).to_have_count(6)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_sheets_stand_side_by_side_where_there_is_room(chromium: Browser, server: Server) -> None:
    with phone(chromium, **DESKTOP) as page:
        start_with_bots(page, server.url, ["nearest"] * 5)
        expect(page.locator("article .sheet")).to_have_count(5)
        assert page.evaluate("document.documentElement.scrollHeight") == 800
        mine, theirs = (
            page.locator(".mine .sheet").bounding_box(),
            page.locator("article").first.bounding_box(),
        )
        assert mine
        assert theirs
        assert theirs["x"] >= mine["x"] + mine["width"]
        page.set_viewport_size({"width": 640, "height": 360})
        expect(page.locator(".mini")).to_have_count(5)
        assert page.evaluate("document.documentElement.scrollWidth") == 640
        main = page.locator(".controls").bounding_box()
        assert main
        assert main["y"] + main["height"] <= 360


def test_a_sheet_of_ones_own_is_typed_and_played(chromium: Browser, server: Server) -> None:
    numbers = "123456654321"
    with phone(chromium, "de") as page:
        visit(page, server.url)
        code = make_table(page, server.url, 1, [])
        sit(page, server.url, code)
        page.get_by_role("radio", name=say("lobby.own", "de")).tap()
        dialog = page.get_by_role("dialog")
        rows = dialog.get_by_role("textbox")
        rows.first.fill("17x")
        expect(dialog.get_by_role("status").first).to_have_text(say("lobby.own_wrong", "de"))
        expect(rows.first).to_have_value("1")
        rows.first.fill(numbers)
        expect(rows.nth(1)).to_be_focused()
        expect(dialog.get_by_role("status").first).to_have_text("60 Zahlen fehlen noch.")
        rows.nth(1).fill("".join([numbers] * 5))
        expect(rows.last).to_have_value(numbers)
        button(page, say("lobby.own_use", "de")).tap()
        expect(dialog).to_have_count(0)
        expect(page.locator(".sheet.paper")).to_be_visible()
        button(page, say("lobby.start", "de")).tap()
        expect(page.locator(".mine .row").first.locator(".number")).to_have_text(list(numbers))
