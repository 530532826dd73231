"""The rules stand alone: what they import is listed here."""

import ast
from pathlib import Path

import sixes.rules

ALLOWED = {"collections.abc", "enum", "typing"}


def test_the_rules_import_nothing_but_types_and_each_other() -> None:
    modules = list(Path(sixes.rules.__path__[0]).glob("*.py"))
    assert modules
    for module in modules:
        tree = ast.parse(module.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert name in ALLOWED or name.startswith("sixes.rules"), f"{module.name} imports {name}"
