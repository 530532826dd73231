"""The programs in examples/ run as they stand, and print what they promise."""

import json
import re
import subprocess
import sys
from pathlib import Path

from sixes.rules.sheets import SHEETS

ROOT = Path(__file__).parents[2]
EXAMPLES = {path.name for path in (ROOT / "examples").glob("*.py")}
FIRST = {"play_a_game.py", "write_a_bot.py", "replay_a_record.py"}
FOR_ENVIRONMENTS = {"play_levels.py", "train_reinforce.py", "train_maskable_ppo.py"}
RECORDS = ROOT / "tests" / "golden" / "records"
MOST_LINES = 40


def run(name: str, *words: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "examples" / name), *map(str, words)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=60, check=False)


def lines_of(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_there_are_three_for_a_start_and_they_are_short() -> None:
    assert EXAMPLES == {*FIRST, *FOR_ENVIRONMENTS}
    for name in FIRST:
        lines = (ROOT / "examples" / name).read_text("utf-8").splitlines()
        assert 10 < len([line for line in lines if line]) < MOST_LINES, name


def test_a_game_by_random_moves() -> None:
    lines = lines_of(run("play_a_game.py"))
    assert re.fullmatch("roll [1-6]{6}", lines[0])
    assert {"keep", "done"} <= set(lines)
    (end,) = [at for at, line in enumerate(lines) if line.startswith("The game is over after turn ")]
    assert re.fullmatch(r"Seat 0, sheet A: points -?\d+, crosses \d+", lines[end + 2])
    assert sum(line.count("[") for line in lines[end:]) == int(lines[end + 2].rpartition(" ")[2])


def test_a_game_by_moves_that_are_typed() -> None:
    lines = lines_of(run("play_a_game.py", "me", stdin="juggle\nkeep\nroll\nkeep\na6\ndone\n"))
    text = "\n".join(lines)
    assert "'juggle' is no move of Sixto" in text
    assert "> keep: NOT_ROLLED" in text
    assert "Turn 1, crossing: seat 0 is active, the dice show a2 " in text
    assert "  a  3   1   5   6   4  (2)  5 " in text
    assert "The game is over after turn 1." in lines, "two dice must be used alone"


def test_bots_play_against_a_level() -> None:
    lines = lines_of(run("write_a_bot.py"))
    leftmost, careful = (re.fullmatch(r"(\w+) wins (\d+) of 100 games", line) for line in lines)
    assert leftmost
    assert careful
    assert (leftmost[1], careful[1]) == ("leftmost", "Careful")
    assert 0 < int(leftmost[2]) < int(careful[2]) < 60


def test_a_record_is_replayed() -> None:
    lines = lines_of(run("replay_a_record.py"))
    assert [line[:12] for line in lines[:2]] == ['1 {"rolls": ', '2 {"rolls": ']
    assert "Turn 3, rolling: seat 0 is active" in lines
    result = json.loads(lines[-1])
    for seat, letter in enumerate("AC"):
        assert letter in SHEETS
        assert f"Seat {seat}, sheet {letter}: points {result['scores'][seat]['total']}, crosses" in "\n".join(
            lines
        )


def test_a_record_of_ones_own_is_replayed_or_refused(tmp_path: Path) -> None:
    name = "sixem-three-tied-all-go-on-until-one-is-ahead"
    lines = lines_of(run("replay_a_record.py", RECORDS / f"{name}.json"))
    assert json.loads(lines[-1]) == json.loads((RECORDS / f"{name}.result.json").read_text("utf-8"))
    bad = tmp_path / "bad.json"
    bad.write_text('{"game": "sixto", "sheets": ["A", "A"], "turns": []}', encoding="utf-8")
    done = run("replay_a_record.py", bad)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("This is no game: seat 1: ")


def test_levels_play_in_environments() -> None:
    words = ("--opponents", "nearest", "--levels", "uniform,steady", "--games", "5")
    _, _, uniform, steady = lines_of(run("play_levels.py", *words))
    points = [
        float(re.fullmatch(r"\| \w+ \| (-?[\d.]+) ± [\d.]+ \| [\d.]+ ± [\d.]+ \|", line)[1])  # type: ignore[index]
        for line in (uniform, steady)
    ]
    assert points[0] + 50 < points[1]


def test_a_short_training_learns_to_go_on() -> None:
    """From zero, where nearly all games end after two turns below zero."""
    lines = lines_of(run("train_reinforce.py", "--rounds", "12", "--games", "128", "--new-games", "500"))
    assert len(lines) == 13
    learnt = re.fullmatch(r"(-?[\d.]+) ± [\d.]+ points in 500 new games", lines[-1])
    assert learnt
    assert float(learnt[1]) > 20
