"""Every public name with its signature, one on each line, as tests/golden/library.txt has them.

After a change that semantic versioning allows: python -m tests.library.public > tests/golden/library.txt
"""

import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import sixes

MODULES = ("bots", "coach", "records", "sixem", "sixto")


def lines() -> Iterator[str]:
    for name in sorted(sixes.__all__):
        yield f"sixes.{described(name, getattr(sixes, name))}"
    for module_name in MODULES:
        module: ModuleType = getattr(sixes, module_name)
        for name in sorted(module.__all__):
            yield f"sixes.{module_name}.{described(name, getattr(module, name))}"


def described(name: str, found: Any) -> str:
    """A function with its signature; a class with what makes it, and its public attributes."""
    if inspect.isfunction(found):
        return f"{name}{inspect.signature(found)}"
    if not isinstance(found, type):
        return f"{name}: {type(found).__name__}"
    if hasattr(found, "_fields"):
        return f"{name}({', '.join(inspect.get_annotations(found))}) {public(found)}"
    return f"{name} {public(found)}"


def public(kind: type) -> list[str]:
    inherited = dir(tuple) if issubclass(kind, tuple) else dir(ImportError)
    return [name for name in dir(kind) if not name.startswith("_") and name not in inherited]


if __name__ == "__main__":
    print("\n".join(lines()))
