"""Games over days: made in the dialog, found on the start page when it is one's turn, with reminders."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.play.days import DAY
from sixes.text import LANGUAGES, say
from tests.browser.actions import button, phone, touch, until
from tests.browser.sixto_tables import DESKTOP, LANGUAGES_AND_DEVICES, make_table, sit, visit
from tests.faults.stepped_clock import set_clock
from tests.server.serving import Server, running_server

BADGES = """
  window.badges = [];
  navigator.setAppBadge = async (count) => void window.badges.push(count);
  navigator.clearAppBadge = async () => void window.badges.push(0);
"""
"""Record what the badge of the app shows."""
ASKED = """
  window.asked = 0;
  window.shown = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      window.asked += 1;
      return (this.permission = window.answer ?? 'granted');
    }
    constructor(title, options) { window.shown.push([title, options.tag]); }
  };
"""
"""Record whether permission was asked for, and what was shown."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


def two_friends(ann: Page, bob: Page, server: Server, days: int = 1) -> str:
    """A game of Ann and Bob over days begins; its code."""
    code = make_table(ann, server.url, 2, [], days=days)
    for page in (ann, bob):
        sit(page, server.url, code)
    touch(button(ann, "Start the game"))
    for page in (ann, bob):
        expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()
    return code


def by_turn(ann: Page, bob: Page) -> tuple[Page, Page]:
    """Whoever has the turn, and the other one."""
    return (ann, bob) if button(ann, "Roll the dice").is_visible() else (bob, ann)


@LANGUAGES_AND_DEVICES
def test_a_table_over_days_is_made_in_the_dialog(
    language: str, device: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, language, **device) as page:
        visit(page, server.url)
        page.reload()
        touch(button(page, say("home.new_table", language)).last)
        dialog = page.get_by_role("dialog")
        touch(dialog.get_by_role("radio", name=say("days.over", language)))
        expect(dialog.get_by_text(say("days.explain", language))).to_be_visible()
        touch(dialog.get_by_role("radio", name=re.compile(r"^2\s\S")))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        touch(button(page, say("home.make", language)))
        page.wait_for_url("**/table/*")
        expect(page.get_by_text(say("days.explain", language))).to_be_visible()
        expect(page.locator("header p")).to_contain_text(say("days.over", language))
        code = page.url.rpartition("/")[2]
        options = page.request.get(f"{server.url}/api/tables/{code}").json()["options"]
        assert (options["days"], "timer" in options) == (2, False)


