"""Time at live tables: timers, throws, countdowns, and breaks, by a clock that the test moves."""

import time
from pathlib import Path
from typing import Any

import pytest

from sixes.play import events
from sixes.rules.rounds import MARKING
from sixes.rules.six import COLOURS
from sixes.server.metrics import Metrics
from sixes.server.storage.database import Database
from sixes.server.tables.registry import TableRegistry
from tests.play.tables import Story, playing, rolling
from tests.server.clockwork import Clockwork, Tab, sixem_of, sixto_of, told_with
from tests.server.stored import stored

STRAIGHT = "1 2 3 4 5 6"


def kinds(tab: Tab) -> list[str]:
    """What somebody heard happen, and whether because time was up."""
    names = [(type(event).__name__, getattr(event, "timed", False)) for event in tab.events]
    return [f"{name} by itself" if timed else name for name, timed in names]


def asked_again(timer: int) -> Story:
    """The dice of the sixth turn lie so that ann can close the row a with a11; bob could cross in it, and is
    done."""
    story = playing("sixto", timer=timer)
    for die, box in (("3", "a1"), ("1", "a2"), ("5", "a3"), ("6", "a4"), ("6", "a10")):
        others = {} if box == "a10" else {"bob": box}
        story.turn(story.names().split()[story.sixto.state.active], f"{die} 1 1 1 1 1", ann=box, **others)
    active = story.names().split()[story.sixto.state.active]
    story.rolls(active, "4 1 1 1 1 1")
    story.ask(active, "keep")
    story.ask("bob", "done")
    return story


def thrown_off(people: str = "ann bob", **options: Any) -> Story:
    """Sixem: the 3-2-1 is over."""
    story = rolling(people, place=7, **options)
    story.now = story.sixem.go
    return story


def lying(faces: str, **options: Any) -> Story:
    """Ann's dice lie like this, bob's are in hand."""
    story = thrown_off(**options)
    story.ask("ann", "throw", dice=COLOURS)
    story.land(ann=faces)
    return story


# Sixto --------------------------------------------------------------------------------------------------


def test_time_is_up_not_rolled_roll_deciding_keep_crossing_done(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann, _) = await house.with_people(playing("sixto", timer=30))
        await house.wait(29.999)
        assert kinds(ann) == []
        await house.wait(0.001)
        assert kinds(ann) == ["Rolled by itself"]
        await house.wait(30)
        assert kinds(ann)[1:] == ["Kept by itself"]
        await house.wait(30)
        assert kinds(ann)[2:] == ["SaidDone by itself", "SaidDone by itself"]
        assert sixto_of(live).number == 2
        await house.wait(29.999)
        assert len(ann.events) == 4
        await house.wait(0.001)
        assert kinds(ann)[4:] == ["Rolled by itself"]

    told_with(tmp_path, tell)


