"""The twelve sheets of Sixto, and sheets of one's own."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.rules.sheets import (
    BOXES,
    LETTERS,
    PRINTED,
    SHEETS,
    box_name,
    rows_of,
    same_letter,
    sheet_of,
)

NUMBERS = [1, 2, 3, 4, 5, 6]


def test_sheet_a_is_the_one_in_the_box() -> None:
    assert rows_of(SHEETS["A"]) == [
        [3, 1, 5, 6, 4, 2, 5, 3, 1, 6, 4, 2],
        [5, 4, 1, 2, 6, 3, 4, 5, 2, 1, 3, 6],
        [1, 5, 6, 4, 3, 2, 6, 1, 3, 5, 2, 4],
        [6, 3, 4, 1, 2, 5, 6, 4, 3, 2, 1, 5],
        [4, 2, 6, 5, 1, 3, 4, 2, 3, 5, 6, 1],
        [2, 6, 5, 1, 3, 4, 1, 6, 2, 4, 5, 3],
    ]


def test_no_letter_changes_its_numbers() -> None:
    """Games on paper and in records go by the letters: golden/sheets.json is never made anew."""
    frozen = json.loads((Path(__file__).parents[1] / "golden" / "sheets.json").read_text(encoding="utf-8"))
    assert frozen == PRINTED


def test_there_are_twelve_different_sheets_a_to_l() -> None:
    assert "".join(SHEETS) == LETTERS == "ABCDEFGHIJKL"
    assert all(one != other for one, other in combinations(SHEETS.values(), 2))


@pytest.mark.parametrize("letter", LETTERS)
def test_all_sheets_are_of_the_same_make(letter: str) -> None:
    rows = rows_of(SHEETS[letter])
    for row in rows:
        assert sorted(row[:6]) == sorted(row[6:]) == NUMBERS
        assert row[5] != row[6]
    for column in zip(*rows, strict=True):
        assert max(column.count(number) for number in NUMBERS) <= 3


@given(st.lists(st.lists(st.integers(1, 6), min_size=12, max_size=12), min_size=6, max_size=6))
def test_any_six_rows_of_twelve_numbers_make_a_sheet_of_ones_own(rows: list[list[int]]) -> None:
    assert rows_of(sheet_of(rows)) == rows


@pytest.mark.parametrize(
    "rows",
    [
        [[1] * 12] * 5,
        [[1] * 12] * 7,
        [[1] * 11] * 6,
        [[1] * 12] * 5 + [[1] * 13],
        [[1] * 12] * 5 + [[0] + [1] * 11],
        [[1] * 12] * 5 + [[1] * 11 + [7]],
    ],
)
def test_anything_else_is_no_sheet(rows: list[list[int]]) -> None:
    with pytest.raises(ValueError, match=r"^a sheet has 6 rows of 12 numbers from 1 to 6$"):
        sheet_of(rows)


def test_no_two_players_use_the_same_letter_but_sheets_of_ones_own_may_be_equal() -> None:
    assert same_letter(["A", "B", "C"]) == -1
    assert same_letter(["A", "B", "A", "B"]) == 2
    assert same_letter([None, "A", None, None]) == -1


def test_a_box_is_written_row_and_place() -> None:
    assert len(BOXES) == 72
    assert BOXES["a1"] == (0, 1)
    assert BOXES["f12"] == (5, 12)
    assert [box_name(*where) for where in BOXES.values()] == list(BOXES)
