"""Sixto at a table: a turn from the roll to its end, asked again, taken back, and timed."""

import pytest
from msgspec.structs import replace

from sixes.play import events
from sixes.play.table import from_snapshot
from sixes.rules.sheets import box_names
from tests.play.stories import Story, gathered, playing

DICE = "3 5 1 6 4 2"
"""On sheet A they cross the first box of every row."""


def crossing(people: str = "ann bob", **options: object) -> Story:
    """Ann has rolled, and kept the roll."""
    story = playing("sixto", people, **options)
    story.rolls("ann", DICE)
    story.ask("ann", "keep")
    return story


def half(story: Story, who: str) -> str:
    return " ".join(box_names(story.sixto.state.turn.half[story.seat(who)]))


def crossed(story: Story, who: str) -> str:
    return " ".join(box_names(story.sixto.state.crosses[story.seat(who)]))


# Rolling ------------------------------------------------------------------------------------------------


def test_the_active_player_rolls_and_all_hear_their_legal_boxes_and_what_they_bring() -> None:
    story = playing("sixto")
    assert story.refusal("bob", "roll") == "sixto.not_active"
    assert story.refusal("ann", "keep") == "sixto.not_rolled"
    rolled = story.rolls("ann", DICE)
    assert (rolled.turn, rolled.dice, rolled.second) == (1, (3, 5, 1, 6, 4, 2), False)
    boxes_ = ("a1", "a8", "b1", "b8", "c1", "c8", "d1", "d7", "e1", "e7", "f1", "f9")
    first = dict.fromkeys(boxes_, (-5, -5))
    assert rolled.legal == (first, first)


def test_a_box_brings_points_in_its_row_and_in_its_column() -> None:
    story = playing("sixto")
    story.turn("ann", DICE, ann="a1 b1 c1")
    mine, yours = story.rolls("bob", "1 1 5 4 2 6").legal
    assert mine["a2"] == (5, -5), "the second in its row, the first in its column"
    assert mine["d8"] == (-5, -5)
    assert yours["a2"] == (-5, -5)


def test_a_target_box_brings_points_in_its_row_only() -> None:
    story = playing("sixto")
    for who, die in (("ann", 3), ("bob", 1), ("ann", 5), ("bob", 6)):
        story.turn(who, f"{die} 1 1 1 1 1", ann={3: "a1", 1: "a2", 5: "a3", 6: "a4"}[die])
    assert story.rolls("ann", "6 1 1 1 1 1").legal[0]["a10"] == (5, 0)


def test_a_second_click_on_roll_is_not_the_second_roll() -> None:
    story = playing("sixto")
    assert story.refusal("ann", "roll", second=True) == "table.stale"
    story.rolls("ann", DICE)
    assert story.refusal("ann", "roll") == "table.stale"
    assert story.rolls("ann", "6 6 6 6 6 6", second=True).second
    assert story.refusal("ann", "roll") == "table.stale"
    assert story.refusal("ann", "roll", second=True) == "sixto.rolled_twice"
    assert story.refusal("ann", "keep") == "sixto.rolled_twice"


def test_only_the_active_player_decides_on_the_second_roll() -> None:
    story = playing("sixto")
    story.rolls("ann", DICE)
    assert story.refusal("bob", "roll", second=True) == story.refusal("bob", "keep") == "sixto.not_active"
    assert story.refusal("bob", "cross", box="a1") == story.refusal("bob", "done") == "sixto.not_fixed"


def test_dice_from_the_seed_are_the_same_whenever_they_are_rolled() -> None:
    story, later = playing("sixto"), playing("sixto")
    later.wait(100_000)
    later.ask("bob", "react", reaction="hurry")
    assert story.ask("ann", "roll").dice == later.ask("ann", "roll").dice


# Crossing -----------------------------------------------------------------------------------------------


