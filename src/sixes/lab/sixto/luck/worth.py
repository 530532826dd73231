"""What rolls are worth alone, by the expert's learnt values.

A roll is worth a good crossing with it. Crossings are improved row by row instead of trying them all: that is
much faster, and rarely finds a worse one. What each box would change is found once for a sheet, and so is
what two leftmost boxes are worth together, however many rolls are looked at.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import features, search
from sixes.bots.sixto.expert import SoloValues
from sixes.bots.sixto.search import FACTS, OPTIONS, Case, Position, SearchBuffers, SearchContext
from sixes.lab.compiler import jitable, not_inlined
from sixes.lab.sixto.arrays import StateArrays, new_arrays
from sixes.lab.sixto.expert import array_buffers, new_ahead
from sixes.rules.rows import SOLO_NEEDS, legal_boxes
from sixes.rules.sheets import PLACES
from sixes.rules.six import NONE, Six, has, put
from sixes.rules.turns import SixtoState

PASSES = 3
"""How often all rows are gone through, at most."""
ROW_FACTS = (PLACES + 1) * FACTS
"""The facts of a row: of crossing nothing in it, and of each box."""
FACES = 7
"""A die shows 1 to 6, or 0 if its colour is closed."""
NO_BOX = -1
UNKNOWN = 2 * search.WORTHLESS


class SoloMemory(NamedTuple):
    """Values, and the arrays to find out what rolls are worth to a sheet."""

    solo: SoloValues
    buffers: SearchBuffers
    arrays: StateArrays
    ahead: Any
    """The outlook of the sheet."""
    rolls: Any
    boxes: SearchBuffers
    """Its options are the facts of every box that could be crossed."""
    choices: Any
    """For each row and face of its die the indexes of the facts of what is tried: nothing, then boxes."""
    pairs: Any
    """For each two rows and the faces of their dice the value of their leftmost boxes, if it is known."""
    picks: Any
    """For each row the index of the facts of what is picked."""


def new_memory(solo: SoloValues, rolls: int, kind: Any = np.int64) -> SoloMemory:
    """For so many rolls, and values of this type."""
    return SoloMemory(
        solo,
        array_buffers(kind),
        new_arrays(),
        new_ahead(),
        rolls=np.zeros((rolls, 6), np.int64),
        boxes=array_buffers()._replace(options=np.zeros(6 * ROW_FACTS, np.int64)),
        choices=np.zeros((6, FACES, OPTIONS), np.int64),
        pairs=np.zeros((6, 6, FACES, FACES), np.int64),
        picks=np.zeros(6, np.int64),
    )


@not_inlined
def list_boxes(state: SixtoState, context: SearchContext, memory: SoloMemory) -> None:
    """Fill in what each row can do with any roll. In `context`, option 0 of each row is found."""
    position = Position(state.sheets[0], memory.ahead[0], state.crosses[0], state.turn.dice, state.closed)
    for colour in range(6):
        search.find_option(position, colour, 0, colour * OPTIONS * FACTS, context)
        search.find_option(position, colour, 0, colour * ROW_FACTS, _with_boxes(context, memory))
        for face in range(FACES):
            _list_choices(position, colour, face, context, memory)
        for other in range(colour):
            for face in range(FACES):
                for another in range(FACES):
                    memory.pairs[colour, other, face, another] = UNKNOWN


@jitable
def _with_boxes(context: SearchContext, memory: SoloMemory) -> SearchContext:
    return SearchContext(context.step, context.values, context.lookup, memory.boxes)


@jitable
def _list_choices(
    position: Position, colour: int, face: int, context: SearchContext, memory: SoloMemory
) -> None:
    choices, boxes = memory.choices[colour, face], 0
    if face and not has(position.closed, colour):
        boxes = legal_boxes(position.sheet[colour], position.crosses[colour], face)
    choices[0] = colour * ROW_FACTS
    for option in range(1, OPTIONS):
        choices[option] = NO_BOX
        if boxes:
            box = boxes & -boxes
            choices[option] = colour * ROW_FACTS + features.place_of(box) * FACTS
            search.find_option(position, colour, box, choices[option], _with_boxes(context, memory))
            boxes &= boxes - 1


@not_inlined
def roll_worth(state: SixtoState, context: SearchContext, memory: SoloMemory) -> int:
    """The value of a good crossing with this roll: the best of two boxes, then row by row what is best.

    `list_boxes` has been called for this sheet. What is crossed is left in `picks`.
    """
    boxes, unchanged = _with_boxes(context, memory), 0
    best = _best_pair(state, boxes, memory)
    for at in range(PASSES * 6):
        before, best = best, _improve_row(at % 6, best, state, boxes, memory)
        unchanged = unchanged + 1 if best == before else 0
        if unchanged == 6:
            break
    return best


@jitable
def _best_pair(state: SixtoState, boxes: SearchContext, memory: SoloMemory) -> int:
    """Pick the two rows whose leftmost boxes are best together; if fewer can cross, no row."""
    picks, choices, best = memory.picks, memory.choices, search.WORTHLESS
    first = second = 0
    for colour in range(6):
        picks[colour] = choices[colour, 0, 0]
    for one in range(6):
        if choices[one, state.turn.dice[one], 1] != NO_BOX:
            for other in range(one):
                if choices[other, state.turn.dice[other], 1] != NO_BOX:
                    value = _pair_value(one, other, state, boxes, memory)
                    if value > best:
                        best, first, second = value, one, other
    if not first:
        return _value_of(picks, state.closed, boxes)
    _pick_pair(first, second, 1, state.turn.dice, memory)
    return best


@jitable
def _pair_value(one: int, other: int, state: SixtoState, boxes: SearchContext, memory: SoloMemory) -> int:
    known, dice = memory.pairs[one, other], state.turn.dice
    if known[dice[one], dice[other]] == UNKNOWN:
        _pick_pair(one, other, 1, dice, memory)
        known[dice[one], dice[other]] = _value_of(memory.picks, state.closed, boxes)
        _pick_pair(one, other, 0, dice, memory)
    value: int = known[dice[one], dice[other]]
    return value


@jitable
def _pick_pair(one: int, other: int, option: int, dice: Any, memory: SoloMemory) -> None:
    memory.picks[one] = memory.choices[one, dice[one], option]
    memory.picks[other] = memory.choices[other, dice[other], option]


@jitable
def _improve_row(colour: int, best: int, state: SixtoState, boxes: SearchContext, memory: SoloMemory) -> int:
    """Pick what is best in this row with what is picked in the others. Returns the value of all."""
    picks, choices = memory.picks, memory.choices[colour, state.turn.dice[colour]]
    known = picks[colour]
    for option in range(OPTIONS):
        if choices[option] not in (NO_BOX, known):
            picks[colour] = choices[option]
            value = _value_of(picks, state.closed, boxes)
            if value > best:
                best, known = value, choices[option]
    picks[colour] = known
    return best


class _Sums(NamedTuple):
    """The facts of all rows after a crossing, summed up."""

    low: int
    high: int
    time: int
    case: Case


@jitable
def _sums_of(picks: Any, closed: int, boxes: SearchContext) -> _Sums:
    facts, low, high, time, closing = boxes.buffers.options, 0, 0, 0, 0
    for colour in range(6):
        at = picks[colour]
        low += facts[at + search.LOW]
        high += facts[at + search.HIGH]
        time += facts[at + search.TIME]
        closing |= facts[at + search.CLOSES] << colour
    return _Sums(low, high, time, search.case_of(closed | closing, closing, boxes.step))


@jitable
def _ends(sums: _Sums) -> bool:
    used, left = sums.time >> features.USED & 7, sums.time >> features.OPEN & 7
    return sums.case.ends or left == 0 or used < SOLO_NEEDS


@not_inlined
def _value_of(picks: Any, closed: int, boxes: SearchContext) -> int:
    """The value of a crossing, given by what is picked in each row."""
    sums, worth = _sums_of(picks, closed, boxes), 0
    columns = (sums.low, sums.high)
    if _ends(sums):
        for colour in range(6):
            worth += boxes.lookup.points[boxes.buffers.options[picks[colour] + search.MADE]]
        return worth + features.column_points(sums.low, sums.high, boxes.lookup)
    for colour in range(6):
        worth += search.row_worth(picks[colour], sums.case, boxes)
    features.find_entries(columns, sums.time, sums.case.stage, boxes.lookup.kinds, boxes.buffers.entries)
    return int(worth + search.entries_worth(boxes))


@jitable
def picked_end(state: SixtoState, context: SearchContext, memory: SoloMemory) -> bool:
    """Whether the crossing that is picked ends the game."""
    return _ends(_sums_of(memory.picks, state.closed, _with_boxes(context, memory)))


@jitable
def picked_boxes(memory: SoloMemory) -> Six:
    wanted = NONE
    for colour in range(6):
        wanted = put(wanted, colour, memory.boxes.options[memory.picks[colour] + search.BOX])
    return wanted
