"""Score pads in a browser: two taps to a pad, two phones, broken rules, undo, own sheets and paper."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from sixes.text import say
from tests.browser.actions import NO_NETWORK, phone, touch
from tests.play.pad.test_pad import EXAMPLE
from tests.server.serving import Server, running_server

REFUSED = "400"
"""A request that is refused is logged by the browser."""


def words(key: str, **values: object) -> str:
    return say(key, "en", **values)


def press(page: Page, key: str, **values: object) -> None:
    touch(page.get_by_role("button", name=re.compile(f"^{re.escape(words(key, **values))}")).first)


def start_pad(page: Page, server: Server) -> str:
    """Two taps from the start page; the address of the pad."""
    page.goto(server.url)
    touch(page.get_by_role("link", name=words("home.pad")))
    press(page, "pad.start")
    expect(page.locator(".mine .columns")).to_be_visible()
    return page.url


def cross(page: Page, box: str) -> None:
    page.locator(f".mine [data-box={box}]").tap(force=True)  # also one that the rules forbid


def is_crossed(page: Page, box: str, kind: str = "half") -> None:
    expect(page.locator(f".mine [data-box={box}].{kind}")).to_be_visible()


def announce_closing(page: Page) -> None:
    """Cross two boxes of the red target, one in each turn, as if that were allowed."""
    cross(page, "a10")
    press(page, "pad.so")
    press(page, "pad.next_turn")
    cross(page, "a11")
    press(page, "pad.so")


def test_two_phones_at_one_pad_force_and_undo_across_turns(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        address = start_pad(ann, server)
        bob.goto(address)
        expect(bob.locator(".mine .columns")).to_be_visible()
        cross(ann, "a1")
        is_crossed(bob, "a1")
        cross(bob, "b12")
        expect(bob.get_by_role("dialog")).to_contain_text("four crosses")
        press(bob, "pad.so")
        is_crossed(ann, "b12")
        expect(ann.get_by_text(words("pad.against")).first).to_be_visible()
        press(ann, "pad.next_turn")
        is_crossed(bob, "a1", "crossed")
        press(bob, "pad.undo")
        expect(ann.get_by_text(re.compile("went back to turn 1"))).to_be_visible()
        is_crossed(ann, "b12")
        for _ in range(2):
            press(ann, "pad.undo")
        expect(bob.locator(".mine [data-box].half")).to_have_count(0)


def test_a_tap_beside_a_legal_box_is_meant_for_the_box_itself(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        start_pad(page, server)
        cross(page, "c10")
        expect(page.get_by_role("dialog")).to_contain_text("four crosses")
        press(page, "pad.so")
        is_crossed(page, "c10")
        box = page.locator(".toast, .slip").first.bounding_box()
        assert box
        keys = page.get_by_role("button", name="1", exact=True).bounding_box()
        assert keys
        assert box["y"] + box["height"] < keys["y"]


def test_typed_dice_invite_only_their_boxes_and_colours_close_on_every_phone(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        address = start_pad(ann, server)
        bob.goto(address)
        expect(bob.locator(".mine .columns")).to_be_visible()
        for number in "315642":
            touch(ann.get_by_role("button", name=number, exact=True))
        expect(bob.locator(".mine .row[data-colour=a] .legal")).to_have_count(2)
        announce_closing(ann)
        expect(bob.get_by_role("alert")).to_contain_text("close red")
        press(ann, "pad.next_turn")
        expect(bob.locator(".mine .row.closed")).to_have_count(1)


def test_on_a_low_screen_a_closing_covers_no_row(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.set_viewport_size({"width": 360, "height": 640})
        start_pad(page, server)
        announce_closing(page)
        expect(page.get_by_role("alert")).to_contain_text("close red")
        row, tray = page.locator(".mine .row").last.bounding_box(), page.locator(".tray").bounding_box()
        assert row
        assert tray
        assert row["y"] + row["height"] <= tray["y"]


def test_a_pad_survives_a_kill_and_ends_in_my_games(chromium: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path) as server, phone(chromium, forgiving=NO_NETWORK) as page:
        address = start_pad(page, server)
        cross(page, "a1")
        is_crossed(page, "a1")
        page.goto("about:blank")
        server.kill()
        server.start()
        page.goto(server.url)
        touch(page.locator(".continue a").first)
        expect(page).to_have_url(address)
        is_crossed(page, "a1")
        press(page, "app.more")
        press(page, "pad.end")
        press(page, "pad.finish")
        expect(page.get_by_role("button", name=words("pad.again"))).to_be_visible()
        page.goto(f"{server.url}/games")
        expect(page.locator("ul.paper").get_by_text(words("games.kind_real"))).to_be_visible()


def test_whoever_plays_again_offers_it_to_the_other_phones(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        address = start_pad(ann, server)
        bob.goto(address)
        press(ann, "app.more")
        press(ann, "pad.end")
        press(ann, "pad.finish")
        expect(bob.get_by_role("button", name=words("app.home"))).to_be_visible()
        expect(bob.get_by_role("button", name=words("pad.again"))).to_have_count(0)
        press(ann, "pad.again")
        expect(ann.locator(".mine .columns")).to_be_visible()
        expect(bob.get_by_text(words("pad.next_there"))).to_be_visible()
        press(bob, "pad.follow")
        expect(bob).to_have_url(ann.url)
        assert ann.url != address


def test_an_own_sheet_is_typed_once_and_a_seven_gets_a_sentence(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(f"{server.url}/pad")
        page.get_by_role("combobox").first.select_option("")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox").first.fill("Box 7")
        rows = dialog.locator("label input")
        rows.first.fill("12345671")
        expect(dialog.locator(".state")).to_have_text(words("lobby.own_wrong"))
        expect(rows.first).to_have_value("1234561")
        rows.first.fill("123456123456" * 6)
        press(page, "lobby.own_use")
        expect(page.get_by_role("combobox").first).to_have_value("Box 7")
        press(page, "pad.start")
        expect(page.locator(".mine [data-box=f12]")).to_contain_text("6")
        page.goto(f"{server.url}/pad")
        expect(page.get_by_role("combobox").first).to_have_value("Box 7")
        page.get_by_role("combobox").first.select_option("")
        press(page, "pad.own_delete", name="Box 7")
        page.keyboard.press("Escape")
        expect(page.get_by_role("combobox").first).to_have_value("A")


def test_a_paper_sheet_is_counted_and_says_which_rule_it_breaks(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving=REFUSED) as page:
        page.goto(f"{server.url}/pad/paper")
        field = page.get_by_role("textbox")
        field.fill(EXAMPLE)
        expect(page.locator(".result")).to_contain_text("151 points, 32 crosses")
        expect(page.get_by_text(words("pad.paper_fine"))).to_be_visible()
        touch(page.locator("[data-box=b10]"))
        expect(page.locator(".result")).to_contain_text("needs four crosses")
        field.fill("a1 a77")
        expect(page.locator(".result")).to_contain_text("Boxes are a1 to f12")


def test_a_pad_of_sixem_marks_erases_and_tells_the_winner(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(f"{server.url}/pad")
        touch(page.get_by_role("radio", name="Sixem"))
        press(page, "pad.start")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        press(page, "pad.pattern_change")
        touch(page.get_by_role("dialog").get_by_role("button", name=re.compile("1 horizontal")).first)
        for number in range(1, 7):
            touch(page.locator(f"[data-cell=a{number}]"))
            if number > 1:
                press(page, "pad.so")
            expect(page.locator(f"[data-cell=a{number}].x")).to_be_visible()
        press(page, "pad.next_round")
        expect(page.get_by_role("alert")).to_contain_text("has won")
        press(page, "pad.finish")
        expect(page.get_by_role("button", name=words("pad.again"))).to_be_visible()
