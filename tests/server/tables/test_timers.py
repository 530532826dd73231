"""Time at live tables: timers, throws, countdowns, and breaks, by a clock that the test moves."""

import time
from pathlib import Path

import pytest

from sixes.play import events
from sixes.rules.rounds import MARKING
from sixes.rules.six import COLOURS
from sixes.server.metrics import Metrics
from sixes.server.storage.store import DAY, HOUR
from sixes.server.tables.runtime import Runtime
from tests.event_loop import asynchronous
from tests.play.stories import playing, rolling
from tests.server.database import open_database
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time, sixem_of, sixto_of
from tests.server.tables.stories import STRAIGHT, asked_again, lying, thrown_off


def kinds(tab: Tab) -> list[str]:
    """What somebody heard happen, and whether because time was up."""
    names = [(type(event).__name__, getattr(event, "timed", False)) for event in tab.events]
    return [f"{name} by itself" if timed else name for name, timed in names]


# Sixto --------------------------------------------------------------------------------------------------


@in_fake_time
async def test_time_is_up_not_rolled_roll_deciding_keep_crossing_done(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await registry.with_people(playing("sixto", timer=30))
    await registry.wait(29.999)
    assert kinds(ann) == []
    await registry.wait(0.001)
    assert kinds(ann) == ["Rolled by itself"]
    await registry.wait(30)
    assert kinds(ann)[1:] == ["Kept by itself"]
    await registry.wait(30)
    assert kinds(ann)[2:] == ["SaidDone by itself", "SaidDone by itself"]
    assert sixto_of(live).number == 2
    await registry.wait(29.999)
    assert len(ann.events) == 4
    await registry.wait(0.001)
    assert kinds(ann)[4:] == ["Rolled by itself"]


@in_fake_time
async def test_without_a_timer_nobody_is_hurried(registry: FakeTimeRegistry) -> None:
    _, (ann, _) = await registry.with_people(playing("sixto"))
    await registry.wait(7 * 60 * 60)
    assert ann.events == []


@in_fake_time
async def test_who_moves_in_time_has_a_new_time_for_the_next_step(registry: FakeTimeRegistry) -> None:
    _, (ann, _) = await registry.with_people(playing("sixto", timer=30))
    await registry.wait(29)
    assert (await ann.asks("roll")).due == registry.now() + 30_000
    await registry.wait(29.999)
    assert kinds(ann) == ["Rolled"]
    await registry.wait(0.001)
    assert kinds(ann) == ["Rolled", "Kept by itself"]


@in_fake_time
async def test_whoever_is_asked_again_has_at_least_ten_seconds(registry: FakeTimeRegistry) -> None:
    _, (ann, _) = await registry.with_people(asked_again(timer=20))
    await registry.wait(19)
    assert (await ann.asks("cross", box="a11")).asked == (1,)
    await registry.wait(9.999)
    assert kinds(ann) == ["Crossed"]
    await registry.wait(0.001)
    assert kinds(ann)[1:] == ["SaidDone by itself", "SaidDone by itself"]


@in_fake_time
async def test_a_message_that_comes_too_late_by_a_hair_is_too_late(registry: FakeTimeRegistry) -> None:
    """Time is up, but the alarm rings late: what is due happens first all the same."""
    _, (ann, _) = await registry.with_people(playing("sixto", timer=30))
    registry.time.oversleep(30)
    nonce = ann.ask("roll")
    await registry.settled()
    assert kinds(ann) == ["Rolled by itself"]
    assert (await ann.answer(nonce)).code == "table.stale"


@in_fake_time
async def test_an_alarm_that_rings_too_early_rings_again(registry: FakeTimeRegistry) -> None:
    registry.time.early = 2
    _, (ann, _) = await registry.with_people(playing("sixto", timer=30))
    await registry.wait(29.999)
    assert kinds(ann) == []
    await registry.wait(0.002)
    assert kinds(ann) == ["Rolled by itself"]


# Sixem --------------------------------------------------------------------------------------------------


@in_fake_time
async def test_nobody_throws_before_the_countdown_is_over(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await registry.with_people(rolling())
    await registry.wait((sixem_of(live).go - registry.now() - 1) / 1000)
    assert (await ann.asks("throw", dice="a")).code == "sixem.countdown"
    await registry.wait(0.001)
    assert isinstance(await ann.asks("throw", dice="a"), events.Thrown)


@in_fake_time
async def test_throws_land_of_themselves_one_throw_time_later(registry: FakeTimeRegistry) -> None:
    _, (ann, bob) = await registry.with_people(thrown_off(throw_time=700))
    await registry.wait(3)
    await ann.asks("throw", dice="abc")
    await registry.wait(0.3)
    await bob.asks("throw", dice="f")
    await registry.wait(0.399)
    assert ann.of(events.Landed) == []
    await registry.wait(0.001)
    (landed,) = ann.of(events.Landed)
    assert (landed.seat, [bool(face) for face in landed.faces]) == (0, [True] * 3 + [False] * 3)
    await registry.wait(0.3)
    assert [landed.seat for landed in bob.of(events.Landed)] == [0, 1]


@in_fake_time
async def test_the_table_calls_stop_as_soon_as_the_dice_lie(registry: FakeTimeRegistry) -> None:
    _, (ann, _) = await registry.with_people(lying(STRAIGHT, auto_stop=True))
    await registry.wait(2.999)  # people are back: a new 3-2-1
    assert ann.of(events.Stopped) == []
    await registry.wait(0.001)
    (stopped,) = ann.of(events.Stopped)
    assert (stopped.seat, stopped.auto) == (0, True)


@in_fake_time
async def test_after_stop_the_last_throws_land_at_once(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await registry.with_people(lying(STRAIGHT))
    await registry.wait(3)
    await ann.asks("stop")
    (landed,) = ann.of(events.Landed)
    assert (landed.seat, landed.at) == (1, registry.now())
    assert sixem_of(live).state.phase == MARKING


@in_fake_time
async def test_time_to_mark_is_up_the_first_die_of_each_number(registry: FakeTimeRegistry) -> None:
    story = thrown_off()
    story.lie("ann", ann=STRAIGHT, bob="1 1 2 2 2 6")
    _, (ann, _) = await registry.with_people(story)
    await registry.wait(29.999)
    assert ann.events == []
    await registry.wait(0.001)
    assert [(mark.die, mark.seat) for mark in ann.of(events.Marked)] == [("a", 1), ("c", 1), ("f", 1)]
    await registry.wait(30)
    assert [mark.die for mark in ann.of(events.Marked)][3:] == list(COLOURS), "ann had a time of her own"


# Breaks -------------------------------------------------------------------------------------------------


@in_fake_time
async def test_a_table_without_people_pauses_and_goes_on_with_fifteen_seconds(
    registry: FakeTimeRegistry,
) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto", timer=30))
    await registry.wait(29)
    ann.leave()
    bob.leave()
    before = live.shown.version
    await registry.wait(40)
    assert live.shown.version == before
    bob = Tab(registry.runtime, live, "bob")
    (resumed,) = [await bob.receives(events.Resumed)]
    assert resumed.due == registry.now() + 15_000
    await registry.wait(14.999)
    assert kinds(bob) == ["Resumed", "Hosts"], "ann is still away"
    await registry.wait(0.001)
    assert kinds(bob)[2:] == ["Rolled by itself"]


@in_fake_time
async def test_who_had_more_time_than_that_keeps_it(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto", timer=600))
    due = sixto_of(live).due
    ann.leave()
    bob.leave()
    await registry.wait(10)
    ann = Tab(registry.runtime, live, "ann")
    await registry.settled()
    assert (ann.of(events.Resumed), sixto_of(live).due) == ([], due)


@in_fake_time
async def test_the_table_goes_on_while_anybody_who_sits_there_is_here(registry: FakeTimeRegistry) -> None:
    live, (_, bob) = await registry.with_people(playing("sixto", timer=30))
    Tab(registry.runtime, live, "cleo")
    bob.leave()
    await registry.wait(30)
    assert sixto_of(live).rolls


@in_fake_time
async def test_who_only_watches_does_not_keep_a_game_going(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto", timer=30))
    cleo = Tab(registry.runtime, live, "cleo")
    ann.leave()
    bob.leave()
    await registry.wait(60 * 60)
    assert cleo.events == []


@in_fake_time
async def test_rolling_pauses_and_goes_on_with_a_new_countdown_from_the_dice_as_they_lay(
    registry: FakeTimeRegistry,
) -> None:
    live, (ann, bob) = await registry.with_people(lying("1 2 3 4 5 5"))
    await registry.wait(3)
    await ann.asks("throw", dice="f")
    ann.leave()
    bob.leave()
    await registry.wait(20)
    assert sixem_of(live).state.round.lands[0][5], "still in the air"
    ann = Tab(registry.runtime, live, "ann")
    await registry.settled()
    assert kinds(ann) == ["Resumed", "Landed"]
    assert sixem_of(live).go == registry.now() + 3000
    assert sixem_of(live).state.round.dice[0][:5] == (1, 2, 3, 4, 5)
    await registry.wait(2.999)
    assert (await ann.asks("throw", dice="a")).code == "sixem.countdown"
    await registry.wait(0.001)
    assert isinstance(await ann.asks("throw", dice="a"), events.Thrown)


# The clock on the wall ----------------------------------------------------------------------------------


@in_fake_time
async def test_a_clock_that_was_set_back_stops_no_timer(registry: FakeTimeRegistry) -> None:
    """The server starts again, and the clock is an hour behind the log."""
    story = playing("sixto", timer=30)
    live = await registry.set_up(story)
    registry.time.step(-60 * 60 * 1000)
    registry.tables.clear()
    live = await registry.live(live.head.code)
    ann = Tab(registry.runtime, live, "ann")
    await registry.wait(29.999)
    assert ann.of(events.Rolled) == []
    await registry.wait(0.001)
    (rolled,) = ann.of(events.Rolled)
    assert rolled.at == story.now + 30_000, "at a table, time only runs on"
    assert ann.of(events.Hosts) == [], "nobody has been away for an hour"


@pytest.mark.parametrize("step", [HOUR, -HOUR, 365 * DAY, -365 * DAY])
@in_fake_time
async def test_setting_the_clock_moves_no_deadline_of_an_open_table(
    registry: FakeTimeRegistry, step: int
) -> None:
    _, (ann, _) = await registry.with_people(playing("sixto", timer=30))
    began = registry.now()
    await registry.wait(10)
    registry.time.step(step)
    await ann.asks("react", reaction="wow")
    await registry.wait(19.999)
    assert kinds(ann) == ["Reacted"]
    await registry.wait(0.001)
    assert kinds(ann) == ["Reacted", "Rolled by itself"]
    assert [event.at - began for event in ann.events] == [10_000, 30_000]
    assert ann.of(events.Hosts) == [], "nobody has been away"


@in_fake_time
async def test_a_table_whose_events_are_ahead_of_the_clock_goes_on_from_them(
    registry: FakeTimeRegistry,
) -> None:
    """The clock was a year ahead, and is right again when the table is next opened."""
    live = await registry.set_up(playing("sixto", timer=30))
    ahead = live.head.at
    registry.time.step(-365 * DAY)
    registry.tables.clear()
    ann = Tab(registry.runtime, await registry.live(live.head.code), "ann")
    await registry.wait(5)
    reacted = await ann.asks("react", reaction="wow")
    assert 0 <= reacted.at - ahead - 5000 < 100


@asynchronous
async def test_a_server_follows_the_system_clock_both_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that starts in 1970 and is then corrected ends up right, and so does one that was ahead."""
    async with open_database(tmp_path) as database:
        runtime, wall = Runtime(database, Metrics()), 0
        monkeypatch.setattr(time, "time_ns", lambda: wall * 1_000_000)
        for wall in (0, 1_800_000_000_000, 1_900_000_000_000, 1_800_000_000_001):
            assert runtime.now() == wall
        runtime.bot_thread.shutdown()
