"""The registry of levels: who plays what, and how one more is added."""

import pytest

from sixes import bots
from sixes.bots import Level, UnknownLevel, levels, make
from sixes.bots.sixto.random import SixtoRandomBot
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import ROLL, SixtoMove


def test_levels_go_from_the_weakest_to_the_strongest() -> None:
    assert levels("sixto") == ("random", "nearest", "steady", "expert", "master")
    assert levels("sixem") == ("random", "nearest", "steady", "expert", "master")
    assert levels("chess") == ()


@pytest.mark.parametrize(
    ("level", "game", "known"),
    [
        ("genius", "sixto", "random, nearest, steady, expert, master"),
        ("", "sixem", "random, nearest, steady, expert, master"),
        ("nearest", "chess", "none"),
    ],
)
def test_an_unknown_level_is_an_error_that_names_the_known(level: str, game: str, known: str) -> None:
    with pytest.raises(UnknownLevel, match=f"^no bot '{level}' plays '{game}'; there are: {known}$"):
        make(level, game, 0)


def test_one_line_adds_a_level_for_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.LEVELS, "mine", Level({"sixto": SixtoRandomBot}))
    assert levels("sixto")[-1] == "mine"
    assert "mine" not in levels("sixem")
    assert make("mine", "sixto", 0).choose(sixto.setup((SHEETS["A"],)), 0) == SixtoMove(ROLL, 0)


def test_a_level_is_only_there_with_the_package_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.LEVELS, "learnt", Level({"sixto": SixtoRandomBot}, needs="a_package_nobody_has"))
    monkeypatch.setitem(bots.LEVELS, "plain", Level({"sixto": SixtoRandomBot}, needs="json"))
    assert "plain" in levels("sixto")
    assert "learnt" not in levels("sixto")
    with pytest.raises(UnknownLevel):
        make("learnt", "sixto", 0)
