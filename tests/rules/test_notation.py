"""Moves as players write them."""

import re

import pytest

from sixes.rules.boards import ERASE, GIVE
from sixes.rules.rounds import LAND, MARK, SPIN, START, STOP, THROW, SixemMove
from sixes.rules.six import NONE
from sixes.rules.turns import CROSS, DONE, KEEP, ROLL, UNCROSS, UNDONE, SixtoMove

SIXTO = {
    "roll": SixtoMove(ROLL, 1),
    "roll 316054": SixtoMove(ROLL, 1, dice=(3, 1, 6, 0, 5, 4)),
    "keep": SixtoMove(KEEP, 1),
    "a1": SixtoMove(CROSS, 1, 0, 1),
    "f12": SixtoMove(CROSS, 1, 5, 12),
    "-c7": SixtoMove(UNCROSS, 1, 2, 7),
    "done": SixtoMove(DONE, 1),
    "undone": SixtoMove(UNDONE, 1),
}
SIXEM = {
    "start": SixemMove(START, 1, 9),
    "start 4": SixemMove(START, 1, 9, faces=(4, 0, 0, 0, 0, 0)),
    "spin": SixemMove(SPIN, 1, 9),
    "spin 0": SixemMove(SPIN, 1, 9, spun=0),
    "spin 10": SixemMove(SPIN, 1, 9, spun=10),
    "throw acf": SixemMove(THROW, 1, 9, dice=0b100101),
    "land 300002": SixemMove(LAND, 1, 9, faces=(3, 0, 0, 0, 0, 2)),
    "stop": SixemMove(STOP, 1, 9),
    "a": SixemMove(MARK, 1, 9, die=0),
    "f": SixemMove(MARK, 1, 9, die=5),
    "c erase 0": SixemMove(MARK, 1, 9, die=2, deed=ERASE, other=0),
    "c give 5": SixemMove(MARK, 1, 9, die=2, deed=GIVE, other=5),
}


@pytest.mark.parametrize("text", SIXTO)
def test_moves_of_sixto(text: str) -> None:
    move = SIXTO[text]
    assert str(move) == text
    assert SixtoMove.parse(text, seat=1) == SixtoMove.parse(f" {text.upper()} ", 1) == move
    assert SixtoMove.parse(text) == move._replace(seat=0)


@pytest.mark.parametrize("text", SIXEM)
def test_moves_of_sixem(text: str) -> None:
    move = SIXEM[text]
    assert str(move) == text
    assert SixemMove.parse(text, seat=1, now=9) == SixemMove.parse(f" {text.upper()} ", 1, 9) == move
    assert SixemMove.parse(text) == move._replace(seat=0, now=0)


@pytest.mark.parametrize(
    "text", ["", "c", "c0", "c13", "c07", "g1", "--c7", "- c7", "c7 d8", "keep it", "rolls", "roll 316254 4"]
)
def test_what_is_no_move_of_sixto_gets_one_sentence(text: str) -> None:
    says = f"{text!r} is no move of Sixto: write roll, keep, done, undone, c7 or -c7"
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        SixtoMove.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "g",
        "c7",
        "stop it",
        "start x",
        "start 4 2",
        "spin 11",
        "throw",
        "c erase",
        "c eat 1",
        "g give 1",
        "c give x",
    ],
)
def test_what_is_no_move_of_sixem_gets_one_sentence(text: str) -> None:
    says = f"{text!r} is no move of Sixem: write start, spin, throw acf, stop, c or c erase 1"
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        SixemMove.parse(text)


@pytest.mark.parametrize("dice", ["31625", "3162544", "716254", "³16254", "31625-"])
def test_dice_are_six_digits(dice: str) -> None:
    says = f"{dice!r} is not six dice: write a digit from 0 to 6 for each colour, like 316254"
    for parse, word in ((SixtoMove.parse, "roll"), (SixemMove.parse, "land")):
        with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
            parse(f"{word} {dice}")


@pytest.mark.parametrize("dice", ["ag", "aa", "1"])
def test_a_set_of_dice_is_letters_each_once(dice: str) -> None:
    says = f"{dice!r} is no set of dice: write their letters, a to f, each once"
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        SixemMove.parse(f"throw {dice}")


def test_what_is_no_move_at_all_is_written_as_its_repr() -> None:
    for move in (SixtoMove(9, 0), SixtoMove(CROSS, 0, colour=6, place=1), SixtoMove(UNCROSS, 0, colour=-1)):
        assert str(move) == repr(move)
    for other in (SixemMove(9, 0), SixemMove(MARK, 0, die=6), SixemMove(MARK, 0, die=-1)):
        assert str(other) == repr(other)


def test_a_repr_can_be_pasted_back() -> None:
    assert repr(SIXTO["-c7"]) == f"SixtoMove(kind=3, seat=1, colour=2, place=7, dice={NONE})"
    for move in (*SIXTO.values(), *SIXEM.values()):
        assert eval(repr(move)) == move
