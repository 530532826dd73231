"""Play many games of Sixem in one compiled loop, with the rules themselves and in simulated time.

Bots act as at a table: when its dice have landed, a bot acts after the reaction time of its level; a throw
lands a throw time later, and the first STOP ends the round. The same source plays in plain Python with any
bots (`plain`).
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import overload

from sixes.bots.sixem import marking, nearest, rolling
from sixes.bots.sixem import random as random_bot
from sixes.bots.sixem.levels import TEMPOS, WEIGHTS
from sixes.bots.sixem.nearest import ALL_DICE
from sixes.lab.compiler import jitable
from sixes.lab.dice import dice_from, game_key, random_word
from sixes.lab.games import GameResults, Numbers, Simulation, empty_results
from sixes.lab.inner import INNER
from sixes.lab.sixem.arrays import SixemPlayers, memory, new_players, new_state, weights_array, weights_of
from sixes.rules import rounds, sixem
from sixes.rules.boards import NEITHER, line_count
from sixes.rules.rounds import SixemMove, SixemState, playing
from sixes.rules.six import NOBODY, Six, count, has
from sixes.rules.sixem import THROW_TIME, is_over
from sixes.rules.spinner import SPINNER

RANDOM, NEAREST, WEIGHTED = range(3)
LEVELS = {"random": RANDOM, "nearest": NEAREST} | {name: WEIGHTED + at for at, name in enumerate(WEIGHTS)}
"""The levels that play in this loop."""
DICE, REACTIONS, CHOICES, STARTS, SPINNING = (kind << 20 for kind in range(5))
"""The positions of random words: each kind has a range of its own for rounds and seats."""
NEVER = 1 << 60
LOOK_AGAIN = 1000
"""Milliseconds after which a bot that did nothing is asked again."""
MOST_ROUNDS, MOST_EVENTS = 1000, 20_000
"""Limits for a game, and for the rolling of a round: a longer game is stopped, and all share the win."""
_weighted_roll: Callable[..., SixemMove] = njit(nogil=True, forceinline=False, **INNER)(rolling.roll)
_weighted_mark: Callable[..., SixemMove] = njit(nogil=True, forceinline=False, **INNER)(marking.mark)
"""They are too large to be inlined."""


class Seating(NamedTuple):
    """For each game and seat the bot, and for each game its deal."""

    levels: Numbers
    quickest: Numbers
    slowest: Numbers
    deals: Numbers
    seed: int
    all_weights: int | None
    """The address of the weights of all levels; None if no level with weights plays."""
    random: bool | None
    """None if `random` does not play."""


def play(simulation: Simulation, first: int, many: int) -> GameResults:
    """Play `many` games of a simulation from number `first` on."""
    seats, all_weights = len(simulation.bots), weights_array(list(WEIGHTS.values()))
    games: Any = np.arange(first, first + many)
    sitting = simulation.bot_of(games[:, None], np.arange(seats))  # type: ignore[arg-type]
    tempos = np.array([TEMPOS[bot] for bot in simulation.bots])[sitting]
    levels = np.array([LEVELS[bot] for bot in simulation.bots])[sitting]
    deals = np.asarray(simulation.deal(games))
    random = True if "random" in simulation.bots else None
    weights_at = all_weights.ctypes.data if WEIGHTS.keys() & simulation.bots else None
    seating = Seating(levels, tempos[..., 0], tempos[..., 1], deals, simulation.seed, weights_at, random)
    results = empty_results(first, many, seats)
    _games(0, seating, memory(), results)  # compiles, or loads from the cache
    start = time.perf_counter()
    _games(many, seating, memory(), results)
    return results._replace(seconds=time.perf_counter() - start)


@njit(cache=True, nogil=True, forceinline=True)
def _games(many: int, seating: Seating, words: Numbers, results: GameResults) -> None:
    seats = seating.levels.shape[1]
    for game in range(many):
        key = game_key(seating.seed, seating.deals[game])
        players = new_players(words, key, seating.all_weights, seating.random)
        for seat in range(seats):
            players.bots[seat] = seating.levels[game, seat]
            players.quickest[seat] = seating.quickest[game, seat]
            players.slowest[seat] = seating.slowest[game, seat]
        store_results(play_game(new_state(words, seats, THROW_TIME), players), key, game, results)


@jitable
def store_results(state: SixemState, key: int, game: int, results: GameResults) -> None:
    """Store the results of a game; all who still play share the win of one that was stopped."""
    results.turns[game], results.ends[game] = state.rounds, spun(key)
    best = 1 << state.winner if is_over(state) else playing(state)
    for seat in range(state.options.seats):
        results.points[game, seat] = line_count(state.boards[seat])
        results.crosses[game, seat] = count(state.boards[seat])
        results.won[game, seat] = has(best, seat) / count(best)


@jitable
def play_game(state: SixemState, players: SixemPlayers) -> SixemState:
    state = after_start(state, players.key)
    for _ in range(MOST_ROUNDS):
        state = after_rolling(state, players)
        if state.phase == rounds.ROLLING:
            break
        state = after_marking(state, players)
        if is_over(state):
            break
    return state


@jitable
def after_start(state: SixemState, key: int) -> SixemState:
    """Everybody rolls until one is highest, who spins."""
    again = 0
    while state.phase == rounds.STARTING:
        for seat in range(state.options.seats):
            face = (random_word(key, STARTS + seat, again) * 6 >> 32) + 1
            state = sixem.start(state, chance_move(rounds.START, seat, 0, (face, 0, 0, 0, 0, 0)))
        again += 1
    return sixem.begin_game(state, SPINNER[spun(key)], 0)


@jitable
def spun(key: int) -> int:
    """The index of the pattern where the spinner stops."""
    return random_word(key, SPINNING, 0) * len(SPINNER) >> 32


@jitable
def chance_move(kind: int, seat: int, now: int, faces: Six) -> SixemMove:
    """A move with random numbers."""
    return SixemMove(kind, seat, now, 0, faces, NOBODY, 0, NEITHER, 0)


@jitable
def after_marking(state: SixemState, players: SixemPlayers) -> SixemState:
    """Everybody marks; that takes no simulated time."""
    this_round, mark_move = state.rounds, 0
    while state.phase == rounds.MARKING and state.rounds == this_round:
        mark_move += 1
        state = sixem.mark(state, chosen_mark(state, players, state.round.marker, -mark_move))
    return state


@jitable
def after_rolling(state: SixemState, players: SixemPlayers) -> SixemState:
    """All throw until one calls STOP, then the last dice land."""
    for seat in range(state.options.seats):
        players.thrown[seat] = 0
        acts = has(playing(state), seat)
        players.due[seat] = action_time(state, players, seat, state.now) if acts else NEVER
    for _ in range(MOST_EVENTS):
        state = next_event(state, players)
        if state.phase != rounds.ROLLING:
            break
    for seat in range(state.options.seats):
        if state.phase == rounds.LAST_THROWS and rounds.landing(state, seat, state.now):
            state = after_landing(state, players, seat, state.now)
    return state


@jitable
def next_event(state: SixemState, players: SixemPlayers) -> SixemState:
    """Handle the next event: somebody's dice land, or somebody acts."""
    seat, due = 0, players.due
    for other in range(1, state.options.seats):
        if due[other] < due[seat]:
            seat = other
    now = due[seat] >> 1
    if due[seat] & 1 == 0:
        due[seat] = action_time(state, players, seat, now)
        return after_landing(state, players, seat, now)
    move = chosen_roll(at_time(state, now), players, seat, players.thrown[seat])
    if move.kind == rounds.THROW:
        players.thrown[seat] += 1
        due[seat] = 2 * (now + state.options.throw_time)
        return sixem.throw(state, move)
    if move.kind == rounds.STOP:
        state = sixem.stop(state, move)
        due[seat] = 2 * state.round.pauses[seat] + 1  # it was a false one, if the round goes on
        return state
    due[seat] += 2 * LOOK_AGAIN
    return state


