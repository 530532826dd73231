"""Events, and the other messages from a table to its clients.

Events are what happened. They are stored first, in this very form, then sent to everybody alike; the log of
a table is its events from version 1. The other messages (`Welcome`, `Refusal`, `Here`) go to one client, or
tell who is there, and are not stored.
"""

from typing import Any, Literal

import msgspec

from sixes.play.beginning import Beginning
from sixes.play.commands import Reaction, SheetLetter, SheetRows
from sixes.play.head_starts import HeadStart
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.snapshots import (
    Choice,
    Gains,
    PadCells,
    SixemPadBoard,
    SixtoPadBoard,
    SixtoSnapshot,
    TableSnapshot,
)

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
    f: int = 1
    """The version of the format of this event."""


# About the table ----------------------------------------------------------------------------------------


class Created(Event):
    """The first event of a table. It stands in the log only: whoever comes hears a `welcome`."""

    id: str
    """What its game is called in the labels of its dice."""
    code: str
    """What people type to come here."""
    options: Options
    """What is agreed."""
    host: str
    """The player who made it."""
    promise: str
    """The SHA-256 of the seed of its dice."""
    seats: tuple[Seat | None, ...]
    """Bots sit already; null: free."""
    reserved: tuple[str, ...] = ()
    """A rematch: for each seat the player for whom it is kept until `due`; empty for a bot's."""
    beginning: Beginning | None = None
    """What is taken over from a finished game."""


class Sat(Event):
    """Somebody, or a bot, took a seat; a player who sat elsewhere has moved."""

    seat: int
    """Which one, from 0."""
    who: Seat
    """Who sits there now."""


class Left(Event):
    """A seat is free again, before the start; in a rematch perhaps one whose player did not come."""

    seat: int
    gone: bool = False
    """Its player was removed and cannot come back."""


class Chose(Event):
    """A player chose a sheet."""

    seat: int
    sheet: SheetLetter | SheetRows | None = None
    """None: one will be dealt."""


class Proposed(Event):
    """Head starts as they are proposed now, with who has agreed; none: they are withdrawn."""

    head_starts: tuple[HeadStart, ...]
    """For each person who sits there."""


class Hosts(Event):
    """Somebody else is host now."""

    player: str
    """Who, by the public id that also stands in their seat."""


class Named(Event):
    """A player has another name."""

    seat: int
    name: str
    """The new one."""


class Started(Event):
    """The game begins, and seats are numbered anew."""

    seats: tuple[Seat, ...]
    """As they are from now on, without free ones."""
    lot: int = 0
    """Sixto: where the first active player, who is seat 0 now, sat before."""
    sheets: tuple[SheetRows, ...] = ()
    """Sixto: the numbers of each seat's sheet."""
    turns: tuple[dict[str, Any], ...] = ()
    """Sixto: the turns that are taken over from a finished game, as records have them."""
    board: SixtoSnapshot | None = None
    """The game as these turns left it."""
    head_starts: tuple[int, ...] = ()
    """Sixto: the points that each seat has before its first cross, if some have any."""


class Handed(Event):
    """A bot plays for a seat."""

    seat: int
    level: str
    """Of the bot."""
    gone: bool = False


class Returned(Event):
    """The owner of a seat plays again."""

    seat: int


class Reacted(Event):
    """Somebody seated says something."""

    seat: int
    reaction: Reaction
    """What."""


class Hinted(Event):
    """Somebody asked the coach for a hint, for the first time in this game."""

    seat: int


class Resumed(Event):
    """The table goes on after nobody was there, or the server was down."""

    go: int = 0
    """When the 3-2-1 is over: nobody throws or calls before."""


class Ended(Event):
    """The game is over."""

    winners: tuple[int, ...]
    """Seats."""
    result: dict[str, Any]
    """What came of it, as [the replay of a record](records.md) tells it."""
    seed: str
    """Of the dice, with which [anyone can check them](dice.md); empty while others can play with them."""


class Closed(Event):
    """Nobody came back to this table for a day (over days, for 14), its log is full, the time for a daily
    challenge is up, or somebody did not want the second game of a duel."""

    seed: str = ""
    """Of the dice, if a game had begun and nobody else can play with them."""


class Rematched(Event):
    """A new table keeps a seat for each of those who played; it starts when all have sat down or declined."""

    code: str
    """Where."""


# Sixto --------------------------------------------------------------------------------------------------


