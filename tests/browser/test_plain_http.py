"""Without TLS on a local address, as phones in the same network use it, everything needed to play works."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.actions import begin, button, cross_all, phone, roll_and_keep
from tests.browser.replay_scenes import choose_record, golden_record
from tests.conftest import QUIET
from tests.server.serving import running_server
from tests.tools.servers import tool

NAME = "sixes.test"
"""A host name other than localhost, so that its pages are not secure contexts."""
LACKING = """() => ['serviceWorker', 'clipboard', 'share', 'wakeLock'].filter((name) => name in navigator)
  .concat(isSecureContext ? ['secure'] : [], 'randomUUID' in crypto ? ['randomUUID'] : [])"""


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """A browser that resolves that name to this machine."""
    rule = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=tool("SIXES_CHROMIUM"), args=[*QUIET, rule])
        yield browser
        browser.close()


def test_dice_are_checked_and_positions_are_shared_there_too(chromium: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path) as server, phone(chromium) as page:
        page.goto(f"http://{NAME}:{server.port}/review")
        assert page.evaluate("'subtle' in crypto") is False
        choose_record(page, golden_record("sixto-with-bots"))
        button(page, "Check the dice").tap()
        expect(page.get_by_text("Fair dice: all")).to_be_visible()
        button(page, "Study this position").tap()
        button(page, "^Share$").tap()
        button(page, "Copy the link").tap()
        expect(page.get_by_text("Copied")).to_be_visible()


def test_two_friends_play_on_a_plain_local_address(chromium: Browser, tmp_path: Path) -> None:
    with (
        running_server(tmp_path) as server,
        phone(chromium, service_workers="allow") as ann,
        phone(chromium, service_workers="allow") as bob,
    ):
        url = f"http://{NAME}:{server.port}"
        ann.goto(url)
        assert ann.evaluate(LACKING) == []
        button(ann, "New table").tap()
        ann.get_by_role("radio", name="2", exact=True).tap()
        button(ann, "Open the table").tap()
        button(ann, "That's me").tap()
        link = ann.get_by_role("textbox", name="The link to this table")
        expect(link).to_have_value(ann.url)
        expect(ann.get_by_role("img", name="A picture that leads")).to_be_visible()
        button(ann, "Copy the link").tap()
        expect(ann.get_by_text("Copied")).to_be_visible()

        bob.goto(link.input_value())
        button(bob, "Sit here").tap()
        button(bob, "That's me").tap()
        expect(ann.get_by_text("Free seat")).to_be_hidden()
        button(ann, "Start the game").tap()
        for page in (ann, bob):
            expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()
        active, other = (ann, bob) if button(ann, "Roll the dice").is_visible() else (bob, ann)
        roll_and_keep(active)
        crossed = cross_all(other)
        button(other, "^Done").tap()
        button(active, "^Done").tap()
        expect(other.get_by_role("heading", name="Turn 2")).to_be_visible()
        expect(other.locator(".crossed")).to_have_count(crossed)


def test_alone_on_a_plain_local_address(chromium: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path) as server, phone(chromium, service_workers="allow") as page:
        begin(page, f"http://{NAME}:{server.port}", "Sixto", "Alone")
        roll_and_keep(page)
        assert cross_all(page) == 6
