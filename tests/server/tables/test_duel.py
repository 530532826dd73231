"""Duels at live tables: one second game, however often it is asked for, with exchanged seats."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from sixes import bots
from sixes.play import events
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING
from sixes.server.tables.live import LiveTable
from tests.event_loop import asynchronous
from tests.play.stories import CODE, Story, addition, gathered
from tests.play.test_duel import play_out
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time, open_registry


def first_game(**options: Any) -> Story:
    story = gathered("sixto", duel=True, seed=3, **options)
    story.ask("ann", "start")
    return play_out(story)


def players(story: Story) -> list[str]:
    return [story.sitting(seat).player for seat in (0, 1)]


async def asked(registry: FakeTimeRegistry, story: Story) -> tuple[LiveTable, list[Tab]]:
    """Somebody has asked for the second game, and both come."""
    _, (ann, bob) = await registry.with_people(story)
    code = (await bob.asks("rematch")).code
    live = await registry.live(code)
    return live, [Tab(registry.time, live, tab.player) for tab in (ann, bob)]


@in_fake_time
async def test_the_second_game_begins_when_both_sit_with_exchanged_seats(registry: FakeTimeRegistry) -> None:
    story = first_game()
    live, (ann, bob) = await asked(registry, story)
    assert live.shown.snapshot().reserved == tuple(reversed(players(story)))
    await ann.asks("sit", add=addition("ann"))
    await registry.wait(3600)
    assert live.shown.phase == GATHERING, "the seat is kept until its player comes"
    await bob.asks("sit", add=addition("bob"))
    started = await ann.receives(events.Started)
    assert [seat.player for seat in started.seats] == players(story)[::-1]
    assert started.head_starts == story.sixto.scores[::-1]
    assert live.shown.phase == PLAYING


@in_fake_time
async def test_asked_twice_there_is_one_second_game(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(first_game())
    first, second = ann.ask("rematch"), bob.ask("rematch")
    await registry.settled()
    assert (await ann.answer(first)).code == live.shown.rematch
    assert (await bob.answer(second)).code == "table.rematched"


@asynchronous
async def test_a_second_game_made_just_before_a_crash_is_found_again(tmp_path: Path) -> None:
    """Its table was stored; that it was asked for was not."""
    async with open_registry(tmp_path) as registry:
        live, (ann, _) = await registry.with_people(first_game())
        registry.store.hold()
        ann.ask("rematch")
        await registry.settled()
        assert live.shown.rematch == ""
        made = [line async for line in tables_made(registry)]
        assert len(made) == 1
    async with open_registry(tmp_path) as registry:
        live = await registry.live(CODE)
        bob = Tab(registry.time, live, "bob")
        assert (await bob.asks("rematch")).code == made[0]


async def tables_made(registry: FakeTimeRegistry) -> AsyncIterator[str]:
    for row in await registry.store.abandoned(2**60):
        yield row.code


@in_fake_time
async def test_a_game_after_the_duel_is_a_new_duel(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await asked(registry, first_game())
    for tab in (ann, bob):
        await tab.asks("sit", add=addition(tab.player))
    bot = bots.make("nearest", "sixto", 1)
    while live.shown.phase != OVER:
        assert live.head.match
        seat = next(seat for seat in (0, 1) if live.head.match.seats_to_act() >> seat & 1)
        live.move(bot.choose(live.head.match.state, seat))
        await registry.settled()
    ended = await ann.receives(events.Ended)
    assert ended.seed
    again = await registry.live((await ann.asks("rematch")).code)
    assert (again.shown.options.duel, again.shown.beginning) == (True, None)
    assert again.shown.promise != live.shown.promise


@in_fake_time
async def test_whoever_declines_ends_the_duel_for_both(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await asked(registry, first_game())
    await ann.asks("sit", add=addition("ann"))
    await bob.asks("leave")
    assert live.shown.phase == CLOSED
    assert ann.of(events.Closed)[0].seed == ""


@in_fake_time
async def test_over_days_both_find_the_second_game_and_are_waited_for(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await asked(registry, first_game(days=1))
    assert live.shown.code in [row.code for row in await registry.store.tables_of("ann", 9)]
    await bob.asks("sit", add=addition("bob"))
    ann.leave()
    bob.leave()
    await registry.wait(13 * 86_400)
    again = Tab(registry.time, await registry.live(live.shown.code), "ann")
    await again.asks("sit", add=addition("ann"))
    assert (await again.receives(events.Started)).seats