def test_half_crosses_move_within_their_row_and_are_taken_back() -> None:
    story = crossing()
    story.ask("bob", "cross", box="a1")
    story.ask("bob", "cross", box="a8")
    story.ask("bob", "cross", box="c1")
    assert half(story, "bob") == "a8 c1"
    assert story.refusal("bob", "uncross", box="a1") == "sixto.not_crossed"
    story.ask("bob", "uncross", box="a8")
    assert (half(story, "bob"), half(story, "ann")) == ("c1", "")


@pytest.mark.parametrize("box", ["a0", "a13", "g1", "1a", "", "a", "a1 "])
def test_boxes_are_a1_to_f12(box: str) -> None:
    story = crossing()
    assert story.refusal("ann", "cross", box=box) == story.refusal("ann", "uncross", box=box)
    assert story.refusal("ann", "cross", box=box) == "sixto.no_such_box"


def test_who_is_done_crosses_no_more_unless_they_withdraw_it() -> None:
    story = crossing()
    assert story.refusal("ann", "undone") == "sixto.not_done"
    story.ask("ann", "done")
    assert story.seats_to_act() == [story.seat("bob")]
    assert story.refusal("ann", "cross", box="a1") == "sixto.said_done"
    story.ask("ann", "undone")
    story.ask("ann", "cross", box="a1")
    assert half(story, "ann") == "a1"


def test_with_the_last_done_crosses_are_final_and_the_next_is_active() -> None:
    story = crossing()
    story.ask("ann", "cross", box="a1")
    story.ask("ann", "cross", box="b1")
    assert story.ask("ann", "done").end is None
    assert story.ask("bob", "done").end == events.TurnEnd((), 1, (-10, 0))
    assert (crossed(story, "ann"), half(story, "ann")) == ("a1 b1", "")
    assert story.seats_to_act() == [story.seat("bob")]


def test_a_late_message_is_stale_and_ends_no_other_turn() -> None:
    story = crossing()
    story.ask("ann", "done")
    story.ask("bob", "done")
    story.rolls("bob", DICE)
    story.ask("bob", "keep")
    for verb, what in (("done", {}), ("undone", {}), ("cross", {"box": "a1"}), ("uncross", {"box": "a1"})):
        assert story.refusal("ann", verb, turn=1, **what) == "table.stale"
        assert story.refusal("ann", verb, turn=3, **what) == "table.stale"
    for verb in ("roll", "keep"):
        assert story.refusal("bob", verb, turn=1) == "table.stale"
    assert story.refusal("bob", "cover", turn=1, on=True) == "table.stale"


def test_nothing_is_taken_back_across_a_turn_or_a_roll() -> None:
    story = crossing()
    story.ask("ann", "cross", box="a1")
    story.ask("ann", "done")
    story.ask("bob", "done")
    assert story.refusal("ann", "uncross", box="a1") == "sixto.not_rolled"
    story.rolls("bob", DICE)
    assert story.refusal("ann", "uncross", box="a1") == "sixto.not_fixed"
    story.ask("bob", "keep")
    assert story.refusal("ann", "uncross", box="a1") == "sixto.not_crossed"


def test_the_other_game_is_not_played_here() -> None:
    story = crossing()
    for verb, what in (
        ("first", {}),
        ("spin", {}),
        ("throw", {"dice": "a"}),
        ("stop", {}),
        ("mark", {"die": "a"}),
    ):
        assert story.refusal("ann", verb, **what) == "table.other_game"


# Covering one's sheet -----------------------------------------------------------------------------------


def test_a_sheet_is_covered_only_while_the_active_player_decides() -> None:
    story = playing("sixto")
    assert story.refusal("bob", "cover", on=True) == "table.not_now"
    story.rolls("ann", DICE)
    story.ask("bob", "cover", on=True)
    assert story.sixto.covered == 1 << story.seat("bob")
    story.ask("ann", "cover", on=True)
    story.ask("ann", "cover", on=False)
    assert story.sixto.covered == 1 << story.seat("bob")
    story.ask("ann", "keep")
    assert story.sixto.covered == 0
    assert story.refusal("bob", "cover", on=True) == "table.not_now"


