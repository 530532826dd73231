"""`sixes simulate`: many games, the same however they are split, and whatever comes between."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sixes.bots import LEVELS, Bot, Level
from sixes.lab.games import GameResults
from sixes.lab.workers.batches import Batch, Timing, split
from sixes.lab.workers.playing import play
from tests.lab.commands import Ended, columns, run_and_interrupt, run_here, simulation, sixes


def test_one_object_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    words = "sixto --seats 1 --sheets A --bots nearest --games 2000 --seed 7 --json"
    summary = run_here(capsys, "simulate", *words.split()).summary()
    assert {key: summary[key] for key in ("game", "seats", "bots", "games", "seed", "sheets")} == {
        "game": "sixto",
        "seats": 1,
        "bots": ["nearest"],
        "games": 2000,
        "seed": 7,
        "sheets": ["A"],
    }
    assert [len(summary[key]) for key in ("mean", "sd", "wins")] == [1, 1, 1]
    assert summary["wins"] == [2000]
    assert 0 < summary["seconds"] < 60
    assert summary["turns"] > 20_000
    assert summary["stopped"] is None


def test_it_tells_people(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run_here(capsys, "simulate", "sixto", "--seats", "2", "--games", "200")
    assert (status, err) == (0, [])
    assert out.startswith("Sixto, 2 seats: nearest on sheets A B C D E F G H I J K L\n200 games of seed 0\n")


@pytest.mark.parametrize("game", ["sixto", "sixem"])
def test_any_bots_any_seats(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    summary = run_here(
        capsys, "simulate", game, "--bots", "random, nearest,nearest", "--games", "6", "--json"
    ).summary()
    assert summary["bots"] == ["random", "nearest", "nearest"]
    assert sum(summary["wins"]) == pytest.approx(6)


# The same games however it is split ---------------------------------------------------------------------


@pytest.mark.parametrize("bots", [["nearest"], ["nearest"] * 4, ["random", "nearest"]])
def test_a_game_is_the_same_in_whatever_company(bots: list[str]) -> None:
    this = simulation(bots, rotations=len(bots))
    parts = [play(this, first, many) for first, many in ((0, 1), (1, 5), (6, 3))]
    whole: GameResults = play(this, 0, 9)
    assert columns(parts[0].joined(*parts[1:])) == columns(whole)
    assert columns(play(simulation(bots, 8, len(bots)), 0, 9)) != columns(whole)


def test_pieces_are_as_large_as_time_allows() -> None:
    this, timing = simulation(), Timing()
    sizes = []
    for batch in split([Batch(this, 0, 3000), Batch(this, 3000, 10)], timing):
        sizes.append(batch)
        quick = play(this, 0, batch.many)._replace(seconds=batch.many / 4000)
        timing.learn(this, quick)
    assert [batch.many for batch in sizes] == [1, 8, 64, 512, 1000, 1000, 415, 10]
    assert [batch.first for batch in sizes] == [0, 1, 9, 73, 585, 1585, 2585, 3000]


@pytest.mark.parametrize("bots", ["nearest,nearest", "nearest,random"])
def test_workers_play_the_same_games(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("sixto", "--bots", bots, "--games", "100", "--json")
    alone, together = (sixes("simulate", *words, "--workers", workers) for workers in ("1", "3"))
    assert alone.result() == together.result() == run_here(capsys, "simulate", *words).result()
    assert (alone.summary()["workers"], together.summary()["workers"]) == (1, 3)


# What comes between -------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_leaves_nobody_behind(workers: str) -> None:
    ended, drawn = run_and_interrupt(
        "simulate", "sixto", "--games", "1000000000", "--json", "--workers", workers
    )
    assert b"Traceback" not in drawn
    summary = ended.summary()
    assert ended.status == 130
    assert summary["stopped"] == "Interrupted."
    assert 0 < summary["games"] < summary["asked"] == 1_000_000_000


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("raises", r"the bot mybots:raises failed: ValueError: no idea at all \(.*mybots.py, line \d+\)"),
        ("cheats", r"the bot mybots:cheats broke a rule \(.+\) with SixtoMove\(.+place=12.*\)"),
    ],
)
@pytest.mark.parametrize("workers", [(), ("--workers", "1"), ("--workers", "2")])
def test_a_bot_that_fails_is_named_and_what_was_played_is_kept(
    folder: Path, bot: str, sentence: str, workers: tuple[str, ...]
) -> None:
    words = ("sixto", "--bots", f"mybots:{bot}", "--games", "40", "--seed", "5", "--json")
    done = sixes("simulate", *words, *workers, folder=folder)
    assert (done.status, len(done.err)) == (1, 1)
    assert re.fullmatch(rf"Game 11 of seed 5: {sentence}\. 11 of 40 games are played\.", done.err[0])
    assert (done.summary()["games"], done.summary()["asked"]) == (11, 40)
    assert (
        done.result()["mean"]
        == sixes("simulate", "sixto", "--games", "11", "--seed", "5", "--json").result()["mean"]
    )


def test_a_level_that_cannot_even_be_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: int) -> Bot:
        raise OSError("no book")

    monkeypatch.setitem(LEVELS, "broken", Level({"sixto": broken}))
    done = run_here(capsys, "simulate", "sixto", "--bots", "broken")
    assert (done.status, done.out, len(done.err)) == (1, "", 1)
    assert re.fullmatch(r"The bot broken failed: OSError: no book \(.*, line \d+\)", done.err[0])


def test_one_game_can_be_had_as_a_record(folder: Path) -> None:
    """The very game of the simulation: for one that looks odd."""
    words = ("sixto", "--bots", "steady,nearest", "--seed", "5")
    (folder / "odd.json").write_text(sixes("simulate", *words, "--record", "3").out, encoding="utf-8")
    summary = sixes("replay", "odd.json", "--json", folder=folder).summary()
    games = simulation(("steady", "nearest"), seed=5)
    assert [score["total"] for score in summary["scores"]] == [
        int(points) for points in play(games, 3, 1).points[0]
    ]
    failed = sixes(
        "simulate", "sixto", "--bots", "mybots:raises", "--seed", "5", "--record", "11", folder=folder
    )
    assert (failed.status, failed.out, len(failed.err)) == (1, "", 1)
    assert failed.err[0].startswith("Game 11 of seed 5: the bot mybots:raises failed")


def test_of_a_sheet_that_nobody_had_nothing_is_told() -> None:
    words = ("simulate", "sixto", "--games", "2", "--sheets", "A-C", "--seats", "1")
    assert sixes(*words, "--json").summary()["by_sheet"]["C"]["mean"] == [None]
    (line,) = [line for line in sixes(*words).out.splitlines() if line.startswith("C ")]
    assert line.split() == ["C", "–"]


def test_a_worker_that_dies(folder: Path) -> None:
    words = ("sixto", "--bots", "mybots:dies", "--games", "40", "--workers", "2", "--json")
    done = sixes("simulate", *words, folder=folder)
    assert (done.status, len(done.err)) == (1, 1)
    assert re.fullmatch(r"A worker process has died\. \d+ of 40 games are played\.", done.err[0])


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("talks", "Game 0 of seed 0: the bot mybots:talks gave something that is no move: 'hello'."),
        ("sleeps", "Game 0 of seed 0: the bot mybots:sleeps does nothing in turn 1."),
    ],
)
def test_a_bot_that_cannot_play_at_all(folder: Path, bot: str, sentence: str) -> None:
    done = sixes("simulate", "sixto", "--bots", f"mybots:{bot}", folder=folder)
    assert done == Ended(1, "", [f"{sentence} 0 of 10,000 games are played."])


# Sheets, and the plot -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheets", "names"),
    [
        ("B", ["B"]),
        ("c-e", ["C", "D", "E"]),
        ("A,C,F-G", ["A", "C", "F", "G"]),
        ("own.json", ["own.json"]),
        ("A, own.json", ["A", "own.json"]),
    ],
)
def test_sheets_by_letter_or_file(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    sheets: str,
    names: list[str],
) -> None:
    monkeypatch.chdir(folder)
    summary = run_here(capsys, "simulate", "sixto", "--sheets", sheets, "--games", "20", "--json").summary()
    assert summary["sheets"] == list(summary["by_sheet"]) == names


def test_a_sheet_in_a_file_is_played_like_the_same_sheet_by_its_letter(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    by_file, by_letter = (
        run_here(capsys, "simulate", "sixto", "--sheets", sheet, "--games", "50", "--json").summary()
        for sheet in ("own.json", "C")
    )
    assert by_file["mean"] == by_letter["mean"]


def test_the_plot_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "points.svg"
    assert run_here(capsys, "simulate", "sixto", "--games", "50", "--plot", str(file)).status == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
