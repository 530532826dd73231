"""Commands: every message from a client to a table.

Each message has a nonce, unique for its player at this table, so that a message sent twice is applied once.
A message about the game names its turn (Sixto) or round (Sixem); for another one it is stale and changes
nothing. Verbs are absolute: cross and uncross, never a toggle.
"""

from typing import Annotated, Literal

import msgspec

Nonce = Annotated[  # its characters are checked by `encoding`, faster than msgspec would by a pattern
    str, msgspec.Meta(min_length=1, max_length=40, extra_json_schema={"pattern": "^[A-Za-z0-9-]+$"})
]
"""Letters, digits and hyphens."""
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
Die = Literal["a", "b", "c", "d", "e", "f"]
"""A die by its colour: the rows of a sheet or a board from the top."""
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
TypedFace = Annotated[int, msgspec.Meta(ge=0, le=6)]
PatternKind = Literal["horizontal", "vertical", "diagonal", "any"]
PatternLines = dict[PatternKind, Annotated[int, msgspec.Meta(ge=0, le=14)]]
Addition = Annotated[str, msgspec.Meta(pattern=r"^(?:[0-9a-f]{2}){16,32}(?!\n)$")]
"""16 to 32 random bytes, in lower-case hex."""
Row = Annotated[tuple[Face, ...], msgspec.Meta(min_length=12, max_length=12)]
SheetRows = Annotated[tuple[Row, ...], msgspec.Meta(min_length=6, max_length=6)]
"""The numbers of a sheet: six rows of twelve, each from 1 to 6."""
SheetLetter = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
"""One of the twelve sheets of Sixto."""
Reaction = Literal["hello", "bravo", "wow", "lucky", "oops", "hurry", "thanks", "again"]
"""All that can be said at a table."""


