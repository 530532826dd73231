"""Rated games that everybody leaves: bots finish them, and what they make of them counts."""

from pathlib import Path

import pytest
from sqlalchemy import select

from sixes.play.table import CLOSED, OVER, PLAYING
from sixes.server.storage.schema import rated
from sixes.server.storage.store import HOUR
from sixes.server.tables.registry import ABANDONED_AFTER, EVICT_AFTER
from tests.event_loop import asynchronous
from tests.play.stories import CODE, Story, playing
from tests.server.fake_time import FakeTimeRegistry, in_fake_time, open_registry

LONG = 3600.0
"""Seconds in which bots finish any game."""


def against_a_bot(game: str = "sixto") -> Story:
    return playing(game, "ann", bots=("nearest",), rated=True)


async def who_is_rated(registry: FakeTimeRegistry) -> set[str]:
    """The people of games that were rated."""
    await registry.settled()
    companies = select(rated.c.company)
    found = await registry.store.read(lambda connection: list(connection.scalars(companies)))
    return {player for company in found for player in company.split()}


async def phase(registry: FakeTimeRegistry) -> str:
    await registry.settled()
    row = await registry.store.table(CODE)
    assert row
    return row.phase


@pytest.mark.parametrize("game", ["sixto", "sixem"])
@in_fake_time
async def test_who_leaves_a_game_against_bots_does_not_get_away(
    registry: FakeTimeRegistry, game: str
) -> None:
    _, (ann,) = await registry.with_people(against_a_bot(game))
    await ann.asks("leave")
    ann.leave()
    await registry.wait(LONG)
    assert (await phase(registry), await who_is_rated(registry)) == (OVER, {"ann"})


@in_fake_time
async def test_two_who_both_leave_have_both_played(registry: FakeTimeRegistry) -> None:
    _, tabs = await registry.with_people(playing("sixto", rated=True))
    for tab in tabs:
        await tab.asks("leave")
        tab.leave()
    await registry.wait(LONG)
    assert (await phase(registry), await who_is_rated(registry)) == (OVER, {"ann", "bob"})


@in_fake_time
async def test_who_stays_away_for_a_day_has_left(registry: FakeTimeRegistry) -> None:
    _, (ann,) = await registry.with_people(against_a_bot())
    ann.leave()
    await registry.wait(LONG)
    assert await phase(registry) == PLAYING
    await registry.serve(ABANDONED_AFTER + HOUR)
    await registry.maintain(search=True)
    await registry.wait(LONG)
    assert (await phase(registry), await who_is_rated(registry)) == (OVER, {"ann"})


@asynchronous
async def test_after_a_restart_bots_go_on(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        _, (ann,) = await registry.with_people(against_a_bot())
        await ann.asks("leave")
    async with open_registry(tmp_path) as registry:
        assert await phase(registry) == PLAYING
        await registry.maintain(search=False)
        await registry.wait(LONG)
        assert (await phase(registry), await who_is_rated(registry)) == (OVER, {"ann"})
        await registry.wait(EVICT_AFTER)
        assert registry.tables == {}


@in_fake_time
async def test_other_games_that_everybody_leaves_are_closed(registry: FakeTimeRegistry) -> None:
    _, (ann,) = await registry.with_people(playing("sixto", "ann", bots=("nearest",)))
    await ann.asks("leave")
    ann.leave()
    await registry.serve(ABANDONED_AFTER + HOUR)
    await registry.maintain(search=True)
    assert (await phase(registry), await who_is_rated(registry)) == (CLOSED, set())
