"""Sixem in ticks, numbered actions, masks and observations: what all environments of it share.

A tick is one throw time. Dice thrown in a tick land at the beginning of the next one. In a tick every
seat acts once, those who play clockwise, and another one first each time: it throws some of its dice,
throws nothing, or calls STOP, which takes effect at once. So the order of the tick decides who of several
was first. Then all mark, one seat after the other. Everything is decided by `sixes.rules`; time is a
tick's number times the throw time.

There are 131 actions: 0 to 63 throw a set of dice (a is 1, b 2, c 4, …; 0 throws nothing), 64 calls STOP,
and each die has eleven to mark with: just mark, or have the first to fifth seat to the left erase its X,
or give that one an X.

>>> from sixes.rules.spinner import SPINNER
>>> game = SixemGame(SPINNER[3], seats=2, dice=lambda thrown: (1, 2, 3, 4, 5, 6))
>>> for action in (63, 0, 0, STOP):
...     game.act(game.seat, action)
>>> print(str(game.state).splitlines()[0])
Round 1, marking: seat 1 has still to mark 1 2 3 4 5 6
>>> [describe(action) for action in game.legal(1)]
['mark a', 'mark b', 'mark c', 'mark d', 'mark e', 'mark f']
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np

from sixes.envs.sixto import Flags, IllegalAction
from sixes.records import sixem as records
from sixes.rules import rounds, sixem
from sixes.rules.boards import ERASE, GIVE, NEITHER, SixemRefusal
from sixes.rules.rounds import LAND, LAST_THROWS, MARK, MARKING, ROLLING, SixemMove, SixemState
from sixes.rules.six import NOBODY, Six, colour_names, has, members
from sixes.rules.spinner import Pattern

Dice = Callable[[int], Six]
"""Gives a number for each die of a set, and 0 for the others, whenever dice land."""

PASS = 0
"""Throws nothing; the only action of a seat that has nothing to do."""
STOP = 1 << 6
FIRST_MARK = STOP + 1
MARKS = 1 + 5 + 5
"""The marks of a die: none, five seats that may erase, five that may be given an X."""
ACTIONS = FIRST_MARK + 6 * MARKS

SEAT_PART = 36 + 6 + 6 + 6 + 1 + 1 + 1
"""Of an observation, for each seat: Xs, dice, dice in the air, numbers to mark, whether it plays, for how
many ticks a false STOP keeps it from acting, and whether it called STOP."""
TABLE_PART = 4 + 1 + 1 + 1 + 1 + 1
"""After the seats: the pattern, whether sweet is played, whether seats play on after a tie, phase, and,
counted clockwise, who is first in this tick and who acts."""
TO_ROLL, TO_MARK, DICE_DUE, OVER = range(4)
"""The phases of an observation. Where dice land by themselves, DICE_DUE is never seen."""
MOST_IN_OBSERVATION = 6

_SIX = [bytes(bits >> at & 1 for at in range(6)) for bits in range(1 << 6)]
"""A set of dice, or a row of a board, as six flags."""
_NOTHING_TO_DO = b"\1" + bytes(ACTIONS - 1)
_ROLLING = b"\1" * FIRST_MARK + bytes(ACTIONS - FIRST_MARK)


class SixemGame:
    """A game of Sixem, changed in place by numbered actions.

    With `dice` numbers come by themselves. Without it, whoever plays calls `land(faces)` while `landing`
    names dice. With `auto_stop` seats call STOP by themselves as soon as their dice show 1 to 6, so that
    play at random gets on.
    """

    __slots__ = (
        "_begun",
        "_dice",
        "_marks",
        "_mask_of",
        "_rounds",
        "_waiting",
        "auto_stop",
        "landing",
        "seat",
        "state",
        "tick",
    )

    def __init__(
        self,
        pattern: Pattern,
        seats: int,
        dice: Dice | None = None,
        sweet: bool = False,
        auto_stop: bool = False,
    ) -> None:
        self.state: SixemState = sixem.setup_with(pattern, seats, sweet)
        self.tick = 0
        self.seat = NOBODY
        """Whose action is next if one seat acts after the other; NOBODY at the end and while dice are due."""
        self.landing: tuple[int, int] | None = None
        """A seat and the set of its dice whose numbers have to come now."""
        self.auto_stop = auto_stop
        self._dice = dice
        self._waiting: tuple[int, ...] | None = None
        """The seats that have still to act in this tick, in its order; None before its dice have landed."""
        self._begun = self.state
        """The state in which this round's marking began."""
        self._marks: tuple[SixemMove, ...] = ()
        self._rounds: list[tuple[SixemState, tuple[SixemMove, ...]]] = []
        """For each finished round the state in which marking began, and the marks."""
        self._mask_of: bytes | None = None
        """The marker's mask, made at the first need."""
        self._go_on()

    def is_over(self) -> bool:
        return sixem.is_over(self.state)

    @property
    def now(self) -> int:
        """The time of this tick, in milliseconds."""
        return self.tick * self.state.options.throw_time

    def order(self) -> list[int]:
        """Those who play, in the order of this tick: clockwise, and another one first in each tick."""
        seats = members(rounds.playing(self.state))
        first = self.tick % len(seats)
        return seats[first:] + seats[:first]

    def land(self, faces: Six) -> None:
        """The dice that are due land with these numbers, 0 for all others."""
        if self.landing is None or self._refuses(SixemMove(LAND, self.landing[0], self.now, faces=faces)):
            raise IllegalAction(f"these dice cannot land now: {faces}")
        self._land(self.landing[0], faces)
        self._go_on()

    def act(self, seat: int, action: int) -> None:
        """The action of a seat; one that has nothing to do can PASS, which changes nothing."""
        mask = self._mask(seat)
        if not 0 <= action < ACTIONS or not mask[action] or self.is_over():
            raise IllegalAction(self._why_not(seat, action))
        if mask is _NOTHING_TO_DO:
            return
        if self.state.phase == MARKING:
            self._mark(self._move(seat, action))
        else:
            if action != PASS:
                self.state = sixem.apply(self.state, self._move(seat, action))
            self._waiting = tuple(other for other in self._waiting or () if other != seat)
        self._go_on()

    def act_together(self, actions: Sequence[int | None]) -> None:
        """The actions of all seats, in the order of the tick until somebody stops it; None does nothing."""
        phase, tick = self.state.phase, self.tick
        for seat in [self.seat] if phase == MARKING else self.order():
            if self.state.phase == phase and self.tick == tick:
                action = actions[seat]
                if action is not None:
                    self.act(seat, action)
                elif phase == ROLLING:
                    self.act(seat, PASS)

    def legal(self, seat: int) -> list[int]:
        """The actions of a seat: only PASS where there is nothing to do, none when the game is over."""
        return [] if self.is_over() else [at for at, may in enumerate(self._mask(seat)) if may]

    def mask(self, seat: int) -> Flags:
        """1 for each legal action of a seat. When the game is over PASS is left, so that a mask has a 1."""
        return np.frombuffer(bytearray(self._mask(seat)), np.int8)

    def observation(self, seat: int) -> Flags:
        """All that can be seen from a seat: its own part, the others clockwise, then the table."""
        state, seats = self.state, self.state.options.seats
        parts = [self._seat_part((seat + step) % seats) for step in range(seats)]
        acting = 0 if self.seat == NOBODY else (self.seat - seat) % seats
        table = (
            state.options.sweet,
            state.tied != 0,
            self._phase(),
            (self.order()[0] - seat) % seats,
            acting,
        )
        return np.frombuffer(bytearray().join((*parts, bytes(state.pattern), bytes(table))), np.int8)

    def seen(self, seat: int) -> tuple[Flags, Flags]:
        """Observation and mask of a seat."""
        return self.observation(seat), self.mask(seat)

    def record(self) -> dict[str, Any]:
        """The finished rounds as a record."""
        return records.document(self.state, (records.round_document(*played) for played in self._rounds))

    def copy(self) -> Self:
        """A game that goes on by itself from here."""
        return self._copy(self._dice)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self._copy(deepcopy(self._dice, memo))

    def _copy(self, dice: Dice | None) -> Self:
        new = object.__new__(type(self))
        for name in SixemGame.__slots__:
            setattr(new, name, getattr(self, name))
        new._dice, new._rounds = dice, self._rounds.copy()
        return new

    def _go_on(self) -> None:
        """Let dice land and time pass until somebody has to act, or the game is over."""
        self._mask_of = None
        while self.state.phase in (ROLLING, LAST_THROWS):
            if self.state.phase == ROLLING and self._waiting is not None:
                if self._waiting:
                    self.seat = self._waiting[0]
                    return
                self.tick, self._waiting = self.tick + 1, None
            self.landing = self._due()
            if self.landing is None:
                self._begin_tick()
            elif self._dice is None:
                self.seat = NOBODY
                return
            else:
                self._land(self.landing[0], self._dice(self.landing[1]))
        self.landing = None
        self.seat = NOBODY if self.is_over() else self.state.round.marker
        if not self._marks:
            self._begun = self.state

    def _due(self) -> tuple[int, int] | None:
        for seat in range(self.state.options.seats):
            due = rounds.landing(self.state, seat, self.now)
            if due:
                return seat, due
        return None

    def _land(self, seat: int, faces: Six) -> None:
        self.state = sixem.apply(self.state, SixemMove(LAND, seat, self.now, faces=faces))

    def _begin_tick(self) -> None:
        """All dice lie: see who can act. Where seats call STOP by themselves, the first that can does so."""
        calls = [SixemMove(rounds.STOP, seat, self.now) for seat in self.order()]
        calls = [call for call in calls if not self._refuses(call)]
        stop = next(
            (call for call in calls if self.auto_stop and rounds.is_stop(self.state, call.seat)), None
        )
        if stop is None:
            self._waiting = tuple(call.seat for call in calls)
        else:
            self.state = sixem.apply(self.state, stop)

    def _mark(self, move: SixemMove) -> None:
        before = self.state
        self._marks += (move,)
        self.state = sixem.apply(before, move)
        if self.state.rounds != before.rounds:
            self._rounds.append((self._begun, self._marks))
            self._marks, self._waiting = (), ()

    def _refuses(self, move: SixemMove) -> bool:
        return sixem.refusal(self.state, move) != SixemRefusal.FINE

    def _move(self, seat: int, action: int) -> SixemMove:
        """The move of the rules that an action means."""
        if action < STOP:
            return SixemMove(rounds.THROW, seat, self.now, dice=action)
        if action == STOP:
            return SixemMove(rounds.STOP, seat, self.now)
        die, deed, steps = _MARKS[action]
        other = (seat + steps) % self.state.options.seats if steps else 0
        return SixemMove(MARK, seat, self.now, die=die, deed=deed, other=other)

    def _mask(self, seat: int) -> bytes:
        if seat == self.seat and self.state.phase == MARKING:
            self._mask_of = self._mask_of or self._marking_mask()
            return self._mask_of
        return _ROLLING if self.state.phase == ROLLING and seat in (self._waiting or ()) else _NOTHING_TO_DO

    def _marking_mask(self) -> bytes:
        mask = bytearray(ACTIONS)
        for action in range(FIRST_MARK, ACTIONS):
            # Counted around the table a second time, a seat would have two numbers.
            if _MARKS[action][2] < self.state.options.seats:
                mask[action] = not self._refuses(self._move(self.seat, action))
        return bytes(mask)

    def _phase(self) -> int:
        if self.is_over():
            return OVER
        if self.landing is not None:
            return DICE_DUE
        return TO_MARK if self.state.phase == MARKING else TO_ROLL

    def _seat_part(self, seat: int) -> bytes:
        state, this = self.state, self.state.round
        board = b"".join(_SIX[state.boards[seat] >> 6 * colour & 63] for colour in range(6))
        to_mark = this.to_mark >> 1 if seat == this.marker else 0
        pause = max(0, -((self.now - this.pauses[seat]) // state.options.throw_time))
        flags = bytes((has(rounds.playing(state), seat), pause, seat == this.caller))
        return b"".join(
            (board, bytes(this.dice[seat]), _SIX[rounds.in_the_air(state, seat)], _SIX[to_mark], flags)
        )

    def _why_not(self, seat: int, action: int) -> str:
        if self.is_over():
            return "the game is over"
        legal = " ".join(map(str, self.legal(seat)))
        name = f" ({describe(action)})" if 0 <= action < ACTIONS else ""
        return f"action {action}{name} is not legal for seat {seat} now; these are: {legal}"


def mark_of(action: int) -> tuple[int, int, int]:
    """The die of a mark, what it does to another, and how many seats to the left that one sits.

    >>> mark_of(FIRST_MARK + 2 * MARKS + 6) == (2, GIVE, 1)
    True
    """
    die, choice = divmod(action - FIRST_MARK, MARKS)
    if choice == 0:
        return die, NEITHER, 0
    return (die, ERASE, choice) if choice <= 5 else (die, GIVE, choice - 5)


def describe(action: int) -> str:
    """An action in words.

    >>> [describe(action) for action in (PASS, 0b100101, STOP, 65, 66, 71)]
    ['throw nothing', 'throw acf', 'stop', 'mark a', 'mark a, left 1 erases', 'mark a, left 1 gets']
    """
    if action < STOP:
        return f"throw {''.join(colour_names(action)) or 'nothing'}"
    if action == STOP:
        return "stop"
    die, deed, steps = mark_of(action)
    words = {NEITHER: "", ERASE: f", left {steps} erases", GIVE: f", left {steps} gets"}
    return f"mark {'abcdef'[die]}{words[deed]}"


_MARKS = {action: mark_of(action) for action in range(FIRST_MARK, ACTIONS)}
