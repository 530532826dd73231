"""STOP for people with slow connections: who called first counts, as far as a server can tell."""

from pathlib import Path

import pytest

from sixes.play import events
from sixes.rules import rounds
from sixes.rules.rounds import ROLLING
from sixes.rules.six import COLOURS
from sixes.server.tables.live import LiveTable
from tests.event_loop import asynchronous
from tests.play.stories import CODE, Story
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time, open_registry, sixem_of
from tests.server.tables.scripted_bots import Thinker, replace
from tests.server.tables.stories import STRAIGHT, thrown_off

ANN, BOB, CLEO = range(3)


def ready(people: str = "ann bob", fair_stop: bool = True) -> Story:
    """Everybody's dice show 1 to 6: whoever calls first stops the round."""
    story = thrown_off(people, fair_stop=fair_stop)
    for who in story.people:
        story.ask(who, "throw", dice=COLOURS)
    story.land(**dict.fromkeys(story.people, STRAIGHT))
    return story


async def with_lags(registry: FakeTimeRegistry, story: Story, **lags: float) -> tuple[LiveTable, list[Tab]]:
    """Everybody is there, the 3-2-1 is over, and the way from each to the server takes so many seconds."""
    live, tabs = await registry.with_people(story)
    for tab in tabs:
        live.ping(registry.seconds())
        await registry.wait(2 * lags[tab.player])
        tab.pong()
    await registry.wait(3)
    return live, tabs


def stops(tab: Tab) -> list[int]:
    return [stopped.seat for stopped in tab.of(events.Stopped)]


# Who was first ------------------------------------------------------------------------------------------


@in_fake_time
async def test_a_call_that_was_made_earlier_wins_though_it_arrives_later(registry: FakeTimeRegistry) -> None:
    _, (ann, bob) = await with_lags(registry, ready(), ann=0.01, bob=0.1)
    mine = ann.ask("stop")
    await registry.wait(0.05)
    assert stops(bob) == []
    bob.ask("stop")
    await registry.wait(0.04)
    assert stops(ann) == stops(bob) == [BOB]
    assert (await ann.answer(mine)).code == "sixem.stopped_already"


@in_fake_time
async def test_of_two_calls_that_were_made_in_that_order_the_first_wins(registry: FakeTimeRegistry) -> None:
    _, (ann, bob) = await with_lags(registry, ready(), ann=0.01, bob=0.1)
    ann.ask("stop")
    await registry.wait(0.09)  # on its way for 100 ms, and so made after ann's
    assert stops(bob) == [ANN], "nothing earlier can come any more"
    assert (await bob.asks("stop")).code == "sixem.stopped_already"


@in_fake_time
async def test_without_it_the_queue_decides_at_once(registry: FakeTimeRegistry) -> None:
    story = ready(fair_stop=False)
    _, (ann, bob) = await registry.with_people(story)
    await registry.wait(3)
    assert ann.transport.pings == [], "and nobody measures"
    ann.ask("stop")
    bob.ask("stop")
    await registry.settled()
    assert stops(ann) == [ANN]


@in_fake_time
async def test_a_call_is_held_for_150_milliseconds_at_most(registry: FakeTimeRegistry) -> None:
    _, (ann, _) = await with_lags(registry, ready(), ann=0, bob=3)
    ann.ask("stop")
    await registry.wait(0.149)
    assert stops(ann) == []
    await registry.wait(0.001)
    assert stops(ann) == [ANN]


@in_fake_time
async def test_who_calls_over_the_slowest_line_is_not_held(registry: FakeTimeRegistry) -> None:
    _, (_, bob) = await with_lags(registry, ready(), ann=0.01, bob=0.1)
    bob.ask("stop")
    await registry.wait()
    assert stops(bob) == [BOB]


