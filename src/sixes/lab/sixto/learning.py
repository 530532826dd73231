"""How the expert learns to play alone: by playing, compiled.

Each crossing leads to a sheet with a value. A turn later one knows better, since the dice have spoken: the
value is moved towards that of what is chosen then, and towards what came of it in the end (TD learning on
afterstates). Each entry moves at a rate of its own, which falls as the errors it sees begin to cancel
(temporal coherence).
"""

from typing import Any, NamedTuple

from sixes.bots.sixto.expert import Mind, before_first, before_second, boxes_of, look
from sixes.bots.sixto.features import AHEAD, POINT, ROW_KINDS, SHARED_TERMS
from sixes.bots.sixto.search import (
    FACTS,
    HIGH,
    LOW,
    MADE,
    OVER,
    ROW,
    STAGE,
    TIME,
    WAYS,
    Pad,
    Thinking,
    case_of,
    column_points,
    find_entries,
)
from sixes.lab.compiler import call, loop, part
from sixes.lab.dice import drawn, key_of
from sixes.lab.sixto.arrays import Paper, begin_turn, crossed, look_ahead, roll, set_up
from sixes.rules.six import NONE
from sixes.rules.sixto import end_turn, is_over, score, with_turn
from sixes.rules.turns import SixtoState

FAR = 0.7
"""How much what came of it in the end counts, rather than what was thought of it a turn later."""
MOST_TURNS = 150
"""Of a game that somebody learns from."""
ENTRIES = 6 + SHARED_TERMS
"""Of a value: those of the rows, and those that they share. -1 is no entry."""


class Lessons(NamedTuple):
    """A list of values while it is learnt."""

    values: Any
    errors: Any
    """For each entry the sum of the errors it saw,"""
    sizes: Any
    """and of their sizes."""


class Course(NamedTuple):
    """Games to learn from, and the sheets that go round in them with what is ahead on each."""

    seed: int
    first: int
    many: int
    sheets: Any
    aheads: Any


class Learner(NamedTuple):
    """Somebody who learns, and what they write on."""

    mind: Mind
    first: Lessons
    second: Lessons
    """Before the first and before the second roll: the same values as the mind's."""
    pad: Pad
    paper: Paper
    ahead: Any
    """What is ahead on the sheet."""
    none: Any
    """No cross in any row, as the best of a pad has it."""
    now: Any
    """The entries of the sheet whose value is being learnt,"""
    entries: Any
    """and for each turn those of the sheet that it left behind;"""
    rest: Any
    """what its value has besides them;"""
    known: Any
    """and what that was thought to be worth."""


@loop
def learn(course: Course, learner: Learner) -> float:
    """Plays games and learns from them; gives the points made in all."""
    points = 0.0
    for game in range(course.first, course.first + course.many):
        look_ahead(1, game, course.aheads, learner.ahead)
        key, state = key_of(course.seed, game), set_up(1, game, course.sheets, learner.paper)
        while not is_over(state) and state.turns < MOST_TURNS:
            _turn(key, state, learner)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        _learn_from_game(state, learner)
        points += score(state, 0).total
    return points


@part
def _turn(key: int, state: SixtoState, learner: Learner) -> None:
    """Rolls, and learns what a second roll is worth; then crosses."""
    begin_turn(state)
    roll(state, drawn(key, state.turns, 0))
    thinking = _look(state, learner)
    if _learn_second(state, thinking, learner):
        roll(state, drawn(key, state.turns, 1))
        thinking = _look(state, learner)
        _learn_second(state, thinking, learner)
    pad, turn = thinking.pad, state.turns
    learner.known[turn] = pad.top[0]
    learner.rest[turn] = _note(pad.best, pad.best[STAGE], pad.best[OVER], thinking, learner.entries[turn])
    crossed(state, 0, NONE, boxes_of(pad), 0)


@call
def _look(state: SixtoState, learner: Learner) -> Thinking:
    """Finds the best crossing with the dice as they lie."""
    thinking = before_first(state, learner.mind, learner.pad)
    look(state, learner.ahead[0], thinking)
    return thinking


@call
def _learn_second(state: SixtoState, thinking: Thinking, learner: Learner) -> bool:
    """A roll has shown what it brings: so much is another one worth. Was it less than was thought of that?"""
    best = thinking.pad.top[0]
    second = before_second(state, learner.mind, learner.pad)
    stage = case_of(state.closed, 0, thinking.step).stage
    rest = _note(learner.none, stage, False, second, learner.now)
    return bool(best < _move(learner.now, rest, best, learner.second))


@part
def _learn_from_game(state: SixtoState, learner: Learner) -> None:
    """From the end back: what is left behind is worth what is chosen a turn later, and what came of that."""
    brought = float(score(state, 0).total * POINT)
    for turn in range(state.turns - 1, -1, -1):
        _move(learner.entries[turn], learner.rest[turn], brought, learner.first)
        brought = FAR * brought + (1 - FAR) * learner.known[turn]


# Values -------------------------------------------------------------------------------------------------


@part
def _note(picks: Any, stage: int, over: bool, thinking: Thinking, entries: Any) -> float:
    """Writes down the entries of the sheet after a crossing; gives what its value has besides them."""
    pad, maps = thinking.pad, thinking.maps
    low = high = time = 0
    rest = 0.0
    for entry in range(ENTRIES):
        entries[entry] = -1
    for colour in range(6):
        at = (colour * WAYS + picks[colour]) * FACTS
        low += pad.ways[at + LOW]
        high += pad.ways[at + HIGH]
        time += pad.ways[at + TIME]
        row = pad.ways[at + ROW]
        if row < 0 or over:
            rest += maps.points[pad.ways[at + MADE]]
        else:
            entries[colour] = stage * ROW_KINDS * AHEAD + row
    if over:
        return rest + column_points(low, high, maps)
    find_entries(low, high, time, stage, thinking)
    for entry in range(SHARED_TERMS):
        entries[6 + entry] = pad.found[entry]
    return rest


@part
def _move(entries: Any, rest: float, towards: float, lessons: Lessons) -> float:
    """Moves a value towards a better one; gives what it was."""
    worth, many = rest, 0
    for entry in entries:
        if entry >= 0:
            worth += lessons.values[entry]
            many += 1
    error = (towards - worth) / max(many, 1)
    for entry in entries:
        if entry >= 0:
            sizes = lessons.sizes[entry]
            rate = abs(lessons.errors[entry]) / sizes if sizes > 0 else 1.0
            lessons.values[entry] += rate * error
            lessons.errors[entry] += error
            lessons.sizes[entry] = sizes + abs(error)
    return worth
