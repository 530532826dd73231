"""The start page: options of a table, another device, installation, the service worker."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from sixes.text import say
from tests.browser.actions import begin, button, phone, roll_and_keep, until
from tests.server.serving import Server, running_server

LOST = "ERR_|Failed to"
SETTLED = 5000
"""Milliseconds after which the service worker is fetched."""


def test_another_language_leaves_the_settings_as_they_are(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(server.url)
        button(page, say("app.settings")).tap()
        page.get_by_text(say("settings.device"), exact=True).tap()
        german = page.get_by_role("radio", name="Deutsch")
        german.tap()
        expect(page.get_by_role("group", name=say("settings.language", "de"))).to_be_visible()
        expect(german).to_be_focused()
        expect(page.locator("details[open]")).to_have_count(1)


def test_a_table_gets_the_options_that_were_chosen(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(server.url)
        button(page, "New table").tap()
        page.get_by_role("radio", name="Sixem").tap()
        page.get_by_role("radio", name="4", exact=True).tap()
        page.get_by_text("More options").tap()
        page.get_by_role("radio", name="60s").tap()
        page.get_by_role("radio", name="Calm").tap()
        for words in ("Public table", "Others may watch", "Sweet", "Call STOP for me"):
            page.get_by_role("switch", name=re.compile(words)).tap()
        button(page, "Open the table").tap()
        button(page, "That's me").tap()
        code = page.url.rpartition("/")[2]
        about = page.request.get(f"{server.url}/api/tables/{code}").json()
        assert about["options"] == {
            "game": "sixem",
            "seats": 4,
            "open": True,
            "spectators": False,
            "timer": 60,
            "throw_time": 900,
            "auto_stop": True,
            "sweet": True,
        }
        expect(page.get_by_text("Time for each step: 60s")).to_be_visible()


def test_an_open_table_is_found_and_a_full_one_is_told(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob, phone(chromium) as eve:
        ann.goto(server.url)
        button(ann, "New table").tap()
        ann.get_by_role("radio", name="2", exact=True).tap()
        ann.get_by_role("switch", name=re.compile("Public table")).tap()
        button(ann, "Open the table").tap()
        button(ann, "That's me").tap()
        expect(ann.get_by_text("you · host")).to_be_visible()
        bob.goto(server.url)
        bob.get_by_role("button", name=re.compile("public table")).tap()
        bob.locator("a.card", has_text="1 free seat").first.tap()
        eve.goto(ann.url)
        button(bob, "Sit here").tap()
        button(bob, "That's me").tap()
        expect(eve.get_by_text("All seats are taken")).to_be_visible()


def test_the_same_person_on_another_device(chromium: Browser, server: Server) -> None:
    with phone(chromium) as old, phone(chromium, forgiving="403") as new:
        begin(old, server.url, "Sixto", "Alone")
        expect(button(old, "Roll the dice")).to_be_enabled()
        for page in (old, new):
            page.goto(server.url)
            button(page, "Settings").tap()
            page.get_by_text("Another device", exact=True).tap()
        button(old, "Get a code").tap()
        code = old.locator(".code").inner_text()
        field = new.get_by_role("textbox", name="Code from another device")
        field.fill("wrong")
        button(new, "That's me").tap()
        expect(new.get_by_text("This code is wrong")).to_be_visible()
        field.fill(code)
        button(new, "That's me").tap()
        expect(new.get_by_text(re.compile("You are .+ here, too"))).to_be_visible()
        new.keyboard.press("Escape")
        new.locator("a.card", has_text="Sixto").tap()
        expect(button(new, "Roll the dice")).to_be_enabled()


def test_on_its_own_machine_the_link_says_whom_it_is_for(chromium: Browser, server: Server) -> None:
    """This server listens on this machine alone."""
    with phone(chromium) as page:
        page.goto(server.url)
        button(page, "New table").tap()
        button(page, "Open the table").tap()
        button(page, "That's me").tap()
        expect(page.get_by_text("This address works on this device only")).to_be_visible()


def test_phones_are_led_to_the_address_of_the_network(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        found = json.dumps({"addresses": ["http://192.0.2.7:8066"]})
        page.route("**/api/addresses", lambda route: route.fulfill(body=found))
        page.goto(server.url)
        button(page, "New table").tap()
        button(page, "Open the table").tap()
        button(page, "That's me").tap()
        link = page.get_by_role("textbox", name="The link to this table")
        expect(link).to_have_value(re.compile(r"^http://192\.0\.2\.7:8066/table/\w+$"))


def test_it_can_be_installed(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(server.url)
        manifest = page.request.get(f"{server.url}/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        icons = manifest.json()["icons"]
        assert icons
        for icon in icons:
            assert page.request.get(server.url + icon["src"]).headers["content-type"] == icon["type"]
        session = page.context.new_cdp_session(page)
        faults = session.send("Page.getAppManifest")["errors"]
        assert faults == []


def test_the_shell_opens_while_the_server_is_away(chromium: Browser, tmp_path: Path) -> None:
    with (
        running_server(tmp_path) as own,
        phone(chromium, forgiving=LOST, service_workers="allow") as page,
    ):
        page.clock.install()
        begin(page, own.url, "Sixto", "Alone")
        button(page, "Roll the dice").wait_for()
        registered = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
        assert page.evaluate(registered) == 0, "the page that opens has the network for itself"
        page.clock.fast_forward(SETTLED)
        until(page, "navigator.serviceWorker.controller")
        roll_and_keep(page)
        kept = page.evaluate(
            "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())"
            ".then((kept) => kept.map((request) => new URL(request.url).pathname))"
        )
        assert "/" in kept
        assert not [path for path in kept if path.startswith("/api")]
        own.stop()
        page.reload()
        expect(page.get_by_text("Trying again")).to_be_visible()
        own.start()
        expect(button(page, "^Done")).to_be_visible()


def test_the_rules_over_a_game_can_always_be_closed(chromium: Browser, server: Server) -> None:
    """They open in their middle, at what the game waits for; that must not scroll the way out away."""
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        roll_and_keep(page)
        button(page, "More").tap()
        button(page, "Rules").tap()
        expect(page.locator("#sixto-crossing")).to_be_in_viewport()
        close = page.get_by_role("dialog").get_by_role("button", name="Close")
        expect(close).to_be_in_viewport(ratio=1)
        close.tap()
        expect(button(page, "^Done")).to_be_visible()


def test_a_notice_covers_neither_the_heading_nor_the_button_below(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving="clipboard") as page:
        page.goto(server.url)
        button(page, "New table").tap()
        button(page, "Open the table").tap()
        button(page, "That's me").tap()
        button(page, "Copy the link").tap()
        notice = page.get_by_role("status").get_by_text("Copied").bounding_box()
        heading, start = page.locator("h1").bounding_box(), button(page, "Start the game").bounding_box()
        assert notice
        assert heading
        assert start
        assert heading["y"] + heading["height"] <= notice["y"]
        assert notice["y"] + notice["height"] <= start["y"]
