"""Tables that begin with a finished game of Sixto: played on from one of its turns, or with the same dice.

To play on, the first turns are taken over from the record, bots sit on the other seats, and the dice are new.
With the same dice one plays alone, on the sheet of one seat. Dice are drawn by seat, turn, die and throw, so
whatever is chosen, the rolls are those of the record. That game is over and its seed public: nothing is
given away, and the record says where its dice come from.
"""

from typing import Annotated, Any

import msgspec

from sixes.play.commands import Number, SeatNumber, SheetRows

TableCode = Annotated[str, msgspec.Meta(max_length=20)]


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The finished game from which a table begins."""

    table: TableCode
    """Its code."""
    seat: SeatNumber = 0
    """Whose place one takes."""
    turns: Number = 0
    """How many turns are taken over."""
    same_dice: bool = False
    """One plays alone with the dice of that game; otherwise against bots, with new ones."""


class SharedDice(msgspec.Struct, frozen=True):
    """The dice of another game, whose seed this table has, too."""

    game: str
    """What that game is called in their labels."""
    additions: tuple[str | None, ...]
    """What each of its seats added."""


class Beginning(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table takes over from a finished game."""

    source: Source
    """Which game."""
    sheets: tuple[SheetRows, ...]
    """Of each seat."""
    turns: tuple[dict[str, Any], ...] = ()
    """As records have them."""
    dice: SharedDice | None = None
    """Its dice, if they are used again."""
    head_starts: tuple[int, ...] = ()
    """The second game of a duel: what the player of each seat made in the first."""
    first: dict[str, Any] | None = None
    """The second game of a duel: the record of the first."""
