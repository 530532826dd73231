"""Dice from a seed: the same in plain and in compiled code, in any order and on any machine.

A roll is a hash of its position (game, turn, first or second roll), not the next number of a sequence. So two
bots get the same dice whatever they do with them. For simulation only: at a table the dice come from
`play.dice`, where they can be verified.
"""

from sixes.rules.six import Six

WORD = 0xFFFFFFFF
"""32 bits. Products are cut to them at once, so that compiled ints, which overflow, give the same."""


def scramble(word: int) -> int:
    """A hash of a word: each bit depends on all bits of the input."""
    word = (word ^ word >> 16) * 0x7FEB352D & WORD
    word = (word ^ word >> 15) * 0x846CA68B & WORD
    return word ^ word >> 16


def game_key(seed: int, game: int) -> int:
    """A key of 62 bits for all randomness of one game, from a seed (below 2**62) and the game's number."""
    low = scramble(scramble(seed & WORD) ^ game & WORD)
    high = scramble(scramble(low ^ seed >> 32) + (game >> 32) & WORD)
    return low << 30 | high >> 2


def random_word(key: int, position: int, again: int) -> int:
    """The random word at a position of a game."""
    return scramble(scramble(position * 0x9E3779B1 + again * 0x85EBCA77 + key & WORD) ^ key >> 30)


def dice_from(word: int, closed: int) -> Six:
    """Six dice from a word; those of closed colours are 0."""
    a = word * 6
    b = (a & WORD) * 6
    c = (b & WORD) * 6
    d = (c & WORD) * 6
    e = (d & WORD) * 6
    f = (e & WORD) * 6
    return (
        0 if closed & 1 else (a >> 32) + 1,
        0 if closed & 2 else (b >> 32) + 1,
        0 if closed & 4 else (c >> 32) + 1,
        0 if closed & 8 else (d >> 32) + 1,
        0 if closed & 16 else (e >> 32) + 1,
        0 if closed & 32 else (f >> 32) + 1,
    )
