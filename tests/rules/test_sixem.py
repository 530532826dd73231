"""Sixem as it is told in the rules: starting rolls, a round of throws, STOP, marking, and the end."""

import pytest

from sixes.rules import sixem
from sixes.rules.boards import ERASE, GIVE, Lines, SixemRefusal
from sixes.rules.rounds import (
    FRESH_ROUND,
    LAND,
    LAST_THROWS,
    MARK,
    MARKING,
    OVER,
    ROLLING,
    SPIN,
    SPINNING,
    START,
    STARTING,
    STOP,
    THROW,
    SixemMove,
    in_hand,
    in_the_air,
    is_stop,
    next_landing,
    playing,
)
from sixes.rules.six import NOBODY, NONE, members
from sixes.rules.spinner import SPINNER, Pattern
from tests.tables import SixemTable

ALL = "abcdef"
ONE_ROW = Pattern(horizontal=1, vertical=0, diagonal=0, any=0)
STRAIGHT = "1 2 3 4 5 6"


# Before the first round ---------------------------------------------------------------------------------


def starting(seats: int) -> SixemTable:
    table = SixemTable(seats)
    table.state = sixem.setup(seats)
    return table


def test_two_to_six_players_and_a_throw_time() -> None:
    for seats in range(2, 7):
        assert sixem.setup(seats).options.seats == seats
    assert sixem.setup(2).options.throw_time == 450
    assert not sixem.setup(2).options.sweet
    for seats in (1, 7):
        with pytest.raises(ValueError, match=r"^Sixem is for 2 to 6 players$"):
            sixem.setup(seats)
    with pytest.raises(ValueError, match=r"^a throw takes at least a millisecond$"):
        sixem.setup(2, throw_time=0)
    assert sixem.setup(2, throw_time=1).options.throw_time == 1
    assert not sixem.setup_with(ONE_ROW, 2).options.sweet


def test_a_table_begins_with_nothing_rolled_and_nothing_marked() -> None:
    state = sixem.setup(3)
    assert (state.phase, state.now, state.rounds) == (STARTING, 0, 0)
    assert (state.starts, state.boards, state.tied, state.winner) == (NONE, NONE, 0, NOBODY)
    assert (state.pattern, state.round) == (Pattern(0, 0, 0, 0), FRESH_ROUND)


def test_everybody_rolls_one_die_and_the_single_highest_spins() -> None:
    table = starting(3)
    table.start(2, 4)
    assert table.refusal(START, 2) == SixemRefusal.STARTED_ALREADY
    table.start(0, 6)
    assert table.state.phase == STARTING
    table.start(1, 4)
    assert table.state.phase == SPINNING
    assert table.refusal(SPIN, 1) == SixemRefusal.NOT_SPINNER
    assert table.refusal(SPIN, 0, spun=11) == table.refusal(SPIN, 0, spun=-1) == SixemRefusal.NO_SUCH_PATTERN
    assert table.refusal(SPIN, 0) == SixemRefusal.NO_SUCH_PATTERN, "chance must say where it came to rest"
    table.spin(0, 10)
    assert (table.state.pattern, table.state.starts[:3]) == (SPINNER[10], (6, 4, 4))
    assert (table.state.phase, table.state.rounds, table.state.round) == (ROLLING, 0, FRESH_ROUND)


def test_a_tie_at_the_top_is_rolled_again_by_all() -> None:
    table = starting(3)
    for seat, face in enumerate((5, 2, 5)):
        table.start(seat, face)
    assert table.state == sixem.setup(3)
    for seat, face in enumerate((1, 3, 3)):
        table.start(seat, face)
    assert table.state.phase == STARTING
    for seat, face in enumerate((1, 3, 2)):
        table.start(seat, face)
    assert table.state.phase == SPINNING
    assert table.refusal(SPIN, 1, spun=0) == SixemRefusal.FINE


def test_a_starting_roll_is_a_number_and_comes_before_all_else() -> None:
    table = starting(2)
    for face in (0, 7):
        move = SixemMove(START, 0, faces=(face, 0, 0, 0, 0, 0))
        assert sixem.refusal(table.state, move) == SixemRefusal.DIE_NUMBER
    assert table.refusal(SPIN, 0) == SixemRefusal.NOT_SPINNER
    assert table.refusal(THROW, 0, dice=1) == table.refusal(STOP, 0) == SixemRefusal.NOT_ROLLING
    assert table.refusal(MARK, 0) == SixemRefusal.NOT_MARKING
    assert table.refusal(LAND, 0) == SixemRefusal.NOT_LANDING
    assert SixemTable(2).refusal(START, 0) == SixemRefusal.NOT_STARTING


