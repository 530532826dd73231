"""The rules and the bots for compiled loops: the very same source, given to numba as it is.

Import this before any module with `@njit` functions. Compiled, the items of a state may be arrays where plain
Python has tuples: they are indexed alike, and `put` then writes in place.

A loop over games is a `loop` made of `part`s.
"""

import hashlib
import importlib
import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import njit, types
from numba.core import config
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, register_jitable

import sixes
from sixes.rules import six

MODULES = (
    "sixes.rules.six",
    "sixes.rules.rows",
    "sixes.rules.turns",
    "sixes.rules.sixto",
    "sixes.rules.boards",
    "sixes.rules.rounds",
    "sixes.rules.sixem",
    "sixes.bots.sixto.nearest",
    "sixes.bots.sixto.solo",
    "sixes.bots.sixto.evaluation",
    "sixes.bots.sixto.steady",
    "sixes.bots.sixto.endgame",
    "sixes.bots.sixto.features",
    "sixes.bots.sixto.search",
    "sixes.bots.sixto.expert",
    "sixes.bots.sixem.nearest",
    "sixes.bots.sixem.random",
    "sixes.bots.sixem.evaluation",
    "sixes.bots.sixem.rolling",
    "sixes.bots.sixem.marking",
    "sixes.bots.sixem.strategy",
    "sixes.lab.dice",
)
OURS = (six.count, six.put)
"""What compiled code needs in a version of its own."""

Function = TypeVar("Function", bound=Callable[..., Any])


def loop(function: Function) -> Function:
    """Compiles a function that Python calls; kept for the next start.

    It gets its arrays from outside and makes none, so that nobody need count who holds them; that, and every
    call written out in place, makes it several times as fast.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "forceinline": True, "_nrt": False}
    return cast(Function, njit(**options)(function))


def call(function: Function) -> Function:
    """Compiles a large function that loops call rather than hold within them."""
    options: dict[str, Any] = {"nogil": True, "forceinline": False, "_nrt": False}
    return cast(Function, njit(**options)(function))


def part(function: Function) -> Function:
    """A function that is compiled where a loop calls it; in plain Python it stays what it is."""
    return register_jitable(function)


def _cache_dir() -> str:
    """Compiled code is kept for the next start, apart for every state of the source.

    Numba looks at the file of the loop alone, and would go on with old rules in it.
    """
    root = Path(sixes.__file__).parent
    sources = [file for part in ("rules", "bots", "lab") for file in sorted((root / part).rglob("*.py"))]
    digest = hashlib.sha256(b"\0".join(file.read_bytes() for file in sources)).hexdigest()[:16]
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sixes"
    return str(Path(os.environ.get("NUMBA_CACHE_DIR") or usual) / f"{numba.__version__}-{digest}")


@intrinsic
def _ones(_typing: Any, _members: Any) -> Any:
    """How many bits are set, in one instruction."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@overload(six.count, strict=False)
def _count(members: Any) -> Any:  # noqa: ARG001 - these say what is compiled, by the types
    def count(members: Any) -> Any:
        return _ones(members)  # type: ignore[call-arg]

    return count


@overload(six.put, strict=False)
def _put(items: Any, at: Any, item: Any) -> Any:  # noqa: ARG001
    def put_in_tuple(items: Any, at: int, item: Any) -> Any:
        return tuple_setitem(items, at, item)  # type: ignore[call-arg]

    def put(items: Any, at: int, item: Any) -> Any:
        items[at] = item
        return items

    def put_row(items: Any, at: int, item: Any) -> Any:
        for place in range(len(item)):
            items[at, place] = item[place]
        return items

    if isinstance(items, types.BaseTuple):
        return put_in_tuple
    return put_row if getattr(items, "ndim", 1) > 1 else put


def _register() -> None:
    setattr(config, "CACHE_DIR", _cache_dir())  # noqa: B010 - its own types do not know of it
    for name in MODULES:
        for function in vars(importlib.import_module(name)).values():
            if inspect.isfunction(function) and function.__module__ == name and function not in OURS:
                register_jitable(function)


_register()
