"""Tests that are coroutines: `@asynchronous` runs one on an event loop of its own.

Tests of live tables use `in_fake_time` of `tests.server.fake_time` instead, where the test moves the clock.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
Test = Callable[P, Coroutine[Any, Any, None]]
LONGEST = 120.0
"""Seconds after which a test has failed: what it waits for does not come."""


def run(body: Coroutine[Any, Any, T], longest: float | None = LONGEST) -> T:
    """The result of a coroutine, for a fixture that needs one; it fails after so many seconds."""

    async def within_limits() -> T:
        async with asyncio.timeout(longest):
            return await body

    return asyncio.run(within_limits())


def asynchronous(body: Test[P]) -> Callable[P, None]:
    """Make a test of a coroutine."""
    return _as_test(body, LONGEST)


def asynchronous_without_limit(body: Test[P]) -> Callable[P, None]:
    """The same for a test that may take hours and has time limits for its parts."""
    return _as_test(body, None)


def _as_test(body: Test[P], longest: float | None) -> Callable[P, None]:
    @wraps(body)
    def test(*fixtures: P.args, **named: P.kwargs) -> None:
        run(body(*fixtures, **named), longest)

    return test
