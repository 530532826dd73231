"""`sixes bound`: the same paths however often it is interrupted, and one sentence for what makes no sense."""

import json
from pathlib import Path

import numpy as np
import pytest

from sixes.cli import bound, main
from sixes.lab.sixto.bound.estimate import ROLLS, Estimate, mean_of, measure_paths, resume, save, summary
from sixes.lab.sixto.bound.shrunken import new_game, solved, start_of
from tests.lab.commands import run_here

PATHS = 40
SMALL = Estimate("A", 3, (1, 4), ROLLS)
"""Of a shrunken game, which is soon over."""


@pytest.fixture(scope="module")
def measured() -> Estimate:
    *_, last = measure_paths(SMALL, PATHS, start_of(3, 4))
    return last


def test_what_a_beam_finds_is_above_the_optimum(measured: Estimate) -> None:
    """Where the truth is known, a wider beam finds more, and no less than perfect play makes."""
    optimum = solved(new_game(3, 4)).first[0]
    points = np.array(measured.paths)
    assert (points[:, 1] <= points[:, 2] + 1e-9).mean() > 0.9
    expert, _, widest = (mean_of(points[:, at]) for at in range(3))
    assert widest.mean + 1.5 * widest.margin > optimum > expert.mean - 1.5 * expert.margin
    assert widest.mean < optimum + 5


def test_a_run_goes_on_from_its_file(measured: Estimate, tmp_path: Path) -> None:
    file = tmp_path / "paths.json"
    for reached in measure_paths(SMALL, 5, start_of(3, 4)):
        save(reached, file)
    *_, last = measure_paths(resume(file, SMALL), 8, start_of(3, 4))
    assert last.paths == measured.paths[:8]
    assert summary(last)["paths"] == 8


def test_the_command_asks_for_as_many_rolls_as_the_estimate_needs() -> None:
    assert bound.SETS_OF_ROLLS == ROLLS


def test_the_command_prints_the_estimate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    call = ["bound", "--paths", "2", "--beams", "1", "--resume", str(tmp_path / "paths.json")]
    done = run_here(capsys, *call)
    assert done.status == 0
    assert "numerical dual estimate, no proven bound" in done.out
    found = run_here(capsys, *call, "--json").summary()
    assert (found["paths"], found["beams"][0]["width"]) == (2, 1)
    assert f"{found['beams'][0]['mean']:.2f}" in done.out


def test_other_paths_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "paths.json"
    save(Estimate("A", 0, (5,), ROLLS, ((1.0, 2.0),)), file)
    for other in (["--seed", "1"], ["--sheet", "B"], ["--rolls", "72"], ["--beams", "6"]):
        words = {"--beams": "5"} | {other[0]: other[1]}
        options = [word for pair in words.items() for word in pair]
        refused = run_here(capsys, "bound", *options, "--resume", str(file))
        assert refused.status == 1
        assert refused.err[-1].startswith(f"{file} holds paths of another sheet or seed")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"paths": 3}', '{"paths": [["x"]]}', "[" * 100_000])
def test_what_is_no_file_of_paths_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "paths.json"
    file.write_text(text, encoding="utf-8")
    refused = run_here(capsys, "bound", "--resume", str(file))
    assert (refused.status, refused.err[-1]) == (1, f"{file} holds no paths of sixes bound, or is damaged.")


def test_a_file_that_cannot_be_written_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    refused = run_here(capsys, "bound", "--resume", str(tmp_path / "nowhere" / "paths.json"))
    assert (refused.status, len(refused.err)) == (1, 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--paths 1", "argument --paths: '1' is no whole number from 2 to 1000000"),
        ("--beams 5,5", "argument --beams: '5,5' is no list of widths from 1 to 1000, such as 5,15,50"),
        ("--beams 15,5", "argument --beams: '15,5' is no list of widths"),
        ("--beams wide", "argument --beams: 'wide' is no list of widths"),
        ("--rolls 37", "argument --rolls: '37' is no multiple of 36"),
        ("--sheet AB", "argument --sheet: invalid choice: 'AB'"),
    ],
)
def test_a_wrong_call_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    with pytest.raises(SystemExit) as exited:
        main(["bound", *words.split()])
    out, err = capsys.readouterr()
    assert (exited.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"sixes bound: {sentence}")


def test_shrunken_games_are_printed_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixes.lab.sixto.bound.shrunken.GAMES", ((2, 4),))
    page = run_here(capsys, "bound", "--shrunken", "--paths", "20").out
    found = json.loads(run_here(capsys, "bound", "--shrunken", "--paths", "20", "--json").out)
    (game,) = found["games"]
    assert game["exact"]["mean"] == pytest.approx(game["optimum"])
    assert f"{game['optimum']:.3f}" in page
