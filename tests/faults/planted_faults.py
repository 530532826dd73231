"""A server with a fault planted on purpose, for tests of the checker.

python -m tests.faults.planted_faults FAULT FILE serve …

FILE is that of `stepped_clock`.
"""

import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial

from sixes.server.frames import text_frame
from sixes.server.tables.journal import Journal
from sixes.server.tables.service_clock import ServiceClock
from tests.faults.stepped_clock import run

SOON = 0.1
"""Seconds."""


def store_after_broadcast() -> None:
    """What happened is shown at once, and stored a moment later, as servers do that write behind."""

    def show_then_store(journal: Journal) -> None:
        staged, journal._staged = journal._staged, []  # noqa: SLF001 - that is how it is planted
        if staged:
            change = journal._change()  # noqa: SLF001
            journal._show(journal.head, [text_frame(body) for _, _, _, body, _, _ in staged])  # noqa: SLF001
            append = journal._runtime.store.append  # noqa: SLF001
            journal._runtime.later(SOON, partial(append, staged, change, lambda _: None))  # noqa: SLF001

    Journal.store = show_then_store  # type: ignore[method-assign,assignment]


def nonce_ignored() -> None:
    """A message that comes twice is done twice."""
    Journal.answered = property(lambda _: defaultdict(dict), lambda *_: None)  # type: ignore[assignment]


def retention_by_system_clock() -> None:
    """What is old is decided by a clock that anybody can set."""
    ServiceClock.at = property(lambda clock: clock._clocks.now())  # type: ignore[assignment,method-assign]  # noqa: SLF001


PLANTED: dict[str, Callable[[], None]] = {
    "store_after_broadcast": store_after_broadcast,
    "nonce_ignored": nonce_ignored,
    "retention_by_system_clock": retention_by_system_clock,
}

if __name__ == "__main__":
    PLANTED[sys.argv[1]]()
    sys.exit(run(*sys.argv[2:]))
