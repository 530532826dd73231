"""The service clock: what counts as time for closing and pruning, and what does not."""

import asyncio
import time
from pathlib import Path

import pytest

from sixes.play import events
from sixes.play.match import Refused
from sixes.play.table import PLAYING
from sixes.server.codes import hash_secret
from sixes.server.metrics import Metrics
from sixes.server.storage.pruning import EXPIRY, KEEP_GUESTS, KEEP_IDLE_GUESTS, KEEP_LOGS
from sixes.server.storage.store import DAY, HOUR, PlayerRow, Pruned
from sixes.server.tables import registry as registry_module
from sixes.server.tables.live import LiveTable
from sixes.server.tables.registry import ABANDONED_AFTER
from sixes.server.tables.runtime import BOOT_CLOCK, Runtime
from sixes.server.tables.service_clock import LONGEST_TICK, STEP
from tests.event_loop import asynchronous
from tests.play.stories import CODE, playing
from tests.server.clients import visit
from tests.server.database import append, change, open_database
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time, open_registry
from tests.server.serving import running_server
from tests.server.tables.stories import over

MINUTE = 60 * 1000
YEAR = 365 * DAY
SECRET = b"s" * 32


async def add_guest(registry: FakeTimeRegistry) -> None:
    await registry.store.new_player(PlayerRow("ann", "Ann", registry.clock.at, device=SECRET), registry.now())


# What it counts -----------------------------------------------------------------------------------------


@in_fake_time
async def test_it_counts_what_a_server_serves_and_not_what_the_system_clock_says(
    registry: FakeTimeRegistry,
) -> None:
    await registry.serve(HOUR)
    registry.time.step(YEAR)
    await registry.serve(HOUR)
    registry.time.step(-2 * YEAR)
    await registry.serve(HOUR)
    registry.time.suspend(30 * DAY)
    await registry.serve(HOUR)
    assert registry.clock.at == 4 * HOUR


@in_fake_time
async def test_a_process_that_was_stopped_did_not_serve(registry: FakeTimeRegistry) -> None:
    registry.time.oversleep(30 * DAY / 1000)
    registry.clock.tick()
    assert registry.clock.at == LONGEST_TICK


@asynchronous
async def test_it_goes_on_after_a_restart_and_nodes_do_not_count_twice(database_url: str) -> None:
    async with open_registry(database_url) as first:
        await first.serve(DAY)
        await first.clock.save()
        await first.serve(MINUTE)  # lost: it was not saved
    async with open_registry(database_url) as second, open_registry(database_url) as third:
        for node in (second, third):
            await node.clock.save()
            await node.serve(HOUR)
        for node in (second, third, second):
            await node.clock.save()
        assert second.clock.at == third.clock.at == DAY + HOUR
        await third.serve(HOUR)
        await third.clock.save()
        await second.clock.save()
        assert second.clock.at == DAY + 2 * HOUR, "a node catches up with what it missed"


@in_fake_time
async def test_a_server_that_runs_stores_it(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_module, "HEARTBEAT", 0.001)
    running = asyncio.create_task(registry.run())
    while await registry.store.read_clock() < 10 * MINUTE:
        registry.time.oversleep(30)
    running.cancel()
    assert registry.clock.at >= 10 * MINUTE


@asynchronous
async def test_a_server_goes_on_from_where_it_was(tmp_path: Path) -> None:
    async with open_database(tmp_path) as database:
        await database.advance_clock(YEAR)
    with running_server(tmp_path) as server:
        guest = await visit(server.url, "/api/me")
    async with open_database(tmp_path) as database:
        player = await database.player_of(hash_secret(guest.secret))
        assert player
        assert YEAR <= player.active < YEAR + DAY
        assert await database.read_clock() >= YEAR


