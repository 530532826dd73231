"""Several nodes: players at any of them, one owner for each table, and going on when one is gone."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import NamedTuple, cast

import aiohttp
import psycopg
import pytest

from sixes.client import AtTable, Client
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.server.nodes.cluster import ClusterNode
from sixes.server.storage.postgres import Postgres as Engines
from sixes.server.tables.registry import TableRegistry
from tests.event_loop import asynchronous
from tests.server.clients import checked_record, play_out, until, visit, wire
from tests.server.serving import Server, running_server
from tests.server.test_erasure import Person
from tests.tools.servers import Nats, Postgres


class Several(NamedTuple):
    url: str
    nodes: list[Server]

    def owner(self, table: AtTable) -> Server:
        """The node that owns a table."""
        life = self.life(table)
        return next(node for node in self.nodes if any(life in line for line in node.log))

    def life(self, table: AtTable) -> str:
        """The name of that node, in this life of it."""
        with psycopg.connect(self.url) as connection:
            asked = 'SELECT node FROM leases WHERE "table" = %s'
            row = connection.execute(asked, (table.table.id,)).fetchone()
        assert row
        assert row[0], "nobody owns it"
        return str(row[0])


@contextmanager
def running_cluster(url: str, nats: Nats, directory: Path, count: int) -> Iterator[Several]:
    with ExitStack() as running:
        options = ("--database", url, "--nats", nats.url)
        nodes = [running.enter_context(running_server(directory, *options)) for _ in range(count)]
        for node in nodes:
            node.wait_for_log("node_begins")
        yield Several(url, nodes)


@pytest.fixture(scope="module")
def pair(
    postgres: Postgres, ready_made: str, nats: Nats, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Several]:
    url, directory = postgres.new_database(ready_made), tmp_path_factory.mktemp("nodes")
    with running_cluster(url, nats, directory, 2) as running:
        yield running


@pytest.fixture
def cluster(pair: Several) -> Several:
    """Two nodes; if one was brought down, it runs again."""
    for node in pair.nodes:
        if not node.runs:
            node.log.clear()
            node.start()
            node.wait_for_log("node_begins")
    return pair


@asynccontextmanager
async def two_at_two(
    cluster: Several, options: Options, *levels: str
) -> AsyncIterator[tuple[list[Client], list[AtTable]]]:
    """Two people at one table, each through a node of their own."""
    async with AsyncExitStack() as visits:
        ann = await visits.enter_async_context(Client(cluster.nodes[0].url))
        bob = await visits.enter_async_context(Client(cluster.nodes[1].url))
        code = await ann.make_table(options, levels)
        tables = [await visits.enter_async_context(person.at(code)) for person in (ann, bob)]
        for table in tables:
            await table.sit()
        yield [ann, bob], tables


@asynchronous
async def test_people_at_different_nodes_play_together(cluster: Several) -> None:
    async with two_at_two(cluster, Options("sixto", seats=3), "nearest") as ((ann, bob), (hers, his)):
        await hers.ask(commands.Start)
        await play_out(hers, his)
        last = await his.ask(commands.React, reaction="bravo")
        while hers.table.version < last.v:
            await anext(hers)
        assert hers.table.snapshot() == his.table.snapshot()
        assert (await checked_record(ann, hers.table.code)) == await bob.record(hers.table.code)


@asynchronous
async def test_a_daily_challenge_is_one_try_at_all_nodes(cluster: Several) -> None:
    """Two devices of one player, each at a node of its own, begin at once and play the same game."""
    first, second = (node.url for node in cluster.nodes)
    async with Client(first) as ann, Client(second, ann.cookie) as phone:
        devices = (ann, phone)
        begun = await asyncio.gather(*(device.request("POST", "/api/daily", {}) for device in devices * 3))
        assert len({made["code"] for made in begun}) == 1
        async with ann.at(begun[0]["code"]) as hers, phone.at(begun[0]["code"]) as same:
            await hers.ask(commands.Roll, turn=1)
            await until(same, events.Rolled)
            await play_out(same)
        days = [await device.request("GET", f"/api/daily/{begun[0]['day']}") for device in devices]
        assert [day["mine"]["state"] for day in days] == ["finished"] * 2
        assert days[0]["mine"] == days[1]["mine"]
        assert days[0]["link"] == days[1]["link"], "both promise the same"


@asynchronous
async def test_a_device_is_signed_out_at_one_node_and_leaves_its_tables_at_the_other(
    cluster: Several,
) -> None:
    """The table is at the first node, the socket at the second: it is a visit from there."""
    first, second = (node.url for node in cluster.nodes)
    async with Client(first) as ann, Client(second) as phone:
        code = await ann.make_table(Options("sixto"))
        await phone.carry(await ann.carry_code())
        async with wire(ann, first, code) as hers, wire(phone, second, code) as lost:
            await ann.request("DELETE", "/api/me/devices")
            assert await lost.close_code() == 4000
            assert lost.last["code"] == "identity.revoked"
            assert (await hers.ask("leave", "a-1"))["code"] == "table.not_seated"


@asynchronous
async def test_when_the_owner_is_killed_all_go_on_through_the_other(cluster: Several) -> None:
    options = Options("sixto", seats=3, timer=5)
    async with two_at_two(cluster, options, "nearest") as ((ann, _), (hers, his)):
        await hers.ask(commands.Start)
        code, (owner, other) = hers.table.code, cluster.nodes
        assert cluster.owner(hers) is owner
        owner.kill()
        resumed = await until(his, events.Resumed)
        assert resumed.v == his.table.version
        # There is no proxy here that would lead ann to the other.
        async with Client(other.url, cookie=ann.cookie) as again, again.at(code) as back:
            assert back.table.version >= resumed.v
            await asyncio.gather(play_out(back), play_out(his))
            await checked_record(again, code)


@asynchronous
async def test_what_was_sent_through_one_node_is_answered_again_through_the_other(cluster: Several) -> None:
    async with two_at_two(cluster, Options("sixto", seats=2)) as ((ann, _), (hers, _)):
        code, nodes = hers.table.code, cluster.nodes
        async with wire(ann, nodes[0].url, code) as here:
            first = await here.ask("react", "n-1", reaction="wow")
            async with (
                Client(nodes[1].url, cookie=ann.cookie) as same,
                wire(same, nodes[1].url, code) as there,
            ):
                assert await there.ask("react", "n-1", reaction="wow") == first
                other = await there.ask("react", "n-2", reaction="wow")
                assert await here.receive(n="n-2") == other
                assert await here.ask("react", "n-2", reaction="wow") == other
                assert other["v"] == first["v"] + 1


def seats_here(table: AtTable) -> list[int]:
    return list(table.here.seats) if table.here else []


@asynchronous
async def test_who_is_here_is_known_across_nodes_and_so_are_names(cluster: Several) -> None:
    async with two_at_two(cluster, Options("sixto", seats=2)) as ((_, bob), (hers, his)):
        await bob.rename("Robert")
        while [seat and seat.name for seat in hers.table.seats][1] != "Robert":
            await anext(hers)
        while his.table.version < hers.table.version:
            await anext(his)
        assert seats_here(hers) == [0, 1]
        cluster.nodes[1].kill()
        while seats_here(hers) != [0]:
            await anext(hers)


@asynchronous
async def test_who_asks_while_the_database_is_locked_is_answered_in_a_moment(cluster: Several) -> None:
    """A request waits two seconds for a lock; the client asks again until the lock is gone."""
    with closing(psycopg.connect(cluster.url)) as locking:
        locking.execute("SET idle_in_transaction_session_timeout = '3s'")
        locking.execute("LOCK TABLE players IN ACCESS EXCLUSIVE MODE")
        async with Client(cluster.nodes[0].url) as ann:
            assert ann.player


@contextmanager
def paused(node: Server) -> Iterator[None]:
    """A node that does nothing meanwhile; it goes on even if the test fails, since others share it."""
    node.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        node.process.send_signal(signal.SIGCONT)


@asynchronous
async def test_a_node_that_was_paused_has_lost_its_tables_and_changes_nothing(cluster: Several) -> None:
    """Its lease runs out while it sleeps; when it wakes up it begins anew."""
    async with two_at_two(cluster, Options("sixto", seats=3), "nearest") as ((ann, _), (hers, his)):
        await hers.ask(commands.Start)
        sleeper, life = cluster.owner(hers), cluster.life(hers)
        assert sleeper is cluster.nodes[0]
        with paused(sleeper):
            async with (
                Client(cluster.nodes[1].url, cookie=ann.cookie) as again,
                again.at(hers.table.code) as back,
            ):
                assert cluster.owner(back) is cluster.nodes[1]
        await asyncio.to_thread(sleeper.wait_for_log, f'"node_ends", "node": "{life}"')
        last = await hers.ask(commands.React, reaction="hello")
        while his.table.version < last.v or his.table.version != hers.table.version:
            await anext(his if his.table.version <= hers.table.version else hers)  # a bot plays on
        assert his.table.snapshot() == hers.table.snapshot()


@asynchronous
async def test_a_node_that_stops_hands_its_tables_over_at_once(cluster: Several) -> None:
    """And whoever is at another node hears of no fault, whenever they move."""
    async with two_at_two(cluster, Options("sixto", seats=2)) as (_, (hers, his)):
        await hers.ask(commands.Start)
        assert cluster.owner(his) is cluster.nodes[0]
        stopping = asyncio.create_task(asyncio.to_thread(cluster.nodes[0].stop))
        for _ in range(9):
            await his.ask(commands.React, reaction="hello")
        assert await stopping == 0
        await his.ask(commands.React, reaction="hello")
        assert cluster.owner(his) is cluster.nodes[1]


@asynchronous
async def test_a_node_says_whether_it_is_well(database_url: str, tmp_path: Path) -> None:
    with running_server(tmp_path, "--database", database_url, "--nats", "nats://127.0.0.1:1") as node:
        await asyncio.to_thread(node.wait_for_log, "node_waits")
        answer = await visit(node.url, "/healthz")
        assert (answer.status, answer.body) == (503, {"status": "waiting"})
        assert "sixes_well 0" in (await visit(node.url, "/metrics")).text
        async with Client(node.url) as ann:
            code = await ann.make_table(Options("sixto"))
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503") as refused:
                await ann.session.ws_connect(f"{node.url}/api/tables/{code}/socket")
            # Who comes again on the line that they have would come to the same node.
            assert refused.value.headers
            assert refused.value.headers["Connection"] == "close"


class Faulty(ClusterNode):
    """Its first lease meets an unexpected fault."""

    leases = 0

    async def _run_lease(self, registry: TableRegistry) -> None:
        del registry
        self.leases += 1
        if self.leases == 1:
            raise ZeroDivisionError
        raise asyncio.CancelledError  # it is stopped


@asynchronous
async def test_a_fault_is_told_and_the_node_begins_anew(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Engines(database_url)) as engines:
        node = Faulty(engines, "nats://127.0.0.1:1")
        with pytest.raises(asyncio.CancelledError):
            await node.run(cast("TableRegistry", None))
        await node.close()
    assert node.leases == 2
    assert [record.levelname for record in caplog.records if record.message == "node_failed"] == ["ERROR"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--nats", "nats://here"), "Several nodes need one database"),
        (("--database", "URL", "--nats", "http://here"), "This is no address of NATS"),
        (("--database", "URL", "--nats", "nats://"), "This is no address of NATS"),
    ],
)
def test_options_that_do_not_go_together_are_told(
    options: tuple[str, ...], why: str, database_url: str, tmp_path: Path
) -> None:
    options = tuple(database_url if option == "URL" else option for option in options)
    command = [sys.executable, "-m", "sixes", "--lang", "en", "serve", "--data", str(tmp_path), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert why in done.stderr


@asynchronous
async def test_who_is_deleted_at_one_node_is_gone_at_a_table_of_the_other(cluster: Several) -> None:
    """The table is in the other node's memory, and its sockets are at both."""
    async with two_at_two(cluster, Options("sixto", seats=2)) as ((ada, bob), (hers, _)):
        await hers.ask(commands.Start)
        owner = cluster.owner(hers)
        other = next(node for node in cluster.nodes if node is not owner)
        lines = len(other.log)
        gone, stays = (bob, ada) if hers.table.host == ada.player else (ada, bob)
        assert (await visit(other.url, "/api/me", "DELETE", gone.cookie)).status == 204
        other.wait_for_log('"erased"', lines)
        async with stays.at(hers.table.code) as table:
            people = [(seat.player, seat.bot) for seat in table.table.seats if seat]
            assert sorted(people) == [("", "nearest"), (stays.player, "")]
            await play_out(table)
        assert Person.of(gone).found_in(cluster.url) == set()
