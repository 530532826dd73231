"""The daily challenge: every day one game of Sixto alone, on the same sheet and with the same dice for all.

Days are those of UTC, numbered from 1 on 1 November 2026. A try can begin on its day and then has 24 hours,
so two days after its beginning a day is closed: only then is its seed published. Players add nothing to
these dice, or they would not be the same for all; instead seeds are promised long before, in a chain.
"""

import hashlib
import re
from datetime import UTC, datetime

from sixes.play.beginning import SharedDice
from sixes.play.commands import SheetRows
from sixes.play.days import DAY
from sixes.play.options import Options
from sixes.play.sixto.sheets import sheet_numbers
from sixes.rules.sheets import SHEETS

BEFORE_THE_FIRST = 20_757
"""Days from 1 January 1970 to the day before the first."""
TRY_TIME = DAY
"""Milliseconds in which a try that counts can be played."""
PROMISED = 30
"""Days ahead for which seeds are promised."""
FIRST_LINK = hashlib.sha256(b"Sixes: the promises of the daily challenge").hexdigest()
"""What stands before the first link of a server's chain."""
COUNTED_OF_A_WEEK = 5
"""Days of seven that count for a week."""
DICE_NAME = re.compile(r"daily-([1-9][0-9]{0,6})")


def day_at(now: int) -> int:
    """The number of the day at a time in milliseconds since 1970; below 1 there is no challenge."""
    return now // DAY - BEFORE_THE_FIRST


def begins(day: int) -> int:
    """When a day begins, in milliseconds since 1970."""
    return (day + BEFORE_THE_FIRST) * DAY


def closes(day: int) -> int:
    """When no try of a day can be under way any more, and its seed is published."""
    return begins(day) + DAY + TRY_TIME


def is_closed(day: int, now: int) -> bool:
    return now >= closes(day)


def letter_of(day: int) -> str:
    """The sheet of a day: all of them in turn."""
    letters = list(SHEETS)
    return letters[(day - 1) % len(letters)]


def sheet_of_day(day: int) -> SheetRows:
    return sheet_numbers(SHEETS[letter_of(day)])


def dice_of(day: int) -> SharedDice:
    """The dice of a day: those of one seat that adds nothing."""
    return SharedDice(f"daily-{day}", (None,))


def day_of_dice(game: str) -> int | None:
    """The day to whose dice a label belongs; None for the dice of another game."""
    named = DICE_NAME.fullmatch(game)
    return int(named[1]) if named else None


def options_of(day: int, practice: bool) -> Options:
    """What is agreed at the table of a try."""
    return Options("sixto", 1, spectators=False, timer=0, hints=False, daily=day, practice=practice)


def is_allowed(options: Options, bots: int) -> bool:
    """Whether options that name a day, or practice, are those of a try."""
    if options.daily is None:
        return not options.practice
    return bots == 0 and options == options_of(options.daily, options.practice)


def next_link(before: str, day: int, promise: str) -> str:
    """The link of a day: it holds the promise of this day and, through `before`, of all earlier ones."""
    return hashlib.sha256(f"{before} {day} {promise}".encode()).hexdigest()


def week_of(day: int) -> range:
    """The days from Monday to Sunday among which a day is."""
    monday = day - (day + BEFORE_THE_FIRST + 3) % 7  # 1 January 1970 was a Thursday
    return range(monday, monday + 7)


def month_of(day: int) -> tuple[int, int]:
    """Year and month."""
    date = datetime.fromtimestamp(begins(day) / 1000, UTC)
    return date.year, date.month
