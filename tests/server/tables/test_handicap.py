"""Head starts at live tables: proposed from stored results, and void when people come or go."""

from sixes.play import events
from sixes.play.head_starts import HeadStart
from sixes.server.tables.over_days import waiting_for
from tests.play.stories import addition, gathered
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time
from tests.server.past_games import WITH_OTHERS, store_game, store_past_games

PAST = {"ann": [80, 90, 100], "bob": [50, 60, 70, 60]}


@in_fake_time
async def test_they_come_from_the_last_games_and_all_see_them(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(gathered("sixto"))
    await store_past_games(registry.store, PAST)
    proposal = await ann.asks("propose")
    assert proposal.head_starts == (HeadStart("ann", 0, 90, 3), HeadStart("bob", 15, 60, 4))
    assert bob.of(events.Proposed) == [proposal]
    assert (await ann.asks("start")).code == "ahead.not_agreed"
    for tab in (ann, bob):
        await tab.asks("agree")
    started = await ann.asks("start")
    assert {seat.player: ahead for seat, ahead in zip(started.seats, started.head_starts, strict=True)} == {
        "ann": 0,
        "bob": 15,
    }
    assert live.shown.proposed == ()


@in_fake_time
async def test_only_the_last_twenty_unaided_games_with_others_count(registry: FakeTimeRegistry) -> None:
    _, (ann, _) = await registry.with_people(gathered("sixto"))
    await store_past_games(registry.store, {"ann": [1000, *[80] * 20], "bob": [70] * 3})
    for other in (
        {"unaided": False},
        {"seats": 1},
        {"kind": "daily"},
        {"kind": "imported"},
        {"game": "sixem"},
    ):
        await store_game(registry.store, WITH_OTHERS._replace(player="ann", points=500, **other))
    proposal = await ann.asks("propose")
    assert proposal.head_starts == (HeadStart("ann", 0, 80, 20), HeadStart("bob", 5, 70, 3))


@in_fake_time
async def test_without_three_games_of_everybody_nothing_is_proposed(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await registry.with_people(gathered("sixto"))
    await store_past_games(registry.store, PAST | {"bob": [50, 60]})
    assert (await ann.asks("propose")).code == "ahead.few_games"
    assert live.shown.proposed == ()


@in_fake_time
async def test_whoever_comes_while_games_are_read_makes_it_stale(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await registry.with_people(gathered("sixto", seats=3))
    await store_past_games(registry.store, PAST)
    cleo = Tab(registry.time, live, "cleo")
    asked = ann.ask("propose")
    cleo.ask("sit", add=addition("cleo"))
    assert (await ann.answer(asked)).code == "table.stale"


@in_fake_time
async def test_asked_twice_it_is_proposed_once(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await registry.with_people(gathered("sixto"))
    await store_past_games(registry.store, PAST)
    first, second = ann.ask("propose"), ann.ask("propose")
    assert (await ann.answer(second)).code == "table.not_now"
    assert (await ann.answer(first)).head_starts
    again = ann.ask("propose", nonce=first)
    await registry.settled()
    assert again == first
    assert live.shown.version == 4


@in_fake_time
async def test_over_days_the_table_waits_for_those_who_have_not_agreed(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(gathered("sixto", days=1))
    await store_past_games(registry.store, PAST)
    await ann.asks("propose")
    assert waiting_for(live.shown) == ("ann", "bob")
    await bob.asks("agree")
    assert waiting_for(live.shown) == ("ann",)