class Rolled(Event):
    """The active player rolled."""

    turn: int
    """Which turn, from 1."""
    dice: tuple[int, ...]
    """Six numbers by colour; 0 for a die out of the game."""
    legal: tuple[dict[str, Gains], ...]
    """For each seat, the boxes that these dice may cross, with what they bring."""
    second: bool = False
    """It was the second roll, so the dice stay as they are."""
    timed: bool = False
    """It happened because time was up."""


class Kept(Event):
    """The active player keeps the roll."""

    turn: int
    timed: bool = False


class Crossed(Event):
    """A half cross, perhaps moved within its row."""

    turn: int
    seat: int
    box: str
    """From `a1` to `f12`."""
    closes: bool = False
    """It would close its colour."""
    asked: tuple[int, ...] = ()
    """Seats that are asked again: they were done and could still use that die."""


class Uncrossed(Event):
    """A half cross was taken back."""

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
    """The points of each seat."""


class SaidDone(Event, tag="done"):
    """A player crosses nothing more in this turn."""

    turn: int
    seat: int
    end: TurnEnd | None = None
    """With the last one: how the turn ended."""
    timed: bool = False


class WithdrewDone(Event, tag="undone"):
    """A player has withdrawn their done."""

    turn: int
    seat: int


class Covered(Event):
    """A player covered their sheet, or uncovered it."""

    turn: int
    seat: int
    on: bool
    """Covered."""


# Sixem --------------------------------------------------------------------------------------------------


class RolledFirst(Event, tag="first"):
    """A starting roll."""

    seat: int
    face: int
    """The number it shows."""
    again: bool = False
    """The highest is not alone: all roll once more."""
    spins: int | None = None
    """With the last roll: the seat that spins."""
    timed: bool = False


class Spun(Event):
    """The spinner came to rest."""

    seat: int
    place: int
    """At which of its eleven places, from 0."""
    pattern: dict[str, int]
    """How many lines of each kind are asked for: `horizontal`, `vertical`, `diagonal`, `any`."""
    go: int
    """When the 3-2-1 is over: nobody throws or calls before."""
    timed: bool = False


class Thrown(Event):
    """Dice are in the air."""

    round: int
    """Which round, from 1."""
    seat: int
    dice: str
    """Their letters."""
    lands: int
    """When they land."""


class Landed(Event):
    """Dice of a seat came down."""

    round: int
    seat: int
    faces: tuple[int, ...]
    """By colour, the number of each die that came down; 0 for the others."""
    marker: int | None = None
    """Who marks now, once all dice stand."""
    choices: tuple[Choice, ...] = ()
    """How they can."""


class Stopped(Event):
    """The rolling is over; dice in hand land now."""

    round: int
    seat: int
    auto: bool = False
    """The table called for that seat."""
    marker: int | None = None
    choices: tuple[Choice, ...] = ()


class FalseStop(Event):
    """A call without 1 to 6 on the table."""

    round: int
    seat: int
    until: int
    """Until when that seat neither throws nor calls."""


class RoundEnd(msgspec.Struct, omit_defaults=True):
    """Everybody has marked."""

    lines: tuple[int, ...]
    """How many lines each seat has."""
    tied: tuple[int, ...] = ()
    """Those who play on alone after a tie."""
    go: int = 0
    """When the 3-2-1 of the next round is over."""


class Marked(Event):
    """A die was used."""

    round: int
    seat: int
    die: str
    """Its letter."""
    cell: str
    """The cell that it marked, from `a1` to `f6`."""
    erase: int | None = None
    """Whose X in this cell is gone."""
    give: int | None = None
    """Who was given an X in this cell."""
    marker: int | None = None
    """Who marks next, perhaps once more the same."""
    choices: tuple[Choice, ...] = ()
    """How they can."""
    end: RoundEnd | None = None
    """With the last one: how the round ended."""
    timed: bool = False


# Score pads ---------------------------------------------------------------------------------------------


class Writer(msgspec.Struct):
    """Who wrote on a score pad: anybody who is there."""

    player: str
    """By the public id."""
    name: str
    """As it was then."""


class PadDiced(Event, tag="pad_diced"):
    """The dice of this turn were typed, or corrected."""

    by: Writer
    """Who wrote it."""
    step: int
    """Which turn or round, from 1."""
    dice: tuple[int, ...]
    """Six numbers by colour; 0 for a die that was not typed or is out of the game."""
    legal: tuple[tuple[int, ...], ...]
    """For each seat and row the places that may be crossed, as the bits of a number: place 1 is bit 1."""


