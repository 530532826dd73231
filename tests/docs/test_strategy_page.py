"""The page on strategy says what was measured, and what the coach says today."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs.plotting.plots import read

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
MEASURED = read()
TURNS: dict[str, dict[str, Any]] = MEASURED["turns"]
ENDS: dict[str, dict[str, Any]] = MEASURED["ends"]


def mean_crosses(seats: str) -> float:
    return float(sum(number * share for number, (share, _, _) in enumerate(TURNS[seats]["crossed"])))


def mean_turns(seats: str) -> float:
    games: dict[str, int] = ENDS[seats]["turns"]
    return sum(int(turns) * many for turns, many in games.items()) / sum(games.values())


def test_figures_in_the_text_are_those_measured() -> None:
    again = {seats: f"{part['again_at_all'][0]:.0%}" for seats, part in TURNS.items()}
    points = {seats: f"{part['points'][0]:.0f}" for seats, part in ENDS.items()}
    pairs = [f"{100 * share:.0f}" for share, _, _ in TURNS["1"]["pairs"]]
    levels = {level: f"{part['points'][0]:.0f}" for level, part in MEASURED["levels"].items()}
    for sentence in (
        f"exactly two crosses in {TURNS['1']['crossed'][2][0]:.0%} of its turns",
        f"there are about {mean_turns('1'):.0f} turns in such a game",
        f"{mean_crosses('2'):.1f} boxes a turn with two players and {mean_crosses('4'):.1f} with four",
        f"in {again['1']} of its turns alone, in {again['2']} with two players and in {again['4']} with four",
        f"one it rolls again in {pairs[1]} of 100 turns, with two in {pairs[2]}, with more in {pairs[3]}",
        f"{points['1']} points alone, {points['2']} with two players and {points['6']} with six",
        f"already worth {levels['nearest']} points on average",
        f"gets {levels['steady']}, the `expert` {levels['expert']}",
    ):
        assert sentence in WORDS


def test_advice_holds_in_what_was_measured() -> None:
    for seats, figures in MEASURED["first_cross"].items():
        worth = [mean for mean, _, _ in figures]
        assert worth == sorted(worth, reverse=True), seats
        assert worth[0] > 3
        assert (worth[1] < -3) if seats == "1" else (worth[1] > 2 > abs(worth[2]))
    for part in TURNS.values():
        none, one, two, more = (share for share, _, _ in part["again"])
        assert none > 0.7 > one > 0.25 > two >= more
        assert 0.6 < part["rows"][0] / (part["rows"][0] + part["columns"][0]) < 0.73
        assert sum(share for share, _, _ in part["left"][:3]) > 0.64


@pytest.mark.parametrize("link", re.findall(r"^\$ sixes study (\S+)$", PAGE, re.MULTILINE))
def test_the_coach_says_what_the_page_shows(link: str) -> None:
    command = [sys.executable, "-m", "sixes", "study", link]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    told = "\n".join(line.rstrip() for line in shown.splitlines())
    assert f"```\n$ sixes study {link}\n{told}\n```\n" in PAGE
