"""One server for tests in a browser that leave it running; and what each leaves behind: nothing."""

from collections.abc import Iterator

import pytest

from tests.server.serving import Server, running_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(autouse=True)
def _close_pages(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the pages that a test has left open: they would go on playing beside the next one."""
    browser = request.getfixturevalue("chromium") if "chromium" in request.fixturenames else None
    yield
    for context in browser.contexts if browser else ():
        context.close()