class PadCrossed(Event, tag="pad_crossed"):
    """A box was crossed, perhaps instead of another one of its row."""

    by: Writer
    step: int
    seat: int
    """On whose sheet or board."""
    box: str
    """From `a1` to `f12`."""
    forced: str = ""
    """They play it so: the code of the refusal that it would have been."""
    closes: bool = False
    """It closes its colour when the turn ends."""


class PadUncrossed(Event, tag="pad_uncrossed"):
    """A cross of this turn was taken back."""

    by: Writer
    step: int
    seat: int
    box: str


class PadPatterned(Event, tag="pad_patterned"):
    """The pattern was chosen, or corrected."""

    by: Writer
    step: int
    pattern: dict[str, int]
    """How many lines of each kind are asked for: `horizontal`, `vertical`, `diagonal`, `any`."""


class PadMarked(Event, tag="pad_marked"):
    """A die of a seat was used on its board."""

    by: Writer
    step: int
    seat: int
    cell: str
    """The cell that it marked, from `a1` to `f6`."""
    lines: tuple[int, ...]
    """For each seat, how many lines it has now."""
    cells: tuple[PadCells, ...]
    """For each seat, the cells that it may mark now."""
    erase: int | None = None
    """Whose X in this cell is gone."""
    give: int | None = None
    """Who was given an X in this cell."""
    forced: str = ""


class PadTurned(Event, tag="pad_turned"):
    """A turn or round ended."""

    by: Writer
    step: int
    board: SixtoPadBoard | SixemPadBoard
    """The pad after it."""


class PadPlayedOn(Event, tag="pad_played_on"):
    """They go on, though the game is over by the rules."""

    by: Writer
    step: int
    board: SixtoPadBoard | SixemPadBoard


class PadEnded(Event, tag="pad_ended"):
    """They say that the game is over."""

    by: Writer
    step: int
    board: SixtoPadBoard | SixemPadBoard


class PadUndone(Event, tag="pad_undone"):
    """The last entry was taken back."""

    by: Writer
    step: int
    what: Literal["dice", "cross", "uncross", "pattern", "mark", "next", "play_on"]
    """What kind of entry it was."""
    board: SixtoPadBoard | SixemPadBoard
    seat: int | None = None
    """On whose sheet or board it was, if on one."""
    box: str = ""
    """The box or cell."""


TABLE_EVENTS = (
    Created | Sat | Left | Chose | Hosts | Named | Started | Handed | Returned | Reacted | Resumed | Ended
) | (Hinted | Proposed | Closed | Rematched)
SIXTO_EVENTS = Rolled | Kept | Crossed | Uncrossed | SaidDone | WithdrewDone | Covered
SIXEM_EVENTS = RolledFirst | Spun | Thrown | Landed | Stopped | FalseStop | Marked
SIXTO_PAD_EVENTS = PadDiced | PadCrossed | PadUncrossed
SIXEM_PAD_EVENTS = PadPatterned | PadMarked
PAD_EVENTS = PadTurned | PadPlayedOn | PadEnded | PadUndone
AnyEvent = TABLE_EVENTS | SIXTO_EVENTS | SIXEM_EVENTS | SIXTO_PAD_EVENTS | SIXEM_PAD_EVENTS | PAD_EVENTS


# To one client, or about who is there ---------------------------------------------------------------------


class Welcome(msgspec.Struct, tag_field="t", tag="welcome", omit_defaults=True):
    """The first message on a socket, and whenever you have fallen behind."""

    player: str
    """Who you are: your public id, as it stands in your seat."""
    name: str
    """Your name."""
    v: int
    """The version of the table."""
    at: int
    """The time by the server's clock."""
    table: TableSnapshot | None = None
    """As it stands at `v`. Without it, the events that you missed follow."""
    boot: str = ""
    """Which life of the server this is: give it back together with `since`."""


class Refusal(msgspec.Struct, tag_field="t", tag="refused", omit_defaults=True):
    """Your message changed nothing."""

    code: str
    """Why; [all of them](#refusals) have a sentence for people."""
    n: str = ""
    """The nonce of that message, where it could be read."""


class Here(msgspec.Struct, tag_field="t", tag="here", omit_defaults=True):
    """Who is connected; told when that changes, at most twice a second."""

    seats: tuple[int, ...]
    """Those whose players are here."""
    watching: int = 0
    """How many others are."""
    away: dict[int, int] = {}
    """For how many seconds the players of other seats have been away; keys are seats, as text."""


AnyMessage = AnyEvent | Welcome | Refusal | Here

encode = msgspec.json.Encoder().encode
