"""Sixto in numbered actions, masks and observations: what all environments of it share.

There are 75 actions: 0 to 71 make a half cross on a box (12 for each row, from the top left), DONE says that
this is all for now, KEEP and ROLL_AGAIN decide on the first roll. `sixes.rules` decides everything, and one
thing is narrower than at a table: half crosses are never moved or taken back, so that every turn comes to an
end. Seats act clockwise from the active one, each until it is done; a seat that is asked again acts again.

>>> from sixes.rules.sheets import SHEETS
>>> game = SixtoGame((SHEETS["A"],), roll=lambda state: (3, 1, 6, 2, 5, 4))
>>> game.legal(0)
[73, 74]
>>> for action in (KEEP, action_of("c3"), action_of("a1"), DONE):
...     game.act(0, action)
>>> game.record()["turns"]
[{'rolls': [[3, 1, 6, 2, 5, 4]], 'crosses': [['a1', 'c3']]}]
"""

from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from sixes.lab.sixto.actions import (
    ACTIONS,
    BOX_ACTIONS,
    CROSSED,
    DONE,
    HALF_CROSSED,
    KEEP,
    MOST_IN_OBSERVATION,
    OVER,
    ROLL_AGAIN,
    ROLL_AGAIN_DUE,
    ROLL_DUE,
    SEAT_PART,
    TABLE_PART,
    TO_CROSS,
    TO_DECIDE,
    action_of,
    describe,
)
from sixes.records import sixto as records
from sixes.rules import sixto, turns
from sixes.rules.rows import FINE, legal_boxes
from sixes.rules.sheets import PLACES, Sheet, rows_of
from sixes.rules.six import NOBODY, Six, build, clockwise, has
from sixes.rules.turns import CROSSING, ROLL, SixtoMove, SixtoState

__all__ = [
    "ACTIONS",
    "BOX_ACTIONS",
    "DONE",
    "KEEP",
    "MOST_IN_OBSERVATION",
    "OVER",
    "ROLL_AGAIN",
    "ROLL_AGAIN_DUE",
    "ROLL_DUE",
    "SEAT_PART",
    "TABLE_PART",
    "TO_CROSS",
    "TO_DECIDE",
    "Flags",
    "IllegalAction",
    "Roll",
    "SixtoGame",
    "action_of",
    "describe",
]

Flags = npt.NDArray[np.int8]
Roll = Callable[[SixtoState], Six]
"""Gives six dice, 0 for each closed colour, whenever a game needs a roll."""

_ASKED = 2 * BOX_ACTIONS
_DONE_AT = SEAT_PART - 1
_NEW_FLAGS = bytes(SEAT_PART - _ASKED)
_ROWS = [bytes(boxes >> place & 1 for place in range(PLACES)) for boxes in range(1 << PLACES)]
"""A set of boxes, moved down by a bit, as twelve flags."""
_SIX = [bytes(colours >> colour & 1 for colour in range(6)) for colours in range(1 << 6)]
"""A set of colours as six flags."""
_ENDS: list[list[list[bytes]]] = [
    [[bytes((phase, active, acting)) for acting in range(6)] for active in range(6)]
    for phase in range(OVER + 1)
]
"""The last three items of an observation: phase, who is active, who acts."""
_HALF, _WHOLE = bytes((HALF_CROSSED,)), bytes((CROSSED,))
_NO_ROLL = bytes(6)
_USED_ROW = bytes(PLACES)
_MAY_STOP = b"\1\0\0"
_NOTHING_TO_DO = bytes(BOX_ACTIONS) + _MAY_STOP
_KEEPS = [SixtoMove(turns.KEEP, seat) for seat in range(sixto.MOST_SEATS)]
_SAYS_DONE = [SixtoMove(turns.DONE, seat) for seat in range(sixto.MOST_SEATS)]
_DECISION = bytes(BOX_ACTIONS) + b"\0\1\1"


class IllegalAction(ValueError):
    """An action that the mask of its seat does not allow; nothing has changed."""


