"""A bot for Sixto as a function, and one as a class; each plays 100 games against the level `nearest`."""

import random
from collections.abc import Callable

from sixes.bots import make
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.six import has
from sixes.rules.turns import CROSS, CROSSING, DONE, ROLL, SixtoMove, SixtoState


def leftmost(state: SixtoState, seat: int, reach: int = 12) -> SixtoMove:
    """Keep every roll, then cross the leftmost box of each row, if it is within reach of the last cross."""
    moves, half, crosses = sixto.legal(state, seat), state.turn.half[seat], state.crosses[seat]
    if state.turn.phase != CROSSING:
        return moves[-1]
    free = [move for move in moves if move.kind == CROSS and not half[move.colour]]
    near = [move for move in free if move.place - crosses[move.colour].bit_length() < reach]
    return min(near, key=lambda move: move.place, default=SixtoMove(DONE, seat))


class Careful:
    def __init__(self, reach: int) -> None:
        self.reach = reach

    def choose(self, state: SixtoState, seat: int) -> SixtoMove:
        return leftmost(state, seat, self.reach)


def wins(choose: Callable[[SixtoState, int], SixtoMove], seed: int) -> bool:
    dice, bots = random.Random(seed), (choose, make("nearest", "sixto", seed).choose)
    state = sixto.setup((SHEETS["A"], SHEETS["B"]))
    while not sixto.is_over(state):
        seat = int(has(state.turn.done, 0)) if state.turn.phase == CROSSING else state.active
        move = bots[seat](state, seat)
        if move.kind == ROLL:
            rolled = (0 if has(state.closed, die) else dice.randint(1, 6) for die in range(6))
            move = move._replace(dice=tuple(rolled))
        state = sixto.apply(state, move)
    return has(sixto.winners(state), 0)


print("leftmost wins", sum(wins(leftmost, seed) for seed in range(100)), "of 100 games")
print("Careful wins", sum(wins(Careful(reach=3).choose, seed) for seed in range(100)), "of 100 games")
