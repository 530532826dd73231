"""The daily challenge as pure functions: its days, sheets, promises, and the table of a try."""

import hashlib
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from sixes.play import daily, days, events
from sixes.play.context import Context
from sixes.play.creating import begin_daily, create
from sixes.play.deadlines import close, due_event, next_deadline
from sixes.play.dice import draw, key_of, promise
from sixes.play.encoding import codec
from sixes.play.handlers import decide
from sixes.play.match import Dealer, Refused
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.table import CLOSED, OVER, PLAYING, Table, created, from_snapshot
from sixes.play.verify import daily_of, verify_dice
from sixes.records import RecordError, replay
from sixes.rules.sheets import SHEETS
from tests.server.clients import level

SEED = bytes(range(32))
DAY = 17


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


NOON = at("2026-11-17T12:00")


def begun(practice: bool = False, now: int = NOON) -> Table:
    """The table of a try that begins now."""
    context = Context(now, "ann", "Ann", Dealer("", SEED, ()), (), lambda *_: 0)
    first = create("table", "BCDFGH", daily.options_of(DAY, practice), (), context)
    first, started = begin_daily(first, Seat("Ann", "ann"))
    return created(first).after(started)


def decided(table: Table, verb: str, now: int = NOON, **what: object) -> Table:
    """The table after a command of Ann."""
    command = codec.parse_command(msgspec.json.encode({"t": verb, "n": "n-1"} | what))
    context = Context(now, "ann", "Ann", table.dealer(SEED), (), lambda *_: 0)
    for event, _ in decide(table, command, context):
        event.v = table.version + 1
        table = table.after(event)
    return table


def refusal(table: Table, verb: str, now: int = NOON, **what: object) -> str:
    with pytest.raises(Refused) as refused:
        decided(table, verb, now, **what)
    return refused.value.code


def played_out(table: Table) -> Table:
    """The table after a bot has played its game, with what happens by itself."""
    choose = level("nearest", "sixto")
    while table.match and not table.match.is_over:
        event, _ = table.match.decide_move(choose(table.match.state, 0), NOON, table.dealer(SEED))
        event.v = table.version + 1
        table = table.after(event)
    due = due_event(table, table.dealer(SEED), NOON)
    assert due
    return table.after(due[0])


def test_days_are_those_of_utc_and_the_first_was_in_november_2026() -> None:
    assert daily.day_at(at("2026-11-01T00:00")) == 1
    assert daily.day_at(at("2026-10-31T23:59:59")) == 0
    assert daily.day_at(at("2026-11-17T23:59:59")) == 17
    assert daily.begins(17) == at("2026-11-17T00:00")
    assert daily.closes(17) == at("2026-11-19T00:00")
    assert not daily.is_closed(17, at("2026-11-18T23:59:59"))
    assert daily.is_closed(17, at("2026-11-19T00:00"))


def test_every_day_has_24_hours_whatever_the_clocks_of_people_do() -> None:
    for day in (147, 148, 361, 362):  # around the nights in which clocks change in Europe
        assert daily.begins(day + 1) - daily.begins(day) == days.DAY
        assert daily.day_at(daily.begins(day)) == daily.day_at(daily.begins(day + 1) - 1) == day


def test_sheets_come_in_turn() -> None:
    assert [daily.letter_of(day) for day in range(1, 14)] == [*SHEETS, "A"]


def test_weeks_are_from_monday_to_sunday() -> None:
    assert daily.week_of(1) == range(-5, 2)  # 1 November 2026 was a Sunday
    assert daily.week_of(17) == range(16, 23)
    for day in range(1, 500):
        week = daily.week_of(day)
        assert day in week
        assert datetime.fromtimestamp(daily.begins(week[0]) / 1000, UTC).weekday() == 0


def test_a_link_holds_all_promises_before_it() -> None:
    promises = [promise(bytes([number] * 32)) for number in range(5)]

    def last_link(promised: list[str]) -> str:
        link = daily.FIRST_LINK
        for day, one in enumerate(promised, 1):
            link = daily.next_link(link, day, one)
        return link

    link = last_link(promises)
    assert link == last_link(list(promises))
    assert link != last_link([promises[0], promises[2], *promises[2:]])
    written = f"{daily.FIRST_LINK} 1 {promises[0]}".encode()
    assert last_link(promises[:1]) == hashlib.sha256(written).hexdigest()


