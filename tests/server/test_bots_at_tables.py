"""Bots at live tables: they pause like people, think aside, and never hold up a table, whatever they do."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from sixes import bots
from sixes.bots import Bot, Level
from sixes.play import events
from sixes.play.table import OVER
from sixes.play.verify import verify
from sixes.records import replay
from sixes.rules import rounds, turns
from tests.play.tables import Story, playing, rolling
from tests.server.clockwork import Clockwork, Tab, sixem_of, sixto_of, told_with
from tests.server.test_time import asked_again

Choose = Callable[[Any, int], Any]
STRANGE = "random"
"""The level whose bots a test replaces."""


class Scripted:
    """A bot as a test wants it."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose


def modest(state: Any, seat: int) -> turns.SixtoMove:
    """Rolls, keeps, crosses nothing."""
    kind = {turns.ROLLING: turns.ROLL, turns.DECIDING: turns.KEEP, turns.CROSSING: turns.DONE}
    return turns.SixtoMove(kind[state.turn.phase], seat)


class Thinker:
    """A bot that thinks until it may choose."""

    def __init__(self, then: Choose = modest) -> None:
        self.begun = Event()
        self.may = Event()
        self._then = then

    def choose(self, state: Any, seat: int) -> Any:
        self.begun.set()
        assert self.may.wait(30)
        return self._then(state, seat)

    async def begins(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, 30)


def replace(monkeypatch: pytest.MonkeyPatch, make: Callable[[int], Bot], level: str = STRANGE) -> None:
    monkeypatch.setitem(bots.LEVELS, level, Level({"sixto": make, "sixem": make}))


def with_bot(game: str = "sixto", people: str = "ann", **options: Any) -> Story:
    return playing(game, people, bots=(STRANGE,), **options)


async def until_crossing(ann: Tab) -> None:
    """Ann rolls and keeps: now everybody, her bot too, can cross."""
    await ann.asks("roll")
    await ann.asks("keep")
    ann.forget()


# Pauses -------------------------------------------------------------------------------------------------


def test_bots_pause_like_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, lambda _: Scripted(modest))

    async def tell(house: Clockwork) -> None:
        _, (ann,) = await house.with_people(with_bot())
        await until_crossing(ann)
        kept = house.now()
        await house.wait(2)
        ended = (await ann.asks("done")).at
        await house.wait(5)
        mine, _, rolled, kept_again, done = ann.events
        assert 400 <= mine.at - kept <= 1100
        assert 700 <= rolled.at - ended <= 1300
        assert 900 <= kept_again.at - rolled.at <= 1700
        assert 400 <= done.at - kept_again.at <= 1100

    told_with(tmp_path, tell)


def test_a_bot_that_is_asked_again_answers_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, lambda _: Scripted(modest), "nearest")

    async def tell(house: Clockwork) -> None:
        story = asked_again(timer=0)
        story.ask("bob", "leave")
        _, (ann, _) = await house.with_people(story)
        await house.wait(5)
        assert ann.events == [], "it is done"
        assert (await ann.asks("cross", box="a11")).asked == (1,)
        await house.wait(0.02)
        assert [done.seat for done in ann.of(events.SaidDone)] == [1]

    told_with(tmp_path, tell)


def test_in_sixem_bots_wait_for_the_countdown(tmp_path: Path) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann, bob) = await house.with_people(rolling())
        await bob.asks("leave")
        await house.wait((sixem_of(live).go - house.now()) / 1000)
        assert ann.of(events.Thrown) == []
        await house.wait(1)
        assert ann.of(events.Thrown)[0].seat == 1

    told_with(tmp_path, tell)


def test_in_sixem_a_bot_throws_at_the_tempo_of_its_level(tmp_path: Path) -> None:
    """It sees its dice when they lie, and needs its time from then on."""

    async def tell(house: Clockwork) -> None:
        live, (ann, bob) = await house.with_people(rolling())
        await bob.asks("leave")
        ready, tempo = sixem_of(live).go, bots.LEVELS["nearest"].tempo
        await house.wait(9)
        acts = [event for event in ann.events if isinstance(event, events.Thrown | events.Stopped)]
        for act in acts[:3]:
            assert tempo.quickest <= act.at - ready <= tempo.slowest + 1
            ready = act.at + sixem_of(live).state.options.throw_time

    told_with(tmp_path, tell)


