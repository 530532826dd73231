"""Sixto by learnt values: each crossing is worth what the sheet after it is, by experience.

Alone, at a table of two, of a few and of many one has to play differently, so there are values for each. Some
are for the moment before the first roll of a turn, which is what a crossing leads to, and some for that
before the second, which is what a first roll must be better than. They are made by `sixes train`, lie beside
this file, and need nothing but Python.
"""

import sys
import zlib
from array import array
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from sixes.bots.bot import Bot
from sixes.bots.sixto_crossing import ByCrossing
from sixes.bots.sixto_features import (
    LEAD,
    LEADS,
    POINT,
    SIZE,
    STEPS,
    Maps,
    maps,
    outlook,
    place_of,
    row_goes_on,
    threat,
)
from sixes.bots.sixto_search import (
    BOX,
    FACTS,
    HIGH,
    LOW,
    TIME,
    TOP_FACTS,
    WAYS,
    Pad,
    Position,
    Standing,
    Thinking,
    best_crossing,
    case_of,
    entries_worth,
    find_entries,
    find_ways,
    lead_worth,
    pad,
    row_worth,
)
from sixes.rules.rows import DICE_THAT_END, FIELD_COLUMNS, column_points, row_points
from sixes.rules.sheets import PLACES
from sixes.rules.six import NONE, Six, count, has, put
from sixes.rules.turns import State, announced

VALUES = "sixto_values.bin"
PLACES_A_STEP, TABLE_PLACES_A_STEP = 9, 7


COMPANIES = 4
"""Alone, two, three or four, five or six."""


class Mind(NamedTuple):
    """What an expert knows about a game in some company: values before the first and the second roll."""

    first: Any
    second: Any
    maps: Maps


class DamagedValues(ValueError):  # noqa: N818 - it says what is wrong
    """A file of values that is not one."""


@cache
def minds() -> list[Mind]:
    """For each company the mind that comes with Sixes."""
    return read_minds((resources.files(__package__) / VALUES).read_bytes())


def read_minds(stored: bytes) -> list[Mind]:
    """Two lists for each company, one after the other: 16 bits an entry, low byte first."""
    values = array("h")
    try:
        values.frombytes(zlib.decompress(stored))
    except (ValueError, zlib.error) as error:
        raise DamagedValues("these are no learnt values") from error
    if len(values) != 2 * COMPANIES * SIZE:
        raise DamagedValues("these values are of another make")
    if sys.byteorder == "big":
        values.byteswap()
    lists = [values[SIZE * part : SIZE * (part + 1)] for part in range(2 * COMPANIES)]
    return [Mind(first, second, maps()) for first, second in zip(lists[::2], lists[1::2], strict=True)]


def company(seats: int) -> int:
    """The kind of game that so many make."""
    return seats // 2 if seats <= 2 else (seats + 1) // 2


class Expert(ByCrossing):
    def __init__(self, _seed: int) -> None:
        super().__init__(self.keep, self.cross)
        self.minds = minds()
        self.pad = pad()
        self.ahead = cache(outlook)

    def keep(self, state: State, seat: int) -> bool:
        return keeps(state, seat, self.ahead(state.sheets[seat]), self.minds[company(state.seats)], self.pad)

    def cross(self, state: State, seat: int) -> Six:
        return crossing(
            state, seat, self.ahead(state.sheets[seat]), self.minds[company(state.seats)], self.pad
        )


def expert(seed: int) -> Bot:
    return Expert(seed)


# Deciding -----------------------------------------------------------------------------------------------


def keeps(state: State, seat: int, ahead: Any, mind: Mind, on: Pad) -> bool:
    """The best crossing with this roll is worth at least as much as another roll."""
    thinking = before_first(standing_of(state, seat), mind, on)
    best = look(state, seat, ahead, thinking)
    return bool(best >= worth_now(state.closed, before_second(thinking.standing, mind, on)))


def crossing(state: State, seat: int, ahead: Any, mind: Mind, on: Pad) -> Six:
    look(state, seat, ahead, before_first(standing_of(state, seat), mind, on))
    return boxes_of(0, on)


