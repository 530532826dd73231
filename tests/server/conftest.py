"""A running server for the tests of a module that leave it as they find it; and databases of both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a database can be opened: an empty directory, then the address of an empty database."""
    url: str = request.getfixturevalue("database_url") if request.param == "postgresql" else ""
    return url or tmp_path
