"""A rematch: everybody is asked and keeps the seat; the game starts when all have answered."""

from typing import Any

from sixes.play import events
from sixes.play.creating import REMATCH_TIME
from sixes.server.tables.live import LiveTable
from tests.play.stories import Story, addition, playing, rolling
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time

SECONDS = REMATCH_TIME / 1000


def over(people: str = "ann bob cleo", bots: tuple[str, ...] = ()) -> Story:
    """A game that has ended, whatever came of it."""
    story = playing("sixto", people, bots=bots)
    story.take([events.Ended((0,), {}, story.seed.hex(), at=story.now)])
    return story


async def asked(registry: FakeTimeRegistry, tabs: list[Tab], who: int = 0) -> tuple[LiveTable, list[Tab]]:
    """Somebody asks for a rematch, and all come to its table."""
    made = await tabs[who].asks("rematch")
    live = await registry.live(made.code)
    return live, [Tab(registry.runtime, live, tab.player) for tab in tabs]


def sit(tab: Tab, **seat: Any) -> str:
    return tab.ask("sit", add=addition(tab.player), **seat)


def people(live: LiveTable) -> list[str]:
    return [(seat.player or seat.bot) if seat else "-" for seat in live.shown.seats]


@in_fake_time
async def test_it_starts_by_itself_with_the_same_seats_when_all_have_sat_down(
    registry: FakeTimeRegistry,
) -> None:
    before, tabs = await registry.with_people(over(bots=("random",)))
    live, (ann, bob, cleo) = await asked(registry, tabs, who=1)
    assert live.shown.snapshot().reserved == tuple(seat.player for seat in before.shown.seats if seat)
    for tab in (cleo, ann):
        sit(tab)
    await registry.settled()
    assert live.shown.phase == "gathering"
    sit(bob)
    await registry.settled()
    started = ann.of(events.Started)[0]
    around = [seat.player or seat.bot for seat in started.seats]
    old = people(before)
    turned = old.index(around[0])
    assert around == old[turned:] + old[:turned], "Sixto draws who begins; the order stays"
    assert (await registry.from_log(live)).phase == "playing"


@in_fake_time
async def test_who_declines_frees_the_seat_and_the_others_start(registry: FakeTimeRegistry) -> None:
    _, tabs = await registry.with_people(over())
    live, (ann, bob, cleo) = await asked(registry, tabs)
    for tab in (ann, cleo):
        sit(tab)
    await registry.settled()
    assert live.shown.phase == "gathering"
    assert isinstance(await bob.asks("leave"), events.Left)
    await registry.settled()
    assert sorted(people(live)) == ["ann", "cleo"]
    assert live.shown.phase == "playing"


@in_fake_time
async def test_who_does_not_answer_loses_the_seat_after_a_while(registry: FakeTimeRegistry) -> None:
    _, tabs = await registry.with_people(over())
    live, (ann, _, cleo) = await asked(registry, tabs)
    for tab in (ann, cleo):
        sit(tab)
    await registry.wait(SECONDS - 1)
    assert live.shown.phase == "gathering"
    await registry.wait(1)
    assert sorted(people(live)) == ["ann", "cleo"]
    assert live.shown.phase == "playing"


@in_fake_time
async def test_who_left_long_before_gets_no_seat(registry: FakeTimeRegistry) -> None:
    _, tabs = await registry.with_people(over())
    tabs[2].leave()
    await registry.wait(11)
    live, (ann, bob) = await asked(registry, tabs[:2])
    assert len(live.shown.seats) == 2
    sit(ann)
    sit(bob)
    await registry.settled()
    assert live.shown.phase == "playing"


@in_fake_time
async def test_of_two_at_sixem_one_alone_waits_for_the_other(registry: FakeTimeRegistry) -> None:
    """Though the seat is free by then, and the other one comes late."""
    story = rolling("ann bob")
    story.take([events.Ended((0,), {}, story.seed.hex(), at=story.now)])
    _, tabs = await registry.with_people(story)
    tabs[1].leave()
    await registry.wait(60)
    live, [ann] = await asked(registry, tabs[:1])
    sit(ann)
    await registry.wait(SECONDS)
    assert (people(live), live.shown.phase) == (["ann", "-"], "gathering")
    assert live.shown.snapshot().reserved == ("ann", "")
    sit(Tab(registry.runtime, live, "bob"))
    await registry.settled()
    assert (people(live), live.shown.phase) == (["ann", "bob"], "playing")


@in_fake_time
async def test_a_kept_seat_is_for_its_player_alone(registry: FakeTimeRegistry) -> None:
    _, tabs = await registry.with_people(over())
    live, (ann, bob, _) = await asked(registry, tabs)
    stranger = Tab(registry.runtime, live, "dora")
    assert (await stranger.answer(sit(stranger))).code == "table.full"
    assert (await stranger.answer(sit(stranger, seat=1))).code == "table.seat_taken"
    assert (await stranger.asks("leave")).code == "table.not_seated"
    assert (await ann.asks("bot", seat=1, level="random")).code == "table.seat_taken"
    await bob.asks("leave")
    assert isinstance(await ann.asks("bot", seat=1, level="random"), events.Sat)


@in_fake_time
async def test_the_host_may_start_without_waiting(registry: FakeTimeRegistry) -> None:
    """As clients did before everybody was asked."""
    _, tabs = await registry.with_people(over())
    live, (ann, *_) = await asked(registry, tabs)
    sit(ann)
    assert isinstance(await ann.asks("start"), events.Started)
    assert people(live) == ["ann"]
    await registry.wait(SECONDS)
    assert (people(live), live.shown.phase) == (["ann"], "playing")


@in_fake_time
async def test_kept_seats_survive_a_restart(registry: FakeTimeRegistry) -> None:
    _, tabs = await registry.with_people(over("ann bob"))
    live, _ = await asked(registry, tabs)
    again = await registry.second_life(live.shown.code)
    assert again.shown.snapshot() == live.shown.snapshot()
    ann, bob = (Tab(registry.runtime, again, player) for player in ("ann", "bob"))
    sit(ann)
    await registry.settled()
    sit(bob)
    await registry.settled()
    assert again.shown.phase == "playing"
