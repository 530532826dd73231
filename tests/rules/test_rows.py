"""Sixto on paper: what may be crossed in a row, what closes it, and what crosses are worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.rules.rows import (
    DICE_END,
    PLAYER_END,
    POINTS,
    SOLO_END,
    SixtoRefusal,
    box_refusal,
    boxes_showing,
    closed_colours,
    closes,
    column_points,
    dice_used,
    die_refusal,
    ends_that_hold,
    is_stuck,
    legal_boxes,
    made_final,
    passed,
    row_points,
)
from sixes.rules.sheets import SHEETS, sheet_of
from sixes.rules.six import NONE

ROW_A = SHEETS["A"][0]  # 3 1 5 6 4 2 5 3 1 | 6 4 2

rows = st.lists(st.integers(1, 6), min_size=12, max_size=12).map(lambda numbers: sheet_of([numbers] * 6)[0])
crosses = st.sets(st.integers(1, 12)).map(lambda places: sum(1 << place for place in places))


def at(*places: int) -> int:
    return sum(1 << place for place in places)


def test_a_die_crosses_a_box_of_its_row_that_shows_its_number() -> None:
    assert legal_boxes(ROW_A, at(), 3) == at(1, 8)
    assert box_refusal(ROW_A, at(), 3, 1) == SixtoRefusal.FINE
    assert box_refusal(ROW_A, at(), 3, 8) == SixtoRefusal.FINE
    assert box_refusal(ROW_A, at(), 3, 2) == SixtoRefusal.OTHER_NUMBER


def test_the_numbers_of_a_row_stand_at_their_places() -> None:
    assert [boxes_showing(ROW_A, number) for number in range(1, 7)] == [
        at(2, 9),
        at(6, 12),
        at(1, 8),
        at(5, 11),
        at(3, 7),
        at(4, 10),
    ]
    assert boxes_showing(ROW_A, 0) == 0


def test_boxes_are_crossed_left_to_right_never_at_or_left_of_the_rightmost_cross() -> None:
    assert legal_boxes(ROW_A, at(1), 3) == at(8)
    assert box_refusal(ROW_A, at(1), 3, 1) == SixtoRefusal.LEFT_TO_RIGHT
    assert box_refusal(ROW_A, at(2), 3, 1) == SixtoRefusal.LEFT_TO_RIGHT
    assert box_refusal(ROW_A, at(8), 3, 8) == SixtoRefusal.LEFT_TO_RIGHT
    assert legal_boxes(ROW_A, at(8), 3) == at()


@pytest.mark.parametrize("rightmost", range(1, 13))
def test_passed_are_all_boxes_up_to_the_rightmost_cross(rightmost: int) -> None:
    assert passed(at(rightmost)) | 1 == at(*range(rightmost + 1))
    assert passed(at(*{1, rightmost})) | 1 == at(*range(rightmost + 1))


def test_the_target_area_needs_four_crosses_in_the_field_before() -> None:
    assert box_refusal(ROW_A, at(1, 2, 3), 6, 10) == SixtoRefusal.TARGET_NEEDS_FOUR
    assert box_refusal(ROW_A, at(1, 2, 3), 2, 12) == SixtoRefusal.TARGET_NEEDS_FOUR
    assert legal_boxes(ROW_A, at(1, 2, 3), 6) == at(4)
    assert box_refusal(ROW_A, at(1, 2, 3, 4), 6, 10) == SixtoRefusal.FINE
    assert legal_boxes(ROW_A, at(1, 2, 3, 4), 6) == at(10)


def test_crosses_in_the_target_area_do_not_count_towards_the_four() -> None:
    assert box_refusal(ROW_A, at(1, 2, 3, 10), 4, 11) == SixtoRefusal.TARGET_NEEDS_FOUR


def test_the_ninth_box_is_field_and_the_tenth_is_target() -> None:
    assert box_refusal(ROW_A, at(), 1, 9) == SixtoRefusal.FINE
    assert box_refusal(ROW_A, at(), 6, 10) == SixtoRefusal.TARGET_NEEDS_FOUR


def test_a_die_out_of_the_game_crosses_nothing() -> None:
    assert box_refusal(ROW_A, at(), 0, 1) == SixtoRefusal.DIE_GONE
    assert legal_boxes(ROW_A, at(), 0) == at()


def test_a_die_shows_1_to_6_in_the_game_and_0_out_of_it() -> None:
    closed_b = 1 << 1
    assert [die_refusal(closed_b, 0, number) for number in (0, 1, 6, 7, -1)] == [
        SixtoRefusal.DIE_NUMBER,
        SixtoRefusal.FINE,
        SixtoRefusal.FINE,
        SixtoRefusal.DIE_NUMBER,
        SixtoRefusal.DIE_NUMBER,
    ]
    assert die_refusal(closed_b, 1, 0) == SixtoRefusal.FINE
    assert die_refusal(closed_b, 1, 1) == SixtoRefusal.DIE_GONE


@pytest.mark.parametrize("two", [(10, 11), (10, 12), (11, 12)])
def test_any_two_of_the_three_target_boxes_close_the_colour(two: tuple[int, int]) -> None:
    assert closes(at(1, 2, 3, 4, *two))
    assert not closes(at(1, 2, 3, 4, two[0]))
    assert not closes(at(1, 2, 3, 4, 8, 9, two[1]))


def test_a_row_is_stuck_with_box_12_or_with_the_field_passed_too_thinly() -> None:
    assert is_stuck(at(1, 2, 3, 4, 12))
    assert is_stuck(at(9))
    assert is_stuck(at(1, 2, 9))
    assert not is_stuck(at(1, 2, 3, 9))
    assert not is_stuck(at(1, 2, 8))
    assert not is_stuck(at(1, 2, 3, 4, 11))
    assert not is_stuck(at())


def test_points_for_crosses() -> None:
    assert POINTS == (0, -5, 0, 5, 10, 15, 21, 28, 36, 45, 55, 66)
    for count, points in enumerate(POINTS):
        assert row_points(at(*range(1, count + 1))) == points


def test_a_row_counts_field_and_target_and_a_column_counts_all_rows() -> None:
    assert row_points(at(1, 2, 3, 4, 10, 12)) == 21
    sheet = (at(1, 9), at(1), at(1), at(2), at(), at(1, 9))
    assert [column_points(sheet, column) for column in range(1, 10)] == [10, -5, 0, 0, 0, 0, 0, 0, 0]


def test_half_crosses_become_final_row_by_row() -> None:
    assert made_final((1, 2, 4, 8, 16, 32), (64, 0, 64, 64, 0, 64)) == (65, 2, 68, 72, 16, 96)


def test_a_colour_closed_by_anybody_is_closed_for_everybody() -> None:
    closing, open_row = at(1, 2, 3, 4, 10, 11), at(1, 2, 3, 4, 10)
    mine = (closing, open_row, 0, 0, 0, 0)
    theirs = (closing, 0, 0, 0, 0, closing)
    assert closed_colours(2, (mine, theirs, NONE, NONE, NONE, NONE)) == 0b100001
    assert closed_colours(1, (mine, theirs, NONE, NONE, NONE, NONE)) == 0b000001


def test_dice_used_are_the_rows_with_a_half_cross() -> None:
    assert dice_used(NONE) == 0
    assert dice_used((at(12), 0, at(1), 0, 0, at(3))) == 3


def test_the_ends_that_hold_after_a_turn() -> None:
    fresh = (NONE,) * 6
    assert ends_that_hold(2, fresh, 0b000011, 0) == 0
    assert ends_that_hold(2, fresh, 0b000111, 0) == DICE_END
    assert ends_that_hold(2, fresh, 0b001111, 0) == DICE_END
    assert ends_that_hold(1, fresh, 0, 2) == 0
    assert ends_that_hold(1, fresh, 0, 1) == SOLO_END
    assert ends_that_hold(2, fresh, 0, 1) == 0


def test_somebody_is_stuck_when_each_row_is_closed_or_at_box_12_or_passed_too_thinly() -> None:
    at_12, thin, open_row = at(1, 2, 3, 4, 12), at(1, 9), at(1, 2, 3, 4)
    stuck = (at_12, thin, open_row, thin, at_12, thin)
    closed_c = 1 << 2
    assert ends_that_hold(3, (NONE, NONE, stuck, NONE, NONE, NONE), closed_c, 6) == PLAYER_END
    assert ends_that_hold(3, (NONE, NONE, stuck, NONE, NONE, NONE), 0, 6) == 0
    assert ends_that_hold(2, (NONE, NONE, stuck, NONE, NONE, NONE), closed_c, 6) == 0
    assert ends_that_hold(1, (stuck, NONE, NONE, NONE, NONE, NONE), closed_c | 0b11, 1) == (
        DICE_END | PLAYER_END | SOLO_END
    )


@given(rows, crosses, st.integers(0, 6))
def test_a_box_is_legal_exactly_if_it_is_not_refused(row: int, crossed: int, number: int) -> None:
    legal = legal_boxes(row, crossed, number)
    for place in range(1, 13):
        assert (legal >> place & 1 == 1) == (box_refusal(row, crossed, number, place) == SixtoRefusal.FINE)


@given(rows, crosses)
def test_a_row_is_stuck_exactly_if_no_number_has_a_legal_box(row: int, crossed: int) -> None:
    assert is_stuck(crossed) == all(legal_boxes(row, crossed, number) == 0 for number in range(1, 7))
