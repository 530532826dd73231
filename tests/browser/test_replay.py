"""Finished games again, by their records alone: of tables, and from files that never leave the device."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.records import replay
from tests.browser.actions import PHONE, button, phone, touch
from tests.browser.prepared_tables import play_round, player_of, sixem_story, store_table
from tests.browser.replay_scenes import choose_record, golden_record
from tests.browser.sixto_scenes import play, sixto_story
from tests.browser.sixto_tables import DESKTOP
from tests.server.serving import Server

SIZES = {"phone": PHONE, "desktop": {**PHONE, **DESKTOP}}
DIAGONAL = 3
"""The place of the spinner."""
DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector('main').dispatchEvent(event);
}"""


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    """The page for files, on a phone; its clock stands still."""
    with phone(chromium) as opened:
        opened.clock.install()
        opened.goto(f"{server.url}/review")
        expect(button(opened, "Choose a file")).to_be_visible()
        opened.clock.pause_at(opened.evaluate("Date.now() / 1000 + 1"))
        yield opened


def title(page: Page) -> Any:
    return page.locator(".stage h2")


@pytest.mark.parametrize("size", SIZES)
def test_a_file_is_shown_for_every_seat_and_never_sent(size: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, **SIZES[size]) as page:
        page.goto(f"{server.url}/review")
        expect(button(page, "Choose a file")).to_be_visible()
        page.wait_for_load_state("networkidle")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        record = golden_record("sixto-with-a-removal")
        choose_record(page, record)
        expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
        expect(title(page)).to_have_text("Before the first turn")
        page.get_by_role("slider").press("End")
        expect(title(page)).to_have_text(f"After turn {len(record['turns'])}")
        seats = page.get_by_role("group", name="Whose game is shown").get_by_role("button")
        expect(seats).to_have_count(4)
        for seat, points in enumerate((178, 71, 98, 100)):
            touch(seats.nth(seat))
            boxes = sum(len(turn["crosses"][seat]) for turn in record["turns"])
            expect(page.locator(".stage .sheet .crossed")).to_have_count(boxes)
            expect(page.locator(".stage .sheet .total")).to_have_text(str(points))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [url for url in asked if "/assets/" not in url] == []


def test_a_file_can_be_dropped(page: Page) -> None:
    page.evaluate(DROP, ["game.json", json.dumps(golden_record("sixto-alone"))])
    expect(title(page)).to_have_text("Before the first turn")


def test_arrow_keys_and_the_key_of_the_next_closing(page: Page) -> None:
    choose_record(page, golden_record("sixto-with-bots"))
    expect(title(page)).to_have_text("Before the first turn")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(title(page)).to_have_text("After turn 1")
    page.keyboard.press("c")
    closed = page.locator(".stage .sheet .row.closed")
    expect(closed).not_to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(closed).to_have_count(0)


def test_sixto_plays_by_itself_and_four_times_as_fast(page: Page) -> None:
    record = golden_record("sixto-with-bots")
    choose_record(page, record)
    touch(button(page, "^Play$"))
    for turn in (1, 2):
        page.clock.run_for(1600)
        expect(title(page)).to_have_text(f"After turn {turn}")
    page.get_by_role("radio", name="4×").check(force=True)
    for turn in (3, 4):
        page.clock.run_for(400)
        expect(title(page)).to_have_text(f"After turn {turn}")
    touch(button(page, "^Pause$"))
    page.clock.run_for(60_000)
    expect(title(page)).to_have_text("After turn 4")
    expect(page.get_by_role("radio")).to_have_count(2)


