"""How the expert's values are learnt: by playing against itself, compiled.

Each crossing leads to a sheet with a value. A turn later the same player knows better, since the dice have
spoken: the value is moved towards that of what they choose then (TD learning on afterstates). Each entry has
a rate of its own, which falls as the errors it sees begin to cancel (temporal coherence).
"""

from typing import Any, NamedTuple

from sixes.bots import sixto_nearest, sixto_steady
from sixes.bots.sixto_expert import Mind, before_first, before_second, boxes_of, look, standing_of
from sixes.bots.sixto_features import AHEAD, ENDING, LEAD, LEADS, POINT, ROW_KINDS, SHARED_TERMS
from sixes.bots.sixto_search import (
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
    lead_at,
)
from sixes.lab.chance import drawn, key_of, rolled
from sixes.lab.compiled import loop, part
from sixes.rules.rows import closes
from sixes.rules.six import NOBODY, Six, clockwise, count, everybody, has
from sixes.rules.sixto import ask_again, end_turn, is_over, score, winners, with_turn
from sixes.rules.turns import CROSSING, State, Turn

WIN = 40 * POINT
"""What a win is worth at a table besides its points."""
TURN = 2 * POINT
"""What a turn costs at a table: nobody has to cross anything, so those who wait for each other would never
come to an end."""
RACERS = 2
"""`nearest` and `steady` do not wait: who learns from games against themselves alone gets used to waiting."""
FAR = 0.7
"""How much what came of it in the end counts, rather than what was thought of it a turn later."""
MOST_TURNS = 150
"""Of a game that somebody learns from."""
ENTRIES = 6 + SHARED_TERMS + 1
"""Those of the rows, those that rows share, and the one for the lead; -1 where there is none."""


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
    seats: int
    racers: int
    """Who plays every other seat, as one of RACERS, or nobody."""
    sheets: Any
    aheads: Any


class Racing(NamedTuple):
    """Others who play along: who they are, and whether they have the even or the odd seats."""

    who: int
    side: int


class Paper(NamedTuple):
    """A table: arrays where a state has tuples, and what is ahead on its sheets."""

    sheets: Any
    crosses: Any
    half: Any
    asked: Any
    dice: Any
    ahead: Any


class Learner(NamedTuple):
    """Somebody who learns, and what they write on."""

    mind: Mind
    first: Lessons
    second: Lessons
    """Before the first and before the second roll, alone or at a table: the same values as the mind's."""
    pad: Pad
    table: Paper
    none: Any
    """No cross in any row, as the best of a pad has it."""
    now: Any
    """The entries of the sheet whose value is being learnt,"""
    entries: Any
    """and for each turn and seat those of the sheet that it left behind;"""
    rest: Any
    """what its value has besides them;"""
    known: Any
    """and what that was thought to be worth."""


@loop
def learn(course: Course, learner: Learner) -> float:
    """Plays games and learns from them; gives the points made in all."""
    points = 0.0
    for game in range(course.first, course.first + course.many):
        key, state = key_of(course.seed, game), _setup(game, course, learner.table)
        racing = Racing(course.racers, (game + 1) % 2)
        while not is_over(state) and state.turns < MOST_TURNS:
            _turn(key, state, racing, learner)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        _learn_from_game(state, racing, learner)
        for seat in range(state.seats):
            points += score(state, seat).total
    return points


@part
def _setup(game: int, course: Course, table: Paper) -> State:
    for seat in range(course.seats):
        sheet = (game * course.seats + seat) % len(course.sheets)
        for colour in range(6):
            table.sheets[seat, colour] = course.sheets[sheet, colour]
            table.crosses[seat, colour] = 0
        for at in range(course.aheads.shape[1]):
            table.ahead[seat, at] = course.aheads[sheet, at]
    turn = Turn(CROSSING, table.dice, table.half, 0, table.asked)
    return State(course.seats, table.sheets, table.crosses, 0, 0, 0, 0, turn)


# A turn -------------------------------------------------------------------------------------------------


@part
def _turn(key: int, state: State, racing: Racing, learner: Learner) -> None:
    """The active player rolls, and learns what a second roll is worth; then everybody crosses."""
    learner.table.half[:] = 0
    learner.table.asked[:] = 0
    seat = state.active
    _roll(state, drawn(key, state.turns, 0), learner.table)
    if _races(seat, racing):
        again = not _racer_keeps(state, seat, racing)
    else:
        again = _learn_second(state, _look(state, seat, learner), learner)
    if again:
        _roll(state, drawn(key, state.turns, 1), learner.table)
        if not _races(seat, racing):
            _learn_second(state, _look(state, seat, learner), learner)
    done = 0
    while done != everybody(state.seats):
        if not has(done, seat):
            learner.table.half[seat, :] = 0
            if _races(seat, racing):
                done = _crossed(state, seat, done, _racer_crossing(state, seat, racing), learner)
            else:
                done = _cross(state, seat, done, _look(state, seat, learner), learner)
        seat = clockwise(seat, state.seats)


@part
def _races(seat: int, racing: Racing) -> bool:
    return racing.who != NOBODY and seat % 2 == racing.side


