"""Sixem on phones and on a large screen: whole games, the race for STOP, marking and erasing."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from sixes.records import replay
from sixes.text import say
from tests.browser.actions import begin, button, phone
from tests.browser.delay_proxy import delay_proxy
from tests.browser.prepared_tables import play_round, player_of, shifted, sixem_story, store_table
from tests.browser.sixem_scenes import cell, die, wait_for_start
from tests.play.stories import Story
from tests.server.serving import Server

DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "is_mobile": False,
    "device_scale_factor": 1,
}
FAR = 0.250
"""Seconds that data takes, each way."""
STRAIGHT = "1 2 3 4 5 6"


def throw(page: Page) -> Locator:
    return page.locator("button.throw")


def lying(page: Page) -> Locator:
    """My dice that show a number."""
    return page.get_by_role("group", name="The dice").get_by_role("button", name=re.compile(r": \d"))


def with_dice(server: Server, page: Page, dice: str, others: str = "bob", **options: Any) -> Story:
    """A race in which the dice of this page show these numbers, and nobody else has thrown."""
    ann = player_of(page, server, "Ann")
    story = sixem_story(f"{ann} {others}", **options)
    story.now = max(story.now, story.sixem.go)
    story.ask(ann, "throw", dice="abcdef")
    story.land(**{ann: dice})
    return story


# A whole game ---------------------------------------------------------------------------------------------


def act(page: Page) -> None:
    """Do what the page offers: mark, call STOP or throw. It may be too late for it."""
    with suppress(Late):
        for what in (
            ".deeds button:last-child",
            "main.marking footer .main:not([aria-disabled=true])",
            "button.open:not(.staged)",
            ".stop.lit:enabled",
            ".throw:enabled:not(.resting)",
        ):
            if page.locator(what).first.is_visible():
                page.locator(what).first.click(timeout=500)
                return


def test_two_friends_and_a_bot_play_to_the_end(chromium: Browser, server: Server) -> None:
    """One in French, the other in Italian."""
    with phone(chromium, "fr") as ann, phone(chromium, "it", **DESK) as bob:
        pages, names, languages = (ann, bob), ("Ann", "Bob"), ("fr", "it")
        one, two = (player_of(page, server, name) for page, name in zip(pages, names, strict=True))
        story = sixem_story(f"{one} {two}", bots=("nearest",), throw_time=200)
        for by in range(1, 6):  # each row of Ann lacks one X, for which her dice lie there already
            play_round(story, one, **{one: shifted(by), two: shifted(1)})
        story.now = max(story.now, story.sixem.go)
        story.ask(one, "throw", dice="abcdef")
        story.land(**{one: "1 2 3 4 5 5"})
        url = store_table(server, story)
        for page, language in zip(pages, languages, strict=True):
            page.add_init_script("localStorage.setItem('sixes', '{\"named\": true}')")
            page.goto(url)
            expect(page.get_by_role("heading", name=say("game.round", language, round=6))).to_be_visible()
        for colour in "abcde":
            die(ann, colour).tap()
        while not all(page.locator(".verdict").is_visible() for page in pages):
            for page in pages:
                act(page)
        record = ann.request.get(f"{server.url}/api/tables/{url.rpartition('/')[2]}/record").json()
        [winner] = replay(record).result()["winners"]
        for seat, (page, language) in enumerate(zip(pages, languages, strict=True)):
            bot = say("name.bot_c", language)
            they = say("game.they_win", language, names=(*names, bot)[winner])
            words = say("game.you_win", language) if winner == seat else they
            expect(page.get_by_role("heading", name=words)).to_be_visible()
            ranking = page.get_by_role("list", name=say("round.ranking", language))
            expect(ranking.get_by_role("button")).to_have_count(3)
            expect(page.locator(".end .board line.under")).not_to_have_count(0)


def begin_race(page: Page) -> None:
    """From the starting rolls to the first throw."""
    while not page.locator("main.rolling, main.last_throws, main.marking").is_visible():
        with suppress(Late):
            if page.locator("footer button:enabled").is_visible():
                page.locator("footer button:enabled").click(timeout=500)
    expect(page.locator("header .pattern > *")).to_be_attached()


def test_a_game_against_bots_starts_in_two_taps_and_spins_to_its_pattern(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium, reduced_motion="no-preference") as page:
        begin(page, server.url, "Sixem", "Against bots")
        button(page, "Roll for the start").tap()
        begin_race(page)
        expect(page.get_by_role("group", name="Your board")).to_be_visible()


# The race -------------------------------------------------------------------------------------------------


def test_kept_dice_stay_and_a_false_stop_costs_a_moment(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(store_table(server, with_dice(server, page, "1 2 3 4 5 5")))
        for colour in "abcde":
            die(page, colour).tap()
            expect(die(page, colour)).to_have_attribute("aria-pressed", "true")
        wait_for_start(page)
        expect(page.locator(".stop")).not_to_have_class(re.compile("lit"))
        button(page, "STOP").tap()
        expect(throw(page)).to_have_text("Not 1 to 6! Wait…")
        expect(button(page, "STOP")).to_be_disabled()
        expect(throw(page)).to_have_text("Throw 1 die")
        expect(button(page, "STOP")).to_be_enabled()
        throw(page).tap()
        expect(lying(page)).to_have_count(5)
        expect(lying(page)).to_have_count(6)
        for at, colour in enumerate("abcde"):
            expect(die(page, colour)).to_have_accessible_name(re.compile(f"{at + 1}$"))


def test_by_keyboard_alone(chromium: Browser, server: Server) -> None:
    with phone(chromium, **DESK) as page:
        page.goto(store_table(server, with_dice(server, page, "1 2 3 4 5 6")))
        wait_for_start(page)
        expect(throw(page)).to_be_hidden()  # with 1 to 6 all are kept, and STOP has the room
        page.keyboard.press("6")
        expect(throw(page)).to_have_text("Throw 1 die")
        page.keyboard.press("6")
        expect(throw(page)).to_be_hidden()
        page.keyboard.press("s")
        expect(page.get_by_role("log")).to_contain_text(re.compile("You call STOP|marks"))


# Far away -------------------------------------------------------------------------------------------------

AT_ONCE = """async ([selector, words]) => {
  const button = document.querySelector(selector);
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  button.click();
  await new Promise(requestAnimationFrame);
  return document.querySelector(words)?.textContent.trim() ?? '';
}"""
"""Press, and read the next frame: no answer can have come through the delay."""


BEFORE_GO = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const press = async (button) => {
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    button.click();
    await frame();
    return document.querySelector('.throw')?.textContent.trim() ?? '';
  };
  while (!document.querySelector('[data-die="a"][aria-pressed=true]')) await frame();
  await press(document.querySelector('[data-die="a"]'));
  return [await press(document.querySelector('.throw')), await press(document.querySelector('.throw'))];
}"""
"""In the page itself: for a test on a busy machine the countdown is short."""


