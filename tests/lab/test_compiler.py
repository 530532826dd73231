"""What is told of compiling, and functions that only compiled code can call."""

import pytest
from numba import njit

from sixes.lab.compiler import not_inlined, told_of_compiling


@not_inlined
def doubled(number: int) -> int:
    return 2 * number


@njit()
def quadrupled(number: int) -> int:
    return doubled(doubled(number))


def test_compiling_is_told_once_and_only_if_it_happens() -> None:
    told: list[str] = []
    for _ in range(2):
        with told_of_compiling(lambda: told.append("compiling")):
            assert quadrupled(3) == 12
    assert told == ["compiling"]


def test_python_cannot_call_what_has_no_machine_code() -> None:
    with pytest.raises(KeyError, match="only compiled code can call this"):
        doubled(3)
