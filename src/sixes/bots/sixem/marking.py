"""Which die marks each number, and whose X to erase."""

from sixes.bots.sixem.evaluation import Scale, SixemWeights, worth
from sixes.bots.sixem.nearest import dice_by_number, dice_showing, mark_move
from sixes.rules.boards import ERASE, NEITHER, cell_of
from sixes.rules.rounds import SixemMove, SixemState, playing
from sixes.rules.six import clockwise, count, has

PATIENCE = 20
"""Rounds after which players erase less and less; otherwise some games would hardly end."""
A_ROUND_MORE = 0.01
"""How much the reluctance to erase grows with each round after that."""


def mark(state: SixemState, seat: int, weights: SixemWeights) -> SixemMove:
    """Forced marks come first, so that the player decides what to erase with all new Xs on the board."""
    die = forced_die(state, seat)
    if die >= 0:
        return mark_move(state, seat, die, NEITHER, 0)
    scale = Scale(state.pattern, state.tied, weights.rows, weights.columns, weights.standing)
    return best_mark(state, seat, scale, weights.reluctance + A_ROUND_MORE * max(state.rounds - PATIENCE, 0))


def forced_die(state: SixemState, seat: int) -> int:
    """A die that is the only one to show a number still to mark, and makes a new X; -1 if there is none."""
    by_number = dice_by_number(state.round.dice[seat])
    for die in range(6):
        number = state.round.dice[seat][die]
        alone = has(state.round.to_mark, number) and count(dice_showing(by_number, number)) == 1
        if alone and state.boards[seat] & cell_of(die, number) == 0:
            return die
    return -1


def best_mark(state: SixemState, seat: int, scale: Scale, reluctance: float) -> SixemMove:
    """The die, and what to do with it, that leave the best chance to win."""
    board, others = state.boards[seat], all_others(state, seat, scale)
    mine = worth(board, scale)
    now = mine / (mine + others)
    best, deed, whom, most = -1, NEITHER, 0, -1.0
    for die in range(6):
        number = state.round.dice[seat][die]
        if has(state.round.to_mark, number):
            cell, chance, other = cell_of(die, number), now, -1
            if board & cell:
                other = hit_hardest(state, seat, cell, scale)
                if other >= 0:
                    theirs = state.boards[other]
                    left = others - worth(theirs, scale) + worth(theirs & ~cell, scale)
                    chance = mine / (mine + left)
                    if chance <= now * (1 + reluctance):
                        chance, other = now, -1
            else:
                after = worth(board | cell, scale)
                chance = after / (after + others)
            if chance > most:
                best, most = die, chance
                deed, whom = (ERASE, other) if other >= 0 else (NEITHER, 0)
    return mark_move(state, seat, best, deed, whom)


def all_others(state: SixemState, seat: int, scale: Scale) -> float:
    """What the boards of all others are worth together."""
    others = 0.0
    for other in range(state.options.seats):
        if other != seat and has(playing(state), other):
            others += worth(state.boards[other], scale)
    return others


def hit_hardest(state: SixemState, seat: int, cell: int, scale: Scale) -> int:
    """Who loses most if their X in this cell is erased; of equals the next to the left. -1: nobody."""
    found, most, other = -1, 0.0, seat
    for _ in range(state.options.seats - 1):
        other = clockwise(other, state.options.seats)
        theirs = state.boards[other]
        if has(playing(state), other) and theirs & cell:
            lost = worth(theirs, scale) - worth(theirs & ~cell, scale)
            if lost > most:
                found, most = other, lost
    return found
