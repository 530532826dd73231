"""What both games share as they are played at a table: being refused, being dealt dice, going on."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol, Self

import msgspec

from sixes.play.commands import Command
from sixes.play.dice import draw, key_of, label
from sixes.play.events import Event
from sixes.play.snapshots import Seat

GRACE = 15_000
"""Milliseconds that players have at least for what they were doing, when a table goes on after a break."""


class Refused(Exception):
    """A message changes nothing; the code is a key of the catalogue of sentences."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def additions(seats: Sequence[Seat | None]) -> list[str | None]:
    """What each seat's device added to the dice; bots add nothing."""
    return [seat.add or None for seat in seats if seat]


class Dealer(msgspec.Struct, dict=True):
    """Gives each die of a game its number. Most messages ask for none, so the key is made when one does."""

    game: str
    seed: bytes
    seats: Sequence[Seat | None]

    @cached_property
    def _key(self) -> bytes:
        return key_of(self.seed, additions(self.seats))

    def __call__(self, seat: int, turn: int, die: str, throw: int, sides: int = 6) -> int:
        return draw(self._key, label(self.game, seat, turn, die, throw), sides)


class Match(Protocol):
    """One game under way: the state of its rules, and what a table keeps besides.

    It never changes: each event gives a new one. Who only watches, as a client does, needs no dealer.
    """

    @property
    def state(self) -> Any: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def winners(self) -> list[int]: ...

    def seats_to_act(self) -> int:
        """The seats that have something to do."""

    def decide(self, seat: int, ask: Command, now: int, deal: Dealer) -> Event:
        """What comes of a message; Refused if nothing does."""

    def decide_move(self, move: Any, now: int, deal: Dealer) -> Event:
        """What comes of a move of the rules, chosen by a bot."""

    def due_event(self, now: int, deal: Dealer) -> Event | None:
        """What happens now without being asked: dice land, time is up."""

    def next_deadline(self) -> int:
        """When something happens of itself, or 0."""

    def resume_event(self, now: int) -> Event | None:
        """What players hear when the table goes on after a break, if anything."""

    def after(self, event: Event) -> Self:
        """The match after an event, which is taken as it is."""

    def record(self) -> dict[str, Any]:
        """The game so far, as a record without `match`."""

    def dice_record(self) -> dict[str, Any]:
        """What a record says of its dice besides seed, promise and additions."""

    def result(self) -> dict[str, Any]: ...
