"""Several nodes: what is due at a table over days happens once, on whichever node is left."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import msgspec
import psycopg
import pytest

from sixes.client import Client
from sixes.play import commands
from sixes.play.days import DAY
from sixes.play.options import Options
from tests.event_loop import asynchronous
from tests.faults.stepped_clock import set_clock
from tests.server.serving import Server, running_server
from tests.tools.servers import Nats, Postgres


class Stepped(NamedTuple):
    """Two nodes whose system clock the test sets; their maintenance hardly pauses."""

    url: str
    clock: Path
    nodes: list[Server]

    def restart(self, milliseconds: int) -> None:
        """Pull the plug of both; when they are back, the clock shows so much more."""
        for node in self.nodes:
            node.kill()
        set_clock(self.clock, milliseconds)
        for node in self.nodes:
            node.log.clear()
            node.start()

    async def happened(self, kind: str) -> list[dict[str, object]]:
        """All events of a kind in the logs, once there is one."""
        while not (found := self._events(kind)):
            await asyncio.sleep(0.05)
        return found

    def _events(self, kind: str) -> list[dict[str, object]]:
        with psycopg.connect(self.url) as connection:
            rows = connection.execute("SELECT body FROM events ORDER BY version").fetchall()
        return [event for (body,) in rows if (event := msgspec.json.decode(body))["t"] == kind]


@pytest.fixture
def pair(postgres: Postgres, ready_made: str, nats: Nats, tmp_path: Path) -> Iterator[Stepped]:
    url, clock = postgres.new_database(ready_made), tmp_path / "clock"
    set_clock(clock, 0)
    with ExitStack() as running:
        options, program = (
            ("--database", url, "--nats", nats.url),
            ("-m", "tests.faults.stepped_clock", str(clock)),
        )
        nodes = [running.enter_context(running_server(tmp_path, *options, program=program)) for _ in range(2)]
        for node in nodes:
            node.wait_for_log("node_begins")
            node.expects_errors = True  # it is killed in the middle of whatever it does
        yield Stepped(url, clock, nodes)


@asynchronous
async def test_a_step_ends_once_though_two_nodes_look_for_it(pair: Stepped) -> None:
    async with Client(pair.nodes[0].url) as ann, Client(pair.nodes[1].url) as bob:
        code = await ann.make_table(Options("sixto", days=1))
        async with ann.at(code) as hers, bob.at(code) as his:
            await hers.sit()
            await his.sit()
            await hers.ask(commands.Start)
    pair.restart(DAY)
    (rolled,) = await pair.happened("rolled")
    assert rolled["timed"]
    for node in pair.nodes:
        node.kill()
    set_clock(pair.clock, 9 * DAY)
    pair.nodes[1].start()
    (kept,) = await pair.happened("kept")
    assert kept["timed"]
    assert await pair.happened("rolled") == [rolled], "each step ended once"
