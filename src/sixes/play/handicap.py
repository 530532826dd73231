"""Head starts at a table: who may ask for them, and who has agreed."""

from collections.abc import Sequence

from msgspec.structs import replace

from sixes.play import events
from sixes.play.head_starts import HeadStart
from sixes.play.match import Refused
from sixes.play.seats import Seat
from sixes.play.table import Table


def check_proposal(table: Table) -> None:
    """Refused where none can be proposed: they are for several people, in a new and unrated game of Sixto."""
    if not table.game.has_sheets:
        raise Refused("table.other_game")
    if table.beginning or table.options.rated:
        raise Refused("table.not_now")
    if len(table.people) < 2:
        raise Refused("table.too_few")


def agree(table: Table, player: str) -> tuple[HeadStart, ...]:
    """The proposal after a player has agreed to it."""
    if not any(one.player == player and not one.agreed for one in table.proposed):
        raise Refused("table.not_now")
    return tuple(replace(one, agreed=one.agreed or one.player == player) for one in table.proposed)


def is_agreed(table: Table) -> bool:
    """Whether nobody has to agree any more, or nothing was proposed."""
    return all(one.agreed for one in table.proposed)


def withdraw(table: Table, now: int) -> list[events.Event]:
    """What was proposed is void: other people sit there, or the host wants it so."""
    return [events.Proposed((), at=now)] if table.proposed else []


def head_starts_of(table: Table, seats: Sequence[Seat]) -> tuple[int, ...]:
    """The head start of each seat; nothing if nobody has one."""
    points = {one.player: one.points for one in table.proposed}
    starts = tuple(points.get(seat.player, 0) for seat in seats)
    return starts if any(starts) else ()
