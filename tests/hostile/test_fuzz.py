"""Hostile messages, as many as fit into a test: `python3 dev.py fuzz` sends a million."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.event_loop import asynchronous_without_limit, run
from tests.hostile.fuzz import PROXIED, fuzz_blindly
from tests.hostile.fuzzed_tables import Target, fuzz_table
from tests.hostile.visitors import Tally
from tests.server.serving import Server, running_server

SCENES = [("sixto", 11), ("sixem", 12), ("sixto", 13), ("sixem", 14), ("sixem", 15)]
EACH, BLIND = 500, 2000
"""Messages at each table by those who know the protocol, and in all by those who do not."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data"), *PROXIED) as running:
        yield running


async def play_scenes(target: Target) -> None:
    await asyncio.gather(*(fuzz_table(target, game, seed, EACH) for game, seed in SCENES))


@pytest.fixture(scope="module")
def known(server: Server) -> Tally:
    """What came of tables at which everybody sent what they liked."""
    tally = Tally()
    target = Target(server.url, server.port, tally, whole=False)
    run(play_scenes(target), longest=None)
    return tally


def test_whatever_those_who_know_the_protocol_send_is_answered_and_tables_play_on(
    known: Tally, server: Server
) -> None:
    assert known.wrong == []
    assert known.sent > 1500
    assert sum(known.tables.values()) == len(SCENES)
    assert server.errors == []


def test_they_come_to_many_moments_of_both_games(known: Tally) -> None:
    assert {"sixto gathering", "sixem gathering", "sixto turn 0", "sixto turn 2", "sixem 0"} <= set(
        known.phases
    )
    assert {"sixem 2"} <= set(known.phases), "while all throw"
    assert len(known.kinds) > 40, "events and refusals of many kinds"


@asynchronous_without_limit
async def test_whatever_those_who_do_not_know_it_send_is_refused(known: Tally, server: Server) -> None:
    tally = Tally()
    tally.traffic = known.traffic
    await fuzz_blindly(Target(server.url, server.port, tally, whole=False), BLIND, seed=21)
    assert tally.wrong == []
    assert {"wire.malformed", "wire.unknown", "wire.too_long", "wire.closed"} <= set(tally.kinds)
    assert server.errors == []