def test_far_away_dice_fly_as_soon_as_they_are_thrown(chromium: Browser, server: Server) -> None:
    with delay_proxy(server, FAR) as url, phone(chromium) as page:
        page.goto(store_table(server, with_dice(server, page, STRAIGHT)).replace(server.url, url))
        assert page.evaluate(BEFORE_GO) == ["Throws on GO", "Get ready…"]
        wait_for_start(page)
        expect(page.locator(".stop")).to_have_class(re.compile("lit"))
        assert page.evaluate(AT_ONCE, [".throw", ".throw"]) == "In the air…"
        expect(lying(page)).to_have_count(6)


def test_far_away_marks_show_at_once_and_stay(chromium: Browser, server: Server) -> None:
    with delay_proxy(server, FAR) as url, phone(chromium) as page:
        ann = player_of(page, server, "Ann")
        story = sixem_story(f"{ann} bob")
        story.lie("bob", **{ann: "1 1 2 3 4 5", "bob": STRAIGHT})
        page.goto(store_table(server, story).replace(server.url, url))
        expect(button(page, "Still to choose: 1")).to_be_visible()
        assert page.evaluate(AT_ONCE, ['[data-die="b"]', "footer button"]) == "Mark 5 Xs"
        expect(cell(page, "b1")).to_have_class(re.compile(r"\bstaged\b"))
        expect(button(page, "Mark 5 Xs")).to_be_enabled()
        assert page.evaluate(AT_ONCE, ["footer button", "footer button"]) == "All marked"
        expect(cell(page, "b1")).to_have_class(re.compile(r"\bx\b"))
        expect(page.locator(".status")).to_contain_text("Bob marks")  # the server said so
        page.reload()
        for name in ("b1", "c2", "d3", "e4", "f5"):
            expect(cell(page, name)).to_have_class(re.compile(r"\bx\b"))
        expect(cell(page, "a1")).not_to_have_class(re.compile(r"\bx\b"))


# Marking --------------------------------------------------------------------------------------------------


