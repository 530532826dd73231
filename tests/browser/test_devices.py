"""My devices in the settings: the other one is seen there, is signed out, and leaves its table."""

import re

from playwright.sync_api import Browser, Page, expect

from sixes.text import say
from tests.browser.actions import begin, button, phone
from tests.server.serving import Server

TABLET = "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"


def open_settings(page: Page, url: str, section: str) -> None:
    page.goto(url)
    expect(button(page, say("home.new_table"))).to_be_visible()
    button(page, say("app.settings")).tap()
    page.get_by_text(say(section), exact=True).tap()


def become(page: Page, url: str, code: str) -> None:
    """Type the code of another device."""
    open_settings(page, url, "settings.device")
    page.get_by_label(say("settings.code_typed")).fill(code)
    button(page, say("settings.code_use")).tap()
    expect(page.get_by_text(re.compile(say("settings.code_done", name=".+")))).to_be_visible()


def get_code(page: Page, url: str) -> str:
    open_settings(page, url, "settings.device")
    button(page, say("settings.code_get")).tap()
    return page.locator(".code").inner_text()


def test_a_device_is_signed_out_from_another_one(chromium: Browser, server: Server) -> None:
    with phone(chromium) as mine, phone(chromium, user_agent=TABLET) as lost:
        become(lost, server.url, get_code(mine, server.url))
        begin(lost, server.url, "Sixto", "Alone")
        expect(button(lost, "Roll the dice")).to_be_visible()
        open_settings(mine, server.url, "settings.devices")
        rows = mine.locator("dialog li")
        expect(rows).to_have_count(2)
        this_one = rows.filter(has_text=say("settings.device_current"))
        expect(this_one.get_by_role("button")).to_have_count(0)
        rows.filter(has_text="Tablet, since").get_by_role("button", name="Sign out").tap()
        expect(rows).to_have_count(1)
        expect(mine.get_by_text(say("settings.signed_out"))).to_be_visible()
        # At its table it hears why, and is a new guest afterwards.
        expect(lost.get_by_role("heading")).to_contain_text("signed out from another one of yours")
        lost.goto(server.url)
        expect(button(lost, say("home.new_table"))).to_be_visible()
        expect(lost.get_by_role("heading", name="Continue")).to_have_count(0)


def test_all_others_are_signed_out_at_once(chromium: Browser, server: Server) -> None:
    with phone(chromium) as mine, phone(chromium) as first, phone(chromium) as second:
        for other in (first, second):
            become(other, server.url, get_code(mine, server.url))
        open_settings(mine, server.url, "settings.devices")
        rows = mine.locator("dialog li")
        expect(rows).to_have_count(3)
        button(mine, say("settings.sign_out_others")).tap()
        expect(rows).to_have_count(1)
        expect(button(mine, say("settings.sign_out_others"))).to_have_count(0)
