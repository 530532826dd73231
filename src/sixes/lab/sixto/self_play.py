"""Games that the master plays with itself and with experts, to learn from what comes of them.

Some games begin with turns in which some cross wildly, so that positions of all kinds are met. Every position
before a roll is stored with what came of it, for each seat: points and chance to win, as the player's network
sees them later in the game, and at last as they were (TD(lambda)). From that the luck of the dice is taken
away: what each roll was worth more than the mean of six rolls of a Latin square (see `luck`). What rolls are
worth is said by a network that does not change meanwhile. So its errors add no bias, and cannot grow.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import (
    StateArrays,
    as_array,
    clear_turn,
    new_arrays,
    roll,
    set_outlooks,
    set_up,
)
from sixes.lab.sixto.luck.rolls import LABEL, draw_square, set_dice
from sixes.lab.sixto.table_learning import CHANCES, LATEST, cross_wildly
from sixes.lab.sixto.table_search import (
    EXPERT,
    SearchMemory,
    after_turn,
    all_cross,
    expert_keeps,
    keeps,
    new_search,
)
from sixes.lab.sixto.table_values import FEATURES, MasterNetwork, ValueMemory, evaluate, find_all_features
from sixes.rules.sixto import end_turn, is_over, score, with_turn
from sixes.rules.turns import SixtoState

MOST = 140
"""Positions of a game; longer games are left out."""
SQUARE = 6
"""The rolls of a square."""
WIN, POINTS = range(2)
LAMBDA = 0.7
"""How much what came later counts, compared with how the network saw the next position."""


class Positions(NamedTuple):
    """Positions to learn from; the oldest are replaced."""

    features: Any
    now: Any
    """For each seat its points."""
    targets: Any
    """For each seat its share of the win and its final points in units, without luck."""
    stored: Any
    """How many were stored in all."""


class GameMemory(NamedTuple):
    """The arrays of games at tables of one size."""

    arrays: StateArrays
    experts: Any
    """For each seat EXPERT."""
    player: SearchMemory
    guide: SearchMemory
    """Its network says what rolls are worth."""
    features: Any
    now: Any
    """Of each position of the game, as in Positions."""
    seen: Any
    """For each position and seat how the player's network sees it."""
    luck: Any
    """What the roll after each position gave."""
    rolls: Any
    again: Any
    """For each seat what the second roll is worth."""
    targets: Any


class SelfPlay(NamedTuple):
    """Which games are played."""

    seed: int
    first: int
    many: int
    sheets: Any
    aheads: Any
    levels: Any
    """For each seat EXPERT, or 1 for a master."""


def new_positions(many: int, seats: int) -> Positions:
    features, targets = np.zeros((many, seats, FEATURES), np.int16), np.zeros((many, seats, 2), np.float32)
    return Positions(features, np.zeros((many, seats), np.float32), targets, np.zeros(1, np.int64))


def new_games(seats: int, network: MasterNetwork, guide: MasterNetwork) -> GameMemory:
    return GameMemory(
        arrays=new_arrays(),
        experts=np.full(seats, EXPERT),
        player=new_search(seats, network, 0.0),
        guide=new_search(seats, guide, 0.0),
        features=np.zeros((MOST, seats, FEATURES), np.int64),
        now=np.zeros((MOST, seats)),
        seen=np.zeros((MOST, seats, 2)),
        luck=np.zeros((MOST, seats, 2)),
        rolls=np.zeros((SQUARE, 6), np.int64),
        again=np.zeros((seats, 2)),
        targets=np.zeros((seats, 2)),
    )