def test_who_comes_now_sees_a_covered_sheet_covered() -> None:
    story = playing("sixto")
    story.rolls("ann", DICE)
    story.ask("bob", "cover", on=True)
    assert from_snapshot(story.table.snapshot(), story.table.version, story.now).match == replace(
        story.sixto, rolls=()
    )


def test_the_second_roll_uncovers_the_sheets() -> None:
    story = playing("sixto")
    story.rolls("ann", DICE)
    story.ask("bob", "cover", on=True)
    story.rolls("ann", DICE, second=True)
    assert story.sixto.covered == 0


# Announcing and being asked again -----------------------------------------------------------------------


def closing(people: str = "ann bob", **options: object) -> Story:
    """The dice of the sixth turn lie so that ann can close the row a with a11, and bob can cross in it."""
    story = playing("sixto", people, **options)
    row = (("3", "a1"), ("1", "a2"), ("5", "a3"), ("6", "a4"), ("6", "a10"))
    for die, box in row:
        others = {} if box == "a10" else {"bob": box}
        story.turn(story.names().split()[story.sixto.state.active], f"{die} 1 1 1 1 1", ann=box, **others)
    active = story.names().split()[story.sixto.state.active]
    story.rolls(active, "4 1 1 1 1 1")
    story.ask(active, "keep")
    return story


def test_a_half_cross_that_would_close_a_colour_asks_again_who_could_still_use_that_die() -> None:
    story = closing()
    story.ask("bob", "done")
    announced = story.ask("ann", "cross", box="a11")
    assert (announced.closes, announced.asked) == (True, (story.seat("bob"),))
    assert story.seats_to_act() == [0, 1]
    story.ask("bob", "cross", box="a5")
    story.ask("bob", "done")
    end = story.ask("ann", "done").end
    assert end.closed == ("a",)
    assert (crossed(story, "bob"), crossed(story, "ann")) == ("a1 a2 a3 a4 a5", "a1 a2 a3 a4 a10 a11")


def test_each_is_asked_once_for_a_colour_in_a_turn_and_stays_asked() -> None:
    story = closing()
    story.ask("bob", "done")
    story.ask("ann", "cross", box="a11")
    story.ask("ann", "uncross", box="a11")
    assert story.seats_to_act() == [0, 1], "though the announcement is taken back"
    story.ask("bob", "done")
    again = story.ask("ann", "cross", box="a11")
    assert (again.closes, again.asked) == (True, ())


def test_who_used_the_die_or_has_no_box_for_it_is_not_asked_again() -> None:
    story = closing("ann bob cleo")
    story.ask("bob", "cross", box="a5")
    story.ask("bob", "done")
    story.ask("cleo", "done")
    assert story.ask("ann", "cross", box="a11").asked == (story.seat("cleo"),)


def test_a_closed_colour_rolls_no_more() -> None:
    story = closing()
    story.ask("ann", "cross", box="a11")
    story.ask("ann", "done")
    story.ask("bob", "done")
    active = story.names().split()[story.sixto.state.active]
    rolled = story.ask(active, "roll")
    assert rolled.dice[0] == 0
    assert all(rolled.dice[1:])
    assert not any(box.startswith("a") for legal in rolled.legal for box in legal)


def test_a_row_with_all_eleven_crosses_offers_nothing_more() -> None:
    story = gathered("sixto")
    for who in story.people:
        story.ask(who, "sheet", sheet=[[1] * 12] * 6)
    story.ask("ann", "start")
    order = story.names().split()
    ends = [story.turn(order[n % 2], "1 1 1 1 1 1", ann=f"a{n + 1}").end for n in range(11)]
    assert (ends[-1].closed, ends[-1].scores[story.seat("ann")]) == (("a",), 66 - 9 * 5)
    rolled = story.rolls(order[1], "1 1 1 1 1 1")
    assert rolled.dice == (0, 1, 1, 1, 1, 1)
    for legal in rolled.legal:
        assert set(legal) == {f"{colour}{place}" for colour in "bcdef" for place in range(1, 10)}
    newcomer = from_snapshot(story.table.snapshot(), story.table.version, story.now)
    assert newcomer.match == replace(story.sixto, rolls=(), turns=(), lot=0)


