"""Leases: whose a table is, when a node is given up, and that one which was changes nothing any more."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import psycopg
import pytest

from sixes.server.nodes.lease import DEAD_AFTER, Lease
from sixes.server.storage.membership import LEASE, NOW
from sixes.server.storage.postgres import Postgres
from sixes.server.storage.store import NotOurs
from sixes.server.tables.ownership import Claim
from tests.event_loop import asynchronous, run
from tests.server.database import append, entry, open_database, table, versions

TABLE = "t1"
LONG = 60_000
"""Milliseconds that no test takes: leases do not run out by themselves."""


class Nodes:
    """Nodes that share a database with one table in it."""

    def __init__(self, url: str, running: ExitStack) -> None:
        self._url = url
        self._running = running

    def begin(self) -> Lease:
        engines = self._running.enter_context(closing(Postgres(self._url)))
        tenure = Lease(engines)
        tenure.begin()
        self._running.callback(tenure.end)
        self.since_renewal(tenure, -LONG)
        return tenure

    def since_renewal(self, tenure: Lease, milliseconds: int) -> None:
        """As if the last one was so long ago."""
        self._execute(f"UPDATE nodes SET until = {NOW} + {LEASE - milliseconds} WHERE id = %s", tenure.node)

    def left(self, tenure: Lease) -> int:
        """Milliseconds until the lease runs out."""
        with psycopg.connect(self._url) as connection:
            asked = f"SELECT until - {NOW} FROM nodes WHERE id = %s"
            (left,) = connection.execute(asked, (tenure.node,)).fetchone() or (0,)
        return int(left)

    def end_session(self, tenure: Lease) -> None:
        """As happens when a process is killed; it has ended when this returns."""
        number = int(tenure.node, 16)
        end = (
            "SELECT pg_terminate_backend(pid, 9000) FROM pg_locks WHERE locktype = 'advisory'"
            " AND classid = %s AND objid = %s"
        )
        self._execute(end, number >> 32, number & 0xFFFFFFFF)

    def open_transactions(self) -> int:
        asked = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND state LIKE 'idle in transaction%'"
        )
        with psycopg.connect(self._url) as connection:
            (count,) = connection.execute(asked).fetchone() or (0,)
        return int(count)

    def _execute(self, sql: str, *values: object) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            assert connection.execute(sql, values).rowcount == 1


async def create_table(url: str) -> None:
    async with open_database(url) as database:
        await database.create_table(table(), entry(TABLE, 1))


@pytest.fixture
def nodes(database_url: str) -> Iterator[Nodes]:
    run(create_table(database_url))
    with ExitStack() as running:
        yield Nodes(database_url, running)


# Who may have it ----------------------------------------------------------------------------------------


def test_a_table_has_one_owner_and_an_epoch_that_grows_with_each(nodes: Nodes) -> None:
    a, b = nodes.begin(), nodes.begin()
    assert a.claim(TABLE) == Claim("", 1)
    assert b.claim(TABLE) == Claim(a.node, 1)
    a.release(TABLE, 1)
    assert b.claim(TABLE) == Claim("", 2)
    a.release(TABLE, 1)
    assert a.claim(TABLE) == Claim(b.node, 2), "what was given back before cannot be given back again"
    b.end()
    assert a.claim(TABLE) == Claim("", 3)


def test_a_node_that_is_only_slow_keeps_its_tables(nodes: Nodes) -> None:
    a, b = nodes.begin(), nodes.begin()
    a.claim(TABLE)
    nodes.since_renewal(a, DEAD_AFTER + 1)
    assert b.claim(TABLE).node == a.node
    assert a.renew() == {b.node}


def test_a_node_whose_session_just_ended_keeps_its_tables_for_a_second(nodes: Nodes) -> None:
    """It may have lost its line to the database, and be about to open another."""
    a, b = nodes.begin(), nodes.begin()
    a.claim(TABLE)
    nodes.end_session(a)
    assert b.claim(TABLE).node == a.node
    nodes.since_renewal(a, DEAD_AFTER + 1)
    assert b.claim(TABLE) == Claim("", 2)


def test_a_lease_that_has_run_out_is_over_even_if_its_session_is_there(nodes: Nodes) -> None:
    a, b = nodes.begin(), nodes.begin()
    a.claim(TABLE)
    nodes.since_renewal(a, LEASE + 1)
    assert b.claim(TABLE) == Claim("", 2)
    with pytest.raises(NotOurs):
        a.renew()
    b.release(TABLE, 2)
    with pytest.raises(NotOurs):
        a.claim(TABLE)


def test_a_clock_that_is_set_back_does_not_keep_the_tables_of_a_dead_node(nodes: Nodes) -> None:
    """All leases end an hour ahead; whoever runs renews its own."""
    a, b, c = nodes.begin(), nodes.begin(), nodes.begin()
    a.claim(TABLE)
    nodes.end_session(a)
    for node in (a, b, c):
        nodes.since_renewal(node, -60 * 60 * 1000)
    assert b.claim(TABLE).node == a.node
    assert b.renew() == {a.node, c.node}, "nobody who may be there is given up"
    assert nodes.left(a) <= LEASE
    nodes.since_renewal(a, DEAD_AFTER + 1)
    assert b.claim(TABLE) == Claim("", 2)
    assert b.renew() == {c.node}


# What they may write ------------------------------------------------------------------------------------


@asynchronous
async def test_a_node_that_was_given_up_changes_nothing_and_its_writer_goes_on(
    nodes: Nodes, database_url: str
) -> None:
    async with open_database(database_url) as database:
        a, b = nodes.begin(), nodes.begin()
        engines = database.backend
        assert isinstance(engines, Postgres)
        engines.node = a.node
        _, epoch = a.claim(TABLE)
        assert await append(database, entry(TABLE, 2), epoch=epoch) is None
        nodes.since_renewal(a, LEASE + 1)
        assert b.claim(TABLE) == Claim("", 2)
        assert isinstance(await append(database, entry(TABLE, 3), epoch=epoch), NotOurs)
        assert nodes.open_transactions() == 0, "one would keep locks that others wait for"
        await database.create_table(table(2), entry("t2", 1))
        assert await versions(database, TABLE) == [1, 2]


@asynchronous
async def test_a_node_cannot_write_under_an_earlier_epoch_of_its_own(nodes: Nodes, database_url: str) -> None:
    async with open_database(database_url) as database:
        a = nodes.begin()
        assert isinstance(database.backend, Postgres)
        database.backend.node = a.node
        first, second = a.claim(TABLE), a.claim(TABLE)
        assert isinstance(await append(database, entry(TABLE, 2), epoch=first.epoch), NotOurs)
        assert await append(database, entry(TABLE, 2), epoch=second.epoch) is None


@asynchronous
async def test_of_tables_that_are_stored_together_only_those_of_others_are_refused(
    nodes: Nodes, database_url: str
) -> None:
    async with open_database(database_url) as database:
        a, b = nodes.begin(), nodes.begin()
        await database.create_table(table(2), entry("t2", 1))
        assert isinstance(database.backend, Postgres)
        database.backend.node = a.node
        mine, lost = a.claim(TABLE), a.claim("t2")
        a.release("t2", lost.epoch)
        b.claim("t2")
        errors: list[Exception | None] = []
        database.append([entry("t2", 2)], None, errors.append, lost.epoch)
        assert await append(database, entry(TABLE, 2), epoch=mine.epoch) is None
        assert isinstance(errors[0], NotOurs)