def test_there_are_no_other_seats_and_moves() -> None:
    table = SixemTable(2)
    assert table.refusal(STOP, 2) == table.refusal(STOP, -1) == SixemRefusal.NO_SUCH_SEAT
    assert table.refusal(6, 0) == table.refusal(-1, 0) == SixemRefusal.NO_SUCH_MOVE


# Throwing -----------------------------------------------------------------------------------------------


def test_everybody_starts_with_all_six_dice_in_hand() -> None:
    table = SixemTable(3)
    assert [in_hand(table.state, seat) for seat in range(3)] == [0b111111] * 3
    assert [in_the_air(table.state, seat) for seat in range(3)] == [0] * 3


def test_a_throw_puts_dice_in_the_air_and_they_land_one_throw_time_later() -> None:
    table = SixemTable(2)
    table.throw(0, "ace", now=1000)
    assert members(in_the_air(table.state, 0)) == [0, 2, 4]
    assert in_the_air(table.state, 1) == 0
    assert next_landing(table.state) == 1450
    assert table.landing(0, 1449) == ""
    assert table.landing(0, 1450) == "ace"
    table.land(0, "5 0 1 0 5 0", now=1450)
    assert table.state.round.dice[0] == (5, 0, 1, 0, 5, 0)
    assert (in_the_air(table.state, 0), next_landing(table.state)) == (0, 0)
    assert members(in_hand(table.state, 0)) == [1, 3, 5]


def test_from_the_throw_on_dice_show_nothing() -> None:
    table = SixemTable(2)
    table.throw(0, ALL, now=0)
    table.land(0, STRAIGHT, now=450)
    table.throw(0, "f", now=500)
    assert table.state.round.dice[0] == (1, 2, 3, 4, 5, 0)
    assert not is_stop(table.state, 0)


def test_while_dice_are_in_the_air_others_can_be_thrown_but_not_these() -> None:
    table = SixemTable(2)
    table.throw(0, "ab", now=100)
    assert table.refusal(THROW, 0, 200, dice=0b000110) == SixemRefusal.IN_THE_AIR
    table.throw(0, "cd", now=200)
    assert next_landing(table.state) == 550
    table.land(0, "3 3 0 0 0 0", now=550)
    assert next_landing(table.state) == 650
    table.throw(0, "a", now=551)
    assert members(in_the_air(table.state, 0)) == [0, 2, 3]


def test_a_throw_names_some_of_ones_dice() -> None:
    table = SixemTable(2)
    assert table.refusal(THROW, 0, dice=0) == SixemRefusal.NO_DICE
    assert table.refusal(THROW, 0, dice=64) == table.refusal(THROW, 0, dice=-1) == SixemRefusal.NO_SUCH_DIE
    assert table.refusal(THROW, 0, dice=63) == SixemRefusal.FINE


def test_the_table_may_choose_a_calmer_throw_time() -> None:
    table = SixemTable(2)
    table.state = sixem.setup_with(ONE_ROW, 2, throw_time=900)
    table.throw(1, "a", now=50)
    assert next_landing(table.state) == 950


def test_exactly_the_dice_that_are_due_land_each_with_a_number() -> None:
    table = SixemTable(2)
    table.throw(0, "ab", now=0)
    table.throw(0, "c", now=100)
    assert table.land_refusal(0, "1 1 0 0 0 0", 449) == SixemRefusal.NOT_LANDING
    assert table.land_refusal(0, "1 1 1 0 0 0", 450) == SixemRefusal.NOT_LANDING
    assert table.land_refusal(0, "1 0 0 0 0 0", 450) == SixemRefusal.DIE_NUMBER
    assert table.land_refusal(0, "1 7 0 0 0 0", 450) == SixemRefusal.DIE_NUMBER
    assert table.land_refusal(1, "1 1 0 0 0 0", 450) == SixemRefusal.NOT_LANDING
    assert table.land_refusal(0, "1 1 0 0 0 0", 450) == SixemRefusal.FINE
    assert table.land_refusal(0, "1 1 1 0 0 0", 550) == SixemRefusal.FINE