class Command(msgspec.Struct, forbid_unknown_fields=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """Any message from a client."""

    n: Nonce
    """Which message this is: another one for each message of this player at this table."""


# About the table ----------------------------------------------------------------------------------------


class Sit(Command):
    """Take a free seat, or move to it; any free seat if none is named. Adds randomness to the dice."""

    add: Addition
    """What this device adds to the dice."""
    seat: SeatNumber | None = None
    """Which one, from 0; without it the first that is free."""


class Leave(Command):
    """Get up, or decline the seat that a rematch keeps. In a game a bot plays on, until one takes it back."""


class ChooseSheet(Command, tag="sheet"):
    """Choose a sheet of Sixto before the start: a letter, one's own numbers, or none to be dealt one."""

    sheet: SheetLetter | SheetRows | None = None
    """Without it, one is dealt at the start."""


class AddBot(Command, tag="bot"):
    """The host sets a bot on a free seat."""

    seat: SeatNumber
    """Which one, from 0."""
    level: Annotated[str, msgspec.Meta(max_length=20)]
    """One of the levels that `GET /api/levels` names."""


class Remove(Command):
    """The host sends a player or a bot away. In a game a bot plays on for a player."""

    seat: SeatNumber


class ProposeHeadStarts(Command, tag="propose"):
    """The host asks for head starts in Sixto, which the table proposes from past games; or for none."""

    on: bool = True
    """Propose them; otherwise what was proposed is withdrawn."""


class Agree(Command):
    """Agree to the head starts that were proposed; the game begins only when all have."""


class Start(Command):
    """The host starts the game; free seats are taken away."""


class HandOver(Command, tag="hand"):
    """Somebody seated lets a bot play for a seat that has been away for 60 seconds."""

    seat: SeatNumber
    level: Annotated[str, msgspec.Meta(max_length=20)] = "nearest"
    """Ignored: rivals do not choose how well somebody is played for. It is always the same bot."""


class Back(Command):
    """Take one's seat back from the bot that stood in."""


class React(Command):
    """A quick reaction, one of a fixed set."""

    reaction: Reaction
    """Which one."""


class AskHint(Command, tag="hint"):
    """Say that one asks the coach for a hint, the first time in a game; everybody sees it."""


class RequestRematch(Command, tag="rematch"):
    """After the game: a new table with the same options and seats, to which all are asked."""


# Sixto --------------------------------------------------------------------------------------------------


class Roll(Command):
    """Roll all dice still in the game; while deciding, roll all of them once more."""

    turn: Number
    """The turn under way, from 1; for another one the message is stale."""
    second: bool = False
    """It is meant as the second roll: so a second click on "roll" does nothing."""


class Keep(Command):
    """Keep the first roll."""

    turn: Number


class Cross(Command):
    """Make a half cross, or move the one in this row here."""

    turn: Number
    box: Annotated[str, msgspec.Meta(max_length=3)]
    """From `a1` to `f12`."""


class Uncross(Command):
    """Take a half cross back."""

    turn: Number
    box: Annotated[str, msgspec.Meta(max_length=3)]


class SayDone(Command, tag="done"):
    """Cross nothing more in this turn."""

    turn: Number


class WithdrawDone(Command, tag="undone"):
    """Withdraw a done."""

    turn: Number


class Cover(Command):
    """Cover one's sheet, or uncover it, while the active player decides: a sign to others, no more."""

    turn: Number
    on: bool
    """Cover it."""


# Sixem --------------------------------------------------------------------------------------------------


class First(Command):
    """Make one's starting roll; if all had to roll again, `again` is how often already."""

    again: Number = 0
    """How often all had to roll again so far; for another number the message is stale."""


class Spin(Command):
    """Spin for the pattern."""


class Throw(Command):
    """Throw some of one's dice: `"acf"`."""

    round: Number
    """The round under way, from 1; for another one the message is stale."""
    dice: Annotated[str, msgspec.Meta(min_length=1, max_length=6)]
    """Their letters, each once."""


class Stop(Command):
    """Call STOP."""

    round: Number


class Mark(Command):
    """Use a die to mark its cell; with an X there already, have another player erase theirs, or give one."""

    round: Number
    die: Die
    """One that shows a number not marked yet."""
    erase: SeatNumber | None = None
    """Whose X in this cell goes."""
    give: SeatNumber | None = None
    """Who gets an X in this cell: in the sweet variant, and not together with `erase`."""


# Score pads ---------------------------------------------------------------------------------------------


class PadDice(Command, tag="pad_dice"):
    """Sixto: type the dice of this turn, as far as they are known."""

    step: Number
    """The turn or round under way, from 1; for another one the message is stale."""
    dice: Annotated[tuple[TypedFace, ...], msgspec.Meta(min_length=6, max_length=6)]
    """Six numbers by colour; 0 for a die that was not typed or is out of the game."""


class PadCross(Command, tag="pad_cross"):
    """Sixto: cross a box of any seat, or move the cross that this row got in this turn."""

    step: Number
    seat: SeatNumber
    """Whose sheet or board."""
    box: Annotated[str, msgspec.Meta(max_length=3)]
    """From `a1` to `f12`."""
    force: bool = False
    """Do it though a rule forbids it: "we play it so"."""


class PadUncross(Command, tag="pad_uncross"):
    """Sixto: take a cross of this turn back."""

    step: Number
    seat: SeatNumber
    box: Annotated[str, msgspec.Meta(max_length=3)]


class PadPattern(Command, tag="pad_pattern"):
    """Sixem: choose the pattern that the spinner gave."""

    step: Number
    pattern: PatternLines
    """How many lines of each kind are asked for; one line at least."""


class PadMark(Command, tag="pad_mark"):
    """Sixem: use a die of a seat; where its X is already, perhaps erase another's or give one."""

    step: Number
    seat: SeatNumber
    cell: Annotated[str, msgspec.Meta(max_length=2)]
    """From `a1` to `f6`: colour and number of the die."""
    erase: SeatNumber | None = None
    """Whose X in this cell goes."""
    give: SeatNumber | None = None
    """Who gets an X in this cell: in the sweet variant, and not together with `erase`."""
    force: bool = False


class PadNext(Command, tag="pad_next"):
    """The turn or round is over: its crosses are final."""

    step: Number


class PadPlayOn(Command, tag="pad_play_on"):
    """Go on, though the game is over by the rules."""

    step: Number


class PadEnd(Command, tag="pad_end"):
    """The game is over; what was crossed in this turn counts."""

    step: Number


class PadUndo(Command, tag="pad_undo"):
    """Take the last entry back, also if it ended a turn."""

    entries: Number
    """How many there are; for another number the message is stale."""


class PadName(Command, tag="pad_name"):
    """Write another name on a sheet or board."""

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=200)]
    """As names of players are."""


SIXTO = Roll | Keep | Cross | Uncross | SayDone | WithdrawDone | Cover
SIXEM = First | Spin | Throw | Stop | Mark
TABLE = (
    Sit | Leave | ChooseSheet | AddBot | Remove | Start | HandOver | Back | React | AskHint | RequestRematch
) | (ProposeHeadStarts | Agree)
SIXTO_PAD = PadDice | PadCross | PadUncross
SIXEM_PAD = PadPattern | PadMark
PAD = PadNext | PadPlayOn | PadEnd | PadUndo | PadName
AnyCommand = TABLE | SIXTO | SIXEM | SIXTO_PAD | SIXEM_PAD | PAD