def test_a_bot_for_somebody_whose_false_stop_costs_a_pause_goes_on_after_it(tmp_path: Path) -> None:
    """Though nothing else happens at the table meanwhile."""

    async def tell(house: Clockwork) -> None:
        _, (ann, bob) = await house.with_people(rolling("ann bob"))
        await house.wait(3)
        false = await ann.asks("stop")
        await ann.asks("leave")
        bob.forget()
        await house.wait(1.999)
        assert bob.events == []
        await house.wait(3)
        assert bob.of(events.Thrown)[0].at >= false.until

    told_with(tmp_path, tell)


# Thinking aside -----------------------------------------------------------------------------------------


def test_a_bot_that_thinks_for_long_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker)

    async def tell(house: Clockwork) -> None:
        house.waits_for_bots = False
        _, (ann, bob) = await house.with_people(with_bot(people="ann bob"))
        await until_crossing(ann)
        await house.wait(1.1)
        await thinker.begins()
        await ann.asks("react", reaction="hurry")
        await bob.asks("done")
        assert [type(event) for event in bob.events[-2:]] == [events.Reacted, events.SaidDone]
        thinker.may.set()
        house.waits_for_bots = True
        await house.settled()
        assert [done.seat for done in ann.of(events.SaidDone)] == [1, 2], "and it answers when it is ready"

    told_with(tmp_path, tell)


