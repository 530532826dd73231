"""A game of Sixem in raw memory, for compiled loops.

Where plain Python has tuples, a state has pointers here. A pointer is one word where an array has nine, and
has no reference count: the same rules play several times as many games a second.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic, overload

from sixes.bots.sixem.evaluation import SixemWeights
from sixes.lab.compiler import jitable
from sixes.lab.games import Numbers
from sixes.lab.inner import INNER
from sixes.rules.rounds import STARTING, Round, SixemOptions, SixemState
from sixes.rules.six import NOBODY
from sixes.rules.spinner import Pattern

BYTES = 8
"""Bytes in a word."""
DICE, LANDS = 0, 36
"""The layout of the memory, in words: first what has six words for each seat."""
PAUSES, STARTS, BOARDS, DICE_ROWS, LANDS_ROWS = range(72, 102, 6)
"""Then what has one; for dice and landings, the address of the row of each seat."""
BOTS, DUE, THROWN, QUICKEST, SLOWEST = range(102, 132, 6)
WORDS = 132

TABLES, IN_TABLE, SINGLE = 6, 7, 3
"""The layout of weights: TABLES tables of IN_TABLE numbers, then SINGLE numbers."""


class SixemPlayers(NamedTuple):
    """The players of a game, and what each does next. From `bots` on, fields have an item for each seat."""

    key: int
    """The key of all random numbers of the game."""
    all_weights: Any
    """In compiled code, the address of the weights of all levels; None if no level with weights plays."""
    random: Any
    """In compiled code, None if `random` does not play."""
    bots: Any
    """The level; in plain Python a function of the state, the seat and a random word."""
    due: Any
    """The time of the next event, in half milliseconds: dice land on the full millisecond and come first,
    players act on the half."""
    thrown: Any
    """The throws in this round."""
    quickest: Any
    slowest: Any
    """The tempo."""


def memory() -> Numbers:
    return np.zeros(WORDS, np.int64)


def _pointer_to(items: Any) -> Any:
    """A compiled function that makes a pointer to such items from an address."""
    kind: Any = types.CPointer(items)  # type: ignore[no-untyped-call]

    @intrinsic
    def pointer(_typing: Any, _address: Any) -> Any:
        def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int64), build

    return pointer


_ints = _pointer_to(types.int64)
_rows = _pointer_to(types.CPointer(types.int64))  # type: ignore[no-untyped-call]
_floats = _pointer_to(types.float64)


@jitable
def new_state(words: Numbers, seats: int, throw_time: int) -> SixemState:
    """A new game, as `sixem.setup` makes it."""
    at = words.ctypes.data
    for word in range(DICE_ROWS):
        words[word] = 0
    for seat in range(6):
        words[DICE_ROWS + seat] = at + BYTES * (DICE + 6 * seat)
        words[LANDS_ROWS + seat] = at + BYTES * (LANDS + 6 * seat)
    dice, lands = _rows(at + BYTES * DICE_ROWS), _rows(at + BYTES * LANDS_ROWS)
    this = Round(dice, lands, _ints(at + BYTES * PAUSES), NOBODY, NOBODY, 0)
    options = SixemOptions(seats, False, throw_time)
    starts, boards = _ints(at + BYTES * STARTS), _ints(at + BYTES * BOARDS)
    return SixemState(options, STARTING, 0, starts, Pattern(0, 0, 0, 0), boards, 0, NOBODY, 0, this)


@jitable
def new_players(words: Numbers, key: int, all_weights: int | None, random: bool | None) -> SixemPlayers:
    at = words.ctypes.data
    bots, due, thrown = _ints(at + BYTES * BOTS), _ints(at + BYTES * DUE), _ints(at + BYTES * THROWN)
    quickest, slowest = _ints(at + BYTES * QUICKEST), _ints(at + BYTES * SLOWEST)
    return SixemPlayers(key, all_weights, random, bots, due, thrown, quickest, slowest)


def weights_array(all_weights: list[SixemWeights]) -> npt.NDArray[np.float64]:
    """The weights of all levels, a row for each level."""
    return np.array([np.hstack(weights) for weights in all_weights], np.float64)


def weights_of(all_weights: Any, level: int) -> SixemWeights:
    """The weights of a level from a list of all; in compiled code, from their address."""
    found: SixemWeights = all_weights[level]
    return found


@overload(weights_of, jit_options=INNER, strict=False)
def _sense_of(all_weights: Any, level: Any) -> Any:  # noqa: ARG001 - numba looks at the types
    def read(all_weights: int, level: int) -> SixemWeights:
        table = BYTES * IN_TABLE
        at = all_weights + BYTES * (TABLES * IN_TABLE + SINGLE) * level
        rows, columns, diagonals = _floats(at), _floats(at + table), _floats(at + 2 * table)
        standing, numbers, hurry = _floats(at + 3 * table), _floats(at + 4 * table), _floats(at + 5 * table)
        last = _floats(at + TABLES * table)
        return SixemWeights(rows, columns, diagonals, standing, numbers, hurry, last[0], last[1], last[2])

    return read
