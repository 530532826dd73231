"""Streaks of the daily challenge: against the definition, tried out in every way."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sixes.play.daily import month_of
from sixes.play.streaks import RESTS, Streak, streak

DAYS = st.sets(st.integers(min_value=1, max_value=100))
TODAY = st.integers(min_value=1, max_value=110)
DECEMBER = 31
"""The number of the first day of a month."""


def is_streak(finished: set[int], first: int, last: int, waiting: set[int]) -> bool:
    """The definition: from a finished day on, each month has at most two missed ones."""
    missed = Counter(month_of(day) for day in range(first, last) if day not in finished | waiting)
    return all(count <= RESTS for count in missed.values())


def longest_until(finished: set[int], last: int, waiting: set[int]) -> int:
    """The most days of a streak that has not ended before a day."""
    starts = [day for day in finished if day <= last and is_streak(finished, day, last, waiting)]
    return max((sum(start <= day <= last for day in finished) for start in starts), default=0)


@given(DAYS, TODAY, st.sets(st.integers(min_value=1, max_value=100), max_size=3))
def test_it_is_what_the_definition_says(finished: set[int], today: int, waiting: set[int]) -> None:
    known = {day for day in finished if day <= today}
    told = streak(finished, today, waiting)
    assert told.current == longest_until(known, today, waiting)
    assert told.longest == max((longest_until(known, day, waiting) for day in known), default=0)


@given(DAYS, TODAY)
def test_playing_today_never_shortens_it(finished: set[int], today: int) -> None:
    before, after = streak(finished - {today}, today), streak(finished | {today}, today)
    assert after.current == before.current + 1
    assert after.longest >= before.longest
    assert after.rests == before.rests


@given(DAYS, TODAY)
def test_it_follows_from_the_days_alone(finished: set[int], today: int) -> None:
    """In whatever order and however often they are told, on whatever phone."""
    assert streak(sorted(finished), today) == streak([*sorted(finished, reverse=True), *finished], today)


def test_two_days_of_each_month_may_be_missed() -> None:
    all_days = set(range(1, DECEMBER + 30))
    assert streak(all_days - {5, 9}, 20) == Streak(18, 18, 0)
    assert streak(all_days - {5, 9, 12}, 20) == Streak(13, 13, 0)
    assert streak(all_days - {29, 30, 31, 32}, 40).current == 36
    assert streak(all_days - {29, 30, 31, 32, 33}, 40).current < 36


def test_today_is_missed_only_when_it_is_over() -> None:
    assert streak({1, 2, 3}, 4) == Streak(3, 3, 2)
    assert streak({1, 2, 3}, 5) == Streak(3, 3, 1)
    assert streak({1, 2, 3}, 5, waiting={4}) == Streak(3, 3, 2)
    assert streak({1, 2, 3}, 7) == Streak(0, 3, 2)
    assert streak(set(), 7) == Streak(0, 0, 2)