def erasing(server: Server, ann: Page, bob: Page, **options: Any) -> str:
    """Both have the same Xs, among them c4, and Ann is to mark c4 again."""
    one, two = player_of(ann, server, "Ann"), player_of(bob, server, "Bob")
    story = sixem_story(f"{one} {two} cleo", timer=0, **options)
    for who, name in ((one, "Ann"), (two, "Bob"), ("cleo", "Cleo")):
        story.rename(who, name)
    play_round(story, two, **{one: shifted(1), two: shifted(1), "cleo": "1 1 1 1 1 1"})
    story.lie("cleo", **{one: "1 1 4 2 3 6", two: shifted(2), "cleo": STRAIGHT})
    return store_table(server, story)


@pytest.mark.parametrize("way", ["board", "nobody"])
def test_whose_x_goes_is_chosen_and_seen_by_both(way: str, chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium, **DESK) as bob:
        url = erasing(server, ann, bob)
        for page in (ann, bob):
            page.goto(url)
            expect(cell(page, "c4")).to_have_class(re.compile(r"\bx\b"))
        die(ann, "c").tap()
        expect(ann.get_by_role("group", name="Whose X do you erase?")).to_be_visible()
        if way == "board":
            ann.get_by_role("button", name="The board of Bob").tap()
        else:
            expect(button(ann, "Erase the X of Bob")).to_be_visible()
            button(ann, "Nobody").tap()
        button(ann, "Still to choose: 1").tap()
        cell(ann, "a1").tap()
        expect(cell(bob, "c4")).to_have_class(re.compile(r"\bx\b"))
        button(ann, "Mark 5 Xs").tap()
        expect(cell(ann, "c4")).to_have_class(re.compile(r"\bx\b"))
        if way == "nobody":
            expect(ann.get_by_text("Bob marks", exact=True).first).to_be_visible()
            expect(cell(bob, "c4")).to_have_class(re.compile(r"\bx\b"))
        else:
            expect(bob.get_by_text("Ann erases your X: yellow: 4")).to_be_visible()
            expect(cell(bob, "c4")).not_to_have_class(re.compile(r"\bx\b"))


def test_in_the_sweet_variant_an_x_can_be_given(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        url = erasing(server, ann, bob, sweet=True)
        ann.goto(url)
        bob.goto(url)
        cell(ann, "c4").tap()
        expect(button(ann, "Erase the X of Bob")).to_be_visible()
        button(ann, "Give an X to Cleo").tap()
        cell(ann, "a1").tap()
        button(ann, "Mark 5 Xs").tap()
        bob.get_by_role("button", name="The board of Cleo").tap()
        given = bob.get_by_role("dialog").locator('[data-cell="c4"]')
        expect(given).to_have_class(re.compile(r"\bx\b"))


def test_a_tie_is_told_and_only_those_tied_play_on(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as cleo:
        one, three = player_of(ann, server, "Ann"), player_of(cleo, server, "Cleo")
        story = sixem_story(f"{one} bob {three}", place=3)
        story.rename("bob", "Bob")
        play_round(story, one, **{one: STRAIGHT, "bob": "6 5 4 3 2 1", three: "1 1 1 2 2 2"})
        url = store_table(server, story)
        ann.goto(url)
        expect(ann.get_by_text("You and Bob play on.")).to_be_visible()
        cleo.goto(url)
        expect(cleo.get_by_text("You are out")).not_to_have_count(0)
        expect(cleo.get_by_text("Most lines win", exact=True)).to_be_visible()
        wait_for_start(ann)
        throw(ann).tap()
        expect(lying(ann)).to_have_count(6)
        expect(throw(cleo)).to_have_count(0)


# Room -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr", "it", "de"])
def test_six_players_fit_on_a_small_phone_in_every_language(
    language: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium, language) as page:
        ann = player_of(page, server, "Annemarie")
        others = ["bob", "cleo", "dora", "emil", "fritz"]
        story = sixem_story(" ".join([ann, *others]), place=9)
        faces = dict.fromkeys([ann, *others], shifted(1))
        play_round(story, "fritz", **faces)
        story.lie("fritz", **faces)
        page.goto(store_table(server, story))
        page.locator("button.deed").first.wait_for()
        assert size_of(page) == [360, 640]
        page.locator("button.deed").first.tap()
        expect(page.locator(".deeds").get_by_role("button")).to_have_count(6)
        assert size_of(page) == [360, 640]


def size_of(page: Page) -> list[int]:
    """Width and height of the page, including what would have to be scrolled."""
    root = "document.documentElement"
    size: list[int] = page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")
    return size
