"""Rolls that stand for all rolls: Latin squares, drawn anew for each turn and apart from its own dice.

In a square of six rolls every die shows 1 to 6 once, in random order. So each of its rolls alone is as random
as any roll, and the mean of a function over the square is an unbiased estimate of its expectation. What a
function owes to single dice it even gets exactly right.
"""

from typing import Any

from sixes.lab.compiler import jitable
from sixes.lab.dice import WORD, game_key, random_word

LABEL = 1 << 20
"""Sets the words of squares apart from those of the game, and of its bots."""


@jitable
def draw_squares(key: int, turn: int, rolls: Any) -> None:
    """Fill in the rolls of a turn: six for each square, with six dice each."""
    apart, squares = game_key(key, LABEL), len(rolls) // 6
    for square in range(squares):
        draw_square(apart, turn * squares + square, rolls[6 * square :])


@jitable
def draw_square(key: int, number: int, rolls: Any) -> None:
    """Fill in the six rolls of one square."""
    for die in range(6):
        word = random_word(key, number * 6 + die, 0)
        for at in range(6):
            word *= at + 1
            other, word = word >> 32, word & WORD
            rolls[at, die] = rolls[other, die]
            rolls[other, die] = at + 1


@jitable
def set_dice(rolls: Any, at: int, closed: int, dice: Any) -> None:
    """Lay out one of the rolls; dice of closed colours are 0."""
    for die in range(6):
        dice[die] = 0 if closed >> die & 1 else rolls[at, die]
