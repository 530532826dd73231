"""A game of Sixem in bare memory, for compiled loops.

Where plain Python has tuples a state has pointers here. Each is one word, an array would be nine, and nobody
counts who holds it: the same rules play several times as many games a second.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic, overload

from sixes.bots.sixem.evaluation import Sense
from sixes.lab.compiler import part
from sixes.lab.games import Numbers
from sixes.rules.boards import Pattern
from sixes.rules.rounds import STARTING, Round, SixemOptions, SixemState
from sixes.rules.six import NOBODY

BYTES = 8
"""In a word."""
DICE, LANDS = 0, 36
"""Where in memory things begin: first what has six words a seat."""
PAUSES, STARTS, BOARDS, DICE_ROWS, LANDS_ROWS = range(72, 102, 6)
"""Then what has one; of dice and landings the address of each seat's row."""
BOTS, DUE, THROWN, QUICKEST, SLOWEST = range(102, 132, 6)
WORDS = 132

TABLES, IN_TABLE, SINGLE = 6, 7, 3
"""A Sense: so many tables of so many numbers, and single numbers after them."""


class Players(NamedTuple):
    """Who plays a game, and when each of them does what. Items of a seat are in lists in plain Python."""

    key: int
    """To all chance of the game."""
    senses: Any
    """Compiled, the address of what levels know."""
    bots: Any
    """For each seat its level; in plain Python what decides, from state, seat and a word of chance."""
    due: Any
    """Its next event, in half milliseconds: dice land on the full millisecond and come first, players act on
    the half."""
    thrown: Any
    """Its throws in this round."""
    quickest: Any
    slowest: Any
    """Its tempo."""


def memory() -> Numbers:
    return np.zeros(WORDS, np.int64)


# Pointers -----------------------------------------------------------------------------------------------


def _pointer_to(items: Any) -> Any:
    """What makes a pointer to such items from an address."""
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


@part
def new_state(words: Numbers, seats: int, throw_time: int) -> SixemState:
    """A new table, as `sixem.setup` makes it."""
    at = words.ctypes.data
    for word in range(DICE_ROWS):
        words[word] = 0
    for seat in range(6):
        words[DICE_ROWS + seat] = at + BYTES * (DICE + 6 * seat)
        words[LANDS_ROWS + seat] = at + BYTES * (LANDS + 6 * seat)
    dice, lands = _rows(at + BYTES * DICE_ROWS), _rows(at + BYTES * LANDS_ROWS)
    this = Round(dice, lands, _ints(at + BYTES * PAUSES), NOBODY, NOBODY, 0)
    table, starts, boards = (
        SixemOptions(seats, False, throw_time),
        _ints(at + BYTES * STARTS),
        _ints(at + BYTES * BOARDS),
    )
    return SixemState(table, STARTING, 0, starts, Pattern(0, 0, 0, 0), boards, 0, NOBODY, 0, this)


@part
def players_in(words: Numbers, key: int, senses: int) -> Players:
    at = words.ctypes.data
    return Players(
        key,
        senses,
        _ints(at + BYTES * BOTS),
        _ints(at + BYTES * DUE),
        _ints(at + BYTES * THROWN),
        _ints(at + BYTES * QUICKEST),
        _ints(at + BYTES * SLOWEST),
    )


# What levels know ---------------------------------------------------------------------------------------


def written(senses: list[Sense]) -> npt.NDArray[np.float64]:
    """What levels know, a row a level: tables first."""
    return np.array([np.concatenate([np.ravel(part) for part in sense]) for sense in senses], np.float64)


def sense_of(senses: Any, level: int) -> Sense:
    """What a level knows, from a list of all; compiled, from the address at which they are written."""
    found: Sense = senses[level]
    return found


@overload(sense_of, strict=False)
def _sense_of(senses: Any, level: Any) -> Any:  # noqa: ARG001 - by the types
    def read(senses: int, level: int) -> Sense:
        table = BYTES * IN_TABLE
        at = senses + BYTES * (TABLES * IN_TABLE + SINGLE) * level
        single = _floats(at + TABLES * table)
        return Sense(
            _floats(at),
            _floats(at + table),
            _floats(at + 2 * table),
            _floats(at + 3 * table),
            _floats(at + 4 * table),
            _floats(at + 5 * table),
            single[0],
            single[1],
            single[2],
        )

    return read
