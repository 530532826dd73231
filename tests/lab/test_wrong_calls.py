"""`sixes simulate`, called in a way that makes no sense: one sentence each."""

import subprocess
from pathlib import Path

import pytest

from sixes.cli import main
from tests.lab.commands import Ended, command, environment, run_here


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("chess", "argument GAME: invalid choice: 'chess'"),
        ("sixto --games 0", "argument --games: '0' is no whole number from 1 to 1000000000000"),
        ("sixto --games=-5", "argument --games: '-5' is no whole number from 1 to 1000000000000"),
        ("sixto --games many", "argument --games: 'many' is no whole number from 1 to 1000000000000"),
        ("sixto --seats 0", "argument --seats: '0' is no whole number from 1 to 6"),
        ("sixto --seats 7", "argument --seats: '7' is no whole number from 1 to 6"),
        ("sixem --seats 1", "Sixem is for 2 to 6 seats, not 1"),
        ("sixto --seed=-1", "argument --seed: '-1' is no whole number from 0 to 4611686018427387903"),
        ("sixto --seed 4611686018427387904", "argument --seed: '4611686018427387904' is no whole number"),
        ("sixto --workers 0", "argument --workers: '0' is no whole number from 1 to 256"),
        ("sixto --bots best", "No bot is called best in this game. There are: random, nearest"),
        ("sixto --bots nobots:me", "The module nobots cannot be imported: ModuleNotFoundError"),
        ("sixto --bots mybots:me", "There is no me in the module mybots."),
        (
            "sixto --seats 3 --bots nearest,random",
            "--bots names 2 bots for 3 seats: name one for all, or one",
        ),
        ("sixto --bots a,b,c,d,e,f,g", "Sixto is for 1 to 6 seats, not 7"),
        ("sixto --seats 3 --sheets A,B", "3 seats need as many different sheets, and there are 2"),
        ("sixto --sheets M", "there is no sheet 'M': sheets are A to L, or JSON files"),
        ("sixto --sheets L-A", "there is no sheet 'L-A': sheets are A to L, or JSON files"),
        ("sixto --sheets A,,B", "there is no sheet '': sheets are A to L, or JSON files"),
        ("sixto --sheets A,A-C", "sheet A is named twice"),
        (f"sixto --sheets {'M' * 300}", "there is no sheet 'MMM"),
        ("sixem --sheets A", "Sixem has no sheets"),
        ("sixem --adjusted", "--adjusted is for Sixto"),
        (
            "sixto --cluster here",
            "argument --cluster: 'here' is no address of a cluster, as in tcp://localhost",
        ),
    ],
)
@pytest.mark.usefixtures("folder", "bot_folder")
def test_a_wrong_call_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    with pytest.raises(SystemExit) as exited:
        main(["simulate", *words.split()])
    out, err = capsys.readouterr()
    assert (exited.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"sixes simulate: {sentence}")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--sheets nowhere.json", "nowhere.json cannot be read: No such file or directory"),
        ("--sheets torn.json", "torn.json cannot be read as JSON"),
        ("--sheets short.json", "short.json is no sheet: that has 6 rows of 12 numbers from 1 to 6"),
        ("--sheets seven.json", "seven.json is no sheet: that has 6 rows of 12 numbers from 1 to 6"),
        ("--sheets words.json", "words.json is no sheet: that has 6 rows of 12 numbers from 1 to 6"),
        ("--plot nowhere/points.svg", "nowhere/points.svg cannot be written: No such file or directory"),
        ("--plot .", ". cannot be written: Is a directory"),
    ],
)
def test_a_file_that_is_no_use_is_told_before_anything_is_played(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    sentence: str,
) -> None:
    monkeypatch.chdir(folder)
    assert run_here(capsys, "simulate", "sixto", "--games", "1000000000000", *words.split()) == Ended(
        1, "", [sentence]
    )


@pytest.mark.parametrize("part", ["numba", "numpy", "rich", "openskill"])
def test_without_the_lab_it_says_how_to_get_it(part: str) -> None:
    """As on a machine that does not have it."""
    hide = f"import sys; sys.modules[{part!r}] = None; from sixes.cli import main; sys.exit(main())"
    words = ["arena", "sixto", "--bots", "nearest,random", "--games", "2", "--workers", "1"]
    line = [*command()[:1], "-c", hide, *words]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60, env=environment())
    if part == "rich":  # of use on a terminal only
        assert done.returncode == 0
        return
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"This needs {part}, a part of the lab: pip install 'sixes[lab]'\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("sixem --seats 1", "sixes simulate: Sixem ist für 2 bis 6 Plätze, nicht für 1 (see"),
        ("sixto --bots best", "sixes simulate: In diesem Spiel heißt kein Bot best."),
        ("sixto --sheets torn.json", "torn.json lässt sich nicht als JSON lesen"),
        (
            "sixto --bots mybots:sleeps --workers 1",
            "Spiel 0 zum Startwert 0: der Bot mybots:sleeps tut nichts in Zug 1. Gespielte Spiele: 0 von",
        ),
        (
            "sixto --bots mybots:raises --record 11 --seed 5",
            "Spiel 11 zum Startwert 5: der Bot mybots:raises ist abgestürzt: ValueError: no idea at all (",
        ),
    ],
)
@pytest.mark.usefixtures("folder", "bot_folder")
def test_errors_are_in_the_language_of_the_user(
    capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    try:
        ended = main(["simulate", *words.split(), "--lang", "de"])
    except SystemExit as exited:
        ended = int(exited.code or 0)
    _, err = capsys.readouterr()
    assert (ended, err.count("\n")) == (2 if sentence.startswith("sixes") else 1, 1)
    assert err.startswith(sentence)