# Timers -------------------------------------------------------------------------------------------------


def test_without_a_timer_nobody_is_hurried() -> None:
    story = playing("sixto")
    assert story.wait(10**7) == []
    assert (story.match.next_deadline(), story.resume()) == (0, None)


def test_time_is_up_not_rolled_roll_deciding_keep_crossing_done() -> None:
    story = playing("sixto", "ann bob", timer=20)
    (rolled,) = story.wait(20_000)
    assert isinstance(rolled, events.Rolled)
    assert (rolled.timed, rolled.due) == (True, story.now + 20_000)
    (kept,) = story.wait(20_000)
    assert isinstance(kept, events.Kept)
    assert kept.timed
    story.ask("bob", "cross", box=next(iter(rolled.legal[story.seat("bob")])))
    assert story.wait(19_999) == []
    first, last = story.wait(1)
    assert isinstance(first, events.SaidDone)
    assert isinstance(last, events.SaidDone)
    assert (first.timed, first.end, last.timed) == (True, None, True)
    assert last.end
    assert last.due == story.now + 20_000, "the next player has as long"
    assert crossed(story, "bob"), "what was crossed counts"


def test_every_step_has_its_own_time() -> None:
    story = playing("sixto", timer=20)
    story.wait(15_000)
    assert story.rolls("ann", DICE).due == story.now + 20_000
    story.wait(15_000)
    assert story.ask("ann", "keep").due == story.now + 20_000
    assert story.ask("ann", "done").due == 0, "done, and withdrawing it, buys no time"
    assert story.ask("ann", "undone").due == 0


def test_whoever_is_asked_again_has_at_least_ten_seconds() -> None:
    story = closing(timer=20)
    story.ask("bob", "done")
    story.wait(19_000)
    assert story.ask("ann", "cross", box="a11").due == story.now + 10_000
    assert story.wait(9_999) == []
    assert [type(event) for event in story.wait(1)] == [events.SaidDone, events.SaidDone]


def test_being_asked_again_takes_no_time_away() -> None:
    story = closing(timer=20)
    due = story.sixto.due
    story.ask("bob", "done")
    assert story.ask("ann", "cross", box="a11").due == due


def test_an_announcement_that_asks_nobody_buys_no_time() -> None:
    story = closing(timer=20)
    assert story.ask("ann", "cross", box="a11").due == 0


def test_after_a_break_there_are_at_least_fifteen_seconds() -> None:
    story = playing("sixto", timer=20)
    due = story.sixto.due
    assert (story.resume(), story.sixto.due) == (None, due), "who has longer keeps it"
    story.now += 60_000
    assert story.resume().due == story.now + 15_000
    assert story.wait(14_999) == []
    assert [type(event) for event in story.wait(1)] == [events.Rolled]


def test_breaks_one_after_the_other_give_time_once() -> None:
    """Or somebody who comes and goes all the time would fill the log."""
    story = playing("sixto", timer=20)
    story.now += 60_000
    due = story.resume().due
    story.now += 999
    assert story.resume() is None
    story.now += 1
    assert story.resume().due == due + 1000


def test_the_end_of_the_game_sets_no_time() -> None:
    story = playing("sixto", "ann", timer=20)
    assert story.turn("ann", "1 1 1 1 1 1").due == 0
    assert (story.match.next_deadline(), story.resume()) == (0, None)


# The record ---------------------------------------------------------------------------------------------


def test_a_record_tells_every_roll_and_every_cross() -> None:
    story = playing("sixto")
    story.rolls("ann", DICE)
    story.rolls("ann", "3 1 1 1 1 1", second=True)
    story.ask("bob", "cross", box="a1")
    story.ask("bob", "done")
    assert story.sixto.record()["turns"] == [], "a turn is told when it has ended"
    story.ask("ann", "done")
    rolls = [[3, 5, 1, 6, 4, 2], [3, 1, 1, 1, 1, 1]]
    assert story.sixto.record()["turns"] == [{"rolls": rolls, "crosses": [[], ["a1"]]}]
