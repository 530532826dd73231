"""What came of a game for each person, told from its record alone."""

import random
from typing import Any

import pytest

from sixes.play.beginning import Source
from sixes.play.options import Options
from sixes.play.results import SeatResult, results_of
from sixes.play.seats import Seat
from sixes.play.table import OVER
from tests.play.random_tables import begin, play
from tests.play.stories import Story, taken_over


def play_out(story: Story, seed: int) -> Story:
    for _ in play(random.Random(seed), story, unrest=0):
        pass
    assert story.table.phase == OVER
    return story


def results(story: Story) -> tuple[SeatResult, ...]:
    record, match = story.table.record(), story.table.match
    assert record
    assert match
    return results_of(record, match.result(), story.table.seats, story.table.options)


@pytest.mark.parametrize(("game", "seats", "people"), [("sixto", 1, 1), ("sixto", 4, 3), ("sixem", 3, 2)])
def test_each_person_has_a_result(game: str, seats: int, people: int) -> None:
    story = play_out(begin(random.Random(5), game, seats, people), 5)
    table, told = story.table, results(story)
    assert table.match
    assert {one.player for one in told} == set(table.people)
    assert len(told) == people
    for one in told:
        assert table.seat_of(one.player) == one.seat
        assert one.points == table.match.scores[one.seat]
        assert one.won == (one.seat in table.match.winners) == (one.rank == 1)
        assert (one.game, one.seats, one.unaided, one.kind) == (game, seats, True, "")


def test_ranks_follow_points_and_equals_share_one() -> None:
    result: dict[str, Any] = {"finished": True, "winners": [1]}
    result["scores"] = [{"total": total} for total in (40, 70, 40, 10)]
    story = begin(random.Random(1), "sixto", 4, 4)
    told = results_of({"sheets": ["A", "B", "C", "D"]}, result, story.table.seats, Options("sixto"))
    assert [one.rank for one in told] == [2, 1, 2, 4]
    assert [one.sheet for one in told] == ["A", "B", "C", "D"]


def test_faces_are_counted_in_ones_own_rolls_alone() -> None:
    story = play_out(begin(random.Random(2), "sixto", 2, 2), 2)
    record = story.table.record()
    assert record
    rolls: list[list[int]] = [[], []]
    for number, turn in enumerate(record["turns"]):
        for roll in turn["rolls"]:
            rolls[number % 2] += roll
    for one in results(story):
        assert one.rolled == ",".join(str(rolls[one.seat].count(face)) for face in range(1, 7))


def test_a_game_taken_over_is_not_unaided_and_counts_new_rolls_alone() -> None:
    first = play_out(begin(random.Random(3), "sixto", 2, 1), 3)
    record = first.table.record()
    assert record
    turns = len(record["turns"]) // 2
    story = play_out(taken_over(record, Source("SIXES3", 0, turns), "nearest"), 4)
    (mine,), after = results(story), story.table.record()
    assert after
    faces = [face for turn in after["turns"][turns:] for roll in turn["rolls"] for face in roll if face]
    assert not mine.unaided
    assert 0 < sum(map(int, mine.rolled.split(","))) < len(faces)


def test_whoever_let_a_bot_play_is_not_unaided_though_they_came_back() -> None:
    story = begin(random.Random(6), "sixto", 2, 2)
    ann, bob = story.people
    story.ask(ann, "leave")
    story.ask(ann, "back")
    unaided = {one.player: one.unaided for one in results(play_out(story, 6))}
    assert unaided == {ann: False, bob: True}


def test_lessons_and_unfinished_games_have_none() -> None:
    story = begin(random.Random(1), "sixto", 2, 2)
    assert results(story) == ()
    over = play_out(story, 1).table
    record = over.record()
    assert record
    assert over.match
    assert results_of(record, over.match.result(), over.seats, Options("sixto", lesson=True)) == ()


def test_in_a_duel_equal_sums_share_the_win_even_after_a_first_game_without_points() -> None:
    """A table and its record agree, though more crosses decide any other game."""
    record = {"sheets": ["A", "B"], "turns": [], "match": {"head_starts": [0, 0], "source": {}}}
    told = {"finished": True, "winners": [0], "scores": [{"total": 50}, {"total": 50}]}
    seats = (Seat("Ann", "ann"), Seat("Bob", "bob"))
    found = results_of(record, told, seats, Options("sixto", duel=True))
    assert [(one.won, one.rank) for one in found] == [(True, 1), (True, 1)]
