"""Bots of other packages, found by entry points: real packages, in folders of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ASKS = """
import json
from sixes.bots import levels, make
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
found = {game: levels(game) for game in ("sixto", "sixem")}
state = sixto.setup((SHEETS["A"],))
kinds = [make(level, "sixto", 3).choose(state, 0).kind for level in found["sixto"]]
print(json.dumps([found["sixto"], found["sixem"], kinds, levels("sixto") == found["sixto"]]))
"""


class Found(NamedTuple):
    sixto: list[str]
    sixem: list[str]
    complaints: list[str]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Where packages are installed."""
    return tmp_path


def install(site: Path, package: str, code: str, *bots: str) -> None:
    """As pip would: a module, and what its metadata says about it."""
    (site / f"{package}.py").write_text(code, encoding="utf-8")
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    points = "\n".join(("[sixes.bots]", *bots))
    (info / "entry_points.txt").write_text(points, encoding="utf-8")


def found(site: Path) -> Found:
    """Which levels there are, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ASKS],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | {"PYTHONPATH": str(site)},
    )
    sixto, sixem, kinds, again = json.loads(done.stdout)
    assert set(kinds) == {0}
    assert again
    return Found(sixto, sixem, done.stderr.splitlines())


def added(names: list[str]) -> list[str]:
    """Those that come after our own."""
    from sixes.bots import levels  # noqa: PLC0415 - here without the packages

    ours = list(levels("sixto"))
    assert names[: len(ours)] == ours
    return names[len(ours) :]


def test_a_level_or_a_mapping_joins_the_levels_after_our_own(site: Path) -> None:
    install(
        site,
        "zorro_bots",
        "from sixes.bots import LEVELS, Level\n"
        "LEFT = Level({'sixto': LEVELS['random'].games['sixto']})\n"
        "BOTH = LEVELS['nearest'].games\n",
        "zorro = zorro_bots:LEFT",
        "both = zorro_bots:BOTH",
    )
    install(
        site,
        "alpha",
        "GAMES = {'sixto': __import__('sixes.bots').bots.LEVELS['random'].games['sixto']}",
        "aa=alpha:GAMES",
    )
    summary = found(site)
    assert added(summary.sixto) == ["aa", "both", "zorro"]
    assert summary.sixem[-1] == "both"
    assert summary.complaints == []


def test_one_that_is_broken_is_left_out_and_said_in_a_line(site: Path) -> None:
    fine = "from sixes.bots import LEVELS, Level\nFINE = LEVELS['random']\n"
    install(
        site,
        "sundry",
        fine
        + "NUMBER = 3\nNOT_MADE = {'sixto': 'nearest'}\nELSEWHERE = Level(FINE.games, 'no.such.package')\n",
        "fine = sundry:FINE",
        "lost = sundry:NOWHERE",
        "gone = nowhere:BOT",
        "number = sundry:NUMBER",
        "unmade = sundry:NOT_MADE",
        "elsewhere = sundry:ELSEWHERE",
        "nearest = sundry:FINE",
        "with,comma = sundry:FINE",
    )
    install(site, "torn", "1 / 0", "torn = torn:BOT")
    install(site, "zz", fine, "fine = zz:FINE")
    summary = found(site)
    assert added(summary.sixto) == ["fine"]
    said = [line.replace("The bot ", "").split(" is left out. ") for line in summary.complaints]
    no_level = "TypeError: it is neither a Level nor a mapping from games to what makes a bot"
    assert said == [
        ["gone of the package sundry", "ModuleNotFoundError: No module named 'nowhere'"],
        ["lost of the package sundry", "AttributeError: module 'sundry' has no attribute 'NOWHERE'"],
        ["nearest of the package sundry", "ValueError: there is a bot of this name already"],
        ["number of the package sundry", no_level],
        ["unmade of the package sundry", no_level],
        ["with,comma of the package sundry", "ValueError: a name has no space, comma or colon"],
        ["torn of the package torn", "ZeroDivisionError: division by zero"],
        ["fine of the package zz", "ValueError: there is a bot of this name already"],
    ]


def test_a_level_of_ours_may_play_one_game_more_from_another_part(site: Path) -> None:
    """As `sixes` itself brings what not everybody can have: it comes where the level belongs."""
    code = "from sixes.bots import LEVELS, Level\nBOT = Level({'sixto': LEVELS['random'].games['sixto']})\n"
    install(site, "sixes_more", code, "genius = sixes_more:BOT")
    info = site / "sixes_more-1.0.dist-info" / "METADATA"
    info.write_text(info.read_text(encoding="utf-8").replace("sixes_more", "sixes"), encoding="utf-8")
    install(site, "alpha", code, "aa = alpha:BOT", "genius = alpha:BOT")
    summary = found(site)
    assert added(summary.sixto) == ["genius", "aa"]
    assert "genius" not in summary.sixem
    assert [line.split(".")[0] for line in summary.complaints] == [
        "The bot genius of the package alpha is left out"
    ]


def test_it_plays_in_the_lab_like_any_other(site: Path) -> None:
    install(site, "mine", "from sixes.bots import LEVELS\nBOT = LEVELS['nearest']", "mine = mine:BOT")
    words = ["simulate", "sixto", "--bots", "mine", "--games", "5", "--workers", "2", "--json"]
    means = []
    for bot in ("mine", "nearest"):
        words[3] = bot
        done = subprocess.run(
            [sys.executable, "-m", "sixes", *words],
            capture_output=True,
            check=True,
            timeout=600,
            env=os.environ | {"PYTHONPATH": str(site)},
        )
        means.append(json.loads(done.stdout)["mean"])
    assert means[0] == means[1]
