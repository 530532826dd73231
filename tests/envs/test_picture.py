"""Pictures of Sixto: dice, boxes and crosses stand where they should."""

from sixes.envs.picture import BOX, EDGE, FELT, FILL, GONE, PENCIL, PITCH, TRAY, draw, rgb
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import SixtoMove, SixtoState


def played(*moves: str) -> SixtoState:
    state = sixto.setup((SHEETS["A"], SHEETS["B"]))
    for text in moves:
        state = sixto.apply(state, SixtoMove.parse(text))
    return state


def test_dice_lie_in_the_tray() -> None:
    picture = draw(played("roll 316254"))
    assert tuple(picture[0, 0]) == rgb(FELT)
    for colour in range(6):
        assert tuple(picture[EDGE + 1, EDGE + colour * PITCH + 1]) == rgb(FILL[colour])
    closed = draw(played("roll 316254")._replace(closed=0b100))
    assert tuple(closed[EDGE + 1, EDGE + 2 * PITCH + 1]) == rgb(GONE)


def test_half_crosses_have_the_colour_of_their_die_and_crosses_that_of_a_pencil() -> None:
    middle = TRAY + EDGE + BOX // 2, EDGE + BOX // 2
    half = played("roll 316254", "keep", "a1")
    assert tuple(draw(half)[middle]) == rgb(FILL[0])
    crossed = sixto.end_turn(half, half.turn.half)
    assert tuple(draw(crossed)[middle]) == rgb(PENCIL)
    assert draw(half).shape == draw(crossed).shape
