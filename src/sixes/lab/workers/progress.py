"""A progress bar on a terminal; without a terminal nothing is shown."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Advance = Callable[[int], None]


@contextmanager
def bar(total: int, doing: str = "Playing") -> Iterator[Advance]:
    """Gives a function to call with the number of steps done since the last call."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    # Slow to import, and needed only on a terminal.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Getting ready", total=total)
        yield lambda more: progress.update(task, advance=more, description=doing)
