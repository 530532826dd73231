"""What tests of the lab find in the folder they are in."""

import json
from pathlib import Path

import pytest

from sixes.rules.sheets import SHEETS, rows_of

MODULE = """
import os

from sixes.bots import make
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import CROSS, CROSSING, Move

nearest = make("nearest", "sixto", 0).choose


def on_l(state, seat):
    return state.sheets[seat] == SHEETS["L"]


def raises(state, seat):
    if on_l(state, seat):
        raise ValueError("no idea\\nat all")
    return nearest(state, seat)


def cheats(state, seat):
    if on_l(state, seat) and state.turn.phase == CROSSING:
        return Move(CROSS, seat, colour=5, place=12)
    return nearest(state, seat)


def dies(state, seat):
    if on_l(state, seat):
        os.kill(os.getpid(), 9)
    return nearest(state, seat)


def talks(state, seat):
    return "hello"


def sleeps(state, seat):
    return None
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where somebody wrote their bots."""
    (tmp_path / "mybots.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "own.json").write_text(json.dumps(rows_of(SHEETS["C"])), encoding="utf-8")
    (tmp_path / "short.json").write_text(json.dumps(rows_of(SHEETS["C"])[:5]), encoding="utf-8")
    (tmp_path / "seven.json").write_text(json.dumps([[7] * 12] * 6), encoding="utf-8")
    (tmp_path / "words.json").write_text(json.dumps(["abcdefghijkl"] * 6), encoding="utf-8")
    (tmp_path / "torn.json").write_text("[[3, 1, 5,", encoding="utf-8")
    return tmp_path
