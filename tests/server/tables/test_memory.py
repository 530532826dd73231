"""What tables leave behind is found again, though the server seldom looks for it."""

import gc
from collections import deque
from collections.abc import Iterator
from weakref import WeakSet

import pytest

from sixes.server.run import tune_garbage_collection
from sixes.server.tables.journal import StoredTable
from sixes.server.tables.live import LiveTable, RegistryCalls
from tests.play.stories import gathered
from tests.server.fake_time import FakeTimeRegistry, in_fake_time

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
