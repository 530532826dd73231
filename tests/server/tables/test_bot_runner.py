"""Bots at live tables: they pause like people, think aside, and never hold up a table, whatever they do."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from sixes import bots
from sixes.bots import Bot
from sixes.play import events
from sixes.play.table import OVER
from sixes.play.verify import verify_dice
from sixes.records import replay
from sixes.rules import rounds, turns
from tests.play.stories import playing, rolling
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time, sixem_of, sixto_of
from tests.server.tables.scripted_bots import (
    STRANGE,
    Scripted,
    Thinker,
    modest,
    replace,
    until_crossing,
    with_bot,
)
from tests.server.tables.stories import asked_again

READING = 60.0
"""Seconds that somebody reads."""

# Pauses -------------------------------------------------------------------------------------------------


@in_fake_time
async def test_bots_pause_like_people(registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, lambda _: Scripted(modest))
    _, (ann,) = await registry.with_people(with_bot())
    await until_crossing(ann)
    kept = registry.now()
    await registry.wait(2)
    ended = (await ann.asks("done")).at
    await registry.wait(5)
    mine, _, rolled, kept_again, done = ann.events
    assert 400 <= mine.at - kept <= 1100
    assert 700 <= rolled.at - ended <= 1300
    assert 900 <= kept_again.at - rolled.at <= 1700
    assert 400 <= done.at - kept_again.at <= 1100


@in_fake_time
async def test_a_bot_that_is_asked_again_answers_at_once(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace(monkeypatch, lambda _: Scripted(modest), "nearest")
    story = asked_again(timer=0)
    story.ask("bob", "leave")
    _, (ann, _) = await registry.with_people(story)
    await registry.wait(5)
    assert ann.events == [], "it is done"
    assert (await ann.asks("cross", box="a11")).asked == (1,)
    await registry.wait(0.02)
    assert [done.seat for done in ann.of(events.SaidDone)] == [1]


@in_fake_time
async def test_in_sixem_bots_wait_for_the_countdown(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(rolling())
    await bob.asks("leave")
    await registry.wait((sixem_of(live).go - registry.now()) / 1000)
    assert ann.of(events.Thrown) == []
    await registry.wait(bots.LEVELS["nearest"].tempo.slowest / 1000)
    assert ann.of(events.Thrown)[0].seat == 1


@in_fake_time
async def test_in_a_lesson_of_sixem_the_bot_waits_while_the_learner_reads(registry: FakeTimeRegistry) -> None:
    live = await registry.open("sixem", "ann", ("random",), seats=2, lesson=True, timer=0)
    ann = Tab(registry.runtime, live, "ann")
    await ann.asks("sit", add="ab" * 16)
    await ann.asks("start")
    await registry.wait(READING)
    assert ann.of(events.RolledFirst) == []
    assert (await ann.asks("first", again=0)).seat == 0
    await registry.wait(READING)
    assert [roll.seat for roll in ann.of(events.RolledFirst)] == [0, 1]
    await ann.asks("spin")
    for throws in range(3):  # it is one behind
        await registry.wait(READING)
        assert [throw.seat for throw in ann.of(events.Thrown)].count(1) == max(throws - 1, 0)
        await ann.asks("throw", dice="abcdef")


@in_fake_time
async def test_in_sixem_a_bot_throws_at_the_tempo_of_its_level(registry: FakeTimeRegistry) -> None:
    """It sees its dice when they lie, and needs its time from then on."""
    live, (ann, bob) = await registry.with_people(rolling())
    await bob.asks("leave")
    ready, tempo = sixem_of(live).go, bots.LEVELS["nearest"].tempo
    await registry.wait(20)
    acts = [event for event in ann.events if isinstance(event, events.Thrown | events.Stopped)]
    assert acts, "within twenty seconds"
    for act in acts[:3]:
        assert tempo.quickest <= act.at - ready <= tempo.slowest + 1
        ready = act.at + sixem_of(live).state.options.throw_time


@in_fake_time
async def test_a_bot_for_somebody_whose_false_stop_costs_a_pause_goes_on_after_it(
    registry: FakeTimeRegistry,
) -> None:
    """Though nothing else happens at the table meanwhile."""
    _, (ann, bob) = await registry.with_people(rolling("ann bob"))
    await registry.wait(7)
    false = await ann.asks("stop")
    await ann.asks("leave")
    bob.forget()
    await registry.wait(1.999)
    assert bob.events == []
    await registry.wait(4)
    assert bob.of(events.Thrown)[0].at >= false.until


# Thinking aside -----------------------------------------------------------------------------------------


@in_fake_time
async def test_a_bot_that_thinks_for_long_holds_nobody_up(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker)
    registry.time.waits_for_bots = False
    _, (ann, bob) = await registry.with_people(with_bot(people="ann bob"))
    await until_crossing(ann)
    await registry.wait(1.1)
    await thinker.begins()
    await ann.asks("react", reaction="hurry")
    await bob.asks("done")
    assert [type(event) for event in bob.events[-2:]] == [events.Reacted, events.SaidDone]
    thinker.may.set()
    registry.time.waits_for_bots = True
    await registry.settled()
    assert [done.seat for done in ann.of(events.SaidDone)] == [1, 2], "and it answers when it is ready"


@in_fake_time
async def test_a_bot_is_made_aside_too(registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has much to load must not hold up the registry."""
    thinker = Thinker()

    def slowly(_: int) -> Bot:
        thinker.begun.set()
        assert thinker.may.wait(30)
        return Scripted(modest)

    replace(monkeypatch, slowly)
    registry.time.waits_for_bots = False
    _, (ann,) = await registry.with_people(with_bot())
    await until_crossing(ann)
    await registry.wait(1.1)
    await thinker.begins()
    await ann.asks("react", reaction="hurry")
    thinker.may.set()
    assert (await ann.receives(events.SaidDone)).seat == 1


