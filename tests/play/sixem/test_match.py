"""Sixem at a table, in real time: starting rolls, 3-2-1, throws that land, STOP, marking, and ties."""

from typing import Any

import pytest

from sixes.play import events
from sixes.play.snapshots import Choice
from sixes.rules.rounds import LAST_THROWS, MARKING, ROLLING, SPINNING, STARTING
from sixes.rules.six import COLOURS
from tests.play.stories import Story, playing, rolling

STRAIGHT = "1 2 3 4 5 6"
BACKWARDS = "6 5 4 3 2 1"
ONE_DIAGONAL, TWO_DIAGONALS = 3, 7
"""Places of the spinner, from 1."""


def record(story: Story) -> dict[str, Any]:
    record = story.match.record()
    assert record
    return record


def thrown_off(people: str = "ann bob", place: int = TWO_DIAGONALS, **options: Any) -> Story:
    """The 3-2-1 is over."""
    story = rolling(people, place, **options)
    story.now = story.sixem.go
    return story


def mark(story: Story, who: str, dice: str = COLOURS) -> events.Marked:
    marked = [story.ask(who, "mark", die=die) for die in dice][-1]
    assert isinstance(marked, events.Marked)
    return marked


# Starting rolls and the spinner -------------------------------------------------------------------------


def test_everybody_rolls_one_die_and_the_highest_spins() -> None:
    story = playing("sixem", "ann bob cleo")
    assert story.seats_to_act() == [0, 1, 2]
    story.chance("cleo", "first", 4)
    assert story.refusal("cleo", "first") == "sixem.started_already"
    story.chance("ann", "first", 4)
    assert story.chance("bob", "first", 5).spins == 1
    assert (story.sixem.state.phase, story.seats_to_act()) == (SPINNING, [1])
    assert story.refusal("ann", "spin") == "sixem.not_spinner"
    assert story.refusal("ann", "first") == "sixem.not_starting"


def test_a_tie_at_the_top_is_rolled_again_by_all() -> None:
    story = playing("sixem", "ann bob cleo")
    story.chance("ann", "first", 5)
    story.chance("bob", "first", 2)
    rolled = story.chance("cleo", "first", 5)
    assert (rolled.again, rolled.spins) == (True, None)
    assert (story.sixem.state.phase, story.seats_to_act()) == (STARTING, [0, 1, 2])
    assert story.refusal("bob", "first") == "table.stale", "a second click is not the second roll"
    story.chance("ann", "first", 1, again=1)
    story.chance("bob", "first", 2, again=1)
    rolled = story.chance("cleo", "first", 1, again=1)
    assert (rolled.again, rolled.spins) == (False, 1)
    assert story.sixem.dice_record()["starts"] == [[5, 2, 5], [1, 2, 1]]


def test_the_pattern_and_a_shared_countdown() -> None:
    story = playing("sixem")
    for who, face in (("ann", 6), ("bob", 3)):
        story.chance(who, "first", face)
    spun = story.chance("ann", "spin", 8)
    assert (spun.place, spun.pattern, spun.go) == (7, {"horizontal": 1, "vertical": 1}, story.now + 6100)
    story.now += 6099
    assert story.refusal("ann", "throw", dice="a") == story.refusal("bob", "stop") == "sixem.countdown"
    story.now += 1
    assert story.ask("ann", "throw", dice="a").lands == story.now + 450


def test_nobody_throws_before_the_spinner_has_spoken() -> None:
    story = playing("sixem")
    assert story.refusal("ann", "throw", dice="a") == story.refusal("ann", "stop") == "sixem.not_rolling"
    assert story.refusal("ann", "mark", die="a") == "sixem.not_marking"
    assert story.refusal("ann", "roll", turn=1) == "table.other_game"
    assert story.refusal("ann", "cover", turn=1, on=True) == "table.other_game"


# Throws -------------------------------------------------------------------------------------------------


def test_dice_land_of_themselves_one_throw_time_later() -> None:
    story = thrown_off(throw_time=1000)
    story.ask("ann", "throw", dice="ace")
    assert story.sixem.state.round.dice[0] == (0,) * 6
    assert story.wait(999) == []
    (landed,) = story.wait(1)
    assert isinstance(landed, events.Landed)
    assert [face > 0 for face in landed.faces] == [True, False] * 3
    assert story.sixem.state.round.dice[0] == landed.faces


def test_while_dice_are_in_the_air_others_can_be_thrown_but_not_these() -> None:
    story = thrown_off()
    story.ask("ann", "throw", dice="ab")
    story.now += 100
    assert story.refusal("ann", "throw", dice="bc") == "sixem.in_the_air"
    story.ask("ann", "throw", dice="c")
    story.ask("bob", "throw", dice="fedcba")
    landed = story.wait(450)
    assert [event.at - story.sixem.go for event in landed] == [450, 550, 550]
    assert sum(face > 0 for face in story.sixem.state.round.dice[0]) == 3