def test_time_runs_on_and_does_not_pass_a_landing() -> None:
    table = SixemTable(2)
    table.throw(0, "a", now=100)
    assert table.refusal(THROW, 1, 99, dice=1) == SixemRefusal.TIME_RUNS_ON
    assert table.refusal(THROW, 1, 549, dice=1) == SixemRefusal.FINE
    assert table.refusal(THROW, 1, 550, dice=1) == SixemRefusal.LANDS_FIRST
    assert table.refusal(STOP, 1, 550) == SixemRefusal.LANDS_FIRST


def test_dice_may_land_at_the_first_millisecond_of_a_table() -> None:
    table = SixemTable(2)
    table.state = sixem.setup_with(ONE_ROW, 2, throw_time=1)
    table.throw(0, "a", now=0)
    assert table.landing(0, 1) == "a"
    assert table.refusal(THROW, 1, 1, dice=1) == SixemRefusal.LANDS_FIRST


# What is legal ------------------------------------------------------------------------------------------


def test_legal_moves_before_the_first_round() -> None:
    table = starting(2)
    table.state = table.state._replace(now=5)
    assert sixem.legal(table.state, 1) == [SixemMove(START, 1, 5)]
    table.start(1, 3)
    assert sixem.legal(table.state, 1) == []
    table.start(0, 2)
    assert sixem.legal(table.state, 0) == []
    assert sixem.legal(table.state, 1) == [SixemMove(SPIN, 1, 5)]


def test_legal_moves_while_rolling_are_stop_and_any_dice_not_in_the_air() -> None:
    table = SixemTable(2)
    assert sixem.legal(table.state, 1) == [
        SixemMove(STOP, 1),
        *(SixemMove(THROW, 1, 0, dice) for dice in range(1, 64)),
    ]
    table.throw(1, "abcde", now=7)
    assert sixem.legal(table.state, 1) == [SixemMove(STOP, 1, 7), SixemMove(THROW, 1, 7, 32)]
    assert len(sixem.legal(table.state, 0)) == 64


def test_legal_moves_while_marking_are_the_dice_and_what_they_may_do_to_others() -> None:
    table = erasing(sweet=True)
    now = table.state.now
    assert sixem.legal(table.state, 0) == [
        SixemMove(MARK, 0, now, die=0),
        SixemMove(MARK, 0, now, die=0, deed=ERASE, other=1),
        SixemMove(MARK, 0, now, die=0, deed=GIVE, other=2),
        *(SixemMove(MARK, 0, now, die=die) for die in range(1, 6)),
    ]
    assert sixem.legal(table.state, 1) == []


# STOP ---------------------------------------------------------------------------------------------------


def test_the_first_valid_call_ends_the_rolling_at_once() -> None:
    table = SixemTable(2)
    table.throw(0, ALL, now=0)
    table.throw(1, ALL, now=0)
    table.land(0, STRAIGHT, now=450)
    table.land(1, "2 2 2 2 2 2", now=450)
    table.stop(0, now=500)
    assert (table.state.phase, table.state.round.caller) == (MARKING, 0)


def test_a_valid_call_that_came_second_costs_nothing() -> None:
    table = SixemTable(2)
    for seat in (0, 1):
        table.throw(seat, ALL, now=0)
    for seat in (0, 1):
        table.land(seat, STRAIGHT, now=450)
    table.stop(1, now=500)
    assert table.refusal(STOP, 0, 500) == SixemRefusal.STOPPED_ALREADY
    assert table.state.round.pauses == NONE


def test_a_false_stop_costs_a_pause_of_two_seconds() -> None:
    table = SixemTable(2)
    table.throw(0, "abcde", now=0)
    table.land(0, "1 2 3 4 5 0", now=450)
    table.stop(0, now=500)
    assert (table.state.phase, table.state.round.caller) == (ROLLING, NOBODY)
    assert table.refusal(THROW, 0, 2499, dice=32) == table.refusal(STOP, 0, 2499) == SixemRefusal.PAUSED
    assert table.refusal(THROW, 1, 501, dice=32) == SixemRefusal.FINE
    assert table.refusal(THROW, 0, 2500, dice=32) == table.refusal(STOP, 0, 2500) == SixemRefusal.FINE


