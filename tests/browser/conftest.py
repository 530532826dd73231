"""What every test in a real browser leaves behind: nothing."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _close_pages(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the pages that a test has left open: they would go on playing beside the next one."""
    browser = request.getfixturevalue("chromium") if "chromium" in request.fixturenames else None
    yield
    for context in browser.contexts if browser else ():
        context.close()
