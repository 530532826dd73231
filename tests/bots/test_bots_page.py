"""The pages on bots and on the lab: code and commands run as they stand, and do what the pages say."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sixes import bots
from sixes.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGE, LAB = ((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("bots", "lab"))
CODE = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
COMMANDS = [
    line for line in f"{PAGE}\n{LAB}".splitlines() if line.startswith(("sixes simulate", "sixes arena"))
]


@pytest.fixture
def folder(bot_folder: Path) -> Path:
    """Where the reader of the page saved the bot."""
    (bot_folder / "leftmost.py").write_text(CODE[0], encoding="utf-8")
    return bot_folder


def test_the_code_of_the_page_prints_what_stands_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    (printed,) = re.findall(r"It prints .+?:\n\n```\n(.+?)```", PAGE, re.DOTALL)
    assert len(CODE) == 3
    names: dict[str, object] = {"__name__": "page"}
    exec("\n".join(CODE), names)
    assert capsys.readouterr().out == printed
    assert isinstance(names["LEVEL"], bots.Level)


def test_the_bot_has_twenty_lines() -> None:
    lines = [line for line in CODE[0].partition("class ")[2].splitlines() if line.strip()]
    assert len(lines) <= 20


def test_installed_as_the_page_says_it_is_a_level(folder: Path) -> None:
    (folder / "leftmost.py").write_text(CODE[0] + CODE[2], encoding="utf-8")
    (entry,) = re.findall(r'```toml\n\[project\.entry-points\."sixes\.bots"\]\n(.+?)```', PAGE, re.DOTALL)
    info = folder / "leftmost-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: leftmost\nVersion: 1.0\n", encoding="utf-8")
    points = "[sixes.bots]\n" + entry.replace('"', "")
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from sixes.bots import levels; print(levels('sixto')[-1], levels('sixem'))"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | {"PYTHONPATH": str(folder)},
    )
    assert (done.stdout, done.stderr) == (f"leftmost {bots.levels('sixem')}\n", "")


def test_there_are_commands() -> None:
    assert len(COMMANDS) == 9


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_of_the_pages_work(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()[1:]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("command", ["simulate sixto", "arena sixto --seats 3 --bots nearest,random"])
def test_the_page_names_every_key_and_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--games", "6", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    keys = [*summary, *(summary["standings"][0] if "standings" in summary else ())]
    assert [key for key in keys if f"`{key}`" not in LAB and not key.endswith("_interval")] == []
    with pytest.raises(SystemExit):
        main([command.partition(" ")[0], "--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help", "--lang"}
    assert [option for option in options if f"`{option}" not in LAB] == []
