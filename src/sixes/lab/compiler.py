"""Compile the rules and the bots with numba: the same source that plain Python runs.

Import this before any module with `@njit` functions. In compiled code the items of a state may be arrays
where plain Python has tuples: they are indexed alike, and `put` then writes in place.
"""

import hashlib
import importlib
import inspect
import os
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from llvmlite.ir import Constant, IntType  # type: ignore[import-untyped]
from numba import njit, types
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.event import Listener, install_listener
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, register_jitable

import sixes
from sixes import rules
from sixes.bots import sixem, sixto
from sixes.lab import dice
from sixes.lab.inner import INNER
from sixes.rules import six

PACKAGES = (rules, sixto, sixem)
"""All functions of their modules can be called from compiled code; so can those of `dice`."""
OVERLOADED = (six.build, six.count, six.put, six.room)
"""Functions that have a version of their own for compiled code, below."""

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function that Python calls, and cache it for the next start.

    It must get its arrays from outside and make none: then it needs no reference counting. That, and inlining
    every call, makes it several times as fast.
    """
    options: dict[str, Any] = {"nogil": True, "forceinline": True, "_nrt": False}
    dispatcher: Any = njit(**options)(function)
    dispatcher._cache = _CompiledCode(function)  # type: ignore[no-untyped-call] # noqa: SLF001
    return cast(Function, dispatcher)


class _CompiledCode(FunctionCache):
    """A cache that loads only code. Numba's also loads all that compiling needs, which takes a second."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def not_inlined(function: Function) -> Function:
    """Compile a large function that compiled code calls, instead of inlining it."""
    options: dict[str, Any] = {"nogil": True, "forceinline": False, "_nrt": False, **INNER}
    return cast(Function, njit(**options)(function))


def jitable(function: Function) -> Function:
    """Let compiled code call this function, which it inlines; in plain Python nothing changes."""
    made: Function = register_jitable(**INNER)(function)
    return made


class _FirstCompilation(Listener):
    def __init__(self, tell: Callable[[], None]) -> None:
        self.tell: Callable[[], None] | None = tell

    def on_start(self, _event: Any) -> None:
        if self.tell:
            self.tell()
        self.tell = None

    def on_end(self, _event: Any) -> None:
        pass


@contextmanager
def told_of_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """Calls `tell` once if something has to be compiled in here, rather than loaded from the cache."""
    with install_listener("numba:compile", _FirstCompilation(tell)):
        yield


def _cache_dir() -> str:
    """Where compiled code is cached, in a folder for each state of the source.

    Numba checks only the file of the compiled function itself, and would go on with old rules in it.
    """
    root = Path(sixes.__file__).parent
    sources = [file for part in ("rules", "bots", "lab") for file in sorted((root / part).rglob("*.py"))]
    digest = hashlib.sha256(b"\0".join(file.read_bytes() for file in sources)).hexdigest()[:16]
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sixes"
    return str(Path(os.environ.get("NUMBA_CACHE_DIR") or usual) / f"{numba.__version__}-{digest}")


@intrinsic
def _ones(_typing: Any, _members: Any) -> Any:
    """The number of set bits, in one instruction."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@overload(six.count, jit_options=INNER, strict=False)
def _count(members: Any) -> Any:  # noqa: ARG001 - numba chooses the version by these types
    def count(members: Any) -> Any:
        return _ones(members)  # type: ignore[call-arg]

    return count


@intrinsic
def _zeros_above(_typing: Any, _members: Any) -> Any:
    """The number of bits above the highest that is set, in one instruction."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], Constant(IntType(1), 0))

    return types.int64(types.int64), build


@overload(six.room, jit_options=INNER, strict=False)
def _room(members: Any) -> Any:  # noqa: ARG001
    def room(members: Any) -> Any:
        return 64 - _zeros_above(members)  # type: ignore[call-arg]

    return room


@overload(six.put, jit_options=INNER, strict=False)
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


@overload(six.build, jit_options=INNER, strict=False)
def _build(kind: Any, fields: Any) -> Any:  # noqa: ARG001
    def build(kind: Any, fields: Any) -> Any:
        return kind(*fields)

    return build


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)
    yield dice


def _register() -> None:
    setattr(config, "CACHE_DIR", _cache_dir())  # noqa: B010 - numba's own types do not declare it
    for module in _modules():
        for function in vars(module).values():
            own = inspect.isfunction(function) and function.__module__ == module.__name__
            if own and function not in OVERLOADED:
                jitable(function)


_register()
