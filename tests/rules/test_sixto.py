"""Sixto, a turn as it is told in the rules: roll, decide, cross, announce, be asked again, end."""

import pytest

from sixes.rules import sixto
from sixes.rules.rows import DICE_END, SOLO_END, SixtoRefusal
from sixes.rules.sheets import BOXES, SHEETS, sheet_of
from sixes.rules.six import NONE, members
from sixes.rules.turns import (
    CROSS,
    CROSSING,
    DECIDING,
    DONE,
    KEEP,
    ROLL,
    ROLLING,
    UNCROSS,
    UNDONE,
    SixtoMove,
    SixtoState,
    announced,
    may_cover,
)
from tests.tables import SixtoTable

# Everybody has sheet A: row a is 3 1 5 6 4 2 5 3 1 | 6 4 2 and row f is 2 6 5 1 3 4 1 6 2 | 4 5 3.


def fixed(seats: int = 1) -> SixtoTable:
    """A table at which the first roll is kept; it fits all six first boxes."""
    table = SixtoTable(seats)
    table.roll("3 5 1 6 4 2")
    table.keep()
    return table


# Before the first turn ----------------------------------------------------------------------------------


def test_one_to_six_players_and_seat_0_begins() -> None:
    for seats in range(1, 7):
        state = sixto.setup(tuple(SHEETS[letter] for letter in "ABCDEF"[:seats]))
        assert (state.seats, state.active, state.turn.phase, state.turns) == (seats, 0, ROLLING, 0)
        assert len(state.sheets) == len(state.crosses) == 6
        assert state.sheets[seats:] == (NONE,) * (6 - seats)
    for letters in ("", "ABCDEFG"):
        with pytest.raises(ValueError, match=r"^Sixto is for 1 to 6 players$"):
            sixto.setup(tuple(SHEETS[letter] for letter in letters))


# The roll -----------------------------------------------------------------------------------------------


def test_only_the_active_player_rolls() -> None:
    table = SixtoTable(2)
    assert table.refusal(ROLL, 1) == SixtoRefusal.NOT_ACTIVE
    assert table.refusal(ROLL, 0) == SixtoRefusal.FINE


def test_the_active_player_keeps_the_roll_or_rolls_all_dice_once_more() -> None:
    table = SixtoTable(2)
    table.roll("1 2 3 4 5 6")
    assert table.state.turn.phase == DECIDING
    assert table.refusal(KEEP, 1) == table.refusal(ROLL, 1) == SixtoRefusal.NOT_ACTIVE
    assert table.refusal(KEEP, 0) == table.refusal(ROLL, 0) == SixtoRefusal.FINE
    table.roll("6 5 4 3 2 1")
    assert table.state.turn.phase == CROSSING
    assert table.state.turn.dice == (6, 5, 4, 3, 2, 1)


def test_the_second_roll_stands() -> None:
    table = SixtoTable(1)
    table.roll("1 1 1 1 1 1")
    table.roll("2 2 2 2 2 2")
    assert table.refusal(ROLL, 0) == table.refusal(KEEP, 0) == SixtoRefusal.ROLLED_TWICE


def test_a_kept_roll_stands_too() -> None:
    assert fixed(1).refusal(ROLL, 0) == SixtoRefusal.ROLLED_TWICE
    assert fixed(1).refusal(KEEP, 0) == SixtoRefusal.ROLLED_TWICE


def test_all_dice_still_in_the_game_are_rolled_and_no_others() -> None:
    table = with_four_in_row_a(1)
    close_row_a(table)
    assert table.refusal(ROLL, 0, dice="1 1 1 1 1 1") == SixtoRefusal.DIE_GONE
    assert table.refusal(ROLL, 0, dice="0 1 1 1 1 0") == SixtoRefusal.DIE_NUMBER
    assert table.refusal(ROLL, 0, dice="0 1 1 1 1 7") == SixtoRefusal.DIE_NUMBER
    assert table.refusal(ROLL, 0, dice="0 1 1 1 1 6") == SixtoRefusal.FINE


def test_a_sheet_may_be_covered_only_while_the_active_player_decides() -> None:
    table = SixtoTable(2)
    assert not may_cover(table.state)
    table.roll("1 2 3 4 5 6")
    assert may_cover(table.state)
    table.keep()
    assert not may_cover(table.state)


def test_nobody_crosses_or_is_done_before_the_dice_are_fixed() -> None:
    table = SixtoTable(2)
    moves = (CROSS, UNCROSS, DONE, UNDONE)
    assert {table.refusal(kind, seat) for kind in (*moves, KEEP) for seat in (0, 1)} == {
        SixtoRefusal.NOT_ROLLED
    }
    table.roll("3 5 1 6 4 2")
    assert {table.refusal(kind, seat) for kind in moves for seat in (0, 1)} == {SixtoRefusal.NOT_FIXED}