def boxes_of(top: int, on: Pad) -> Six:
    """What one of the best crossings crosses, row by row."""
    wanted = NONE
    for colour in range(6):
        way = on.best[top * TOP_FACTS + colour]
        wanted = put(wanted, colour, on.ways[(colour * WAYS + way) * FACTS + BOX])
    return wanted


def before_first(standing: Standing, mind: Mind, on: Pad) -> Thinking:
    return Thinking(standing, mind.first, mind.maps, on)


def before_second(standing: Standing, mind: Mind, on: Pad) -> Thinking:
    return Thinking(standing, mind.second, mind.maps, on)


def look(state: State, seat: int, ahead: Any, thinking: Thinking) -> Any:
    """The value of the best crossing with the dice as they lie."""
    position = Position(state.sheets[seat], ahead, state.crosses[seat], state.turn.dice, state.closed)
    return best_crossing(state.closed, find_ways(position, thinking), thinking)


def worth_now(closed: int, thinking: Thinking) -> Any:
    """What the sheet is worth as it stands: way 0 in each row crosses nothing."""
    case, ways = case_of(closed, 0, thinking.standing), thinking.pad.ways
    low = high = time = 0
    worth = thinking.values[0] * 0
    for colour in range(6):
        at = colour * WAYS * FACTS
        low += ways[at + LOW]
        high += ways[at + HIGH]
        time += ways[at + TIME]
        worth += row_worth(at, case, thinking)
    find_entries(low, high, time, case.stage, thinking)
    worth += entries_worth(thinking)
    return worth + lead_worth(worth, LEAD + case.stage * LEADS, thinking)


# The others ---------------------------------------------------------------------------------------------


def standing_of(state: State, seat: int) -> Standing:
    """How far a game is tell the places passed; how near its end the rows that are about to be closed."""
    passed = places_passed(state)
    if state.seats == 1:
        return Standing(True, max(STEPS - 1 - passed // PLACES_A_STEP, 0), 0, 0, 0, 0)
    threats = 0
    for other in range(state.seats):
        if other != seat:
            threats = most_threats(threats, state.crosses[other], state.closed)
    near = nearness(most_threats(threats, state.crosses[seat], state.closed), state.closed)
    step = min(passed // (state.seats * TABLE_PLACES_A_STEP), STEPS - 1)
    return Standing(False, step, near, threats, announced(state), best_other(state, seat))


def best_other(state: State, seat: int) -> int:
    """The points of the best of the others, in parts."""
    best = -1_000_000
    for other in range(state.seats):
        if other != seat:
            best = max(best, points(state.crosses[other]) * POINT)
    return best


def points(crosses: Six) -> int:
    """The total of a sheet."""
    total = 0
    for colour in range(6):
        total += row_points(crosses[colour])
    for column in range(1, FIELD_COLUMNS + 1):
        total += column_points(crosses, column)
    return total


def places_passed(state: State) -> int:
    """In all rows of all players; a row that is closed, or does not go on, is passed."""
    places = 0
    for seat in range(state.seats):
        for colour in range(6):
            crosses = state.crosses[seat][colour]
            goes_on = not has(state.closed, colour) and row_goes_on(crosses)
            places += place_of(crosses) if goes_on else PLACES
    return places


def most_threats(threats: int, crosses: Six, closed: int) -> int:
    """For each colour that is open the greatest threat so far: three bits each."""
    for colour in range(6):
        nears = 0 if has(closed, colour) else threat(crosses[colour])
        if nears > threats >> 3 * colour & 7:
            threats = threats & ~(7 << 3 * colour) | nears << 3 * colour
    return threats


def nearness(threats: int, closed: int) -> int:
    """The mean threat to as many colours as must still be closed to end the game."""
    missing, total = DICE_THAT_END - count(closed), 0
    for _ in range(missing):
        greatest, of = -1, 0
        for colour in range(6):
            if threats >> 3 * colour & 7 > greatest:
                greatest, of = threats >> 3 * colour & 7, colour
        total += greatest
        threats &= ~(7 << 3 * of)
    return total // missing