class SixtoGame:
    """A game of Sixto, changed in place by numbered actions.

    With `roll` dice come by themselves. Without it, whoever plays calls `roll(dice)` while `needs_roll()`.
    With `reroll` off, the first roll stands.
    """

    def __init__(self, sheets: tuple[Sheet, ...], roll: Roll | None = None, reroll: bool = True) -> None:
        self.state = sixto.setup(sheets)
        self.seat = 0
        """Whose action is next where one seat acts after the other; NOBODY once the game is over."""
        self._dice = roll
        self._reroll = reroll
        self._played: list[tuple[SixtoState, tuple[Six, ...]]] = []
        """For each finished turn the state at its last moment, and its rolls."""
        self._rolls: tuple[Six, ...] = ()
        self._phase = ROLL_DUE
        self._masks: list[bytes | bytearray | None] = [_NOTHING_TO_DO] * len(sheets)
        """For each seat its mask; None for one of boxes, which is made when it is needed."""
        self._blocks = [bytearray(_new_block(sheet)) for sheet in sheets]
        """For each seat its part of an observation."""
        self._views = _views(self._blocks)
        """For each seat the parts of what it sees, in order; those after the blocks are put in each time."""
        self._dice_part = _NO_ROLL + _SIX[0]
        """Dice and closed colours as in an observation."""
        self._roll_by_itself()

    def needs_roll(self) -> bool:
        """Nobody can act before the dice are rolled."""
        return self._phase in (ROLL_DUE, ROLL_AGAIN_DUE)

    def is_over(self) -> bool:
        return self._phase == OVER

    def roll(self, dice: Six) -> None:
        """Roll these dice, 0 for each closed colour."""
        move = SixtoMove(ROLL, self.state.active, dice=dice)
        if not self.needs_roll() or sixto.refusal(self.state, move) != FINE:
            raise IllegalAction(f"these dice cannot be rolled now: {dice}")
        self._roll(dice)

    def act(self, seat: int, action: int) -> None:
        """The action of a seat; one that has nothing to do can say DONE, which changes nothing."""
        mask = self._masks[seat] or self._crossing_mask(seat)
        if not 0 <= action < ACTIONS or not mask[action] or self._phase == OVER:
            raise IllegalAction(self._why_not(seat, action))
        if action < BOX_ACTIONS:
            self._cross(seat, action, mask)  # type: ignore[arg-type] # only a bytearray allows boxes
        elif action == DONE:
            if isinstance(mask, bytearray):  # one of boxes: else there is nothing to do
                self._done(seat)
        elif action == KEEP:
            self._keep()
        else:
            self._roll_again()

    def play(self, move: SixtoMove) -> None:
        """A move that the rules do not refuse, of a player who is not bound to actions.

        Half crosses may also be moved and taken back. A roll comes without its numbers.
        """
        kind, seat, colour = move.kind, move.seat, move.colour
        if kind == turns.KEEP:
            self._keep()
        elif kind == ROLL:
            self._roll_again()
        elif kind == turns.DONE:
            self._done(seat)
        else:
            self.state = sixto.apply(self.state, move)
            self._masks[seat] = None
            at, half = BOX_ACTIONS + PLACES * colour, self.state.turn.half[seat][colour]
            row = _ROWS[self.state.crosses[seat][colour] >> 1]
            self._blocks[seat][at : at + PLACES] = row
            if half:
                self._blocks[seat][at + half.bit_length() - 2] = HALF_CROSSED
            self._show_asked()

    def legal(self, seat: int) -> list[int]:
        """The actions of a seat: only DONE where there is nothing to do, none when the game is over."""
        return [] if self._phase == OVER else [at for at, may in enumerate(self.mask(seat)) if may]

    def mask(self, seat: int) -> Flags:
        """1 for each legal action of a seat. When the game is over DONE is left, so that a mask has a 1."""
        return self.seen(seat)[1]

    def observation(self, seat: int) -> Flags:
        """All that can be seen from a seat: its own part, the others clockwise, then the table."""
        return self.seen(seat)[0]

    def seen(self, seat: int) -> tuple[Flags, Flags]:
        """Observation and mask of a seat, in half the time that they take one by one."""
        seats, parts = self.state.seats, self._views[seat]
        acting = 0 if self.seat == NOBODY else (self.seat - seat) % seats
        parts[-3] = self._dice_part
        parts[-2] = _ENDS[self._phase][(self.state.active - seat) % seats][acting]
        parts[-1] = self._masks[seat] or self._crossing_mask(seat)
        items = np.frombuffer(bytearray().join(parts), np.int8)
        return items[:-ACTIONS], items[-ACTIONS:]

    def record(self) -> dict[str, Any]:
        """The finished turns as a record."""
        played = (records.turn_document(state, rolls) for state, rolls in self._played)
        return records.document(self.state, played, letters=True)

    def copy(self) -> Self:
        """A game that goes on by itself from here."""
        return self._copy(self._dice)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self._copy(deepcopy(self._dice, memo))

    def _copy(self, dice: Roll | None) -> Self:
        new = object.__new__(type(self))
        vars(new).update(vars(self))
        new._dice = dice
        new._played = self._played.copy()
        new._masks = [bytearray(mask) if type(mask) is bytearray else mask for mask in self._masks]
        new._blocks = [block.copy() for block in self._blocks]
        new._views = _views(new._blocks)
        return new

    def _roll_by_itself(self) -> None:
        if self._dice is not None:
            self._roll(self._dice(self.state))

    def _roll_again(self) -> None:
        self._phase = ROLL_AGAIN_DUE
        self._masks[self.state.active] = _NOTHING_TO_DO
        self._roll_by_itself()

    def _roll(self, dice: Six) -> None:
        active = self.state.active
        self._rolls += (dice,)
        self.state = state = sixto.apply(self.state, build(SixtoMove, (ROLL, active, 0, 0, dice)))
        self._dice_part = bytes(dice) + _SIX[state.closed]
        if state.turn.phase == CROSSING:
            self._begin_crossing()
        elif self._reroll:
            self._phase, self._masks[active] = TO_DECIDE, _DECISION
        else:
            self._keep()

    def _keep(self) -> None:
        self.state = sixto.apply(self.state, _KEEPS[self.state.active])
        self._begin_crossing()

    def _begin_crossing(self) -> None:
        self._phase = TO_CROSS
        self._masks = [None] * self.state.seats

    def _cross(self, seat: int, action: int, mask: bytearray) -> None:
        colour, place = divmod(action, PLACES)
        before = self.state.turn.done
        self.state = state = sixto.half_cross(self.state, seat, colour, 2 << place)
        self._blocks[seat][BOX_ACTIONS + action] = HALF_CROSSED
        mask[action - place : action - place + PLACES] = _USED_ROW
        if state.turn.done != before:
            self._show_asked()

    def _show_asked(self) -> None:
        """A colour was announced, and some seats are done no longer."""
        turn = self.state.turn
        for seat, block in enumerate(self._blocks):
            block[_ASKED:_DONE_AT] = _SIX[turn.asked[seat]]
            if block[_DONE_AT] and not has(turn.done, seat):
                block[_DONE_AT], self._masks[seat] = 0, None

    def _done(self, seat: int) -> None:
        before = self.state
        self.state = state = sixto.apply(before, _SAYS_DONE[seat])
        if state.turns != before.turns:
            self._begin_turn(before)
            return
        self._blocks[seat][_DONE_AT], self._masks[seat] = 1, _NOTHING_TO_DO
        while has(state.turn.done, self.seat):
            self.seat = clockwise(self.seat, state.seats)

    def _begin_turn(self, before: SixtoState) -> None:
        """Store the turn that has ended, whose half crosses are crosses now, and begin the next one."""
        self._played.append((before, self._rolls))
        self._rolls = ()
        for block in self._blocks:
            block[BOX_ACTIONS:] = block[BOX_ACTIONS:_ASKED].replace(_HALF, _WHOLE) + _NEW_FLAGS
        self._masks = [_NOTHING_TO_DO] * self.state.seats
        self._dice_part = _NO_ROLL + _SIX[self.state.closed]
        if self.state.ends:
            self.seat, self._phase = NOBODY, OVER
        else:
            self.seat, self._phase = self.state.active, ROLL_DUE
            self._roll_by_itself()

    def _crossing_mask(self, seat: int) -> bytearray:
        state = self.state
        rows = map(_row_mask, state.sheets[seat], state.crosses[seat], state.turn.dice, state.turn.half[seat])
        self._masks[seat] = mask = bytearray().join((*rows, _MAY_STOP))
        return mask

    def _why_not(self, seat: int, action: int) -> str:
        if self._phase == OVER:
            return "the game is over"
        legal = " ".join(map(str, self.legal(seat)))
        name = f" ({describe(action)})" if 0 <= action < ACTIONS else ""
        return f"action {action}{name} is not legal for seat {seat} now; these are: {legal}"


@lru_cache(1 << 16)
def _row_mask(row: int, crosses: int, number: int, half: int) -> bytes:
    """Flags for the boxes of a row that a die may cross; the same rows are met again and again."""
    return _USED_ROW if half else _ROWS[legal_boxes(row, crosses, number) >> 1]


def _views(blocks: list[bytearray]) -> list[list[bytes | bytearray]]:
    return [[*blocks[seat:], *blocks[:seat], b"", b"", b""] for seat in range(len(blocks))]


@lru_cache(1 << 10)
def _new_block(sheet: Sheet) -> bytes:
    """A seat's part of an observation before its first cross."""
    return bytes(number for row in rows_of(sheet) for number in row) + bytes(SEAT_PART - BOX_ACTIONS)
