"""Snapshots of tables after some of their events: the browser client must compute the same from the events.

The events are the golden logs of the tests, one file for each table.
"""

from pathlib import Path

import msgspec

from sixes.play.encoding import codec
from sixes.play.events import Created, Ended
from sixes.play.table import Table, created

LOGS = Path(__file__).parents[2] / "tests" / "golden" / "logs"
VIEWS = 12
"""The most snapshots that are written of each table."""


def folds() -> dict[str, str]:
    """The content of each file by its name: the snapshots of one log, by version."""
    return {f"{path.stem}.json": fold(path) for path in sorted(LOGS.glob("*.jsonl"))}


def fold(path: Path) -> str:
    log = [codec.read_event(line) for line in path.read_bytes().splitlines()]
    first = log[0]
    assert isinstance(first, Created)
    table = created(first)
    # Nobody sees a score pad before it has begun: both events are stored together.
    views = {} if table.is_pad else {table.version: view(table)}
    for event, following in zip(log[1:], [*log[2:], None], strict=True):
        table = table.after(event)
        # No snapshot just before Ended: the rules already know that the game is over, and a client does not.
        is_first = not views
        chosen = (is_first or event.v % step(len(log)) == 0) and not isinstance(following, Ended)
        if chosen or following is None:
            views[table.version] = view(table)
    return msgspec.json.format(msgspec.json.encode(views), indent=0).decode() + "\n"


def step(events: int) -> int:
    return events // VIEWS + 1


def view(table: Table) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(table.snapshot()))
