"""Stories at score pads: anybody writes, and steps are named by themselves."""

import random
from typing import Any

import msgspec

from sixes.play import commands, events
from sixes.play.creating import begin_pad
from sixes.play.pad.match import PadMatch
from sixes.play.pad.setup import PadSetup
from sixes.play.seats import Seat
from sixes.play.table import created
from sixes.rules.sheets import BOXES
from sixes.rules.six import members
from tests.play.stories import Story

CELLS = [f"{colour}{number}" for colour in "abcdef" for number in range(1, 7)]
NOT_STEPPED = {"pad_undo", "pad_name"}


class PadStory(Story):
    """A pad that Ann made, on which the first seat is hers; other names are only typed."""

    def __init__(self, game: str = "sixto_pad", names: str = "Ann Oma", **setup: Any) -> None:
        typed, sheets = tuple(names.split()), setup.pop("sheets", ())
        super().__init__(game, seats=len(typed), **setup)
        wanted = msgspec.convert({"names": typed, "sheets": sheets}, PadSetup)
        first = begin_pad(self.opened, Seat("Ann", "ann"), wanted, self.seed)
        self.table = created(first[0]).after(first[1])
        self.log = [events.encode(event) for event in first]

    @property
    def pad(self) -> PadMatch:
        assert isinstance(self.table.match, PadMatch)
        return self.table.match

    @property
    def board(self) -> Any:
        return self.pad.board()

    def message(self, verb: str, what: dict[str, Any]) -> commands.Command:
        now = {"step": self.pad.number} if verb.startswith("pad_") and verb not in NOT_STEPPED else {}
        now |= {"entries": self.pad.written} if verb == "pad_undo" else {}
        return super().message(verb, now | what)

    def undo(self, who: str = "ann") -> Any:
        return self.ask(who, "pad_undo")


def some_entry(rng: random.Random, story: PadStory) -> tuple[str, dict[str, Any]]:
    """Something that somebody could try to write, legal or not, or take back."""
    seats, force = len(story.table.seats), rng.random() < 0.3
    if rng.random() < 0.1:
        return "pad_undo", {}
    if story.pad.is_proposed:
        return "pad_play_on", {}
    if rng.random() < 0.12:
        return "pad_next", {}
    if story.table.options.game == "sixem_pad":
        if rng.random() < 0.1:
            kind = rng.choice(["horizontal", "vertical", "diagonal", "any"])
            return "pad_pattern", {"pattern": {kind: rng.randint(1, 2)}}
        deed = rng.choice([{}, {}, {"erase": rng.randrange(seats)}, {"give": rng.randrange(seats)}])
        return "pad_mark", {"seat": rng.randrange(seats), "cell": rng.choice(CELLS), "force": force} | deed
    if rng.random() < 0.15:
        return "pad_dice", {"dice": [0 if c in story.board.closed else rng.randint(0, 6) for c in "abcdef"]}
    verb = "pad_uncross" if rng.random() < 0.1 else "pad_cross"
    box = {"seat": rng.randrange(seats), "box": rng.choice(list(BOXES))}
    return verb, box | ({"force": force} if verb == "pad_cross" else {})


def write_at_random(story: PadStory, seed: int, entries: int) -> PadStory:
    rng = random.Random(seed)
    for _ in range(entries):
        verb, what = some_entry(rng, story)
        story.refusal(rng.choice(["ann", "bob"]), verb, **what)
    return story


def play_by_the_rules(story: PadStory, seed: int) -> PadStory:
    """Type all dice of every turn and cross at random what they allow, until the rules propose the end."""
    rng = random.Random(seed)
    while not story.pad.is_proposed:
        story.ask(
            "ann", "pad_dice", dice=[0 if c in story.board.closed else rng.randint(1, 6) for c in "abcdef"]
        )
        for seat, rows in enumerate(story.board.legal):
            for colour, places in zip("abcdef", rows, strict=True):
                if places and rng.random() < 0.7:
                    box = f"{colour}{members(places)[0]}"
                    story.ask("ann", "pad_cross", seat=seat, box=box)
        story.ask("ann", "pad_next")
    return story
