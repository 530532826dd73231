"""What a long search would win at tables of two: `python -m sixes.lab.sixto.headroom [POSITIONS]`.

A master plays against an expert. At a random turn of each game, all crossings that the network finds about
as good as the master's are played on from, with the same dice, and with luck removed. Half of these games
choose, by what the network says two turns later, as a search of about a second would. The other half are
played to the end, and say what that wins.
"""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.features import outlook
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import (
    DecisionPoint,
    StateArrays,
    clear_turn,
    copy_arrays,
    cross,
    new_arrays,
    roll,
    set_outlooks,
    set_up,
    state_at,
    take_back,
)
from sixes.lab.sixto.self_play import MOST, WIN, GameMemory, new_games, store_position
from sixes.lab.sixto.table_learning import CHANCES
from sixes.lab.sixto.table_search import (
    UNKNOWN,
    all_cross,
    best_crossing,
    chance_after,
    expert_crossing,
    keeps,
    many_crossings,
    numbered_crossing,
    state_after,
)
from sixes.lab.sixto.table_values import evaluate, shipped_network
from sixes.rules.sheets import SHEETS
from sixes.rules.six import Six
from sixes.rules.sixto import end_turn, is_over, with_turn
from sixes.rules.turns import SixtoState

POSITIONS = 650
GAMES = 320
"""How often each crossing is played on from; half of these games choose."""
AHEAD = 2
"""Turns after which the network chooses."""
CANDIDATES = 8
CLOSE = 0.04
"""A crossing whose chance is so much lower is not played out."""
CHANGED = 2
"""In how many rows a crossing may differ from the master's."""
LATEST = 14
"""Turns; games at tables of two are seldom longer."""
OVER = DecisionPoint(2, 0, -1, 0, 0)


class Headroom(NamedTuple):
    """The arrays of a measurement."""

    games: GameMemory
    levels: Any
    """For each seat EXPERT, or 1 for the master."""
    start: StateArrays
    """The position at the decision."""
    wanted: Any
    """For each candidate its boxes; the first is the master's crossing."""
    chances: Any
    seen: Any
    """For each candidate and game the chance to win that the network sees some turns later, without luck."""
    results: Any
    """The same at its end."""


def new_headroom(games: int = GAMES) -> Headroom:
    """For so many games from each crossing."""
    network, wanted = shipped_network(), np.zeros((CANDIDATES, 6), np.int64)
    memory, levels = new_games(2, network, network), np.zeros(2, np.int64)
    seen, results = np.zeros((2, CANDIDATES, games))
    return Headroom(memory, levels, new_arrays(), wanted, np.zeros(CANDIDATES), seen, results)


@compiled
def play_until(key: int, game: int, turn: int, deals: tuple[Any, Any], room: Headroom) -> DecisionPoint:
    """Play a game until the master crosses in this turn. Its turn is -1 if the game ends before."""
    memory, (sheets, aheads), levels = room.games, deals, room.levels
    set_outlooks(2, game, aheads, memory.player.values.ahead)
    set_outlooks(2, game, aheads, memory.guide.values.ahead)
    state, master = set_up(2, game, sheets, memory.arrays), int(levels[1])
    while not is_over(state):
        clear_turn(state)
        roll(state, random_word(key, state.turns, 0))
        if not keeps(state, levels[state.active], memory.player):
            roll(state, random_word(key, state.turns, 1))
        if state.turns == turn:
            if state.active != master:
                wanted = expert_crossing(state, state.active, memory.player.weights)
                cross(state, state.active, take_back(state.turn.half[state.active]), wanted, 0)
            return DecisionPoint(2, state.closed, state.turns, state.active, master)
        all_cross(state, levels, memory.player)
        state = with_turn(end_turn(state, state.turn.half), state.turn)
    return OVER


