"""The base of every game at a table (`Match`), its dice (`Dealer`), and `Refused`."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

import msgspec
from msgspec.structs import replace

from sixes.bots import Tempo
from sixes.play.beginning import SharedDice
from sixes.play.commands import Command
from sixes.play.dice import draw, key_of, label
from sixes.play.events import Event, Resumed, Started
from sixes.play.head_starts import leaders
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.snapshots import MatchSnapshot
from sixes.rules.six import has, members

GRACE = 15_000
"""Milliseconds that players have at least for a pending step when a table resumes after a break."""
RESUME_STEP = 1000
"""Milliseconds that a break must have cost to count: who reconnects all the time fills no log."""
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
    """Draws the number of each die of a game. The key is made at the first draw, from what each seat adds."""

    game: str
    seed: bytes
    seats: Sequence[Seat | None]
    shared: SharedDice | None = None
    """The dice are those of another game, of Sixto, where the seats rolled in turn."""

    @cached_property
    def _key(self) -> bytes:
        return key_of(self.seed, self.shared.additions if self.shared else additions(self.seats))

    def __call__(self, seat: int, turn: int, die: str, throw: int, sides: int = 6) -> int:
        if self.shared:
            seat = (turn - 1) % len(self.shared.additions)
        return draw(self._key, label(self.game, seat, turn, die, throw), sides)


class Match(msgspec.Struct, frozen=True):
    """One game under way: the state of its rules, and what a table keeps besides; each game has its own.

    It is immutable: each event gives a new one. A client, which only folds events, needs no dealer.
    """

    RULES: ClassVar[ModuleType]
    CODES: ClassVar[Mapping[Any, str]]
    """The code for each refusal of the rules."""
    MOVES: ClassVar[Mapping[type[Event], Callable[[Any, Any], Any]]]
    """The move of the rules behind each event, given the state before it and the event."""
    UPDATES: ClassVar[Mapping[type[Event], Callable[[Any, Any], dict[str, Any]]]] = {}
    """What an event changes besides `state` and `due`, given the match before it and the event."""

    state: Any
    limit: int = 0
    """Milliseconds for each step; 0: no timer."""
    due: int = 0
    """Until when there is time for this step, if there is a timer."""
    go: int = 0
    """When a countdown ends, before which nobody moves; 0 without one."""

    @classmethod
    def begin(cls, started: Started, options: Options, limit: int) -> Self:
        raise NotImplementedError

    @classmethod
    def from_snapshot(cls, shown: Any, options: Options, limit: int) -> Self:
        """The match that a snapshot shows; what happened before is not in it."""
        raise NotImplementedError

    def snapshot(self) -> MatchSnapshot:
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        return bool(self.RULES.is_over(self.state))

    @property
    def winners(self) -> list[int]:
        if self.head_starts and self.is_over:
            return leaders(self.scores, self.head_starts)
        return members(self.RULES.winners(self.state))

    @property
    def scores(self) -> tuple[int, ...]:
        """For each seat what counts in this game: points, lines."""
        raise NotImplementedError

    @property
    def head_starts(self) -> tuple[int, ...]:
        """The points that each seat has before the game, if some have any; they count for who wins."""
        return ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores with head starts."""
        ahead = self.head_starts or (0,) * len(self.scores)
        return tuple(map(sum, zip(self.scores, ahead, strict=True)))

    @property
    def number(self) -> int:
        """Of the turn or round under way, from 1."""
        raise NotImplementedError

    def seats_to_act(self) -> int:
        """The set of seats that have something to do."""
        raise NotImplementedError

    # What players do ------------------------------------------------------------------------------------

    def decide(self, seat: int, command: Command, now: int, deal: Dealer) -> "Decided":
        """The event that a command causes; Refused if it is not allowed."""
        raise NotImplementedError

    def decide_move(self, move: Any, now: int, deal: Dealer, automatic: bool = False) -> "Decided":
        """The same for a move of the rules, to which chance is added."""
        return self._make(self._with_chance(move, now, deal), now, automatic)

    def _make(self, move: Any, now: int, automatic: bool = False) -> "Decided":
        """The event of a complete move, and the match after it; Refused if it is not allowed.

        An automatic one is the table's own, which is not checked.
        """
        rules, before = self.RULES, self.state
        if not automatic and (broken := rules.refusal(before, move)):
            raise Refused(self.CODES[broken])
        state = rules.apply(before, move)
        event = self._event(move, state, now, automatic)
        return event, self._updated(event, state)

    def is_quiet(self, _event: Event) -> bool:
        """Whether nothing can follow an event: no deadline was set, and nobody else has something to do."""
        return False

    def would_stop(self, _seat: int, _command: Command, _now: int) -> bool:
        """Whether a command would stop the round for everybody if it was decided now."""
        return False

    def is_stop_call(self, _move: Any) -> bool:
        return False

    def _with_chance(self, move: Any, now: int, deal: Dealer) -> Any:
        """A move made now, with what chance adds to it."""
        raise NotImplementedError

    def _event(self, move: Any, state: Any, now: int, automatic: bool) -> Event:
        """The event for a move, given the state after it."""
        raise NotImplementedError

    def _deadline(self, now: int) -> int:
        """The deadline of a step that begins now; 0 without a timer."""
        return now + self.limit if self.limit else 0

    # What happens by itself -----------------------------------------------------------------------------

    @property
    def is_timed(self) -> bool:
        """If there is a timer, it runs now."""
        return not self.is_over

    def next_deadline(self) -> int:
        """When something happens by itself, or 0."""
        return self.due if self.limit and self.is_timed else 0

    def due_event(self, now: int, deal: Dealer) -> "Decided | None":
        """What happens by itself now: time is up, dice land."""
        if not self.limit or not self.is_timed or now < self.due:
            return None
        move = self._default_move(members(self.seats_to_act())[0], now)
        return self.decide_move(move, now, deal, automatic=True)

    def _default_move(self, seat: int, now: int) -> Any:
        """The move that is made for a seat when its time is up."""
        raise NotImplementedError

    def resume_event(self, now: int) -> Event | None:
        """The event with which a table resumes after a break; None if nothing changes."""
        if not self.limit or not self.is_timed or now + GRACE - self.due < RESUME_STEP:
            return None
        return Resumed(at=now, due=now + GRACE)

    # Folding events -------------------------------------------------------------------------------------

    def after(self, event: Event) -> Self:
        """The match after an event, which is not checked again."""
        read = self.MOVES.get(type(event))
        state = self.RULES.apply(self.state, read(self.state, event)) if read else self.state
        return self._updated(event, state)

    def _updated(self, event: Event, state: Any) -> Self:
        """The match after an event, given the state of the rules after it."""
        update = self.UPDATES.get(type(event))
        if update is None:
            return replace(self, state=state, due=event.due or self.due)
        return replace(self, state=state, due=event.due or self.due, **update(self, event))

    # Its record -----------------------------------------------------------------------------------------

    def record(self) -> dict[str, Any] | None:
        """The game so far as a record without `match`; None before there is anything to record."""
        raise NotImplementedError

    def dice_record(self) -> dict[str, Any]:
        """What a record says of its dice besides seed, promise and additions."""
        return {}

    def result(self) -> dict[str, Any]:
        raise NotImplementedError

    # For bots -------------------------------------------------------------------------------------------

    def command_for(self, move: Any) -> tuple[type[Command], dict[str, Any]]:
        """The command that asks a server for a move, and its values."""
        raise NotImplementedError

    def bot_state(self, _now: int) -> Any:
        """The state that a bot sees now."""
        return self.state

    def bot_input(self, seat: int) -> Any:
        """The part of the match from which a bot decides: when it has changed, the bot must decide again."""
        raise NotImplementedError

    def bot_may_act(self, seat: int) -> bool:
        """Whether a bot on this seat has something to do now."""
        return has(self.seats_to_act(), seat)

    def bot_pause(self, _seat: int, _tempo: Tempo) -> tuple[float, float]:
        """Seconds, from and to, that a bot waits before it acts, like a person; AT_ONCE if others wait."""
        return AT_ONCE

    def bot_ready(self, _seat: int) -> int:
        """When a seat can act at the earliest, in milliseconds since 1970, or 0."""
        return 0

    @property
    def may_hurry(self) -> bool:
        """Whether bots act at once when somebody asks them to."""
        return False

    @property
    def may_pass(self) -> bool:
        """Whether doing nothing for a moment is a choice; otherwise the table waits."""
        return False


Decided = tuple[Event, Match | None]
"""An event that was decided, and the match after it; None if more than the match changes."""
