"""Games that begin with a finished one: gone on with from a turn, or played alone with the same dice."""

import json
import random
from typing import Any

import pytest

from sixes.play.beginning import Source
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.table import OVER, from_snapshot, read_log
from sixes.play.takeover import take_over
from sixes.play.verify import verify_dice
from sixes.records import Played, RecordError, parse, replay
from tests.play.random_tables import begin, play
from tests.play.stories import Story, over_at_once, taken_over


def finished(seed: int, seats: int) -> dict[str, Any]:
    """The record of a whole game of Sixto by chance."""
    chance = random.Random(seed)
    return record_of(play_out(begin(chance, "sixto", seats, people=1), seed))


def play_out(story: Story, seed: int) -> Story:
    for _ in play(random.Random(seed), story, unrest=0):
        pass
    assert story.table.phase == OVER
    return story


def record_of(story: Story) -> dict[str, Any]:
    record = story.table.record()
    assert record
    return record


def played(record: dict[str, Any]) -> Played:
    return replay(parse(json.dumps(record).encode()))


@pytest.mark.parametrize(("seed", "seats"), [(1, 1), (2, 2), (3, 4)])
def test_a_game_is_played_on_from_any_turn_in_any_place(seed: int, seats: int) -> None:
    before = finished(seed, seats)
    turns = len(before["turns"]) // 2
    stories = [
        taken_over(before, Source("SIXES3", turn % seats, turn), *["nearest"] * (seats - 1))
        for turn in range(turns + 1)
    ]
    assert [story.seat("ann") for story in stories] == [turn % seats for turn in range(turns + 1)]
    assert [story.sixto.state for story in stories] == played(before).states[: turns + 1]
    story = stories[-1]
    after = record_of(play_out(story, seed))
    assert after["turns"][:turns] == before["turns"][:turns]
    assert after["match"]["source"] == {"table": "SIXES3", "turns": turns}
    assert verify_dice(played(after)) > 0
    assert read_log(story.log) == story.table


@pytest.mark.parametrize(("seed", "seats"), [(4, 1), (5, 3)])
def test_with_the_same_dice_every_roll_is_that_of_the_record(seed: int, seats: int) -> None:
    before = finished(seed, seats)
    story = taken_over(before, Source("SIXES3", seats - 1, same_dice=True))
    after = record_of(play_out(story, seed + 100))
    assert after["sheets"] == before["sheets"][-1:]
    for mine, theirs in zip(after["turns"], before["turns"], strict=False):
        for one, other in zip(mine["rolls"], theirs["rolls"], strict=False):
            assert all(a == b for a, b in zip(one, other, strict=True) if a and b)
    assert verify_dice(played(after)) == sum(
        sum(map(bool, roll)) for turn in after["turns"] for roll in turn["rolls"]
    )


def test_a_game_alone_goes_on_with_the_same_dice() -> None:
    before = finished(6, 1)
    turns = len(before["turns"]) - 1
    story = taken_over(before, Source("SIXES3", turns=turns, same_dice=True))
    assert list(story.ask("ann", "roll").dice) == before["turns"][turns]["rolls"][0]


def test_a_game_that_was_taken_over_has_no_dice_of_its_own_to_share() -> None:
    story = play_out(taken_over(finished(6, 1), Source("SIXES3", turns=1)), 6)
    with pytest.raises(Refused):
        taken_over(record_of(story), Source("SIXES4", same_dice=True))


def test_a_forged_die_of_a_turn_played_on_is_found() -> None:
    story = play_out(taken_over(finished(7, 1), Source("SIXES3", turns=1)), 7)
    after = record_of(story)
    roll = after["turns"][1]["rolls"][0]
    roll[0] = roll[0] % 6 + 1
    after["turns"] = after["turns"][:2]
    after["turns"][1]["crosses"] = [[]]
    with pytest.raises(RecordError):
        verify_dice(played(after))


def test_clients_hear_where_a_game_began() -> None:
    story = taken_over(finished(8, 2), Source("SIXES3", 1, 2), "nearest")
    shown = story.table.snapshot()
    assert shown.source == Source("SIXES3", 1, 2)
    assert from_snapshot(shown, story.table.version, story.table.at).snapshot() == shown
    assert story.refusal("ann", "sheet", sheet="A") == "table.not_now"


def test_nobody_starts_with_an_empty_seat() -> None:
    before = played(finished(9, 2))
    taken = take_over(before, Source("SIXES3", 0, 1), Options("sixto"), 1)
    story = Story("sixto", "ann", ("nearest",), beginning=taken.beginning)
    story.ask("ann", "sit", add="00" * 16)
    story.ask("ann", "remove", seat=1)
    assert story.refusal("ann", "start") == "table.too_few"
    story.ask("ann", "bot", seat=1, level="nearest")
    story.ask("ann", "start")


def test_what_does_not_go_together_is_refused() -> None:
    two, alone = played(finished(2, 2)), played(record_of(over_at_once()))
    last = len(two.record["turns"])
    for before, source, options, bots in (
        (two, Source("SIXES3", turns=last), Options("sixto"), 1),
        (two, Source("SIXES3", turns=last + 1), Options("sixto"), 1),
        (two, Source("SIXES3", 2), Options("sixto"), 1),
        (two, Source("SIXES3"), Options("sixto", seats=3), 2),
        (two, Source("SIXES3"), Options("sixto"), 0),
        (two, Source("SIXES3", turns=1, same_dice=True), Options("sixto", seats=1), 0),
        (two, Source("SIXES3", same_dice=True), Options("sixto"), 1),
        (alone, Source("SIXES3"), Options("sixem"), 1),
        (alone, Source("SIXES3"), Options("sixto", seats=1, lesson=True), 0),
        (alone, Source("SIXES3", turns=1), Options("sixto", seats=1), 0),
    ):
        with pytest.raises(Refused):
            take_over(before, source, options, bots)


@pytest.mark.parametrize("option", ["rated", "duel", "lesson"])
def test_nobody_plays_on_where_all_begin_alike(option: str) -> None:
    before, source = played(finished(2, 2)), Source("SIXES3", turns=1)
    assert take_over(before, source, Options("sixto", 2), 1)
    with pytest.raises(Refused, match=r"table\.options"):
        take_over(before, source, Options("sixto", 2, **{option: True}), 1)
