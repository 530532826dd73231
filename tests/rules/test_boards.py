"""Sixem on paper: the 14 lines, the patterns of the spinner, and who is ahead."""

import pytest

from sixes.rules.boards import (
    DIAGONAL,
    HORIZONTAL,
    VERTICAL,
    Lines,
    after_round,
    cell_name,
    cell_of,
    line_count,
    lines_of,
    matches,
    matching,
    most_lines,
    numbers_on,
    shows_one_to_six,
)
from sixes.rules.six import members
from sixes.rules.spinner import SPINNER, Pattern
from tests.tables import board_of

FULL = board_of("XXXXXX " * 6)
ROW_A = board_of("a1 a2 a3 a4 a5 a6")
COLUMN_1 = board_of("a1 b1 c1 d1 e1 f1")
FALLING, RISING = board_of("a1 b2 c3 d4 e5 f6"), board_of("a6 b5 c4 d3 e2 f1")


def test_a_cell_is_colour_and_number() -> None:
    names = [cell_name(colour, number) for colour in range(6) for number in range(1, 7)]
    assert names[:7] == ["a1", "a2", "a3", "a4", "a5", "a6", "b1"]
    assert len({cell_of(colour, number) for colour in range(6) for number in range(1, 7)}) == 36


def test_there_are_14_lines() -> None:
    assert len(HORIZONTAL) == len(VERTICAL) == 6
    assert DIAGONAL == (FALLING, RISING)
    assert len({*HORIZONTAL, *VERTICAL, *DIAGONAL}) == 14
    assert all(line.bit_count() == 6 for line in (*HORIZONTAL, *VERTICAL, *DIAGONAL))
    assert HORIZONTAL[0] == ROW_A
    assert VERTICAL[0] == COLUMN_1
    assert lines_of(FULL) == Lines(6, 6, 2)
    assert line_count(FULL) == 14


def test_a_line_needs_all_its_six_cells() -> None:
    assert lines_of(ROW_A) == Lines(1, 0, 0)
    assert lines_of(COLUMN_1 | FALLING) == Lines(0, 1, 1)
    assert lines_of(ROW_A & ~board_of("a4")) == Lines(0, 0, 0)
    assert line_count(ROW_A | COLUMN_1 | RISING) == 3
    assert line_count(0) == 0


def test_the_spinner_has_eleven_patterns() -> None:
    assert SPINNER == (
        Pattern(horizontal=1, vertical=0, diagonal=0, any=0),
        Pattern(horizontal=0, vertical=1, diagonal=0, any=0),
        Pattern(horizontal=0, vertical=0, diagonal=1, any=0),
        Pattern(horizontal=0, vertical=0, diagonal=0, any=1),
        Pattern(horizontal=2, vertical=0, diagonal=0, any=0),
        Pattern(horizontal=0, vertical=2, diagonal=0, any=0),
        Pattern(horizontal=0, vertical=0, diagonal=2, any=0),
        Pattern(horizontal=1, vertical=1, diagonal=0, any=0),
        Pattern(horizontal=1, vertical=0, diagonal=1, any=0),
        Pattern(horizontal=0, vertical=1, diagonal=1, any=0),
        Pattern(horizontal=0, vertical=0, diagonal=0, any=2),
    )


