"""Scenes of Sixto with others, for screenshots."""

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from sixes.play import events
from sixes.rules.six import COLOURS
from sixes.text import say
from tests.browser.prepared_tables import friends_of, open_all_pages, player_of, store_table
from tests.browser.sixto_tables import (
    CAREFUL,
    CROSS_NEAR,
    finish_turn,
    make_table,
    play_until_crossing,
    sit,
    start_with_bots,
)
from tests.play.stories import Story, gathered
from tests.server.serving import Server

NAMES = ("Ben", "Chloé", "Dario")
DICE = 7
"""The seed of the dice."""


def boxes_for(story: Story, rolled: events.Rolled, seat: int) -> list[str]:
    """The next legal box of each row, if it is near enough: how near depends on the seat."""
    found = []
    for colour in COLOURS:
        last = max(
            (int(box[1:]) for box in story.sixto.snapshot().crosses[seat] if box[0] == colour), default=0
        )
        near = [box for box in rolled.legal[seat] if box[0] == colour and int(box[1:]) - last <= 2 + seat % 3]
        found += near[:1]
    return found


def sixto_story(people: list[str]) -> Story:
    """A new game in which the first player begins, and each has another sheet."""
    for seed in range(256):
        story = gathered("sixto", " ".join(people), seed=seed)
        for who, sheet in zip(people, "ABCD", strict=True):
            story.ask(who, "sheet", sheet=sheet)
        if story.ask(people[0], "start").lot == 0:
            return story
    raise AssertionError("some seed lets the first one begin")


def play(story: Story, turns: int) -> events.Rolled | None:
    """Play until the roll of that turn, or until the game is over; the dice are the same each time."""
    chance = random.Random(DICE)
    while not story.sixto.is_over:
        active = story.people[story.seats_to_act()[0]]
        rolled: events.Rolled = story.rolls(active, " ".join(str(chance.randint(1, 6)) for _ in COLOURS))
        story.ask(active, "keep")
        if story.sixto.number == turns:
            return rolled
        for seat, who in enumerate(story.people):
            for box in boxes_for(story, rolled, seat):
                story.ask(who, "cross", box=box)
        for who in story.people:
            story.ask(who, "done")
    return None


def friends(page: Page, server: Server) -> Story:
    """A new game of Ann, whose page it is, and three others."""
    names = {player_of(page, server, "Ann"): "Ann"} | friends_of(page, server, NAMES)
    story = sixto_story(list(names))
    for who, name in names.items():
        story.rename(who, name)
    return story


def sixto_others(page: Page, url: str) -> None:
    """Five opponents, after two turns."""
    start_with_bots(page, url, ["nearest", "steady", "random", "nearest", "steady"])
    for _ in range(2):
        play_until_crossing([page])
        finish_turn([page])
    play_until_crossing([page])


def sixto_gains(page: Page, url: str) -> None:
    """Gains of all legal boxes, in German."""
    page.goto(url)
    page.evaluate("localStorage.setItem('sixes', JSON.stringify({language: 'de', gains: true}))")
    start_with_bots(page, url, ["steady"])
    page.evaluate("localStorage.setItem('sixes', JSON.stringify({language: 'de', gains: true}))")
    page.reload()
    play_until_crossing([page])


def sixto_wide(page: Page, url: str) -> None:
    """Sheets side by side."""
    page.set_viewport_size({"width": 1280, "height": 800})
    start_with_bots(page, url, ["nearest", "steady", "nearest"])
    play_until_crossing([page])
    page.evaluate(CROSS_NEAR, CAREFUL)


def sixto_landscape(page: Page, url: str) -> None:
    """A phone on its side."""
    page.set_viewport_size({"width": 640, "height": 360})
    start_with_bots(page, url, ["nearest", "steady"])
    play_until_crossing([page])


def sixto_own_sheet(page: Page, url: str) -> None:
    """Typing a sheet from one's own box."""
    sit(page, url, make_table(page, url, 2, ["nearest"]))
    page.get_by_role("radio", name=say("lobby.own")).tap()
    page.get_by_role("dialog").get_by_role("textbox").first.fill("315642531642")
    expect(page.get_by_text(say("lobby.own_missing.other", count=60))).to_be_visible()


def sixto_game(page: Page, server: Server) -> None:
    """The middle of a game: all but Ann have crossed, and one is done."""
    story = friends(page, server)
    rolled = play(story, turns=8)
    assert rolled
    for seat, who in enumerate(story.people):
        for box in boxes_for(story, rolled, seat)[: 6 if seat else 1]:
            story.ask(who, "cross", box=box)
    story.ask(story.people[1], "done")
    open_all_pages(page, store_table(server, story))
    expect(page.locator(".mine .half")).to_be_visible()


def sixto_end(page: Page, server: Server) -> None:
    story = friends(page, server)
    play(story, turns=0)
    open_all_pages(page, store_table(server, story))
    expect(page.locator("main.all")).to_be_visible()


def sixto_desk(page: Page, server: Server) -> None:
    """The same on a large screen."""
    page.set_viewport_size({"width": 1280, "height": 800})
    sixto_game(page, server)


SIXTO_PREPARED: tuple[Callable[[Page, Server], None], ...] = (sixto_game, sixto_end, sixto_desk)
SIXTO_SCENES: tuple[Callable[[Page, str], None], ...] = (
    *(sixto_others, sixto_gains, sixto_wide, sixto_landscape, sixto_own_sheet),
)
