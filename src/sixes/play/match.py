"""What every game provides to be played at a table, and what it is given: dice, and the word for no."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self

import msgspec

from sixes.bots import Tempo
from sixes.play.commands import Command
from sixes.play.dice import draw, key_of, label
from sixes.play.events import Event, Started
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.snapshots import MatchSnapshot

GRACE = 15_000
"""Milliseconds that players have at least for a pending step when a table resumes after a break."""
AT_ONCE = (0.02, 0.02)
"""Seconds, from and to, that a bot waits where others wait for it."""


class Refused(Exception):
    """A command changes nothing; the code is a key of the catalogue of sentences."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def additions(seats: Sequence[Seat | None]) -> list[str | None]:
    """What each seat's device added to the dice; bots add nothing."""
    return [seat.add or None for seat in seats if seat]


class Dealer(msgspec.Struct, dict=True):
    """Draws the number of each die of a game. Most commands draw none: the key is made at the first draw."""

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

    It is immutable: each event gives a new one. A client, which only folds events, needs no dealer.
    """

    @property
    def state(self) -> Any: ...

    @property
    def number(self) -> int:
        """Of the turn or round under way, from 1."""

    @property
    def go(self) -> int:
        """When a countdown ends, before which nobody moves; 0 without one."""

    @property
    def is_over(self) -> bool: ...

    @property
    def winners(self) -> list[int]: ...

    @property
    def scores(self) -> tuple[int, ...]:
        """For each seat what counts in this game: points, lines."""

    @classmethod
    def begin(cls, started: Started, options: Options, limit: int) -> Self:
        """A new match; `limit` is the milliseconds for a step, 0 without a timer."""

    @classmethod
    def from_snapshot(cls, snapshot: Any, options: Options, limit: int) -> Self:
        """The match that a snapshot shows; what happened before is not in it."""

    def snapshot(self) -> MatchSnapshot: ...

    def seats_to_act(self) -> int:
        """The set of seats that have something to do."""

    # What happens ---------------------------------------------------------------------------------------

    def decide(self, seat: int, command: Command, now: int, deal: Dealer) -> "Decided":
        """What comes of a command; Refused if nothing does."""

    def decide_move(self, move: Any, now: int, deal: Dealer) -> "Decided":
        """What comes of a move of the rules, chosen by a bot."""

    def due_event(self, now: int, deal: Dealer) -> "Decided | None":
        """What happens by itself now: dice land, time is up."""

    def next_deadline(self) -> int:
        """When something happens by itself, or 0."""

    def resume_event(self, now: int) -> Event | None:
        """What players are told when the table resumes after a break, if anything."""

    def after(self, event: Event) -> Self:
        """The match after an event, which is taken as it is."""

    # Its record -----------------------------------------------------------------------------------------

    def record(self) -> dict[str, Any] | None:
        """The game so far as a record without `match`; None before there is anything to record."""

    def dice_record(self) -> dict[str, Any]:
        """What a record says of its dice besides seed, promise and additions."""

    def result(self) -> dict[str, Any]: ...

    # For bots -------------------------------------------------------------------------------------------

    def command_for(self, move: Any) -> tuple[type[Command], dict[str, Any]]:
        """The command that asks a server for a move, and its values."""

    def bot_state(self, now: int) -> Any:
        """The state that a bot sees now."""

    def bot_input(self, seat: int) -> Any:
        """What a bot's decision rests on: when it has changed, the bot must decide again."""

    def bot_pause(self, seat: int, tempo: Tempo) -> tuple[float, float]:
        """Seconds, from and to, that a bot waits before it acts, like a person; AT_ONCE if others wait."""

    def bot_ready(self, seat: int) -> int:
        """When a seat can act at the earliest, in milliseconds since 1970, or 0."""

    @property
    def may_pass(self) -> bool:
        """Whether doing nothing for a moment is a choice; otherwise the table waits."""


class Decided(NamedTuple):
    """An event that was decided, and the match after it where that is known already."""

    event: Event
    match: Match | None = None
