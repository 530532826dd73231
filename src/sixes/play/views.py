"""A table as it stands, for a client that comes to it: what messages and snapshots are made of."""

from typing import Annotated, Literal

import msgspec

from sixes.play.asks import Addition, SheetLetter, SheetRows

Gains = tuple[int, int]
"""What a cross brings, in points: in its row and in its column."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is agreed when a table is made."""

    game: Literal["sixto", "sixem"]
    seats: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2
    open: bool = False
    """In the lobby for everybody; otherwise only who has the link finds it."""
    spectators: bool = True
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
    cell: str
    erase: tuple[int, ...] = ()
    give: tuple[int, ...] = ()


class SixtoView(msgspec.Struct, frozen=True, tag_field="game", tag="sixto", omit_defaults=True):
    turn: int
    active: int
    phase: Literal["rolling", "deciding", "crossing", "over"]
    sheets: tuple[SheetRows, ...]
    crosses: tuple[tuple[str, ...], ...]
    half: tuple[tuple[str, ...], ...]
    closed: tuple[str, ...]
    scores: tuple[int, ...]
    dice: tuple[int, ...]
    legal: tuple[dict[str, Gains], ...] = ()
    done: tuple[int, ...] = ()
    asked: tuple[tuple[str, ...], ...] = ()
    """For each seat, the colours for which it was asked again in this turn."""
    covered: tuple[int, ...] = ()
    ends: tuple[str, ...] = ()
    due: int = 0


class SixemView(msgspec.Struct, frozen=True, tag_field="game", tag="sixem", omit_defaults=True):
    round: int
    phase: Literal["starting", "spinning", "rolling", "last_throws", "marking", "over"]
    now: int
    starts: tuple[int, ...]
    pattern: dict[str, int]
    boards: tuple[tuple[str, ...], ...]
    """Six strings a seat, an X or a dot a cell."""
    lines: tuple[int, ...]
    dice: tuple[tuple[int, ...], ...]
    lands: tuple[tuple[int, ...], ...]
    again: int = 0
    """How often all had to make their starting roll again."""
    spins: int | None = None
    pauses: tuple[int, ...] = ()
    go: int = 0
    stop: int | None = None
    marker: int | None = None
    choices: tuple[Choice, ...] = ()
    to_mark: tuple[int, ...] = ()
    """The numbers that the marker has still to mark."""
    tied: tuple[int, ...] = ()
    winner: int | None = None
    due: int = 0


class TableView(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    code: str
    options: Options
    phase: Literal["gathering", "playing", "over", "closed"]
    host: str
    promise: str
    seats: tuple[Seat | None, ...]
    match: SixtoView | SixemView | None = None
    seed: str = ""
    rematch: str = ""
