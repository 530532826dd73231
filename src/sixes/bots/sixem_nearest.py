"""Sixem by a simple rule: the die whose cell is nearest to a line of the pattern is kept, and marks.

A cell is worth more the more Xs its lines have, so that lines are finished rather than begun. What an X is
worth to its owner is what erasing it takes from them.
"""

from sixes.bots.bot import NOTHING
from sixes.rules.boards import DIAGONAL, ERASE, HORIZONTAL, VERTICAL, cell_of
from sixes.rules.rounds import (
    MARK,
    MARKING,
    ROLLING,
    SPIN,
    SPINNING,
    START,
    STARTING,
    STOP,
    THROW,
    Move,
    State,
    highest,
    in_the_air,
    is_stop,
    next_landing,
    playing,
)
from sixes.rules.six import count, has

EVERY_CELL = (1 << 36) - 1
NEARNESS = (0, 1, 3, 9, 27, 81, 243)
"""What 0 to 6 Xs in a line are worth."""


def choose(state: State, seat: int) -> Move:
    nothing = Move(NOTHING, seat, state.now)
    if not has(playing(state), seat):
        return nothing
    if state.phase == STARTING and state.starts[seat] == 0:
        return Move(START, seat, state.now)
    if state.phase == SPINNING and highest(state.table.seats, state.starts) == 1 << seat:
        return Move(SPIN, seat, state.now)
    if state.phase == ROLLING:
        return roll(state, seat)
    if state.phase == MARKING and state.round.marker == seat:
        return mark(state, seat)
    return nothing


# Rolling ------------------------------------------------------------------------------------------------


def roll(state: State, seat: int) -> Move:
    """STOP with 1 to 6 on the table, and never without; until then, throw what is not kept."""
    now = state.now
    if 0 < next_landing(state) <= now or now < state.round.pauses[seat]:
        return Move(NOTHING, seat, now)
    if is_stop(state, seat):
        return Move(STOP, seat, now)
    dice = 0b111111 & ~in_the_air(state, seat) & ~kept(state, seat)
    return Move(THROW if dice else NOTHING, seat, now, dice)


def kept(state: State, seat: int) -> int:
    """One die of each number: the one with the best cell."""
    dice = 0
    for number in range(1, 7):
        die = best_die(state, seat, number)
        if die >= 0:
            dice |= 1 << die
    return dice


def best_die(state: State, seat: int, number: int) -> int:
    """Of the dice that show a number the one with the best cell; -1 if none shows it."""
    best, most = -1, -1
    for die in range(6):
        if state.round.dice[seat][die] == number:
            brings = cell_use(state, seat, cell_of(die, number))
            if brings > most:
                best, most = die, brings
    return best


# Marking ------------------------------------------------------------------------------------------------


def mark(state: State, seat: int) -> Move:
    """The numbers in order, each with its best die; one whose X is there already may erase another's."""
    number = 1
    while not has(state.round.to_mark, number):
        number += 1
    die = best_die(state, seat, number)
    cell = cell_of(die, number)
    other = rival(state, seat, cell)
    if state.boards[seat] & cell and other >= 0:
        return Move(MARK, seat, state.now, die=die, deed=ERASE, other=other)
    return Move(MARK, seat, state.now, die=die)


def cell_use(state: State, seat: int, cell: int) -> int:
    """What a die is worth that lies for this cell: a new X, or what it erases."""
    if state.boards[seat] & cell == 0:
        return cell_worth(state, seat, cell)
    other = rival(state, seat, cell)
    return 0 if other < 0 else cell_worth(state, other, cell)


def rival(state: State, seat: int, cell: int) -> int:
    """Of those not behind, the one to whom their X in this cell is worth most; -1 if there is none.

    Who is behind is left alone: if everybody erased what they can, games of many would not end.
    """
    found, most, mine = -1, 0, worth(state, state.boards[seat])
    for other in range(state.table.seats):
        if other == seat or not has(playing(state), other) or state.boards[other] & cell == 0:
            continue
        loss = cell_worth(state, other, cell)
        if loss > most and worth(state, state.boards[other]) >= mine:
            found, most = other, loss
    return found


# What Xs are worth --------------------------------------------------------------------------------------


def cell_worth(state: State, seat: int, cell: int) -> int:
    """What an X in this cell adds to a board, or has added to it."""
    board = state.boards[seat]
    return worth(state, board | cell, cell) - worth(state, board & ~cell, cell)


def worth(state: State, board: int, cells: int = EVERY_CELL) -> int:
    """What a board is worth in its lines through some cells, of the kinds that count."""
    wanted, lines = state.pattern, 0
    all_kinds = wanted.any > 0 or state.tied > 0
    if wanted.horizontal or all_kinds:
        lines += nearness(board, HORIZONTAL, cells)
    if wanted.vertical or all_kinds:
        lines += nearness(board, VERTICAL, cells)
    if wanted.diagonal or all_kinds:
        lines += nearness(board, DIAGONAL, cells)
    return lines


def nearness(board: int, lines: tuple[int, ...], cells: int) -> int:
    near = 0
    for line in lines:
        if line & cells:
            near += NEARNESS[count(board & line)]
    return near
