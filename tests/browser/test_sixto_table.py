"""Several people at one table of Sixto: whole games, and what one does that another sees."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.records import replay
from sixes.text import say
from tests.browser.playing import button, phone, say_in
from tests.browser.sixto import (
    DESKTOP,
    TURN,
    make_table,
    play_at_once,
    pressable,
    sit,
    until_crossing,
)
from tests.server.serving import Server, running_server

CAREFUL = 3
CLOSING = """
() => [...document.querySelectorAll('.mine .row')].flatMap((row) => {
  const target = (box) => Number(box.dataset.box.slice(1)) > 9;
  if (![...row.querySelectorAll('.crossed')].some(target)) return [];
  return [...row.querySelectorAll('button.legal')].filter(target).map((box) => box.dataset.box);
})
"""
"""The boxes with which I would close a colour."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data"), "--bot-pace", "0") as running:
        yield running


def gather(server: Server, host: Page, *guests: Page, bots: list[str], **options: Any) -> str:
    """All at one table, and the game begun."""
    code = make_table(host, server.url, len(guests) + 1 + len(bots), bots, **options)
    for page in (host, *guests):
        sit(page, server.url, code)
    expect(host.locator("ol li").filter(has_text=re.compile("Sit here"))).to_have_count(0)
    button(host, "Start the game").click()
    for page in (host, *guests):
        expect(page.locator(".dice")).to_be_visible()
    return code


def announced(page: Page, language: str, colour: str, *, asked: bool) -> None:
    """A page tells, in its language, that somebody closes a colour; and that one is asked again."""
    word = say(f"colour.{colour}", language)
    news = page.locator(f'.news[data-colour="{colour}"]')
    closes = re.escape(say("heard.closes", language, name="NAME", colour=word)).replace("NAME", ".+")
    expect(news).to_have_text(re.compile(closes))
    expect(page.locator(f'.mine .row.closing[data-colour="{colour}"]')).to_be_visible()
    if asked:
        expect(news).to_contain_text(say("game.asked_again", language, colour=word))
        expect(pressable(page, "D")).to_be_visible()


def close(ann: Page, bob: Page, box: str) -> None:
    """Ann says done and crosses nothing; then Bob is about to close a colour, which she hears at once."""
    colour = box[0]
    asked = ann.locator(f'.mine .row[data-colour="{colour}"] button.legal').count() > 0
    pressable(ann, "D").click()
    expect(ann.locator(".controls")).to_contain_text("Wait, not done")
    bob.locator(f'[data-box="{box}"]').click()
    announced(ann, "en", colour, asked=asked)
    expect(bob.locator(f'.news[data-colour="{colour}"]')).to_contain_text(
        say("game.you_close", "de", colour=say(f"colour.{colour}", "de"))
    )
    ann.reload()
    announced(ann, "en", colour, asked=asked)
    ann.locator(f'.news[data-colour="{colour}"]').get_by_role("button").click()
    expect(ann.locator(f'.news[data-colour="{colour}"]')).to_have_count(0)


def test_two_people_and_a_bot_play_a_whole_game(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium, "de", **DESKTOP) as bob:
        code = gather(server, ann, bob, bots=["nearest"])
        announcements = 0
        while until_crossing([ann, bob]):
            closing = bob.evaluate(CLOSING)
            if closing and announcements < 1:
                close(ann, bob, closing[0])
                announcements += 1
            for page in (ann, bob):
                if pressable(page, "D").count():
                    page.evaluate(TURN, CAREFUL)
                    pressable(page, "D").click()
        record = bob.request.get(f"{server.url}/api/tables/{code}/record").json()
        totals = sorted((str(score["total"]) for score in replay(record).result()["scores"]), key=int)
        for page, language in ((ann, "en"), (bob, "de")):
            expect(page.get_by_role("region", name=say("game.ranking", language))).to_be_visible()
            shown = [text.replace("−", "-") for text in page.locator("li .total").all_inner_texts()]
            assert shown == totals[::-1]
            expect(page.locator(".why")).to_have_text(re.compile(r"\w"))
            expect(page.get_by_role("link", name=say("game.record", language))).to_be_visible()
        button(ann, "Play again").tap()
        ann.wait_for_url(lambda url: not url.endswith(code))
        expect(ann.locator("h1", has_text="Sixto")).to_be_visible()


def test_what_one_does_another_sees(chromium: Browser, server: Server) -> None:
    """Half crosses, done, covering, a word, a bot that stands in and an owner who comes back."""
    with phone(chromium) as ann, phone(chromium, "it") as bob:
        gather(server, ann, bob, bots=[])
        first, second = (ann, bob) if pressable(ann, "R").count() else (bob, ann)
        pressable(first, "R").click()
        language = "en" if second is ann else "it"
        button(second, say_in(language, "game.cover")).tap()
        expect(first.locator(".mini .rows.covered")).to_be_visible()
        button(second, say_in(language, "game.uncover")).tap()
        expect(first.locator(".mini .rows.covered")).to_have_count(0)
        pressable(first, "K").click()

        ann.evaluate(TURN, CAREFUL)
        crossed = ann.locator(".half").count()
        if crossed:
            expect(bob.locator(".mini .half")).to_have_count(crossed)
        pressable(ann, "D").click()
        expect(bob.locator(".mini svg.done")).to_be_visible()
        button(ann, "Wait, not done").tap()
        expect(bob.locator(".mini svg.done")).to_have_count(0)

        button(ann, "Say something").tap()
        button(ann, "Well done!").tap()
        expect(bob.locator(".mini .said")).to_have_text(say("reaction.bravo", "it"))

        button(bob, say_in("it", "app.more")).tap()
        button(bob, say_in("it", "game.leave")).tap()
        expect(button(bob, say_in("it", "game.take_back"))).to_be_visible()
        button(bob, say_in("it", "game.take_back")).tap()
        expect(button(bob, say_in("it", "game.take_back"))).to_have_count(0)


def test_the_time_that_is_left_is_shown(chromium: Browser, server: Server) -> None:
    with phone(chromium, "fr") as page:
        play_at_once(page, server.url, ["nearest"], timer=60)
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^\s*(1:00|[1-5]?\d)\s*$"))
        expect(page.get_by_role("timer")).to_have_accessible_name(re.compile("seconde"))


def test_whoever_watches_sees_all_sheets_and_chooses_the_large_one(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as cleo:
        code = play_at_once(ann, server.url, ["nearest", "steady"])
        cleo.goto(f"{server.url}/table/{code}")
        expect(cleo.locator(".mini")).to_have_count(3)
        cleo.locator(".mini").last.tap()
        name = cleo.locator(".mini").last.locator(".name").inner_text()
        expect(cleo.locator(".whose")).to_contain_text(name)
        expect(cleo.get_by_text("You are watching.")).to_be_visible()


def test_the_end_is_counted_line_by_line_and_can_be_skipped(chromium: Browser, server: Server) -> None:
    with phone(chromium, reduced_motion="no-preference") as page:
        play_at_once(page, server.url, [])
        for letter in "RKD":
            pressable(page, letter).click()
        expect(page.locator("h1")).to_have_text("Game over")
        button(page, "Skip").tap()
        expect(page.locator("main.all h1")).to_have_text("0 points")
        page.reload()
        expect(page.locator("main.all h1")).to_have_text("0 points")  # counted once, not at each visit
