"""The JSON of requests for tables and of their answers, from a server or from this device."""

from typing import Annotated

import msgspec

from sixes.play.beginning import Source
from sixes.play.options import Options
from sixes.play.pad.setup import PadSetup
from sixes.play.seats import Seat

BoxName = Annotated[str, msgspec.Meta(max_length=3)]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be made; `bots` are levels, and sit on its last seats."""

    options: Options
    bots: Annotated[tuple[str, ...], msgspec.Meta(max_length=6)] = ()
    source: Source | None = None
    """A finished game to go on with."""
    pad: PadSetup | None = None
    """The names and sheets of a score pad."""


class TableMade(msgspec.Struct):
    code: str
    link: str


class TableSummary(msgspec.Struct, omit_defaults=True):
    """A table as the lobby shows it."""

    code: str
    options: Options
    phase: str
    seats: tuple[Seat | None, ...]
    host: str = ""
    rematch: str = ""
    """The code of the table of the next game, if somebody has asked for one."""
    waiting: tuple[str, ...] = ()
    """Over days: the players who have something to do, by their public ids."""
    due: int = 0
    """Over days: until when they have time, in milliseconds since 1970; 0 without a timer."""


class Paper(msgspec.Struct, forbid_unknown_fields=True):
    """The crosses of a finished paper sheet."""

    boxes: Annotated[tuple[BoxName, ...], msgspec.Meta(max_length=72)]
    """From `a1` to `f12`."""
    alone: bool = False
    """It was played alone."""


class Fault(msgspec.Struct):
    """What a refused request is answered with."""

    code: str
    message: str
