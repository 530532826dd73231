"""Something that one can do at a table: its key, its words and its command; and what one has in hand."""

from typing import Any, NamedTuple

from sixes.play import commands


class Action(NamedTuple):
    key: str
    """What is pressed or typed: a letter, or a box to cross."""
    label: str
    kind: type[commands.Command]
    values: dict[str, Any]
    is_final: bool = False
    """It ends the game, so it is asked for twice."""
    is_aside: bool = False
    """It does not bring the game on: nobody waits for it, and lines of a pipe do not either."""


class Hand(NamedTuple):
    """What somebody has before them, besides the table."""

    kept: int = 0
    """Sixem: the dice that stay on the table."""
    seat: int = 0
    """Score pad: on whose sheet or board they write."""
    forced: Action | None = None
    """Score pad: an entry that a rule forbids, if they play it so."""


EMPTY_HAND = Hand()
