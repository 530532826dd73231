"""Sixem at random: throws dice that do not help yet, marks anything, but never calls a false STOP."""

import random

from sixes.bots.bot import NOTHING
from sixes.bots.sixem.nearest import ALL_DICE, dice_by_number, dice_showing, mark_move, simple_move, start
from sixes.rules import rounds
from sixes.rules.boards import ERASE, GIVE, NEITHER, cell_of
from sixes.rules.rounds import SixemMove, SixemState, playing
from sixes.rules.six import count, has

THROWS = 11
"""In 16ths: the chance to throw a die that does not help."""
DEEDS = 5
"""In 16ths: the chance to erase, or give, where that is allowed."""


class SixemRandomBot:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, state: SixemState, seat: int) -> SixemMove | None:
        chosen = choose(state, seat, self.chance.getrandbits(32))
        return None if chosen.kind == NOTHING else chosen


def choose(state: SixemState, seat: int, chance: int) -> SixemMove:
    """A move, decided by 32 random bits."""
    if has(playing(state), seat):
        if state.phase == rounds.ROLLING and not rounds.must_wait(state, seat):
            return roll(state, seat, chance)
        if state.phase == rounds.MARKING and state.round.marker == seat:
            return mark(state, seat, chance)
    return start(state, seat)


def roll(state: SixemState, seat: int, chance: int) -> SixemMove:
    """Throws some of the dice in hand and of those that repeat a number."""
    if rounds.is_stop(state, seat):
        return simple_move(state, rounds.STOP, seat)
    by_number, unkept = dice_by_number(state.round.dice[seat]), ALL_DICE & ~rounds.in_the_air(state, seat)
    for number in range(1, 7):
        shown = dice_showing(by_number, number)
        unkept &= ~(shown & -shown)
    some = 0
    for die in range(6):
        if has(unkept, die) and chance >> 4 * die & 15 < THROWS:
            some |= 1 << die
    dice = some or unkept
    return simple_move(state, rounds.THROW if dice else NOTHING, seat, dice)


def mark(state: SixemState, seat: int, chance: int) -> SixemMove:
    """Any die whose number is still to mark; where it is allowed, sometimes erases or gives an X."""
    usable = 0
    for die in range(6):
        if has(state.round.to_mark, state.round.dice[seat][die]):
            usable |= 1 << die
    die = one_of(usable, chance >> 8)
    cell = cell_of(die, state.round.dice[seat][die])
    if state.boards[seat] & cell and chance & 15 < DEEDS:
        other = one_of(playing(state) & ~(1 << seat), chance >> 16)
        if state.boards[other] & cell:
            return mark_move(state, seat, die, ERASE, other)
        if state.options.sweet:
            return mark_move(state, seat, die, GIVE, other)
    return mark_move(state, seat, die, NEITHER, 0)


def one_of(members: int, chance: int) -> int:
    """A random member of a set."""
    left = chance % count(members)
    for member in range(6):
        if has(members, member):
            if left == 0:
                return member
            left -= 1
    return 0
