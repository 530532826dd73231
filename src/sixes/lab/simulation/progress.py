"""A bar on a terminal that tells how far we are; to anything else but a terminal, nothing is told."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Advance = Callable[[int], None]


@contextmanager
def bar(total: int, doing: str = "Playing") -> Iterator[Advance]:
    """Gives what is called whenever some more is done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    # Of no use without a terminal.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Getting ready", total=total)
        yield lambda more: progress.update(task, advance=more, description=doing)
