"""Sixto with others, worth a picture."""

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from sixes.play import events
from sixes.rules.six import COLOURS
from sixes.text import say
from tests.browser.laid import come, friends_of, lay, player_of
from tests.browser.sixto import TURN, make_table, play_at_once, pressable, sit, until_crossing
from tests.play.tables import Story, gathered
from tests.server.serving import Server

CAREFUL = 3
NAMES = ("Ben", "Chloé", "Dario")
DICE = 7
"""Which dice fall."""


def boxes_for(story: Story, rolled: events.Rolled, seat: int) -> list[str]:
    """In each row the next box, if it is not too far away: some are bolder than others."""
    found = []
    for colour in COLOURS:
        last = max(
            (int(box[1:]) for box in story.sixto.snapshot().crosses[seat] if box[0] == colour), default=0
        )
        near = [box for box in rolled.legal[seat] if box[0] == colour and int(box[1:]) - last <= 2 + seat % 3]
        found += near[:1]
    return found


def begun(people: list[str]) -> Story:
    """The lot falls on the first of them, and each has another sheet."""
    for seed in range(256):
        story = gathered("sixto", " ".join(people), seed=seed)
        for who, sheet in zip(people, "ABCD", strict=True):
            story.ask(who, "sheet", sheet=sheet)
        if story.ask(people[0], "start").lot == 0:
            return story
    raise AssertionError("some seed lets the first one begin")


def play(story: Story, turns: int) -> events.Rolled | None:
    """Until that turn is rolled, with the same dice each time; or until the game is over."""
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
    """Ann, whose page it is, and three others, at the beginning of a game."""
    names = {player_of(page, server, "Ann"): "Ann"} | friends_of(page, server, NAMES)
    story = begun(list(names))
    for who, name in names.items():
        story.rename(who, name)
    return story


def sixto_others(page: Page, url: str) -> None:
    """Five others, after two turns."""
    play_at_once(page, url, ["nearest", "steady", "random", "nearest", "steady"])
    for _ in range(2):
        until_crossing([page])
        turn = page.locator("h1").inner_text()
        page.evaluate(TURN, CAREFUL)
        pressable(page, "D").click()
        expect(page.locator("h1")).not_to_have_text(turn)
    until_crossing([page])


def sixto_gains(page: Page, url: str) -> None:
    """What each cross brings, in German."""
    page.goto(url)
    page.evaluate("localStorage.setItem('sixes', JSON.stringify({language: 'de', gains: true}))")
    play_at_once(page, url, ["steady"])
    page.evaluate("localStorage.setItem('sixes', JSON.stringify({language: 'de', gains: true}))")
    page.reload()
    until_crossing([page])


def sixto_wide(page: Page, url: str) -> None:
    """Sheets side by side."""
    page.set_viewport_size({"width": 1280, "height": 800})
    play_at_once(page, url, ["nearest", "steady", "nearest"])
    until_crossing([page])
    page.evaluate(TURN, CAREFUL)


def sixto_landscape(page: Page, url: str) -> None:
    """A phone on its side."""
    page.set_viewport_size({"width": 640, "height": 360})
    play_at_once(page, url, ["nearest", "steady"])
    until_crossing([page])


def sixto_own_sheet(page: Page, url: str) -> None:
    """Typing a sheet from one's own box."""
    sit(page, url, make_table(page, url, 2, ["nearest"]))
    page.get_by_role("radio", name=say("lobby.own")).tap()
    page.get_by_role("dialog").get_by_role("textbox").first.fill("315642531642")
    expect(page.get_by_text(say("lobby.own_missing.other", count=60))).to_be_visible()


def sixto_game(page: Page, server: Server) -> None:
    """In the middle of a game: all but Ann have crossed what they like, and one is done."""
    story = friends(page, server)
    rolled = play(story, turns=8)
    assert rolled
    for seat, who in enumerate(story.people):
        for box in boxes_for(story, rolled, seat)[: 6 if seat else 1]:
            story.ask(who, "cross", box=box)
    story.ask(story.people[1], "done")
    come(page, lay(server, story))
    expect(page.locator(".mine .half")).to_be_visible()


def sixto_end(page: Page, server: Server) -> None:
    story = friends(page, server)
    play(story, turns=0)
    come(page, lay(server, story))
    expect(page.locator("main.all")).to_be_visible()


def sixto_desk(page: Page, server: Server) -> None:
    """The same on a large screen."""
    page.set_viewport_size({"width": 1280, "height": 800})
    sixto_game(page, server)


SIXTO_LAID: tuple[Callable[[Page, Server], None], ...] = (sixto_game, sixto_end, sixto_desk)
SIXTO_SCENES: tuple[Callable[[Page, str], None], ...] = (
    *(sixto_others, sixto_gains, sixto_wide, sixto_landscape, sixto_own_sheet),
)
