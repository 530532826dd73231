"""The verdict on dice is that of the chi-square test with five degrees of freedom."""

import random

import pytest

from sixes.coach.bot_points import bot_points
from sixes.coach.chance import chance_of, tail

# Quantiles as printed in tables: the chance, and the value that is exceeded so often.
PRINTED = [(0.95, 1.145), (0.5, 4.351), (0.1, 9.236), (0.05, 11.070), (0.01, 15.086), (0.001, 20.515)]


@pytest.mark.parametrize(("p", "x"), PRINTED)
def test_the_tail_has_the_printed_quantiles(p: float, x: float) -> None:
    assert tail(x) == pytest.approx(p, abs=1e-4, rel=1e-3)
    assert tail(0) == 1


def test_verdicts_change_where_they_should() -> None:
    assert chance_of([4, 5, 5, 5, 5, 5]).verdict == "few"
    assert chance_of([100] * 6) == (1.0, "usual")
    # Chi-square 11 and 11.2: on either side of the 95% interval.
    assert chance_of([100, 100, 100, 100, 125, 75]).verdict == "unusual"
    assert chance_of([100, 100, 100, 100, 123, 77]).verdict == "usual"
    assert chance_of([100, 100, 100, 100, 130, 70]).verdict == "rare"


def test_fair_dice_are_unusual_one_time_in_twenty() -> None:
    chance, odd = random.Random(5), 0
    for _ in range(2000):
        rolled = chance.choices(range(6), k=600)
        odd += chance_of([rolled.count(face) for face in range(6)]).verdict != "usual"
    assert 70 <= odd <= 130


def test_the_points_of_bots_are_there_for_every_number_of_seats() -> None:
    table = bot_points()
    assert set(table) == set("123456")
    for levels in table.values():
        assert set(levels) == {"random", "nearest", "steady", "expert"}
        for level in levels.values():
            assert sum(level.counts) == pytest.approx(1000, abs=3)
    assert mean_of(table["1"]["expert"]) == pytest.approx(247, abs=2)  # as docs/bots.md has it


def mean_of(histogram: object) -> float:
    start, counts = histogram.start, histogram.counts  # type: ignore[attr-defined]
    return float(sum((start + 10 * at + 4.5) * count for at, count in enumerate(counts)) / sum(counts))
