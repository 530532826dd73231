"""Sixem by chance: dice that do not help yet are thrown, marks fall anywhere; but no false STOP."""

import random

from sixes.rules.boards import NEITHER, Refusal
from sixes.rules.rounds import MARKING, ROLLING, STOP, THROW, Move, State, in_the_air, is_stop
from sixes.rules.six import has
from sixes.rules.sixem import legal, refusal

THROWS = 0.7
"""How likely it is to throw each die that does not help."""
DEEDS = 0.3
"""How likely it is to erase, or to give, where that can be done."""


class Random:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, state: State, seat: int) -> Move | None:
        if state.phase == ROLLING:
            return self.roll(state, seat)
        if state.phase == MARKING and state.round.marker != seat:
            return None
        moves = legal(state, seat)
        deeds = [move for move in moves if move.deed != NEITHER]
        if deeds and self.chance.random() < DEEDS:
            return self.chance.choice(deeds)
        return self.chance.choice([move for move in moves if move.deed == NEITHER]) if moves else None

    def roll(self, state: State, seat: int) -> Move | None:
        """Throws some of the dice in hand and of those that show a number a second time."""
        faces, air = state.round.dice[seat], in_the_air(state, seat)
        unkept = [die for die in range(6) if not has(air, die) and faces[die] in (0, *faces[:die])]
        some = [die for die in unkept if self.chance.random() < THROWS] or unkept
        move = Move(THROW, seat, state.now, sum(1 << die for die in some))
        if is_stop(state, seat):
            move = Move(STOP, seat, state.now)
        return move if refusal(state, move) == Refusal.FINE else None
