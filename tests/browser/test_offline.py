"""Without a network: the download, whole games on the device, and what becomes of them when it is back."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Request,
    Response,
    Route,
    expect,
    sync_playwright,
)

from sixes.server.http.pages import CLIENT
from sixes.text import LANGUAGES, say
from tests.browser.actions import PHONE, SOON, button, play_solo, roll_and_keep, until
from tests.browser.prepared_tables import play_round, shifted, sixem_story
from tests.browser.sixem_scenes import die
from tests.browser.test_connection import half, shown, tap_a_box
from tests.browser.test_pad import cross, is_crossed, press
from tests.browser.test_sixem_game import act
from tests.conftest import QUIET
from tests.play.stories import CODE, Story
from tests.server.serving import Server, running_server
from tests.tools.servers import tool

NAME = "sixes.test"
"""A host name other than localhost, so that its pages are not secure contexts."""
MOST_KEPT = 1_000_000
"""Bytes, as they are sent."""
ELSEWHERE = re.compile(say("offline.elsewhere", "en"), re.IGNORECASE)


STORED = "local-000000000000"
"""The code of a table that a test has stored."""
STORE = """async ([code, seed, phase, log]) => {
  const request = indexedDB.open('sixes-tables', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('tables', { keyPath: 'code' });
    request.result.createObjectStore('entries', { keyPath: ['table', 'version'] });
  };
  await new Promise((resolve) => (request.onsuccess = resolve));
  const writing = request.result.transaction(['tables', 'entries'], 'readwrite');
  const { offline } = JSON.parse(localStorage.getItem('sixes'));
  writing.objectStore('tables').add({ code, seed, phase, runtime: offline.id, at: 0 });
  log.forEach((body, at) => writing.objectStore('entries').add({ table: code, version: at + 1, body }));
  await new Promise((resolve) => (writing.oncomplete = resolve));
  request.result.close();
}"""


class Device(NamedTuple):
    """A phone that is ready to play offline, and its server."""

    context: BrowserContext
    server: Server
    ranges: list[str]
    """What the second half of its download asked for."""

    def page(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.goto(self.server.url + path)
        return page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    rule = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=tool("SIXES_CHROMIUM"), args=[*QUIET, rule])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def device(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """One download for all tests, cut in its middle and resumed."""
    with running_server(tmp_path_factory.mktemp("data")) as server:
        context = browser.new_context(**PHONE | {"locale": "en", "service_workers": "allow"})
        context.add_init_script(SOON)
        ready = Device(context, server, [])
        page = ready.page()
        page.on("request", lambda request: note_range(request, ready.ranges))
        cut_the_download(page)
        make_ready(page)
        until(page, "navigator.serviceWorker.controller")
        page.close()
        yield ready
        context.close()


def note_range(request: Request, ranges: list[str]) -> None:
    if "/offline/" in request.url and "range" in request.headers:
        ranges.append(request.headers["range"])


def open_settings(page: Page) -> None:
    button(page, "^Settings").tap()
    expect(page.get_by_text(say("offline.title", "en"))).to_be_visible()


def cut_the_download(page: Page) -> None:
    """Begin the download, and lose the connection in the middle of its largest file."""

    def cut(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.body()[: len(answer.body()) // 2])

    page.route("**/pyodide.asm.wasm", cut, times=1)
    open_settings(page)
    expect(button(page, r"Make ready for offline \(")).to_be_visible()
    button(page, "Make ready for offline").tap()
    expect(page.get_by_text("The download was cut off; what has arrived is kept.")).to_be_visible()


def make_ready(page: Page) -> None:
    """Download what is missing, from the open settings."""
    button(page, "Make ready for offline").tap()
    expect(page.get_by_text("Ready. It takes")).to_be_visible(timeout=30_000)
    page.get_by_role("dialog").get_by_role("button", name="Close").tap()


def play_here(page: Page, game: str, how: str) -> None:
    """Start a game from the start page without a network."""
    expect(page.get_by_text(say("offline.works", "en"))).to_be_visible()
    card = page.locator(".game", has=page.get_by_text(game, exact=True))
    company = card.get_by_role("radio", name=how)
    if not company.is_checked():
        company.tap()
    card.locator("button").tap()
    page.wait_for_url("**/table/local-*", timeout=30_000)


def is_upload(answer: Response) -> bool:
    return answer.request.method == "POST" and answer.url.endswith("/api/me/games")


def until_one_of(places: list[Locator]) -> None:
    """Wait until one of these is on its page, whichever tab was first."""
    deadline = time.monotonic() + 30
    while not any(place.is_visible() for place in places):
        assert time.monotonic() < deadline
        places[0].page.wait_for_timeout(50)


@pytest.fixture
def away(device: Device) -> Iterator[Device]:
    """Without a network; every test ends with it."""
    device.context.set_offline(True)
    yield device
    device.context.set_offline(False)
    for page in device.context.pages:
        page.close()


def test_the_shell_that_browsers_keep_is_light_and_has_the_rules() -> None:
    kept = re.search(r"const SHELL = (.*);", (CLIENT / "worker.js").read_text("utf-8"))
    assert kept
    files = [CLIENT / (path.lstrip("/") or "index.html") for path in json.loads(kept[1])]
    sent = [compressed if (compressed := Path(f"{file}.br")).is_file() else file for file in files]
    assert sum(file.stat().st_size for file in sent) < MOST_KEPT
    for language in LANGUAGES:
        assert [file for file in files if file.name.startswith(f"rules.{language}-")]


def test_a_download_that_was_cut_goes_on_where_it_was(device: Device) -> None:
    assert [one for one in device.ranges if re.fullmatch(r"bytes=[1-9]\d*-", one)]


def test_a_whole_game_alone_is_reviewed_and_appears_once_among_my_games(away: Device) -> None:
    page = away.page()
    expect(page.get_by_text(say("offline.needs", "en"))).to_be_visible()
    play_here(page, "Sixto", "Alone")
    play_solo(page)
    points = page.locator(".score").inner_text()
    button(page, "What the coach says|Review").first.tap()
    expect(page.locator(".review h2").first).to_be_visible(timeout=30_000)
    away.context.set_offline(False)
    tabs = [away.page(), away.page()]
    told = [tab.get_by_text("1 game that you played offline") for tab in tabs]
    until_one_of(told)
    for _ in tabs:
        mine = away.page("/games")
        expect(mine.get_by_text("played offline")).to_have_count(1)
        expect(mine.get_by_role("link", name=re.compile(f"Sixto.*played offline.*{points}"))).to_be_visible()


def test_a_pad_without_a_network_appears_once_among_my_games_and_can_be_seen_there(away: Device) -> None:
    page = away.page("/pad")
    press(page, "pad.start")
    expect(page.locator(".mine .columns")).to_be_visible(timeout=30_000)
    cross(page, "c1")
    is_crossed(page, "c1")
    press(page, "app.more")
    press(page, "pad.end")
    press(page, "pad.finish")
    expect(button(page, say("pad.again", "en"))).to_be_visible()
    with away.context.expect_event("response", is_upload):  # whichever of three pages is first
        away.context.set_offline(False)
        for _ in range(2):
            away.page()
    mine = away.page("/games")
    game = mine.get_by_role("link", name=re.compile("Sixto.*real dice · played offline"))
    expect(game).to_have_count(1)
    game.tap()
    expect(mine.get_by_role("heading", name="10 points behind")).to_be_visible()
    expect(button(mine, say("pad.again", "en"))).to_be_visible()


def test_a_killed_tab_goes_on_in_the_middle_of_a_turn(away: Device) -> None:
    page = away.page()
    play_here(page, "Sixto", "Bots")
    if not button(page, "^Done").is_visible():
        expect(button(page, "Roll the dice").or_(button(page, "^Done"))).to_be_visible(timeout=20_000)
        if button(page, "Roll the dice").is_visible():
            roll_and_keep(page)
    boxes = sorted([tap_a_box(page), tap_a_box(page)])
    page.close()  # at once: nothing on it hears of it
    again = away.page()
    again.locator(".continue a").first.tap()
    expect(half(again)).to_have_count(2, timeout=30_000)
    assert shown(again) == boxes


def test_of_two_tabs_at_one_table_the_latest_plays(away: Device) -> None:
    page = away.page()
    play_here(page, "Sixto", "Alone")
    roll_and_keep(page)
    boxes = [tap_a_box(page)]
    other = away.page("/table/" + page.url.rpartition("/")[2])
    expect(half(other)).to_have_count(1, timeout=30_000)
    expect(page.get_by_text(ELSEWHERE)).to_be_visible()
    boxes.append(tap_a_box(other))
    page.reload()
    expect(half(page)).to_have_count(2, timeout=30_000)
    assert shown(page) == sorted(boxes)
    expect(other.get_by_text(ELSEWHERE)).to_be_visible()


def test_lessons_and_rules_are_there(away: Device) -> None:
    page = away.page("/rules/sixto")
    expect(page.locator("#sixto-roll")).to_be_visible()
    assert page.locator("img").evaluate_all(
        "(all) => all.every((one) => { one.loading = 'eager'; return true })"
    )
    until(page, "[...document.images].every((one) => one.complete && one.naturalWidth)")
    page.goto(away.server.url + "/learn/sixem")
    expect(page.get_by_role("complementary", name="Learn")).to_be_visible(timeout=30_000)


def test_a_lesson_that_began_on_the_server_begins_again_here(away: Device) -> None:
    away.context.set_offline(False)
    page = away.page("/learn/sixto")
    expect(page.get_by_role("complementary", name="Learn")).to_be_visible()
    away.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("complementary", name="Learn")).to_be_visible(timeout=30_000)


def test_on_plain_http_an_open_page_plays_on_when_the_server_is_gone(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A game of Sixem that lacks one X, to its end; then the next one begins."""
    with (
        running_server(tmp_path_factory.mktemp("plain")) as server,
        browser.new_context(**PHONE | {"locale": "en", "service_workers": "allow"}) as context,
    ):
        context.add_init_script(SOON)
        page = context.new_page()
        page.goto(f"http://{NAME}:{server.port}")
        assert page.evaluate("isSecureContext || 'serviceWorker' in navigator") is False
        open_settings(page)
        make_ready(page)
        until(page, "performance.getEntriesByName('preloaded').length > 0")
        store_here(page, nearly_won())
        server.stop()
        page.evaluate("dispatchEvent(new Event('online'))")
        page.locator(".continue a").tap()
        expect(page.get_by_role("heading", name="Round 6")).to_be_visible(timeout=30_000)
        for colour in "abcde":
            die(page, colour).tap()
        while not page.locator(".verdict").is_visible():
            act(page)
        button(page, "Play again").tap()
        expect(page).not_to_have_url(re.compile(STORED), timeout=30_000)
        expect(page.get_by_role("heading", name="Round 1")).to_be_visible(timeout=30_000)


