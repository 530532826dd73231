"""The page of environments: its programs run, and its sizes are those of the source."""

import re
from pathlib import Path
from typing import Any

import pytest

from sixes.envs import sixem
from sixes.envs.sixto import ACTIONS, SEAT_PART, TABLE_PART

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")


def test_its_first_program_plays_a_game() -> None:
    names: dict[str, Any] = {}
    (first, *_) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(first, names)
    assert names["env"].render().startswith("The game is over after turn ")


@pytest.mark.parametrize("library", ["pettingzoo", "pyspiel"])
def test_a_program_prints_what_the_page_shows(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(r"```python\n([^`]*)```\n\n```\n(.*?)```", PAGE, re.DOTALL)
    ((program, output),) = [each for each in shown if f"import {library}\n" in each[0]]
    exec(program, {})
    assert capsys.readouterr().out == output


def test_sizes() -> None:
    assert f"same {ACTIONS} actions" in PAGE
    assert f"one part of {SEAT_PART} for each" in PAGE
    assert f"{SEAT_PART} × seats + {TABLE_PART} items" in PAGE
    assert f"There are {sixem.ACTIONS} actions" in PAGE
    assert f"{sixem.SEAT_PART} × seats + {sixem.TABLE_PART} items" in PAGE
