"""Learn values for playing alone by playing, in compiled code.

It is temporal-difference learning on afterstates: the value of the sheet after a crossing is moved towards
the value of the sheet chosen a turn later, and towards the final points. Each entry has a learning rate of
its own, which falls as its errors begin to cancel (temporal coherence).
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import search
from sixes.bots.sixto.expert import SoloValues, search_best, step_of
from sixes.bots.sixto.features import AHEAD, POINT, ROW_KINDS, SHARED_TERMS, column_points, find_entries
from sixes.bots.sixto.search import SearchBuffers, SearchContext
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import StateArrays, clear_turn, cross, roll, set_outlooks, set_up
from sixes.rules.six import NONE
from sixes.rules.sixto import end_turn, is_over, score, with_turn
from sixes.rules.turns import SixtoState

FAR = 0.7
"""How much the final points count, rather than the value a turn later."""
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

    solo: SoloValues
    first: ValueTable
    second: ValueTable
    """Before the first and before the second roll; they share their values with `solo`."""
    buffers: SearchBuffers
    arrays: StateArrays
    ahead: Any
    """The outlook of the sheet."""
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


@compiled
def learn(plan: TrainingPlan, learner: Learner) -> float:
    """Play games and learn from them. Returns the sum of their points."""
    points = 0.0
    for game in range(plan.first, plan.first + plan.many):
        set_outlooks(1, game, plan.aheads, learner.ahead)
        key, state = game_key(plan.seed, game), set_up(1, game, plan.sheets, learner.arrays)
        while not is_over(state) and state.turns < MOST_TURNS:
            _turn(key, state, learner)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        _learn_from_game(state, learner)
        points += score(state, 0).total
    return points


@jitable
def _turn(key: int, state: SixtoState, learner: Learner) -> None:
    """Roll, learn the value of a second roll, then cross."""
    clear_turn(state)
    roll(state, random_word(key, state.turns, 0))
    context = _search_best(state, learner)
    if _learn_second_roll(state, context, learner):
        roll(state, random_word(key, state.turns, 1))
        context = _search_best(state, learner)
        _learn_second_roll(state, context, learner)
    buffers, best, turn = context.buffers, context.buffers.best, state.turns
    learner.known[turn] = buffers.best_value[0]
    entries = learner.entries[turn]
    learner.rest[turn] = _store_entries(best, best[search.STAGE], best[search.OVER], context, entries)
    cross(state, 0, NONE, search.boxes_of(buffers), 0)


@not_inlined
def _search_best(state: SixtoState, learner: Learner) -> SearchContext:
    """Search for the best crossing with this roll."""
    context = SearchContext(step_of(state), learner.solo.first, learner.solo.lookup, learner.buffers)
    search_best(state, learner.ahead[0], context)
    return context


@not_inlined
def _learn_second_roll(state: SixtoState, context: SearchContext, learner: Learner) -> bool:
    """Move the value before a second roll towards what this roll brings. Returns whether to roll again."""
    best = context.buffers.best_value[0]
    second = SearchContext(step_of(state), learner.solo.second, learner.solo.lookup, learner.buffers)
    stage = search.case_of(state.closed, 0, context.step).stage
    rest = _store_entries(learner.none, stage, False, second, learner.now)
    return bool(best < _move(learner.now, rest, best, learner.second))


@jitable
def _learn_from_game(state: SixtoState, learner: Learner) -> None:
    """From the last turn back, move the value of each sheet towards what followed it."""
    brought = float(score(state, 0).total * POINT)
    for turn in range(state.turns - 1, -1, -1):
        _move(learner.entries[turn], learner.rest[turn], brought, learner.first)
        brought = FAR * brought + (1 - FAR) * learner.known[turn]


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