@in_fake_time
async def test_what_a_bot_thought_of_while_people_left_is_not_done(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker)
    registry.time.waits_for_bots = False
    live, (ann,) = await registry.with_people(with_bot())
    await until_crossing(ann)
    await registry.wait(1.1)
    await thinker.begins()
    ann.leave()
    before = live.head.version
    thinker.may.set()
    registry.time.waits_for_bots = True
    await registry.wait(3)
    assert live.head.version == before, "without people a table pauses"
    ann = Tab(registry.runtime, live, "ann")
    await registry.wait(1.1)
    assert [done.seat for done in ann.of(events.SaidDone)] == [1]


@in_fake_time
async def test_a_seat_taken_back_while_its_bot_thinks_is_its_owners(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker, "nearest")
    registry.time.waits_for_bots = False
    _, (ann, bob) = await registry.with_people(playing("sixto"))
    await until_crossing(ann)
    await bob.asks("leave")
    await registry.wait(1.1)
    await thinker.begins()
    await bob.asks("back")
    thinker.may.set()
    registry.time.waits_for_bots = True
    await registry.wait(5)
    assert ann.of(events.SaidDone) == []


@in_fake_time
async def test_a_roll_that_comes_after_the_timer_rolled_is_not_the_second_roll(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker)
    registry.time.waits_for_bots = False
    live, (ann,) = await registry.with_people(with_bot(timer=10))
    thinker.may.set()
    await until_crossing(ann)
    await registry.wait(1.1)
    await ann.receives(events.SaidDone)
    thinker.may.clear()
    thinker.begun.clear()
    await ann.asks("done")
    await registry.wait(1.3)
    await thinker.begins()
    await registry.wait(10)
    assert [rolled.timed for rolled in ann.of(events.Rolled)] == [True]
    thinker.may.set()
    registry.time.waits_for_bots = True
    await registry.wait(1.7)
    assert [rolled.second for rolled in ann.of(events.Rolled)] == [False]
    assert [kept.timed for kept in ann.of(events.Kept)] == [False]
    assert len(sixto_of(live).rolls) == 1


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
@in_fake_time
async def test_for_a_bot_that_fails_another_plays_on(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch, make: Callable[[int], Bot]
) -> None:
    replace(monkeypatch, make)
    live, (ann,) = await registry.with_people(with_bot())
    await until_crossing(ann)
    await registry.wait(30)
    assert {done.seat for done in ann.of(events.SaidDone)} == {1}
    seat = live.shown.seats[1]
    assert seat
    assert seat.bot == STRANGE, "on paper it is still the same"


