"""The most that one who knows all dice of a game alone can make, less what the dice are charged with.

From turn to turn the best positions are kept, a beam of them. The true maximum can be elsewhere: what a beam
finds is at most the maximum, so it is an estimate, and no bound.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import search
from sixes.bots.sixto.search import Case, SearchContext
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import random_word
from sixes.lab.sixto.arrays import roll
from sixes.lab.sixto.bound.expectations import (
    RollMemory,
    context_of,
    draw_turn,
    expectation,
    find_options,
    first_worth,
    kept_worth,
    look_ahead,
    set_crossed,
    state_of,
)
from sixes.rules.turns import SixtoState

NOTHING = -1e9
SHORTLIST = 4
"""For each place in the beam so many positions are looked at, one turn ahead."""
COUNT, LEAST = range(2)


class Beam(NamedTuple):
    """Positions before the first roll of a turn."""

    crosses: Any
    charged: Any
    """For each position what the dice on the way were charged with; what was bad luck is positive."""
    worth: Any
    """The same with what the position is worth."""
    facts: Any
    """How many positions there are, and which is worth least."""


class PathMemory(NamedTuple):
    rolls: RollMemory
    start: Any
    """The crosses that games begin with."""
    beam: Beam
    shortlist: Beam


@compiled
def measure_path(key: int, knowing: bool, memory: PathMemory) -> float:
    """What is made of these dice by one who knows them, or by the expert, in 64ths of a point."""
    return _solve_path(key, memory) if knowing else _play_path(key, memory)


@not_inlined
def _solve_path(key: int, memory: PathMemory) -> float:
    """The most that a beam finds."""
    beam, shortlist, rolls = memory.beam, memory.shortlist, memory.rolls
    best, turn = NOTHING, 0
    for colour in range(6):
        beam.crosses[0, colour] = memory.start[colour]
    beam.charged[0], beam.facts[COUNT] = 0.0, 1
    while beam.facts[COUNT]:
        draw_turn(key, turn, rolls)
        shortlist.facts[COUNT] = 0
        for at in range(beam.facts[COUNT]):
            for colour in range(6):
                rolls.here[colour] = beam.crosses[at, colour]
            best = max(best, _expand(beam.charged[at], key, turn, memory))
        _look_at(shortlist, rolls)
        _choose(shortlist, beam)
        turn += 1
    return best


@not_inlined
def _expand(charged: float, key: int, turn: int, memory: PathMemory) -> float:
    """Put all positions after this turn on the list. Returns the most that a game makes that ends now."""
    state = state_of(memory.rolls.here, memory.rolls.solo.arrays)
    context = context_of(state, memory.rolls.solo)
    expected = expectation(state, context, memory.rolls)
    roll(state, random_word(key, turn, 0))
    charged += expected.first - first_worth(kept_worth(state, context, memory.rolls), expected)
    best = _list_crossings(charged, state, context, memory)
    roll(state, random_word(key, turn, 1))
    charged += expected.second - kept_worth(state, context, memory.rolls)
    return max(best, _list_crossings(charged, state, context, memory))


@not_inlined
def _list_crossings(charged: float, state: SixtoState, context: SearchContext, memory: PathMemory) -> float:
    closable = find_options(state, context, memory.rolls.solo)
    closing, best = closable, NOTHING
    while True:
        case = search.case_of(state.closed | closing, closing, context.step)
        best = max(best, _list_case(charged, case, context, memory))
        if closing == 0:
            return best
        closing = closing - 1 & closable


@jitable
def _list_case(charged: float, case: Case, context: SearchContext, memory: PathMemory) -> float:
    """List the crossings that close exactly these colours."""
    shortlist, best = memory.shortlist, NOTHING
    for crossing in range(search.list_crossings(case, context)):
        value, over = search.value_of(crossing, case, context)
        worth = charged + value
        if over:
            best = max(best, worth)
        elif shortlist.facts[COUNT] < len(shortlist.worth) or worth > shortlist.worth[shortlist.facts[LEAST]]:
            set_crossed(context.buffers.picks[crossing], memory.rolls, memory.rolls.solo.arrays.half[0])
            _add(memory.rolls.solo.arrays.half[0], charged, worth, shortlist)
    return best


@not_inlined
def _add(crosses: Any, charged: float, worth: float, beam: Beam) -> None:
    """Take a position into a beam: in place of the same one if that is worth less, or of the least."""
    at = _place_of(crosses, beam)
    if at < beam.facts[COUNT]:
        if worth <= beam.worth[at]:
            return
    elif at < len(beam.worth):
        beam.facts[COUNT] += 1
    else:
        at = beam.facts[LEAST]
    for colour in range(6):
        beam.crosses[at, colour] = crosses[colour]
    beam.charged[at], beam.worth[at] = charged, worth
    least = 0
    for other in range(beam.facts[COUNT]):
        if beam.worth[other] < beam.worth[least]:
            least = other
    beam.facts[LEAST] = least


@jitable
def _place_of(crosses: Any, beam: Beam) -> int:
    """Where a position is in a beam; after all others if it is not there."""
    for at in range(beam.facts[COUNT]):
        same = True
        for colour in range(6):
            same = same and beam.crosses[at, colour] == crosses[colour]
        if same:
            return at
    return int(beam.facts[COUNT])


@not_inlined
def _look_at(shortlist: Beam, rolls: RollMemory) -> None:
    """Value the positions on the list by looking a turn ahead."""
    for at in range(shortlist.facts[COUNT]):
        worth = look_ahead(shortlist.crosses[at], rolls.later, rolls.solo)
        shortlist.worth[at] = shortlist.charged[at] + worth


@not_inlined
def _choose(shortlist: Beam, beam: Beam) -> None:
    """Fill the beam with the best of the list."""
    beam.facts[COUNT] = 0
    for at in range(shortlist.facts[COUNT]):
        worth = shortlist.worth[at]
        if beam.facts[COUNT] < len(beam.worth) or worth > beam.worth[beam.facts[LEAST]]:
            _add(shortlist.crosses[at], shortlist.charged[at], worth, beam)


@not_inlined
def _play_path(key: int, memory: PathMemory) -> float:
    """What the expert, who does not know the dice, makes of them with the same charges."""
    rolls, solo, charged, turn = memory.rolls, memory.rolls.solo, 0.0, 0
    for colour in range(6):
        rolls.here[colour] = memory.start[colour]
    while True:
        draw_turn(key, turn, rolls)
        state = state_of(rolls.here, solo.arrays)
        context = context_of(state, solo)
        expected = expectation(state, context, rolls)
        roll(state, random_word(key, turn, 0))
        charged += expected.first - first_worth(kept_worth(state, context, rolls), expected)
        again = SearchContext(context.step, solo.solo.second, solo.solo.lookup, solo.buffers)
        find_options(state, context, solo)
        if rolls.tops.worth[0] < search.worth_now(state.closed, again):
            roll(state, random_word(key, turn, 1))
            charged += expected.second - kept_worth(state, context, rolls)
        if rolls.tops.over[0]:
            return float(charged + rolls.tops.worth[0])
        for colour in range(6):
            rolls.here[colour] = rolls.tops.crosses[0, colour]
        turn += 1
