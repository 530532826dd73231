"""States, sheets and boards as they look at the prompt."""

from sixes.rules import sixem, sixto
from sixes.rules.printing import board_lines, board_rows, dice_text, faces_text, read_faces, sheet_lines
from sixes.rules.rounds import OVER, SixemMove, SixemState
from sixes.rules.rows import DICE_END
from sixes.rules.sheets import SHEETS, box_names, sheet_of
from sixes.rules.six import NONE
from sixes.rules.spinner import Pattern
from sixes.rules.turns import SixtoMove, SixtoState

OWN = sheet_of([[1] * 12] * 6)


def sixto_after(state: SixtoState, *moves: tuple[int, str]) -> SixtoState:
    for seat, move in moves:
        state = sixto.apply(state, SixtoMove.parse(move, seat))
    return state


def sixem_after(state: SixemState, *moves: tuple[int, int, str]) -> SixemState:
    for now, seat, move in moves:
        state = sixem.apply(state, SixemMove.parse(move, seat, now))
    return state


def test_a_sheet_with_crosses_half_crosses_and_points() -> None:
    crosses = (0b1_0000_0000_0110, 0b10, 0b1110, 0b11110, 0, 0)
    half = (0, 0b100, 0, 0, 0b1_0000_0000_0000, 0)
    assert list(sheet_lines(SHEETS["A"], crosses, half)) == [
        "     1   2   3   4   5   6   7   8   9  | 10  11  12 ",
        "  a [3] [1]  5   6   4   2   5   3   1  |  6   4  [2]    5",
        "  b [5] (4)  1   2   6   3   4   5   2  |  1   3   6    -5",
        "  c [1] [5] [6]  4   3   2   6   1   3  |  5   2   4     5",
        "  d [6] [3] [4] [1]  2   5   6   4   3  |  2   1   5    10",
        "  e  4   2   6   5   1   3   4   2   3  |  5   6  (1)    0",
        "  f  2   6   5   1   3   4   1   6   2  |  4   5   3     0",
        "    10   5   0  -5   0   0   0   0   0  |               10",
    ]


def test_a_board_with_its_xs() -> None:
    board = 0b1 << 35 | 0b101 << 6 | 1
    assert board_rows(board) == ["X.....", "X.X...", "......", "......", "......", ".....X"]
    assert list(board_lines(board)) == [
        "     1 2 3 4 5 6",
        "  a  X . . . . .",
        "  b  X . X . . .",
        "  c  . . . . . .",
        "  d  . . . . . .",
        "  e  . . . . . .",
        "  f  . . . . . X",
    ]


def test_dice_and_boxes_as_text() -> None:
    assert (dice_text((3, 1, 0, 2, 5, 4)), dice_text(NONE)) == ("a3 b1 d2 e5 f4", "")
    assert read_faces("316054") == (3, 1, 6, 0, 5, 4)
    assert faces_text((3, 1, 6, 0, 5, 4)) == "316054"
    assert box_names((0b1_0000_0000_0010, 0, 0, 0, 0, 0b100)) == ["a1", "a12", "f2"]
    assert box_names(NONE) == []


def headings(state: SixtoState | SixemState) -> list[str]:
    """What stands above the sheets and boards."""
    return [line for line in str(state).splitlines() if line and not line.startswith("  ")]


def test_a_game_of_sixto_from_phase_to_phase() -> None:
    state = sixto.setup((SHEETS["A"], OWN))
    assert headings(state) == [
        "Turn 1, rolling: seat 0 is active",
        "Seat 0, sheet A: points 0, crosses 0",
        "Seat 1, a sheet of their own: points 0, crosses 0",
    ]
    state = sixto_after(state, (0, "roll 316254"))
    assert headings(state)[0] == "Turn 1, deciding: seat 0 is active, the dice show a3 b1 c6 d2 e5 f4"
    state = sixto_after(state, (0, "keep"), (0, "a1"), (0, "done"), (1, "b9"))
    assert headings(state) == [
        "Turn 1, crossing: seat 0 is active, the dice show a3 b1 c6 d2 e5 f4",
        "Seat 0, sheet A: points 0, crosses 0; done",
        "Seat 1, a sheet of their own: points 0, crosses 0; may cross b1 b2 b3 b4 b5 b6 b7 b8 b9",
    ]
    assert "\n  a (3)  1 " in str(state)
    state = sixto_after(state, (1, "done"))
    assert headings(state)[:2] == [
        "Turn 2, rolling: seat 1 is active",
        "Seat 0, sheet A: points -10, crosses 1",
    ]
    assert "\n\nSeat 0, sheet A: points -10, crosses 1\n     1   2 " in str(state)
    assert "\n  a [3]  1 " in str(state)


def test_closed_colours_and_the_end_of_sixto() -> None:
    state = sixto.setup((OWN,))._replace(closed=0b100100, turns=7)
    assert headings(state)[:2] == ["Turn 8, rolling: seat 0 is active", "closed: c f"]
    assert headings(state._replace(ends=DICE_END))[0] == "The game is over after turn 7."
    crossing = sixto_after(state._replace(closed=0), (0, "roll 222222"), (0, "keep"))
    assert headings(crossing)[1] == "Seat 0, a sheet of their own: points 0, crosses 0", "nothing to cross"


def test_a_game_of_sixem_from_phase_to_phase() -> None:
    state = sixem.setup(2)
    assert headings(state) == ["Round 1, starting", "Seat 0: -", "Seat 1: -"]
    state = sixem_after(state, (0, 0, "start 4"), (0, 1, "start 2"))
    assert headings(state)[0] == "Round 1, spinning"
    state = sixem_after(state, (0, 0, "spin 8"), (5, 0, "throw abcdef"), (455, 0, "land 123456"))
    state = sixem_after(state, (456, 0, "throw cd"))
    assert headings(state) == [
        "Round 1, rolling",
        "pattern: horizontal 1, diagonal 1",
        "Seat 0: -; dice a1 b2 e5 f6; in the air c d",
        "Seat 1: -",
    ]
    state = sixem_after(state, (906, 0, "land 003400"), (907, 0, "stop"))
    assert headings(state)[0] == "Round 1, last throws"
    state = sixem_after(state, (907, 1, "land 113456"), (908, 1, "b"))
    assert headings(state)[0] == "Round 1, marking: seat 1 has still to mark 3 4 5 6"
    assert "\n\nSeat 1: -; dice a1 b1 c3 d4 e5 f6\n     1 2 3 4 5 6\n  a  . . ." in str(state)
    assert "\n  b  X . . . . .\n" in str(state)


def test_lines_ties_and_the_end_of_sixem() -> None:
    state = sixem.setup_with(Pattern(0, 0, 0, 2), 3, sweet=True)
    state = state._replace(tied=0b101, boards=(0b111111, 0, 0, 0, 0, 0), rounds=4)
    assert headings(state)[:4] == [
        "Round 5, rolling",
        "pattern: any 2, sweet",
        "tied, and playing on alone: seats 0, 2",
        "Seat 0: horizontal 1",
    ]
    over = state._replace(phase=OVER, winner=2, tied=0)
    assert headings(over)[0] == "The game is over after round 4: seat 2 wins."
