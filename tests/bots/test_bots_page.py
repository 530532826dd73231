"""The page on writing bots: its code is run as it stands, and prints what the page says."""

import re
from pathlib import Path

import pytest

from sixes import bots

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_code_of_the_page_prints_what_stands_below_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bots, "LEVELS", dict(bots.LEVELS))
    code = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    (printed,) = re.findall(r"It prints .+?:\n\n```\n(.+?)```", PAGE, re.DOTALL)
    assert len(code) == 3
    exec("\n".join(code), {"__name__": "page"})
    assert capsys.readouterr().out == printed
    assert bots.levels("sixto")[-1] == "leftmost"
