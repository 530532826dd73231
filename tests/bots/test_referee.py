"""Asking a bot for a move: what counts as nothing, what as nonsense, and whom to blame."""

import pickle
from typing import Any

import numpy as np
import pytest

from sixes.bots import NOTHING
from sixes.bots.referee import BadBot, ask_for_move, chosen_move
from sixes.rules import sixto
from sixes.rules.rounds import SixemMove
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import CROSS, KEEP, ROLL, SixtoMove
from sixes.text import say

STATE = sixto.setup((SHEETS["A"], SHEETS["B"]))


def ask(answer: Any, broken: str = "") -> Any:
    return ask_for_move(lambda _state, _seat: answer, STATE, 1, SixtoMove, lambda _move: broken)


def blame(answer: Any, broken: str = "") -> BadBot:
    with pytest.raises(BadBot) as bad:
        ask(answer, broken)
    return bad.value


@pytest.mark.parametrize("nothing", [None, SixtoMove(NOTHING, 1), SixemMove(NOTHING, 0)])
def test_none_and_a_move_of_kind_nothing_are_the_same(nothing: Any) -> None:
    assert ask(nothing, "sixto.not_done") is None


def test_a_move_gets_plain_numbers_and_the_seat_of_the_bot() -> None:
    kind, place = np.array([CROSS, 3], np.int8)
    move = ask(SixtoMove(kind, 0, True, place))
    assert move == SixtoMove(CROSS, 1, 1, 3)
    assert {type(part) for part in move[:4]} == {int}


@pytest.mark.parametrize(
    "answer",
    [
        "hello",
        3,
        (ROLL, 1),
        SixemMove(0, 1),
        SixtoMove("roll", 1),  # type: ignore[arg-type]
        SixtoMove(CROSS, 1, None),  # type: ignore[arg-type]
        SixtoMove(CROSS, 1, 1.0),  # type: ignore[arg-type]
        SixtoMove(ROLL, 1, dice=("1",) * 6),  # type: ignore[arg-type]
        SixtoMove(ROLL, 1, dice=[1] * 6),  # type: ignore[arg-type]
    ],
)
def test_anything_else_is_nonsense(answer: Any) -> None:
    assert str(blame(answer)) == f"The bot gave something that is no move: {answer!r}"


def test_a_broken_rule_is_named_in_each_language() -> None:
    bad = blame(SixtoMove(KEEP, 1), "sixto.not_rolled")
    move = SixtoMove(KEEP, 1)
    assert str(bad) == f"The bot broke a rule ({say('sixto.not_rolled')}) with {move!r}"
    assert (
        bad.sentence("de")
        == f"Der Bot hat mit {move!r} eine Regel verletzt ({say('sixto.not_rolled', 'de')})"
    )


def test_a_bot_that_raises_is_blamed_with_the_line() -> None:
    def choose(_state: Any, _seat: int) -> Any:
        raise ValueError("no idea\nat all")

    with pytest.raises(
        BadBot, match=r"^The bot failed: ValueError: no idea at all \(.*test_referee.py, line \d+\)$"
    ):
        chosen_move(choose, STATE, 1, SixtoMove)


def test_where_several_play_the_blame_has_a_name_and_may_come_from_another_process() -> None:
    bad = pickle.loads(pickle.dumps(blame("hello").named("mine")))
    assert str(bad) == "the bot mine gave something that is no move: 'hello'"
    assert bad.sentence("fr") == "le robot mine a répondu quelque chose qui n'est pas un coup : 'hello'"