@pytest.mark.parametrize("dice", ["g", "aa", "a b", "A", "1"])
def test_dice_are_a_to_f_each_once(dice: str) -> None:
    assert thrown_off().refusal("ann", "throw", dice=dice) == "sixem.no_such_die"


def test_dice_that_are_due_land_before_anything_else() -> None:
    story = thrown_off()
    story.ask("ann", "throw", dice="a")
    story.now += 450
    assert story.refusal("bob", "throw", dice="a") == "sixem.lands_first"
    story.wait()
    story.ask("bob", "throw", dice="a")


def test_faces_do_not_depend_on_when_others_throw() -> None:
    story, other = thrown_off(), thrown_off()
    story.ask("ann", "throw", dice=COLOURS)
    other.ask("bob", "throw", dice="abc")
    other.wait(777)
    other.ask("ann", "throw", dice="ab")
    other.wait(1)
    other.ask("ann", "throw", dice="cdef")
    story.wait(450)
    other.wait(450)
    assert story.sixem.state.round.dice[0] == other.sixem.state.round.dice[0]


def test_another_round_is_stale() -> None:
    story = thrown_off()
    for number in (0, 2):
        assert story.refusal("ann", "throw", round=number, dice="a") == "table.stale"
        assert story.refusal("ann", "stop", round=number) == "table.stale"
        assert story.refusal("ann", "mark", round=number, die="a") == "table.stale"


# STOP ---------------------------------------------------------------------------------------------------


def test_a_false_stop_costs_two_seconds() -> None:
    story = thrown_off()
    story.ask("ann", "throw", dice=COLOURS)
    story.land(ann="1 2 3 4 5 5")
    false = story.ask("ann", "stop")
    assert isinstance(false, events.FalseStop)
    assert (false.seat, false.until) == (0, story.now + 2000)
    assert story.refusal("ann", "throw", dice="a") == story.refusal("ann", "stop") == "sixem.paused"
    story.ask("bob", "throw", dice="a")
    story.wait(1999)
    assert story.refusal("ann", "throw", dice="a") == "sixem.paused"
    story.wait(1)
    story.ask("ann", "throw", dice="a")


def test_the_first_valid_stop_counts_and_the_second_costs_nothing() -> None:
    story = thrown_off()
    for who in ("ann", "bob"):
        story.ask(who, "throw", dice=COLOURS)
    story.land(ann=STRAIGHT, bob=BACKWARDS)
    stopped = story.ask("bob", "stop")
    assert (stopped.seat, stopped.auto, stopped.marker) == (1, False, 0)
    assert story.refusal("ann", "stop") == "sixem.stopped_already"
    assert story.refusal("ann", "throw", dice="a") == "sixem.stopped_already"
    assert story.sixem.state.round.pauses == (0,) * 6


def test_dice_in_hand_all_land_with_a_number_then_all_stand() -> None:
    """Bob has thrown two of his dice, of which one lies; cleo has not thrown at all."""
    story = thrown_off("ann bob cleo")
    story.ask("ann", "throw", dice=COLOURS)
    story.ask("bob", "throw", dice="ab")
    story.land(ann=STRAIGHT, bob="2 3 0 0 0 0")
    story.ask("bob", "throw", dice="b")
    stopped = story.ask("ann", "stop")
    assert (story.sixem.state.phase, stopped.marker) == (LAST_THROWS, None)
    assert story.match.next_deadline() == story.now, "at once"
    cleo, bob = story.land(bob="6 1 1 1 1 1", cleo="2 2 2 2 2 2")
    assert (cleo.seat, cleo.faces, cleo.marker) == (2, (2,) * 6, None)
    assert (bob.seat, bob.faces, bob.marker) == (1, (0, 1, 1, 1, 1, 1), 1)
    assert story.sixem.state.phase == MARKING
    assert story.sixem.throws[:3] == ((1,) * 6, (1, 2, 1, 1, 1, 1), (1,) * 6)


def test_auto_stop_calls_for_whoever_has_one_to_six() -> None:
    story = thrown_off(auto_stop=True)
    story.ask("bob", "throw", dice=COLOURS)
    story.land(bob=STRAIGHT)
    stopped = story.wait()[0]
    assert isinstance(stopped, events.Stopped)
    assert (stopped.seat, stopped.auto) == (1, True)


def test_auto_stop_calls_for_whoever_had_one_to_six_first_though_the_table_wakes_late() -> None:
    story = thrown_off(auto_stop=True)
    story.ask("bob", "throw", dice=COLOURS)
    story.now += 1
    story.ask("ann", "throw", dice=COLOURS)
    story.now += 1000
    landed = story.land(ann=STRAIGHT, bob=BACKWARDS)
    assert [event.seat for event in landed] == [1], "the dice of ann are due, but in the air"
    stopped = story.wait()[0]
    assert isinstance(stopped, events.Stopped)
    assert (stopped.seat, stopped.auto) == (1, True)


