"""An extension of griffe: doctests in docstrings become blocks of code."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).+\n?)*)+", re.MULTILINE)


class FencedDoctests(griffe.Extension):
    """Puts a fence around each run of doctests, which Markdown would take for quotations."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        self.on_object(obj=pkg)  # griffe itself calls that for its members only

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
