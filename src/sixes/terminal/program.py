"""What `sixes play` was asked for, the same for screens and for the line mode."""

from collections.abc import Callable
from typing import NamedTuple

from sixes.terminal.recording import Recording
from sixes.terminal.sessions import Wanted
from sixes.terminal.starting import ReadSheet

FindTable = Callable[[str], tuple[str, str]]
"""The server and the code for what somebody typed, a code or a link; a UserError if it is none."""
ReadRecord = Callable[[str], Recording]
"""A recording from the name of its file; a UserError if it cannot be read."""


class Program(NamedTuple):
    wanted: Wanted
    find_table: FindTable
    read: ReadRecord
    read_sheet: ReadSheet
    recording: Recording | None = None
    """A recorded game to look at, instead of playing."""
