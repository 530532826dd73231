"""Tables over days: they go on though nobody is present, also out of memory and after a restart."""

from pathlib import Path
from typing import Any

import msgspec

from sixes.play import events
from sixes.play.days import DAY, PATIENCE
from sixes.play.documents import TableSummary
from sixes.play.handlers import HOST_AWAY
from sixes.play.table import CLOSED, OVER, PLAYING, Table
from sixes.server.storage.store import HOUR
from sixes.server.tables.live import LiveTable
from sixes.server.tables.registry import ABANDONED_AFTER, EVICT_AFTER, KEPT_OVER_DAYS
from tests.event_loop import asynchronous
from tests.play.stories import CODE, Story, addition, crossing, gathered, playing
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time, open_registry, sixto_of

DAY_SECONDS = DAY / 1000


async def summary(registry: FakeTimeRegistry, code: str = CODE) -> TableSummary:
    """The row of a table, as lists show it."""
    await registry.settled()
    row = await registry.store.table(code)
    assert row
    return msgspec.json.decode(row.about, type=TableSummary)


async def unattended(registry: FakeTimeRegistry, story: Story) -> None:
    """A table as a story left it, which has left memory."""
    await registry.set_up(story)
    await registry.wait(EVICT_AFTER)
    assert registry.tables == {}


async def maintained(registry: FakeTimeRegistry) -> list[str]:
    """The tables that are in memory after a round of maintenance."""
    await registry.maintain(search=False)
    await registry.settled()
    return list(registry.tables)


# Timers -------------------------------------------------------------------------------------------------


@in_fake_time
async def test_a_step_ends_though_nobody_is_there(registry: FakeTimeRegistry) -> None:
    _, (ann, bob) = await registry.with_people(playing("sixto", days=1))
    ann.leave()
    bob.leave()
    await registry.wait(DAY_SECONDS)
    assert registry.tables == {}, "idle tables leave memory"
    assert await maintained(registry) == [CODE]
    again = sixto_of(await registry.live(CODE))
    assert (len(again.rolls), again.due) == (1, registry.now() + DAY)
    await registry.wait(EVICT_AFTER)
    assert registry.tables == {}


