"""A table as the lobby shows it."""

import msgspec

from sixes.play.deadlines import next_deadline
from sixes.play.documents import TableSummary
from sixes.play.table import Table
from sixes.server.tables.over_days import waiting_for


def encode_summary(table: Table) -> bytes:
    due = next_deadline(table) if table.options.days is not None else 0
    about = (table.code, table.options, table.phase, table.seats, table.host, table.rematch)
    return msgspec.json.encode(TableSummary(*about, waiting_for(table), due))
