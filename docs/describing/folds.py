"""Tables as they stand after some of their events: a client that folds the events must come to the same.

The events themselves are the golden logs of the tests, one file a table.
"""

from pathlib import Path

import msgspec

from sixes.play.encoding import codec
from sixes.play.events import Created, Ended
from sixes.play.table import Table, created

LOGS = Path(__file__).parents[2] / "tests" / "golden" / "logs"
VIEWS = 12
"""Of each table, at most so many are written."""


def folds() -> dict[str, str]:
    """For each log, by the name of a file: the table as a `welcome` shows it, by version."""
    return {f"{path.stem}.json": fold(path) for path in sorted(LOGS.glob("*.jsonl"))}


def fold(path: Path) -> str:
    log = [codec.read_event(line) for line in path.read_bytes().splitlines()]
    first = log[0]
    assert isinstance(first, Created)
    table = created(first)
    views = {table.version: view(table)}
    for event, following in zip(log[1:], [*log[2:], None], strict=True):
        table = table.after(event)
        # The rules know that a game is over before the event that says so, which comes in the same breath.
        chosen = event.v % step(len(log)) == 0 and not isinstance(following, Ended)
        if chosen or following is None:
            views[table.version] = view(table)
    return msgspec.json.format(msgspec.json.encode(views), indent=0).decode() + "\n"


def step(events: int) -> int:
    return events // VIEWS + 1


def view(table: Table) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(table.snapshot()))