@pytest.mark.parametrize(
    ("board", "pattern", "match"),
    [
        (ROW_A, Pattern(1, 0, 0, 0), True),
        (ROW_A, Pattern(0, 1, 0, 0), False),
        (ROW_A, Pattern(0, 0, 1, 0), False),
        (ROW_A, Pattern(0, 0, 0, 1), True),
        (ROW_A, Pattern(2, 0, 0, 0), False),
        (COLUMN_1, Pattern(0, 1, 0, 0), True),
        (RISING, Pattern(0, 0, 1, 0), True),
        (ROW_A | COLUMN_1, Pattern(1, 1, 0, 0), True),
        (ROW_A | COLUMN_1, Pattern(1, 0, 1, 0), False),
        (ROW_A | COLUMN_1, Pattern(0, 1, 1, 0), False),
        (ROW_A | COLUMN_1, Pattern(0, 0, 0, 2), True),
        (ROW_A | COLUMN_1, Pattern(1, 0, 0, 1), True),
        (ROW_A, Pattern(1, 0, 0, 1), False),
        (ROW_A | COLUMN_1 | FALLING, Pattern(1, 0, 0, 0), True),
        (ROW_A | COLUMN_1 | FALLING, Pattern(1, 1, 1, 1), False),
        (FULL, Pattern(6, 6, 2, 0), True),
        (FULL, Pattern(7, 0, 0, 0), False),
        (FULL, Pattern(0, 0, 0, 14), True),
        (FULL, Pattern(6, 6, 2, 1), False),
    ],
)
def test_a_pattern_asks_for_at_least_so_many_lines(board: int, pattern: Pattern, match: bool) -> None:
    assert matches(board, pattern) == match


def test_dice_in_hand_show_nothing() -> None:
    assert members(numbers_on((1, 1, 3, 0, 6, 0))) == [1, 3, 6]
    assert numbers_on((0, 0, 0, 0, 0, 0)) == 0


def test_1_to_6_means_each_number_once() -> None:
    assert shows_one_to_six((3, 6, 1, 2, 5, 4))
    assert not shows_one_to_six((1, 2, 3, 4, 5, 5))
    assert not shows_one_to_six((1, 2, 3, 4, 5, 0))


def test_who_matches_and_who_has_most_lines() -> None:
    boards = (ROW_A, COLUMN_1, ROW_A | COLUMN_1, 0, 0, FULL)
    one_row = Pattern(1, 0, 0, 0)
    assert members(matching(boards, 6, one_row)) == [0, 2, 5]
    assert members(matching(boards, 3, one_row)) == [0, 2]
    assert members(most_lines(boards, 0b000111)) == [2]
    assert members(most_lines(boards, 0b000011)) == [0, 1]
    assert members(most_lines(boards, 0b011000)) == [3, 4]
    assert members(most_lines(boards, 0b100001)) == [5]
    assert most_lines(boards, 0) == 0


ONE_ROW = Pattern(1, 0, 0, 0)


def test_nobody_matches_and_the_game_goes_on() -> None:
    assert after_round((COLUMN_1, 0, 0, 0, 0, 0), 2, ONE_ROW, 0) == (0, 0)


def test_who_alone_matches_wins_even_with_fewer_lines() -> None:
    two_columns = COLUMN_1 | board_of("a2 b2 c2 d2 e2 f2")
    assert after_round((two_columns, ROW_A, 0, 0, 0, 0), 2, ONE_ROW, 0) == (0b10, 0)


def test_of_several_that_match_most_lines_of_all_kinds_wins() -> None:
    boards = (ROW_A, ROW_A | COLUMN_1, COLUMN_1 | FALLING | RISING, 0, 0, 0)
    assert after_round(boards, 3, ONE_ROW, 0) == (0b010, 0)


def test_those_tied_at_the_top_go_on_alone() -> None:
    boards = (ROW_A | COLUMN_1, ROW_A, ROW_A | FALLING, 0, 0, 0)
    assert after_round(boards, 3, ONE_ROW, 0) == (0, 0b101)


def test_all_of_them_go_on_until_one_has_more_lines_than_each_other_one() -> None:
    tied = 0b0111
    ahead_together = (ROW_A | COLUMN_1, ROW_A | COLUMN_1, 0, FULL, 0, 0)
    assert after_round(ahead_together, 4, ONE_ROW, tied) == (0, tied), "also the one who fell behind"
    one_ahead = (ROW_A, ROW_A | COLUMN_1, 0, FULL, 0, 0)
    assert after_round(one_ahead, 4, ONE_ROW, tied) == (0b0010, 0)


def test_what_the_spinner_said_no_longer_matters_after_a_tie() -> None:
    assert after_round((COLUMN_1, 0, 0, 0, 0, 0), 2, ONE_ROW, 0b11) == (0b01, 0)
