"""How a learnt value is moved: each entry at a rate of its own, which falls as the errors it sees begin to
cancel (temporal coherence). All of it is compiled where a loop calls it.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto_expert import Mind
from sixes.bots.sixto_features import AHEAD, ENDING, ROW_KINDS, SHARED_TERMS
from sixes.bots.sixto_search import (
    FACTS,
    HIGH,
    LOW,
    MADE,
    ROW,
    TIME,
    WAYS,
    Pad,
    Thinking,
    column_points,
    find_entries,
    level_at,
    rival_at,
    rival_level,
)
from sixes.lab.compiled import part
from sixes.lab.paper import Paper, look_ahead, set_up
from sixes.rules.turns import State

FAR = 0.7
"""How much what came of it in the end counts, rather than what was thought of it a turn later."""
MOST_TURNS = 150
"""Of a game that somebody learns from."""
OWN = 6 + SHARED_TERMS - 1
"""At a table, so many entries are about one's own points: those of the rows and of all they share but the
last."""
RIVAL = OWN + 1
"""The entry for the points that the best of the others has."""
ENTRIES = RIVAL + 1 + 6
"""Those are about the points of others, too: what each row does to them. -1 is no entry."""


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
    watching: bool
    """At a table: only look how others play."""
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
    """For each seat what is ahead on its sheet."""
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


# Playing ------------------------------------------------------------------------------------------------


@part
def dealt(game: int, course: Course, learner: Learner) -> State:
    """A new game to learn from."""
    deal = game * course.seats
    look_ahead(course.seats, deal, course.aheads, learner.ahead)
    return set_up(course.seats, deal, course.sheets, learner.paper)


# Values -------------------------------------------------------------------------------------------------


@part
def note(picks: Any, stage: int, over: bool, thinking: Thinking, entries: Any) -> float:
    """Writes down the entries of the sheet after a crossing; gives what its value has besides them."""
    pad, maps, standing = thinking.pad, thinking.maps, thinking.standing
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
            entries[RIVAL + 1 + colour] = -1 if standing.alone else rival_at(row, stage)
    if over:
        return _note_end(rest + column_points(low, high, maps), thinking, entries)
    find_entries(low, high, time, stage, thinking)
    for entry in range(SHARED_TERMS):
        entries[6 + entry] = pad.found[entry]
    if not standing.alone:
        entries[RIVAL] = rival_level(stage, standing)
    return rest


@part
def _note_end(points: float, thinking: Thinking, entries: Any) -> float:
    standing = thinking.standing
    if standing.alone:
        return points
    entries[RIVAL] = level_at(points - standing.rival, ENDING)
    return points - standing.rival


@part
def worth_of(entries: Any, rest: float, values: Any) -> float:
    worth = rest
    for entry in entries:
        if entry >= 0:
            worth += values[entry]
    return worth


@part
def move(entries: Any, rest: float, towards: float, lessons: Lessons) -> float:
    """Moves a value towards a better one; gives what it was."""
    worth, many = worth_of(entries, rest, lessons.values), 0
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
