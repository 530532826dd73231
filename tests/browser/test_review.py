"""The coach's review of a game alone: from its end by one tap, and by its address."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.text import LANGUAGES, say
from tests.browser.actions import PHONE, button, phone, touch
from tests.browser.prepared_tables import player_of, store_table
from tests.browser.review_scenes import end_alone, well_played_story
from tests.browser.sixto_tables import DESKTOP
from tests.browser.test_pages_walk import LARGE, TOO_WIDE, WIDTH
from tests.play.stories import playing
from tests.server.serving import Server

SIZES = {"phone": PHONE, "desktop": {**PHONE, **DESKTOP}}


@pytest.fixture(scope="module")
def code(chromium: Browser, server: Server) -> str:
    """The code of a finished game alone."""
    with phone(chromium) as page:
        return end_alone(page, server)


@pytest.fixture
def review(chromium: Browser, server: Server, code: str) -> Iterator[Page]:
    """The review on the phone of somebody who was never here."""
    with phone(chromium) as page:
        page.goto(f"{server.url}/review/{code}")
        expect(page.get_by_text("What would you do now?")).to_be_visible()
        yield page


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", "."))


def document(page: Page, server: Server, code: str) -> Any:
    return page.request.get(f"{server.url}/api/tables/{code}/review").json()


def heading(page: Page) -> str:
    return page.locator(".nav h2").inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_from_the_end_of_a_game_by_one_tap_and_back(size: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, **SIZES[size]) as page:
        code = end_alone(page, server)
        score = page.locator(".score").inner_text()
        touch(button(page, "What the coach says"))
        page.wait_for_url(f"**/review/{code}")
        expect(page.locator("h2").first).to_have_text(f"{score} points")
        expect(page.locator(".stage .sheet .row")).to_have_count(6)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        touch(button(page, "^Back$"))
        page.wait_for_url(f"**/table/{code}")
        expect(page.locator(".score")).to_have_text(score)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_adds_up_as_it_is_shown(
    language: str, chromium: Browser, server: Server, code: str
) -> None:
    with phone(chromium, language=language) as page:
        page.goto(f"{server.url}/review/{code}")
        expect(page.locator("section dd")).to_have_count(3)
        start, luck, play = [number(text) for text in page.locator("section dd").all_inner_texts()]
        final = re.search(r"−?\d+", page.locator("h2").first.inner_text())
        assert final
        assert round(10 * start) + round(10 * luck) + round(10 * play) == 10 * number(final[0])
        told = document(page, server, code)
        assert luck == pytest.approx(told["luck"], abs=0.06)
        assert play == pytest.approx(-told["cost"], abs=0.06)
        possible = say("coach.possible", language, points=told["possible"])
        expect(page.get_by_text(possible)).to_be_visible()


def test_whoever_never_was_here_goes_back_to_the_end_of_the_game(review: Page, code: str) -> None:
    touch(button(review, "^Back$"))
    review.wait_for_url(f"**/table/{code}")
    expect(review.locator(".score")).to_be_visible()


def test_the_costliest_choice_is_asked_on_the_sheet_as_it_stood(
    review: Page, server: Server, code: str
) -> None:
    worst = max(document(review, server, code)["decisions"], key=lambda one: one["cost"])
    assert worst["kind"] == "cross"
    legal = review.locator(".stage button.legal")
    expect(legal).to_have_count(len(worst["legal"]))  # a sheet is drawn in steps
    assert {box.get_attribute("data-box") for box in legal.all()} == worst["legal"].keys()
    assert "cost" not in review.locator(".stage").inner_text().lower()
    for box in worst["best"]:
        touch(review.locator(f'[data-box="{box}"]'))
        expect(review.locator(f'[data-box="{box}"].half')).to_be_visible()
    touch(button(review, f"^Done · {len(worst['best'])}"))
    expect(review.get_by_text("Yes, the coach would do the same!")).to_be_visible()
    expect(review.get_by_text(f"In the game this cost {worst['cost']:.1f} points.")).to_be_visible()
    why = worst["why"]
    reason = say(why["key"], **why["values"])
    expect(review.get_by_text(re.compile(re.escape(reason), re.IGNORECASE))).to_be_visible()
    expect(review.locator(".stage .half")).to_have_count(len(worst["best"]))
    review.get_by_role("radio", name="You", exact=True).check(force=True)
    expect(review.locator(".stage .half")).to_have_count(len(worst["chosen"]))


def test_whether_to_keep_a_roll_is_asked_too(review: Page, server: Server, code: str) -> None:
    decisions = document(review, server, code)["decisions"]
    three = sorted((one for one in decisions if one["mistake"]), key=lambda one: -one["cost"])[:3]
    at = next(place for place, one in enumerate(three) if one["kind"] == "roll")
    assert three[at]["chosen"] == "again"
    listed = review.get_by_role("listitem").get_by_role("button")
    expect(listed).to_have_count(3)
    touch(listed.nth(at))
    touch(button(review, "^Roll again$"))
    expect(review.get_by_text("You did the same in the game.")).to_be_visible()
    expect(review.get_by_text("A second roll is seldom better.")).to_be_visible()
    expect(listed.nth(at)).to_contain_text(f"−{three[at]['cost']:.1f}")


def test_every_choice_and_the_next_mistake_by_keys(chromium: Browser, server: Server, code: str) -> None:
    with phone(chromium, **SIZES["desktop"]) as page:
        page.goto(f"{server.url}/review/{code}")
        expect(page.get_by_text("What would you do now?")).to_be_visible()
        decisions = document(page, server, code)["decisions"]
        mistakes = [one for one in decisions if one["mistake"]]
        seen = []
        for _ in mistakes:
            page.keyboard.press("m")
            seen.append(heading(page))
        assert sorted(seen) == sorted(title_of(one) for one in mistakes)
        last = decisions.index(mistakes[-1])
        while heading(page) != title_of(decisions[0]):
            page.keyboard.press("ArrowLeft")
        for one in decisions[1 : last + 1]:
            page.keyboard.press("ArrowRight")
            assert heading(page) == title_of(one)


def title_of(decision: Any) -> str:
    asked = "keep or roll again?" if decision["kind"] == "roll" else "what to cross?"
    return f"Turn {decision['turn']}: {asked}"


def test_what_is_about_equal_is_no_mistake(review: Page, server: Server, code: str) -> None:
    decisions = document(review, server, code)["decisions"]
    at = next(place for place, one in enumerate(decisions) if one["cost"] and not one["mistake"])
    touch(button(review, "Next choice"))
    while heading(review) != title_of(decisions[at]):
        touch(button(review, "Next choice"))
    expect(review.get_by_text("About equal to the best")).to_be_visible()
    expect(review.locator(".stage .told")).not_to_contain_text("cost")


def test_a_game_without_a_mistake_is_praised(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        story = well_played_story(player_of(page, server, "Ann"))
        page.goto(store_table(server, story).replace("/table/", "/review/"))
        expect(page.get_by_text("No clear mistake: well played!")).to_be_visible()
        expect(page.get_by_text("The best choice!")).to_be_visible()
        expect(button(page, "Next mistake")).to_have_count(0)
        expect(page.locator("section dd").last).to_have_text("0.0")


def test_the_graph_leads_to_a_turn_by_touch_and_by_keys(review: Page) -> None:
    graph = review.get_by_role("img", name=re.compile("Graph of the expected points"))
    slider = review.get_by_role("slider", name="Go to a turn")
    turns = int(slider.get_attribute("max") or 0)
    box = graph.bounding_box()
    assert box
    slider.scroll_into_view_if_needed()
    slider.tap(position={"x": box["width"] * 9.5 / turns, "y": 60})
    assert heading(review).startswith("Turn 10:")
    expect(review.locator(".stage .nav")).to_be_in_viewport()
    slider.press("ArrowRight")
    assert heading(review).startswith("Turn 11:")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Turn 11: .* points expected, luck"))


LETTERS_TWICE_THE_SIZE = """() => {
  document.documentElement.style.fontSize = '200%';
  return ['.plot', '.plot svg'].map((place) => document.querySelector(place).getBoundingClientRect().right);
}"""


def test_the_graph_is_never_wider_than_its_place(review: Page) -> None:
    """Not even before it has noticed that there is less room."""
    place, graph = review.evaluate(LETTERS_TWICE_THE_SIZE)
    assert graph <= place


def test_with_letters_of_twice_the_size_every_answer_fits(
    chromium: Browser, server: Server, code: str
) -> None:
    """Boxes and rolls, in the language with the longest words."""
    with phone(chromium, "de") as page:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": LARGE}})
        page.goto(f"{server.url}/review/{code}")
        listed = page.get_by_role("listitem").get_by_role("button")
        expect(listed).to_have_count(3)
        for one in listed.all():
            touch(one)
            touch(page.locator(".choices button").last)
            expect(page.locator(".told dd")).to_have_count(2)
            assert page.evaluate(TOO_WIDE, WIDTH) == []


def test_the_game_is_shown_again_turn_by_turn_and_mistake_by_mistake(
    review: Page, server: Server, code: str
) -> None:
    record = review.request.get(f"{server.url}/api/tables/{code}/record").json()
    touch(button(review, "^Replay$"))
    expect(review.locator(".stage .crossed")).to_have_count(0)
    slider = review.get_by_role("slider", name="Go to a turn").last
    slider.press("End")
    boxes = sum(len(turn["crosses"][0]) for turn in record["turns"])
    expect(review.locator(".stage .crossed")).to_have_count(boxes)
    mistakes = {one["turn"] for one in document(review, server, code)["decisions"] if one["mistake"]}
    slider.press("Home")
    for turn in sorted(mistakes):
        review.keyboard.press("m")
        expect(review.locator(".stage h2")).to_have_text(f"After turn {turn}")
    touch(button(review, "Check the dice"))  # those of this story were loaded
    expect(review.get_by_text(re.compile(r"^Turn \d+: the \w+ die should show"))).to_be_visible()


def test_whoever_came_at_a_bad_moment_tries_again(chromium: Browser, server: Server, code: str) -> None:
    with phone(chromium, forgiving="503") as page:
        address = f"**/api/tables/{code}/review?seat=0"
        page.route(
            address, lambda route: route.fulfill(status=503, json={"code": "coach.busy", "message": ""})
        )
        page.goto(f"{server.url}/review/{code}")
        expect(page.get_by_text("The coach has a lot to do; try again in a minute.")).to_be_visible()
        expect(page.get_by_role("slider", name="Go to a turn")).to_be_visible()
        page.unroute(address)
        touch(button(page, "Ask again"))
        expect(page.get_by_text("What would you do now?")).to_be_visible()


def test_what_cannot_be_reviewed_is_told_in_one_sentence(chromium: Browser, server: Server) -> None:
    with phone(chromium, forgiving="404|400") as page:
        page.goto(f"{server.url}/review/BCDFGH")
        expect(page.locator("h1")).to_have_text("There is no such table; is the code right?")
        expect(button(page, "Reload")).to_have_count(0)
        open_game = store_table(server, playing("sixto", "ann"))
        page.goto(open_game.replace("/table/", "/review/"))
        expect(page.locator("h1")).to_have_text("No game has been finished here yet.")
        touch(button(page, "To the game"))
        page.wait_for_url(open_game)
