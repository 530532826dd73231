"""Sixem by a simple rule: the die whose cell is nearest to a line of the pattern is kept, and marks.

A cell is worth more the more Xs its lines have, so that lines are finished rather than begun. What an X is
worth to its owner is what erasing it takes from them.
"""

from sixes.bots.bot import NOTHING
from sixes.rules.boards import DIAGONAL, ERASE, HORIZONTAL, NEITHER, VERTICAL, cell_of
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
from sixes.rules.six import NOBODY, NONE, count, has

EVERY_CELL = (1 << 36) - 1
NEARNESS = (0, 1, 3, 9, 27, 81, 243)
"""What 0 to 6 Xs in a line are worth."""


def choose(state: State, seat: int) -> Move:
    nothing = move(state, NOTHING, seat)
    if not has(playing(state), seat):
        return nothing
    if state.phase == STARTING and state.starts[seat] == 0:
        return move(state, START, seat)
    if state.phase == SPINNING and highest(state.table.seats, state.starts) == 1 << seat:
        return move(state, SPIN, seat)
    if state.phase == ROLLING:
        return roll(state, seat)
    if state.phase == MARKING and state.round.marker == seat:
        return mark(state, seat)
    return nothing


def move(state: State, kind: int, seat: int, dice: int = 0) -> Move:
    """With every field named, since the defaults of a NamedTuple do not compile."""
    return Move(kind, seat, state.now, dice, NONE, NOBODY, 0, NEITHER, 0)


# Rolling ------------------------------------------------------------------------------------------------


def roll(state: State, seat: int) -> Move:
    """STOP with 1 to 6 on the table, and never without; until then, throw what is not kept."""
    now = state.now
    if 0 < next_landing(state) <= now or now < state.round.pauses[seat]:
        return move(state, NOTHING, seat)
    if is_stop(state, seat):
        return move(state, STOP, seat)
    dice = 0b111111 & ~in_the_air(state, seat) & ~kept(state, seat)
    return move(state, THROW if dice else NOTHING, seat, dice)


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
            cell = cell_of(die, number)
            brings = gained(state, seat, cell) + erased(state, seat, cell)
            if brings > most:
                best, most = die, brings
    return best


# Marking ------------------------------------------------------------------------------------------------


def mark(state: State, seat: int) -> Move:
    """Each number with its best die. Only the last one erases, so the one that hurts most is kept for it.

    If bots erased all they can, games of many players would hardly end.
    """
    die, least = -1, 0
    for number in range(1, 7):
        if has(state.round.to_mark, number):
            best = best_die(state, seat, number)
            loss = erased(state, seat, cell_of(best, number))
            if die < 0 or loss < least:
                die, least = best, loss
    if least > 0 and count(state.round.to_mark) == 1:
        other = rival(state, seat, cell_of(die, state.round.dice[seat][die]))
        return Move(MARK, seat, state.now, 0, NONE, NOBODY, die, ERASE, other)
    return Move(MARK, seat, state.now, 0, NONE, NOBODY, die, NEITHER, 0)


def gained(state: State, seat: int, cell: int) -> int:
    """What a new X in this cell brings; nothing where one is already."""
    return 0 if state.boards[seat] & cell else cell_worth(state, seat, cell)


def erased(state: State, seat: int, cell: int) -> int:
    """What a rival loses to a die that lies for this cell."""
    other = rival(state, seat, cell)
    return 0 if other < 0 else cell_worth(state, other, cell)


def rival(state: State, seat: int, cell: int) -> int:
    """Of those ahead, the one to whom their X in this cell is worth most; -1 if none can be erased.

    After a tie those level are rivals too, or two full boards would stay as they are.
    """
    found, most = -1, 0
    if state.boards[seat] & cell == 0:
        return found
    level = worth(state, state.boards[seat]) - (state.tied > 0)
    for other in range(state.table.seats):
        if other != seat and has(playing(state), other) and state.boards[other] & cell:
            loss = cell_worth(state, other, cell)
            if loss > most and worth(state, state.boards[other]) > level:
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