@compiled
def play_games(games: SelfPlay, memory: GameMemory, positions: Positions) -> None:
    """Play games and store their positions."""
    levels, seats = games.levels, len(games.levels)
    for game in range(games.first, games.first + games.many):
        key = game_key(games.seed, game)
        set_outlooks(seats, game, games.aheads, memory.player.values.ahead)
        set_outlooks(seats, game, games.aheads, memory.guide.values.ahead)
        state = _wild_turns(key, set_up(seats, game, games.sheets, memory.arrays), memory)
        begun, forced, many = state.turns, random_word(key, CHANCES, 0) & 3 == 0, 0
        while not is_over(state) and many < MOST - 1:
            again = forced and state.turns == begun
            if not again:
                store_position(state, key, many, False, memory)
                many += 1
                again = not keeps(state, levels[state.active], memory.player)
            if again:
                store_position(state, key, many, True, memory)
                many += 1
            all_cross(state, levels, memory.player)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        if is_over(state):
            _store_game(state, many, memory, positions)


@not_inlined
def _wild_turns(key: int, state: SixtoState, memory: GameMemory) -> SixtoState:
    """The first turns of half of the games: some cross wildly now and then, and otherwise as experts."""
    until = random_word(key, CHANCES, 1) % (2 * LATEST) - LATEST
    while not is_over(state) and state.turns < until:
        clear_turn(state)
        roll(state, random_word(key, state.turns, 0))
        all_cross(state, memory.experts, memory.player)
        cross_wildly(key, state)
        state = with_turn(end_turn(state, state.turn.half), state.turn)
    return state


@not_inlined
def store_position(state: SixtoState, key: int, at: int, again: bool, memory: GameMemory) -> None:
    """Store a position before a roll, make that roll, and measure its luck."""
    values, luck, word = memory.guide.values, memory.luck[at], random_word(key, state.turns, int(again))
    if not again:
        evaluate(state, True, values)
        _copy_worth(state.seats, values, memory.again)
    evaluate(state, again, memory.player.values)
    _copy_worth(state.seats, memory.player.values, memory.seen[at])
    find_all_features(state, again, values, memory.features[at])
    for seat in range(state.seats):
        memory.now[at, seat] = score(state, seat).total
        luck[seat, WIN] = luck[seat, POINTS] = 0.0
    roll(state, word)
    _add_worth(state, again, 1.0, luck, memory)
    draw_square(game_key(key, LABEL), 2 * state.turns + again, memory.rolls)
    for one in range(SQUARE):
        set_dice(memory.rolls, one, state.closed, as_array(state.turn.dice))
        _add_worth(state, again, -1.0 / SQUARE, luck, memory)
    clear_turn(state)
    roll(state, word)


@jitable
def _copy_worth(seats: int, values: ValueMemory, worth: Any) -> None:
    for seat in range(seats):
        worth[seat, WIN], worth[seat, POINTS] = values.win[seat], values.points[seat]


@not_inlined
def _add_worth(state: SixtoState, again: bool, times: float, luck: Any, memory: GameMemory) -> None:
    """Add so many times what this roll is worth, if all play as experts do."""
    clear_turn(state)
    guide, worth = memory.guide, memory.again
    if again or expert_keeps(state, state.active, guide.weights):
        all_cross(state, memory.experts, guide)
        evaluate(after_turn(state, state.turn.half, guide), False, guide.values)
        worth = memory.targets
        _copy_worth(state.seats, guide.values, worth)
    for seat in range(state.seats):
        for kind in range(2):
            luck[seat, kind] += times * worth[seat, kind]


@not_inlined
def _store_game(end: SixtoState, many: int, memory: GameMemory, positions: Positions) -> None:
    """Add the positions of a game, from the last one back: the luck after each is taken away."""
    evaluate(end, False, memory.guide.values)
    _copy_worth(end.seats, memory.guide.values, memory.targets)
    for back in range(many):
        at, to = many - 1 - back, positions.stored[0] % len(positions.now)
        for seat in range(end.seats):
            positions.now[to, seat] = memory.now[at, seat]
            for kind in range(2):
                target = memory.targets[seat, kind] - memory.luck[at, seat, kind]
                positions.targets[to, seat, kind] = target
                seen = memory.seen[at, seat, kind]
                memory.targets[seat, kind] = seen + LAMBDA * (target - seen)
            for feature in range(FEATURES):
                positions.features[to, seat, feature] = memory.features[at, seat, feature]
        positions.stored[0] += 1
