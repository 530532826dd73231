"""What the server tells of the daily challenge, as JSON."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from sixes.play import daily
from sixes.play.streaks import streak
from sixes.server.storage.daily import BoardRow, DayRow, FriendTry, TryRow

STEP = 10
"""Points in a step of a spread."""


class DailyStreak(msgspec.Struct):
    """Days finished in a row; two days of each month may be missed."""

    current: int
    longest: int
    rests: int
    """Days that can still be missed in this month."""


class DailyTry(msgspec.Struct):
    """Your try that counts."""

    day: int
    code: str
    """Of its table."""
    state: Literal["playing", "finished", "late"]
    """`playing`, `finished`, or `late`: its 24 hours were over first."""
    left: int
    """Milliseconds until its time is up, by the server's clock."""
    points: int | None = None


class DailyToday(msgspec.Struct):
    """The challenge of today."""

    day: int
    sheet: str
    left: int
    """Milliseconds until the next one, by the server's clock."""
    mine: DailyTry | None
    earlier: DailyTry | None
    """Your try of yesterday, if it is still under way."""
    streak: DailyStreak
    people: int
    """Who have finished it."""


class NewTry(msgspec.Struct, forbid_unknown_fields=True):
    """Which challenge to play: today's, unless another day is named."""

    day: Annotated[int, msgspec.Meta(ge=1, le=9_999_999)] | None = None
    practice: bool = False
    """It shall not count."""


class TryTable(msgspec.Struct):
    code: str
    day: int
    practice: bool


class Spread(msgspec.Struct):
    """How points are spread: how many games are in each step of ten points."""

    of: Literal["people", "expert"]
    """`people` of this day, or games of the `expert` on its sheet while there are few people."""
    first: int
    """The points at which the first step begins."""
    counts: list[int]


class BotScore(msgspec.Struct):
    level: str
    points: int


class FriendSheet(msgspec.Struct):
    """A friend's finished try, as far as you have played yourself."""

    player: str
    name: str
    turns: list[list[str]]
    """The boxes crossed in each turn."""
    points: int | None = None
    """Once you have finished."""
    code: str = ""
    """Of its table, once you have finished."""


class FriendSheets(msgspec.Struct):
    """Finished tries of your friends, best first."""

    friends: list[FriendSheet]


class DailyResult(msgspec.Struct):
    """A day, and what came of your try. Times are milliseconds since 1970."""

    day: int
    begins: int
    sheet: str
    promise: str
    link: str
    published: int
    """When the promise was stored."""
    left: int
    """Milliseconds until the seed is published, by the server's clock; 0 if it is."""
    seed: str
    """Once it is published."""
    mine: DailyTry | None
    people: int
    """Who have finished it."""
    better: int | None = None
    """Of a hundred others, how many have fewer points than you; null while there is nobody else."""
    expert: int | None = None
    """Of a hundred games of the expert on this sheet, how many have fewer points than you."""
    spread: Spread | None = None
    bots: list[BotScore] = []
    """What bots made of the same dice, best first, as far as they have played; once you have finished."""


class Place(msgspec.Struct):
    place: int
    """From 1; equal ones share it."""
    player: str
    name: str
    points: int
    """Of the days that count."""
    days: int
    """How many days these points are from."""


class Board(msgspec.Struct):
    """Who has the most points in a day, in the best five days of a week, or in all days."""

    people: int
    friends: list[Place]
    """You and your friends; empty if you have none here."""
    top: list[Place]
    mine: Place | None
    """Your place among all."""


class ArchivedDay(msgspec.Struct):
    day: int
    begins: int
    sheet: str
    mine: DailyTry | None


class Archive(msgspec.Struct):
    """Past days, the latest first."""

    days: list[ArchivedDay]
    more: bool
    """There are earlier ones."""


class Promise(msgspec.Struct):
    """What was published of a day's dice; the seed only when the day is closed."""

    day: int
    promise: str
    link: str
    published: int
    seed: str


class Promises(msgspec.Struct):
    """Promises of days, the earliest first; each link holds all those before it."""

    days: list[Promise]


def describe_try(row: TryRow, now: int) -> DailyTry:
    left = max(row.began + daily.TRY_TIME - now, 0) if row.ended is None else 0
    state: Literal["playing", "finished", "late"]
    state = "finished" if row.ended is not None else "playing" if left else "late"
    return DailyTry(row.day, row.code, state, left, row.points)


def streak_of(tries: Sequence[TryRow], now: int) -> DailyStreak:
    """From all tries, the earliest first. A day whose try is under way is not missed yet."""
    finished = [row.day for row in tries if row.ended is not None]
    playing = {row.day for row in tries[-2:] if describe_try(row, now).state == "playing"}
    return DailyStreak(*streak(finished, daily.day_at(now), playing))


def spread_of(of: Literal["people", "expert"], points: Sequence[int]) -> Spread:
    first = min(points) // STEP
    counts = [0] * (max(points) // STEP - first + 1)
    for one in points:
        counts[one // STEP - first] += 1
    return Spread(of, first * STEP, counts)


def describe_place(row: BoardRow, place: int) -> Place:
    return Place(place, row.player, row.name, row.points, row.days)


def describe_places(rows: Sequence[BoardRow], points: Sequence[int]) -> list[Place]:
    """Rows with their places among all who have some points."""
    ranked = sorted(points)
    return [describe_place(row, place_among(ranked, row.points)) for row in rows]


def place_among(points: Sequence[int], mine: int) -> int:
    """The place of somebody among all points, which ascend; equal ones share it."""
    return 1 + len(points) - bisect_right(points, mine)


def describe_archived(row: DayRow, mine: TryRow | None, now: int) -> ArchivedDay:
    told = describe_try(mine, now) if mine else None
    return ArchivedDay(row.day, daily.begins(row.day), daily.letter_of(row.day), told)


def describe_promise(row: DayRow, now: int) -> Promise:
    seed = row.seed.hex() if daily.is_closed(row.day, now) else ""
    return Promise(row.day, row.promise, row.link, row.published, seed)


def describe_friend(row: FriendTry, turns: int | None) -> FriendSheet:
    """A friend's sheet after so many turns; None: all there is to know."""
    record: dict[str, Any] = msgspec.json.decode(row.record)
    crosses = [turn["crosses"][0] for turn in record["turns"][:turns]]
    if turns is None:
        return FriendSheet(row.player, row.name, crosses, row.points, row.code)
    return FriendSheet(row.player, row.name, crosses)
