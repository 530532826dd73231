"""A table as it stands, for a client that comes to it: what messages and snapshots are made of."""

from typing import Literal

import msgspec

from sixes.play.beginning import Source
from sixes.play.commands import SheetRows
from sixes.play.head_starts import HeadStart
from sixes.play.options import Options
from sixes.play.seats import Seat

Gains = tuple[int, int]
"""What a cross brings, in points: in its row and in its column."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die with which the marker can mark, and whose X it may erase, or to whom it may give one."""

    die: str
    """Its letter."""
    cell: str
    """The cell that it marks, from `a1` to `f6`."""
    erase: tuple[int, ...] = ()
    """Seats of which one may be told to erase their X."""
    give: tuple[int, ...] = ()
    """Seats of which one may be given an X."""


class MatchSnapshot:
    """A game as it stands: each game has a struct of its own, tagged with its name."""

    __slots__ = ()


class SixtoSnapshot(
    msgspec.Struct, MatchSnapshot, frozen=True, tag_field="game", tag="sixto", omit_defaults=True
):
    """A game of Sixto as it stands. Lists with an entry for each seat are in the order of the seats."""

    turn: int
    """Which turn is under way, from 1."""
    active: int
    """Whose turn it is: the seat that rolls."""
    phase: Literal["rolling", "deciding", "crossing", "over"]
    """What all wait for: the roll, a second one or none, crosses."""
    sheets: tuple[SheetRows, ...]
    """For each seat, the numbers of its sheet."""
    crosses: tuple[tuple[str, ...], ...]
    """For each seat, the boxes crossed for good."""
    half: tuple[tuple[str, ...], ...]
    """For each seat, its half crosses of this turn."""
    closed: tuple[str, ...]
    """The colours that are closed, by their letters."""
    scores: tuple[int, ...]
    """For each seat, the points of its crosses as they stand; half crosses do not count."""
    dice: tuple[int, ...]
    """Six numbers by colour; 0 for a die out of the game, all 0 before the roll."""
    legal: tuple[dict[str, Gains], ...] = ()
    """For each seat, the boxes that these dice may cross, with what they bring."""
    done: tuple[int, ...] = ()
    """Seats that cross nothing more in this turn."""
    asked: tuple[tuple[str, ...], ...] = ()
    """For each seat, the colours for which it was asked again in this turn."""
    covered: tuple[int, ...] = ()
    """Seats that have covered their sheets."""
    ends: tuple[str, ...] = ()
    """Why the game is over, as records tell it: `dice`, `player`, `solo`."""
    winners: tuple[int, ...] = ()
    """Seats that have won, once the game is over."""
    due: int = 0
    """Until when there is time, if there is a timer."""
    head_starts: tuple[int, ...] = ()
    """The points that each seat had before its first cross; they count for who wins, and not in `scores`."""


class SixemSnapshot(
    msgspec.Struct, MatchSnapshot, frozen=True, tag_field="game", tag="sixem", omit_defaults=True
):
    """A game of Sixem as it stands. Lists with an entry for each seat are in the order of the seats."""

    round: int
    """Which round is under way, from 1."""
    phase: Literal["starting", "spinning", "rolling", "last_throws", "marking", "over"]
    """What all wait for."""
    now: int
    """When the last move was made."""
    starts: tuple[int, ...]
    """For each seat, its starting roll; 0 before it."""
    pattern: dict[str, int]
    """How many lines of each kind are asked for: `horizontal`, `vertical`, `diagonal`, `any`."""
    boards: tuple[tuple[str, ...], ...]
    """Six strings a seat, an X or a dot a cell."""
    lines: tuple[int, ...]
    """For each seat, how many lines it has."""
    dice: tuple[tuple[int, ...], ...]
    """For each seat, its six dice by colour; 0 for one in hand."""
    lands: tuple[tuple[int, ...], ...]
    """For each seat and die, when it lands; 0 for one that is not in the air."""
    again: int = 0
    """How often all had to make their starting roll again."""
    spins: int | None = None
    """Whoever spins for the pattern."""
    pauses: tuple[int, ...] = ()
    """For each seat, until when a false STOP keeps it from throwing and calling."""
    go: int = 0
    """When the 3-2-1 is over: nobody throws or calls before."""
    stop: int | None = None
    """Whoever called STOP in this round."""
    marker: int | None = None
    """Whoever marks now."""
    choices: tuple[Choice, ...] = ()
    """How they can."""
    to_mark: tuple[int, ...] = ()
    """The numbers that the marker has still to mark."""
    tied: tuple[int, ...] = ()
    """Those who play on alone after a tie."""
    winner: int | None = None
    """Whoever has won."""
    due: int = 0