def test_dice_are_drawn_by_day_turn_roll_and_colour_alone() -> None:
    """Whatever somebody chooses, later dice are the same."""
    careful, hasty = begun(), begun(practice=True)
    key = key_of(SEED, (None,))
    for table, second in ((careful, True), (hasty, False)):
        rolled = decided(table, "roll", turn=1)
        for _ in range(2):
            assert rolled.match
            turn = rolled.match.number
            if second:
                rolled = decided(rolled, "roll", turn=turn, second=True)
            else:
                rolled = decided(rolled, "keep", turn=turn)
            done = rolled
            for colour in "abcdef":
                legal = [box for box in done.match.snapshot().legal[0] if box[0] == colour]  # type: ignore[union-attr]
                done = decided(done, "cross", turn=turn, box=legal[0]) if legal else done
            rolled = decided(decided(done, "done", turn=turn), "roll", turn=turn + 1)
            dice = rolled.match.state.turn.dice  # type: ignore[union-attr]
            assert dice == tuple(draw(key, f"daily-17 0 {turn + 1} {die} 1") for die in "abcdef")


def test_a_try_starts_at_once_on_the_sheet_of_its_day_and_only_its_owner_is_there() -> None:
    table = begun()
    assert table.phase == PLAYING
    assert table.people == ("ann",)
    assert not table.allows_hints
    assert not table.options.spectators
    assert table.match
    assert table.match.state.sheets[0] == SHEETS[daily.letter_of(DAY)]
    assert from_snapshot(table.snapshot(), table.version, table.at).until == table.until


def test_nobody_plays_on_for_somebody_and_there_is_no_rematch() -> None:
    table = begun()
    assert refusal(table, "leave") == "daily.alone"
    assert refusal(table, "hand", seat=0) == "daily.alone"
    assert refusal(table, "remove", seat=0) == "daily.alone"
    assert refusal(table, "hint") == "table.no_hints"
    over = played_out(table)
    assert over.phase == OVER
    assert refusal(over, "rematch") == "daily.alone"


def test_the_seed_stays_secret_when_a_try_ends_or_is_closed() -> None:
    over = played_out(begun())
    assert over.seed == ""
    record = over.record()
    assert record
    assert "seed" not in record["match"]["dice"]
    (closed,) = close(begun(), SEED, NOON)
    assert isinstance(closed, events.Closed)
    assert closed.seed == ""


@pytest.mark.parametrize("practice", [False, True])
def test_a_try_that_counts_has_24_hours(practice: bool) -> None:
    table = begun(practice)
    end = NOON + daily.TRY_TIME
    assert next_deadline(table) == (0 if practice else end)
    assert due_event(table, table.dealer(SEED), end - 1) is None
    due = due_event(table, table.dealer(SEED), end)
    if practice:
        assert due is None
        return
    assert due
    closed = table.after(due[0])
    assert closed.phase == CLOSED
    assert refusal(closed, "roll", turn=1) == "daily.late"


def fault_of(record: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as error:
        verify_dice(replay(record))
    return error.value.key


def test_a_record_verifies_once_it_has_its_seed() -> None:
    record = played_out(begun()).record()
    assert record
    assert fault_of(record) == "dice.no_seed"
    record["match"]["dice"]["seed"] = SEED.hex()
    played = replay(record)
    assert verify_dice(played) >= 6
    assert daily_of(played) == (DAY, promise(SEED))
    record["match"]["dice"]["game"] = "daily-18"
    assert fault_of(record) == "dice.daily_sheet"
    record["match"]["dice"] |= {"game": "daily-17", "additions": ["00" * 16]}
    assert fault_of(record) == "dice.form"


def test_other_tables_have_nothing_to_do_with_it() -> None:
    assert daily.day_of_dice("daily-17") == 17
    assert [daily.day_of_dice(name) for name in ("hq7kd2mfx9wb", "daily-", "daily-017", "lesson")] == [
        None
    ] * 4
    assert daily.is_allowed(Options("sixto"), 0)
    assert not daily.is_allowed(Options("sixto", practice=True), 0)
    assert not daily.is_allowed(Options("sixto", 2, daily=3), 0)
    assert not daily.is_allowed(daily.options_of(3, practice=False), 1)
