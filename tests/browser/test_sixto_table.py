"""Several people at one table of Sixto: whole games, and what each sees of the others."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.records import replay
from sixes.text import LANGUAGES, say
from tests.browser.actions import button, hurried, pattern_of, phone
from tests.browser.prepared_tables import player_of, store_table
from tests.browser.sixto_tables import (
    CROSS_NEAR,
    DESKTOP,
    finish_turn,
    make_table,
    play_until_crossing,
    shortcut_button,
    sit,
    start_with_bots,
)
from tests.play.stories import Story, playing
from tests.server.serving import Server, running_server

WHOLE_ROW = 12
"""Cross the next legal box of a row, however far away it is."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data"), "--bot-pace", "0") as running:
        yield running


def gather(server: Server, host: Page, *guests: Page, bots: list[str], **options: Any) -> str:
    """Seat all pages at a new table, and start the game."""
    code = make_table(host, server.url, len(guests) + 1 + len(bots), bots, **options)
    for page in (host, *guests):
        sit(page, server.url, code)
    expect(host.locator("ol li.free")).to_have_count(0)  # the start takes free seats away
    button(host, "Start the game").click()
    for page in (host, *guests):
        expect(page.locator(".dice")).to_be_visible()
    return code


def bob_can_close(server: Server, ann: Page, bob: Page, name: str = "Bob") -> str:
    """The address of a table where Bob can close red and orange with a11 and b11, and Ann can cross a5."""
    one, two = player_of(ann, server, "Ann"), player_of(bob, server, name)
    story = playing("sixto", f"{one} {two}")
    for who, called in ((one, "Ann"), (two, name)):
        story.rename(who, called)
    for place, dice in ((1, "3 5"), (2, "1 4"), (3, "5 1"), (4, "6 2"), (10, "6 1")):
        story.turn(active(story), f"{dice} 1 1 1 1", **{two: f"a{place} b{place}"})
    story.rolls(active(story), "4 3 1 1 1 1")
    story.ask(active(story), "keep")
    return store_table(server, story)


def active(story: Story) -> str:
    return story.people[story.sixto.state.active]