@in_fake_time
async def test_nothing_is_opened_before_it_is_due(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", days=2))
    await registry.wait(2 * DAY_SECONDS - EVICT_AFTER - 1)
    assert await maintained(registry) == []
    await registry.wait(1)
    assert await maintained(registry) == [CODE]


@in_fake_time
async def test_without_a_timer_a_table_waits_and_is_never_due(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", days=0))
    await registry.wait(9 * DAY_SECONDS)
    assert await maintained(registry) == []


@in_fake_time
async def test_ordinary_tables_are_never_due(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", timer=30))
    await registry.wait(9 * DAY_SECONDS)
    assert await maintained(registry) == []


@in_fake_time
async def test_coming_back_gives_no_extra_time(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", days=1))
    await registry.wait(DAY_SECONDS - EVICT_AFTER - 5)
    live = await registry.live(CODE)
    ann = Tab(registry.time, live, "ann")
    await registry.wait(4.999)
    assert ann.events == []
    await registry.wait(0.001)
    assert [type(event) for event in ann.events] == [events.Rolled]


@in_fake_time
async def test_what_is_due_happens_before_whoever_comes_acts(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", days=1))
    await registry.wait(DAY_SECONDS)
    ann = Tab(registry.time, await registry.live(CODE), "ann")
    assert (await ann.asks("roll")).code == "table.stale"


@asynchronous
async def test_after_a_restart_what_is_due_happens(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await registry.set_up(crossing(days=3))
        at = registry.now()
    async with open_registry(tmp_path) as registry:
        registry.time.start = at + 3 * DAY - 1
        assert await maintained(registry) == []
        await registry.wait(0.001)
        assert await maintained(registry) == [CODE]
        assert sixto_of(registry.tables[CODE]).number == 2


@in_fake_time
async def test_when_the_data_are_gone_a_step_ends_later(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", days=1))
    await registry.wait(DAY_SECONDS)
    registry.store.hold()
    assert await maintained(registry) == [CODE]
    live = await registry.live(CODE)
    assert not sixto_of(live).rolls, "stored before shown"
    registry.store.let_go()
    await registry.settled()
    assert len(sixto_of(live).rolls) == 1


# Bots ---------------------------------------------------------------------------------------------------


async def alone_with_bots(registry: FakeTimeRegistry, **options: Any) -> tuple[LiveTable, Tab]:
    live = await registry.open("sixto", "ann", ("nearest", "random"), seats=3, **options)
    ann = Tab(registry.time, live, "ann")
    await ann.asks("sit", add=addition("ann"))
    await ann.asks("start")
    return live, ann


def acting(table: Table) -> tuple[str, ...]:
    assert table.match
    seats = [seat for at, seat in enumerate(table.seats) if table.match.seats_to_act() >> at & 1]
    return tuple(seat.player or seat.bot for seat in seats if seat)


@in_fake_time
async def test_bots_move_at_once_when_nobody_is_there(registry: FakeTimeRegistry) -> None:
    live, ann = await alone_with_bots(registry, days=0)
    ann.leave()
    await registry.wait(EVICT_AFTER - 1)
    assert acting(live.shown) == ("ann",)
    assert await summary(registry, live.shown.code) == TableSummary(
        live.shown.code, live.shown.options, PLAYING, live.shown.seats, "ann", waiting=("ann",)
    )
    await registry.wait(EVICT_AFTER)
    assert registry.tables == {}


@in_fake_time
async def test_bots_take_their_time_when_somebody_watches(registry: FakeTimeRegistry) -> None:
    live, (ann,) = await registry.with_people(playing("sixto", "ann", bots=("nearest",), days=0))
    await ann.asks("roll")
    await ann.asks("keep")
    version = live.shown.version
    await registry.wait(0.1)
    assert live.shown.version == version
    await registry.wait(5)
    assert live.shown.version > version


@asynchronous
async def test_bots_that_a_crash_interrupted_move_after_the_restart(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        live, (ann,) = await registry.with_people(playing("sixto", "ann", bots=("nearest",), days=0))
        await ann.asks("roll")
        assert await registry.store.due_tables(registry.now(), 9) == []
        await ann.asks("keep")
        assert acting(live.shown) == ("ann", "nearest")
        assert await registry.store.due_tables(registry.now(), 9) == [CODE]
    async with open_registry(tmp_path) as registry:
        assert await maintained(registry) == [CODE]
        await registry.wait(1)
        assert acting(registry.tables[CODE].shown) == ("ann",)
        assert await registry.store.due_tables(registry.now(), 9) == []


@in_fake_time
async def test_where_all_have_left_bots_do_not_play_among_themselves(registry: FakeTimeRegistry) -> None:
    live, ann = await alone_with_bots(registry, days=1)
    await registry.wait(20)
    await ann.asks("leave")
    ann.leave()
    await registry.wait(1)
    version = live.shown.version
    await registry.wait(9 * DAY_SECONDS)
    assert await maintained(registry) == []
    assert (await registry.live(live.shown.code)).shown.version == version


# The row ------------------------------------------------------------------------------------------------


@in_fake_time
async def test_the_list_of_my_tables_tells_for_whom_they_wait(registry: FakeTimeRegistry) -> None:
    _, (ann, bob) = await registry.with_people(crossing(days=1))
    assert (await summary(registry)).waiting == ("ann", "bob")
    await ann.asks("done")
    assert (await summary(registry)).waiting == ("bob",)
    await ann.asks("undone")
    assert (await summary(registry)).waiting == ("ann", "bob")
    await bob.asks("done")
    await ann.asks("done")
    told = await summary(registry)
    assert (told.waiting, told.due) == (("bob",), registry.now() + DAY)


@in_fake_time
async def test_a_full_table_waits_for_its_host_to_start(registry: FakeTimeRegistry) -> None:
    story = Story("sixto", days=1)
    story.ask("ann", "sit", add=addition("ann"))
    live = await registry.set_up(story)
    bob = Tab(registry.time, live, "bob")
    assert (await summary(registry)).waiting == ()
    await bob.asks("sit", add=addition("bob"))
    assert (await summary(registry)).waiting == ("ann",)


@in_fake_time
async def test_the_row_of_an_ordinary_table_is_not_written_with_every_step(
    registry: FakeTimeRegistry,
) -> None:
    _, (ann, _) = await registry.with_people(crossing())
    before = await registry.store.table(CODE)
    await registry.wait(1)
    await ann.asks("done")
    await registry.settled()
    assert await registry.store.table(CODE) == before


@in_fake_time
async def test_half_crosses_do_not_write_the_row_over_days(registry: FakeTimeRegistry) -> None:
    _, (ann, _) = await registry.with_people(crossing(days=1))
    before = await registry.store.table(CODE)
    await registry.wait(1)
    await ann.asks("cross", box="a1")
    await registry.settled()
    assert await registry.store.table(CODE) == before


# Abandoned tables ---------------------------------------------------------------------------------------


@in_fake_time
async def test_a_table_over_days_is_kept_for_14_days_without_anyone(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", days=0))
    await registry.serve(ABANDONED_AFTER + HOUR)
    await registry.close_abandoned()
    assert (await registry.live(CODE)).shown.phase == PLAYING
    await registry.serve(KEPT_OVER_DAYS - ABANDONED_AFTER)
    await registry.close_abandoned()
    await registry.settled()
    assert (await registry.live(CODE)).shown.phase == CLOSED
    assert await registry.store.due_tables(2**63 - 1, 9) == []


@in_fake_time
async def test_steps_that_time_ends_do_not_keep_it_longer(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", days=1))
    for _ in range(15):
        await registry.serve(DAY)
        await maintained(registry)
    live = await registry.live(CODE)
    assert sixto_of(live).number > 3
    await registry.close_abandoned()
    await registry.settled()
    assert live.shown.phase == CLOSED


@in_fake_time
async def test_whoever_looks_in_keeps_it_for_another_14_days(registry: FakeTimeRegistry) -> None:
    await unattended(registry, playing("sixto", days=0))
    await registry.serve(10 * DAY)
    Tab(registry.time, await registry.live(CODE), "bob").leave()
    await registry.serve(10 * DAY)
    await registry.close_abandoned()
    assert (await registry.live(CODE)).shown.phase == PLAYING


# People -------------------------------------------------------------------------------------------------


@in_fake_time
async def test_the_host_stays_host_in_a_game_over_days(registry: FakeTimeRegistry) -> None:
    live = await registry.set_up(playing("sixto", days=1))
    Tab(registry.time, live, "bob")
    await registry.wait(2 * HOST_AWAY / 1000)
    assert live.shown.host == "ann"


@in_fake_time
async def test_before_the_start_whoever_is_here_becomes_host(registry: FakeTimeRegistry) -> None:
    live = await registry.set_up(gathered("sixto", days=1))
    Tab(registry.time, live, "bob")
    await registry.wait(HOST_AWAY / 1000)
    assert live.shown.host == "bob"


@in_fake_time
async def test_a_rematch_keeps_seats_for_days_and_everybody_finds_it(registry: FakeTimeRegistry) -> None:
    story = playing("sixto", days=1)
    story.take([events.Ended((0,), {}, story.seed.hex(), at=story.now)])
    live = await registry.set_up(story)
    assert live.shown.phase == OVER
    ann = Tab(registry.time, live, "ann")
    code = (await ann.asks("rematch")).code
    assert (await summary(registry, code)).waiting == ("ann", "bob")
    assert code in [row.code for row in await registry.store.tables_of("bob", 9)]
    again = Tab(registry.time, await registry.live(code), "ann")
    await again.asks("sit", add=addition("ann"))
    assert (await summary(registry, code)).waiting == ("bob",)
    assert code in [row.code for row in await registry.store.tables_of("bob", 9)]
    again.leave()
    await registry.wait(PATIENCE / 1000 - 1)
    bob = Tab(registry.time, await registry.live(code), "bob")
    await bob.asks("sit", add=addition("bob"))
    assert (await bob.receives(events.Started)).seats


@in_fake_time
async def test_whoever_never_comes_to_a_rematch_loses_the_seat(registry: FakeTimeRegistry) -> None:
    story = playing("sixto", days=0)
    story.take([events.Ended((0,), {}, story.seed.hex(), at=story.now)])
    ann = Tab(registry.time, await registry.set_up(story), "ann")
    code = (await ann.asks("rematch")).code
    again = Tab(registry.time, await registry.live(code), "ann")
    await again.asks("sit", add=addition("ann"))
    again.leave()
    await registry.wait(PATIENCE / 1000)
    await maintained(registry)
    assert [seat and seat.player for seat in (await registry.live(code)).shown.seats] == ["ann"]
