"""Studying a position of Sixto: from the start page, a link, a review or a hint."""

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes import coach
from sixes.rules.six import COLOURS
from tests.browser.actions import PHONE, begin, button, phone, touch
from tests.browser.review_scenes import end_alone
from tests.browser.sixto_tables import DESKTOP
from tests.server.serving import Server

SIZES = {"phone": PHONE, "desktop": {**PHONE, **DESKTOP}}
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def study(chromium: Browser, server: Server) -> Iterator[Page]:
    """An empty sheet."""
    with phone(chromium) as page:
        open_study(page, server)
        yield page


def open_study(page: Page, server: Server, link: str = "") -> None:
    page.goto(f"{server.url}/study#{link}")
    expect(page.locator(".sheet .columns")).to_be_visible()  # a sheet is drawn in steps


def cross(page: Page, boxes: str) -> None:
    for box in boxes.split():
        touch(page.locator(f'[data-box="{box}"]'))


def crossed(page: Page) -> list[str]:
    return [str(box.get_attribute("data-box")) for box in page.locator(".sheet .crossed").all()]


def link_of(page: Page) -> str:
    return page.url.rpartition("#")[2]


@pytest.mark.parametrize("size", SIZES)
def test_from_the_start_page_to_the_coachs_advice(size: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, **SIZES[size]) as page:
        page.goto(server.url)
        touch(page.get_by_role("link", name="Study"))
        page.wait_for_url("**/study")
        expect(page.locator(".sheet .columns")).to_be_visible()
        cross(page, "a1 b2 c3 b2")
        assert crossed(page) == ["a1", "c3"]
        page.get_by_role("radio", name="Second roll").check(force=True)
        touch(button(page, "^red: 1$"))
        touch(button(page, "^red: 2$"))
        state = coach.read_link(link_of(page))
        assert state.turn.dice == (3, 2, 3, 4, 5, 6)
        touch(button(page, "Ask the coach"))
        best = coach.hint(state).crossings[0]
        first = page.locator("section li").first
        expect(first.locator(".boxes")).to_have_text(" ".join(best.boxes))
        touch(first.get_by_role("button", name="Cross"))
        expect(page.locator("section li")).to_have_count(0)
        assert sorted(crossed(page)) == sorted(["a1", "c3", *best.boxes])
        after = coach.read_link(link_of(page))
        assert after.turns == 1
        touch(button(page, "Ask the coach"))
        expect(
            page.get_by_text(f"Expected at the end: {coach.value(after).points:.1f} points")
        ).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_target_opens_after_four_crosses_and_a_closed_die_leaves(study: Page) -> None:
    expect(study.locator('[data-box="a10"]')).to_have_attribute("aria-disabled", "true")
    study.get_by_role("radio", name="First roll").check(force=True)
    cross(study, "a1 a2 a3 a4 a10 a11")
    expect(study.locator(".row.closed")).to_have_count(1)
    expect(study.get_by_role("button", name="red: out of the game")).to_be_disabled()
    assert coach.read_link(link_of(study)).turn.dice == (0, 2, 3, 4, 5, 6)


def test_a_position_that_no_game_comes_to_is_told_and_the_rest_goes_on(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium, forgiving="400") as page:
        open_study(page, server)
        cross(page, "a1 a2 a3 a4 a10 a4")
        touch(button(page, "Ask the coach"))
        expect(page.get_by_text("No game comes to this position")).to_be_visible()
        cross(page, "a4")
        touch(button(page, "Ask the coach"))
        expect(page.get_by_text("Expected at the end")).to_be_visible()


def test_links_that_cannot_be_read_are_told_and_the_rest_goes_on(study: Page) -> None:
    for link, sentence in {
        "7-AAAA": "This link is from a newer version",
        "1-damaged": "This link is damaged",
        "%E0%A4%A": "This link is damaged",
    }.items():
        study.evaluate("(link) => { location.hash = link; }", link)
        expect(study.get_by_role("alert")).to_contain_text(sentence)
    cross(study, "f1")
    expect(study.get_by_role("alert")).to_have_count(0)
    assert coach.read_link(link_of(study)).crosses[0][COLOURS.index("f")] == 1 << 1


def test_a_position_is_shared_as_a_link_a_picture_and_in_words(
    chromium: Browser, study: Page, server: Server, tmp_path: Path
) -> None:
    study.get_by_role("radio", name="First roll").check(force=True)
    cross(study, "a1 a3 e2")
    touch(button(study, "^Share$"))
    dialog = study.get_by_role("dialog")
    link = dialog.get_by_role("textbox", name="The link to this position").input_value()
    assert link == study.url
    assert len(link_of(study)) <= 300
    words = dialog.get_by_role("img").get_attribute("aria-label") or ""
    assert words.startswith("Sixto, turn 1, −20 points. red: 1, 3; orange: no cross")
    assert "blue: 2" in words
    assert words.endswith("The dice: red: 1; orange: 2; yellow: 3; green: 4; blue: 5; purple: 6")
    with study.expect_download() as saving:
        touch(dialog.get_by_role("button", name="Save the picture"))
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    picture = file.read_bytes()
    assert picture.startswith(PNG)
    assert struct.unpack(">II", picture[16:24]) == (1280, 940)
    assert len(picture) > 20_000  # not blank
    touch(dialog.get_by_role("button", name="Copy the link"))
    expect(study.get_by_text("Copied")).to_be_visible()
    with phone(chromium) as other:
        open_study(other, server, link.rpartition("#")[2])
        assert crossed(other) == ["a1", "a3", "e2"]
        expect(button(other, "^purple: 6$")).to_be_enabled()


def test_from_a_review(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        code = end_alone(page, server)
        page.goto(f"{server.url}/review/{code}")
        touch(button(page, "Show me"))
        worst = max(
            page.request.get(f"{server.url}/api/tables/{code}/review").json()["decisions"],
            key=lambda one: float(one["cost"]),
        )
        touch(button(page, "Study this position"))
        page.wait_for_url("**/study#*")
        state = coach.read_link(link_of(page))
        assert state.turns + 1 == worst["turn"]
        assert list(coach.hint(state).crossings[0].boxes) == worst["best"]
        touch(button(page, "^Back$"))
        page.wait_for_url(f"**/review/{code}")


def test_from_a_hint(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        begin(page, server.url, "Sixto", "Alone")
        button(page, "Roll the dice").tap()
        button(page, "Ask the coach").tap()
        touch(button(page, "Study this position"))
        page.wait_for_url("**/study#*")
        expect(page.get_by_role("radio", name="First roll")).to_be_checked()
        touch(button(page, "^Back$"))
        page.wait_for_url("**/table/*")
        expect(button(page, "Keep")).to_be_visible()
