"""Games of Sixem as pictures: beside each board with its Xs the dice of that seat."""

import numpy as np

from sixes.envs.picture import (
    BOX,
    EDGE,
    FELT,
    FILL,
    GONE,
    HALF,
    PAPER,
    PENCIL,
    PITCH,
    SHEET,
    TINT,
    Picture,
    draw_cross,
    draw_number,
    rgb,
)
from sixes.rules.boards import cell_of
from sixes.rules.rounds import SixemState

BOARD = EDGE + 6 * PITCH
TRAY = BOX + 2 * EDGE
YELLOW = 2


def draw_boards(state: SixemState) -> Picture:
    """All boards, one below the other; a picture has the same size throughout a game."""
    seats = state.options.seats
    picture = np.empty((EDGE + SHEET * seats, BOARD + EDGE + TRAY, 3), np.uint8)
    picture[:] = rgb(PAPER)
    picture[:, BOARD + EDGE :] = rgb(FELT)
    for seat in range(seats):
        for colour in range(6):
            top = EDGE + SHEET * seat + colour * PITCH
            row = picture[top : top + BOX]
            draw_cells(row, colour, state.boards[seat])
            die = row[:, BOARD + 2 * EDGE :][:, :BOX]
            number = state.round.dice[seat][colour]
            die[:] = rgb(FILL[colour] if number else GONE)
            draw_number(die, number, PENCIL if colour == YELLOW else HALF)
    return picture


def draw_cells(row: Picture, colour: int, board: int) -> None:
    for number in range(1, 7):
        cell = row[:, EDGE + (number - 1) * PITCH :][:, :BOX]
        cell[:] = rgb(TINT[colour])
        draw_number(cell, number, FILL[colour])
        if board & cell_of(colour, number):
            draw_cross(cell, rgb(PENCIL))
