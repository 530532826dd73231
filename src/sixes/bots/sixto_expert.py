"""Sixto by learnt values: each crossing is worth what the sheet after it is, by experience.

Alone, at a table of two, of a few and of many one has to play differently, so there are values for each. They
are for the moment before the first roll of a turn, which is what a crossing leads to; alone, others are for
that before the second, which is what a first roll must be better than. At a table a value is about the points
that one will be ahead of the best of the others. There, values alone are no better than the judgement of
`steady`, so the expert plays as that does; the master looks at what they name.

The values are made by `sixes train`, lie beside this file, and need nothing but Python.
"""

import sys
import zlib
from array import array
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from sixes.bots.bot import Bot
from sixes.bots.sixto_crossing import ByCrossing
from sixes.bots.sixto_features import SIZE, Maps, maps, outlook
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
    pad,
    rival_worth,
    row_worth,
)
from sixes.bots.sixto_standing import standing_of
from sixes.bots.sixto_steady import at_table, is_good, settled
from sixes.rules.six import NONE, Six, put
from sixes.rules.turns import State

VALUES = "sixto_values.bin"
LONG = 40
"""Turns: three times what a game at a table takes. Those who wait for each other wait no longer."""
COMPANIES = 4
"""Alone, two, three or four, five or six."""


class Mind(NamedTuple):
    """What an expert knows about a game in some company: values before the first and the second roll.

    At a table the second are the first.
    """

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
    """List after list, 16 bits an entry, low byte first: that before the second roll, then the companies."""
    values = array("h")
    try:
        values.frombytes(zlib.decompress(stored))
    except (ValueError, zlib.error) as error:
        raise DamagedValues("these are no learnt values") from error
    if len(values) != (COMPANIES + 1) * SIZE:
        raise DamagedValues("these values are of another make")
    if sys.byteorder == "big":
        values.byteswap()
    second, *firsts = (values[SIZE * part : SIZE * (part + 1)] for part in range(COMPANIES + 1))
    tables = [Mind(first, first, maps()) for first in firsts[1:]]
    return [Mind(firsts[0], second, maps()), *tables]


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
    """Alone: the best crossing with this roll is worth at least as much as another roll."""
    if state.seats > 1:
        return is_good(state, seat, at_table(state, seat))
    thinking = before_first(standing_of(state, seat), mind, on)
    best = look(state, seat, ahead, thinking)
    return bool(best >= worth_now(state.closed, before_second(thinking.standing, mind, on)))


def crossing(state: State, seat: int, ahead: Any, mind: Mind, on: Pad) -> Six:
    return by_values(state, seat, ahead, mind, on) if state.seats == 1 else at_table(state, seat)


def by_values(state: State, seat: int, ahead: Any, mind: Mind, on: Pad) -> Six:
    """The crossing that is worth most by experience; at a table the end of a game is settled without it."""
    if state.seats > 1 and state.turns >= LONG:
        return at_table(state, seat)
    look(state, seat, ahead, before_first(standing_of(state, seat), mind, on))
    wanted = boxes_of(0, on)
    return wanted if state.seats == 1 else settled(state, seat, wanted)


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
    return worth + entries_worth(thinking) + rival_worth(case.stage, thinking)