def test_auto_stop_waits_until_a_pause_is_over() -> None:
    story = thrown_off(auto_stop=True)
    story.ask("bob", "throw", dice=COLOURS)
    story.ask("bob", "stop")
    story.land(bob=STRAIGHT)
    assert story.wait(1549) == []
    assert isinstance(story.wait(1)[0], events.Stopped)


def test_without_auto_stop_the_table_never_calls() -> None:
    story = thrown_off()
    story.ask("bob", "throw", dice=COLOURS)
    story.land(bob=STRAIGHT)
    assert story.wait(60_000) == []


# Marking ------------------------------------------------------------------------------------------------


def test_players_mark_clockwise_from_the_left_of_the_caller_who_is_last() -> None:
    story = thrown_off("ann bob cleo")
    story.lie("bob", ann="1 1 1 1 1 1", bob=STRAIGHT, cleo="3 3 3 4 4 4")
    assert story.seats_to_act() == [2]
    assert story.refusal("ann", "mark", die="a") == "sixem.not_marker"
    story.ask("cleo", "mark", die="b")
    assert story.refusal("cleo", "mark", die="a") == "sixem.number_marked"
    assert mark(story, "cleo", "f").marker == 0
    assert mark(story, "ann", "d").marker == 1
    end = mark(story, "bob").end
    assert end == events.RoundEnd((0, 1, 0), go=story.now + 3000)
    assert record(story)["rounds"] == [
        {
            "stop": 1,
            "dice": [[1] * 6, [1, 2, 3, 4, 5, 6], [3, 3, 3, 4, 4, 4]],
            "marks": [[{"die": "d"}], [{"die": die} for die in COLOURS], [{"die": "b"}, {"die": "f"}]],
        }
    ]
    assert story.refusal("ann", "throw", dice="a") == "sixem.countdown", "the next round has its own 3-2-1"


def test_the_marker_hears_with_which_dice_they_can_mark() -> None:
    story = thrown_off()
    stopped = story.lie("ann", ann=STRAIGHT, bob="1 1 2 2 2 6")
    cells = ("a1", "b1", "c2", "d2", "e2", "f6")
    assert stopped.choices == tuple(Choice(cell[0], cell) for cell in cells)
    assert mark(story, "bob", "d").choices == tuple(Choice(cell[0], cell) for cell in ("a1", "b1", "f6"))


def second_round(people: str = "ann bob cleo", **options: Any) -> Story:
    """All have the diagonal from a1 to f6, and the dice lie as before: ann called, bob marks first."""
    story = thrown_off(people, **options)
    for _ in range(2):
        story.lie("ann", **dict.fromkeys(story.people, STRAIGHT))
        if story.sixem.number == 1:
            for who in [*story.people[1:], "ann"]:
                mark(story, who)
    return story


def test_where_an_x_was_before_another_player_may_be_made_to_erase_theirs() -> None:
    story = second_round()
    assert story.sixem.state.round.marker == 1
    erased = story.ask("bob", "mark", die="a", erase=0)
    assert (erased.cell, erased.erase) == ("a1", 0)
    assert erased.choices[0] == Choice("b", "b2", erase=(0, 2))
    assert mark(story, "bob", "bcdef").choices[0] == Choice("a", "a1", erase=(1,)), "ann has no a1 any more"
    assert story.refusal("cleo", "mark", die="a", erase=0) == "sixem.nothing_to_erase"
    assert story.refusal("cleo", "mark", die="a", erase=2) == "sixem.not_oneself"
    assert story.refusal("cleo", "mark", die="a", erase=3) == "sixem.no_such_seat"
    assert story.refusal("cleo", "mark", die="a", give=0) == "sixem.not_sweet"
    assert story.refusal("cleo", "mark", die="a", erase=1, give=0) == "sixem.no_such_move"


def test_playing_sweet_an_x_may_be_given_instead() -> None:
    story = second_round(sweet=True)
    story.ask("bob", "mark", die="a", erase=0)
    assert mark(story, "bob", "bcdef").choices[0] == Choice("a", "a1", erase=(1,), give=(0,))
    given = story.ask("cleo", "mark", die="a", give=0)
    assert (given.give, given.erase) == (0, None)
    mark(story, "cleo", "bcdef")
    mark(story, "ann")
    assert record(story)["rounds"][1]["marks"][2][0] == {"die": "a", "give": 0}
    assert record(story)["variant"] == "sweet"


