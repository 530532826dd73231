"""What tables leave behind is found again, though the server seldom looks for it."""

import gc
from collections import deque
from collections.abc import Iterator
from weakref import WeakSet, ref

import pytest

from sixes.server.close_codes import RESTARTING
from sixes.server.run import tune_garbage_collection
from sixes.server.sockets.connection import Connection
from sixes.server.tables.journal import StoredTable
from sixes.server.tables.live import LiveTable, RegistryCalls
from sixes.server.tables.registry import EVICT_AFTER
from tests.play.stories import gathered
from tests.server.fake_time import FakeTimeRegistry, RecordingTransport, in_fake_time

LINGERING = 4000
"""Tables that nobody is at, and that are not forgotten yet."""


@pytest.fixture
def seldom() -> Iterator[None]:
    """As on a server."""
    before = gc.get_threshold()
    tune_garbage_collection()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("seldom")
@in_fake_time
async def test_tables_that_were_left_do_not_pile_up_in_memory(registry: FakeTimeRegistry) -> None:
    """Each is a circle, which only a search finds: a table knows its journal, which knows the table."""
    table, most = gathered("sixto", "ann bob").table, 0
    calls = RegistryCalls(registry.open_table, registry.evict_when_idle, registry.drop)
    in_memory: WeakSet[LiveTable] = WeakSet()
    lingering: deque[LiveTable] = deque(maxlen=LINGERING)
    for _ in range(10 * LINGERING):
        lingering.append(LiveTable(registry.runtime, calls, StoredTable(table, b"")))
        in_memory.add(lingering[-1])
        most = max(most, len(in_memory))
    assert LINGERING < most < 3 * LINGERING


@in_fake_time
async def test_an_evicted_table_needs_no_garbage_collection(registry: FakeTimeRegistry) -> None:
    live, tabs = await registry.with_people(gathered("sixto", "ann bob"))
    code, gone = live.head.code, ref(live)
    while tabs:
        tabs.pop().leave()
    del live
    gc.disable()
    try:
        await registry.wait(EVICT_AFTER)
        assert code not in registry.tables
        assert gone() is None
    finally:
        gc.enable()


@in_fake_time
async def test_who_comes_just_as_a_table_is_evicted_has_to_come_again(registry: FakeTimeRegistry) -> None:
    live, tabs = await registry.with_people(gathered("sixto", "ann bob"))
    for tab in tabs:
        tab.leave()
    await registry.wait(EVICT_AFTER)
    closed: list[int] = []
    late = Connection(RecordingTransport(), "ann", "Ann", registry.runtime)
    late.close = closed.append
    live.join(late)
    live.leave(late)
    assert closed == [RESTARTING]
