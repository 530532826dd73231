"""Who is at a table: hosts pass on, bots stand in, empty tables leave memory, abandoned ones close."""

import asyncio
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from sixes.play import events
from sixes.play.match import Refused
from sixes.play.sixem.match import COUNTDOWN, SPIN_TIME
from sixes.play.table import CLOSED, GATHERING, PLAYING, Table
from sixes.play.verify import verify_dice
from sixes.records import replay
from sixes.server.sockets.connection import FRESH
from sixes.server.storage.store import HOUR, Unavailable
from sixes.server.tables import registry as registry_module
from sixes.server.tables.live import LiveTable
from sixes.server.tables.presence import Presence
from sixes.server.tables.registry import ABANDONED_AFTER
from tests.play.stories import CODE, gathered, playing, rolling
from tests.server.database import append, entry
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time
from tests.server.sockets.recording import RecordingTransport, connection_on

TERM = ABANDONED_AFTER


# The host -----------------------------------------------------------------------------------------------


@in_fake_time
async def test_the_role_of_the_host_passes_on_after_thirty_seconds_away(registry: FakeTimeRegistry) -> None:
    """To the first seated person who is here: bob is not."""
    live, (ann, bob, cleo, _) = await registry.with_people(gathered("sixto", "ann bob cleo dan"))
    bob.leave()
    await registry.wait(10)
    ann.leave()
    await registry.wait(29.999)
    assert live.shown.host == "ann"
    await registry.wait(0.001)
    assert live.shown.host == "cleo"
    assert [event.player for event in cleo.of(events.Hosts)] == ["cleo"]
    Tab(registry.runtime, live, "ann")
    await registry.wait(60)
    assert live.shown.host == "cleo", "who comes back is not host again"


@in_fake_time
async def test_a_host_who_gets_up_hands_the_role_to_somebody_who_is_here(registry: FakeTimeRegistry) -> None:
    live, (ann, bob, _) = await registry.with_people(gathered("sixto", "ann bob cleo"))
    bob.leave()
    await registry.wait(1)
    await ann.asks("leave")
    assert live.shown.host == "cleo"


