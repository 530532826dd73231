"""Pages of finished games, and what they add up to, beside the same told from the records one by one."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.coach.chance import chance_of
from sixes.play.results import SeatResult, results_of
from sixes.play.table import Table
from sixes.records import replay
from sixes.rules.sheets import LETTER_OF
from sixes.server.http.games import describe_game
from sixes.server.http.numbers import MyNumbers, numbers_document
from sixes.server.storage.database import Database
from sixes.server.storage.game_rows import GameFilter, GameRow, Numbers, OpponentRow, TallyRow
from sixes.server.storage.games import PAGE, usual_seats
from sixes.server.storage.schema import meetings, tallies
from sixes.server.storage.tallies import TallyRows
from tests.event_loop import asynchronous
from tests.play.random_tables import PEOPLE
from tests.server.database import open_database
from tests.server.played_games import add_people, played_game, store_game

ME = "ann"


def games() -> list[Table]:
    played = [played_game(seed, seats=1, people=1) for seed in range(1, 30)]
    played += [played_game(seed, seats=3) for seed in range(30, 50)]
    played += [played_game(seed, seats=2, people=2, rated=True) for seed in range(50, 56)]
    return played + [played_game(seed, "sixem", 3, people=2) for seed in range(56, 59)]


class Told(NamedTuple):
    """A game of mine, told from its record alone."""

    table: Table
    seat: int
    totals: list[int]
    winners: list[int]
    sheet: str
    rolled: Counter[int]

    @property
    def points(self) -> int:
        return self.totals[self.seat]

    @property
    def unaided(self) -> bool:
        sitting = self.table.seats[self.seat]
        assert sitting
        return not (sitting.hinted or sitting.helped or sitting.bot)

    def place(self, seat: int) -> tuple[bool, int]:
        return seat in self.winners, self.totals[seat]


def tell(table: Table, who: str) -> Told | None:
    """The record is replayed by the rules; nothing of what was stored is looked at."""
    people = [seat and (seat.player or seat.left) for seat in table.seats]
    record = table.record()
    if who not in people or record is None:
        return None
    played, seat = replay(record), people.index(who)
    result, sixto = played.result(), record["game"] == "sixto"
    if not sixto:
        totals = [sum(lines.values()) for lines in result["lines"]]
        return Told(table, seat, totals, result["winners"], "", Counter())
    turns = [turn for number, turn in enumerate(record["turns"]) if number % played.seats == seat]
    rolled = Counter(face for turn in turns for roll in turn["rolls"] for face in roll)
    letter = LETTER_OF.get(played.states[0].sheets[seat], "")
    totals = [score["total"] for score in result["scores"]]
    return Told(table, seat, totals, result["winners"], letter, rolled)


@asynchronous
async def test_all_numbers_follow_from_the_records(data: Path | str) -> None:
    played = games()
    async with open_database(data) as database:
        await add_people(database)
        for table in played:
            await store_game(database, table)
        for who in PEOPLE[:3]:
            mine = [told for told in (tell(table, who) for table in played) if told]
            document = numbers_document(await database.numbers(who, 1))
            check_numbers(document, mine)
            await check_meetings(document, played, who)


def seats_of(told: Told) -> tuple[str, int]:
    return told.table.options.game, len(told.totals)


def check_numbers(document: MyNumbers, mine: Sequence[Told]) -> None:
    assert {(total.game, total.seats): (total.games, total.won) for total in document.totals} == {
        key: (
            sum(seats_of(told) == key for told in mine),
            sum(seats_of(told) == key and told.seat in told.winners for told in mine),
        )
        for key in map(seats_of, mine)
    }
    sixto = [told for told in mine if told.unaided and seats_of(told)[0] == "sixto"]
    check_scores(document, sixto)
    check_trend(document, [told for told in sixto if len(told.totals) == 1])
    times = [sum(told.rolled[face] for told in mine) for face in range(1, 7)]
    assert (document.dice.times, document.dice.verdict) == (times, chance_of(times).verdict)


def check_scores(document: MyNumbers, sixto: Sequence[Told]) -> None:
    assert {scores.seats for scores in document.scores} == {len(told.totals) for told in sixto}
    for scores in document.scores:
        those = [told for told in sixto if len(told.totals) == scores.seats]
        points = [told.points for told in those]
        assert (scores.games, scores.mean) == (len(points), round(sum(points) / len(points), 1))
        best = {
            sheet: max(told.points for told in those if told.sheet == sheet)
            for sheet in {told.sheet for told in those}
        }
        assert scores.best == best
        steps = Counter(point // 10 * 10 for point in points)
        shown = {scores.points.start + 10 * at: n for at, n in enumerate(scores.points.counts) if n}
        assert shown == steps


def check_trend(document: MyNumbers, mine: Sequence[Told]) -> None:
    alone = sorted(mine, key=lambda told: told.table.at)
    whole = [alone[at - 10 : at] for at in range(len(alone), 9, -10)][::-1]
    assert [ten.mean for ten in document.trend.tens] == [
        round(sum(told.points for told in ten) / 10, 1) for ten in whole
    ]
    assert [(ten.since, ten.until) for ten in document.trend.tens] == [
        (ten[0].table.at, ten[-1].table.at + 1) for ten in whole
    ]


async def check_meetings(document: MyNumbers, played: Sequence[Table], who: str) -> None:
    expected = dict[str, tuple[int, int, int]]()
    for other in PEOPLE:
        both = [(a, b) for a, b in ((tell(table, who), tell(table, other)) for table in played) if a and b]
        if other != who and both:
            won = sum(a.place(a.seat) > a.place(b.seat) for a, b in both)
            lost = sum(a.place(a.seat) < a.place(b.seat) for a, b in both)
            expected[other] = (len(both), won, lost)
    assert {one.player: (one.games, one.won, one.lost) for one in document.opponents} == expected


FILTERS: list[tuple[GameFilter, Callable[[Told], bool]]] = [
    (GameFilter(), lambda _: True),
    (GameFilter(game="sixem"), lambda told: told.table.options.game == "sixem"),
    (GameFilter(seats=3), lambda told: len(told.totals) == 3),
    (GameFilter(sheet="A"), lambda told: told.sheet == "A"),
    (GameFilter(person="bob"), lambda told: "bob" in people_at(told.table)),
    (GameFilter(person="nobody"), lambda _: False),
    (GameFilter(bot="nearest"), lambda told: "nearest" in bots_at(told.table)),
    (GameFilter(bot="near%"), lambda _: False),
    (GameFilter(won=True), lambda told: told.seat in told.winners),
    (GameFilter(won=False), lambda told: told.seat not in told.winners),
    (GameFilter(least=50, most=150), lambda told: 50 <= told.points <= 150),
    (GameFilter(counted=True), lambda told: told.unaided),
    (GameFilter(counted=False), lambda told: not told.unaided),
    (GameFilter(rated=True), lambda told: told.table.options.rated),
    (GameFilter(rated=False), lambda told: not told.table.options.rated),
    (GameFilter(kind="daily"), lambda _: False),
    (
        GameFilter(game="sixto", seats=3, won=True),
        lambda told: (
            len(told.totals) == 3 and told.seat in told.winners and told.table.options.game == "sixto"
        ),
    ),
]


def people_at(table: Table) -> set[str]:
    return {seat.player or seat.left for seat in table.seats if seat}


def bots_at(table: Table) -> set[str]:
    return {seat.bot for seat in table.seats if seat and not (seat.player or seat.left)}


async def all_pages(database: Database, wanted: GameFilter) -> list[GameRow]:
    found, after = list[GameRow](), None
    while rows := await database.games(ME, wanted, after):
        assert len(rows) <= PAGE + 1
        found += rows[:PAGE]
        if len(rows) <= PAGE:
            break
        after = (rows[PAGE - 1].ended, rows[PAGE - 1].table)
    return found


@asynchronous
async def test_every_filter_lists_the_games_that_it_says_newest_first(data: Path | str) -> None:
    played = games()
    mine = [told for told in (tell(table, ME) for table in played) if told]
    assert len(mine) > PAGE
    times = sorted(told.table.at for told in mine)
    first, last = times[5], times[-5]
    some = GameFilter(since=first, until=last)
    async with open_database(data) as database:
        await add_people(database)
        for table in played:
            await store_game(database, table)
        for wanted, holds in (*FILTERS, (some, lambda told: first <= told.table.at < last)):
            expected = sorted((told.table.at, told.table.id) for told in mine if holds(told))[::-1]
            rows = await all_pages(database, wanted)
            assert [(row.ended, row.table) for row in rows] == expected, wanted


@asynchronous
async def test_games_that_end_at_once_are_paged_without_a_gap(data: Path | str) -> None:
    async with open_database(data) as database:
        await add_people(database)
        for seed in range(1, PAGE + 9):
            table = played_game(seed, seats=1, people=1)
            await store_game(
                database,
                Table(**{name: getattr(table, name) for name in table.__struct_fields__} | {"at": 7}),
            )
        rows = await all_pages(database, GameFilter())
    assert len({row.table for row in rows}) == len(rows) == PAGE + 8


# Numbers of any results ------------------------------------------------------------------------------------

RESULTS = st.builds(
    SeatResult,
    player=st.just(ME),
    seat=st.integers(0, 5),
    game=st.sampled_from(["sixto", "sixem"]),
    seats=st.integers(1, 6),
    sheet=st.sampled_from(["", "A", "L"]),
    points=st.integers(-300, 500),
    head_start=st.just(0),
    rank=st.integers(1, 6),
    won=st.booleans(),
    kind=st.sampled_from(["", "daily", "practice", "imported"]),
    unaided=st.booleans(),
    rolled=st.lists(st.integers(0, 40), min_size=6, max_size=6).map(lambda many: ",".join(map(str, many))),
)
GAMES = st.lists(st.tuples(RESULTS, st.integers(0, 6)), max_size=40)


@given(GAMES)
def test_numbers_of_any_results_add_up(games: list[tuple[SeatResult, int]]) -> None:
    """Each with somebody else, who had another rank; 0: nobody else was there."""
    added = TallyRows()
    for mine, rank in games:
        other = mine._replace(player="bob", rank=rank)
        added.add([mine, other] if rank else [mine])
    counted = [mine for mine, _ in games if mine.kind in ("", "daily")]
    rows = [
        TallyRow(*(row[name] for name in TallyRow._fields))
        for row in added.of(tallies)
        if row["player"] == ME
    ]
    faces = Counter[int]()
    for mine in counted:
        for face, times in enumerate(mine.rolled.split(","), 1):
            faces[face] += int(times)
    met = [(mine.rank, rank) for mine, rank in games if rank and mine.kind in ("", "daily")]
    meeting = [row for row in added.of(meetings) if row["player"] == ME]
    people = [OpponentRow("bob", "Bob", row["games"], row["won"], row["lost"]) for row in meeting]
    document = numbers_document(Numbers(rows, dict(faces), people, [], usual_seats(rows), []))
    assert sum(total.games for total in document.totals) == len(counted)
    assert sum(total.won for total in document.totals) == sum(mine.won for mine in counted)
    sixto = [mine for mine in counted if mine.unaided and mine.game == "sixto"]
    for scores in document.scores:
        points = [mine.points for mine in sixto if mine.seats == scores.seats]
        assert sum(scores.points.counts) == scores.games == len(points)
        assert max(scores.best.values()) == max(points)
    assert document.dice.times == [faces[face] for face in range(1, 7)]
    if met:
        assert (people[0].games, people[0].won, people[0].lost) == (
            len(met),
            sum(mine < other for mine, other in met),
            sum(mine > other for mine, other in met),
        )


def test_results_say_which_bots_played() -> None:
    table = played_game(31, seats=3, people=1)
    record: Any = table.record()
    (mine,) = results_of(record, replay(record).result(), table.seats, table.options)
    assert mine.bots.split() == sorted(bots_at(table))
    assert (mine.bots[0], mine.bots[-1]) == (" ", " ")


@pytest.mark.parametrize("seats", [0, 2])
@asynchronous
async def test_somebody_without_games_has_empty_numbers(tmp_path: Path, seats: int) -> None:
    async with open_database(tmp_path) as database:
        document = numbers_document(await database.numbers("nobody", seats))
    assert (document.totals, document.scores, document.trend.tens, document.opponents) == ([], [], [], [])
    assert document.dice.verdict == "few"
    assert document.trend.seats == (seats or 1)


@asynchronous
async def test_ratings_are_told_from_the_tenth_game_on(data: Path | str) -> None:
    async with open_database(data) as database:
        await add_people(database)
        for seed in range(1, 11):
            rows = await database.games(ME, GameFilter(rated=True))
            assert not any(describe_game(row).rating for row in rows)
            await store_game(database, played_game(seed, seats=2, people=2, rated=True))
        told = [describe_game(row) for row in await database.games(ME, GameFilter(rated=True))]
        (now,) = numbers_document(await database.numbers(ME)).ratings
    assert now.games == len(told) == 10
    assert told[0].rating == now.rating
    for later, before in pairwise(told):
        assert later.rating is not None
        assert later.change is not None
        assert later.rating - later.change == before.rating
