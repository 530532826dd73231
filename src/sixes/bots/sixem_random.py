"""Sixem by chance: dice that do not help yet are thrown, marks fall anywhere; but no false STOP."""

import random

from sixes.rules.boards import NEITHER
from sixes.rules.rounds import MARK, ROLLING, STOP, THROW, Move, State, in_the_air, is_stop
from sixes.rules.six import has
from sixes.rules.sixem import legal

THROWS = 0.7
"""How likely it is to throw each die that does not help."""
DEEDS = 0.3
"""How likely it is to erase, or to give, where that can be done."""


class Random:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, state: State, seat: int) -> Move | None:
        moves = legal(state, seat)
        if not moves:
            return None
        if state.phase == ROLLING:
            return self.roll(state, seat)
        deeds = [move for move in moves if move.kind == MARK and move.deed != NEITHER]
        if deeds and self.chance.random() < DEEDS:
            return self.chance.choice(deeds)
        return self.chance.choice([move for move in moves if move.deed == NEITHER])

    def roll(self, state: State, seat: int) -> Move | None:
        """Throws some of the dice in hand and of those that show a number a second time."""
        if is_stop(state, seat):
            return Move(STOP, seat, state.now)
        faces, air = state.round.dice[seat], in_the_air(state, seat)
        helpless = [die for die in range(6) if not has(air, die) and faces[die] in (0, *faces[:die])]
        if not helpless:
            return None
        some = [die for die in helpless if self.chance.random() < THROWS] or helpless
        return Move(THROW, seat, state.now, sum(1 << die for die in some))
