"""A running server for the tests of a module that leave it as they find it."""

from collections.abc import Iterator

import pytest

from tests.server.serving import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running
