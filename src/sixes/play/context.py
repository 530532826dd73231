"""What a decision at a table needs to know besides the table."""

from collections.abc import Callable, Collection

import msgspec

from sixes.play.match import Dealer


class Context(msgspec.Struct, frozen=True):
    """What a decision needs besides table and command: who sent it, when, and what the server knows."""

    now: int
    player: str
    name: str
    deal: Dealer
    levels: Collection[str]
    """The bots there are for this game."""
    away: Callable[[str, int], int]
    """For how many milliseconds a player has been away by some time."""
    made: int = 0
    """How many commands of this player have changed the table so far."""