def nearly_won() -> Story:
    """Each row of Ann's board lacks one X, for which her dice lie there already."""
    story = sixem_story("ann", bots=("nearest",), throw_time=200)
    for by in range(1, 6):
        play_round(story, "ann", ann=shifted(by))
    story.now = max(story.now, story.sixem.go)
    story.ask("ann", "throw", dice="abcdef")
    story.land(ann="1 2 3 4 5 5")
    return story


def store_here(page: Page, story: Story) -> None:
    """Write the table of a story into the page's database."""
    log = [line.decode().replace(CODE, STORED) for line in story.log]
    page.evaluate(STORE, [STORED, story.seed.hex(), story.table.phase, log])


def test_an_older_browser_gets_a_sentence_and_plays_with_a_network(browser: Browser, device: Device) -> None:
    with browser.new_context(**PHONE | {"locale": "en"}) as context:
        context.add_init_script("delete globalThis.WebAssembly")
        page = context.new_page()
        page.goto(device.server.url)
        open_settings(page)
        button(page, "Make ready for offline").tap()
        expect(page.get_by_text(re.compile(say("offline.old_browser", "en"), re.IGNORECASE))).to_be_visible()
        expect(button(page, "Make ready for offline")).to_have_count(0)
        page.get_by_role("dialog").get_by_role("button", name="Close").tap()
        button(page, "Play: Sixto").tap()
        expect(button(page, "Roll the dice")).to_be_visible()


def test_a_browser_that_lost_the_download_says_so(away: Device) -> None:
    page = away.page()
    page.evaluate("indexedDB.deleteDatabase('sixes-runtime')")
    button(page, "Play: Sixto").tap()
    expect(page.get_by_text("The browser has deleted the download")).to_be_visible(timeout=20_000)