@in_fake_time
async def test_who_only_watches_over_a_slow_line_holds_nobody_up(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await with_lags(registry, ready(), ann=0.01, bob=0.01)
    cleo = Tab(registry.runtime, live, "cleo")
    await registry.wait(2)
    cleo.pong()
    ann.ask("stop")
    await registry.wait()
    assert stops(cleo) == [ANN]


# Lies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("later", "first"), [(0.139, BOB), (0.140, ANN), (0.150, ANN)])
@in_fake_time
async def test_who_answers_pings_late_gains_150_milliseconds_at_most(
    registry: FakeTimeRegistry, later: float, first: int
) -> None:
    """Bob pretends to be far away. Ann's call took 10 ms, and comes first."""
    _, (ann, bob) = await with_lags(registry, ready(), ann=0.01, bob=20)
    ann.ask("stop")
    await registry.wait(later)
    bob.ask("stop")
    await registry.wait(1)
    assert stops(ann) == [first]


@in_fake_time
async def test_the_smallest_of_the_last_round_trips_counts(registry: FakeTimeRegistry) -> None:
    """One honest answer is enough to be known."""
    live, (_, bob) = await with_lags(registry, ready(), ann=0.01, bob=0.02)
    for _ in range(7):
        live.ping(registry.seconds())
        await registry.wait(1)
        bob.pong()
    assert bob.connection.lag == pytest.approx(0.02)
    live.ping(registry.seconds())
    await registry.wait(1)
    bob.pong()
    assert bob.connection.lag == pytest.approx(0.5)


@pytest.mark.parametrize("payload", [b"", b"nan", b"inf", b"-inf", b"9e99", b"0", b"-1", b"soon", b"\xff"])
@in_fake_time
async def test_an_answer_to_no_ping_of_ours_is_not_measured(
    registry: FakeTimeRegistry, payload: bytes
) -> None:
    live = await registry.set_up(ready())
    ann = Tab(registry.runtime, live, "ann")
    ann.connection.pong(payload, registry.seconds())
    assert ann.connection.lag == 0


# What is held, and what is not --------------------------------------------------------------------------


@in_fake_time
async def test_who_has_called_throws_no_more_but_others_do(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await with_lags(registry, ready(), ann=0, bob=0.1)
    ann.ask("stop")
    assert (await ann.asks("throw", dice="a")).code == "sixem.stopped_already"
    assert (await ann.asks("stop")).code == "sixem.stopped_already"
    assert isinstance(await bob.asks("throw", dice="ab"), events.Thrown)
    await registry.wait(0.15)
    assert stops(bob) == [ANN]
    assert sixem_of(live).state.phase != ROLLING


@in_fake_time
async def test_a_false_call_is_not_held(registry: FakeTimeRegistry) -> None:
    _, (ann, _) = await with_lags(registry, thrown_off(fair_stop=True), ann=0, bob=0.1)
    assert isinstance(await ann.asks("stop"), events.FalseStop)


@in_fake_time
async def test_a_call_before_the_countdown_is_over_is_refused_not_held(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(ready())
    live.ping(registry.seconds())
    await registry.wait(1)
    bob.pong()
    await registry.wait(1.95)
    assert (await ann.asks("stop")).code == "sixem.countdown"
    await registry.wait(1)
    assert stops(ann) == []


@in_fake_time
async def test_sent_again_while_it_is_held_it_is_answered_once(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await with_lags(registry, ready(), ann=0, bob=0.1)
    nonce = ann.ask("stop")
    ann.leave()
    ann = Tab(registry.runtime, live, "ann")
    ann.ask("stop", nonce)
    await registry.wait(0.1)
    assert isinstance(await ann.answer(nonce), events.Stopped)
    assert ann.of(events.Refusal) == []


@in_fake_time
async def test_a_bot_does_not_overtake_a_call_that_is_held(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker(lambda _, seat: rounds.SixemMove(rounds.STOP, seat))
    replace(monkeypatch, lambda _: thinker, "nearest")
    registry.time.waits_for_bots = False
    _, (ann, bob, _) = await with_lags(registry, ready("ann bob cleo"), ann=0, bob=0, cleo=0.1)
    await bob.asks("leave")
    await registry.wait(4)
    await thinker.begins()
    ann.ask("stop")
    thinker.may.set()
    registry.time.waits_for_bots = True
    await registry.settled()
    assert stops(ann) == [ANN]


@in_fake_time
async def test_what_others_do_meanwhile_ends_no_wait(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await with_lags(registry, ready(), ann=0, bob=0.1)
    ann.ask("stop")
    live.move(rounds.SixemMove(rounds.THROW, BOB, dice=1))
    await bob.asks("react", reaction="wow")
    assert stops(bob) == []
    await registry.wait(0.1)
    assert stops(bob) == [ANN]


# Meanwhile ----------------------------------------------------------------------------------------------


@in_fake_time
async def test_a_call_counts_though_the_line_drops_while_it_is_held(registry: FakeTimeRegistry) -> None:
    _, (ann, bob) = await with_lags(registry, ready(), ann=0, bob=0.1)
    ann.ask("stop")
    ann.leave()
    await registry.wait(0.1)
    assert stops(bob) == [ANN]


@in_fake_time
async def test_who_was_not_first_hears_so_on_the_line_that_they_have_now(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await with_lags(registry, ready(), ann=0, bob=0.1)
    nonce = ann.ask("stop")
    ann.leave()
    ann = Tab(registry.runtime, live, "ann")
    bob.ask("stop")
    await registry.wait(0.1)
    assert stops(ann) == [BOB]
    assert (await ann.answer(nonce)).code == "sixem.stopped_already"


@asynchronous
async def test_a_call_that_was_held_at_a_restart_can_be_made_again(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        _, (ann, _) = await with_lags(registry, ready(), ann=0, bob=0.1)
        nonce = ann.ask("stop")
    async with open_registry(tmp_path) as registry:
        live = await registry.live(CODE)
        assert sixem_of(live).state.phase == ROLLING
        ann = Tab(registry.runtime, live, "ann")
        assert (await ann.asks("stop", nonce)).code == "sixem.countdown"
        await registry.wait(3)
        ann.ask("stop", nonce)
        await registry.wait()
        assert stops(ann) == [ANN]


@in_fake_time
async def test_when_the_data_go_away_while_a_call_is_held_it_changes_nothing(
    registry: FakeTimeRegistry, tmp_path: Path
) -> None:
    data, away = tmp_path / "sixes.db", tmp_path / "away.db"
    live, (ann, bob) = await with_lags(registry, ready(), ann=0, bob=0.1)
    before = live.shown
    nonce = ann.ask("stop")
    data.rename(away)
    assert (await bob.asks("react", reaction="wow")).code == "table.unavailable"
    away.rename(data)  # but the table has not looked yet
    await registry.wait(0.1)
    assert (await ann.answer(nonce)).code == "table.unavailable"
    assert live.head == live.shown == before
    await registry.wait(5)
    ann.ask("stop", nonce)
    await registry.wait(0.1)
    assert stops(bob) == [ANN]
    assert await registry.from_log(live) == live.shown
