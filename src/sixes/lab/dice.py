"""Dice from a seed, the same in plain and in compiled code, in any order and on any machine.

A roll is a hash of where it falls (game, turn, first or second roll), not the next number of a sequence: so
two bots can be given the same dice, whatever they do with them. For simulation alone: at a table the dice
are drawn by `play.dice`, where they can be verified.
"""

from sixes.rules.six import Six

WORD = 0xFFFFFFFF
"""32 bits. Products are cut to them at once, so it makes no difference that compiled ints overflow."""


def mixed(word: int) -> int:
    """A word scrambled: each bit of it depends on all bits of the other."""
    word = (word ^ word >> 16) * 0x7FEB352D & WORD
    word = (word ^ word >> 15) * 0x846CA68B & WORD
    return word ^ word >> 16


def key_of(seed: int, game: int) -> int:
    """The key to all dice of one game: 62 bits of a seed (below 2**62) and the game's number."""
    low = mixed(mixed(seed & WORD) ^ game & WORD)
    high = mixed(mixed(low ^ seed >> 32) + (game >> 32) & WORD)
    return low << 30 | high >> 2


def drawn(key: int, place: int, again: int) -> int:
    """The word that falls at a place of a game."""
    return mixed(mixed(place * 0x9E3779B1 + again * 0x85EBCA77 + key & WORD) ^ key >> 30)


def rolled(word: int, closed: int) -> Six:
    """Six dice from a word; those of closed colours show nothing."""
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
