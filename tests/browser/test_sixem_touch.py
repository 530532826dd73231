"""Sixem by touch: no accidents after STOP, marks that can be lifted, the rail, ties, ends and rematches."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.actions import button, phone, until
from tests.browser.prepared_tables import (
    mark_all,
    play_round,
    player_of,
    shifted,
    sixem_story,
    store_table,
)
from tests.browser.sixem_scenes import cell, die, wait_for_start
from tests.play.stories import Story, playing
from tests.server.serving import Server, running_server

STRAIGHT = "1 2 3 4 5 6"
STAGED = re.compile(r"\bstaged\b")
X = re.compile(r"\bx\b")
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}}
SCREEN: dict[str, Any] = {
    "viewport": {"width": 1920, "height": 1080},
    "is_mobile": False,
    "device_scale_factor": 1,
}


def racing(server: Server, one: Page, two: Page, mine: str, theirs: str) -> str:
    """A race of two open pages, in which their dice show these numbers."""
    ann, bob = player_of(one, server, "Ann"), player_of(two, server, "Bob")
    story = sixem_story(f"{ann} {bob}", timer=0)
    story.now = max(story.now, story.sixem.go)
    for who in (ann, bob):
        story.ask(who, "throw", dice="abcdef")
    story.land(**{ann: mine, bob: theirs})
    return store_table(server, story)


def marking(server: Server, page: Page, dice: str = "1 1 2 3 4 5", rounds: int = 0) -> str:
    """Ann marks with these dice, after some rounds in which she and Bob got the same Xs."""
    ann = player_of(page, server, "Ann")
    story = sixem_story(f"{ann} bob", place=11, timer=0)
    story.rename("bob", "Bob")
    for by in range(rounds):
        play_round(story, ann, **{ann: shifted(by), "bob": shifted(by)})
    story.lie("bob", **{ann: dice, "bob": STRAIGHT})
    return store_table(server, story)


TAP_AT_STOP = """() => new Promise((done) => {
  const main = document.querySelector('main');
  const watching = new MutationObserver(() => {
    if (!main.classList.contains('marking')) return;
    watching.disconnect();
    for (const die of document.querySelectorAll('[data-die]')) die.click();
    document.querySelector('footer button').click();
    requestAnimationFrame(() => done(document.querySelectorAll('.staged').length));
  });
  watching.observe(main, { attributes: true });
})"""
"""Tap all dice and the main button in the very moment in which they come to mean marks."""


def test_taps_meant_for_the_race_mark_nothing_when_stop_comes(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        url = racing(server, ann, bob, "1 1 2 3 4 5", STRAIGHT)
        for page in (bob, ann):
            page.goto(url)
        wait_for_start(bob)
        ann.evaluate(f"() => {{ window.tapped = ({TAP_AT_STOP})(); }}")
        bob.locator(".stop.lit").tap()
        assert ann.evaluate("window.tapped") == 0  # waits for the taps
        expect(ann.locator("main .stage .x")).to_have_count(0)
        until(ann, "!document.querySelector('.tray.grace')")
        die(ann, "b").tap()
        expect(cell(ann, "b1")).to_have_class(STAGED)
        expect(bob.get_by_role("button", name="The board of Ann")).to_contain_text("0 lines")
        button(ann, "Mark 5 Xs").tap()
        expect(cell(ann, "b1")).to_have_class(X)


def test_marks_can_be_moved_and_lifted_until_they_are_confirmed(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(marking(server, page))
        die(page, "a").tap()
        expect(cell(page, "a1")).to_have_class(STAGED)
        die(page, "b").tap()
        expect(cell(page, "a1")).not_to_have_class(STAGED)
        expect(cell(page, "b1")).to_have_class(STAGED)
        cell(page, "b1").tap()
        expect(cell(page, "b1")).not_to_have_class(STAGED)
        button(page, "Still to choose: 1").tap()
        page.reload()
        expect(cell(page, "a1")).to_be_visible()
        expect(page.locator("main .stage .x")).to_have_count(0)


def test_a_tap_that_is_not_allowed_says_why(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(marking(server, page))
        cell(page, "f6").tap()
        expect(page.locator(".status")).to_have_text("None of your dice shows this cell")
        cell(page, "c2").tap()
        expect(cell(page, "c2")).to_have_class(STAGED)


PRESS = """() => {
  const stop = document.querySelector('.stop');
  stop.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
}"""
"""A finger comes down, and is not lifted."""


def test_stop_counts_when_it_is_touched_and_only_if_it_is_lit(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        url = racing(server, ann, bob, STRAIGHT, "1 1 2 3 4 5")
        for page in (bob, ann):
            page.goto(url)
        wait_for_start(ann)
        wait_for_start(bob)
        bob.evaluate(PRESS)
        expect(bob.locator(".stop")).to_be_enabled()
        expect(bob.locator(".throw")).not_to_have_text("Not 1 to 6! Wait…")
        ann.evaluate(PRESS)
        expect(bob.locator(".cry")).to_contain_text("Ann")


def test_kept_dice_lie_in_the_slot_of_their_number_and_missing_numbers_glow(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium) as ann, phone(chromium) as bob:
        ann.goto(racing(server, ann, bob, "4 2 1 2 6 4", "1 1 1 1 1 1"))
        slots = ann.locator(".slot")
        expect(ann.locator(".slot.missing")).to_have_count(6)
        die(ann, "a").tap()
        expect(slots.nth(3)).not_to_have_class(re.compile("missing"))
        assert is_over(die(ann, "a"), slots.nth(3))
        die(ann, "f").tap()  # another 4 takes its place
        assert is_over(die(ann, "f"), slots.nth(3))
        expect(die(ann, "a")).to_have_attribute("aria-pressed", "false")
        expect(ann.locator(".slot.missing")).to_have_text(["1", "2", "3", "5", "6"])
        die(ann, "f").tap()
        expect(ann.locator(".slot.missing")).to_have_count(6)


def is_over(one: Locator, other: Locator) -> bool:
    """Whether the middles of two elements are at the same place."""
    first, second = one.bounding_box(), other.bounding_box()
    assert first
    assert second
    across = first["x"] + first["width"] / 2 - second["x"] - second["width"] / 2
    down = first["y"] + first["height"] / 2 - second["y"] - second["height"] / 2
    return abs(across) < 2 and abs(down) < 2


def test_dice_are_kept_by_themselves_if_the_player_wants_that(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page, phone(chromium) as other:
        page.add_init_script("localStorage.setItem('sixes', '{\"autoKeep\": true}')")
        page.goto(racing(server, page, other, "1 1 1 1 1 1", "1 1 1 1 1 1"))
        wait_for_start(page)
        page.locator(".throw").tap()
        expect(page.locator("[data-die][aria-label*=hand]")).to_have_count(0)
        numbers = {label.split()[-1] for label in labels_of(page.locator("[data-die]"))}
        assert len(labels_of(page.locator("[data-die][aria-pressed=true]"))) == len(numbers)


def labels_of(dice: Locator) -> list[str]:
    return [one.get_attribute("aria-label") or "" for one in dice.all()]


def test_erasing_says_when_it_breaks_a_line(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        ann = player_of(page, server, "Ann")
        story = sixem_story(f"{ann} bob", place=8, timer=0)
        story.rename("bob", "Bob")
        play_round(story, "bob", **{ann: "1 1 1 1 1 1", "bob": STRAIGHT})
        story.lie("bob", **{ann: "1 2 2 2 2 2", "bob": STRAIGHT})
        page.goto(store_table(server, story))
        die(page, "a").tap()
        expect(button(page, "Erase the X of Bob")).to_contain_text("breaks a line!")
        tall = page.locator(".erase").bounding_box()
        assert tall
        assert tall["height"] >= 52


def tied(server: Server, page: Page) -> str:
    """Ann is to roll for the start; Bob has a 5."""
    ann = player_of(page, server, "Ann")
    story = playing("sixem", f"{ann} bob", timer=0)
    story.rename("bob", "Bob")
    story.chance("bob", "first", 5)
    return store_table(server, story)


def roll_until_tied(page: Page, server: Server) -> None:
    """Open such tables until the dice, which are chance, tie."""
    for _ in range(60):
        page.goto(tied(server, page))
        button(page, "Roll for the start").tap()
        until(page, "document.querySelector('.tie, main.spinning')")
        if page.locator(".tie").is_visible():
            return
    raise AssertionError("one roll of six is a tie")


def test_a_tie_at_the_start_is_shown_before_all_roll_again(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        roll_until_tied(page, server)
        expect(page.locator(".status")).to_have_text("A tie! Ann and Bob rolled 5. All roll again.")
        expect(page.locator(".felt li.tied")).to_have_count(2)
        expect(button(page, "Roll again")).to_be_disabled()
        expect(button(page, "Roll again")).to_be_enabled()
        button(page, "Roll again").tap()
        expect(page.locator("main.starting .felt li .die").first).to_be_visible()


def over(server: Server, *pages: Page, names: tuple[str, ...] = ("Ann", "Bob", "Cleo")) -> tuple[Story, str]:
    """A game that the first page ends with one more mark."""
    people = [player_of(page, server, name) for page, name in zip(pages, names, strict=False)]
    story = sixem_story(" ".join(people), place=3, timer=0)
    for who, name in zip(people, names, strict=False):
        story.rename(who, name)
    faces = {who: shifted(by) for by, who in enumerate(people, start=2)}
    story.lie(people[0], **faces | {people[0]: STRAIGHT})
    mark_all(story, leave=1)
    return story, store_table(server, story)


def end_game(*pages: Page) -> None:
    button(pages[0], "Mark 1 X|Nobody").first.tap()
    for page in pages:
        expect(page.locator(".verdict")).to_be_visible()


def test_a_rematch_asks_all_and_starts_on_every_page(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium) as bob, phone(chromium) as cleo:
        pages = (ann, bob, cleo)
        _, url = over(server, *pages)
        for page in pages:
            page.goto(url)
        end_game(*pages)
        button(bob, "Play again").tap()
        for page in (ann, cleo):
            expect(page.get_by_text("Bob wants to play again. You too?")).to_be_visible()
        button(ann, "Play along").tap()
        expect(bob.get_by_text("Waiting for Cleo…")).to_be_visible()
        expect(bob.locator(".verdict")).to_be_visible()
        button(cleo, "No, thanks").tap()
        for page in (ann, bob):
            expect(button(page, "Roll for the start")).to_be_visible()
        assert ann.url == bob.url != url
        names = [name.strip() for name in ann.locator(".felt .who").all_inner_texts()]
        assert names == ["Ann", "Bob"]
        assert cleo.url == url


CUT = """() => [...document.querySelectorAll('.end :not(.hidden)')]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).overflow !== 'visible').length"""
"""How many elements at the end cut off what is in them."""


def test_names_at_the_end_are_whole_in_every_language(chromium: Browser, server: Server) -> None:
    names = ("Maximiliane-Sofia", "Bartholomäus Klein", "Wilhelmina van Oost")
    with phone(chromium, "de") as ann, phone(chromium) as bob, phone(chromium) as cleo:
        _, url = over(server, ann, bob, cleo, names=names)
        ann.goto(url)
        ann.locator("footer .main, .deeds button:last-child").first.tap()
        expect(ann.locator(".verdict")).to_be_visible()
        podium = ann.get_by_role("list", name="Rangliste")
        for name in names[1:]:
            expect(podium.get_by_text(name, exact=True)).to_be_visible()
        assert ann.evaluate(CUT) == 0
        assert ann.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("size", [TABLET, SCREEN, {}], ids=["tablet", "screen", "phone"])
def test_cells_are_squares_and_the_dice_are_beside_the_board(
    size: dict[str, Any], chromium: Browser, server: Server
) -> None:
    with phone(chromium, **size) as ann, phone(chromium) as bob:
        ann.goto(racing(server, ann, bob, "4 2 1 2 6 4", "1 1 1 1 1 1"))
        box = cell(ann, "d3").bounding_box()
        board = ann.locator("main .stage .board").bounding_box()
        tray = ann.locator(".tray").bounding_box()
        assert box
        assert board
        assert tray
        assert abs(box["width"] - box["height"]) < 0.5
        beside, below = tray["x"] - board["x"] - board["width"], tray["y"] - board["y"] - board["height"]
        assert min(abs(beside), abs(below)) < 60
        width, height = ann.viewport_size["width"], ann.viewport_size["height"]  # type: ignore[index]
        covered = board["width"] * board["height"] + tray["width"] * tray["height"]
        assert covered > 0.6 * width * height, "nothing is left empty"


HURRY = """async () => {
  document.querySelector('.stop.lit').click();
  for (;;) {
    const button = document.querySelector('main.marking footer .quiet:not([aria-disabled])');
    if (button) return button.click();
    await new Promise((next) => setTimeout(next, 10));
  }
}"""
"""Call STOP, and tap the button as soon as a bot marks."""


def test_a_bot_that_marks_hurries_when_it_is_tapped(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    slow = running_server(tmp_path_factory.mktemp("data"), "--bot-pace", "60")
    with slow as server, phone(chromium) as page:
        ann = player_of(page, server, "Ann")
        story = sixem_story(ann, bots=("nearest",), timer=0)
        story.now = max(story.now, story.sixem.go)
        story.ask(ann, "throw", dice="abcdef")
        story.land(**{ann: STRAIGHT})
        page.goto(store_table(server, story))
        wait_for_start(page)
        page.evaluate(HURRY)
        expect(page.locator(".mine")).to_have_text("Come on!")
        expect(button(page, "Mark 6 Xs")).to_be_visible()