def test_without_a_timer_nobody_is_hurried(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        _, (ann, _) = await house.with_people(playing("sixto"))
        await house.wait(7 * 60 * 60)
        assert ann.events == []

    told_with(tmp_path, tell)


def test_who_moves_in_time_has_a_new_time_for_the_next_step(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        _, (ann, _) = await house.with_people(playing("sixto", timer=30))
        await house.wait(29)
        assert (await ann.asks("roll")).due == house.now() + 30_000
        await house.wait(29.999)
        assert kinds(ann) == ["Rolled"]
        await house.wait(0.001)
        assert kinds(ann) == ["Rolled", "Kept by itself"]

    told_with(tmp_path, tell)


def test_whoever_is_asked_again_has_at_least_ten_seconds(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        _, (ann, _) = await house.with_people(asked_again(timer=20))
        await house.wait(19)
        assert (await ann.asks("cross", box="a11")).asked == (1,)
        await house.wait(9.999)
        assert kinds(ann) == ["Crossed"]
        await house.wait(0.001)
        assert kinds(ann)[1:] == ["SaidDone by itself", "SaidDone by itself"]

    told_with(tmp_path, tell)


def test_a_message_that_comes_too_late_by_a_hair_is_too_late(tmp_path: Path) -> None:
    """Time is up, but the alarm rings late: what is due happens first all the same."""

    async def tell(house: Clockwork) -> None:
        _, (ann, _) = await house.with_people(playing("sixto", timer=30))
        house.oversleep(30)
        nonce = ann.ask("roll")
        await house.settled()
        assert kinds(ann) == ["Rolled by itself"]
        assert (await ann.answer(nonce)).code == "table.stale"

    told_with(tmp_path, tell)


def test_an_alarm_that_rings_too_early_rings_again(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        house.early = 2
        _, (ann, _) = await house.with_people(playing("sixto", timer=30))
        await house.wait(29.999)
        assert kinds(ann) == []
        await house.wait(0.002)
        assert kinds(ann) == ["Rolled by itself"]

    told_with(tmp_path, tell)


# Sixem --------------------------------------------------------------------------------------------------


def test_nobody_throws_before_the_countdown_is_over(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann, _) = await house.with_people(rolling())
        await house.wait((sixem_of(live).go - house.now() - 1) / 1000)
        assert (await ann.asks("throw", dice="a")).code == "sixem.countdown"
        await house.wait(0.001)
        assert isinstance(await ann.asks("throw", dice="a"), events.Thrown)

    told_with(tmp_path, tell)


def test_throws_land_of_themselves_one_throw_time_later(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        _, (ann, bob) = await house.with_people(thrown_off(throw_time=700))
        await house.wait(3)
        await ann.asks("throw", dice="abc")
        await house.wait(0.3)
        await bob.asks("throw", dice="f")
        await house.wait(0.399)
        assert ann.of(events.Landed) == []
        await house.wait(0.001)
        (landed,) = ann.of(events.Landed)
        assert (landed.seat, [bool(face) for face in landed.faces]) == (0, [True] * 3 + [False] * 3)
        await house.wait(0.3)
        assert [landed.seat for landed in bob.of(events.Landed)] == [0, 1]

    told_with(tmp_path, tell)


def test_the_table_calls_stop_as_soon_as_the_dice_lie(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        _, (ann, _) = await house.with_people(lying(STRAIGHT, auto_stop=True))
        await house.wait(2.999)  # people are back: a new 3-2-1
        assert ann.of(events.Stopped) == []
        await house.wait(0.001)
        (stopped,) = ann.of(events.Stopped)
        assert (stopped.seat, stopped.auto) == (0, True)

    told_with(tmp_path, tell)


def test_after_stop_the_last_throws_land_at_once(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann, _) = await house.with_people(lying(STRAIGHT))
        await house.wait(3)
        await ann.asks("stop")
        (landed,) = ann.of(events.Landed)
        assert (landed.seat, landed.at) == (1, house.now())
        assert sixem_of(live).state.phase == MARKING

    told_with(tmp_path, tell)


def test_time_to_mark_is_up_the_first_die_of_each_number(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        story = thrown_off()
        story.lie("ann", ann=STRAIGHT, bob="1 1 2 2 2 6")
        _, (ann, _) = await house.with_people(story)
        await house.wait(29.999)
        assert ann.events == []
        await house.wait(0.001)
        assert [(mark.die, mark.seat) for mark in ann.of(events.Marked)] == [("a", 1), ("c", 1), ("f", 1)]
        await house.wait(30)
        assert [mark.die for mark in ann.of(events.Marked)][3:] == list(COLOURS), "ann had a time of her own"

    told_with(tmp_path, tell)


# Breaks -------------------------------------------------------------------------------------------------


def test_a_table_without_people_pauses_and_goes_on_with_fifteen_seconds(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann, bob) = await house.with_people(playing("sixto", timer=30))
        await house.wait(29)
        ann.leave()
        bob.leave()
        before = live.shown.version
        await house.wait(40)
        assert live.shown.version == before
        bob = Tab(house, live, "bob")
        (resumed,) = [await bob.hears(events.Resumed)]
        assert resumed.due == house.now() + 15_000
        await house.wait(14.999)
        assert kinds(bob) == ["Resumed", "Hosts"], "ann is still away"
        await house.wait(0.001)
        assert kinds(bob)[2:] == ["Rolled by itself"]

    told_with(tmp_path, tell)


def test_who_had_more_time_than_that_keeps_it(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann, bob) = await house.with_people(playing("sixto", timer=600))
        due = sixto_of(live).due
        ann.leave()
        bob.leave()
        await house.wait(10)
        ann = Tab(house, live, "ann")
        assert (await ann.hears(events.Resumed)).due == due

    told_with(tmp_path, tell)


def test_the_table_goes_on_while_anybody_who_sits_there_is_here(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (_, bob) = await house.with_people(playing("sixto", timer=30))
        Tab(house, live, "cleo")
        bob.leave()
        await house.wait(30)
        assert sixto_of(live).rolls

    told_with(tmp_path, tell)


def test_who_only_watches_does_not_keep_a_game_going(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann, bob) = await house.with_people(playing("sixto", timer=30))
        cleo = Tab(house, live, "cleo")
        ann.leave()
        bob.leave()
        await house.wait(60 * 60)
        assert cleo.events == []

    told_with(tmp_path, tell)


def test_rolling_pauses_and_goes_on_with_a_new_countdown_from_the_dice_as_they_lay(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann, bob) = await house.with_people(lying("1 2 3 4 5 5"))
        await house.wait(3)
        await ann.asks("throw", dice="f")
        ann.leave()
        bob.leave()
        await house.wait(20)
        assert sixem_of(live).state.round.lands[0][5], "still in the air"
        ann = Tab(house, live, "ann")
        await house.settled()
        assert kinds(ann) == ["Resumed", "Landed"]
        assert sixem_of(live).go == house.now() + 3000
        assert sixem_of(live).state.round.dice[0][:5] == (1, 2, 3, 4, 5)
        await house.wait(2.999)
        assert (await ann.asks("throw", dice="a")).code == "sixem.countdown"
        await house.wait(0.001)
        assert isinstance(await ann.asks("throw", dice="a"), events.Thrown)

    told_with(tmp_path, tell)


# The clock on the wall ----------------------------------------------------------------------------------


def test_a_clock_that_was_set_back_stops_no_timer(tmp_path: Path) -> None:
    """The server starts again, and the clock is an hour behind the log."""

    async def tell(house: Clockwork) -> None:
        story = playing("sixto", timer=30)
        live = await house.set_up(story)
        house.set_back(60 * 60 * 1000)
        house.tables.clear()
        live = await house.live(live.head.code)
        ann = Tab(house, live, "ann")
        await house.wait(29.999)
        assert ann.of(events.Rolled) == []
        await house.wait(0.001)
        (rolled,) = ann.of(events.Rolled)
        assert rolled.at == story.now + 30_000, "at a table, time only runs on"
        assert ann.of(events.Hosts) == [], "nobody has been away for an hour"

    told_with(tmp_path, tell)


def test_while_a_server_runs_time_never_goes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def tell(database: Database) -> None:
        house, wall = TableRegistry(database, Metrics()), time.time_ns()
        monkeypatch.setattr(time, "time_ns", lambda: wall)
        before = house.now()
        assert abs(before - wall // 1_000_000) <= 1
        wall -= 3_600_000_000_000
        assert before <= house.now() < before + 60_000
        wall += 7_200_000_000_000
        assert house.now() - before >= 3_600_000, "forward it is followed"
        house.pool.shutdown()

    stored(tmp_path, tell)