def test_sixem_round_by_round_and_as_fast_as_it_was_played(page: Page) -> None:
    record = golden_record("sixem-with-bots")
    choose_record(page, record)
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    page.keyboard.press("ArrowRight")
    names = ["Ann", "Bob", "Brick"]
    stop = record["rounds"][0]["stop"]
    expect(title(page)).to_have_text(f"Round 1: {names[stop]} calls STOP")
    page.keyboard.press("ArrowRight")
    expect(title(page)).to_have_text(f"Round 1: {names[(stop + 1) % 3]} marks")
    page.keyboard.press("l")
    expect(page.locator(".seats line")).not_to_have_count(0)
    page.get_by_role("slider").press("Home")
    page.get_by_role("radio", name="As fast as it was played").check(force=True)
    touch(button(page, "^Play$"))
    times = record["match"]["times"]
    lasted = times["last"] - times["started"]
    for _ in range(4 * len(record["rounds"])):  # each step shows before the next begins
        page.clock.run_for(lasted / 20)
    expect(title(page)).to_have_text(re.compile(f"^Round {len(record['rounds'])}: "))
    expect(button(page, "^Play$")).to_be_visible()
    marks = "".join(replay(record).result()["boards"][0]).count("X")
    expect(page.locator(".stage .board [data-cell].x")).to_have_count(marks)


def test_the_dice_are_checked_with_one_tap(page: Page) -> None:
    choose_record(page, golden_record("sixem-with-bots"))
    touch(button(page, "Check the dice"))
    expect(page.get_by_text("Fair dice: all 151 numbers")).to_be_visible()


def test_a_changed_die_is_named(page: Page) -> None:
    record = golden_record("sixto-with-bots")
    told = record["turns"][4]["rolls"][0][3]
    record["turns"][4]["rolls"][0][3] = told % 6 + 1
    choose_record(page, record)
    touch(button(page, "Check the dice"))
    sentence = f"Turn 5: the green die should show {told}, not {told % 6 + 1}."
    expect(page.get_by_text(sentence)).to_be_visible()


def test_what_is_no_finished_game_is_told_in_one_sentence_and_the_next_file_is_shown(page: Page) -> None:
    whole, abandoned = json.dumps(golden_record("sixto-alone")), golden_record("sixem-abandoned")
    for content, sentence in {
        "a letter to grandma": "This file is not the record of a game.",
        '{"game": "chess"}': "This file is not the record of a game.",
        whole[:-40]: "This record is damaged or cut short.",
        whole.replace('"rolls"', '"roles"'): "This record is damaged or cut short.",
        json.dumps(abandoned): "This game is not finished; only finished games are shown.",
    }.items():
        choose_record(page, content)
        expect(page.get_by_role("alert")).to_have_text(sentence)
    choose_record(page, whole)
    expect(title(page)).to_be_visible()
    expect(page.locator(".problem")).to_be_empty()


def test_a_table_of_sixto_from_its_end_by_one_tap(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        story = sixto_story([player_of(page, server, "Ann"), "bob"], "AB")
        play(story, turns=0)
        page.goto(store_table(server, story))
        touch(button(page, "What the coach says"))
        page.wait_for_url("**/review/*")
        told = page.get_by_text(re.compile(r"^(You won by|You lost by|Level on points)")).inner_text()
        points, luck, play_ = (
            float(word.replace("−", "-")) for word in re.findall(r"[+−]?\d+(?:\.\d)?", told)
        )
        assert round(luck + play_, 1) == (-points if "lost" in told else points)
        expect(page.get_by_text(re.compile(r"^Chance to win after turn \d+: \d+ of 100$"))).to_be_visible()
        page.get_by_role("radio", name="Bob").check(force=True)
        expect(page.get_by_text(re.compile("^You (won|lost) by"))).to_have_count(0)
        touch(button(page, "^Replay$"))
        page.get_by_role("slider").last.press("End")
        expect(title(page)).to_have_text(f"After turn {len(story.sixto.turns)}")
        touch(button(page, "^Back$"))
        expect(button(page, "What the coach says")).to_be_visible()


def test_a_table_of_sixem_from_its_end_by_one_tap(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        ann = player_of(page, server, "Ann")
        story = sixem_story(f"{ann} bob", place=DIAGONAL)
        story.rename(ann, "Ann")
        play_round(story, ann, **{ann: "1 2 3 4 5 6", "bob": "1 1 1 2 2 2"})
        story.wait()
        page.goto(store_table(server, story))
        touch(button(page, "What the coach says"))
        page.wait_for_url("**/review/*")
        expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
        expect(page.get_by_text("Chances to win that your marks gave away")).to_be_visible()
        touch(button(page, "Next line"))
        expect(title(page)).to_have_text("Round 1: Ann marks")