def expect_asked_again(page: Page, language: str) -> None:
    """A page says that somebody closes red, and that its player is asked again."""
    red = say("colour.a", language)
    banner = page.locator('.news[data-colour="a"]')
    expect(banner).to_contain_text(say("heard.closes", language, name="Bob", colour=red))
    expect(page.locator('.mine .row.closing[data-colour="a"]')).to_be_visible()
    expect(banner).to_contain_text(say("game.asked_again", language, colour=red))
    expect(shortcut_button(page, "D")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_closings_at_once_leave_everything_in_sight(
    language: str, chromium: Browser, server: Server
) -> None:
    name = "Kratzbürstchen 4711"
    with phone(chromium, language) as ann, phone(chromium, **DESKTOP) as bob:
        url = bob_can_close(server, ann, bob, name)
        for page in (ann, bob):
            page.goto(url)
        shortcut_button(ann, "D").click()
        for box in ("a11", "b11"):
            bob.locator(f'[data-box="{box}"]').click()
        news = ann.locator(".tray .news")
        expect(news).to_contain_text(say("colour.b", language))
        expect(news.get_by_text(name)).to_have_count(1)
        expect(news).to_contain_text(say("game.asked_again", language, colour=say("colour.a", language)))
        # Half a pixel of a line, which depends on how a browser draws letters, counts as a whole one.
        assert ann.evaluate("document.documentElement.scrollHeight") <= 641
        around, line = news.bounding_box(), news.locator("p").bounding_box()
        assert around
        assert line
        assert line["height"] <= around["height"]


def test_who_is_done_is_asked_again_when_somebody_closes_a_colour(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium, "de", **DESKTOP) as bob:
        url = bob_can_close(server, ann, bob)
        for page in (ann, bob):
            page.goto(url)
        shortcut_button(ann, "D").click()
        expect(ann.locator(".controls")).to_contain_text("Wait, not done")
        bob.locator('[data-box="a11"]').click()
        expect_asked_again(ann, "en")
        expect(bob.locator('.news[data-colour="a"]')).to_contain_text(
            say("game.you_close", "de", colour=say("colour.a", "de"))
        )
        ann.reload()
        expect_asked_again(ann, "en")
        bob.locator('[data-box="b11"]').click()
        orange = say("heard.closes", name="Bob", colour="red and orange")
        expect(ann.locator(".tray .news")).to_contain_text(orange)
        expect(ann.locator(".news")).to_have_count(1)  # they do not pile up
        assert ann.evaluate("document.documentElement.scrollHeight === innerHeight"), "nothing is covered"
        banner = ann.locator('.news[data-colour="a"]')
        banner.get_by_role("button").click()
        expect(banner).to_have_count(0)
        finish_turn([ann, bob])
        for page in (ann, bob):
            expect(page.locator('.mine .row.closed[data-colour="a"]')).to_be_visible()


def test_two_people_and_a_bot_play_a_whole_game(chromium: Browser, server: Server) -> None:
    with hurried(chromium) as ann, hurried(chromium, "de", **DESKTOP) as bob:
        code = gather(server, ann, bob, bots=["nearest"])
        while play_until_crossing([ann, bob]):
            finish_turn([ann, bob])
        record = bob.request.get(f"{server.url}/api/tables/{code}/record").json()
        totals = sorted((str(score["total"]) for score in replay(record).result()["scores"]), key=int)
        for page, language in ((ann, "en"), (bob, "de")):
            expect(page.get_by_role("region", name=say("game.ranking", language))).to_be_visible()
            shown = [text.replace("−", "-") for text in page.locator("li .block strong").all_inner_texts()]
            assert shown == totals[::-1]
            expect(page.locator(".why")).to_have_text(re.compile(r"\w"))
            expect(page.get_by_role("link", name=say("game.record", language))).to_be_visible()
        expect_rematch(ann, bob)
        assert not ann.url.endswith(code)


def expect_rematch(ann: Page, bob: Page) -> None:
    """Ann asks for another game, Bob accepts in German, and both play it with the bot of the last one."""
    button(ann, "Play again").tap()
    expect(ann.get_by_text("Waiting for")).to_be_visible()
    button(bob, pattern_of("de", "rematch.yes")).click()
    for page in (ann, bob):
        expect(page.locator(".dice")).to_be_visible()
    expect(ann.locator(".mini")).to_have_count(2)
    assert ann.url == bob.url


def test_what_one_does_another_sees(chromium: Browser, server: Server) -> None:
    """Half crosses, done, covering, a reaction, and a bot that plays for somebody until they are back."""
    with phone(chromium) as ann, phone(chromium, "it") as bob:
        gather(server, ann, bob, bots=[])
        first, second = (ann, bob) if shortcut_button(ann, "R").count() else (bob, ann)
        shortcut_button(first, "R").click()
        language = "en" if second is ann else "it"
        button(second, pattern_of(language, "game.cover")).tap()
        expect(first.locator(".mini .rows.covered")).to_be_visible()
        button(second, pattern_of(language, "game.uncover")).tap()
        expect(first.locator(".mini .rows.covered")).to_have_count(0)
        shortcut_button(first, "K").click()

        expect(shortcut_button(ann, "D")).to_be_visible()  # Ann's page knows that the dice are kept
        ann.evaluate(CROSS_NEAR, WHOLE_ROW)
        crossed = ann.locator(".half").count()
        assert crossed
        expect(bob.locator(".mini .half")).to_have_count(crossed)
        shortcut_button(ann, "D").click()
        expect(bob.locator(".mini svg.done")).to_be_visible()
        button(ann, "Wait, not done").tap()
        expect(bob.locator(".mini svg.done")).to_have_count(0)

        button(ann, "Say something").tap()
        button(ann, "Well done!").tap()
        expect(bob.locator(".mini .said")).to_have_text(say("reaction.bravo", "it"))

        button(bob, pattern_of("it", "app.more")).tap()
        button(bob, pattern_of("it", "game.leave")).tap()
        expect(button(bob, pattern_of("it", "game.take_back"))).to_be_visible()
        button(bob, pattern_of("it", "game.take_back")).tap()
        expect(button(bob, pattern_of("it", "game.take_back"))).to_have_count(0)


def test_the_time_that_is_left_is_shown(chromium: Browser, server: Server) -> None:
    with phone(chromium, "fr") as page:
        start_with_bots(page, server.url, ["nearest"], timer=60)
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^\s*(1:00|[1-5]?\d)\s*$"))
        expect(page.get_by_role("timer")).to_have_accessible_name(re.compile("seconde"))


def test_whoever_watches_sees_all_sheets_and_chooses_the_large_one(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as cleo:
        code = start_with_bots(ann, server.url, ["nearest", "steady"])
        cleo.goto(f"{server.url}/table/{code}")
        expect(cleo.locator(".mini")).to_have_count(3)
        cleo.locator(".mini").last.tap()
        name = cleo.locator(".mini").last.locator(".name").inner_text()
        expect(cleo.locator(".whose")).to_contain_text(name)
        expect(cleo.get_by_text("You are watching.")).to_be_visible()


def end_alone(page: Page, server: Server) -> None:
    """End a game alone in its first turn; the page's clock stands still from then on."""
    start_with_bots(page, server.url, [])
    for letter in "RKD":
        shortcut_button(page, letter).click()
    expect(shortcut_button(page, "D")).to_be_enabled()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.keyboard.press("d")
    expect(page.locator(".why")).to_have_text(say("game.end_solo"))


def test_the_end_is_counted_line_by_line_and_can_be_skipped(chromium: Browser, server: Server) -> None:
    with phone(chromium, reduced_motion="no-preference") as page:
        page.clock.install()
        end_alone(page, server)
        expect(page.locator(".columns .hushed")).to_have_count(9)  # nothing is counted before its time
        page.clock.run_for(500)
        expect(page.locator(".row .points.hushed")).to_have_count(0)
        expect(page.locator("main.all")).to_have_count(0)
        place = page.locator(".whole").bounding_box()
        page.clock.run_for(400)  # all 15 lines, 60 ms each
        expect(page.locator("main.all h1")).to_be_visible()
        assert page.locator(".whole").bounding_box() == place, "the sheet has moved"
        page.clock.run_for(450)
        expect(button(page, "Play again")).to_be_enabled()
        page.clock.resume()
        page.reload()
        expect(page.locator("main.all .score")).to_have_text("0")  # counted once, not at each visit
        end_alone(page, server)
        page.keyboard.press("Escape")
        expect(page.locator("main.all .score")).to_have_text("0")