@compiled
def find_candidates(point: DecisionPoint, room: Headroom) -> int:
    """Fill in the master's crossing and the best of those near it. Returns how many there are."""
    player, seat, found = room.games.player, point.seat, 1
    state, done = state_at(point, room.games.arrays), _done(point)
    usual, best = best_crossing(state, seat, done, player)
    _put_candidate(0, usual, best, room)
    player.closing[0] = UNKNOWN
    for number in range(many_crossings(state, seat)):
        wanted, changed = numbered_crossing(state, seat, number), 0
        for colour in range(6):
            changed += wanted[colour] != usual[colour]
        if 0 < changed <= CHANGED:
            chance, to = chance_after(state, seat, wanted, done, player), found
            if found == CANDIDATES:
                to = 1
                for at in range(2, CANDIDATES):
                    to = at if room.chances[at] < room.chances[to] else to
            if chance > (best - CLOSE if found < CANDIDATES else room.chances[to]):
                _put_candidate(to, wanted, chance, room)
                found = max(found, to + 1)
    return found


@jitable
def _done(point: DecisionPoint) -> int:
    """Who has crossed: the expert, if it is active."""
    return int(point.active != point.seat) << point.active


@jitable
def _put_candidate(to: int, wanted: Six, chance: float, room: Headroom) -> None:
    room.chances[to] = chance
    for colour in range(6):
        room.wanted[to, colour] = wanted[colour]


@compiled
def play_out(point: DecisionPoint, at: int, seed: int, room: Headroom) -> None:
    """Fill in the results of a candidate."""
    memory, row = room.games, room.wanted[at]
    wanted = (row[0], row[1], row[2], row[3], row[4], row[5])
    for game in range(len(room.results[at])):
        copy_arrays(room.start, memory.arrays)
        state = state_at(point, memory.arrays)
        memory.player.closing[0] = UNKNOWN
        after = state_after(state, point.seat, wanted, _done(point), memory.player)
        for seat in range(2):
            for colour in range(6):
                memory.arrays.crosses[seat, colour] = after.crosses[seat][colour]
        seats, sheets, _, closed, ends, turns, active, turn = after
        begun = SixtoState(seats, sheets, memory.arrays.crosses, closed, ends, turns, active, turn)
        key = game_key(seed, game)
        room.seen[at, game], room.results[at, game] = _play_on(begun, point.seat, key, room)


@not_inlined
def _play_on(state: SixtoState, seat: int, key: int, room: Headroom) -> tuple[float, float]:
    """Play a game to its end. Returns the chance some turns later and the result, less what the dice gave."""
    memory, levels, luck, begun, seen = room.games, room.levels, 0.0, state.turns, 0.0
    values = memory.player.values
    while not is_over(state) and state.turns < MOST:
        store_position(state, key, 0, False, memory)
        if state.turns == begun + AHEAD:
            seen = memory.seen[0, seat, WIN] - luck
        luck += memory.luck[0, seat, WIN]
        if not keeps(state, levels[state.active], memory.player):
            store_position(state, key, 0, True, memory)
            luck += memory.luck[0, seat, WIN]
        all_cross(state, levels, memory.player)
        state = with_turn(end_turn(state, state.turn.half), state.turn)
    evaluate(state, False, values)
    result = float(values.win[seat]) - luck
    return (seen if state.turns > begun + AHEAD else result), result


def gains(positions: int, seed: int, room: Headroom) -> Iterator[tuple[int, float]]:
    """For each position how many crossings were compared, and what the search wins more than the master."""
    sheets, game = tuple(SHEETS.values()), 0
    deals = np.array(sheets), np.array([outlook(sheet) for sheet in sheets])
    half = room.results.shape[1] // 2
    while positions:
        game += 1
        key, room.levels[:] = game_key(seed, game), (1 - game % 2, game % 2)
        point = play_until(key, game, random_word(key, CHANCES, 0) % LATEST, deals, room)
        if point.turns >= 0:
            positions -= 1
            copy_arrays(room.games.arrays, room.start)
            many = find_candidates(point, room)
            for at in range(many):
                play_out(point, at, key, room)
            chosen = room.seen[:many, :half].mean(axis=1).argmax()
            judged = room.results[:many, half:].mean(axis=1)
            yield many, float(judged[chosen] - judged[0])


def main(positions: int = POSITIONS) -> None:
    found: list[float] = []
    for _, gain in gains(positions, 1, new_headroom()):
        found.append(gain)
        if len(found) % 50 == 0 or len(found) == positions:
            error = 1.96 * np.std(found) / len(found) ** 0.5
            print(
                f"{len(found)} crossings: {100 * np.mean(found):+.3f}% ± {100 * error:.3f} each", flush=True
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
