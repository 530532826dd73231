"""Many games of Sixem in one compiled loop, through the rules themselves and in simulated time.

Bots act as they do at a table: each looks at its dice when they lie, and acts after the time that its level
needs; a throw lands a throw time later, whoever stops first ends the round. The same source plays in plain
Python (`sixem_plain`), with any bots.
"""

import time
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import overload, register_jitable

from sixes.bots.bot import NOTHING
from sixes.bots.sixem import (
    nearest as sixem_nearest,
)
from sixes.bots.sixem import (
    random as sixem_random,
)
from sixes.bots.sixem import (
    strategy as sixem_sense,
)
from sixes.bots.sixem.levels import SENSES, TEMPOS
from sixes.lab.compiler import part
from sixes.lab.dice import drawn, key_of, rolled
from sixes.lab.games import GameResults, Numbers, Simulation, nothing_played
from sixes.lab.sixem.arrays import Players, memory, new_state, players_in, sense_of, written
from sixes.rules.boards import NEITHER, SPINNER, line_count
from sixes.rules.rounds import (
    LAND,
    LAST_THROWS,
    MARKING,
    ROLLING,
    SPIN,
    START,
    STARTING,
    STOP,
    THROW,
    SixemMove,
    SixemState,
    highest,
    landing,
    playing,
)
from sixes.rules.six import NOBODY, NONE, Six, count, has
from sixes.rules.sixem import THROW_TIME, apply, is_over, with_round

RANDOM, NEAREST, SENSIBLE = range(3)
LEVELS = {"random": RANDOM, "nearest": NEAREST} | {name: SENSIBLE + at for at, name in enumerate(SENSES)}
"""The levels that play in this loop."""
DICE, LOOKS, WHIMS, STARTS, SPINNING = (place << 20 for place in range(5))
"""Where chance falls: each has places of its own for rounds and seats."""
ALL_DICE = 0b111111
NEVER = 1 << 60
LOOK_AGAIN = 1000
"""Milliseconds after which a bot that did nothing looks again."""
MOST_ROUNDS, MOST_EVENTS = 1000, 20_000
"""Of a game, and of rolling in a round: what goes on longer is broken off, and nobody has won."""


class Seating(NamedTuple):
    """For each game and seat who sits there, and what luck is dealt."""

    levels: Numbers
    quickest: Numbers
    slowest: Numbers
    deals: Numbers
    seed: int
    senses: int
    """Where it is written what levels know."""


def play(setting: Simulation, first: int, many: int) -> GameResults:
    """So many games of a setting, from this one on."""
    seats, senses = len(setting.bots), written(list(SENSES.values()))
    games: Any = np.arange(first, first + many)
    sitting = setting.bot_of(games[:, None], np.arange(seats))  # type: ignore[arg-type]
    tempos = np.array([TEMPOS[bot] for bot in setting.bots])[sitting]
    levels = np.array([LEVELS[bot] for bot in setting.bots])[sitting]
    deals = np.asarray(setting.deal(games))
    seating = Seating(levels, tempos[..., 0], tempos[..., 1], deals, setting.seed, senses.ctypes.data)
    played = nothing_played(first, many, seats)
    _games(0, seating, memory(), played)  # compiles, or loads what is compiled
    start = time.perf_counter()
    _games(many, seating, memory(), played)
    return played._replace(seconds=time.perf_counter() - start)


@njit(cache=True, nogil=True)
def _games(many: int, seating: Seating, words: Numbers, played: GameResults) -> None:
    seats = seating.levels.shape[1]
    for game in range(many):
        key = key_of(seating.seed, seating.deals[game])
        players = players_in(words, key, seating.senses)
        for seat in range(seats):
            players.bots[seat] = seating.levels[game, seat]
            players.quickest[seat] = seating.quickest[game, seat]
            players.slowest[seat] = seating.slowest[game, seat]
        note(whole_game(new_state(words, seats, THROW_TIME), players), key, game, played)


@part
def note(state: SixemState, key: int, game: int, played: GameResults) -> None:
    """What came of a game; one that was broken off is shared by all who still played."""
    played.turns[game], played.ends[game] = state.rounds, spun(key)
    best = 1 << state.winner if is_over(state) else playing(state)
    for seat in range(state.options.seats):
        played.points[game, seat] = line_count(state.boards[seat])
        played.crosses[game, seat] = count(state.boards[seat])
        played.won[game, seat] = has(best, seat) / count(best)


# A game -------------------------------------------------------------------------------------------------


@part
def whole_game(state: SixemState, players: Players) -> SixemState:
    state = begun(state, players.key)
    for _ in range(MOST_ROUNDS):
        state = rolled_out(state, players)
        if state.phase == ROLLING:
            break
        state = marked(state, players)
        if is_over(state):
            break
    return state