def test_a_bot_is_made_aside_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has much to load must not hold up the house."""
    thinker = Thinker()

    def slowly(_: int) -> Bot:
        thinker.begun.set()
        assert thinker.may.wait(30)
        return Scripted(modest)

    replace(monkeypatch, slowly)

    async def tell(house: Clockwork) -> None:
        house.waits_for_bots = False
        _, (ann,) = await house.with_people(with_bot())
        await until_crossing(ann)
        await house.wait(1.1)
        await thinker.begins()
        await ann.asks("react", reaction="hurry")
        thinker.may.set()
        assert (await ann.hears(events.SaidDone)).seat == 1

    told_with(tmp_path, tell)


def test_what_a_bot_thought_of_while_people_left_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker)

    async def tell(house: Clockwork) -> None:
        house.waits_for_bots = False
        live, (ann,) = await house.with_people(with_bot())
        await until_crossing(ann)
        await house.wait(1.1)
        await thinker.begins()
        ann.leave()
        before = live.head.version
        thinker.may.set()
        house.waits_for_bots = True
        await house.wait(3)
        assert live.head.version == before, "without people a table pauses"
        ann = Tab(house, live, "ann")
        await house.wait(1.1)
        assert [done.seat for done in ann.of(events.SaidDone)] == [1]

    told_with(tmp_path, tell)


def test_a_seat_taken_back_while_its_bot_thinks_is_its_owners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker, "nearest")

    async def tell(house: Clockwork) -> None:
        house.waits_for_bots = False
        _, (ann, bob) = await house.with_people(playing("sixto"))
        await until_crossing(ann)
        await bob.asks("leave")
        await house.wait(1.1)
        await thinker.begins()
        await bob.asks("back")
        thinker.may.set()
        house.waits_for_bots = True
        await house.wait(5)
        assert ann.of(events.SaidDone) == []

    told_with(tmp_path, tell)


def test_a_roll_that_comes_after_the_timer_rolled_is_not_the_second_roll(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker)

    async def tell(house: Clockwork) -> None:
        house.waits_for_bots = False
        live, (ann,) = await house.with_people(with_bot(timer=10))
        thinker.may.set()
        await until_crossing(ann)
        await house.wait(1.1)
        await ann.hears(events.SaidDone)
        thinker.may.clear()
        thinker.begun.clear()
        await ann.asks("done")
        await house.wait(1.3)
        await thinker.begins()
        await house.wait(10)
        assert [rolled.timed for rolled in ann.of(events.Rolled)] == [True]
        thinker.may.set()
        house.waits_for_bots = True
        await house.wait(1.7)
        assert [rolled.second for rolled in ann.of(events.Rolled)] == [False]
        assert [kept.timed for kept in ann.of(events.Kept)] == [False]
        assert len(sixto_of(live).rolls) == 1

    told_with(tmp_path, tell)


# Bots that fail -----------------------------------------------------------------------------------------


def raising(_state: Any, _seat: int) -> Any:
    raise ZeroDivisionError


def unmade(_seed: int) -> Bot:
    raise ImportError


def for_another(_state: Any, seat: int) -> turns.SixtoMove:
    return turns.SixtoMove(turns.DONE, 1 - seat)


FAULTS: dict[str, Callable[[int], Bot]] = {
    "raises": lambda _: Scripted(raising),
    "cannot be made": unmade,
    "breaks the rules": lambda _: Scripted(lambda _, seat: turns.SixtoMove(turns.ROLL, seat)),
    "plays for another": lambda _: Scripted(for_another),
    "does nothing": lambda _: Scripted(lambda *_: None),
    "gives no move": lambda _: Scripted(lambda *_: "a1"),
}


@pytest.mark.parametrize("make", FAULTS.values(), ids=list(FAULTS))
def test_for_a_bot_that_fails_another_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[int], Bot]
) -> None:
    replace(monkeypatch, make)

    async def tell(house: Clockwork) -> None:
        live, (ann,) = await house.with_people(with_bot())
        await until_crossing(ann)
        await house.wait(30)
        assert {done.seat for done in ann.of(events.SaidDone)} == {1}
        seat = live.shown.seats[1]
        assert seat
        assert seat.bot == STRANGE, "on paper it is still the same"

    told_with(tmp_path, tell)


def test_a_level_that_this_server_does_not_have_any_more_is_played_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = with_bot()
    monkeypatch.delitem(bots.LEVELS, STRANGE)

    async def tell(house: Clockwork) -> None:
        _, (ann,) = await house.with_people(story)
        await until_crossing(ann)
        await house.wait(30)
        assert [done.seat for done in ann.of(events.SaidDone)] == [1]

    told_with(tmp_path, tell)


def test_while_even_the_other_bot_fails_it_is_asked_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = True

    def moody(state: Any, seat: int) -> turns.SixtoMove:
        if broken:
            raise ZeroDivisionError
        return modest(state, seat)

    for level in (STRANGE, "nearest"):
        replace(monkeypatch, lambda _: Scripted(moody), level)

    async def tell(house: Clockwork) -> None:
        nonlocal broken
        _, (ann,) = await house.with_people(with_bot())
        await until_crossing(ann)
        await house.wait(20)
        assert ann.events == []
        broken = False
        await house.wait(3)
        assert [done.seat for done in ann.of(events.SaidDone)] == [1]

    told_with(tmp_path, tell)


# Whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["sixto", "sixem"])
def test_bots_play_a_game_to_its_end_as_long_as_somebody_watches(tmp_path: Path, game: str) -> None:
    async def tell(house: Clockwork) -> None:
        live, (ann,) = await house.with_people(with_bot(game))
        await ann.asks("leave")  # "nearest" plays for her, and she looks on
        while live.shown.phase != OVER:
            await house.wait(60)
        record = live.shown.record()
        assert record
        assert verify(replay(record)) > 20
        assert await house.from_log(live) == live.head == live.shown
        assert [event.v for event in ann.events] == list(range(ann.events[0].v, live.shown.version + 1))

    told_with(tmp_path, tell)


def test_a_bot_in_sixem_that_stops_too_early_pays_like_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is allowed, so nobody plays in its place."""

    def hasty(state: Any, seat: int) -> Any:
        return rounds.SixemMove(rounds.STOP, seat) if state.now >= state.round.pauses[seat] else None

    replace(monkeypatch, lambda _: Scripted(hasty), "nearest")

    async def tell(house: Clockwork) -> None:
        _, (ann, bob) = await house.with_people(rolling())
        await bob.asks("leave")
        await house.wait(20)
        false = ann.of(events.FalseStop)
        assert len(false) >= 3
        assert all(one.until <= later.at for one, later in pairwise(false))

    told_with(tmp_path, tell)