# Half crosses -------------------------------------------------------------------------------------------


def test_everybody_crosses_with_every_die_in_any_order() -> None:
    table = fixed(2)
    table.cross(0, "f1", "a1", "c1", "b1", "e1", "d1")
    table.cross(1, "f1")
    assert table.half_crosses(0) == "a1 b1 c1 d1 e1 f1"
    assert table.half_crosses(1) == "f1"
    assert table.crosses(0) == table.crosses(1) == ""


def test_a_half_cross_on_another_box_of_the_row_moves_it_there() -> None:
    table = fixed(1)
    table.cross(0, "a1", "f1", "a8")
    assert table.half_crosses(0) == "a8 f1"
    table.cross(0, "a1")
    assert table.half_crosses(0) == "a1 f1"


def test_a_half_cross_can_be_taken_back_and_made_again() -> None:
    table = fixed(1)
    table.cross(0, "a1", "f1")
    table.uncross(0, "a1")
    assert table.half_crosses(0) == "f1"
    assert table.refusal(UNCROSS, 0, "a1") == SixtoRefusal.NOT_CROSSED
    assert table.refusal(UNCROSS, 0, "f9") == SixtoRefusal.NOT_CROSSED
    table.cross(0, "a1")
    assert table.refusal(CROSS, 0, "a1") == SixtoRefusal.CROSSED_ALREADY


def test_a_cross_must_obey_the_rules_of_its_row() -> None:
    table = fixed(1)
    assert table.refusal(CROSS, 0, "a2") == SixtoRefusal.OTHER_NUMBER
    table.cross(0, "a1", "f1")
    table.done(0)
    table.turn("3 1 1 1 1 6", "a8 f2")
    table.roll("1 1 1 1 1 3")
    table.keep()
    assert table.refusal(CROSS, 0, "a2") == SixtoRefusal.LEFT_TO_RIGHT
    assert table.refusal(CROSS, 0, "f12") == SixtoRefusal.TARGET_NEEDS_FOUR


def test_there_are_no_other_boxes_seats_or_moves() -> None:
    state = fixed(2).state
    for colour, place in ((-1, 1), (6, 1), (0, 0), (0, 13)):
        for kind in (CROSS, UNCROSS):
            assert sixto.refusal(state, SixtoMove(kind, 0, colour, place)) == SixtoRefusal.NO_SUCH_BOX
    for seat in (-1, 2):
        assert sixto.refusal(state, SixtoMove(DONE, seat)) == SixtoRefusal.NO_SUCH_SEAT
    for kind in (-1, 6):
        assert sixto.refusal(state, SixtoMove(kind, 0)) == SixtoRefusal.NO_SUCH_MOVE


# What is legal ------------------------------------------------------------------------------------------


def test_legal_moves_before_the_dice_are_fixed_are_the_active_players() -> None:
    table = SixtoTable(2)
    assert sixto.legal(table.state, 0) == [SixtoMove(ROLL, 0)]
    assert sixto.legal(table.state, 1) == []
    table.roll("3 5 1 6 4 2")
    assert sixto.legal(table.state, 0) == [SixtoMove(ROLL, 0), SixtoMove(KEEP, 0)]
    assert sixto.legal(table.state, 1) == []


def test_legal_moves_while_crossing_are_boxes_and_done() -> None:
    table = SixtoTable(2)
    table.roll("3 6 2 6 6 3")
    table.keep()
    everything = [SixtoMove(DONE, 1)] + [
        SixtoMove(CROSS, 1, *BOXES[box]) for box in ("a1", "a8", "b5", "c6", "d1", "d7", "e3", "f5")
    ]
    assert sixto.legal(table.state, 1) == everything
    table.cross(1, "a8")
    after = [
        SixtoMove(UNCROSS, 1, 0, 8) if move == SixtoMove(CROSS, 1, 0, 8) else move for move in everything
    ]
    assert sixto.legal(table.state, 1) == after
    table.done(1)
    assert sixto.legal(table.state, 1) == [SixtoMove(UNDONE, 1)]
    assert len(sixto.legal(table.state, 0)) == 9
    assert sixto.legal(table.state, 2) == sixto.legal(table.state, -1) == [], "nobody sits there"


# Done ---------------------------------------------------------------------------------------------------


