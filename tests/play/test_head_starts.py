"""Head starts: proposed from past games, accepted by all, counted for who wins and nowhere else."""

import json

import pytest

from sixes.play import events
from sixes.play.head_starts import HeadStart, leaders, propose
from sixes.play.results import results_of
from sixes.play.table import read_log
from sixes.play.verify import verify_dice
from sixes.records import parse, replay
from tests.play.stories import Story, addition, gathered
from tests.play.test_duel import play_out

PAST = {"ann": [90, 100, 110], "bob": [60, 70, 80, 70]}


def proposed(people: str = "ann bob", **options: object) -> Story:
    story = gathered("sixto", people, **options)
    assert story.ask("ann", "propose") is None
    story.take([events.Proposed(propose(PAST), at=story.now)])
    return story


def test_whoever_is_behind_gets_half_of_the_difference() -> None:
    assert propose(PAST) == (HeadStart("ann", 0, 100, 3), HeadStart("bob", 15, 70, 4))
    assert propose({"ann": [90] * 3, "bob": [91] * 3}) == (
        HeadStart("ann", 0, 90, 3),
        HeadStart("bob", 0, 91, 3),
    )


@pytest.mark.parametrize("past", [{}, {"ann": [], "bob": [1, 2, 3]}, {"ann": [1, 2], "bob": [1, 2, 3]}])
def test_nothing_is_proposed_from_too_few_games(past: dict[str, list[int]]) -> None:
    assert propose(past) == ()


def test_equal_totals_share_the_win() -> None:
    assert leaders((70, 50, 60), (0, 20, 9)) == [0, 1]
    assert leaders((-5, -9), (0, 3)) == [0]


def test_the_game_begins_only_when_all_have_agreed() -> None:
    story = proposed()
    assert story.refusal("ann", "start") == "ahead.not_agreed"
    story.ask("ann", "agree")
    assert story.refusal("ann", "agree") == "table.not_now"
    assert story.refusal("ann", "start") == "ahead.not_agreed"
    assert story.refusal("cleo", "agree") == "table.not_seated"
    story.ask("bob", "agree")
    started = story.ask("ann", "start")
    assert started.head_starts == tuple(15 if seat.player == "bob" else 0 for seat in started.seats)
    assert (story.table.proposed, story.sixto.head_starts) == ((), started.head_starts)
    assert read_log(story.log) == story.table


def test_only_the_host_asks_and_only_where_several_people_begin_a_game_of_sixto() -> None:
    assert gathered("sixto").refusal("bob", "propose") == "table.not_host"
    assert gathered("sixto", "ann", bots=("random",)).refusal("ann", "propose") == "table.too_few"
    assert gathered("sixem").refusal("ann", "propose") == "table.other_game"
    story = gathered("sixto")
    story.ask("ann", "start")
    assert story.refusal("ann", "propose") == "table.not_now"
    assert gathered("sixto").refusal("ann", "propose", on=False) == "table.not_now"


def test_the_host_withdraws_them_and_the_game_begins_without() -> None:
    story = proposed()
    story.ask("ann", "propose", on=False)
    assert story.ask("ann", "start").head_starts == ()


def test_a_new_person_or_one_who_leaves_makes_them_void() -> None:
    story = proposed(seats=3)
    story.ask("cleo", "sit", add=addition("cleo"))
    assert story.table.proposed == ()
    story = proposed()
    story.ask("bob", "leave")
    assert story.table.proposed == ()
    story = proposed()
    story.ask("ann", "remove", seat=1)
    assert story.table.proposed == ()


def test_another_seat_sheet_or_bot_leaves_them_as_they_are() -> None:
    story = proposed(seats=4)
    before = story.table.proposed
    story.ask("bob", "sit", add=addition("bob"), seat=3)
    story.ask("bob", "sheet", sheet="C")
    story.ask("ann", "bot", seat=2, level="random")
    assert story.table.proposed == before


def test_they_decide_who_wins_and_are_in_the_record_but_not_in_the_scores() -> None:
    story = proposed(seed=5)
    high = tuple(HeadStart(who, points, 0, 3, agreed=True) for who, points in (("ann", 0), ("bob", 500)))
    story.take([events.Proposed(high, at=story.now)])
    story.ask("ann", "start")
    play_out(story)
    bob = story.seat("bob")
    assert story.sixto.winners == [bob]
    assert max(story.sixto.scores) < 500
    record = story.table.record()
    assert record
    assert record["match"]["head_starts"] == [500 if seat == bob else 0 for seat in (0, 1)]
    results = results_of(record, story.sixto.result(), story.table.seats, story.table.options)
    assert [(result.head_start, result.won, result.rank) for result in results if result.player == "bob"] == [
        (500, True, 1)
    ]
    assert [result.points for result in results] == list(story.sixto.scores)
    assert verify_dice(replay(parse(json.dumps(record).encode())))
    view = story.sixto.snapshot()
    assert (view.winners, view.head_starts) == ((bob,), tuple(record["match"]["head_starts"]))


def test_results_from_a_record_alone_count_them_too() -> None:
    """As `sixes rebuild` does it, with the winners of the rules."""
    story = proposed(seed=5)
    high = tuple(HeadStart(who, points, 0, 3, agreed=True) for who, points in (("ann", 0), ("bob", 500)))
    story.take([events.Proposed(high, at=story.now)])
    story.ask("ann", "start")
    play_out(story)
    record = story.table.record()
    assert record
    again = replay(parse(json.dumps(record).encode()))
    live = results_of(record, story.sixto.result(), story.table.seats, story.table.options)
    assert results_of(again.record, again.result(), story.table.seats, story.table.options) == live
