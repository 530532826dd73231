"""Tables that go on though nobody is present: whom they wait for, and when to open them again.

They are those over days, and rated games that everybody has left: bots finish them, so that leaving counts.
"""

from sixes.play.deadlines import next_deadline
from sixes.play.handicap import is_agreed
from sixes.play.table import GATHERING, PLAYING, Table
from sixes.rules.six import members

NEVER = 2**62
"""Later than any time: nothing happens by itself at a table over days that waits for somebody."""


def goes_on(table: Table) -> bool:
    """Whether timers run and bots act though nobody is present: over days, as long as a person plays."""
    if is_left(table):
        return True
    if table.options.days is None:
        return False
    return any(seat is not None and seat.player and not seat.bot for seat in table.seats)


def is_left(table: Table) -> bool:
    """Whether everybody has left a rated game that is not over."""
    return table.options.rated and table.phase == PLAYING and not table.people


def waiting_for(table: Table) -> tuple[str, ...]:
    """The players who have something to do at a table over days."""
    if table.options.days is None:
        return ()
    if table.phase == PLAYING and table.match:
        acting = (table.seats[seat] for seat in members(table.match.seats_to_act()))
        return tuple(seat.player for seat in acting if seat and seat.player and not seat.bot)
    if table.phase != GATHERING:
        return ()
    if table.reserved and table.awaited:
        return tuple(table.reserved.players[seat] for seat in table.awaited)
    if not is_agreed(table):
        return tuple(one.player for one in table.proposed if not one.agreed)
    return (table.host,) if None not in table.seats and table.host in table.places else ()


def wake_time(table: Table) -> int | None:
    """When a table that goes on has to be open, so that what is due happens; None for any other table."""
    if is_left(table):
        return 0
    if table.options.days is None or table.phase not in (GATHERING, PLAYING):
        return None
    if not goes_on(table):
        return NEVER
    return 0 if bots_act(table) else next_deadline(table) or NEVER


def bots_act(table: Table) -> bool:
    """Whether a bot has something to do."""
    if table.phase != PLAYING or table.match is None:
        return False
    acting = (table.seats[seat] for seat in members(table.match.seats_to_act()))
    return any(seat is not None and seat.bot for seat in acting)


def members_of(table: Table) -> tuple[str, ...]:
    """The players who find a table among theirs: those who sit there, over days also those awaited."""
    awaited = waiting_for(table) if table.phase == GATHERING else ()
    return tuple(dict.fromkeys(table.people + awaited))


def has_same_step(table: Table, other: Table) -> bool:
    """Whether two tables over days wait for the same, so that one row tells it of both."""
    return waiting_for(table) == waiting_for(other) and wake_time(table) == wake_time(other)
