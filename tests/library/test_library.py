"""`import sixes`: what is public stays as it is, its examples hold, and importing it costs nothing."""

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import sixes
from tests.library.public import lines

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "library.txt"


def test_public_names_and_signatures_are_those_of_the_golden_list() -> None:
    assert list(lines()) == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_page_names_everything_that_is_public() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`sixes\.(\w+)", page))
    assert named >= set(sixes.__all__) - {"__version__"}


@pytest.mark.parametrize("name", ["sixes", "sixes.library"])
def test_the_examples_of_a_module_hold(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.attempted
    assert not results.failed


def test_importing_it_imports_nothing_else_of_it_and_nothing_that_is_installed() -> None:
    program = """
import sys
before = set(sys.modules)
import sixes
added = set(sys.modules) - before
assert {name for name in added if name.startswith("sixes")} == {"sixes"}, added
assert {name.partition(".")[0] for name in added} - {"sixes"} <= set(sys.stdlib_module_names), added
assert set(sixes.__all__) <= set(dir(sixes))
sixes.sixto, sixes.records, sixes.bots
assert not {"msgspec", "numpy", "numba", "aiohttp"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'sixes' has no attribute 'sixty'"):
        _ = sixes.sixty


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"game": "chess"}, "there is no game 'chess'; there are: sixto, sixem"),
        ({"bots": []}, "bots: sixto takes a list of 1 to 6, one for each seat"),
        ({"bots": "nearest"}, "bots: sixto takes a list of 1 to 6, one for each seat"),
        ({"bots": ["nobody"]}, "no bot 'nobody' plays 'sixto'"),
        ({"game": ["sixto"]}, "there is no game"),
        ({"bots": None}, "bots: sixto takes a list"),
        ({"games": 0}, "games=0 is not allowed: use a whole number from 1"),
        ({"games": 1.5}, "games=1.5 is not allowed"),
        ({"seed": -1}, "seed=-1 is not allowed: use a whole number from 0"),
        ({"workers": 0}, "workers=0 is not allowed: use a whole number from 1, or None"),
        ({"sheets": None}, "sheets: at least 1 different letters"),
        ({"sheets": "AA"}, "sheets: at least 1 different letters from A to L"),
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says) as refused:
        sixes.simulate(**({"game": "sixto", "bots": ["nearest"]} | wrong))
    assert "\n" not in str(refused.value)