def test_time_is_up_the_first_die_of_each_number_and_no_erasing() -> None:
    story = thrown_off()
    story.lie("ann", ann=STRAIGHT, bob="1 1 2 2 2 6")
    assert story.wait(29_999) == []
    marks = story.wait(1)
    assert [(event.die, event.timed, event.erase) for event in marks if isinstance(event, events.Marked)] == [
        ("a", True, None),
        ("c", True, None),
        ("f", True, None),
    ]
    assert marks[-1].due == story.now + 30_000, "the next marker has a time of their own"


def test_who_marks_in_time_gains_none() -> None:
    story = thrown_off()
    story.lie("ann", ann=STRAIGHT, bob="1 1 2 2 2 6")
    story.wait(20_000)
    assert mark(story, "bob", "a").due == 0
    assert [type(event) for event in story.wait(10_000)] == [events.Marked, events.Marked]


def test_starting_rolls_and_the_spin_are_timed_too() -> None:
    story = playing("sixem", "ann bob", timer=10)
    happened = story.wait(10_000)
    assert [type(event) for event in happened[:2]] == [events.RolledFirst] * 2
    while story.sixem.state.phase != ROLLING:
        happened += story.wait(10_000)
    assert isinstance(happened[-1], events.Spun)
    assert happened[-1].timed


def test_with_no_timer_marking_takes_as_long_as_it_takes() -> None:
    story = thrown_off(timer=0)
    story.lie("ann", ann=STRAIGHT, bob=STRAIGHT)
    assert story.wait(10**7) == []


# The end ------------------------------------------------------------------------------------------------


def test_whoever_matches_the_pattern_wins() -> None:
    story = thrown_off(place=ONE_DIAGONAL)
    story.lie("ann", ann=STRAIGHT, bob="1 1 1 1 1 1")
    mark(story, "bob", "a")
    assert mark(story, "ann").end == events.RoundEnd((1, 0))
    (ended,) = story.wait()
    assert isinstance(ended, events.Ended)
    assert (ended.winners, ended.result["finished"]) == ((0,), True)


def test_those_tied_play_on_alone() -> None:
    story = thrown_off("ann bob cleo", place=ONE_DIAGONAL)
    story.lie("ann", ann=STRAIGHT, bob=STRAIGHT, cleo="1 1 1 1 1 1")
    mark(story, "bob")
    mark(story, "cleo", "a")
    assert mark(story, "ann").end == events.RoundEnd((1, 1, 0), (0, 1), story.now + 3000)
    story.now = story.sixem.go
    assert story.refusal("cleo", "throw", dice="a") == story.refusal("cleo", "stop") == "sixem.out"
    stopped = story.lie("bob", ann="1 1 1 1 1 1", bob=BACKWARDS)
    assert stopped.choices[0].erase == (1,), "not cleo, who has an X there too"
    mark(story, "ann", "f")
    assert mark(story, "bob").end == events.RoundEnd((1, 2, 0))
    assert story.match.winners == [1]
    assert record(story)["rounds"][1]["dice"][2] is None
    assert story.match.dice_record()["throws"][1] == [[1] * 6, [1] * 6, None]


# After a break ------------------------------------------------------------------------------------------


def test_rolling_goes_on_with_a_new_countdown_from_the_dice_as_they_lay() -> None:
    story = thrown_off()
    story.ask("ann", "throw", dice=COLOURS)
    story.land(ann="1 2 3 4 5 5")
    story.ask("ann", "throw", dice="f")
    story.now += 60_000
    assert story.resume().go == story.now + 3000
    (landed,) = story.wait(2999)
    assert isinstance(landed, events.Landed), "what was in the air comes down"
    assert story.sixem.state.round.dice[0][:5] == (1, 2, 3, 4, 5)
    assert story.refusal("ann", "throw", dice="f") == "sixem.countdown"
    story.wait(1)
    story.ask("ann", "throw", dice="f")


def test_auto_stop_waits_for_the_countdown() -> None:
    story = thrown_off(auto_stop=True)
    story.ask("ann", "throw", dice=COLOURS)
    story.land(ann=STRAIGHT)
    story.resume()
    assert story.wait(2999) == []
    assert isinstance(story.wait(1)[0], events.Stopped)


def test_a_timer_has_at_least_fifteen_seconds_after_a_break() -> None:
    story = thrown_off()
    story.lie("ann", ann=STRAIGHT, bob=STRAIGHT)
    story.now += 60_000
    assert story.resume().due == story.now + 15_000
    assert story.wait(14_999) == []


def test_a_break_between_stop_and_the_last_throws_sets_no_time() -> None:
    story = thrown_off()
    story.ask("ann", "throw", dice=COLOURS)
    story.land(ann=STRAIGHT)
    story.ask("ann", "stop")
    assert story.resume() is None
    story.wait()
    assert story.sixem.state.phase == MARKING
