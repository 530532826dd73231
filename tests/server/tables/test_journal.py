"""The store fails, or is slow, and much happens meanwhile: nothing false is shown, and nothing is lost."""

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from sixes.client import AtTable, Client, Refused
from sixes.play import commands, events
from sixes.play.creating import NewGame
from sixes.play.options import Options
from sixes.play.sixem.match import COUNTDOWN, SPIN_TIME
from sixes.play.table import PLAYING, read_log
from sixes.server.storage.sqlite import NAME
from sixes.server.storage.store import LogLine, Unavailable
from sixes.server.tables.journal import OLD_ANSWER_PAUSE, RECENT
from sixes.server.tables.live import LiveTable
from sixes.server.tables.registry import ABANDONED_AFTER
from tests.event_loop import asynchronous
from tests.play.stories import CODE, gathered, playing, rolling
from tests.server.database import open_database
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time, lines_read, sixem_of, sixto_of
from tests.server.serving import running_server
from tests.server.tables.scripted_bots import Thinker, replace, until_crossing
from tests.server.tables.stories import over

UNAVAILABLE = "table.unavailable"


@contextmanager
def gone(directory: Path) -> Iterator[None]:
    """The database is not where it was; then it is again."""
    (directory / NAME).rename(directory / "elsewhere.db")
    yield
    (directory / "elsewhere.db").rename(directory / NAME)


async def check(registry: FakeTimeRegistry, live: LiveTable, *tabs: Tab) -> None:
    """All saw what is in the log, in its order, each event once; and the table is what the log says."""
    lines = {line.version: line.body for line in await registry.store.log(live.head.id)}
    assert list(lines) == list(range(1, len(lines) + 1))
    assert live.head == live.shown == await registry.from_log(live)
    for tab in tabs:
        versions = [event.v for event in tab.events]
        assert versions == list(range(versions[0], live.shown.version + 1))
        assert [events.encode(event) for event in tab.events] == [lines[version] for version in versions]


# While something is being stored ------------------------------------------------------------------------