def test_a_pause_lasts_its_two_seconds_even_into_the_next_round() -> None:
    table = SixemTable(2)
    table.throw(1, ALL, now=0)
    table.land(1, STRAIGHT, now=450)
    table.stop(0, now=460)
    table.stop(1, now=470)
    table.land(0, "1 1 1 1 1 1", now=480)
    table.mark(0, "a")
    table.mark(1, ALL)
    assert (table.state.rounds, table.state.phase) == (1, ROLLING)
    assert table.refusal(THROW, 0, 2459, dice=1) == SixemRefusal.PAUSED
    assert table.refusal(THROW, 0, 2460, dice=1) == SixemRefusal.FINE


def test_dice_in_the_air_do_not_make_1_to_6() -> None:
    table = SixemTable(2)
    table.throw(0, ALL, now=0)
    assert not is_stop(table.state, 0)
    before = table.state.round
    table.stop(0, now=10)
    assert table.state.round == before._replace(pauses=(2010, 0, 0, 0, 0, 0))
    table.land(0, STRAIGHT, now=450)
    assert is_stop(table.state, 0), "dice thrown before the pause land in it"


def test_dice_in_hand_at_the_stop_all_land_with_a_number_and_then_all_dice_stand() -> None:
    table = SixemTable(3)
    table.throw(0, ALL, now=0)
    table.throw(1, "ab", now=0)
    table.land(0, STRAIGHT, now=450)
    table.land(1, "6 6 0 0 0 0", now=450)
    table.throw(1, "b", now=460)
    before = table.state.round
    table.stop(0, now=470)
    assert (table.state.phase, table.state.round) == (LAST_THROWS, before._replace(caller=0))
    assert table.refusal(THROW, 1, 480, dice=1) == SixemRefusal.STOPPED_ALREADY
    assert (table.landing(0, 470), table.landing(1, 470), table.landing(2, 470)) == ("", "bcdef", ALL)
    assert table.land_refusal(1, "6 6 6 6 6 6", 470) == SixemRefusal.NOT_LANDING
    assert table.land_refusal(1, "0 6 6 6 6 0", 470) == SixemRefusal.DIE_NUMBER
    assert table.land_refusal(0, "1 0 0 0 0 0", 470) == SixemRefusal.NOT_LANDING
    assert next_landing(table.state) == 470, "the last throws land at once"
    table.land(2, "1 1 1 1 1 1", now=470)
    assert table.state.phase == LAST_THROWS
    table.land(1, "0 5 4 3 2 1", now=470)
    assert table.state.phase == MARKING
    assert table.state.round.dice[1] == (6, 5, 4, 3, 2, 1)
    assert table.refusal(THROW, 1, dice=1) == table.refusal(STOP, 1) == SixemRefusal.STOPPED_ALREADY
    assert table.land_refusal(1, "1 1 1 1 1 1", 5000) == SixemRefusal.NOT_LANDING


# Marking ------------------------------------------------------------------------------------------------


def test_marking_goes_clockwise_from_the_left_of_the_caller_who_is_last() -> None:
    table = SixemTable(3)
    table.lie(1, "1 1 1 1 1 1", STRAIGHT, "2 2 2 2 2 2")
    assert table.state.round.marker == 2
    assert table.refusal(MARK, 0) == table.refusal(MARK, 1) == SixemRefusal.NOT_MARKER
    table.mark(2, "a")
    assert table.state.round.marker == 0
    table.mark(0, "b")
    assert table.state.round.marker == 1
    table.mark(1, "fedcba")
    assert (table.state.rounds, table.state.phase) == (1, ROLLING)


def test_each_different_number_is_marked_with_exactly_one_die_of_ones_choice() -> None:
    table = SixemTable(2)
    table.lie(1, "1 1 3 3 3 6", STRAIGHT)
    table.mark(0, "b")
    assert table.has_x(0, "b1")
    assert not table.has_x(0, "a1")
    assert table.refusal(MARK, 0, die=0) == table.refusal(MARK, 0, die=1) == SixemRefusal.NUMBER_MARKED
    table.mark(0, "e")
    assert table.state.round.marker == 0, "6 is still to be marked"
    table.mark(0, "f")
    assert table.state.round.marker == 1
    assert table.state.boards[0].bit_count() == 3


