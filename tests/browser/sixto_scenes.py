"""Scenes of Sixto with others, for screenshots: prepared tables, so that they are the same each time."""

import random
from collections.abc import Callable, Iterator
from functools import partial

from playwright.sync_api import Page, expect

from sixes.play import events
from sixes.rules.sheets import SHEETS, rows_of
from sixes.rules.six import COLOURS
from tests.browser.prepared_tables import friends_of, open_all_pages, player_of, store_table
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


def sixto_story(people: list[str], sheets: str = "ABCD") -> Story:
    """A new game in which the first player begins, and each has another sheet."""
    for seed in range(256):
        story = gathered("sixto", " ".join(people), seed=seed)
        for who, sheet in zip(people, sheets, strict=True):
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


def sixto_six(page: Page, server: Server) -> None:
    """Five opponents, and the first roll of the game, while the first player decides."""
    names = {player_of(page, server, "Ann"): "Ann"} | friends_of(page, server, (*NAMES, "Emil", "Fatima"))
    story = sixto_story(list(names), "ABCDEF")
    for who, name in names.items():
        story.rename(who, name)
    story.rolls(story.people[0], "3 1 4 1 5 2")
    open_all_pages(page, store_table(server, story))
    expect(page.locator(".mine .sheet")).to_be_visible()


def sixto_turn(page: Page, server: Server) -> Iterator[None]:
    """A turn alone, step by step: a roll, three crosses, done. Each step is a table of its own."""
    who = player_of(page, server, "Ann")
    story = sixto_story([who], "A")
    for rows in ("abd", "cdf", "aef", "bcd"):
        story.turn(who, dice_for(story, rows), **{who: " ".join(next_boxes(story, rows))})
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: story.rolls(who, dice_for(story, "bde")),
        lambda: story.ask(who, "keep"),
        *(partial(story.ask, who, "cross", box=box) for box in next_boxes(story, "bde")),
        lambda: story.ask(who, "done"),
    ]
    for step in steps:
        step()
        open_all_pages(page, store_table(server, story))
        expect(page.locator(".mine .row")).to_have_count(6)
        yield


def next_boxes(story: Story, rows: str) -> list[str]:
    """The boxes after the first seat's last crosses in these rows."""
    crossed = story.sixto.snapshot().crosses[0]
    return [f"{row}{max((int(box[1:]) for box in crossed if box[0] == row), default=0) + 1}" for row in rows]


def dice_for(story: Story, rows: str) -> str:
    """Dice that fit the next boxes of these rows on sheet A, and boxes two further in the others."""
    numbers = rows_of(SHEETS["A"])
    places = [int(box[1:]) + (0 if box[0] in rows else 2) for box in next_boxes(story, COLOURS)]
    return " ".join(str(row[place - 1]) for row, place in zip(numbers, places, strict=True))


SIXTO_SCENES: tuple[Callable[[Page, Server], None], ...] = (sixto_game, sixto_six, sixto_end)
