"""Friends: asked and agreed, invited with one tap, removed with one; on a phone and on a desktop."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sixes.text import LANGUAGES
from tests.browser.actions import phone, touch, words
from tests.browser.friend_scenes import (
    FRIEND_SCENES,
    KNOWN,
    befriend,
    come_back,
    invite,
    make_table,
    played_together,
)
from tests.browser.prepared_tables import player_of
from tests.browser.sixto_tables import DESKTOP, LANGUAGES_AND_DEVICES
from tests.browser.test_axe import found_on
from tests.browser.test_pages_walk import TOO_WIDE, WIDTH
from tests.server.serving import Server

DEVICES = pytest.mark.parametrize("device", [{}, DESKTOP], ids=["phone", "desktop"])


def open_friends(page: Page, server: Server) -> None:
    page.add_init_script(KNOWN)
    page.goto(f"{server.url}/friends")
    expect(page.get_by_role("heading", level=1)).to_have_text(words(page, "friends.title"))


def the_button(page: Page, key: str, **values: object) -> Locator:
    return page.get_by_role("button", name=words(page, key, **values), exact=True)


def press(page: Page, key: str, **values: object) -> None:
    touch(the_button(page, key, **values))


@LANGUAGES_AND_DEVICES
def test_two_who_played_become_friends_and_one_ends_it(
    language: str, device: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, language, **device) as mine, phone(chromium, language, **device) as theirs:
        me, other = player_of(mine, server, "Ann"), player_of(theirs, server, "Bob")
        played_together(server, me, other)
        open_friends(mine, server)
        press(mine, "friends.ask_whom", name="Bob")
        expect(mine.get_by_text(words(mine, "friends.asked"), exact=True)).to_be_visible()
        come_back(theirs, server)
        touch(theirs.get_by_role("link", name=words(theirs, "friends.link", count=1)))
        press(theirs, "friends.yes_whom", name="Ann")
        expect(theirs.get_by_text(words(theirs, "friends.now", name="Ann"))).to_be_visible()
        press(theirs, "friends.remove", name="Ann")
        expect(theirs.get_by_text(words(theirs, "friends.removed", name="Ann"))).to_be_visible()
        expect(theirs.locator(".friends")).to_have_count(0)
        press(theirs, "game.undo")
        expect(theirs.locator(".friends li")).to_have_count(1)
        mine.reload()
        expect(mine.locator(".friends li")).to_have_count(1)


@DEVICES
def test_a_friend_is_asked_to_play_with_one_tap_and_joins_with_one(
    device: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, **device) as mine, phone(chromium, **device) as theirs:
        me, other = player_of(mine, server, "Ann"), player_of(theirs, server, "Bob")
        played_together(server, me, other)
        befriend(server, me, other)
        open_friends(mine, server)
        touch(mine.get_by_role("radio", name="Sixem"))
        press(mine, "friends.play_whom", name="Bob")
        mine.wait_for_url("**/table/*")
        expect(mine.get_by_text("Bob is invited")).to_be_visible()
        come_back(theirs, server)
        expect(theirs.get_by_text("Ann invites you to Sixem")).to_be_visible()
        press(theirs, "friends.join")
        expect(theirs.locator(".seats strong")).to_have_text(["Ann", "Bob"])
        expect(mine.locator(".seats strong")).to_have_text(["Ann", "Bob"])
        theirs.goto(server.url)
        expect(theirs.locator(".continue a")).to_be_visible()
        expect(theirs.locator(".coming-back li")).to_have_count(0)


def test_an_invitation_comes_while_the_page_is_open_and_is_declined_for_good(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium) as mine, phone(chromium) as theirs:
        me, other = player_of(mine, server, "Ann"), player_of(theirs, server, "Bob")
        played_together(server, me, other)
        befriend(server, me, other)
        come_back(theirs, server)
        expect(theirs.locator(".coming-back ul")).to_be_attached()
        code = invite(mine, server, other)
        theirs.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        press(theirs, "friends.not_now")
        expect(theirs.locator(".coming-back li")).to_have_count(0)
        mine.add_init_script(KNOWN)
        mine.goto(f"{server.url}/table/{code}")
        expect(mine.get_by_text("Bob cannot come now")).to_be_visible()
        assert mine.request.put(f"{server.url}/api/tables/{code}/invitations/{other}").ok
        theirs.reload()
        expect(theirs.locator(".you")).to_be_visible()
        expect(theirs.locator(".coming-back li")).to_have_count(0)


def test_who_is_declined_does_not_come_again(chromium: Browser, server: Server) -> None:
    with phone(chromium) as mine, phone(chromium) as theirs:
        me, other = player_of(mine, server, "Ann"), player_of(theirs, server, "Bob")
        played_together(server, me, other)
        assert theirs.request.put(f"{server.url}/api/me/friends/{me}").ok
        open_friends(mine, server)
        press(mine, "friends.no_whom", name="Bob")
        expect(mine.locator(".asking")).to_have_count(0)
        assert theirs.request.delete(f"{server.url}/api/me/friends/{me}").ok
        assert theirs.request.put(f"{server.url}/api/me/friends/{me}").ok
        mine.reload()
        expect(the_button(mine, "friends.ask_whom", name="Bob")).to_be_visible()
        expect(mine.locator(".asking")).to_have_count(0)


def test_who_has_no_friends_is_told_how_and_sees_none_at_a_table(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        player_of(page, server, "Ann")
        open_friends(page, server)
        expect(page.get_by_text("Nobody yet")).to_be_visible()
        page.goto(f"{server.url}/table/{make_table(page, server)}")
        expect(page.get_by_role("heading", name="Invite")).to_have_count(1)


@pytest.mark.parametrize("scene", FRIEND_SCENES)
def test_what_friends_see_fits_and_is_accessible(
    scene: Callable[[Page, Server], None], chromium: Browser, server: Server
) -> None:
    """Texts are longer in some languages; for a screen reader and in the dark all are alike."""
    faults = []
    for language in LANGUAGES:
        with phone(chromium, language) as page:
            if language == "de":
                page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
            scene(page, server)
            faults += page.evaluate(TOO_WIDE, WIDTH)
            if language == "en":
                faults += found_on(page)
                page.emulate_media(color_scheme="dark")
                faults += found_on(page, "color-contrast")
    assert not faults, "\n".join(faults)