@part
def begun(state: SixemState, key: int) -> SixemState:
    """Everybody rolls, as often as it takes, and the highest spins."""
    again = 0
    while state.phase == STARTING:
        for seat in range(state.options.seats):
            face = (drawn(key, STARTS + seat, again) * 6 >> 32) + 1
            state = applied(state, made(START, seat, 0, (face, 0, 0, 0, 0, 0), NOBODY))
        again += 1
    seat = 0
    while highest(state.options.seats, state.starts) != 1 << seat:
        seat += 1
    return applied(state, made(SPIN, seat, 0, NONE, spun(key)))


@part
def spun(key: int) -> int:
    """Where the spinner comes to rest."""
    return drawn(key, SPINNING, 0) * len(SPINNER) >> 32


@part
def made(kind: int, seat: int, now: int, faces: Six, spun: int) -> SixemMove:
    """What chance does."""
    return SixemMove(kind, seat, now, 0, faces, spun, 0, NEITHER, 0)


@part
def marked(state: SixemState, players: Players) -> SixemState:
    """Everybody marks. Nobody is in a hurry now: it takes no time."""
    rounds, marks = state.rounds, 0
    while state.phase == MARKING and state.rounds == rounds:
        marks += 1
        state = applied(state, chosen(state, players, state.round.marker, -marks))
    return state


# Rolling ------------------------------------------------------------------------------------------------


@part
def rolled_out(state: SixemState, players: Players) -> SixemState:
    """All throw until one stops them, and the last dice land."""
    for seat in range(state.options.seats):
        players.thrown[seat] = 0
        players.due[seat] = looks(state, players, seat, state.now) if has(playing(state), seat) else NEVER
    for _ in range(MOST_EVENTS):
        state = next_event(state, players)
        if state.phase != ROLLING:
            break
    for seat in range(state.options.seats):
        if state.phase == LAST_THROWS and landing(state, seat, state.now):
            state = landed(state, players, seat, state.now)
    return state


@part
def next_event(state: SixemState, players: Players) -> SixemState:
    """Somebody's dice land, or somebody acts."""
    seat, due = 0, players.due
    for other in range(1, state.options.seats):
        if due[other] < due[seat]:
            seat = other
    now = due[seat] >> 1
    if due[seat] & 1 == 0:
        due[seat] = looks(state, players, seat, now)
        return landed(state, players, seat, now)
    move = chosen(at(state, now), players, seat, players.thrown[seat])
    if move.kind == NOTHING:
        due[seat] += 2 * LOOK_AGAIN
        return state
    after = applied(state, move)
    if move.kind == THROW:
        players.thrown[seat] += 1
        due[seat] = 2 * (now + state.options.throw_time)
    elif move.kind == STOP:  # a false one
        due[seat] = 2 * after.round.pauses[seat] + 1
    return after


@part
def looks(state: SixemState, players: Players, seat: int, now: int) -> int:
    """When a seat acts, that sees its dice lie now."""
    word = drawn(players.key, LOOKS + 8 * state.rounds + seat, players.thrown[seat])
    quickest: int = players.quickest[seat]
    slowest: int = players.slowest[seat]
    return 2 * (now + quickest + (word * (slowest - quickest + 1) >> 32)) + 1


@part
def landed(state: SixemState, players: Players, seat: int, now: int) -> SixemState:
    """The dice of a seat that are due; of each throw the dice depend on round, seat and throw alone."""
    word = drawn(players.key, DICE + 8 * state.rounds + seat, players.thrown[seat])
    faces = rolled(word, ALL_DICE & ~landing(state, seat, now))
    return applied(state, made(LAND, seat, now, faces, NOBODY))


@part
def at(state: SixemState, now: int) -> SixemState:
    """The same, a little later."""
    return with_round(state, state.phase, now, state.boards, state.round)


@register_jitable(forceinline=False)
def applied(state: SixemState, move: SixemMove) -> SixemState:
    """The game after a move. Compiled, the rules are one piece of code, with all their calls in place."""
    return _applied(state, move)


@register_jitable(forceinline=True)
def _applied(state: SixemState, move: SixemMove) -> SixemState:
    return apply(state, move)


# Who decides how ----------------------------------------------------------------------------------------


def chosen(state: SixemState, players: Players, seat: int, again: int) -> SixemMove:
    """What a bot does now; in plain Python it can be any bot."""
    move: SixemMove = players.bots[seat](state, seat, whim(state, players, seat, again))
    return move


@overload(chosen, strict=False)
def _chosen(state: Any, players: Any, seat: Any, again: Any) -> Any:  # noqa: ARG001 - by the types
    def by_level(state: SixemState, players: Players, seat: int, again: int) -> SixemMove:
        level = players.bots[seat]
        if level == RANDOM:
            return sixem_random.choose(state, seat, whim(state, players, seat, again))
        if level == NEAREST:
            return sixem_nearest.choose(state, seat)
        return sixem_sense.choose(state, seat, sense_of(players.senses, level - SENSIBLE))

    return by_level


@part
def whim(state: SixemState, players: Players, seat: int, again: int) -> int:
    """A word of chance, for bots that leave something to it."""
    return drawn(players.key, WHIMS + 8 * state.rounds + seat, again)
