"""A running server for the tests of a module that leave it as they find it; and places for data."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sixes.server.database import migrated
from tests.server.serving import Server, running_server
from tests.tools.servers import Postgres


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def ready_made(postgres: Postgres) -> str:
    """The name of a database with our tables, to copy."""
    postgres.query("CREATE DATABASE ready_made")
    assert migrated(postgres.address("ready_made"))
    return "ready_made"


@pytest.fixture
def database_url(postgres: Postgres, ready_made: str) -> str:
    """A PostgreSQL database of one's own, with our tables in it."""
    return postgres.new_database(ready_made)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where data can be kept: an empty directory, then the address of an empty database."""
    url: str = request.getfixturevalue("database_url") if request.param == "postgresql" else ""
    return url or tmp_path
