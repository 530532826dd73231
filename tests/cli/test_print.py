"""`sixes print`: a PDF for every sensible call, one sentence for every other one, and never half a file."""

import builtins
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sixes.cli import main
from sixes.rules.sheets import PRINTED
from tests.paper.pages import read_pages

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `sixes print` in an empty folder; exit status, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run_print(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(["--lang", "en", "print", *arguments])
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        out, err = capfd.readouterr()
        return status, out, err

    return run_print


def rows() -> list[list[Any]]:
    return [[place % 6 + 1 for place in range(12)] for _ in range(6)]


def test_it_writes_the_sheets_that_are_asked_for(run: Run) -> None:
    status, out, err = run("--sheets", "A, c-e", "--per-page", "4", "--output", "mine.pdf")
    assert (status, out, err) == (0, "mine.pdf: 1 page\n", "")
    (page,) = read_pages(Path("mine.pdf").read_bytes())
    for letter in "ACDE":
        assert " ".join(PRINTED[letter].replace(" ", "")) in page.text
    assert [file.name for file in Path().iterdir()] == ["mine.pdf"]


def test_all_twelve_come_without_options_and_the_file_is_named_for_them(run: Run) -> None:
    assert run() == (0, "sheets.pdf: 12 pages\n", "")
    assert len(read_pages(Path("sheets.pdf").read_bytes())) == 12


def test_own_sheets_come_alone_or_after_letters(run: Run) -> None:
    Path("Box 7.json").write_text(json.dumps(rows()))
    run("--own", "Box 7.json", "--own", "Box 7.json", "--output", "own.pdf")
    assert [page.text.count("Box 7") for page in read_pages(Path("own.pdf").read_bytes())] == [1, 1]
    run("--sheets", "L", "--own", "Box 7.json", "--per-page", "2", "--output", "both.pdf")
    (page,) = read_pages(Path("both.pdf").read_bytes())
    assert "Sheet L" in page.text
    assert " ".join(["1 2 3 4 5 6"] * 12) in page.text


def test_the_other_kinds_and_the_language(run: Run) -> None:
    assert run("rules", "--lang", "de", "--paper", "A5", "--grey") == (0, "rules.pdf: 2 Seiten\n", "")
    pages = read_pages(Path("rules.pdf").read_bytes())
    assert "Erst vier, dann ins Ziel" in pages[0].text
    assert pages[0].width == pytest.approx(148, abs=0.1)
    assert run("boards", "--copies", "5", "--per-page", "4")[:2] == (0, "boards.pdf: 2 pages\n")
    assert run("spinner")[:2] == (0, "spinner.pdf: 1 page\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--paper", "a3"), "'a3'"),
        (("--per-page", "3"), "3 to a page"),
        (("--per-page", "two"), "two to a page"),
        (("--sheets", "M"), "'M'"),
        (("--sheets", "A-M"), "'A-M'"),
        (("--sheets", "C-A"), "'C-A'"),
        (("--sheets", ""), "''"),
        (("--sheets", "A,,B"), "''"),
        (("--copies", "0"), "0 copies"),
        (("--copies", "101"), "101 copies"),
        (("poster",), "'poster'"),
        (("boards", "--sheets", "A"), "only score sheets"),
        (("rules", "--own", "x.json"), "only score sheets"),
    ],
)
def test_nonsense_gets_one_sentence_and_no_file(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda sheet: sheet[1].__setitem__(2, 7), "mine.json is no sheet: 7 stands at b3, and"),
        (lambda sheet: sheet[5].__setitem__(11, "6"), 'mine.json is no sheet: "6" stands at f12, and'),
        (lambda sheet: sheet[0].__setitem__(0, True), "mine.json is no sheet: true stands at a1, and"),
        (lambda sheet: sheet[3].pop(), "mine.json is no sheet: row d has 11 numbers, not 12"),
        (lambda sheet: sheet.pop(), "mine.json is no sheet: a sheet has 6 rows of 12 numbers"),
        (lambda sheet: sheet.__setitem__(4, 12), "mine.json is no sheet: a sheet has 6 rows of 12 numbers"),
    ],
)
def test_a_wrong_sheet_of_ones_own_says_what_is_wrong(
    run: Run, spoil: Callable[[list[Any]], object], sentence: str
) -> None:
    sheet = rows()
    spoil(sheet)
    Path("mine.json").write_text(json.dumps(sheet))
    status, _, err = run("--own", "mine.json")
    assert status == 1
    assert err.startswith(sentence)
    assert err.count("\n") == 1
    assert [file.name for file in Path().iterdir()] == ["mine.json"]


def test_a_file_that_is_no_json_or_not_there(run: Run) -> None:
    Path("broken.json").write_text("[[1, 2")
    assert run("--own", "broken.json") == (1, "", "broken.json cannot be read as JSON\n")
    status, _, err = run("--own", "gone.json")
    assert (status, err.partition(":")[0]) == (1, "gone.json cannot be read")


def test_what_cannot_be_written_leaves_nothing_and_keeps_what_was_there(run: Run) -> None:
    status, _, err = run("--sheets", "A", "--output", "nowhere/sheets.pdf")
    assert (status, err) == (1, "nowhere/sheets.pdf cannot be written: No such file or directory\n")
    Path("folder.pdf").mkdir()
    status, _, err = run("--sheets", "A", "--output", "folder.pdf")
    assert (status, err.partition(":")[0]) == (1, "folder.pdf cannot be written")
    assert [file.name for file in Path().iterdir()] == ["folder.pdf"]


def test_standard_output_gets_the_same_bytes(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["print", "--sheets", "A", "--output", "a.pdf"])
    capfdbinary.readouterr()
    assert main(["print", "--sheets", "A", "--output", "-"]) == 0
    assert capfdbinary.readouterr().out == Path("a.pdf").read_bytes()


def test_without_typst_the_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    find = builtins.__import__

    def without_typst(name: str, *rest: Any) -> Any:
        if name == "typst":
            raise ModuleNotFoundError(name="typst")
        return find(name, *rest)

    monkeypatch.delitem(sys.modules, "typst", raising=False)
    monkeypatch.setattr(builtins, "__import__", without_typst)
    assert run() == (1, "", "Printing needs typst: pip install 'sixes[print]'\n")
    assert not list(Path().iterdir())