@jitable
def action_time(state: SixemState, players: SixemPlayers, seat: int, now: int) -> int:
    word = random_word(players.key, REACTIONS + 8 * state.rounds + seat, players.thrown[seat])
    quickest: int = players.quickest[seat]
    slowest: int = players.slowest[seat]
    return 2 * (now + quickest + (word * (slowest - quickest + 1) >> 32)) + 1


@jitable
def after_landing(state: SixemState, players: SixemPlayers, seat: int, now: int) -> SixemState:
    """The dice of a seat that are due land. They depend only on the round, the seat and the throw."""
    word = random_word(players.key, DICE + 8 * state.rounds + seat, players.thrown[seat])
    faces = dice_from(word, ALL_DICE & ~rounds.landing(state, seat, now))
    return sixem.land(state, chance_move(rounds.LAND, seat, now, faces))


@jitable
def at_time(state: SixemState, now: int) -> SixemState:
    """The same state at a later time."""
    return sixem.with_round(state, state.phase, now, state.boards, state.round)


# In plain Python any bot can play; compiled, each level has a function for rolling and one for marking.


def chosen_roll(state: SixemState, players: SixemPlayers, seat: int, again: int) -> SixemMove:
    """What a bot does while all roll. Nothing keeps it from acting: events come in the order of time."""
    return asked(state, players, seat, again)