@asynchronous
async def test_the_clocks_of_the_machine_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Linux one stands still while the machine is suspended, and another one does not."""
    clocks = {BOOT_CLOCK: 7_000_000, time.CLOCK_MONOTONIC: 5_000_000}
    async with open_database(tmp_path) as database:
        runtime = Runtime(database, Metrics())
        monkeypatch.setattr(time, "clock_gettime_ns", clocks.__getitem__)
        monkeypatch.setattr(runtime, "nanoseconds", lambda: clocks[time.CLOCK_MONOTONIC])
        assert (runtime.elapsed(), runtime.since_boot()) == (5, clocks[BOOT_CLOCK] // 1_000_000)
        runtime.bot_thread.shutdown()
    assert not hasattr(time, "CLOCK_BOOTTIME") or BOOT_CLOCK == time.CLOCK_BOOTTIME


# When nothing is removed --------------------------------------------------------------------------------


@in_fake_time
async def test_nothing_is_removed_in_the_first_day_of_a_process(registry: FakeTimeRegistry) -> None:
    await registry.store.advance_clock(2 * YEAR)
    await registry.clock.save()
    await registry.store.new_player(PlayerRow("ann", "Ann", 0, device=SECRET), 0)
    await registry.serve(DAY - 1)
    await registry.maintain(search=True)
    assert await expiry(registry) is None
    await registry.serve(1)
    await registry.maintain(search=True)
    assert await expiry(registry) == registry.clock.at + EXPIRY


@pytest.mark.parametrize("step", [STEP, -STEP, 10 * YEAR])
@in_fake_time
async def test_nothing_is_removed_for_a_day_after_the_clock_was_set(
    registry: FakeTimeRegistry, step: int
) -> None:
    await registry.serve(DAY)
    steady = [registry.clock.is_steady]
    registry.time.step(step)
    await registry.serve(DAY - 1)
    steady.append(registry.clock.is_steady)
    await registry.serve(1 + MINUTE)  # it was noticed at the next tick
    assert [*steady, registry.clock.is_steady] == [True, False, True]


@in_fake_time
async def test_a_machine_that_is_suspended_every_night_is_steady(registry: FakeTimeRegistry) -> None:
    for _ in range(3):
        await registry.serve(8 * HOUR)
        registry.time.suspend(16 * HOUR)
    assert registry.clock.is_steady
    registry.time.step(STEP - 1)
    registry.clock.tick()
    assert registry.clock.is_steady, "nor does a small correction matter"


async def expiry(registry: FakeTimeRegistry) -> int | None:
    player = await registry.store.player_of(SECRET)
    assert player
    return player.expires


# What goes by it ----------------------------------------------------------------------------------------


@in_fake_time
async def test_a_clock_a_year_ahead_removes_no_guest_and_closes_no_table(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    await add_guest(registry)
    ann.leave()
    bob.leave()
    for step in (YEAR + DAY, -2 * YEAR):
        registry.time.step(step)
        await registry.serve(DAY // 2)
        await registry.maintain(search=True)
        await registry.store.prune(registry.clock.at, registry.now())
    table = await registry.from_log(live)
    assert (table.phase, table.seed) == (PLAYING, "")
    assert await expiry(registry) is None


@in_fake_time
async def test_a_guest_who_never_sits_is_forgotten_unless_they_come_back(registry: FakeTimeRegistry) -> None:
    await add_guest(registry)
    await registry.serve(KEEP_IDLE_GUESTS + MINUTE)
    await registry.maintain(search=True)
    assert await expiry(registry)
    await registry.store.record_visit("ann", registry.now(), registry.clock.at)
    await registry.maintain(search=True)
    assert await expiry(registry) is None


@in_fake_time
async def test_a_table_with_people_at_it_keeps_its_log_however_long_they_stay(
    registry: FakeTimeRegistry,
) -> None:
    """A game is over, and somebody never closes the page."""
    _, ann = await finished(registry)
    for _ in range(2):
        await registry.serve(2 * HOUR)
        await registry.maintain(search=True)
        await registry.settled()
    row = await registry.store.table(CODE)
    assert row
    assert registry.clock.at - row.active <= HOUR
    at = row.active + KEEP_LOGS
    assert await registry.store.prune(at, registry.now()) == Pruned()
    assert isinstance(await ann.asks("react", reaction="wow"), events.Reacted)


@in_fake_time
async def test_who_opens_a_table_whose_log_expires_keeps_it(registry: FakeTimeRegistry) -> None:
    await finished(registry)
    registry.tables.clear()
    await registry.store.prune(KEEP_LOGS + HOUR, registry.now())
    await registry.store.advance_clock(KEEP_LOGS + 2 * HOUR)
    await registry.clock.save()
    Tab(registry.runtime, await registry.live(CODE), "ann")
    row = await registry.store.table(CODE)
    assert row
    assert (row.active, row.expires) == (registry.clock.at, None)


@in_fake_time
async def test_a_table_in_memory_whose_log_was_removed_lets_its_people_go(registry: FakeTimeRegistry) -> None:
    """The database was pruned at another place: nothing may follow a log that is gone."""
    live, ann = await finished(registry)
    for at in (YEAR, YEAR + EXPIRY):
        await registry.store.prune(at, registry.now())
    ann.ask("react", reaction="wow")
    await registry.settled()
    assert ann.of(events.Reacted) == []
    assert await registry.store.log(live.head.id) == []
    assert CODE not in registry.tables
    with pytest.raises(Refused, match=r"table\.gone"):
        await registry.live(CODE)


async def finished(registry: FakeTimeRegistry) -> tuple[LiveTable, Tab]:
    """A game that is over and has a record, and somebody who played."""
    live, (ann, _) = await registry.with_people(over())
    row = await registry.store.table(CODE)
    assert row
    assert await append(registry.store, change=change(row, "ann", "bob", record=b"{}")) is None
    return live, ann


def test_tables_have_a_day_and_guests_a_year() -> None:
    assert (ABANDONED_AFTER - HOUR, KEEP_GUESTS) == (DAY, YEAR)
