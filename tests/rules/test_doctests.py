"""The examples in the rules' docstrings hold."""

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

import sixes.rules

MODULES = [module.name for module in iter_modules(sixes.rules.__path__, "sixes.rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.failed == 0
    assert results.attempted > 0
