"""Sixem by chance: dice that do not help yet are thrown, marks fall anywhere; but no false STOP."""

import random

from sixes.bots.bot import NOTHING
from sixes.bots.sixem.nearest import laid, move, showing, start
from sixes.rules.boards import ERASE, GIVE, NEITHER, cell_of
from sixes.rules.rounds import (
    MARK,
    MARKING,
    ROLLING,
    STOP,
    THROW,
    SixemMove,
    SixemState,
    in_the_air,
    is_stop,
    lands_first,
    playing,
)
from sixes.rules.six import NOBODY, NONE, count, has

THROWS = 11
"""Of 16 times, how often it throws a die that does not help."""
DEEDS = 5
"""Of 16 times, how often it erases, or gives, where that can be done."""


class Random:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, state: SixemState, seat: int) -> SixemMove | None:
        chosen = choose(state, seat, self.chance.getrandbits(32))
        return None if chosen.kind == NOTHING else chosen


def choose(state: SixemState, seat: int, chance: int) -> SixemMove:
    """What to do, by 32 bits of chance."""
    if has(playing(state), seat):
        if state.phase == ROLLING:
            return roll(state, seat, chance)
        if state.phase == MARKING and state.round.marker == seat:
            return mark(state, seat, chance)
    return start(state, seat)


def roll(state: SixemState, seat: int, chance: int) -> SixemMove:
    """Throws some of the dice in hand and of those that show a number a second time."""
    if lands_first(state, state.now) or state.now < state.round.pauses[seat]:
        return move(state, NOTHING, seat)
    if is_stop(state, seat):
        return move(state, STOP, seat)
    lie, unkept = laid(state.round.dice[seat]), 0b111111 & ~in_the_air(state, seat)
    for number in range(1, 7):
        shown = showing(lie, number)
        unkept &= ~(shown & -shown)
    some = 0
    for die in range(6):
        if has(unkept, die) and chance >> 4 * die & 15 < THROWS:
            some |= 1 << die
    dice = some or unkept
    return move(state, THROW if dice else NOTHING, seat, dice)


def mark(state: SixemState, seat: int, chance: int) -> SixemMove:
    """Any die whose number is still to mark; where others can be erased, or given to, now and then that."""
    usable = 0
    for die in range(6):
        if has(state.round.to_mark, state.round.dice[seat][die]):
            usable |= 1 << die
    die = one_of(usable, chance >> 8)
    cell = cell_of(die, state.round.dice[seat][die])
    if state.boards[seat] & cell and chance & 15 < DEEDS:
        other = one_of(playing(state) & ~(1 << seat), chance >> 16)
        if state.boards[other] & cell:
            return SixemMove(MARK, seat, state.now, 0, NONE, NOBODY, die, ERASE, other)
        if state.options.sweet:
            return SixemMove(MARK, seat, state.now, 0, NONE, NOBODY, die, GIVE, other)
    return SixemMove(MARK, seat, state.now, 0, NONE, NOBODY, die, NEITHER, 0)


def one_of(members: int, chance: int) -> int:
    """A member of a set, by chance."""
    left = chance % count(members)
    for member in range(6):
        if has(members, member):
            if left == 0:
                return member
            left -= 1
    return 0
