"""Compiled and plain Python play the same games of Sixto; and any of them can be told as a record."""

from itertools import cycle, islice

import pytest

from sixes.bots import levels
from sixes.lab.games import Simulation
from sixes.lab.sixto import loop, plain
from sixes.records import replay
from sixes.rules.sheets import sheet_of
from tests.lab.commands import columns, simulation

COMPILED = [level for level in levels("sixto") if level in loop.LEVELS]
assert COMPILED == list(loop.LEVELS)
TABLES = [tuple(islice(cycle(COMPILED), seats)) for seats in (2, 4, 6)]
GAMES = 8


@pytest.mark.parametrize("bots", [*((level,) for level in COMPILED), *TABLES])
def test_compiled_and_plain_games_are_the_same(bots: tuple[str, ...]) -> None:
    """In plain Python every move goes through the rules, and a bot makes its moves one by one."""
    which = simulation(bots, seed=11, rotations=len(bots))
    assert columns(loop.play(which, 5, GAMES)) == columns(plain.play(which, 5, GAMES))


@pytest.mark.parametrize("bots", [("nearest",), ("steady", "nearest")])
def test_games_on_sheets_of_ones_own_are_the_same(bots: tuple[str, ...]) -> None:
    sheets = (sheet_of([[1, 2] * 6] * 6), sheet_of([[row] * 12 for row in range(1, 7)]))
    which = Simulation("sixto", bots, 3, sheets)
    assert columns(loop.play(which, 0, GAMES)) == columns(plain.play(which, 0, GAMES))


def test_a_game_that_asks_many_again_is_the_same() -> None:
    """At a full table of `nearest` somebody is asked again in most games."""
    which = simulation(("nearest",) * 6)
    assert columns(loop.play(which, 0, 40)) == columns(plain.play(which, 0, 40))


@pytest.mark.parametrize("bots", [("nearest",), ("steady", "nearest", "random")])
def test_a_game_can_be_told_as_a_record(bots: tuple[str, ...]) -> None:
    which = simulation(bots)
    played, record = plain.play(which, 2, 1), plain.record(which, 2)
    result = replay(record).result()
    assert [score["total"] for score in result["scores"]] == played.points[0].tolist()
    assert len(record["turns"]) == played.turns[0]
    assert record["sheets"] == ["C", "D", "E"][: len(bots)]
    assert [player["bot"] for player in record["match"]["players"]] == list(bots)