def test_who_is_done_crosses_no_more_but_may_withdraw_that_until_the_turn_ends() -> None:
    table = fixed(2)
    table.cross(0, "a1")
    assert table.refusal(UNDONE, 0) == SixtoRefusal.NOT_DONE
    table.done(0)
    assert table.refusal(DONE, 0) == SixtoRefusal.SAID_DONE
    assert table.refusal(CROSS, 0, "f1") == table.refusal(UNCROSS, 0, "a1") == SixtoRefusal.SAID_DONE
    table.undone(0)
    assert table.who_is_done() == []
    table.cross(0, "f1")
    table.done(0)
    assert table.who_is_done() == [0]


def test_when_all_are_done_crosses_become_final_and_the_next_player_is_active() -> None:
    table = fixed(3)
    table.cross(0, "a1", "f1")
    table.cross(2, "d7")
    table.done(2, 0)
    assert table.crosses(0) == ""
    table.done(1)
    assert (table.crosses(0), table.crosses(1), table.crosses(2)) == ("a1 f1", "", "d7")
    assert (table.state.active, table.state.turns, table.state.turn.phase) == (1, 1, ROLLING)
    assert table.half_crosses(0) == ""
    table.turn("1 1 1 1 1 1")
    table.turn("1 1 1 1 1 1")
    assert table.state.active == 0


def test_nobody_has_to_cross_anything() -> None:
    table = fixed(2)
    table.done(0, 1)
    assert table.crosses(0) == table.crosses(1) == ""
    assert not sixto.is_over(table.state)


# Announcing ---------------------------------------------------------------------------------------------


def with_four_in_row_a(seats: int) -> SixtoTable:
    """Seat 0 has crossed a1 a2 a3 a4 and a10; one more cross in the target area closes a."""
    table = SixtoTable(seats)
    table.turn("3 1 1 1 1 2", "a1 f1")
    table.turn("1 1 1 1 1 6", "a2 f2")
    table.turn("5 1 1 1 1 5", "a3 f3")
    table.turn("6 1 1 1 1 1", "a4 f4")
    table.turn("6 1 1 1 1 3", "a10 f5")
    return table


def close_row_a(table: SixtoTable) -> None:
    table.turn("4 1 1 1 1 4", "a11 f6")
    assert members(table.state.closed) == [0]


def announcing(seats: int) -> SixtoTable:
    """The dice are fixed with a 4 for row a: seat 0 can close it with a11."""
    table = with_four_in_row_a(seats)
    table.roll("4 6 6 6 6 6")
    table.keep()
    return table


def test_a_half_cross_that_would_close_a_colour_is_announced_until_it_is_taken_back() -> None:
    table = announcing(2)
    assert announced(table.state) == 0
    table.cross(0, "a11")
    assert members(announced(table.state)) == [0]
    table.uncross(0, "a11")
    assert announced(table.state) == 0


def test_who_was_done_and_could_still_use_that_die_is_asked_again() -> None:
    table = announcing(2)
    table.done(1)
    table.cross(0, "a11")
    assert table.who_is_done() == []
    table.cross(1, "a5")
    table.done(1, 0)
    assert (table.crosses(1), members(table.state.closed)) == ("a5", [0])


def test_who_is_asked_again_may_change_any_of_their_half_crosses() -> None:
    table = announcing(2)
    table.cross(1, "b5")
    table.done(1)
    table.cross(0, "a11")
    table.uncross(1, "b5")
    table.cross(1, "c3")
    assert table.half_crosses(1) == "c3"


def test_who_is_not_done_is_not_asked() -> None:
    table = announcing(3)
    table.done(2)
    table.cross(0, "a11")
    assert table.state.turn.asked[:3] == (0, 0, 1)


def test_who_used_that_die_already_is_not_asked_again() -> None:
    table = announcing(2)
    table.cross(1, "a5")
    table.done(1)
    table.cross(0, "a11")
    assert table.who_is_done() == [1]


def test_who_has_no_legal_box_for_that_die_is_not_asked_again() -> None:
    table = with_four_in_row_a(2)
    table.turn("5 1 1 1 1 1", "", "a7")  # past the 4 at a5, and too few crosses for the 4 at a11
    table.roll("4 6 6 6 6 6")
    table.keep()
    table.done(1)
    table.cross(0, "a11")
    assert table.who_is_done() == [1]


def test_being_asked_stays_even_if_the_announcement_is_taken_back() -> None:
    table = announcing(2)
    table.done(1)
    table.cross(0, "a11")
    table.uncross(0, "a11")
    assert table.who_is_done() == []
    table.done(0)
    assert table.state.turns == 5, "the turn waits for seat 1"
    table.done(1)
    assert (table.state.turns, table.state.closed) == (6, 0)


