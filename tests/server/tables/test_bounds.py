"""At a live table: what a player may repeat is counted from the log, so it is bounded after a restart too."""

import pytest

from sixes.play import deadlines, events
from sixes.play.bounds import allowance
from sixes.play.table import CLOSED
from sixes.server.tables import live as live_module
from tests.play.stories import CODE, crossing, playing
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time

TOO_OFTEN = "table.too_often"


async def toggle_until_refused(registry: FakeTimeRegistry, tab: Tab) -> int:
    """Cover and uncover a sheet, in groups that are stored together, until that is refused; how often."""
    count = 0
    while not tab.of(events.Refusal):
        for on in (True, False) * 20:
            tab.ask("cover", on=on)
            count += not tab.of(events.Refusal)
        await registry.settled()
    assert {refusal.code for refusal in tab.of(events.Refusal)} == {TOO_OFTEN}
    return count


@in_fake_time
async def test_what_a_player_did_too_often_stays_refused_after_a_restart(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    await ann.asks("roll")
    assert await toggle_until_refused(registry, bob) == allowance(live.shown)
    registry.tables.clear()
    live = await registry.live(CODE)
    ann, bob = (Tab(registry.runtime, live, player) for player in ("ann", "bob"))
    assert (await bob.asks("cover", on=True)).code == TOO_OFTEN
    assert isinstance(await ann.asks("cover", on=True), events.Covered)
    await ann.asks("keep")
    await bob.asks("done")
    assert (await ann.asks("done")).end


@in_fake_time
async def test_a_table_with_a_full_log_closes_with_a_record(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people look on while timers and a bot play; at last the table closes, and can still be opened."""
    live, (ann, _) = await registry.with_people(playing("sixto", "ann bob", bots=("random",), timer=1))
    monkeypatch.setattr(deadlines, "MOST_EVENTS", 60)
    await registry.wait(200)
    assert live.shown.phase == CLOSED
    assert isinstance(ann.events[-1], events.Closed)
    assert live.shown.version == 61
    assert await registry.store.record(CODE)
    registry.tables.clear()
    again = Tab(registry.runtime, await registry.live(CODE), "ann")
    assert (await again.asks("roll", turn=1)).code == "table.closed"


@in_fake_time
async def test_a_table_closes_whoever_fills_its_log(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by commands after which there is usually nothing more to do."""
    live, (ann, bob) = await registry.with_people(crossing())
    full = live.shown.version + 10
    for module in (deadlines, live_module):
        monkeypatch.setattr(module, "MOST_EVENTS", full)
    for _ in range(10):
        bob.ask("cross", box="a1")
        bob.ask("uncross", box="a1")
    await registry.settled()
    assert (live.shown.phase, live.shown.version) == (CLOSED, full + 1)
    assert isinstance(ann.events[-1], events.Closed)
    assert {refusal.code for refusal in bob.of(events.Refusal)} == {"table.closed"}


@in_fake_time
async def test_who_reconnects_all_the_time_fills_no_log(registry: FakeTimeRegistry) -> None:
    live, tabs = await registry.with_people(playing("sixto", timer=30))
    for tab in tabs:
        tab.leave()
    await registry.wait(60)
    live = await registry.live(live.head.code)
    before = live.shown.version
    for _ in range(100):
        Tab(registry.runtime, live, "ann").leave()
        await registry.settled()
    assert live.shown.version == before + 1, "time is given once"
