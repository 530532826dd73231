"""Learn values for playing alone by playing, in compiled code.

It is temporal-difference learning on afterstates. In each turn a Latin square of six rolls is looked at, in
which every die shows 1 to 6 once. The mean of what they bring, with the better of keeping and rolling again,
is far less random than one roll. The value of the sheet before the turn is moved towards it, and somewhat
towards what later turns bring more than expected. Then the first of the six is played.

Each entry of the list has a learning rate of its own, which falls as its errors begin to cancel (temporal
coherence).
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import search
from sixes.bots.sixto.expert import search_best, step_of
from sixes.bots.sixto.features import AHEAD, ROW_KINDS, SHARED_TERMS, column_points, find_entries
from sixes.bots.sixto.search import SearchContext
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import clear_turn, cross, roll, set_outlooks, set_up
from sixes.lab.sixto.luck.rolls import draw_squares, set_dice
from sixes.lab.sixto.luck.worth import SoloMemory, list_boxes, roll_worth
from sixes.rules.six import NONE
from sixes.rules.sixto import end_turn, is_over, score, with_turn
from sixes.rules.turns import SixtoState

FAR = 0.5
"""How much what followed later counts in a target, turn by turn."""
SQUARE = 6
"""Rolls in a Latin square."""
MOST_TURNS = 150
"""Longer games are cut off here."""
ENTRIES = 6 + SHARED_TERMS
"""Entries of a value: those of the rows, and those that they share. -1 means none."""


class ValueTable(NamedTuple):
    """A list of values while it is learnt."""

    values: Any
    errors: Any
    sizes: Any
    """For each entry the sum of its errors, and of their sizes."""


class TrainingPlan(NamedTuple):
    """Games to learn from, the sheets that go round in them, and their outlooks."""

    seed: int
    first: int
    many: int
    sheets: Any
    aheads: Any


class Learner(NamedTuple):
    """The tables of a learner, and its buffers."""

    first: ValueTable
    second: ValueTable
    """Before the first and before the second roll."""
    memory: SoloMemory
    """To find out what rolls are worth; it shares the values."""
    worth: Any
    """What each roll of a square is worth."""
    none: Any
    """Option 0 for each row: no cross."""
    now: Any
    """The entries of the sheet before the second roll."""
    entries: Any
    """For each turn, the entries of the sheet after it."""
    rest: Any
    """For each turn, the points in that value which no entry holds."""
    known: Any
    """For each turn, the value of that sheet before learning."""
    expected: Any
    """For each turn, what its roll is worth on average."""


@compiled
def learn(plan: TrainingPlan, learner: Learner) -> float:
    """Play games and learn from them. Returns the sum of their points."""
    points, memory = 0.0, learner.memory
    for game in range(plan.first, plan.first + plan.many):
        set_outlooks(1, game, plan.aheads, memory.ahead)
        key, state = game_key(plan.seed, game), set_up(1, game, plan.sheets, memory.arrays)
        while not is_over(state) and state.turns < MOST_TURNS:
            _turn(key, state, learner)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        _learn_from_game(state, learner)
        points += score(state, 0).total
    return points


@jitable
def _turn(key: int, state: SixtoState, learner: Learner) -> None:
    """Look at a square of rolls and learn from them, then cross with the first, or with a second roll."""
    memory, turn = learner.memory, state.turns
    clear_turn(state)
    draw_squares(key, turn, memory.rolls)
    second = _look_at_rolls(state, learner)
    if learner.worth[0] < second:
        roll(state, random_word(key, turn, 1))  # others of the square have no die in common with the first
    else:
        set_dice(memory.rolls, 0, state.closed, memory.arrays.dice)
    learner.known[turn] = search_best(state, memory.ahead[0], memory.solo, memory.buffers)
    best, entries = memory.buffers.best, learner.entries[turn]
    context = _context(state, memory.solo.first, learner)
    learner.rest[turn] = _store_entries(best, best[search.STAGE], best[search.OVER], context, entries)
    cross(state, 0, NONE, search.boxes_of(memory.buffers), 0)


@jitable
def _context(state: SixtoState, values: Any, learner: Learner) -> SearchContext:
    return SearchContext(step_of(state), values, learner.memory.solo.lookup, learner.memory.buffers)


@not_inlined
def _look_at_rolls(state: SixtoState, learner: Learner) -> float:
    """Learn from a square of rolls. Returns the value of a second roll, as it was."""
    memory, again, expected = learner.memory, 0.0, 0.0
    first = _context(state, memory.solo.first, learner)
    list_boxes(state, first, memory)
    for at in range(SQUARE):
        set_dice(memory.rolls, at, state.closed, memory.arrays.dice)
        learner.worth[at] = roll_worth(state, first, memory)
        again += learner.worth[at] / SQUARE
    second = _learn_second_roll(state, again, learner)
    for at in range(SQUARE):
        expected += max(learner.worth[at], second) / SQUARE
    learner.expected[state.turns] = expected
    return second


@jitable
def _learn_second_roll(state: SixtoState, towards: float, learner: Learner) -> float:
    """Move the value before a second roll towards what a roll brings on average. Returns what it was."""
    context = _context(state, learner.memory.solo.second, learner)
    stage = search.case_of(state.closed, 0, context.step).stage
    rest = _store_entries(learner.none, stage, False, context, learner.now)
    return _move(learner.now, rest, towards, learner.second)


@jitable
def _learn_from_game(state: SixtoState, learner: Learner) -> None:
    """From the last turn back, move the value of each sheet towards what its next turn brought on average."""
    errors = 0.0
    for turn in range(state.turns - 1, 0, -1):
        known = learner.known[turn - 1]
        errors = learner.expected[turn] - known + FAR * errors
        _move(learner.entries[turn - 1], learner.rest[turn - 1], known + errors, learner.first)


@jitable
def _store_entries(picks: Any, stage: int, over: bool, context: SearchContext, entries: Any) -> float:
    """Store the entries of the sheet after a crossing. Returns the points of its value outside them."""
    buffers, lookup = context.buffers, context.lookup
    low = high = time = 0
    rest = 0.0
    for entry in range(ENTRIES):
        entries[entry] = -1
    for colour in range(6):
        at = (colour * search.OPTIONS + picks[colour]) * search.FACTS
        low += buffers.options[at + search.LOW]
        high += buffers.options[at + search.HIGH]
        time += buffers.options[at + search.TIME]
        row = buffers.options[at + search.ROW]
        if row < 0 or over:
            rest += lookup.points[buffers.options[at + search.MADE]]
        else:
            entries[colour] = stage * ROW_KINDS * AHEAD + row
    if over:
        return rest + column_points(low, high, lookup)
    find_entries((low, high), time, stage, lookup.kinds, buffers.entries)
    for entry in range(SHARED_TERMS):
        entries[6 + entry] = buffers.entries[entry]
    return rest


@jitable
def _move(entries: Any, rest: float, towards: float, table: ValueTable) -> float:
    """Move a value towards a target. Returns what it was."""
    worth, many = rest, 0
    for entry in entries:
        if entry >= 0:
            worth += table.values[entry]
            many += 1
    error = (towards - worth) / max(many, 1)
    for entry in entries:
        if entry >= 0:
            sizes = table.sizes[entry]
            rate = abs(table.errors[entry]) / sizes if sizes > 0 else 1.0
            table.values[entry] += rate * error
            table.errors[entry] += error
            table.sizes[entry] = sizes + abs(error)
    return worth
