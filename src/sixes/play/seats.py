"""Who sits at a table."""

from typing import Literal

import msgspec

from sixes.play.commands import Addition, SheetLetter, SheetRows


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
    hinted: bool = False
    """The person has asked the coach for a hint in this game."""
    helped: bool = False
    """A bot has played for the person in this game, though they may be back."""
    left: str = ""
    """Of a rated game, who sat here and left: what the bot makes of it counts for them."""
