"""Fixtures for every test: real servers and a real browser, started only where a test asks for them."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

import tests.profiles  # noqa: F401 - how hypothesis looks for examples
from sixes.bots.plugins import load_plugins
from sixes.server.storage.opening import migrate_postgres
from tests.tools.servers import Nats, Postgres, running_nats, running_postgres, tool

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

expect.set_options(timeout=30_000)
"""A busy machine is no fault; what does not come at all fails all the same."""
QUIET = ["--disable-gpu", "--disable-quic", "--disable-sync", "--disable-background-networking"]
"""The browser asks nothing of the network but what a test asks."""

LONGEST_FIRST = (
    "master",
    "tests/lab/sixto",
    "tests/faults",
    "test_build",
    "tests/browser",
    "tests/hostile",
    "tests/server",
)
"""Parts of names of tests, and all others after them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="look for faults for hours rather than a minute")
    parser.addoption("--kills", type=int, default=0, help="so many rather than 200, or 100 of three nodes")
    parser.addoption("--seed", type=int, default=6, help="of the faults that happen")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no worker is busy for a minute when all others have finished.

    After a change of the rules that is the master, which takes minutes to compile.
    """

    def order(item: pytest.Item) -> int:
        return next((at for at, part in enumerate(LONGEST_FIRST) if part in item.nodeid), len(LONGEST_FIRST))

    items.sort(key=order)


@pytest.fixture
def bot_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with bots that commands import into this process.

    Other tests must find neither their modules nor their levels: the modules are removed, and levels of
    installed packages are looked for anew.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(f"{tmp_path}/"):
            del sys.modules[name]
    load_plugins.cache_clear()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def ready_made(postgres: Postgres) -> str:
    """The name of a database with our tables, to copy."""
    postgres.query("CREATE DATABASE ready_made")
    assert migrate_postgres(postgres.address("ready_made"))
    return "ready_made"


@pytest.fixture
def database_url(postgres: Postgres, ready_made: str) -> str:
    """A PostgreSQL database of one's own, with our tables in it."""
    return postgres.new_database(ready_made)


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    with running_nats() as server:
        yield server


# Not for the whole session: while playwright runs, its event loop is this thread's, and asyncio.run fails.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tool("SIXES_CHROMIUM"), args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page in a context of its own: no cookies or storage of another test."""
    with chromium.new_context() as context:
        yield context.new_page()