def test_each_player_is_asked_at_most_once_for_each_colour_in_a_turn() -> None:
    table = announcing(2)
    table.done(1)
    table.cross(0, "a11")
    table.done(1)
    table.uncross(0, "a11")
    table.cross(0, "a11")
    assert table.who_is_done() == [1]


def test_who_said_done_after_one_announcement_is_asked_at_the_next_if_never_before() -> None:
    table = announcing(2)
    table.cross(0, "a11")
    table.uncross(0, "a11")
    table.done(1)
    table.cross(0, "a11")
    assert table.who_is_done() == []


def test_a_new_turn_asks_anew() -> None:
    table = announcing(2)
    table.done(1)
    table.cross(0, "a11")
    table.uncross(0, "a11")
    table.done(0, 1)
    assert table.state.turn.asked == NONE
    table.roll("4 1 1 1 1 1")
    table.keep()
    table.done(1)
    table.cross(0, "a11")
    assert table.who_is_done() == []


def test_a_cross_that_does_not_close_asks_nobody() -> None:
    table = announcing(2)
    table.done(1)
    table.cross(0, "f8")
    assert (table.who_is_done(), table.state.turn.asked) == ([1], NONE)


def announcing_f(seats: int) -> SixtoTable:
    """Seat 0 can close a with a 4 and f with a 5."""
    table = with_four_in_row_a(seats)
    table.turn("1 1 1 1 1 4", "f10")
    table.roll("4 6 6 6 6 5")
    table.keep()
    return table


def test_several_colours_can_be_announced_at_once() -> None:
    table = announcing_f(2)
    table.cross(0, "f11", "a11")
    assert members(announced(table.state)) == [0, 5]
    table.uncross(0, "a11")
    assert members(announced(table.state)) == [5]


def test_being_asked_for_one_colour_does_not_count_for_another() -> None:
    table = announcing_f(2)
    table.done(1)
    table.cross(0, "f11")
    assert members(table.state.turn.asked[1]) == [5]
    table.done(1)
    table.uncross(0, "f11")
    table.cross(0, "f11")
    assert table.who_is_done() == [1]
    table.cross(0, "a11")
    assert table.who_is_done() == []
    assert members(table.state.turn.asked[1]) == [0, 5]


def test_legal_moves_go_on_to_the_end_of_the_target_area() -> None:
    table = with_four_in_row_a(1)
    table.roll("2 2 1 1 1 1")
    table.keep()
    boxes = [(move.colour, move.place) for move in sixto.legal(table.state, 0) if move.kind == CROSS]
    assert (0, 12) in boxes


def with_equal_targets() -> SixtoTable:
    """All target boxes show 5; all three players have crossed places 1 to 4, seats 0 and 1 also a10."""
    table = SixtoTable(3, sheet_of([[1, 2, 3, 4, 6, 6, 6, 6, 6, 5, 5, 5]] * 6))
    for number in (1, 2, 3, 4):
        boxes = " ".join(f"{row}{number}" for row in "abcdef")
        table.turn(" ".join([str(number)] * 6), boxes, boxes, boxes)
    table.turn("5 5 5 5 5 5", "a10", "a10", "")
    table.roll("5 5 5 5 5 5")
    table.keep()
    return table


def test_a_half_cross_that_moves_within_the_target_area_is_announced_anew() -> None:
    table = with_equal_targets()
    table.cross(0, "a11")
    table.done(2)
    table.cross(0, "a12")
    assert table.who_is_done() == []


def test_a_second_player_who_would_close_announces_too() -> None:
    table = with_equal_targets()
    table.cross(0, "a11")
    table.done(0, 2)
    table.cross(1, "a12")
    assert table.who_is_done() == [0], "seat 2 is asked; seat 0 has used that die"
    assert members(announced(table.state)) == [0]


def test_a_first_cross_in_the_target_area_closes_nothing_and_asks_nobody() -> None:
    table = with_equal_targets()
    table.done(0)
    table.cross(2, "a12", "b10")
    assert (table.who_is_done(), announced(table.state)) == ([0], 0)


# Closing ------------------------------------------------------------------------------------------------


def test_colours_closed_in_a_turn_are_closed_for_everybody_from_the_next() -> None:
    table = announcing(2)
    table.cross(0, "a11")
    table.done(0, 1)
    assert members(table.state.closed) == [0]
    table.roll("0 1 1 1 1 1")
    table.keep()
    assert table.refusal(CROSS, 1, "a1") == SixtoRefusal.DIE_GONE
    assert announced(table.state) == 0


