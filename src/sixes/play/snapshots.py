"""A table as it stands, for a client that comes to it: what messages and snapshots are made of."""

from typing import Annotated, Literal

import msgspec

from sixes.play.commands import Addition, SheetLetter, SheetRows

Gains = tuple[int, int]
"""What a cross brings, in points: in its row and in its column."""


GameName = str
# The names of the games that are registered; a table of another one cannot be made.


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is agreed when a table is made."""

    game: GameName
    """Which game."""
    seats: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2
    """How many; Sixem needs two."""
    open: bool = False
    """In the lobby for everybody; otherwise only who has the link finds it."""
    spectators: bool = True
    """Others may watch."""
    timer: Annotated[int, msgspec.Meta(ge=0, le=600)] | None = None
    """Seconds for each step; 0: no timer. Unless it is set, Sixto has none and marking in Sixem has 30."""
    throw_time: Annotated[int, msgspec.Meta(ge=200, le=5000)] = 450
    """Sixem: milliseconds from a throw until its dice land; more is calmer."""
    auto_stop: bool = False
    """Sixem: the table calls STOP for whoever has 1 to 6."""
    fair_stop: bool = False
    """Sixem: make up for slow connections when two call STOP at about the same time."""
    sweet: bool = False
    """Sixem: the variant in which Xs can be given."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there: a person, a bot, or a bot standing in for a person."""

    name: str
    """As people see it; of a bot, its level."""
    player: str = ""
    """The person's public name for programs; empty for a bot."""
    bot: str = ""
    """The level of the bot that plays; empty for a person who plays."""
    add: Addition | Literal[""] = ""
    """What the person's device added to the dice."""
    sheet: SheetLetter | SheetRows | None = None
    """The sheet chosen before the start."""


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


class TableSnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as it stands."""

    id: str
    """What its game is called in the labels of its dice."""
    code: str
    """What people type to come here."""
    options: Options
    """What is agreed."""
    phase: Literal["gathering", "playing", "over", "closed"]
    """`closed`: nobody came back for a day."""
    host: str
    """The player who may start, set bots and send players away."""
    promise: str
    """The SHA-256 of the seed of the dice."""
    seats: tuple[Seat | None, ...]
    """Who sits where; null: free."""
    match: MatchSnapshot | None = None
    """The game, once it has begun."""
    seed: str = ""
    """Of the dice, once the game is over."""
    rematch: str = ""
    """The code of the table to which all are led, once somebody asked for a rematch."""