class SixtoPadBoard(msgspec.Struct, frozen=True, tag_field="game", tag="sixto", omit_defaults=True):
    """All that changes on a score pad of Sixto. Lists with an entry for each seat are in their order."""

    turn: int
    """Which turn is under way, from 1."""
    active: int
    """Whose turn it is: the seat that throws the dice."""
    crosses: tuple[tuple[str, ...], ...]
    """For each seat, the boxes crossed in the turns before."""
    half: tuple[tuple[str, ...], ...]
    """For each seat, the boxes crossed in this turn."""
    scores: tuple[int, ...]
    """For each seat, the points of its crosses, without those of this turn."""
    legal: tuple[tuple[int, ...], ...]
    """For each seat and row the places that may be crossed, as the bits of a number: place 1 is bit 1."""
    dice: tuple[int, ...]
    """Six numbers by colour; 0 for a die that was not typed or is out of the game."""
    closed: tuple[str, ...] = ()
    """The colours that are closed, by their letters."""
    forced: tuple[tuple[str, ...], ...] = ()
    """For each seat, the boxes of turns before that were crossed against a rule."""
    ends: tuple[str, ...] = ()
    """Why the game is over by the rules, if all should say so or play on: `dice`, `player`, `solo`."""
    declined: tuple[str, ...] = ()
    """Ends after which they played on."""
    entries: int = 0
    """How many entries can be taken back."""


class PadCells(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cells of a board on a score pad of Sixem that may be marked, whatever the dice are."""

    legal: tuple[int, ...]
    """For each row the numbers of these cells, as the bits of a number: number 1 is bit 1."""
    erase: dict[str, tuple[int, ...]] = {}
    """Where there is an X already: the seats whose X in this cell may be erased."""
    give: dict[str, tuple[int, ...]] = {}
    """The same: the seats to whom an X may be given."""


class SixemPadBoard(msgspec.Struct, frozen=True, tag_field="game", tag="sixem", omit_defaults=True):
    """All that changes on a score pad of Sixem. Lists with an entry for each seat are in their order."""

    round: int
    """Which round is under way, from 1."""
    pattern: dict[str, int]
    """How many lines of each kind are asked for; empty before it was chosen."""
    boards: tuple[tuple[str, ...], ...]
    """Six strings a seat, an X or a dot a cell."""
    lines: tuple[int, ...]
    """For each seat, how many lines it has."""
    marked: tuple[tuple[str, ...], ...]
    """For each seat, the cells of the dice that it used in this round."""
    cells: tuple[PadCells, ...]
    """For each seat, the cells that it may mark."""
    tied: tuple[int, ...] = ()
    """Those who play on alone after a tie."""
    winner: int | None = None
    """Whoever has won by the rules, if all should say so or play on."""
    declined: bool = False
    """They played on though somebody had won."""
    entries: int = 0
    """How many entries can be taken back."""


class SixtoPadSnapshot(
    msgspec.Struct, MatchSnapshot, frozen=True, tag_field="game", tag="sixto_pad", omit_defaults=True
):
    """A score pad of Sixto as it stands."""

    sheets: tuple[SheetRows, ...]
    """For each seat, the numbers of its sheet."""
    board: SixtoPadBoard
    """All that changes."""
    over: bool = False
    """They have said that the game is over."""
    winners: tuple[int, ...] = ()
    """Seats that have won, once it is."""


class SixemPadSnapshot(
    msgspec.Struct, MatchSnapshot, frozen=True, tag_field="game", tag="sixem_pad", omit_defaults=True
):
    """A score pad of Sixem as it stands."""

    board: SixemPadBoard
    """All that changes."""
    over: bool = False
    winners: tuple[int, ...] = ()


class TableSnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as it stands."""

    id: str
    """What its game is called in the labels of its dice."""
    code: str
    """What people type to come here."""
    options: Options
    """What is agreed."""
    phase: Literal["gathering", "playing", "over", "closed"]
    """`closed`: nothing can happen here any more, see the event of that name."""
    host: str
    """The player who may start, set bots and send players away."""
    promise: str
    """The SHA-256 of the seed of the dice."""
    seats: tuple[Seat | None, ...]
    """Who sits where; null: free."""
    match: MatchSnapshot | None = None
    """The game, once it has begun."""
    seed: str = ""
    """Of the dice, once the game is over; not while others can play with the same dice."""
    rematch: str = ""
    """The code of the table to which all are asked, once somebody wants a rematch."""
    reserved: tuple[str, ...] = ()
    """A rematch: for each seat the player for whom it is kept; empty where nobody is awaited."""
    due: int = 0
    """Until when these seats are kept; of a daily challenge, until when it can be played."""
    source: Source | None = None
    """The finished game from which this one begins."""
    proposed: tuple[HeadStart, ...] = ()
    """Head starts, to which all must agree before the game begins."""