def test_there_is_no_seventh_die() -> None:
    table = SixemTable(2)
    table.lie(1, "1 1 1 1 1 1", STRAIGHT)
    assert table.refusal(MARK, 0, die=6) == table.refusal(MARK, 0, die=-1) == SixemRefusal.NO_SUCH_DIE


def erasing(sweet: bool = False) -> SixemTable:
    """Seat 0 marks first, has an X in a1 already and shows a 1 on die a; seat 1 has a1 too, seat 2 not."""
    table = SixemTable(3, sweet=sweet)
    table.draw(0, "a1")
    table.draw(1, "a1 b1")
    table.lie(2, "1 1 1 1 1 1", "2 2 2 2 2 2", STRAIGHT)
    return table


def test_an_x_there_already_stays_and_may_be_erased_on_one_other_board() -> None:
    table = erasing()
    table.mark(0, "a", ERASE, other=1)
    assert table.has_x(0, "a1")
    assert not table.has_x(1, "a1")
    assert table.has_x(1, "b1")


def test_nobody_has_to_erase() -> None:
    table = erasing()
    table.mark(0, "a")
    assert table.has_x(0, "a1")
    assert table.has_x(1, "a1")


def test_erasing_needs_an_old_x_of_ones_own_and_one_of_another_player() -> None:
    table = erasing()
    assert table.refusal(MARK, 0, die=0, deed=ERASE, other=1) == SixemRefusal.FINE
    assert table.refusal(MARK, 0, die=1, deed=ERASE, other=1) == SixemRefusal.NEEDS_OWN_X
    assert table.refusal(MARK, 0, die=0, deed=ERASE, other=2) == SixemRefusal.NOTHING_TO_ERASE
    assert table.refusal(MARK, 0, die=0, deed=ERASE, other=0) == SixemRefusal.NOT_ONESELF
    assert table.refusal(MARK, 0, die=0, deed=ERASE, other=3) == SixemRefusal.NO_SUCH_SEAT
    assert table.refusal(MARK, 0, die=0, deed=ERASE, other=-1) == SixemRefusal.NO_SUCH_SEAT
    assert table.refusal(MARK, 0, die=0, deed=3, other=1) == SixemRefusal.NO_SUCH_MOVE
    assert table.refusal(MARK, 0, die=0, deed=-1, other=1) == SixemRefusal.NO_SUCH_MOVE


def test_erasing_takes_effect_at_once_so_the_next_player_has_no_old_x_there() -> None:
    table = SixemTable(3)
    for seat in range(3):
        table.draw(seat, "a1")
    table.lie(2, "1 1 1 1 1 1", "1 1 1 1 1 1", STRAIGHT)
    table.mark(0, "a", ERASE, other=1)
    assert table.refusal(MARK, 1, die=0, deed=ERASE, other=2) == SixemRefusal.NEEDS_OWN_X
    table.mark(1, "a")
    assert table.has_x(1, "a1")


def test_lines_protect_nothing() -> None:
    table = SixemTable(2)
    table.draw(0, "a1")
    table.draw(1, "a1 a2 a3 a4 a5 a6")
    table.lie(1, "1 1 1 1 1 1", "6 5 4 3 2 1")
    table.mark(0, "a", ERASE, other=1)
    table.mark(1, ALL)
    assert not sixem.is_over(table.state), "the line was gone before everybody had marked"


def test_giving_an_x_belongs_to_the_variant_sweet() -> None:
    assert erasing().refusal(MARK, 0, die=0, deed=GIVE, other=2) == SixemRefusal.NOT_SWEET
    table = erasing(sweet=True)
    assert table.refusal(MARK, 0, die=0, deed=GIVE, other=1) == SixemRefusal.HAS_IT_ALREADY
    assert table.refusal(MARK, 0, die=1, deed=GIVE, other=2) == SixemRefusal.NEEDS_OWN_X
    assert table.refusal(MARK, 0, die=0, deed=GIVE, other=0) == SixemRefusal.NOT_ONESELF
    assert table.refusal(MARK, 0, die=0, deed=ERASE, other=1) == SixemRefusal.FINE
    table.mark(0, "a", GIVE, other=2)
    assert table.has_x(0, "a1")
    assert table.has_x(2, "a1")


# The end ------------------------------------------------------------------------------------------------


