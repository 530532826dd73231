"""A game of Sixto, alone on sheet A.

By random moves: python examples/play_a_game.py
By your own:     python examples/play_a_game.py me
"""

import random
import sys

from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.six import has
from sixes.rules.turns import ROLL, SixtoMove, SixtoState

chance = random.Random(1)


def ask(state: SixtoState) -> SixtoMove:
    """Your move: roll, keep, a box like c7, -c7 to take it back, or done."""
    print(state)
    while True:
        try:
            return SixtoMove.parse(input("> "))
        except ValueError as error:
            print(error)


state = sixto.setup((SHEETS["A"],))
while not sixto.is_over(state):
    move = ask(state) if "me" in sys.argv else chance.choice(sixto.legal(state, 0))
    if move.kind == ROLL:
        rolled = (0 if has(state.closed, die) else chance.randint(1, 6) for die in range(6))
        move = move._replace(dice=tuple(rolled))
    refusal = sixto.refusal(state, move)
    print(f"{move}: {refusal.name}" if refusal else move)
    state = state if refusal else sixto.apply(state, move)
print(state)