def chosen_mark(state: SixemState, players: SixemPlayers, seat: int, again: int) -> SixemMove:
    """The next mark of a bot."""
    return asked(state, players, seat, again)


def asked(state: SixemState, players: SixemPlayers, seat: int, again: int) -> SixemMove:
    move: SixemMove = players.bots[seat](state, seat, bot_chance(state, players, seat, again))
    return move


@overload(chosen_roll, jit_options=INNER, strict=False)
def _chosen_roll(state: Any, players: Any, seat: Any, again: Any) -> Any:  # noqa: ARG001 - numba looks at the types
    def by_level(state: SixemState, players: SixemPlayers, seat: int, again: int) -> SixemMove:
        chance = random_bot_chance(state, players, seat, again, players.random)
        return level_roll(state, seat, players.bots[seat], chance, players.all_weights)

    return by_level


@overload(chosen_mark, jit_options=INNER, strict=False)
def _chosen_mark(state: Any, players: Any, seat: Any, again: Any) -> Any:  # noqa: ARG001
    def by_level(state: SixemState, players: SixemPlayers, seat: int, again: int) -> SixemMove:
        chance = random_bot_chance(state, players, seat, again, players.random)
        return level_mark(state, seat, players.bots[seat], chance, players.all_weights)

    return by_level


# Numba leaves out the branches of what is None, if an argument alone is asked for that, before anything else.


@jitable
def level_roll(
    state: SixemState, seat: int, level: int, chance: int | None, all_weights: int | None
) -> SixemMove:
    if all_weights is not None:  # noqa: SIM102
        if level >= WEIGHTED:
            return _weighted_roll(state, seat, weights_of(all_weights, level - WEIGHTED))
    if chance is not None:  # noqa: SIM102
        if level == RANDOM:
            return random_bot.roll(state, seat, chance)
    return nearest.roll(state, seat)


@jitable
def level_mark(
    state: SixemState, seat: int, level: int, chance: int | None, all_weights: int | None
) -> SixemMove:
    if all_weights is not None:  # noqa: SIM102
        if level >= WEIGHTED:
            return _weighted_mark(state, seat, weights_of(all_weights, level - WEIGHTED))
    if chance is not None:  # noqa: SIM102
        if level == RANDOM:
            return random_bot.mark(state, seat, chance)
    return nearest.mark(state, seat)


@jitable
def random_bot_chance(
    state: SixemState, players: SixemPlayers, seat: int, again: int, random: bool | None
) -> int | None:
    """None if `random` does not play."""
    if random is None:
        return None
    return bot_chance(state, players, seat, again)


@jitable
def bot_chance(state: SixemState, players: SixemPlayers, seat: int, again: int) -> int:
    """A random word for bots that play at random."""
    return random_word(players.key, CHOICES + 8 * state.rounds + seat, again)
