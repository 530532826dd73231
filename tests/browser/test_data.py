"""My data in the settings: saved as a file, brought to another server, and deleted."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.client import Client
from sixes.text import LANGUAGES
from tests.browser.actions import phone, touch, words
from tests.browser.friend_scenes import KNOWN
from tests.browser.prepared_tables import player_of, store_table
from tests.browser.sixto_tables import DESKTOP, LANGUAGES_AND_DEVICES
from tests.browser.test_axe import found_on
from tests.browser.test_pages_walk import TOO_WIDE, WIDTH
from tests.event_loop import run
from tests.play.stories import playing
from tests.server.serving import Server, running_server
from tests.server.test_data import careless_game

DEVICES = pytest.mark.parametrize("device", [{}, DESKTOP], ids=["phone", "desktop"])


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Another server."""
    with running_server(tmp_path_factory.mktemp("elsewhere")) as running:
        yield running


def played_alone(server: Server) -> tuple[str, str]:
    """Somebody who has finished a game alone: its code, and their cookie."""

    async def play() -> tuple[str, str]:
        async with Client(server.url) as client:
            return await careless_game(client), client.cookie

    with ThreadPoolExecutor() as threads:  # the browser has an event loop in this one
        return threads.submit(run, play()).result()


def open_data(page: Page, server: Server) -> None:
    page.add_init_script(KNOWN)
    page.goto(server.url)
    expect(page.locator(".you")).to_be_visible()
    touch(page.get_by_role("button", name=words(page, "app.settings"), exact=True))
    touch(page.get_by_text(words(page, "data.title"), exact=True))


def press(page: Page, key: str) -> None:
    touch(page.get_by_role("button", name=words(page, key), exact=True))


def save(page: Page, folder: Path) -> Path:
    """Save the file; gives where it is."""
    with page.expect_download() as saving:
        press(page, "data.save")
    name = saving.value.suggested_filename
    assert re.fullmatch(r"sixes-\d{4}-\d\d-\d\d\.json", name)
    saving.value.save_as(folder / name)
    return folder / name


def bring(page: Page, file: Path) -> None:
    page.locator("input[type=file]").set_input_files(file)


def expect_told(page: Page, key: str, **values: object) -> None:
    told = page.locator("dialog details:has(input[type=file]) [role=status]").first
    expect(told).to_have_text(words(page, key, **values))


@DEVICES
def test_a_file_is_saved_here_and_its_games_come_along_elsewhere(
    device: dict[str, Any], chromium: Browser, server: Server, elsewhere: Server, tmp_path: Path
) -> None:
    code, cookie = played_alone(server)
    with phone(chromium, **device) as page:
        page.context.add_cookies([{"name": "sixes", "value": cookie, "url": server.url}])
        open_data(page, server)
        file = save(page, tmp_path)
        saved = json.loads(file.read_text("utf-8"))
        assert [game["code"] for game in saved["games"]] == [code]
    with phone(chromium, **device) as page:
        open_data(page, elsewhere)
        bring(page, file)
        expect_told(page, "data.brought", imported=1, known=0, refused=0)
        bring(page, file)
        expect_told(page, "data.brought", imported=0, known=1, refused=0)
    with phone(chromium, **device) as thief:
        open_data(thief, elsewhere)
        bring(thief, file)
        expect_told(thief, "data.brought", imported=0, known=0, refused=1)
        expect(thief.locator("dialog")).to_contain_text("belongs to somebody else")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_is_cut_short_or_not_ours_says_so_and_sends_nothing(
    language: str, chromium: Browser, server: Server, tmp_path: Path
) -> None:
    cut, other = tmp_path / "cut.json", tmp_path / "other.json"
    cut.write_text('{"format":"sixes-data","version":1,"games":[{"id":"a","seat":0,"rec', "utf-8")
    other.write_text("Dear diary", "utf-8")
    with phone(chromium, language) as page:
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url))
        open_data(page, server)
        bring(page, cut)
        expect_told(page, "data.cut_short")
        bring(page, other)
        expect_told(page, "data.not_ours")
        assert not [url for url in sent if url.endswith("/api/me/games")]
        assert page.evaluate(TOO_WIDE, WIDTH) == []
        assert found_on(page) == []


@LANGUAGES_AND_DEVICES
def test_everything_is_deleted_after_a_second_question(
    language: str, device: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, language, **device) as page:
        player = player_of(page, server, "Ann")
        open_data(page, server)
        press(page, "data.delete")
        question = page.get_by_role("dialog", name=words(page, "data.delete"))
        expect(question).to_contain_text(words(page, "data.delete_how"))
        assert page.evaluate(TOO_WIDE, page.viewport_size and page.viewport_size["width"]) == []
        press(page, "data.keep")
        expect(question).to_be_hidden()
        assert page.request.get(f"{server.url}/api/me").json()["player"] == player
        press(page, "data.delete")
        with page.expect_navigation():
            press(page, "data.delete_sure")
        expect(page.locator("main")).to_be_visible()
        assert page.request.get(f"{server.url}/api/me").json()["player"] != player


def test_who_played_with_somebody_who_is_deleted_sees_a_guest(chromium: Browser, server: Server) -> None:
    with phone(chromium) as mine, phone(chromium) as theirs:
        me, other = player_of(mine, server, "Ann"), player_of(theirs, server, "Zoe")
        story = playing("sixto", f"{me} {other}")
        address = store_table(server, story)
        mine.goto(address)
        expect(mine.locator("main")).to_be_visible()
        lines = len(server.log)
        assert theirs.request.delete(f"{server.url}/api/me").ok
        server.wait_for_log('"erased"', lines)
        expect(mine.locator("main")).not_to_contain_text("Zoe")