@in_fake_time
async def test_nobody_sees_anything_before_it_is_stored(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    before = live.shown
    registry.store.hold()
    nonces = [ann.ask("roll"), ann.ask("keep"), bob.ask("react", reaction="wow")]
    await registry.settled()
    assert ann.received == bob.received == []
    assert await registry.from_log(live) == live.shown == before
    registry.store.let_go()
    await registry.settled()
    assert [event.n for event in ann.events] == nonces
    await check(registry, live, ann, bob)


@in_fake_time
async def test_who_comes_while_something_is_being_stored_sees_it_once(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    version = live.shown.version
    registry.store.hold()
    ann.ask("roll")
    ann.ask("keep")
    new, back, far = (Tab(registry.runtime, live, "cleo", since=since) for since in (0, version, version - 3))
    welcomes = [tab.of(events.Welcome)[0] for tab in (new, back, far)]
    assert [welcome.v for welcome in welcomes] == [version] * 3
    assert [bool(welcome.table) for welcome in welcomes] == [True, False, False]
    assert [event.v for event in far.events] == [version - 2, version - 1, version]
    registry.store.let_go()
    await registry.settled()
    assert [event.v for event in new.events] == [version + 1, version + 2]
    await check(registry, live, ann, bob, new, back, far)


@in_fake_time
async def test_who_says_to_have_seen_what_never_was_sees_the_whole_table(registry: FakeTimeRegistry) -> None:
    live = await registry.set_up(playing("sixto"))
    ann = Tab(registry.runtime, live, "ann", since=live.shown.version + 1)
    assert (await ann.receives(events.Welcome)).table == live.shown.snapshot()


@in_fake_time
async def test_a_message_is_stored_though_its_socket_is_gone_and_answered_on_the_next(
    registry: FakeTimeRegistry,
) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    version = live.shown.version
    registry.store.hold()
    nonce = ann.ask("roll")
    ann.leave()
    ann = Tab(registry.runtime, live, "ann", since=version)
    ann.ask("roll", nonce)
    registry.store.let_go()
    assert isinstance(await ann.answer(nonce), events.Rolled)
    await registry.settled()
    assert live.shown.version == version + 1
    await check(registry, live, ann, bob)


@in_fake_time
async def test_two_tabs_of_one_player_send_the_same_once_and_hear_it_both(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    other = Tab(registry.runtime, live, "ann")
    nonce = ann.ask("roll")
    other.ask("roll", nonce)
    await registry.settled()
    assert (await ann.answer(nonce)) == (await other.answer(nonce))
    assert len(sixto_of(live).rolls) == 1
    other.leave()
    await registry.wait(0.5)
    assert ann.of(events.Here)[-1].seats == (0, 1), "ann is still here"
    await check(registry, live, ann, bob)


@in_fake_time
async def test_two_players_may_use_the_same_nonce(registry: FakeTimeRegistry) -> None:
    _, (ann, bob) = await registry.with_people(playing("sixto"))
    await ann.asks("react", "n-1", reaction="wow")
    bob.forget()
    assert (await bob.asks("react", "n-1", reaction="oops")).seat == 1


@in_fake_time
async def test_an_answer_is_given_again_however_long_ago_it_was(
    registry: FakeTimeRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    first = await ann.asks("roll", "first")
    for _ in range(RECENT // 4):
        for tab in (ann, bob):
            tab.ask("cover", on=True)
            tab.ask("cover", on=False)
    await registry.settled()
    version, read = live.shown.version, lines_read(registry, monkeypatch)
    ann.forget()
    assert await ann.asks("roll", "first") == first, "from the log"
    assert read == [1], "of which only this event is read"
    begun = asyncio.get_running_loop().time()
    for _ in range(10):
        ann.forget()
        await ann.asks("roll", "first")
    assert asyncio.get_running_loop().time() - begun >= 10 * OLD_ANSWER_PAUSE, "and not at any pace"
    last = ann.ask("react", reaction="wow")
    await ann.answer(last)
    ann.forget()
    assert (await ann.asks("react", last, reaction="wow")).v == version + 1, "from memory"
    assert live.head.version == version + 1
    with gone(tmp_path):
        ann.forget()
        assert (await ann.asks("roll", "first")).code == UNAVAILABLE


# The database is gone for a while -----------------------------------------------------------------------


@in_fake_time
async def test_while_the_data_are_gone_senders_hear_so_and_nobody_sees_anything(
    registry: FakeTimeRegistry, tmp_path: Path
) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    before = live.shown
    with gone(tmp_path):
        mine, theirs = ann.ask("roll", "again"), bob.ask("react", reaction="wow")
        await registry.settled()
        assert (await ann.answer(mine)).code == (await bob.answer(theirs)).code == UNAVAILABLE
        assert (await ann.asks("keep")).code == UNAVAILABLE
        cleo = Tab(registry.runtime, live, "cleo")
        assert cleo.of(events.Welcome)[0].v == before.version
        for _ in range(5):
            await registry.wait(1)
        assert ann.events == bob.events == cleo.events == []
        assert live.head == live.shown == before
    await registry.wait(1)
    ann.forget()
    assert isinstance(await ann.asks("roll", "again"), events.Rolled)
    ann.ask("roll", "again")
    await registry.settled()
    assert live.shown.version == before.version + 1
    ann.forget()
    await ann.asks("keep")
    await check(registry, live, ann, bob, cleo)


@in_fake_time
async def test_what_waited_behind_a_message_that_was_lost_is_lost_with_it(
    registry: FakeTimeRegistry, tmp_path: Path
) -> None:
    """Or it would rest on something that never happened."""
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    registry.store.hold()
    nonces = [ann.ask("roll"), ann.ask("keep"), ann.ask("done")]
    bob.ask("done", "bob")
    with gone(tmp_path):
        registry.store.let_go()
        await registry.settled()
        assert [(await ann.answer(nonce)).code for nonce in nonces] == [UNAVAILABLE] * 3
        assert (await bob.answer("bob")).code == UNAVAILABLE
    await registry.wait(1)
    for tab in (ann, bob):
        tab.forget()
    assert isinstance(await ann.asks("roll", nonces[0]), events.Rolled)
    await check(registry, live, ann, bob)


@in_fake_time
async def test_after_a_fault_players_have_a_little_time_again(
    registry: FakeTimeRegistry, tmp_path: Path
) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto", timer=30))
    await registry.wait(29)
    with gone(tmp_path):
        await registry.wait(20)
        assert ann.events == []
    await registry.wait(1)
    assert (await ann.receives(events.Resumed)).due >= registry.now() + 14_000
    await registry.wait(16)
    assert ann.of(events.Rolled)
    await check(registry, live, ann, bob)


@in_fake_time
async def test_rolling_goes_on_with_a_new_countdown_after_a_fault(
    registry: FakeTimeRegistry, tmp_path: Path
) -> None:
    live, (ann, bob) = await registry.with_people(rolling())
    await registry.wait((SPIN_TIME + COUNTDOWN) / 1000)
    ann.ask("throw", dice="ab")
    await registry.settled()
    with gone(tmp_path):
        await registry.wait(10)
        assert ann.of(events.Landed) == []
    await registry.wait(1)
    resumed, landed = ann.events[-2:]
    assert (type(resumed), type(landed)) == (events.Resumed, events.Landed)
    assert sixem_of(live).go > registry.now()
    await check(registry, live, ann, bob)


@in_fake_time
async def test_a_table_that_everybody_left_during_a_fault_does_not_go_on_alone(
    registry: FakeTimeRegistry, tmp_path: Path
) -> None:
    live, (ann, bob) = await registry.with_people(playing("sixto", timer=30))
    with gone(tmp_path):
        await ann.asks("roll")
        ann.leave()
        bob.leave()
        await registry.wait(3)
    before = live.shown
    await registry.wait(50)
    assert live.head == live.shown == before
    await registry.wait(60)
    assert CODE not in registry.tables, "and it leaves memory like any other"


@in_fake_time
async def test_bots_that_think_during_a_fault_think_again(
    registry: FakeTimeRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    replace(monkeypatch, lambda _: thinker)
    registry.time.waits_for_bots = False
    live, (ann,) = await registry.with_people(playing("sixto", "ann", bots=("random",)))
    await until_crossing(ann)
    await registry.wait(1.1)
    await thinker.begins()
    with gone(tmp_path):
        assert (await ann.asks("done")).code == UNAVAILABLE
        thinker.may.set()
        registry.time.waits_for_bots = True
        await registry.settled()
        assert ann.events == []
    await registry.wait(3)
    assert [done.seat for done in ann.of(events.SaidDone)] == [1]
    await check(registry, live, ann)


@in_fake_time
async def test_a_new_host_is_found_after_the_fault(registry: FakeTimeRegistry, tmp_path: Path) -> None:
    """Not as soon as the data are back, but when the table has looked at them."""
    live, (ann, bob) = await registry.with_people(gathered("sixto"))
    ann.leave()
    await registry.wait(29.5)
    with gone(tmp_path):
        await bob.asks("react", reaction="hello")
    await registry.wait(0.9)
    assert live.shown.host == "ann"
    await registry.wait(0.1)
    assert live.shown.host == "bob"
    await check(registry, live, bob)


@in_fake_time
async def test_an_abandoned_table_closes_when_the_data_are_back(
    registry: FakeTimeRegistry, tmp_path: Path
) -> None:
    live = await registry.set_up(playing("sixto"))
    await registry.serve(ABANDONED_AFTER + 1)
    live = await registry.live(CODE)
    with gone(tmp_path):
        live.close()
        await registry.settled()
        assert live.shown.phase == live.head.phase == PLAYING
        live.close()
        with pytest.raises(Unavailable):
            await registry.close_abandoned()
    await registry.wait(1)
    await registry.close_abandoned()
    await registry.settled()
    assert live.shown.phase == "closed"
    await check(registry, live)


@in_fake_time
async def test_of_many_abandoned_tables_only_some_are_read_into_memory_at_a_time(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixes.server.tables.registry.MOST_CLOSED", 3)
    for _ in range(5):
        await registry.open_table(NewGame(Options("sixto"), ()), "ann")
    await registry.serve(ABANDONED_AFTER + 1)
    registry.tables.clear()
    left = list[int]()
    for _ in range(2):
        await registry.close_abandoned()
        await registry.settled()
        left.append(len(await registry.store.abandoned(registry.clock.at)))
    assert left == [2, 0]


@in_fake_time
async def test_whatever_keeps_a_table_from_reading_its_log_it_looks_again(
    registry: FakeTimeRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def torn(*_: object) -> list[LogLine]:
        raise OSError("the disk makes a noise")

    live, (ann, bob) = await registry.with_people(playing("sixto"))
    with gone(tmp_path), monkeypatch.context() as meanwhile:
        meanwhile.setattr(registry.store, "log", torn)
        assert (await ann.asks("roll", "n")).code == UNAVAILABLE
        await registry.wait(3)
    await registry.wait(1)
    ann.forget()
    assert isinstance(await ann.asks("roll", "n"), events.Rolled)
    await check(registry, live, ann, bob)


# The store says less than it did ------------------------------------------------------------------------


@in_fake_time
async def test_what_was_stored_though_it_seemed_lost_is_shown_and_not_done_twice(
    registry: FakeTimeRegistry,
) -> None:
    """As when the disk takes a commit, and the answer never comes."""
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    registry.store.seems_lost = True
    assert (await ann.asks("roll", "n")).code == UNAVAILABLE
    registry.store.seems_lost = False
    await registry.wait(1)
    assert isinstance(ann.events[-1], events.Rolled)
    ann.forget()
    assert isinstance(await ann.asks("roll", "n"), events.Rolled)
    assert len(sixto_of(live).rolls) == 1
    await check(registry, live, bob)


@in_fake_time
async def test_what_another_server_wrote_is_taken_from_the_log(registry: FakeTimeRegistry) -> None:
    """It cannot happen while the lock holds; and should it, the log is the truth."""
    live, (ann, bob) = await registry.with_people(playing("sixto"))
    other = await registry.second_life(CODE)
    theirs = Tab(registry.runtime, other, "bob")
    assert isinstance(await theirs.asks("react", reaction="wow"), events.Reacted)
    assert (await ann.asks("roll")).code == UNAVAILABLE
    await registry.wait(1)
    assert isinstance(ann.events[-1], events.Reacted)
    assert isinstance(await ann.asks("roll"), events.Rolled)
    await check(registry, live, ann, bob)


# Rematch ------------------------------------------------------------------------------------------------


@in_fake_time
async def test_of_two_who_ask_for_a_rematch_at_once_one_makes_the_table(registry: FakeTimeRegistry) -> None:
    live, (ann, bob) = await registry.with_people(over())
    mine = ann.ask("rematch")
    ann.ask("rematch", mine)
    assert (await bob.asks("rematch")).code == "table.rematched"
    made = await ann.answer(mine)
    await registry.settled()
    assert ann.of(events.Refusal) == []
    assert [event.code for event in bob.of(events.Rematched)] == [made.code]
    assert (await registry.live(made.code)).shown.host == "ann"
    ann.forget()
    assert (await ann.asks("rematch", mine)) == made, "sent again, answered again"
    everything = await registry.store.abandoned(registry.clock.at + 1)
    assert [row.code for row in everything] == [made.code], "and there is one"
    assert await registry.store.lobby(9) == [], "whose seats are for those who played"
    await check(registry, live, bob)


@in_fake_time
async def test_a_rematch_that_cannot_be_made_can_be_asked_for_again(
    registry: FakeTimeRegistry, tmp_path: Path
) -> None:
    live, (ann, bob) = await registry.with_people(over())
    with gone(tmp_path):
        assert (await ann.asks("rematch", "n")).code == UNAVAILABLE
        assert (await bob.asks("react", reaction="oops")).code == UNAVAILABLE
        ann.forget()
        assert (await ann.asks("rematch", "n")).code == UNAVAILABLE, "while the table itself is not well"
    await registry.wait(1)
    ann.forget()
    made = await ann.asks("rematch", "n")
    assert isinstance(made, events.Rematched)
    agreed = msgspec.structs.replace(live.shown.options, open=False)
    assert (await registry.live(made.code)).shown.options == agreed
    await check(registry, live, ann, bob)


# The disk is full ---------------------------------------------------------------------------------------


def limit_files(pid: int, size: int) -> None:
    """How large a file may be that this process writes."""
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))


async def is_taken(table: AtTable) -> bool:
    """Whether the server takes a message now."""
    try:
        await table.ask(commands.React, reaction="wow")
    except Refused as refused:
        if refused.code != UNAVAILABLE:
            raise
        return False
    return True


@asynchronous
async def test_with_a_full_disk_senders_hear_so_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with Client(server.url) as ann, Client(server.url) as bob:
            code = await ann.make_table(Options("sixto", seats=2))
            async with ann.at(code) as table, bob.at(code) as watching:
                await table.sit()
                limit_files(server.process.pid, (tmp_path / f"{NAME}-wal").stat().st_size)
                while await is_taken(table):
                    pass
                before = table.table.version
                async with ann.at(code) as late:
                    assert late.table.version == before, "who comes sees what is stored"
                limit_files(server.process.pid, resource.RLIM_INFINITY)
                while not await is_taken(table):
                    await asyncio.sleep(0.1)  # the server itself looks once a second
                assert table.table.version == before + 1
                while watching.table.version < before + 1:
                    await anext(watching)
                assert watching.table == table.table
        assert server.stop() == 0
    async with open_database(tmp_path) as database:
        row = await database.table(code)
        assert row
        log = await database.log(row.id)
        assert [line.version for line in log] == list(range(1, before + 2))
        assert read_log(line.body for line in log).version == table.table.version
