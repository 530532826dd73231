"""A review has what is needed to show each decision on the sheet as it stood, without knowing the rules."""

from collections import defaultdict
from random import Random
from typing import Any

from sixes import coach
from sixes.records import replay
from sixes.rules.sheets import SHEETS, rows_of
from tests.play.stories import playing


def finished_record() -> dict[str, Any]:
    """A game alone on sheet A, in which one crosses the first box that fits in each of three rows."""
    story, chance = playing("sixto", "ann"), Random(5)
    while not story.sixto.is_over:
        rolled = story.rolls("ann", " ".join(str(chance.randint(1, 6)) for _ in range(6)))
        if chance.random() < 0.3:
            rolled = story.rolls("ann", " ".join(str(chance.randint(1, 6)) for _ in range(6)), second=True)
        else:
            story.ask("ann", "keep")
        first = {box[0]: box for box in reversed(rolled.legal[0])}
        for box in list(first.values())[:3]:
            story.ask("ann", "cross", box=box)
        story.ask("ann", "done")
    return story.sixto.record()


def test_what_was_chosen_and_what_is_best_are_legal() -> None:
    record = finished_record()
    document = coach.review_document(coach.review(replay(record)))
    crossings = [one for one in document["decisions"] if one["kind"] == "cross"]
    assert len(crossings) > 5
    for one in crossings:
        assert {*one["chosen"], *one["best"]} <= one["legal"].keys()


def test_legal_boxes_show_the_numbers_of_the_dice_beyond_the_last_cross() -> None:
    record = finished_record()
    document = coach.review_document(coach.review(replay(record)))
    dice = defaultdict[int, list[Any]](list)
    for roll in document["rolls"]:
        dice[roll["turn"]].append(roll["dice"])
    sheet, crossed = rows_of(SHEETS["A"]), set[str]()
    for one in document["decisions"]:
        rolled = dice[one["turn"]][0 if one["kind"] == "roll" else -1]
        for box in one["legal"]:
            row, place = "abcdef".index(box[0]), int(box[1:])
            assert sheet[row][place - 1] == rolled[row]
            assert all(int(other[1:]) < place for other in crossed if other[0] == box[0])
        if one["kind"] == "cross":
            crossed |= set(one["chosen"])
