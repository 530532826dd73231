"""A server whose system clock the test sets, and whose maintenance hardly ever pauses.

python -m tests.faults.stepped_clock FILE serve …

FILE has the milliseconds by which the clock is wrong. Nothing is to be lost even if the server removes data
in its first day and right after a step, so here it does.
"""

import sys
import time
from pathlib import Path

from sixes.cli import main
from sixes.server.storage.store import DAY, HOUR
from sixes.server.tables import registry
from sixes.server.tables.service_clock import ServiceClock

STEPS = (400 * DAY, 0, -400 * DAY, 2 * HOUR, -2 * HOUR, 26 * HOUR)
"""Each is more than an hour from the one before, and the first from the last."""
SHORT = 0.2
"""Seconds."""


def set_clock(file: Path, milliseconds: int) -> None:
    """Let the clock of a server be wrong by so much; it reads either the old or the new value."""
    part = file.with_suffix(".part")
    part.write_text(str(milliseconds), encoding="utf-8")
    part.replace(file)


def run(file: str, *arguments: str) -> int:
    path, right = Path(file), time.time_ns
    time.time_ns = lambda: right() + 1_000_000 * int(path.read_text(encoding="utf-8"))
    registry.HEARTBEAT = registry.MAINTENANCE = SHORT
    registry.FIRST_SEARCH = 0.0
    ServiceClock.is_steady = True  # type: ignore[assignment,method-assign]
    return main(arguments)


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
