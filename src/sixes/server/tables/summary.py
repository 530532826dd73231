"""A table as the lobby shows it."""

import msgspec

from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.table import Table


class TableSummary(msgspec.Struct, omit_defaults=True):
    """A table as the lobby shows it."""

    code: str
    options: Options
    phase: str
    seats: tuple[Seat | None, ...]
    host: str = ""


def encode_summary(table: Table) -> bytes:
    return msgspec.json.encode(TableSummary(table.code, table.options, table.phase, table.seats, table.host))
