"""The lessons: their dice are marked, can be checked, and lead learners of many kinds to a good end."""

import random
from typing import Any

import pytest

from sixes.play import lesson
from sixes.play.creating import create
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.verify import verify_dice
from sixes.records import replay
from sixes.rules.rounds import START, SixemMove
from sixes.rules.six import COLOURS
from tests.play.stories import Story, addition

LEARNERS = 12
GOOD = 60
"""Points that are a good end for somebody's first game."""


class Lesson(Story):
    """A lesson at a table, as the server makes it."""

    def __init__(self, game: str = "sixto") -> None:
        self._made = lesson.SEEDS[game]
        super().__init__(game, "ann", ("random",) * lesson.BOTS[game], lesson=True)
        self.ask("ann", "sit", add=addition("ann"))
        self.ask("ann", "start")

    @property
    def seed(self) -> bytes:
        return self._made

    @seed.setter
    def seed(self, _: bytes) -> None:
        """The seed of a lesson is not drawn."""


def nearest(story: Story) -> list[tuple[int, str]]:
    """For each row the next legal box, with its distance from the last cross; nearest first."""
    shown = story.sixto.snapshot()
    last = {box[0]: int(box[1:]) for box in shown.crosses[0]}
    boxes: dict[str, tuple[int, str]] = {}
    for box in shown.legal[0]:
        boxes.setdefault(box[0], (int(box[1:]) - last.get(box[0], 0), box))
    return sorted(boxes.values())


def play(story: Story, learner: int) -> None:
    """Play to the end, not too cleverly: how far a learner jumps, and how fussy they are, is their own."""
    chance = random.Random(learner)
    gap, fussy = chance.choice((2, 3, 4, 12)), chance.choice((0, 2, 3))
    while not story.sixto.is_over:
        story.ask("ann", "roll")
        if sum(far <= gap for far, _ in nearest(story)) < max(fussy, 2):
            story.ask("ann", "roll", second=True)
        else:
            story.ask("ann", "keep")
        near = nearest(story)
        for _, box in [one for one in near if one[0] <= gap] if near[1:] and near[1][0] <= gap else near[:2]:
            story.ask("ann", "cross", box=box)
        story.ask("ann", "done")
    story.wait(1)


@pytest.mark.parametrize("learner", range(LEARNERS))
def test_a_learner_closes_a_colour_and_ends_well(learner: int) -> None:
    story = Lesson()
    play(story, learner)
    assert story.sixto.snapshot().closed
    assert story.sixto.scores[0] >= GOOD


def test_the_dice_of_a_lesson_are_marked_and_can_be_checked() -> None:
    story = Lesson()
    play(story, 0)
    record = story.table.record()
    assert record
    dice = record["match"]["dice"]
    assert (dice["game"], dice["additions"]) == (lesson.GAME, [lesson.ADDITION])
    assert verify_dice(replay(record)) > 12
    assert [seat and seat.add for seat in Lesson().table.seats] == [lesson.ADDITION]


@pytest.mark.parametrize(
    ("options", "bots"),
    [
        ({"game": "sixto", "seats": 2}, []),
        ({"game": "sixto", "seats": 1, "open": True}, []),
        ({"game": "sixto", "seats": 1}, ["nearest"]),
        ({"game": "sixem", "seats": 2}, []),
        ({"game": "sixem", "seats": 3}, ["random"]),
        ({"game": "sixem", "seats": 2, "open": True}, ["random"]),
    ],
)
def test_only_a_private_game_without_other_people_is_a_lesson(
    options: dict[str, Any], bots: list[str]
) -> None:
    host = Story("sixto").moment("ann")
    with pytest.raises(Refused, match=r"table\.options"):
        create("id", "CODE", Options(**options, lesson=True), bots, host)


BOT = 1
"""The seat of the bot in a lesson of Sixem."""
MOST_THROWS = 8
"""So often does a learner of Sixem throw at most until their dice show 1 to 6."""


def raced(learner: int) -> Story:
    """A lesson of Sixem until the learner's dice show 1 to 6; now and then they keep too little."""
    story, chance, kept = Lesson("sixem"), random.Random(learner), dict[int, str]()
    story.ask("ann", "first", again=0)
    assert story.bot_refusal(SixemMove(START, BOT, story.now)) == "fine"
    story.ask("ann", "spin")
    story.wait(story.sixem.go - story.now)
    while set(faces := story.sixem.state.round.dice[0]) != {1, 2, 3, 4, 5, 6}:
        for die in chance.sample(COLOURS, 6):
            if faces[COLOURS.index(die)] and chance.random() < 0.9:
                kept.setdefault(faces[COLOURS.index(die)], die)
        story.ask("ann", "throw", dice="".join(sorted(set(COLOURS) - set(kept.values()))))
        story.wait(story.table.options.throw_time)
    return story


@pytest.mark.parametrize("learner", range(LEARNERS))
def test_a_learner_of_sixem_spins_for_one_line_and_soon_has_1_to_6(learner: int) -> None:
    story = raced(learner)
    assert story.sixem.snapshot().pattern == {"any": 1}
    assert max(story.sixem.throws[0]) <= MOST_THROWS
    assert story.ask("ann", "stop").seat == 0
