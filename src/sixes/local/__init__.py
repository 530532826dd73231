"""Tables on one's own device, without a server: pure, synchronous, and the same as everywhere else.

`create` makes a table and `LocalTable` runs it. Whoever calls them brings the clock, stores the log and
waits: a page's worker does, and so does the terminal.
"""

from sixes.local.bots import BotStyle
from sixes.local.creating import Person
from sixes.local.table import LocalTable, Output, create, make

__all__ = ["BotStyle", "LocalTable", "Output", "Person", "create", "make"]
