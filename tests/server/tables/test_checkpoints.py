"""Long logs are read from a checkpoint, which gives what the whole log says, and never on the event loop."""

import random
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixes.play import events
from sixes.play.encoding import codec
from sixes.play.match import Refused
from sixes.play.table import CLOSED
from sixes.server.tables import journal, opening
from sixes.server.tables.checkpoints import Answered, decode_checkpoint, encode_checkpoint
from sixes.server.tables.live import LiveTable
from sixes.server.tables.registry import ABANDONED_AFTER
from tests.play.random_tables import begin, play
from tests.play.stories import CODE, Story, crossing
from tests.server.database import entry, table
from tests.server.fake_time import FakeTimeRegistry, Tab, in_fake_time, lines_read
from tests.server.tables.shortcuts import check_shortcut

# What is stored -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["sixto", "sixem"])
@settings(max_examples=4)
@given(st.integers(0, 2**32 - 1))
def test_from_a_checkpoint_a_table_is_what_the_whole_log_says(game: str, seed: int) -> None:
    chance = random.Random(seed)
    story = begin(chance, game, chance.randint(2, 6), sweet=True, timer=chance.choice([None, 20]))
    list(play(chance, story))
    for version in {1, len(story.log), *(chance.randint(1, len(story.log)) for _ in range(6))}:
        check_shortcut(story.log, version)


def test_a_checkpoint_knows_no_answer_that_is_not_stored_yet() -> None:
    """Or after a crash a command that never happened would count as answered."""
    story = crossing()
    answered: Answered = {"ann": {"old": 3, "new": story.table.version + 1}}
    decoded = decode_checkpoint(encode_checkpoint(story.table, answered))
    assert decoded == (story.table, {"ann": {"old": 3}})


@pytest.mark.parametrize("change", [{"format": "0.0.1/1"}, {"body": b"\x93"}, {"body": b""}])
def test_what_another_release_made_is_not_read(change: dict[str, Any]) -> None:
    stored = encode_checkpoint(crossing().table, {})
    assert decode_checkpoint(stored)
    assert decode_checkpoint(stored._replace(**change)) is None


# At a live table ------------------------------------------------------------------------------------------


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints every 50 events, with 10 recent ones in memory."""
    monkeypatch.setattr(journal, "EVERY", 50)
    for module in (journal, opening):
        monkeypatch.setattr(module, "RECENT", 10)
    monkeypatch.setattr(opening, "PAGE", 25)


async def long_table(registry: FakeTimeRegistry, count: int = 60) -> tuple[LiveTable, list[Tab]]:
    """A table whose log has got longer, with half crosses moved to and fro by both."""
    live, tabs = await registry.with_people(crossing())
    for _ in range(count // 4):
        for tab in tabs:
            tab.ask("cross", box="a1")
            tab.ask("uncross", box="a1")
        await registry.settled()
    return live, tabs


async def reopened(registry: FakeTimeRegistry) -> LiveTable:
    registry.tables.clear()
    return await registry.live(CODE)


@pytest.mark.usefixtures("often")
@in_fake_time
async def test_a_long_log_is_read_from_its_checkpoint_and_answers_are_known(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, (ann, _) = await long_table(registry, 400)
    stored = await registry.store.checkpoint(live.head.id)
    assert stored
    assert live.shown.version - 50 < stored.version <= live.shown.version
    first = next(event for event in ann.events if event.n.startswith("ann"))
    read = lines_read(registry, monkeypatch)
    again = await reopened(registry)
    assert sum(read) == again.journal.read < 50 + 10
    assert again.head == again.shown == live.shown == await registry.from_log(live)
    tab = Tab(registry.runtime, again, "ann", since=live.shown.version - 9)
    assert [event.v for event in tab.events] == list(range(live.shown.version - 8, live.shown.version + 1))
    assert (await tab.asks("cross", first.n, box="a1")).v == first.v, "sent again, answered as before"
    assert again.head.version == live.shown.version
    assert again.journal.answered["ann"] == live.journal.answered["ann"]


@pytest.mark.usefixtures("often")
@in_fake_time
async def test_a_log_without_a_checkpoint_gets_one_when_it_is_opened(
    registry: FakeTimeRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As those have that were written by an earlier release."""
    live, _ = await long_table(registry)
    for wrong in ({"format": "0.0.1/1"}, {"body": b"no checkpoint"}, {"version": 10**6}):
        stored = await registry.store.checkpoint(live.head.id)
        assert stored
        await registry.store.put_checkpoint(stored._replace(**wrong))
        again = await reopened(registry)
        assert again.head == live.shown
        await registry.settled()
    read = lines_read(registry, monkeypatch)
    await reopened(registry)
    assert sum(read) < 60


@pytest.mark.usefixtures("often")
@in_fake_time
async def test_where_the_log_ends_before_the_checkpoint_the_log_is_right(registry: FakeTimeRegistry) -> None:
    live, _ = await long_table(registry)
    ahead = live.shown.after(events.Reacted(0, "wow", at=live.shown.at, v=live.shown.version + 1))
    await registry.store.put_checkpoint(encode_checkpoint(ahead, {}))
    assert (await reopened(registry)).head == live.shown


@in_fake_time
async def test_a_checkpoint_without_a_log_is_no_table(registry: FakeTimeRegistry) -> None:
    live = await registry.set_up(crossing())
    await registry.store.create_table(table(code="SIXES3", id="other"), entry("elsewhere", 1))
    await registry.store.put_checkpoint(encode_checkpoint(live.head, {})._replace(table="other"))
    with pytest.raises(Refused, match=r"table\.gone"):
        await registry.live("SIXES3")


# Off the event loop ---------------------------------------------------------------------------------------


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each event that is read from a log, whether that was on the event loop."""
    here, read, done = threading.get_ident(), codec.read_event, list[bool]()

    def noting(line: bytes) -> events.Event:
        done.append(threading.get_ident() == here)
        return read(line)

    monkeypatch.setattr(codec, "read_event", noting)
    return done


def long_story(count: int = 1200) -> Story:
    story = crossing()
    cross, uncross = story.ask("bob", "cross", box="a1"), story.ask("bob", "uncross", box="a1")
    for at in range(count):
        story.take([uncross if at % 2 else cross])
    return story


@in_fake_time
async def test_no_chore_reads_a_log_on_the_event_loop(
    registry: FakeTimeRegistry, folds: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor more than a page of it at a time: others can be read in between."""
    live = await registry.set_up(long_story())
    read, version = lines_read(registry, monkeypatch), live.shown.version
    registry.tables.clear()
    folds.clear()
    await registry.serve(ABANDONED_AFTER + 1)
    await registry.close_abandoned()
    await registry.settled()
    assert (await registry.live(CODE)).shown.phase == CLOSED
    assert folds == [False] * version
    assert max(read) == opening.PAGE
    registry.rename("bob", "Robert")
    await registry.settled()
    assert len(folds) == version, "a rename opens nothing"
