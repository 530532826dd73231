"""Games brought to a point from which several tests go on."""

from typing import Any

from sixes import bots
from sixes.play.table import OVER
from sixes.rules.six import COLOURS
from tests.play.stories import Story, playing, rolling

STRAIGHT = "1 2 3 4 5 6"


def asked_again(**options: Any) -> Story:
    """The dice of the sixth turn lie so that ann can close the row a with a11; bob could cross in it, and is
    done."""
    story = playing("sixto", **options)
    for die, box in (("3", "a1"), ("1", "a2"), ("5", "a3"), ("6", "a4"), ("6", "a10")):
        others = {} if box == "a10" else {"bob": box}
        story.turn(story.names().split()[story.sixto.state.active], f"{die} 1 1 1 1 1", ann=box, **others)
    active = story.names().split()[story.sixto.state.active]
    story.rolls(active, "4 1 1 1 1 1")
    story.ask(active, "keep")
    story.ask("bob", "done")
    return story


def thrown_off(people: str = "ann bob", **options: Any) -> Story:
    """Sixem: the 3-2-1 is over."""
    story = rolling(people, place=7, **options)
    story.now = story.sixem.go
    return story


def lying(faces: str, **options: Any) -> Story:
    """Ann's dice lie like this, bob's are in hand."""
    story = thrown_off(**options)
    story.ask("ann", "throw", dice=COLOURS)
    story.land(ann=faces)
    return story


def over() -> Story:
    """A game of two that is played to its end."""
    story, bot = playing("sixto", open=True), bots.make("nearest", "sixto", 0)
    while story.table.phase != OVER:
        assert story.bot_refusal(bot.choose(story.sixto.state, story.seats_to_act()[0])) == "fine"
        story.wait()
    return story
