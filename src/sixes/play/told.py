"""What a table tells: every message to a client.

Events are what happened. They are stored first, in this very form, then sent to everybody alike; the log of
a table is its events from version 1. The other messages (`Welcome`, `Refused`, `Here`) go to one client, or
tell who is there, and are not stored.
"""

from typing import Any

import msgspec

from sixes.play.asks import Reaction, SheetLetter, SheetRows
from sixes.play.views import Choice, Gains, Options, Seat, TableView

FORMAT = 1
"""The version of these events; a later one must still read the logs of an earlier one."""


class Event(msgspec.Struct, tag_field="t", tag=str.lower, omit_defaults=True, kw_only=True):
    """Something that happened at a table."""

    v: int = 0
    """The version of the table after it."""
    at: int
    """When, in milliseconds since 1970 by the server's clock."""
    n: str = ""
    """The nonce of the message that brought it about."""
    due: int = 0
    """Until when players have time for what comes next, if there is a timer and it was set anew."""


# About the table ----------------------------------------------------------------------------------------


class Created(Event):
    """The first event of a table. `promise` is the SHA-256 of the seed of its dice."""

    id: str
    code: str
    options: Options
    host: str
    promise: str
    seats: tuple[Seat | None, ...]
    format: int = 0


class Sat(Event):
    """Somebody, or a bot, took a seat; a player who sat elsewhere has moved."""

    seat: int
    who: Seat


class Left(Event):
    """A seat is free again, before the start. `gone`: its player was removed and cannot come back."""

    seat: int
    gone: bool = False


class Chose(Event):
    """A player chose a sheet; none: one will be dealt."""

    seat: int
    sheet: SheetLetter | SheetRows | None = None


class Hosts(Event):
    """Somebody else is host now."""

    player: str


class Named(Event):
    """A player has another name."""

    seat: int
    name: str


class Started(Event):
    """The game begins. Seats are numbered anew: `seats` as they are from now on, without free ones.

    In Sixto, `lot` is the place of the first active player in the old order.
    """

    seats: tuple[Seat, ...]
    lot: int = 0
    sheets: tuple[SheetRows, ...] = ()


class Handed(Event):
    """A bot plays for a seat. `gone`: its player was removed and cannot come back."""

    seat: int
    level: str
    gone: bool = False


class Returned(Event):
    """The owner of a seat plays again."""

    seat: int


class Reacted(Event):
    seat: int
    reaction: Reaction


class Resumed(Event):
    """The table goes on after nobody was there, or the server was down; in Sixem with a new 3-2-1 to `go`."""

    go: int = 0


class Ended(Event):
    """The game is over: what came of it, and the seed of the dice, with which anyone can check them."""

    winners: tuple[int, ...]
    result: dict[str, Any]
    seed: str


class Closed(Event):
    """Nobody came back to this table; the seed is there if a game had begun."""

    seed: str = ""


class Rematched(Event):
    """A new table for the same people waits under this code."""

    code: str


# Sixto --------------------------------------------------------------------------------------------------


class Rolled(Event):
    """The active player rolled. `legal`: for each seat, its legal boxes with what they bring."""

    turn: int
    dice: tuple[int, ...]
    legal: tuple[dict[str, Gains], ...]
    second: bool = False
    timed: bool = False
    """It happened because time was up; so in other events."""


class Kept(Event):
    """The active player keeps the roll."""

    turn: int
    timed: bool = False


class Crossed(Event):
    """A half cross, perhaps moved within its row. `closes`: it would close its colour; `asked` again: those
    who were done and could still use that die."""

    turn: int
    seat: int
    box: str
    closes: bool = False
    asked: tuple[int, ...] = ()


class Uncrossed(Event):
    turn: int
    seat: int
    box: str


class TurnEnd(msgspec.Struct, omit_defaults=True):
    """All are done: crosses are final."""

    closed: tuple[str, ...]
    """The colours closed in this turn."""
    active: int
    """Who rolls next."""
    scores: tuple[int, ...]


class Done(Event):
    turn: int
    seat: int
    end: TurnEnd | None = None
    """With the last one: how the turn ended."""
    timed: bool = False


class Undone(Event):
    turn: int
    seat: int


class Covered(Event):
    turn: int
    seat: int
    on: bool


# Sixem --------------------------------------------------------------------------------------------------


class RolledFirst(Event, tag="first"):
    """A starting roll. `again`: the highest is not alone, and all roll once more; `spins`: who spins."""

    seat: int
    face: int
    again: bool = False
    spins: int | None = None
    timed: bool = False


class Spun(Event):
    """The spinner came to rest at this place of its eleven; rolling begins at `go`."""

    seat: int
    place: int
    pattern: dict[str, int]
    go: int
    timed: bool = False


class Thrown(Event):
    """Dice in hand from now on; they land at `lands`."""

    round: int
    seat: int
    dice: str
    lands: int


class Landed(Event):
    """Dice of a seat came down; 0 for the others. `marker` with `choices`: all stand, who marks first."""

    round: int
    seat: int
    faces: tuple[int, ...]
    marker: int | None = None
    choices: tuple[Choice, ...] = ()


class Stopped(Event):
    """The rolling is over; dice in hand land now."""

    round: int
    seat: int
    auto: bool = False
    marker: int | None = None
    choices: tuple[Choice, ...] = ()


class FalseStop(Event):
    """A call without 1 to 6 on the table: no throws and no call until `until`."""

    round: int
    seat: int
    until: int


class RoundEnd(msgspec.Struct, omit_defaults=True):
    """Everybody has marked. `go`: when the next round begins; `tied`: those who play on alone."""

    lines: tuple[int, ...]
    tied: tuple[int, ...] = ()
    go: int = 0


class Marked(Event):
    """A die was used. `marker` with `choices`: who marks next, and how they can."""

    round: int
    seat: int
    die: str
    cell: str
    erase: int | None = None
    give: int | None = None
    marker: int | None = None
    choices: tuple[Choice, ...] = ()
    end: RoundEnd | None = None
    timed: bool = False


TABLE_EVENTS = (
    Created | Sat | Left | Chose | Hosts | Named | Started | Handed | Returned | Reacted | Resumed | Ended
) | (Closed | Rematched)
SIXTO_EVENTS = Rolled | Kept | Crossed | Uncrossed | Done | Undone | Covered
SIXEM_EVENTS = RolledFirst | Spun | Thrown | Landed | Stopped | FalseStop | Marked
AnyEvent = TABLE_EVENTS | SIXTO_EVENTS | SIXEM_EVENTS


# To one client, or about who is there ---------------------------------------------------------------------


class Welcome(msgspec.Struct, tag_field="t", tag="welcome", omit_defaults=True):
    """The first message on a socket: who you are, and the table as it stands; without `table`, the events
    that you missed follow."""

    player: str
    name: str
    v: int
    at: int
    table: TableView | None = None


class Refused(msgspec.Struct, tag_field="t", tag="refused", omit_defaults=True):
    """Your message changed nothing; `code` is a key of the catalogue of sentences."""

    code: str
    n: str = ""


class Here(msgspec.Struct, tag_field="t", tag="here", omit_defaults=True):
    """Which seats have somebody connected, how many watch, and who has been away for how many seconds."""

    seats: tuple[int, ...]
    watching: int = 0
    away: dict[int, int] = {}


Told = AnyEvent | Welcome | Refused | Here

encode = msgspec.json.Encoder().encode
read_event = msgspec.json.Decoder(AnyEvent).decode
read = msgspec.json.Decoder(Told).decode
