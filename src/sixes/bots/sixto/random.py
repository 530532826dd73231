"""Sixto at random: crosses any legal box, but takes nothing back, so that every game ends."""

import random

from sixes.rules.sixto import legal
from sixes.rules.turns import CROSS, DECIDING, DONE, ROLLING, UNDONE, SixtoMove, SixtoState

CROSSES = 0.75
"""The probability of crossing one more box rather than being done."""


class SixtoRandomBot:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, state: SixtoState, seat: int) -> SixtoMove | None:
        moves = legal(state, seat)
        if not moves or moves[0].kind == UNDONE:
            return None
        if state.turn.phase in (ROLLING, DECIDING):
            return self.chance.choice(moves)
        half = state.turn.half[seat]
        boxes = [move for move in moves if move.kind == CROSS and not half[move.colour]]
        if boxes and self.chance.random() < CROSSES:
            return self.chance.choice(boxes)
        return SixtoMove(DONE, seat)
