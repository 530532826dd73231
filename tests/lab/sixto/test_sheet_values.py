"""What the master knows about each sheet: it begins with the expert's values, and belongs to them."""

import hashlib
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from sixes.bots.sixto.expert import VALUES, SoloValues, search_best, shipped_model, worth_again
from sixes.bots.sixto.features import POINT, outlook
from sixes.bots.sixto.search import new_buffers
from sixes.lab.sixto import sheet_training
from sixes.lab.sixto.expert import solo_values
from sixes.lab.sixto.sheet_training import load, main
from sixes.lab.sixto.sheet_values import FILE, known_sheet, outlook_by_colour, values_by_colour
from sixes.rules.sheets import SHEETS
from tests.lab.sixto.test_lookahead import first_rolls

LEARNT_FROM = "4f4a88d588a6b86f"
"""The expert's values from which those of the sheets were learnt. If the expert has learnt anew, learn these
again (`python -m sixes.lab.sixto.sheet_training`), and change this line."""


def test_they_belong_to_the_experts_values() -> None:
    values = (resources.files("sixes.bots.sixto") / VALUES).read_bytes()
    assert hashlib.sha256(values).hexdigest()[:16] == LEARNT_FROM


def test_before_anything_is_learnt_a_sheet_is_worth_what_the_expert_says() -> None:
    buffers, solo = new_buffers(), shipped_model().solo
    for state in first_rolls():
        sheet = state.sheets[0]
        first, second = values_by_colour(sheet)
        own = SoloValues(first, second, solo.lookup)
        said = search_best(state, outlook(sheet), solo, buffers), worth_again(state, solo, buffers)
        own_said = (
            search_best(state, outlook_by_colour(sheet), own, buffers),
            worth_again(state, own, buffers),
        )
        assert said == own_said


def test_what_was_learnt_differs_from_sheet_to_sheet_but_not_much_from_the_expert() -> None:
    buffers, solo, differences = new_buffers(), shipped_model().solo, []
    for state in first_rolls():
        sheet = state.sheets[0]
        known, ahead = known_sheet(sheet)
        expected = search_best(state, outlook(sheet), solo, buffers)
        differences.append((search_best(state, ahead, known, buffers) - expected) / POINT)
    assert 0.1 < np.std(differences) < 3
    assert list(load(FILE)) == list(SHEETS)
    assert len({changes.tobytes() for changes in load(FILE).values()}) == len(SHEETS)


def test_any_other_sheet_has_the_experts_values() -> None:
    sheet = SHEETS["A"][::-1]
    assert known_sheet(sheet).solo is solo_values()
    assert known_sheet(sheet).ahead == outlook(sheet)


def test_a_training_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed gives the same values, and a sheet that is there is not learnt again."""
    monkeypatch.setattr(sheet_training, "ROUNDS", 2)
    monkeypatch.setattr(sheet_training, "KEPT", 1)
    monkeypatch.setattr(sheet_training, "GAMES", 40)
    monkeypatch.setattr(sheet_training, "SHEETS", {letter: SHEETS[letter] for letter in "AB"})
    whole, stopped = tmp_path / "whole.npz", tmp_path / "stopped.npz"
    main(whole)
    learnt = load(whole)
    assert all(changes.any() for changes in learnt.values())
    sheet_training.save({"A": learnt["A"]}, stopped)
    monkeypatch.setattr(sheet_training, "learn_sheet", {"B": sheet_training.learn_sheet("B")}.__getitem__)
    main(stopped)
    assert stopped.read_bytes() == whole.read_bytes()
