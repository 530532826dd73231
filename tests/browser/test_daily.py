"""The daily challenge in a browser: the clocks of phone and server are moved, and in four languages."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.play import daily
from sixes.text import LANGUAGES, say
from tests.browser.actions import button, hurried, phone, roll_and_keep, touch
from tests.browser.daily_scenes import ask, finish_daily, others_finish
from tests.browser.prepared_tables import player_of
from tests.browser.sixto_tables import DESKTOP
from tests.faults.stepped_clock import set_clock
from tests.server.serving import Server, running_server

HOUR = 60 * 60 * 1000
STEPPED = ("-m", "tests.faults.stepped_clock")


def now() -> int:
    return time.time_ns() // 1_000_000


class Clocked:
    """A server whose clock a test sets."""

    def __init__(self, server: Server, file: Path) -> None:
        self.server = server
        self.file = file

    def set(self, at: int) -> None:
        set_clock(self.file, at - now())


@pytest.fixture(scope="module")
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clocked]:
    data = tmp_path_factory.mktemp("data")
    file = data / "clock"
    set_clock(file, 0)
    with running_server(data, program=(*STEPPED, str(file))) as server:
        yield Clocked(server, file)


def noon_of(day: int) -> int:
    return daily.begins(day) + 12 * HOUR


def end_in_first_turn(page: Page) -> None:
    """Cross nothing, which ends a game alone."""
    roll_and_keep(page)
    button(page, "^Done").tap()
    button(page, "^End the game").tap()


def returning(page: Page, server: Server) -> None:
    """A visitor who has played before."""
    page.goto(server.url)
    page.evaluate("localStorage.setItem('sixes', JSON.stringify({met: true}))")
    page.goto(server.url)


def test_from_the_start_page_to_the_result_and_on_to_the_next_day(
    chromium: Browser, clocked: Clocked
) -> None:
    server = clocked.server
    clocked.set(noon_of(101))
    with hurried(chromium) as page:
        returning(page, server)
        expect(page.get_by_text("Sixto no. 101")).to_be_visible()
        button(page, "Play today's game").tap()
        end_in_first_turn(page)
        button(page, "See how it went").tap()
        expect(page).to_have_url(re.compile(r"/daily/101$"))
        expect(page.locator(".hero .points")).to_have_text("0")
        expect(page.get_by_text("1 day in a row")).to_be_visible()
        expect(page.locator("li.mine")).to_contain_text("0")
        clocked.set(noon_of(102))
        page.goto(server.url)
        expect(page.get_by_text("Sixto no. 102")).to_be_visible()
        button(page, "Play today's game").tap()
        expect(page.locator("h1")).to_have_text("Turn 1")


def test_a_try_that_began_with_a_link_is_on_the_start_page_once(chromium: Browser, clocked: Clocked) -> None:
    server = clocked.server
    clocked.set(noon_of(106))
    with hurried(chromium) as page:
        page.goto(f"{server.url}/daily")
        button(page, "Play today's game").tap()
        roll_and_keep(page)
        page.goto(server.url)
        expect(page.get_by_text(re.compile("You have time until .*day"))).to_be_visible()
        expect(button(page, "Go on playing")).to_have_count(1)
        expect(page.locator(".continue")).to_have_count(0)


def test_a_phone_with_a_wrong_clock_and_zone_counts_by_the_servers(
    chromium: Browser, clocked: Clocked
) -> None:
    clocked.set(daily.begins(111) - 2 * HOUR)
    with hurried(chromium, timezone_id="Pacific/Auckland") as page:
        page.clock.install(time=datetime(2031, 3, 3, 8, 30, tzinfo=UTC))
        player_of(page, clocked.server, "Ann")
        page.goto(f"{clocked.server.url}/daily")
        expect(page.get_by_text("Sixto no. 110")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(2:00|1:59):\d\d$"))
        # Two hours from what the phone says: 8:30 UTC there is 21:30 in Auckland.
        expect(page.get_by_text(re.compile(r"at 11:(29|30) PM where you are"))).to_be_visible()
        page.clock.run_for(HOUR)
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(1:00|0:59):\d\d$"))
        page.clock.run_for(HOUR)
        expect(page.get_by_text("The next one is there!")).to_be_visible()
        clocked.set(daily.begins(111))
        button(page, "Show it").tap()
        expect(page.get_by_text("Sixto no. 111")).to_be_visible()


def test_a_try_goes_on_after_midnight_and_on_another_device(chromium: Browser, clocked: Clocked) -> None:
    server = clocked.server
    clocked.set(daily.begins(122) - HOUR)
    with hurried(chromium) as page:
        player_of(page, server, "Ann")
        page.goto(f"{server.url}/daily")
        button(page, "Play today's game").tap()
        roll_and_keep(page)
        clocked.set(daily.begins(122) + HOUR)
        code = ask(page, server, "POST", "me/code")["code"]
        with hurried(chromium, **DESKTOP) as other:
            other.request.post(f"{server.url}/api/me/carry", data=f'{{"code": "{code}"}}')
            returning(other, server)
            expect(other.get_by_text("Yesterday's game is not finished")).to_be_visible()
            touch(button(other, "Go on playing").first)
            touch(button(other, "^Done"))
            touch(button(other, "^End the game"))
            touch(button(other, "See how it went"))
            expect(other).to_have_url(re.compile(r"/daily/121$"))
            expect(other.locator(".hero .points")).to_be_visible()
        expect(button(page, "See how it went")).to_be_visible()


def test_a_try_whose_time_is_over_says_so_in_one_sentence(chromium: Browser, clocked: Clocked) -> None:
    server = clocked.server
    clocked.set(noon_of(131))
    with hurried(chromium) as page:
        player_of(page, server, "Ann")
        code = ask(page, server, "POST", "daily", {})["code"]
        clocked.set(noon_of(132) + HOUR)
        page.goto(f"{server.url}/table/{code}")
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "The 24 hours for this game are over, so it counts as not finished."
        )
        page.goto(f"{server.url}/daily/131")
        expect(page.get_by_text("The 24 hours were over before the game was.")).to_be_visible()
        button(page, "Play it for practice").tap()
        end_in_first_turn(page)
        expect(page.get_by_text("This was practice: it does not count.")).to_be_visible()
        page.goto(f"{server.url}/daily/131")
        expect(page.get_by_text("The 24 hours were over before the game was.")).to_be_visible()


def test_past_days_are_played_for_practice_and_unknown_ones_are_a_sentence(
    chromium: Browser, clocked: Clocked
) -> None:
    server = clocked.server
    clocked.set(noon_of(141))
    with hurried(chromium, forgiving="404") as page:
        finish_daily(page, server)
        clocked.set(noon_of(144))
        page.goto(f"{server.url}/daily")
        page.get_by_text("Past days").tap()
        days = page.locator("li", has=page.get_by_role("link"))
        expect(days.nth(2)).to_contain_text("Sixto no. 141")
        expect(days.nth(0)).to_contain_text("not played")
        days.nth(0).get_by_role("button").tap()
        expect(page.locator("h1")).to_have_text("Turn 1")
        page.goto(f"{server.url}/daily/99999")
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "There is no daily game of that number here."
        )


def test_past_days_that_cannot_be_loaded_are_asked_for_again(chromium: Browser, clocked: Clocked) -> None:
    server = clocked.server
    clocked.set(noon_of(146))
    with hurried(chromium, forgiving="ERR_FAILED") as page:
        player_of(page, server, "Ann")
        page.route("**/api/daily/archive*", lambda route: route.abort())
        page.goto(f"{server.url}/daily")
        page.get_by_text("Past days").tap()
        expect(page.get_by_role("alert").filter(has_text="The server does not answer")).to_be_visible()
        expect(page.get_by_text("This is the first day here")).to_be_hidden()
        page.unroute("**/api/daily/archive*")
        button(page, "Ask again").tap()
        expect(page.get_by_text("Sixto no. 145")).to_be_visible()


def test_a_result_whose_game_cannot_be_loaded_says_so(chromium: Browser, clocked: Clocked) -> None:
    server = clocked.server
    clocked.set(noon_of(148))
    with hurried(chromium, forgiving="ERR_FAILED") as page:
        finish_daily(page, server)
        page.route("**/api/tables/*/record", lambda route: route.abort())
        page.goto(f"{server.url}/daily")
        expect(page.locator(".hero .points")).to_be_visible()
        expect(page.get_by_role("alert").filter(has_text="The server does not answer")).to_be_visible()


def test_the_dice_of_a_closed_day_are_checked_in_the_browser(chromium: Browser, clocked: Clocked) -> None:
    server = clocked.server
    clocked.set(noon_of(151))
    with hurried(chromium) as page:
        finish_daily(page, server)
        page.goto(f"{server.url}/daily")
        page.get_by_text("Are these dice fair?").tap()
        expect(page.get_by_text("Here nobody does")).to_be_visible()
        expect(page.get_by_text("It is shown on")).to_be_visible()
        clocked.set(daily.closes(151))
        page.goto(f"{server.url}/daily/151")
        page.get_by_text("Are these dice fair?").tap()
        expect(page.locator("dd").nth(2)).to_have_text(re.compile("^[0-9a-f]{64}$"))
        button(page, "What the coach says").tap()
        button(page, "Check the dice").tap()
        expect(page.get_by_role("status").filter(has_text="numbers")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sharing_in_each_language_without_tls(language: str, chromium: Browser, clocked: Clocked) -> None:
    server, day = clocked.server, 161 + LANGUAGES.index(language)
    clocked.set(noon_of(day))
    with phone(chromium, language) as page:
        others_finish(server, ("random",))
        finish_daily(page, server)
        page.goto(f"{server.url}/daily")
        page.get_by_role("button", name=say("daily.share", language), exact=True).tap()
        text = page.get_by_role("textbox", name=say("daily.share_text", language)).input_value()
        lines = text.split("\n")
        assert len(lines) == 6
        assert lines[0].endswith(say("daily.numbered", language, day=day))
        assert lines[5].endswith("/daily")
        label = page.get_by_role("dialog").get_by_role("img").get_attribute("aria-label") or ""
        assert say("colour.a", language) in label
        page.get_by_role("button", name=say("daily.copy", language)).tap()
        expect(page.get_by_text(say("app.copied", language)).first).to_be_visible()
        with page.expect_download() as saved:
            page.get_by_role("button", name=say("study.save", language)).tap()
        assert saved.value.suggested_filename == f"sixto-{day}.png"


def test_the_game_beside_a_bots_and_boards(chromium: Browser, clocked: Clocked) -> None:
    server = clocked.server
    clocked.set(noon_of(171))
    with hurried(chromium, **DESKTOP) as page:
        finish_daily(page, server)
        page.goto(f"{server.url}/daily")
        face, line = (page.locator(f".plot {part}").bounding_box() for part in ("span.face", ".mine"))
        assert face
        assert line
        assert abs(face["x"] + face["width"] / 2 - line["x"] - line["width"] / 2) < 2
        touch(page.get_by_role("radio", name="Week"))
        expect(page.get_by_text("your best five days count")).to_be_visible()
        expect(page.locator("li.mine")).to_be_visible()
        touch(page.get_by_role("radio", name="Bots"))
        expect(page.get_by_text(re.compile("The bots (had the same dice|are still playing)"))).to_be_visible()
        touch(page.get_by_text("Beside others, turn by turn"))
        slider = page.get_by_role("slider")
        slider.focus()
        slider.press("End")
        expect(page.locator(".games .mini").first).to_contain_text(page.locator(".hero .points").inner_text())