def test_a_box_12_does_not_close_a_row_alone() -> None:
    table = SixtoTable(2)
    for a, mine in (("3", "a1"), ("1", "a2"), ("5", "a3"), ("6", "a4"), ("2", "a12")):
        table.turn(f"{a} 1 1 1 1 1", mine)
    assert table.state.closed == 0
    table.roll("2 1 1 1 1 1")
    table.keep()
    assert table.refusal(CROSS, 0, "a12") == SixtoRefusal.LEFT_TO_RIGHT
    assert table.refusal(CROSS, 1, "a6") == SixtoRefusal.FINE, "the row stays open for others"


# The end ------------------------------------------------------------------------------------------------

EXAMPLE = {
    "a": [1, 2, 4, 8, 9],
    "b": [1, 4, 9],
    "c": [2, 3, 4, 5, 8, 10, 11],
    "d": [1, 4, 7, 9, 12],
    "e": [1, 4, 5, 6, 7, 8],
    "f": [1, 4, 7, 8, 10, 11],
}


def with_crosses(state: SixtoState, *rows: tuple[int, ...]) -> SixtoState:
    """The same table with these crosses on its sheets, for scoring."""
    return state._replace(crosses=rows + (NONE,) * (6 - len(rows)))


def places(*of_rows: list[int]) -> tuple[int, ...]:
    return tuple(sum(1 << place for place in row) for row in of_rows)


def test_the_scored_example() -> None:
    score = sixto.score(with_crosses(SixtoTable(1).state, places(*EXAMPLE.values())), 0)
    assert score.rows == (15, 5, 28, 15, 21, 21)
    assert score.columns == (15, 0, -5, 21, 0, -5, 5, 10, 5)
    assert (score.total, score.crosses) == (151, 32)


def test_the_target_columns_do_not_score() -> None:
    row = [1, 2, 3, 4, 10, 11]
    score = sixto.score(with_crosses(SixtoTable(1).state, places(row, row, [], [], [], [])), 0)
    assert score.rows == (21, 21, 0, 0, 0, 0)
    assert score.columns == (0,) * 9


def test_solo_ends_after_a_turn_with_fewer_than_two_dice_used() -> None:
    table = SixtoTable(1)
    table.turn("3 5 1 6 4 2", "a1 f1")
    assert not sixto.is_over(table.state)
    table.turn("1 1 1 1 1 1", "a2")
    assert table.state.ends == SOLO_END
    assert members(sixto.winners(table.state)) == [0]


def test_with_others_at_the_table_few_dice_used_end_nothing() -> None:
    table = SixtoTable(2)
    table.turn("1 1 1 1 1 1")
    assert not sixto.is_over(table.state)


def test_after_the_end_every_move_is_refused() -> None:
    table = SixtoTable(1)
    table.turn("3 5 1 6 4 2")
    assert sixto.is_over(table.state)
    assert {table.refusal(kind, 0) for kind in range(6)} == {SixtoRefusal.GAME_OVER}
    assert sixto.legal(table.state, 0) == []


def over(*rows: tuple[int, ...]) -> SixtoState:
    """A finished game of as many seats as there are sheets of crosses."""
    state = SixtoTable(len(rows)).state
    return with_crosses(state, *rows)._replace(ends=DICE_END)


def test_most_points_wins() -> None:
    three, six = places([1, 2, 3], [], [], [], [], []), places([1, 2, 3, 4, 5, 6], [], [], [], [], [])
    assert members(sixto.winners(over(three, six, three))) == [1]
    assert members(sixto.winners(over(six, three))) == [0]


def test_a_tie_goes_to_most_crosses() -> None:
    nothing = places([], [], [], [], [], [])
    square = places([1, 2], [1, 2], [], [], [], [])  # four pairs: 0 points with 4 crosses
    assert sixto.score(over(square), 0).total == sixto.score(over(nothing), 0).total == 0
    assert members(sixto.winners(over(nothing, square))) == [1]
    assert members(sixto.winners(over(square, nothing))) == [0]


def test_still_a_tie_is_shared() -> None:
    square = places([1, 2], [1, 2], [], [], [], [])
    nothing = places([], [], [], [], [], [])
    assert members(sixto.winners(over(square, nothing, square))) == [0, 2]


def test_nobody_wins_before_the_end_and_minus_points_can_win() -> None:
    one, two = places([1], [], [], [], [], []), places([1], [2], [], [], [], [])
    state = over(two, one)
    assert sixto.score(state, 1).total == -10
    assert members(sixto.winners(state)) == [1]
    assert sixto.winners(state._replace(ends=0)) == 0