@in_fake_time
async def test_a_level_that_this_server_does_not_have_any_more_is_played_by_another(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = with_bot()
    monkeypatch.delitem(bots.LEVELS, STRANGE)
    _, (ann,) = await registry.with_people(story)
    await until_crossing(ann)
    await registry.wait(30)
    assert [done.seat for done in ann.of(events.SaidDone)] == [1]


@in_fake_time
async def test_while_even_the_other_bot_fails_it_is_asked_again_and_again(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = True

    def moody(state: Any, seat: int) -> turns.SixtoMove:
        if broken:
            raise ZeroDivisionError
        return modest(state, seat)

    for level in (STRANGE, "nearest"):
        replace(monkeypatch, lambda _: Scripted(moody), level)
    _, (ann,) = await registry.with_people(with_bot())
    await until_crossing(ann)
    await registry.wait(20)
    assert ann.events == []
    broken = False
    await registry.wait(3)
    assert [done.seat for done in ann.of(events.SaidDone)] == [1]


# Whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["sixto", "sixem"])
@in_fake_time
async def test_bots_play_a_game_to_its_end_as_long_as_somebody_watches(
    registry: FakeTimeRegistry, game: str
) -> None:
    live, (ann,) = await registry.with_people(with_bot(game))
    await ann.asks("leave")  # "nearest" plays for her, and she looks on
    while live.shown.phase != OVER:
        await registry.wait(60)
    record = live.shown.record()
    assert record
    assert verify_dice(replay(record)) > 20
    assert await registry.from_log(live) == live.head == live.shown
    assert [event.v for event in ann.events] == list(range(ann.events[0].v, live.shown.version + 1))


@in_fake_time
async def test_a_bot_in_sixem_that_stops_too_early_pays_like_anybody(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is allowed, so nobody plays in its place."""

    def hasty(state: Any, seat: int) -> Any:
        return rounds.SixemMove(rounds.STOP, seat) if state.now >= state.round.pauses[seat] else None

    replace(monkeypatch, lambda _: Scripted(hasty), "nearest")
    _, (ann, bob) = await registry.with_people(rolling())
    await bob.asks("leave")
    await registry.wait(20)
    false = ann.of(events.FalseStop)
    assert len(false) >= 3
    assert all(one.until <= later.at for one, later in pairwise(false))


STRAIGHT = "1 2 3 4 5 6"


async def marked_by_a_bot(registry: FakeTimeRegistry, hurry: bool) -> float:
    """Seconds from STOP until a bot that marks six Xs has done so."""
    story = rolling("ann bob")
    story.lie("ann", ann=STRAIGHT, bob=STRAIGHT)
    _, (ann, bob) = await registry.with_people(story)
    await bob.asks("leave")
    begins = registry.now()
    if hurry:
        await ann.asks("react", reaction="hurry")
    await registry.wait(3)
    marks = [event.at for event in ann.of(events.Marked) if event.seat == 1]
    assert len(marks) == 6
    return (marks[-1] - begins) / 1000


@in_fake_time
async def test_in_sixem_a_bot_marks_within_a_second_and_a_half(registry: FakeTimeRegistry) -> None:
    assert 0.9 < await marked_by_a_bot(registry, hurry=False) < 1.5


@in_fake_time
async def test_in_sixem_a_bot_marks_at_once_when_somebody_says_come_on(registry: FakeTimeRegistry) -> None:
    assert await marked_by_a_bot(registry, hurry=True) < 0.2


@in_fake_time
async def test_after_a_tie_bots_let_people_see_it_before_they_roll_again(registry: FakeTimeRegistry) -> None:
    story = playing("sixem", "ann bob")
    story.chance("ann", "first", 5)
    story.chance("bob", "first", 5)
    _, (ann, bob) = await registry.with_people(story)
    await bob.asks("leave")
    await registry.wait(1.9)
    assert ann.of(events.RolledFirst) == []
    await registry.wait(1)
    assert ann.of(events.RolledFirst)[0].seat == 1
