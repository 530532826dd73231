"""Scenes of Sixem for screenshots: prepared tables, so that they are the same each time."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import button, touch, words
from tests.browser.prepared_tables import (
    friends_of,
    mark_all,
    open_all_pages,
    play_round,
    player_of,
    shifted,
    sixem_story,
    store_table,
)
from tests.play.stories import Story, playing
from tests.server.serving import Server

NAMES = ("Bob", "Cleo", "Dora", "Emil", "Fritz")
STRAIGHT = "1 2 3 4 5 6"


def after_rounds(page: Page, server: Server, others: int = 3, rounds: int = 4, **options: Any) -> Story:
    """A game of Ann, whose page it is, and others, after some rounds."""
    ann, friends = player_of(page, server, "Ann"), friends_of(page, server, NAMES[:others])
    story = sixem_story(" ".join([ann, *friends]), **{"place": 8} | options)
    for who, name in ({ann: "Ann"} | friends).items():
        story.rename(who, name)
    for by in range(rounds):
        faces = {who: shifted(by + 1 + (seat and seat - 1)) for seat, who in enumerate(story.people)}
        play_round(story, ann, **faces)
    return story


def die(page: Page, colour: str) -> Locator:
    return page.locator(f'[data-die="{colour}"]')


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'main .stage [data-cell="{name}"]')


def wait_for_start(page: Page) -> None:
    """Wait for the end of the countdown, which may be over before the others have opened the table."""
    expect(page.locator(".throw, .stop.lit").first).to_be_visible()
    expect(page.locator(".count")).to_be_hidden()


def before_spinning(page: Page, server: Server) -> None:
    """Ann rolled the highest number, so that she may spin."""
    friends = friends_of(page, server, NAMES[:2])
    story = playing("sixem", " ".join([player_of(page, server, "Ann"), *friends]))
    for who, name in friends.items():
        story.rename(who, name)
    for who, number in zip(story.people, (6, 4, 3), strict=True):
        story.chance(who, "first", number)
    open_all_pages(page, store_table(server, story))
    expect(button(page, words(page, "game.spin"))).to_be_enabled()


def sixem_spinner(page: Page, server: Server) -> None:
    before_spinning(page, server)
    touch(button(page, words(page, "game.spin")))
    expect(page.locator(".hub.won")).to_be_visible()


def sixem_countdown(page: Page, server: Server) -> None:
    page.goto(
        store_table(server, after_rounds(page, server, others=2))
    )  # the countdown leaves no time for the others' pages
    expect(page.locator(".count")).to_be_visible()


def with_dice(page: Page, server: Server, dice: str, others: int = 3) -> None:
    story = after_rounds(page, server, others)
    ann, *rest = story.people
    story.now = max(story.now, story.sixem.go)
    for who in (ann, *rest[1:]):
        story.ask(who, "throw", dice="abcdef")
    story.land(**dict.fromkeys(rest, "2 4 4 1 6 6") | {ann: dice})
    open_all_pages(page, store_table(server, story))
    wait_for_start(page)


def sixem_race(page: Page, server: Server) -> None:
    with_dice(page, server, "4 2 1 2 6 4")
    for die in "abce":
        touch(page.locator(f'[data-die="{die}"]'))


def sixem_race_of_six(page: Page, server: Server) -> None:
    with_dice(page, server, "4 2 1 2 6 4", others=5)


def sixem_stop(page: Page, server: Server) -> None:
    with_dice(page, server, STRAIGHT)


def sixem_cry(page: Page, server: Server) -> None:
    sixem_stop(page, server)
    touch(page.locator(".stop.lit"))
    expect(page.locator(".cry")).to_be_visible()


def sixem_marking(page: Page, server: Server, **options: Any) -> None:
    story = after_rounds(page, server, **options)
    ann, *rest = story.people
    story.lie(rest[-1], **{ann: "2 2 6 5 3 4"} | dict.fromkeys(rest, STRAIGHT))
    open_all_pages(page, store_table(server, story))
    expect(page.locator("button.open").first).to_be_visible()


def sixem_erasing(page: Page, server: Server) -> None:
    sixem_marking(page, server)
    touch(page.locator('[data-die="a"]'))
    expect(page.locator(".deeds")).to_be_visible()


def sixem_giving(page: Page, server: Server) -> None:
    sixem_marking(page, server, sweet=True)
    touch(page.locator('[data-die="a"]'))
    expect(page.locator(".deeds")).to_be_visible()


def sixem_tie(page: Page, server: Server) -> None:
    story = after_rounds(page, server, others=2, rounds=0, place=3)
    ann, bob, cleo = story.people
    play_round(story, ann, **{ann: STRAIGHT, bob: "6 5 4 3 2 1", cleo: "1 1 1 2 2 2"})
    page.goto(store_table(server, story))
    expect(page.locator(".tie")).to_be_visible()


def sixem_over(page: Page, server: Server) -> None:
    """Ann makes the last X on her page, so that the game ends there."""
    story = after_rounds(page, server, rounds=2, place=3)
    ann, *rest = story.people
    story.lie(ann, **{ann: STRAIGHT} | {who: shifted(by) for by, who in enumerate(rest, start=2)})
    mark_all(story, leave=1)
    open_all_pages(page, store_table(server, story))
    touch(button(page, words(page, "round.mark_plain.one", count=1)))
    expect(page.locator(".verdict")).to_be_visible()


SIXEM_SCENES: tuple[Callable[[Page, Any], None], ...] = (
    *(
        sixem_spinner,
        sixem_countdown,
        sixem_race,
        sixem_race_of_six,
        sixem_stop,
        sixem_cry,
        sixem_marking,
        sixem_erasing,
    ),
    *(sixem_giving, sixem_tie, sixem_over),
)
