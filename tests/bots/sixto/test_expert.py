"""Sixto's expert: what it works with, and what it does where it matters."""

import sys
import zlib
from importlib import resources
from types import FrameType

import pytest

from sixes.bots import make
from sixes.bots.sixto.expert import TABLE_SIZES, VALUES, DamagedValues, read_model, shipped_model, table_size
from sixes.bots.sixto.features import SIZE
from sixes.bots.sixto.search import value_of
from sixes.rules.sheets import SHEETS, sheet_of
from tests.tables import SixtoTable

EQUAL = sheet_of([[row] * 12 for row in range(1, 7)])
TWO_MEGABYTES = 2_000_000


def test_learnt_values_are_small_data_of_the_package() -> None:
    stored = (resources.files("sixes.bots.sixto") / VALUES).read_bytes()
    assert len(stored) <= TWO_MEGABYTES
    solo, table_weights = shipped_model()
    assert len(solo.first) == len(solo.second) == SIZE
    assert len(table_weights) == TABLE_SIZES


@pytest.mark.parametrize(
    ("stored", "why"),
    [
        (b"values", "these are no learnt values"),
        (zlib.compress(b"abc"), "these are no learnt values"),
        (zlib.compress(b"abcd"), "these values are of another make"),
    ],
)
def test_damaged_values_are_told(stored: bytes, why: str) -> None:
    with pytest.raises(DamagedValues, match=why):
        read_model(stored)


def test_each_number_of_seats_is_some_company() -> None:
    assert [table_size(seats) for seats in range(2, 7)] == [0, 1, 1, 2, 2]


@pytest.mark.parametrize("sheet", [EQUAL, sheet_of([[1, 2] * 6] * 6), SHEETS["A"]])
def test_a_decision_looks_at_a_thousand_crossings_at_most(sheet: tuple[int, ...]) -> None:
    """However often a number stands in a row."""
    table = SixtoTable(1, sheet)
    table.roll("1 2 3 4 5 6")
    looked = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal looked
        looked += event == "call" and frame.f_code is value_of.__code__

    sys.setprofile(count)
    try:
        make("expert", "sixto", 0).choose(table.state, 0)
    finally:
        sys.setprofile(None)
    assert 0 < looked <= 1000
