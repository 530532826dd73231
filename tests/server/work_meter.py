"""Counts the work that a server does: Python calls on the event loop and in its threads, events, rows.

Counts are the same on every machine, unlike times. Calls of the test itself, of the standard library and of
functions written in C do not count.
"""

import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

import sixes
from sixes.server.storage.database import Database
from sixes.server.storage.sqlite import NAME, Sqlite

LONGEST = 120.0
"""Seconds of real time after which a measurement is stuck."""
OURS = str(Path(sixes.__file__).parent)


class Work(NamedTuple):
    calls: int
    """Of Python functions, on the event loop."""
    threads: int
    """Of Python functions, in the threads that write and read."""
    events: int
    """That were stored."""
    written: int
    """Rows inserted, changed or deleted."""
    read: int
    """Rows."""

    def exceeds(self, budget: "Work") -> bool:
        return any(done > most for done, most in zip(self, budget, strict=True))


def changes(connection: sqlite3.Connection) -> int:
    """How many rows it changed; one that is closed, as after a migration, does nothing more."""
    try:
        return connection.total_changes
    except sqlite3.ProgrammingError:
        return 0


class WorkMeter:
    """Made before the database is opened, so that it sees all threads and connections."""

    def __init__(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._file = data / NAME
        self._loop = threading.get_ident()
        self._on = False
        self._calls = self._threads = self._read = 0
        self._counts: dict[CodeType, bool] = {}
        self._connections: list[sqlite3.Connection] = []
        # As `threading.setprofile` does for all threads from now on, but undone after the test.
        monkeypatch.setattr(threading, "_profile_hook", self._profile)
        monkeypatch.setattr(Sqlite, "_open", self._opening(vars(Sqlite)["_open"]))
        monkeypatch.setattr(Database, "_read_in_thread", self._reading(vars(Database)["_read_in_thread"]))

    def _profile(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not self._on or not self._is_counted(frame.f_code):
            return
        if threading.get_ident() == self._loop:
            self._calls += 1
        elif not threading.current_thread().name.startswith("bots"):
            self._threads += 1

    def _is_counted(self, code: CodeType) -> bool:
        known = self._counts.get(code)
        if known is None:
            name = code.co_filename
            known = self._counts[code] = name.startswith(OURS) or "site-packages" in name
        return known

    def _opening(self, open_: Callable[[Sqlite], sqlite3.Connection]) -> Callable[[Sqlite], Any]:
        def opening(sqlite: Sqlite) -> sqlite3.Connection:
            self._connections.append(open_(sqlite))
            return self._connections[-1]

        return opening

    def _reading(self, read: Callable[..., Any]) -> Callable[..., Any]:
        def reading(database: Database, query: Any) -> Any:
            found = read(database, query)
            self._read += len(found) if isinstance(found, list) else found is not None
            return found

        return reading

    def _stored(self) -> tuple[int, int]:
        with sqlite3.connect(self._file) as connection:
            events = connection.execute("SELECT count(*) FROM events").fetchone()[0]
        connection.close()
        return events, sum(map(changes, self._connections))

    @contextmanager
    def measure(self) -> Iterator[list[Work]]:
        """Count what happens inside, of which all must have happened when the block ends; into the list."""
        done = list[Work]()
        self._calls = self._threads = self._read = 0
        before = self._stored()
        self._on = True
        sys.setprofile(self._profile)
        try:
            yield done
        finally:
            sys.setprofile(None)
            self._on = False
        stored, written = (now - then for now, then in zip(self._stored(), before, strict=True))
        done.append(Work(self._calls, self._threads, stored, written, self._read))


class Measured(NamedTuple):
    what: str
    work: Work
    budget: Work

    def __str__(self) -> str:
        return f"{self.what}: {tuple(self.work)}, and its budget is {tuple(self.budget)}"


def check_budgets(measured: list[Measured]) -> None:
    over_budget = [str(one) for one in measured if one.work.exceeds(one.budget)]
    assert not over_budget, "\n".join(over_budget)
    # A budget of which little is used would not notice when the work doubles.
    most = {one.budget: 0 for one in measured}
    for one in measured:
        most[one.budget] = max(most[one.budget], one.work.calls)
    lax = [str(one) for one in measured if one.budget.calls > 2 * most[one.budget] + 50]
    assert not lax, "\n".join(lax)