def test_my_turn_comes_first_and_is_counted_in_the_title_and_the_badge(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium) as ann, phone(chromium, **DESKTOP) as bob:
        for page in (ann, bob):
            page.add_init_script(BADGES)
        two_friends(ann, bob, server)
        active, waiting = by_turn(ann, bob)
        code = active.url.rpartition("/")[2]
        # A newer table, which waits for nobody.
        make_table(active, server.url, 2, [], days=1)
        for page in (active, waiting):
            page.goto(server.url)
        first = active.locator(".continue li").first
        expect(first.locator("a")).to_have_attribute("href", f"/table/{code}")
        expect(first).to_contain_text("Your turn")
        expect(first).to_contain_text("23 hours left")
        expect(active).to_have_title("(1) Sixes")
        until(active, "window.badges.at(-1) === 1")
        expect(waiting.locator(".continue li").first).to_be_visible()
        expect(waiting.locator(".continue")).not_to_contain_text("Your turn")
        expect(waiting).to_have_title("Sixes")
        until(waiting, "window.badges.at(-1) === 0")

        touch(first.locator("a"))
        touch(button(active, "Roll the dice"))
        touch(button(active, "Keep"))
        touch(button(active, "^Done"))
        expect(active.get_by_text("You can close Sixes and come back later.")).to_be_visible()
        expect(waiting.locator(".continue li").first).to_contain_text("Your turn")
        expect(waiting).to_have_title("(1) Sixes")
        until(waiting, "window.badges.at(-1) === 1")
        active.goto(server.url)
        expect(active.locator(".continue li").first).to_be_visible()
        expect(active).to_have_title("Sixes")
        until(active, "window.badges.at(-1) === 0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_tells_the_time_left_in_days_and_hours(
    language: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium, language) as page:
        code = make_table(page, server.url, 2, ["random"], days=3)
        page.evaluate("code => history.replaceState({play: true}, '', `/table/${code}`)", code)
        page.reload()
        timer = page.get_by_role("timer")
        days = page.evaluate(
            "new Intl.NumberFormat(document.documentElement.lang,"
            " {style: 'unit', unit: 'day', unitDisplay: 'long'}).format(2)"
        )
        expect(timer).to_contain_text(say("days.left", language, time=days))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_whose_clock_is_wrong_tells_the_right_time_left(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.clock.install(time=0)
        code = make_table(page, server.url, 1, [], days=2)
        page.evaluate("code => history.replaceState({play: true}, '', `/table/${code}`)", code)
        page.reload()
        expect(page.get_by_role("timer")).to_contain_text("1 day left")
        page.goto(server.url)
        expect(page.locator(".continue li").first).to_contain_text("1 day left")


def open_reminder(page: Page) -> None:
    touch(button(page, "More"))
    touch(button(page, "Remind me"))


def test_a_reminder_comes_as_a_calendar_file_and_nothing_is_asked_before(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium) as page:
        page.add_init_script(ASKED)
        code = make_table(page, server.url, 2, ["random"], days=1)
        page.evaluate("code => history.replaceState({play: true}, '', `/table/${code}`)", code)
        page.reload()
        expect(button(page, "Roll the dice").or_(button(page, "^Done"))).to_be_visible()
        open_reminder(page)
        expect(page.get_by_text("before your time is up")).to_be_visible()
        with page.expect_download() as saved:
            touch(button(page, "Put it in my calendar"))
        assert saved.value.suggested_filename == f"sixto-{code}.ics"
        file = Path(saved.value.path()).read_text("utf-8")
        assert file.startswith("BEGIN:VCALENDAR")
        assert f"URL:{server.url}/table/{code}" in file.replace("\r\n ", "").replace("\n ", "")
        assert page.evaluate("window.asked") == 0
        touch(page.get_by_role("switch"))
        expect(page.get_by_role("switch")).to_be_checked()
        assert page.evaluate("window.asked") == 1


def test_whoever_does_not_allow_notifications_is_told_so(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.add_init_script(ASKED + "window.answer = 'denied';")
        code = make_table(page, server.url, 2, ["random"], days=0)
        page.evaluate("code => history.replaceState({play: true}, '', `/table/${code}`)", code)
        page.reload()
        open_reminder(page)
        touch(page.get_by_role("switch"))
        expect(page.get_by_text("Your browser does not allow it.")).to_be_visible()
        expect(page.get_by_role("switch")).not_to_be_checked()


def test_a_hidden_page_shows_a_notification_when_it_is_my_turn(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving="WebSocket") as ann, phone(chromium, forgiving="WebSocket") as bob:
        for page in (ann, bob):
            page.add_init_script(ASKED)
        code = two_friends(ann, bob, server)
        active, waiting = by_turn(ann, bob)
        waiting.clock.install()
        open_reminder(waiting)
        touch(waiting.get_by_role("switch"))
        expect(waiting.get_by_role("switch")).to_be_checked()
        waiting.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
        touch(button(active, "Roll the dice"))
        touch(button(active, "Keep"))
        expect(button(active, "^Done")).to_be_visible()
        with waiting.expect_response("**/api/me"):
            waiting.clock.run_for(61_000)
        until(waiting, "window.shown.length > 0")
        assert waiting.evaluate("window.shown") == [["Your turn", code]]


def test_a_step_ends_while_nobody_is_there_and_the_server_was_off(chromium: Browser, tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    set_clock(clock, 0)
    program = ("-m", "tests.faults.stepped_clock", str(clock))
    with (
        running_server(tmp_path / "data", program=program) as server,
        phone(chromium, forgiving="ERR_CONNECTION|WebSocket") as page,
    ):
        code = make_table(page, server.url, 1, [], days=1)
        page.evaluate("code => history.replaceState({play: true}, '', `/table/${code}`)", code)
        page.reload()
        expect(button(page, "Roll the dice")).to_be_visible()
        page.goto("about:blank")
        server.kill()
        set_clock(clock, 9 * DAY)
        server.start()
        page.goto(f"{server.url}/table/{code}")
        expect(button(page, "^Keep")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_text(re.compile("23|24|1"))


def test_without_tls_the_calendar_file_is_all(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
        code = make_table(page, server.url, 2, ["random"], days=0)
        page.evaluate("code => history.replaceState({play: true}, '', `/table/${code}`)", code)
        page.reload()
        open_reminder(page)
        expect(button(page, "Put it in my calendar")).to_be_visible()
        assert page.get_by_role("switch").count() == 0
