"""Streaks of the daily challenge, told from the days that somebody finished: nothing is ever counted up.

Two days of each month may be missed. So a streak is finished days in a row, between which no month has more
than two missed ones.
"""

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from sixes.play.daily import month_of

RESTS = 2
"""Days of each month that can be missed."""


class Streak(NamedTuple):
    current: int
    """Days finished in a row until today."""
    longest: int
    rests: int
    """Days that can still be missed in this month without an end of the current one."""


class Run:
    """The longest streak that ends with the last day added."""

    def __init__(self, waiting: Collection[int]) -> None:
        """A day in `waiting` can still be finished, so it does not count as missed."""
        self.days: deque[int] = deque()
        self.missed: Counter[tuple[int, int]] = Counter()
        self._waiting = waiting

    def reach(self, day: int) -> None:
        """Miss all days between the last one and this; drop days in front until these are rests."""
        if self.days:
            self.missed.update(self._months(self.days[-1], day))
        while self.days and max(self.missed.values(), default=0) > RESTS:
            first = self.days.popleft()
            self.missed.subtract(self._months(first, self.days[0] if self.days else day))

    def _months(self, after: int, before: int) -> Iterator[tuple[int, int]]:
        return (month_of(day) for day in range(after + 1, before) if day not in self._waiting)


def streak(finished: Iterable[int], today: int, waiting: Collection[int] = ()) -> Streak:
    """The streak of somebody who finished these days; today is missed only when it is over."""
    run, longest = Run(waiting), 0
    for day in sorted(set(finished)):
        if day > today:
            break
        if run.days and day > run.days[-1] + 1:
            longest = max(longest, len(run.days))
            run.reach(day)
        run.days.append(day)
    longest = max(longest, len(run.days))
    if run.days and run.days[-1] < today:
        run.reach(today)
    return Streak(len(run.days), longest, RESTS - run.missed[month_of(today)])
