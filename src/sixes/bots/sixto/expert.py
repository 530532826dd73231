"""Sixto by experience: alone by learnt values, at a table by a learnt taste.

Alone, each crossing is worth what the sheet after it is. Some values are for the moment before the first roll
of a turn, which is what a crossing leads to; others for that before the second, which is what a first roll
must be better than. At a table, which is over after a dozen turns, judgement by a few numbers does better
than values of sheets; there are some for tables of two, of a few and of many.

Both are made by `sixes train`, lie beside this file, and need nothing but Python.
"""

import sys
import zlib
from array import array
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from sixes.bots.bot import Bot
from sixes.bots.sixto import endgame as sixto_table
from sixes.bots.sixto.crossing import ByCrossing
from sixes.bots.sixto.evaluation import Taste
from sixes.bots.sixto.features import SIZE, STEPS, Maps, maps, outlook, place_of, row_goes_on
from sixes.bots.sixto.search import (
    BOX,
    FACTS,
    HIGH,
    LOW,
    TIME,
    WAYS,
    Pad,
    Position,
    Thinking,
    best_crossing,
    case_of,
    entries_worth,
    find_entries,
    find_ways,
    pad,
    row_worth,
)
from sixes.rules.sheets import PLACES
from sixes.rules.six import NONE, Six, has, put
from sixes.rules.turns import SixtoState

VALUES = "values.bin"
COMPANIES = 3
"""Tables of two, of three or four, of five or six."""
TASTES = COMPANIES * len(Taste._fields)
PLACES_A_STEP = 9


class Mind(NamedTuple):
    """What an expert knows about a game alone: values before the first and the second roll."""

    first: Any
    second: Any
    maps: Maps


class Experience(NamedTuple):
    mind: Mind
    tastes: list[Taste]
    """One for each company."""


class DamagedValues(ValueError):
    """A file of values that is not one."""


@cache
def experience() -> Experience:
    """That which comes with Sixes."""
    return read((resources.files(__package__) / VALUES).read_bytes())


def read(stored: bytes) -> Experience:
    """Numbers of 16 bits, low byte first: values before the second roll, before the first, and tastes."""
    numbers = array("h")
    try:
        numbers.frombytes(zlib.decompress(stored))
    except (ValueError, zlib.error) as error:
        raise DamagedValues("these are no learnt values") from error
    if len(numbers) != 2 * SIZE + TASTES:
        raise DamagedValues("these values are of another make")
    if sys.byteorder == "big":
        numbers.byteswap()
    many = len(Taste._fields)
    tastes = [Taste(*numbers[at : at + many]) for at in range(2 * SIZE, len(numbers), many)]
    return Experience(Mind(numbers[SIZE : 2 * SIZE], numbers[:SIZE], maps()), tastes)


def company(seats: int) -> int:
    """The kind of table that so many make."""
    return (seats - 1) // 2


class Expert(ByCrossing):
    def __init__(self, _seed: int) -> None:
        super().__init__(self.keep, self.cross)
        self.mind, self.tastes = experience()
        self.pad = pad()
        self.ahead = cache(outlook)

    def keep(self, state: SixtoState, seat: int) -> bool:
        if state.seats > 1:
            return sixto_table.keeps(state, seat, self.tastes[company(state.seats)])
        return keeps_alone(state, self.ahead(state.sheets[0]), self.mind, self.pad)

    def cross(self, state: SixtoState, seat: int) -> Six:
        if state.seats > 1:
            return sixto_table.crossing(state, seat, self.tastes[company(state.seats)])
        return crossing_alone(state, self.ahead(state.sheets[0]), self.mind, self.pad)


def expert(seed: int) -> Bot:
    return Expert(seed)


# Alone --------------------------------------------------------------------------------------------------


def keeps_alone(state: SixtoState, ahead: Any, mind: Mind, on: Pad) -> bool:
    """The best crossing with this roll is worth at least as much as another roll."""
    best = look(state, ahead, before_first(state, mind, on))
    return bool(best >= worth_now(state.closed, before_second(state, mind, on)))


def crossing_alone(state: SixtoState, ahead: Any, mind: Mind, on: Pad) -> Six:
    look(state, ahead, before_first(state, mind, on))
    return boxes_of(on)


def boxes_of(on: Pad) -> Six:
    """What the best crossing crosses, row by row."""
    wanted = NONE
    for colour in range(6):
        wanted = put(wanted, colour, on.ways[(colour * WAYS + on.best[colour]) * FACTS + BOX])
    return wanted


def before_first(state: SixtoState, mind: Mind, on: Pad) -> Thinking:
    return Thinking(step_of(state), mind.first, mind.maps, on)


def before_second(state: SixtoState, mind: Mind, on: Pad) -> Thinking:
    return Thinking(step_of(state), mind.second, mind.maps, on)


def step_of(state: SixtoState) -> int:
    """How far the game is, by the places that are passed; a row that does not go on is passed as a whole."""
    places = 0
    for colour in range(6):
        crosses = state.crosses[0][colour]
        goes_on = not has(state.closed, colour) and row_goes_on(crosses)
        places += place_of(crosses) if goes_on else PLACES
    return max(STEPS - 1 - places // PLACES_A_STEP, 0)


def look(state: SixtoState, ahead: Any, thinking: Thinking) -> Any:
    """The value of the best crossing with the dice as they lie."""
    position = Position(state.sheets[0], ahead, state.crosses[0], state.turn.dice, state.closed)
    return best_crossing(state.closed, find_ways(position, thinking), thinking)


def worth_now(closed: int, thinking: Thinking) -> Any:
    """What the sheet is worth as it stands: way 0 in each row crosses nothing."""
    case, ways = case_of(closed, 0, thinking.step), thinking.pad.ways
    low = high = time = 0
    worth = thinking.values[0] * 0
    for colour in range(6):
        at = colour * WAYS * FACTS
        low += ways[at + LOW]
        high += ways[at + HIGH]
        time += ways[at + TIME]
        worth += row_worth(at, case, thinking)
    find_entries(low, high, time, case.stage, thinking)
    return worth + entries_worth(thinking)
