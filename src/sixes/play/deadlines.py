"""What happens at a table by itself: deadlines, the start of a rematch, and the end."""

from sixes.play import events, handicap
from sixes.play.beginning import Beginning
from sixes.play.bounds import MOST_EVENTS
from sixes.play.dice import key_of
from sixes.play.match import Dealer, Decided, additions
from sixes.play.seats import Seat
from sixes.play.snapshots import SixtoSnapshot
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING, Table


def due_event(table: Table, deal: Dealer, now: int) -> Decided | None:
    """What happens by itself now: a deadline, the end of a game or a full table, the start of a rematch."""
    match, seed = table.match, deal.seed
    if table.phase == PLAYING and match and match.is_over:
        published = "" if table.is_sealed else seed.hex()
        return events.Ended(tuple(match.winners), match.result(), published, at=now), None
    is_late = 0 < table.until <= now
    if (table.version >= MOST_EVENTS or is_late) and table.phase in (GATHERING, PLAYING):
        return close(table, seed, now)[0], None
    if match is None or table.phase != PLAYING:
        return due_before_start(table, seed, now) if table.reserved else None
    return match.due_event(max(now, table.at), deal) if match.next_deadline() else None


def due_before_start(table: Table, seed: bytes, now: int) -> Decided | None:
    """A rematch starts once nobody is awaited; whoever is late loses the seat."""
    if table.phase != GATHERING or table.reserved is None:
        return None
    if table.awaited:
        late = 0 < table.reserved.until <= now
        return (events.Left(table.awaited[0], at=now), None) if late else None
    return (started(table, seed, now), None) if are_enough(table) and handicap.is_agreed(table) else None


def next_deadline(table: Table) -> int:
    """When something happens by itself next; 0: nothing does."""
    if table.match and table.phase == PLAYING:
        return table.until or table.match.next_deadline()
    return table.reserved.until if table.reserved and table.awaited else 0


def are_enough(table: Table) -> bool:
    if table.beginning and None in table.seats:
        return False
    return sum(map(bool, table.seats)) >= table.fewest and bool(table.people)


def started(table: Table, seed: bytes, now: int) -> events.Started:
    """Drop free seats, and draw what chance decides before the first move."""
    seats = tuple(seat for seat in table.seats if seat)
    due = now + table.limit if table.limit else 0
    if table.beginning:
        return begun(table, table.beginning, seats, now, due)
    # From the same seed and additions as all dice, in the order in which people sat.
    key = key_of(seed, additions(seats))
    begins = table.game.start(table.dice_game, key, seats)
    ahead = handicap.head_starts_of(table, begins.seats)
    return events.Started(*begins, at=now, due=due, head_starts=ahead)


def begun(table: Table, beginning: Beginning, seats: tuple[Seat, ...], now: int, due: int) -> events.Started:
    """A game begins where another one is taken over."""
    event = events.Started(seats, sheets=beginning.sheets, turns=beginning.turns, at=now, due=due)
    event.head_starts = beginning.head_starts
    if beginning.turns:
        board = table.game.match.begin(event, table.options, table.limit).snapshot()
        assert isinstance(board, SixtoSnapshot)
        event.board = board
    return event


def close(table: Table, seed: bytes, now: int) -> list[events.Event]:
    """Close a table that nobody came back to. If a game had begun, its seed is published."""
    hidden = table.phase == PLAYING and table.options.daily is None
    return [] if table.phase in (OVER, CLOSED) else [events.Closed(seed.hex() if hidden else "", at=now)]
