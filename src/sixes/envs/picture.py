"""Games of Sixto as pictures: dice in a tray, below them every sheet with its crosses."""

import numpy as np
import numpy.typing as npt

from sixes.rules.rows import FIELD_COLUMNS
from sixes.rules.sheets import rows_of
from sixes.rules.six import Six, has
from sixes.rules.turns import SixtoState

Picture = npt.NDArray[np.uint8]

BOX, GAP, EDGE = 27, 3, 12
PITCH = BOX + GAP
WIDTH = 2 * EDGE + 12 * PITCH + 2 * GAP
TRAY = BOX + 2 * EDGE
SHEET = 6 * PITCH + EDGE
FELT, PAPER, PENCIL, HALF, GONE = 0x1D4A3E, 0xF2EADA, 0x35343B, 0xFFFFFF, 0x2B6152
FILL = (0xDD3F3D, 0xE36E05, 0xFAC924, 0x2F9859, 0x2A7ED1, 0x8A51C4)
TINT = (0xFAE0D8, 0xFBE7CF, 0xFEF0C1, 0xE0EDDC, 0xDFE9EE, 0xEDE2EC)
TARGET = (0xF5C5BE, 0xF7D3AE, 0xFDE594, 0xC3DFC6, 0xC1D7E9, 0xDDCAE5)
"""For each row the colour of its die, of its field and of its target area."""
DIGITS = (
    "",
    "010110010010111",
    "110001010100111",
    "110001010001110",
    "101101111001001",
    "111100110001110",
    "011100110101010",
)
"""1 to 6, three dots wide and five high."""
DOT = 3


def draw(state: SixtoState) -> Picture:
    """The whole table; a picture has the same size throughout a game."""
    picture = np.empty((TRAY + EDGE + SHEET * state.seats, WIDTH, 3), np.uint8)
    picture[:] = rgb(PAPER)
    picture[:TRAY] = rgb(FELT)
    for colour, number in enumerate(state.turn.dice):
        die = picture[EDGE : EDGE + BOX, EDGE + colour * PITCH :][:, :BOX]
        die[:] = rgb(GONE if has(state.closed, colour) else FILL[colour])
        draw_number(die, number, PENCIL if colour == 2 else HALF)
    for seat in range(state.seats):
        top = TRAY + EDGE + SHEET * seat
        for colour, numbers in enumerate(rows_of(state.sheets[seat])):
            row = picture[top + colour * PITCH :][:BOX]
            draw_row(row, colour, numbers, state.crosses[seat][colour], state.turn.half[seat][colour])
    return picture


def draw_row(picture: Picture, colour: int, numbers: list[int], crosses: int, half: int) -> None:
    for place, number in enumerate(numbers, 1):
        in_field = place <= FIELD_COLUMNS
        left = EDGE + (place - 1) * PITCH + (0 if in_field else 2 * GAP)
        box = picture[:, left : left + BOX]
        box[:] = rgb((TINT if in_field else TARGET)[colour])
        draw_number(box, number, PENCIL)
        if has(half | crosses, place):
            draw_cross(box, rgb(PENCIL if has(crosses, place) else FILL[colour]))


def draw_number(box: Picture, number: int, colour: int) -> None:
    if number:
        dots = np.array(list(DIGITS[number]), np.uint8).reshape(5, 3).repeat(DOT, 0).repeat(DOT, 1) == 1
        top, left = (BOX - 5 * DOT) // 2, (BOX - 3 * DOT) // 2
        box[top : top + 5 * DOT, left : left + 3 * DOT][dots] = rgb(colour)


def draw_cross(box: Picture, colour: Six) -> None:
    down, across = np.indices((BOX, BOX))
    strokes = np.minimum(abs(down - across), abs(down + across - BOX + 1)) <= 1
    strokes[[0, 1, -2, -1]] = False
    box[strokes] = colour


def rgb(colour: int) -> Six:
    return (colour >> 16, colour >> 8 & 255, colour & 255)
