"""Whoever attacks from one address causes bounded work, and those who play beside it lose nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.event_loop import asynchronous
from tests.hostile.attacks import ATTACKS
from tests.hostile.fuzz import PROXIED
from tests.hostile.measured_server import Counts
from tests.hostile.neighbours import under_attack
from tests.server.serving import Server, running_server

MEASURED = ("-m", "tests.hostile.measured_server")


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Counts]:
    path = tmp_path_factory.mktemp("counts") / "counts"
    return path, Counts.create(path)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, counts: tuple[Path, Counts]) -> Iterator[Server]:
    program = (*MEASURED, str(counts[0]))
    with running_server(tmp_path_factory.mktemp("data"), *PROXIED, program=program) as running:
        yield running


@pytest.mark.parametrize("name", ATTACKS)
@asynchronous
async def test_an_attacker_causes_bounded_work_and_the_victim_plays_on(
    server: Server, counts: tuple[Path, Counts], name: str
) -> None:
    caused, most = await under_attack(ATTACKS[name], server, counts[1])
    print(name, caused)
    beyond = {
        quantity: f"{value:,.0f} of {getattr(most, quantity):,.0f}"
        for quantity, value in caused._asdict().items()
        if value > getattr(most, quantity)
    }
    assert beyond == {}