@in_fake_time
async def test_what_goes_wrong_as_somebody_comes_leaves_nobody_behind(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it is: whoever could not come in is not counted as here."""
    live, (ann, _) = await registry.with_people(gathered("sixto"))

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(LiveTable, "_rename", fail)
        with pytest.raises(ZeroDivisionError):
            Tab(registry.runtime, live, "eve")
        eve = live.presence.visitors[-1]
    live.leave(eve)
    assert not live.presence.is_here("eve")
    live.leave(eve)
    assert len(live.presence.visitors) == 2
    assert (await ann.asks("react", reaction="wow")).v == live.shown.version


@in_fake_time
async def test_a_host_who_is_back_in_time_stays_host(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await registry.with_people(gathered("sixto"))
    ann.leave()
    await registry.wait(29)
    ann = Tab(registry.runtime, live, "ann")
    await registry.wait(20)
    ann.leave()
    await registry.wait(29.999)
    assert live.shown.host == "ann", "every absence counts by itself"
    await registry.wait(0.001)
    assert live.shown.host == "bob"


@in_fake_time
async def test_a_host_with_another_tab_is_here(registry: FakeTimeRegistry) -> None:
    live, (ann, _) = await registry.with_people(gathered("sixto"))
    Tab(registry.runtime, live, "ann")
    ann.leave()
    await registry.wait(120)
    assert live.shown.host == "ann"


@in_fake_time
async def test_with_nobody_here_the_host_stays_until_somebody_comes(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(gathered("sixto"))
    cleo = Tab(registry.runtime, live, "cleo")
    ann.leave()
    bob.leave()
    await registry.wait(60 * 60)
    assert live.shown.host == "ann", "cleo only watches"
    assert cleo.of(events.Hosts) == []
    Tab(registry.runtime, live, "bob")
    await registry.settled()
    assert live.shown.host == "bob"


@in_fake_time
async def test_after_a_restart_a_host_who_does_not_come_back_is_missed_too(
    registry: FakeTimeRegistry,
) -> None:
    """Nothing else happens at this table: the table itself must look at the clock."""
    live = await registry.set_up(gathered("sixto"))
    bob = Tab(registry.runtime, live, "bob")
    await registry.wait(29.999)
    assert bob.of(events.Hosts) == []
    await registry.wait(0.001)
    assert (await bob.receives(events.Hosts)).player == "bob"


@in_fake_time
async def test_the_host_passes_on_though_the_alarm_rang_a_little_early(registry: FakeTimeRegistry) -> None:
    registry.time.early = 1
    live, (ann, _) = await registry.with_people(gathered("sixto"))
    ann.leave()
    await registry.wait(30.01)
    assert live.shown.host == "bob"


# Bots stand in ------------------------------------------------------------------------------------------


@in_fake_time
async def test_a_seat_away_for_sixty_seconds_is_handed_to_a_bot_and_taken_back(
    registry: FakeTimeRegistry,
) -> None:
    live, (_, bob, cleo) = await registry.with_people(playing("sixto", "ann bob cleo"))
    bob.leave()
    await registry.wait(59.999)
    assert (await cleo.asks("hand", seat=1)).code == "table.not_away"
    await registry.wait(0.001)
    assert (await cleo.asks("hand", seat=1)).level == "nearest"
    bob = Tab(registry.runtime, live, "bob")
    assert (await bob.asks("roll")).code == "table.bot_plays"
    await bob.asks("back")
    seat = live.shown.seats[1]
    assert seat
    assert (seat.player, seat.bot) == ("bob", "")


@in_fake_time
async def test_everybody_hears_who_is_here_and_for_how_long_others_are_not(
    registry: FakeTimeRegistry,
) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    bob.leave()
    await registry.wait(42)
    Tab(registry.runtime, live, "cleo")
    assert ann.of(events.Here)[-1] == events.Here((0,), watching=1, away={1: 42})


@in_fake_time
async def test_comings_and_goings_are_gathered_and_the_last_word_is_right(registry: FakeTimeRegistry) -> None:
    """Or each of them would be sent to everybody at a crowded table."""
    live, (ann, _) = await registry.with_people(playing("sixto"))
    await registry.wait(1)
    ann.forget()
    watchers = [Tab(registry.runtime, live, f"watcher {number}") for number in range(100)]
    for watcher in watchers:
        assert len(watcher.of(events.Here)) == 1, "each hears at once who is there"
    assert watchers[-1].of(events.Here)[0].watching == 100
    for watcher in watchers[:60]:
        watcher.leave()
    assert len(ann.of(events.Here)) == 1
    await registry.wait(0.5)
    assert [here.watching for here in ann.of(events.Here)] == [1, 40]
    await registry.wait(60)
    assert len(ann.of(events.Here)) == 2
    watchers[-1].leave()
    assert ann.of(events.Here)[-1].watching == 39, "after a while without any, at once"


@in_fake_time
async def test_who_only_watched_is_not_remembered(registry: FakeTimeRegistry) -> None:
    live, (_, bob) = await registry.with_people(gathered("sixto"))
    await bob.asks("leave")
    for number in range(50):
        Tab(registry.runtime, live, f"watcher {number}").leave()
    bob.leave()
    await registry.wait(1)
    assert live.presence.remembered == 0
    bob = Tab(registry.runtime, live, "bob")
    await bob.asks("sit", add="00" * 16)
    bob.leave()
    await registry.wait(20)
    assert (live.presence.remembered, live.presence.away("bob", registry.now())) == (1, 20_000)


# Memory -------------------------------------------------------------------------------------------------


@in_fake_time
async def test_an_empty_table_leaves_memory_and_comes_back_from_the_log_the_same(
    registry: FakeTimeRegistry,
) -> None:
    live, (ann, bob) = await registry.with_people(rolling())
    await registry.wait((SPIN_TIME + COUNTDOWN) / 1000)
    await ann.asks("throw", dice="abc")
    await registry.wait(1)
    nonce = ann.ask("throw", dice="abcdef")
    await ann.answer(nonce)
    before = live.shown
    ann.leave()
    bob.leave()
    await registry.wait(59)
    assert CODE in registry.tables
    await registry.wait(1)
    assert CODE not in registry.tables
    again = await registry.live(CODE)
    assert again is not live
    assert again.head == again.shown == before
    ann = Tab(registry.runtime, again, "ann", since=before.version - 1)
    assert isinstance(await ann.answer(nonce), events.Thrown), "who saw most of it hears the rest"
    assert (await ann.asks("throw", nonce, dice="abcdef")).v == before.version, "sent twice, applied once"


@in_fake_time
async def test_a_table_to_which_somebody_comes_back_stays(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    ann.leave()
    bob.leave()
    await registry.wait(59)
    Tab(registry.runtime, live, "ann")
    await registry.wait(120)
    assert registry.tables[CODE] is live


@in_fake_time
async def test_a_table_is_opened_once_however_many_come_at_the_same_time(registry: FakeTimeRegistry) -> None:
    """Even if the first of them goes away before it is open."""
    await registry.set_up(playing("sixto"))
    registry.tables.clear()
    impatient, patient = (asyncio.ensure_future(registry.live(CODE)) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.wait([impatient])
    later = await registry.live(CODE)
    assert await patient is later is registry.tables[CODE]


@in_fake_time
async def test_a_table_that_cannot_be_opened_can_be_later(registry: FakeTimeRegistry, tmp_path: Path) -> None:
    await registry.set_up(playing("sixto"))
    registry.tables.clear()
    data, away = tmp_path / "sixes.db", tmp_path / "away.db"
    data.rename(away)
    with pytest.raises(Unavailable):
        await registry.live(CODE)
    away.rename(data)
    assert (await registry.live(CODE)).shown.phase == PLAYING
    with pytest.raises(Refused, match=r"table\.unknown"):
        await registry.live("NOSUCH")


# Abandoned ----------------------------------------------------------------------------------------------


async def closed_after(registry: FakeTimeRegistry, live: LiveTable, milliseconds: int) -> Table:
    """A table after some time, with the chores that a server does every minute."""
    await registry.serve(milliseconds)
    await registry.maintain(search=True)
    await registry.settled()
    return await registry.from_log(live)


@in_fake_time
async def test_a_table_to_which_nobody_returns_closes_after_a_day(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    await ann.asks("roll")
    await ann.asks("keep")
    for tab in (ann, bob):
        await tab.asks("done")
    ann.leave()
    bob.leave()
    assert (await closed_after(registry, live, TERM)).phase == PLAYING
    assert (await registry.store.record(CODE)) is None
    table = await closed_after(registry, live, 1)
    assert table.phase == CLOSED
    record = msgspec.json.decode(await registry.store.record(CODE) or b"")
    assert record["match"]["dice"]["seed"] == table.seed != ""
    assert verify_dice(replay(record)) > 6, "what was played can be checked"
    cleo = Tab(registry.runtime, await registry.live(CODE), "ann")
    assert (await cleo.asks("roll", turn=2)).code == "table.closed"


@in_fake_time
async def test_a_table_at_which_no_game_began_closes_without_a_record(registry: FakeTimeRegistry) -> None:
    live = await registry.open("sixto", "ann", open=True)
    assert [row.code for row in await registry.store.lobby(9)] == [live.head.code]
    table = await closed_after(registry, live, TERM + 1)
    assert (table.phase, table.seed) == (CLOSED, "")
    assert await registry.store.record(live.head.code) is None
    assert await registry.store.lobby(9) == []


@in_fake_time
async def test_sixem_before_the_spinner_has_spoken_closes_too(registry: FakeTimeRegistry) -> None:
    live = await registry.set_up(playing("sixem"))
    table = await closed_after(registry, live, TERM + 1)
    assert table.phase == CLOSED
    assert table.seed


@in_fake_time
async def test_a_table_whose_people_are_there_for_days_is_not_closed(registry: FakeTimeRegistry) -> None:
    """And when at last they go, they have a day to come back."""
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    bob.leave()
    assert (await closed_after(registry, live, 2 * TERM)).phase == PLAYING
    ann.leave()
    assert (await closed_after(registry, live, HOUR)).phase == PLAYING
    assert (await closed_after(registry, live, TERM - HOUR)).phase == PLAYING
    assert (await closed_after(registry, live, 1)).phase == CLOSED


@in_fake_time
async def test_one_table_that_cannot_be_read_does_not_keep_others_open(registry: FakeTimeRegistry) -> None:
    torn = await registry.open("sixto", "ann")
    live = await registry.set_up(gathered("sixto"))
    also_torn = await registry.open("sixto", "ann")
    registry.tables.clear()
    for table in (torn, also_torn):
        await append(registry.store, entry(table.head.id, 2))
    assert (await closed_after(registry, live, TERM + 1)).phase == CLOSED


@in_fake_time
async def test_a_seat_that_is_left_before_the_game_is_free_in_the_lobby(registry: FakeTimeRegistry) -> None:
    live = await registry.open("sixto", "ann", open=True)
    ann = Tab(registry.runtime, live, "ann")
    await ann.asks("sit", add="00" * 16)
    assert [row.taken for row in await registry.store.lobby(9)] == [1]
    await ann.asks("leave")
    assert [row.taken for row in await registry.store.lobby(9)] == [0]
    assert live.shown.phase == GATHERING


@in_fake_time
async def test_in_a_closed_table_no_bot_acts(registry: FakeTimeRegistry) -> None:
    live = await registry.set_up(playing("sixto", "ann", bots=("random",)))
    assert (await closed_after(registry, live, TERM + 1)).phase == CLOSED
    ann = Tab(registry.runtime, await registry.live(CODE), "ann")
    await registry.wait(60)
    assert ann.events == []


# Pings --------------------------------------------------------------------------------------------------


@in_fake_time
async def test_a_heartbeat_pings_everybody_but_not_all_tables_at_once(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_module, "HEARTBEAT", 0)
    lives = [await registry.open("sixto", "ann") for _ in range(5)]
    tabs = [Tab(registry.time, live, player) for live in lives for player in ("ann", "bob")]
    await registry.wait(FRESH + 1)
    running, pinged = asyncio.create_task(registry.run()), [0]
    while pinged[-1] < len(tabs):
        await asyncio.sleep(0)
        pinged.append(sum(len(tab.transport.pings) for tab in tabs))
    running.cancel()
    assert [len(tab.transport.pings) for tab in tabs] == [1] * len(tabs)
    assert max(after - before for before, after in pairwise(pinged)) == 2


@in_fake_time
async def test_who_sent_something_just_now_needs_no_ping(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(gathered("sixto", "ann bob"))
    await registry.wait(FRESH + 1)
    bob.connection.heard_at = registry.seconds()
    live.ping(registry.seconds())
    assert (len(ann.transport.pings), len(bob.transport.pings)) == (1, 0)


def test_a_broadcast_reaches_the_others_where_one_socket_is_closed_and_one_reads_slowly() -> None:
    transports = [RecordingTransport() for _ in range(3)]
    closed, slow, well = map(connection_on, transports)
    presence = Presence(0)
    for connection in (closed, slow, well):
        presence.join(connection)
    transports[0].close()
    slow.pause_writing()
    presence.write(b"one")
    assert [transport.written for transport in transports] == [b"", b"", b"one"]
    assert (closed.ended, slow.missed, well.missed) == (True, True, False)
    slow.resume_writing()
    closed.resume_writing()
    presence.write(b"two")
    assert [transport.written for transport in transports] == [b"", b"two", b"onetwo"]
