"""Games of Sixto alone for the coach, on prepared tables: the last turn is ended on the page."""

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from sixes import coach
from sixes.play import events
from sixes.rules.six import COLOURS
from tests.browser.actions import touch, words
from tests.browser.prepared_tables import player_of, store_table
from tests.play.stories import Story, playing
from tests.server.serving import Server

TURNS = 16
DICE = 0
"""The seed of the dice."""
USED = 2
"""How many dice one uses in a turn."""
CARELESS = 4
"""Every so many turns, one crosses the farthest box, too."""


def roll(story: Story, chance: random.Random, second: bool = False) -> events.Rolled:
    dice = " ".join(str(chance.randint(1, 6)) for _ in COLOURS)
    rolled: events.Rolled = story.rolls(story.people[0], dice, second=second)
    return rolled


def boxes_by_distance(story: Story, rolled: events.Rolled) -> list[str]:
    """The first legal box of each row, the nearest to the last cross of its row first."""
    crosses = story.sixto.snapshot().crosses[0]

    def distance(box: str) -> int:
        return int(box[1:]) - max((int(other[1:]) for other in crosses if other[0] == box[0]), default=0)

    return sorted({box[0]: box for box in reversed(rolled.legal[0])}.values(), key=distance)


def solo_story(who: str) -> Story:
    """A game alone in its last turn, in which nothing is crossed: it is over when that is said."""
    story, chance = playing("sixto", who), random.Random(DICE)
    for turn in range(1, TURNS + 1):
        rolled = roll(story, chance)
        if turn % CARELESS:
            story.ask(who, "keep")
        else:
            rolled = roll(story, chance, second=True)
        if turn < TURNS:
            boxes = boxes_by_distance(story, rolled)
            for box in boxes[:USED] if turn % CARELESS else {*boxes[:USED], boxes[-1]}:
                story.ask(who, "cross", box=box)
            story.ask(who, "done")
    assert story.sixto.number == TURNS
    return story


def well_played_story(who: str) -> Story:
    """A finished game alone in which one always did what the coach would do."""
    story, chance = playing("sixto", who), random.Random(DICE)
    while not story.sixto.is_over:
        roll(story, chance)
        hint = coach.hint(story.sixto.state)
        if hint.again is not None and hint.again > hint.keep:
            roll(story, chance, second=True)
            hint = coach.hint(story.sixto.state)
        else:
            story.ask(who, "keep")
        for box in hint.crossings[0].boxes:
            story.ask(who, "cross", box=box)
        story.ask(who, "done")
    story.wait()
    return story


def end_alone(page: Page, server: Server) -> str:
    """End a game alone on the page; gives its code."""
    address = store_table(server, solo_story(player_of(page, server, "Ann")))
    page.goto(address)
    expect(page.locator(".mine .row")).to_have_count(6)
    touch(page.get_by_role("button", name=words(page, "game.done_ends")))
    touch(page.get_by_role("button", name=words(page, "game.end_sure")))
    expect(page.get_by_role("button", name=words(page, "review.title"))).to_be_enabled()
    return address.rpartition("/")[2]


def sixto_alone_end(page: Page, server: Server) -> None:
    end_alone(page, server)


def review_question(page: Page, server: Server) -> None:
    """The review, with the question about the costliest choice."""
    page.goto(f"{server.url}/review/{end_alone(page, server)}")
    expect(page.get_by_text(words(page, "review.ask"))).to_be_visible()


def review_answer(page: Page, server: Server) -> None:
    review_question(page, server)
    touch(page.get_by_role("button", name=words(page, "review.show")))
    expect(page.get_by_role("radio", name=words(page, "review.coach"))).to_be_checked()


def review_replay(page: Page, server: Server) -> None:
    review_question(page, server)
    touch(page.get_by_role("button", name=words(page, "review.replay")))
    expect(page.get_by_text(words(page, "review.before_first"))).to_be_visible()


REVIEW_SCENES: tuple[Callable[[Page, Server], None], ...] = (
    sixto_alone_end,
    review_question,
    review_answer,
    review_replay,
)
