"""`sixes sheets --rate`: how good a sheet is."""

from pathlib import Path

import pytest

from sixes.cli import main
from tests.lab.commands import Ended, run_here


def rate(capsys: pytest.CaptureFixture[str], *words: str) -> Ended:
    return run_here(capsys, "sheets", "--games", "200", "--rate", *words)


def test_sheets_are_rated_for_people_and_for_programs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sheet of one's own has the numbers of C here; the dice are the same on all, so it rates the same."""
    monkeypatch.chdir(folder)
    summary = rate(capsys, "A,C,own.json", "--json").summary()
    assert list(summary) == ["A", "C", "own.json"]
    assert summary["C"] == summary["own.json"] != summary["A"]
    assert all(sheet["games"] == 200 and 220 < sheet["mean"] < 270 for sheet in summary.values())
    lines = rate(capsys, "C").out.splitlines()
    assert lines == [f"C: {summary['C']['mean']:.1f} ± {1.96 * summary['C']['standard_error']:.1f} points"]


@pytest.mark.parametrize(
    ("sheets", "sentence"),
    [("M", "there is no sheet 'M': sheets are A to L, or JSON files"), ("A,A", "sheet A is named twice")],
)
def test_a_sheet_that_is_not_there_gets_one_sentence(
    sheets: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["sheets", "--rate", sheets])
    assert capsys.readouterr().err.startswith(f"sixes sheets: {sentence}")


def test_a_file_that_is_no_sheet_gets_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    ended = rate(capsys, "short.json")
    assert ended.err == ["short.json is no sheet: that has 6 rows of 12 numbers from 1 to 6"]
    assert ended.status == 1
