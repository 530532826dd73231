"""Sixem by a simple rule: of the dice that show a number, the one whose cell is nearest to a line counts.

A cell is worth more the more Xs its lines have, so that lines are finished rather than begun. Erasing an X
costs its owner what the X was worth.
"""

from typing import NamedTuple

from sixes.bots.bot import NOTHING
from sixes.rules import rounds
from sixes.rules.boards import DIAGONAL, ERASE, HORIZONTAL, NEITHER, VERTICAL, cell_of, numbers_on
from sixes.rules.rounds import SixemMove, SixemState, playing
from sixes.rules.six import NOBODY, NONE, Six, clockwise, count, has, lowest

ALL_DICE = 0b111111
NEARNESS = (0, 1, 3, 9, 27, 81, 243)
"""What 0 to 6 Xs in a line are worth."""


class SeatView(NamedTuple):
    """What the rule looks at for one seat."""

    dice: Six
    board: int
    boards: Six
    seat: int
    seats: int
    here: int
    """The seats that still play."""
    kinds: int
    """The kinds of lines that count, as a set: horizontal, vertical, diagonal."""
    tied: int


def choose(state: SixemState, seat: int) -> SixemMove:
    if has(playing(state), seat):
        if state.phase == rounds.ROLLING and not rounds.must_wait(state, seat):
            return roll(state, seat)
        if state.phase == rounds.MARKING and state.round.marker == seat:
            return mark(state, seat)
    return start(state, seat)


def start(state: SixemState, seat: int) -> SixemMove:
    """Before the first round everybody rolls for who spins."""
    if state.phase == rounds.STARTING and state.starts[seat] == 0:
        return simple_move(state, rounds.START, seat)
    if state.phase == rounds.SPINNING and rounds.highest(state.options.seats, state.starts) == 1 << seat:
        return simple_move(state, rounds.SPIN, seat)
    return simple_move(state, NOTHING, seat)


def simple_move(state: SixemState, kind: int, seat: int, dice: int = 0) -> SixemMove:
    """With every field given, since the defaults of a NamedTuple do not compile."""
    return SixemMove(kind, seat, state.now, dice, NONE, NOBODY, 0, NEITHER, 0)


def mark_move(state: SixemState, seat: int, die: int, deed: int, other: int) -> SixemMove:
    return SixemMove(rounds.MARK, seat, state.now, 0, NONE, NOBODY, die, deed, other)


def roll(state: SixemState, seat: int) -> SixemMove:
    """Call STOP with 1 to 6 on the table; until then, throw what is not kept."""
    if rounds.is_stop(state, seat):
        return simple_move(state, rounds.STOP, seat)
    dice = ALL_DICE & ~rounds.in_the_air(state, seat) & ~kept(seat_view(state, seat))
    return simple_move(state, rounds.THROW if dice else NOTHING, seat, dice)


def seat_view(state: SixemState, seat: int) -> SeatView:
    wanted, kinds = state.pattern, 0b111
    if wanted.any == 0 and state.tied == 0:
        kinds = (wanted.horizontal > 0) | (wanted.vertical > 0) << 1 | (wanted.diagonal > 0) << 2
    dice, boards, seats = state.round.dice[seat], state.boards, state.options.seats
    return SeatView(dice, boards[seat], boards, seat, seats, playing(state), kinds, state.tied)


def kept(view: SeatView) -> int:
    """One die of each number: the one with the best cell."""
    by_number, dice, left = dice_by_number(view.dice), 0, numbers_on(view.dice)
    while left:
        number = lowest(left)
        dice |= 1 << best_die(view, dice_showing(by_number, number), number)
        left &= left - 1
    return dice


def dice_by_number(dice: Six, some: int = ALL_DICE) -> int:
    """For each number the set of the dice, of all or of some, that show it: six bits a number."""
    by_number = 0
    for die in range(6):
        if has(some, die):
            by_number |= 1 << 6 * dice[die] + die
    return by_number


def dice_showing(by_number: int, number: int) -> int:
    return by_number >> 6 * number & 0b111111


def best_die(view: SeatView, shown: int, number: int) -> int:
    """Of the dice that show a number the one with the best cell."""
    if count(shown) == 1:
        return lowest(shown)
    best, most = -1, -1
    while shown:
        die = lowest(shown)
        brings = gain(view, die, number)
        if brings > most:
            best, most = die, brings
        shown &= shown - 1
    return best


def mark(state: SixemState, seat: int) -> SixemMove:
    """Each number with its best die. Only the last mark erases, so the most harmful one is left for it.

    If bots erased all they can, games of many players would hardly end.
    """
    view, by_number = seat_view(state, seat), dice_by_number(state.round.dice[seat])
    die, whom, least, left = -1, NOBODY, 1, state.round.to_mark
    while left and least > 0:
        number = lowest(left)
        best = best_die(view, dice_showing(by_number, number), number)
        other, loss = rival(view, best, number)
        if die < 0 or loss < least:
            die, whom, least = best, other, loss
        left &= left - 1
    if least > 0 and count(state.round.to_mark) == 1:
        return mark_move(state, seat, die, ERASE, whom)
    return mark_move(state, seat, die, NEITHER, 0)


def gain(view: SeatView, die: int, number: int) -> int:
    """What the cell of a die brings: a new X or, where there is one already, an erased one."""
    if view.board & cell_of(die, number):
        _, loss = rival(view, die, number)
        return loss
    return cell_worth(view.board, view.kinds, die, number)


def rival(view: SeatView, die: int, number: int) -> tuple[int, int]:
    """Whose X in this cell to erase, and what it is worth: of the players ahead, the one who loses most.

    Nobody, and 0, if the player has no X there either. After a tie equal players are rivals too, or two full
    boards would never change. Of equal rivals it is the next to the left, so that no seat is worse than
    another.
    """
    found, most, kinds, other = NOBODY, 0, view.kinds, view.seat
    if view.board & cell_of(die, number):
        for _ in range(view.seats - 1):
            other = clockwise(other, view.seats)
            theirs = view.boards[other]
            if has(view.here, other) and theirs & cell_of(die, number):
                loss = cell_worth(theirs, kinds, die, number)
                if loss > most and worth(theirs, kinds) > worth(view.board, kinds) - (view.tied > 0):
                    found, most = other, loss
    return found, most


def cell_worth(board: int, kinds: int, die: int, number: int) -> int:
    """What an X in this cell adds to a board in lines of these kinds, or has added to it."""
    cell, brings = cell_of(die, number), 0
    if has(kinds, 0):
        brings += added(board, HORIZONTAL[die], cell)
    if has(kinds, 1):
        brings += added(board, VERTICAL[number - 1], cell)
    if has(kinds, 2):
        brings += added(board, DIAGONAL[0], cell) + added(board, DIAGONAL[1], cell)
    return brings


def added(board: int, line: int, cell: int) -> int:
    """What an X in this cell adds to one line, which may not go through it."""
    return NEARNESS[count((board | cell) & line)] - NEARNESS[count(board & ~cell & line)]


def worth(board: int, kinds: int) -> int:
    """What a board is worth in its lines of these kinds."""
    near = 0
    if has(kinds, 0):
        near += nearness(board, HORIZONTAL)
    if has(kinds, 1):
        near += nearness(board, VERTICAL)
    if has(kinds, 2):
        near += nearness(board, DIAGONAL)
    return near


def nearness(board: int, lines: tuple[int, ...]) -> int:
    near = 0
    for line in lines:
        near += NEARNESS[count(board & line)]
    return near
