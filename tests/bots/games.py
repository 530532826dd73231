"""Whole games of bots through the rules: whatever a bot chooses must be legal, and chance adds the dice."""

import random
from collections.abc import Sequence

from sixes.bots import Bot
from sixes.rules import sixem, sixto
from sixes.rules.boards import SixemRefusal
from sixes.rules.rounds import (
    LAND,
    LAST_THROWS,
    SPIN,
    START,
    STOP,
    SixemMove,
    SixemState,
    is_stop,
    landing,
    next_landing,
)
from sixes.rules.rows import SixtoRefusal
from sixes.rules.sheets import Sheet
from sixes.rules.six import Six
from sixes.rules.spinner import SPINNER
from sixes.rules.turns import ROLL, SixtoMove, SixtoState
from tests.random_play import dice_for

MOST_MOVES = 20_000
"""Far more than any game takes; a bot that never comes to an end is noticed."""


# Sixto --------------------------------------------------------------------------------------------------


def play_sixto(bots: Sequence[Bot], sheets: Sequence[Sheet], seed: int) -> SixtoState:
    """Seats are asked in any order, again and again, until the game is over."""
    dice, order = random.Random(seed), random.Random(seed)
    state = sixto.setup(tuple(sheets))
    for _ in range(MOST_MOVES):
        if sixto.is_over(state):
            return state
        state = sixto_move(state, bots, dice, order)
    raise AssertionError("this game does not end")


def sixto_move(
    state: SixtoState, bots: Sequence[Bot], dice: random.Random, order: random.Random
) -> SixtoState:
    for seat in order.sample(range(state.seats), state.seats):
        move: SixtoMove | None = bots[seat].choose(state, seat)
        if move is None:
            continue
        assert move in sixto.legal(state, seat)
        if move.kind == ROLL:
            move = SixtoMove(ROLL, seat, dice=dice_for(dice, 0b111111 & ~state.closed))
        assert sixto.refusal(state, move) == SixtoRefusal.FINE
        return sixto.apply(state, move)
    raise AssertionError("nobody has anything to do")


# Sixem --------------------------------------------------------------------------------------------------


def play_sixem(bots: Sequence[Bot], seed: int, sweet: bool = False) -> SixemState:
    """Everybody does what they want to do at this moment; then time goes on to the next dice that land."""
    chance = random.Random(seed)
    state = sixem.setup(len(bots), sweet)
    for _ in range(MOST_MOVES):
        if sixem.is_over(state):
            return state
        state = sixem_moves(state, bots, chance)
    raise AssertionError("this game does not end")


def sixem_moves(state: SixemState, bots: Sequence[Bot], chance: random.Random) -> SixemState:
    moved = False
    for seat in chance.sample(range(len(bots)), len(bots)):
        move: SixemMove | None = bots[seat].choose(state, seat)
        if move is not None:
            state, moved = sixem_move(state, move, chance), True
    if state.phase == LAST_THROWS or not moved:
        assert next_landing(state), "nobody has anything to do"
        return land(state, next_landing(state), chance)
    return state


def sixem_move(state: SixemState, move: SixemMove, chance: random.Random) -> SixemState:
    """What `legal` gives is what is not refused now, but for chance; asking it for each throw takes long."""
    assert move.now == state.now
    assert move.kind != STOP or is_stop(state, move.seat)
    if move.kind in (START, SPIN):
        assert move in sixem.legal(state, move.seat)
    if move.kind == START:
        move = SixemMove(START, move.seat, move.now, faces=dice_for(chance, 1))
    if move.kind == SPIN:
        move = SixemMove(SPIN, move.seat, move.now, spun=chance.randrange(len(SPINNER)))
    assert sixem.refusal(state, move) == SixemRefusal.FINE
    return sixem.apply(state, move)


def land(state: SixemState, now: int, chance: random.Random) -> SixemState:
    """All dice that are due come down."""
    for seat in range(state.options.seats):
        due = landing(state, seat, now)
        if due:
            faces: Six = dice_for(chance, due)
            state = sixem.apply(state, SixemMove(LAND, seat, now, faces=faces))
    return state