@part
def _racer_keeps(state: State, seat: int, racing: Racing) -> bool:
    return sixto_nearest.keeps(state, seat) if racing.who == 0 else sixto_steady.keeps(state, seat)


@part
def _racer_crossing(state: State, seat: int, racing: Racing) -> Six:
    return sixto_nearest.crossing(state, seat) if racing.who == 0 else sixto_steady.crossing(state, seat)


@part
def _look(state: State, seat: int, learner: Learner) -> Thinking:
    """Finds the best crossing with the dice as they lie."""
    thinking = before_first(standing_of(state, seat), learner.mind, learner.pad)
    look(state, seat, learner.table.ahead[seat], thinking)
    return thinking


@part
def _roll(state: State, word: int, table: Paper) -> None:
    rolls = rolled(word, state.closed)
    for colour in range(6):
        table.dice[colour] = rolls[colour]


@part
def _cross(state: State, seat: int, done: int, thinking: Thinking, learner: Learner) -> int:
    """A seat makes the crossing it has found, and notes what it left behind; who is done after that."""
    pad, turn = thinking.pad, state.turns
    learner.known[turn, seat] = pad.tops[0]
    entries = learner.entries[turn, seat]
    learner.rest[turn, seat] = _note(pad.best, pad.best[STAGE], pad.best[OVER], thinking, entries)
    return _crossed(state, seat, done, boxes_of(0, pad), learner)


@part
def _crossed(state: State, seat: int, done: int, boxes: Six, learner: Learner) -> int:
    turn = Turn(CROSSING, state.turn.dice, state.turn.half, done | 1 << seat, state.turn.asked)
    for colour in range(6):
        learner.table.half[seat, colour] = boxes[colour]
    for colour in range(6):
        if boxes[colour] and closes(state.crosses[seat][colour] | boxes[colour]):
            turn = ask_again(state, turn, colour)
    return turn.done


@part
def _learn_second(state: State, thinking: Thinking, learner: Learner) -> bool:
    """A roll has shown what it brings: so much is another one worth. Was it less than was thought of that?"""
    standing, best = thinking.standing, thinking.pad.tops[0]
    second = before_second(standing, learner.mind, learner.pad)
    stage = case_of(state.closed, 0, standing).stage
    rest = _note(learner.none, stage, False, second, learner.now)
    return bool(best < _move(learner.now, rest, best, learner.second))


@part
def _learn_from_game(state: State, racing: Racing, learner: Learner) -> None:
    """From the end back: what is left behind is worth what is chosen a turn later, and what came of that."""
    won, cost = winners(state), TURN if state.seats > 1 else 0
    for seat in range(state.seats):
        if not _races(seat, racing):
            brought = float(score(state, seat).total * POINT)
            if state.seats > 1 and has(won, seat):
                brought += WIN / count(won)
            for turn in range(state.turns - 1, -1, -1):
                _move(learner.entries[turn, seat], learner.rest[turn, seat], brought, learner.first)
                brought = FAR * brought + (1 - FAR) * learner.known[turn, seat] - cost


# Values -------------------------------------------------------------------------------------------------


@part
def _note(picks: Any, stage: int, over: bool, thinking: Thinking, entries: Any) -> float:
    """Writes down the entries of the sheet after a crossing; gives what its value has besides them."""
    pad, maps, standing = thinking.pad, thinking.maps, thinking.standing
    low = high = time = 0
    rest = 0.0
    for colour in range(6):
        at = (colour * WAYS + picks[colour]) * FACTS
        low += pad.ways[at + LOW]
        high += pad.ways[at + HIGH]
        time += pad.ways[at + TIME]
        row = pad.ways[at + ROW]
        entries[colour] = -1
        if row >= 0 and not over:
            entries[colour] = stage * ROW_KINDS * AHEAD + row
        else:
            rest += maps.points[pad.ways[at + MADE]]
    find_entries(low, high, time, stage, thinking)
    for entry in range(SHARED_TERMS):
        entries[6 + entry] = -1 if over else pad.found[entry]
    if over:
        rest += column_points(low, high, maps)
    entries[ENTRIES - 1] = -1
    if not standing.alone:
        start = ENDING if over else LEAD + stage * LEADS
        entries[ENTRIES - 1] = lead_at(_worth(entries, rest, thinking.values), start, standing)
    return rest


@part
def _worth(entries: Any, rest: float, values: Any) -> float:
    worth = rest
    for entry in entries:
        if entry >= 0:
            worth += values[entry]
    return worth


@part
def _move(entries: Any, rest: float, towards: float, lessons: Lessons) -> float:
    """Moves a value towards a better one; gives what it was."""
    worth, many = _worth(entries, rest, lessons.values), 0
    for entry in entries:
        many += entry >= 0
    error = (towards - worth) / max(many, 1)
    for entry in entries:
        if entry >= 0:
            sizes = lessons.sizes[entry]
            rate = abs(lessons.errors[entry]) / sizes if sizes > 0 else 1.0
            lessons.values[entry] += rate * error
            lessons.errors[entry] += error
            lessons.sizes[entry] = sizes + abs(error)
    return worth