def test_whoever_matches_wins_after_everybody_has_marked() -> None:
    table = SixemTable(2)
    table.draw(0, "a2 a3 a4 a5 a6")
    table.lie(1, "1 1 1 1 1 1", STRAIGHT)
    table.mark(0, "a")
    assert not sixem.is_over(table.state)
    table.mark(1, ALL)
    assert (table.state.phase, table.state.winner, table.state.rounds) == (OVER, 0, 1)
    assert members(sixem.winners(table.state)) == [0]
    assert sixem.score(table.state, 0) == Lines(1, 0, 0)
    assert {table.refusal(kind, seat) for kind in range(6) for seat in (0, 1)} == {SixemRefusal.GAME_OVER}
    assert sixem.legal(table.state, 0) == []


def test_without_a_winner_a_new_round_begins_with_all_dice_in_hand() -> None:
    table = SixemTable(2)
    table.lie(1, "1 1 1 1 1 1", STRAIGHT)
    table.mark(0, "a")
    table.mark(1, ALL)
    assert (table.state.phase, table.state.round) == (ROLLING, FRESH_ROUND)
    assert sixem.winners(table.state) == 0


def tied_at_the_top() -> SixemTable:
    """Three at the table; seats 0 and 2 have just matched with one line each and go on alone."""
    table = SixemTable(3)
    table.draw(0, "a2 a3 a4 a5 a6")
    table.draw(1, "c4")
    table.draw(2, "a1 a2 a3 a4 a5 a6")
    table.lie(1, "1 1 1 1 1 1", STRAIGHT, "1 1 1 1 1 1")
    table.mark(2, "b")
    table.mark(0, "a")
    table.mark(1, ALL)
    return table


def test_everybody_plays_or_after_a_tie_those_tied() -> None:
    state = SixemTable(4).state
    assert members(playing(state)) == [0, 1, 2, 3]
    assert members(playing(state._replace(tied=0b1010))) == [1, 3]


def test_those_tied_at_the_top_go_on_alone_and_the_others_are_out() -> None:
    table = tied_at_the_top()
    assert members(table.state.tied) == members(playing(table.state)) == [0, 2]
    assert table.refusal(THROW, 1, dice=1) == table.refusal(STOP, 1) == SixemRefusal.OUT
    assert sixem.legal(table.state, 1) == []
    assert table.landing(1, 10_000) == ""
    table.lie(2, "3 3 3 3 3 3", "", STRAIGHT)
    assert table.state.phase == MARKING, "nobody waits for the dice of those who are out"
    assert table.state.round.marker == 0


def test_last_throws_are_those_of_the_players_who_go_on() -> None:
    table = tied_at_the_top()
    now = table.state.now
    table.throw(2, ALL, now)
    table.land(2, STRAIGHT, now + 450)
    table.stop(2, now + 450)
    assert (table.landing(0, now + 450), table.landing(1, now + 450)) == (ALL, "")
    table.land(0, "1 1 1 1 1 1", now + 450)
    assert table.state.phase == MARKING


def test_nobody_may_erase_on_a_board_that_is_out_or_give_to_it() -> None:
    table = tied_at_the_top()
    table.state = table.state._replace(options=table.state.options._replace(sweet=True))
    table.draw(0, "a2 a3 a4 a5 a6 c4 e4")
    table.lie(2, "1 1 4 1 4 1", "", STRAIGHT)
    assert table.has_x(1, "c4")
    assert not table.has_x(1, "e4")
    assert table.refusal(MARK, 0, die=2, deed=ERASE, other=1) == SixemRefusal.OTHER_IS_OUT
    assert table.refusal(MARK, 0, die=4, deed=GIVE, other=1) == SixemRefusal.OTHER_IS_OUT


def test_the_tied_go_on_until_one_has_more_lines_in_all() -> None:
    table = tied_at_the_top()
    table.draw(0, "a1 a2 a3 a4 a5 a6 b1 c1 d1 e1")
    table.lie(2, "6 6 6 6 6 6", "", "1 3 2 5 4 6")
    table.mark(0, "b")
    table.mark(2, ALL)
    assert (table.state.rounds, table.state.phase, members(table.state.tied)) == (2, ROLLING, [0, 2])
    table.lie(2, "1 1 1 1 1 1", "", "2 1 4 3 6 5")
    table.mark(0, "f")
    table.mark(2, ALL)
    assert (table.state.winner, table.state.tied, table.state.rounds) == (0, 0, 3)
