"""Sixto by learning: alone by learnt values of sheets, at a table by learnt weights.

Alone, a crossing is worth as much as the sheet after it. There are two lists of values: one for the moment
before the first roll of a turn, to compare crossings; one for the moment before the second roll, to decide
whether to roll again. At a table, which is over after a dozen turns, a few weights do better than values of
sheets; there is a set for tables of two, of three or four, and of five or six.

Both are made by `sixes train` and stored in `values.bin`. Reading them needs nothing but Python.
"""

import sys
import zlib
from array import array
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from sixes.bots.sixto import endgame, search
from sixes.bots.sixto.crossing import ByCrossing
from sixes.bots.sixto.evaluation import SixtoWeights
from sixes.bots.sixto.features import SIZE, STEPS, LookupTables, lookup_tables, outlook, place_of, row_goes_on
from sixes.bots.sixto.search import Position, SearchBuffers, SearchContext
from sixes.rules.sheets import PLACES
from sixes.rules.six import Six, has
from sixes.rules.turns import SixtoState

VALUES = "values.bin"
TABLE_SIZES = 3
"""Tables of two, of three or four, of five or six."""
WEIGHTS_SIZE = TABLE_SIZES * len(SixtoWeights._fields)
PLACES_A_STEP = 9


class SoloValues(NamedTuple):
    """Learnt values for playing alone: before the first and before the second roll of a turn."""

    first: Any
    second: Any
    lookup: LookupTables


class LearntModel(NamedTuple):
    solo: SoloValues
    table_weights: list[SixtoWeights]
    """A set for each table size."""


class DamagedValues(ValueError):
    """The file does not hold learnt values."""


@cache
def shipped_model() -> LearntModel:
    """The model that comes with Sixes."""
    return read_model((resources.files(__package__) / VALUES).read_bytes())


def read_model(stored: bytes) -> LearntModel:
    """Read the file of learnt values.

    It has compressed 16-bit numbers, low byte first: values before the second roll and the first, weights.
    """
    numbers = array("h")
    try:
        numbers.frombytes(zlib.decompress(stored))
    except (ValueError, zlib.error) as error:
        raise DamagedValues("these are no learnt values") from error
    if len(numbers) != 2 * SIZE + WEIGHTS_SIZE:
        raise DamagedValues("these values are of another make")
    if sys.byteorder == "big":
        numbers.byteswap()
    many = len(SixtoWeights._fields)
    table_weights = [SixtoWeights(*numbers[at : at + many]) for at in range(2 * SIZE, len(numbers), many)]
    return LearntModel(SoloValues(numbers[SIZE : 2 * SIZE], numbers[:SIZE], lookup_tables()), table_weights)


def table_size(seats: int) -> int:
    """The set of weights for this number of seats."""
    return (seats - 1) // 2


class SixtoExpert(ByCrossing):
    def __init__(self, _seed: int) -> None:
        super().__init__(self.keep, self.cross)
        self.solo, self.table_weights = shipped_model()
        self.buffers = search.new_buffers()
        self.ahead = cache(outlook)

    def keep(self, state: SixtoState, seat: int) -> bool:
        if state.seats > 1:
            return endgame.keeps(state, seat, self.table_weights[table_size(state.seats)])
        return keeps_alone(state, self.ahead(state.sheets[0]), self.solo, self.buffers)

    def cross(self, state: SixtoState, seat: int) -> Six:
        if state.seats > 1:
            return endgame.crossing(state, seat, self.table_weights[table_size(state.seats)])
        return crossing_alone(state, self.ahead(state.sheets[0]), self.solo, self.buffers)


def keeps_alone(state: SixtoState, ahead: Any, solo: SoloValues, buffers: SearchBuffers) -> bool:
    """The best crossing with this roll is worth at least as much as another roll."""
    return bool(search_best(state, ahead, solo, buffers) >= worth_again(state, solo, buffers))


def crossing_alone(state: SixtoState, ahead: Any, solo: SoloValues, buffers: SearchBuffers) -> Six:
    search_best(state, ahead, solo, buffers)
    return search.boxes_of(buffers)


def step_of(state: SixtoState) -> int:
    """How much of the game is left, by the places not yet passed; a row that does not go on has none left."""
    places = 0
    for colour in range(6):
        crosses = state.crosses[0][colour]
        goes_on = not has(state.closed, colour) and row_goes_on(crosses)
        places += place_of(crosses) if goes_on else PLACES
    return max(STEPS - 1 - places // PLACES_A_STEP, 0)


def search_best(state: SixtoState, ahead: Any, solo: SoloValues, buffers: SearchBuffers) -> Any:
    """Search for the best crossing with this roll; returns its value."""
    context = SearchContext(step_of(state), solo.first, solo.lookup, buffers)
    position = Position(state.sheets[0], ahead, state.crosses[0], state.turn.dice, state.closed)
    return search.best_crossing(state.closed, search.find_options(position, context), context)


def worth_again(state: SixtoState, solo: SoloValues, buffers: SearchBuffers) -> Any:
    """What a second roll is worth, before it. A search in this position has filled in the options."""
    second = SearchContext(step_of(state), solo.second, solo.lookup, buffers)
    return search.worth_now(state.closed, second)
