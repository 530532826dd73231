"""What is told of many games follows from the games: counted here once more, one by one."""

import statistics
from xml.etree import ElementTree

import numpy as np
import pytest

from sixes.lab.games import GameResults, Simulation
from sixes.lab.simulation.plot import COLOURS, svg
from sixes.lab.simulation.summary import Report, document, page
from sixes.lab.simulation.tally import Tally, empty_tally, tally_of
from sixes.lab.workers.playing import play
from sixes.rules.rows import DICE_END, PLAYER_END, SOLO_END
from sixes.rules.sheets import SHEETS
from sixes.rules.spinner import SPINNER
from tests.lab.commands import simulation


def report(this: Simulation, played: GameResults, tally: Tally | None = None) -> Report:
    names = tuple("ABCDEFGHIJKL"[: len(this.sheets)])
    return Report(this, names, len(played.turns), tally or tally_of(this, played), 1, 1.0)


def test_each_seat_has_its_figures() -> None:
    this = simulation(["nearest"] * 3)
    played = play(this, 0, 500)
    summary = document(report(this, played))
    assert len(summary["percentiles"]) == 7
    for seat in range(3):
        points = played.points[:, seat].tolist()
        assert summary["mean"][seat] == pytest.approx(statistics.mean(points))
        assert summary["sd"][seat] == pytest.approx(statistics.stdev(points))
        assert summary["standard_error"][seat] == pytest.approx(statistics.stdev(points) / 500**0.5)
        assert summary["wins"][seat] == pytest.approx(float(played.won[:, seat].sum()))
        assert summary["crosses"][seat] == pytest.approx(statistics.mean(played.crosses[:, seat].tolist()))
        for percent, found in summary["percentiles"].items():
            below = np.percentile(points, int(percent), method="inverted_cdf")
            assert found[seat] == below
    assert sum(summary["wins"]) == pytest.approx(500)
    assert summary["turns"] == played.turns.sum()


def test_each_sheet_has_its_figures() -> None:
    this = simulation(["nearest"] * 2)
    played = play(this, 5, 100)
    summary = document(report(this, played))["by_sheet"]
    on_b = [played.points[at, 1] for at in range(100) if (5 + at + 1) % 12 == list(SHEETS).index("B")]
    assert summary["B"]["games"][1] == len(on_b)
    assert summary["B"]["mean"][1] == pytest.approx(sum(on_b) / len(on_b))
    assert [sum(sheet["games"][seat] for sheet in summary.values()) for seat in (0, 1)] == [100, 100]


def test_how_games_of_sixto_end() -> None:
    this = simulation()
    ends = np.array([DICE_END, DICE_END | SOLO_END, PLAYER_END, SOLO_END])
    some = play(this, 0, 4)._replace(ends=ends, turns=np.array([10, 20, 30, 40]))
    assert document(report(this, some))["ends"] == {
        "dice": {"games": 2, "turns": 15},
        "player": {"games": 1, "turns": 30},
        "solo": {"games": 2, "turns": 30},
    }
    assert " 50.0%  after   15.0 turns  the third die has left the game" in page(report(this, some))


def test_sixem_is_told_by_its_patterns() -> None:
    this = Simulation("sixem", ("nearest", "nearest"), 0)
    games, won = len(SPINNER), np.tile([1.0, 0.0], (len(SPINNER), 1))
    lines = np.tile([2, 1], (games, 1))
    luck = np.zeros((*lines.shape, 0), np.int64)
    played = GameResults(0, lines, lines * 20, won, np.full(games, 9), np.arange(games), luck, 1.0)
    summary = document(report(this, played))
    assert list(summary["ends"])[:3] == ["1 horizontal", "1 vertical", "1 diagonal"]
    assert list(summary["ends"])[7:] == [
        "1 horizontal + 1 vertical",
        "1 horizontal + 1 diagonal",
        "1 vertical + 1 diagonal",
        "2 of any kind",
    ]
    assert (summary["mean"], summary["wins"], summary["by_sheet"]) == ([2, 1], [games, 0], {})
    assert "after   9.0 rounds  2 of any kind" in page(report(this, played))


def test_games_counted_in_parts_are_the_same_games() -> None:
    this = simulation(["nearest"] * 6)
    parts = empty_tally(this)
    for first, many in ((0, 7), (7, 1), (8, 92)):
        parts = parts + tally_of(this, play(this, first, many))
    whole = play(this, 0, 100)
    summary, of_parts = document(report(this, whole)), document(report(this, whole, parts))
    assert summary | {"seconds": 0} == of_parts | {"seconds": 0}


def test_a_page_for_people() -> None:
    this = simulation(["nearest", "random"])
    lines = page(report(this, play(this, 0, 60))).splitlines()
    assert lines[0] == "Sixto, 2 seats: nearest, random on sheets A B C D E F G H I J K L"
    assert lines[1] == "60 games of seed 7"
    assert " ".join(lines[3].split()) == "seat bot points (95%) spread 5% 25% 50% 75% 95% wins"
    assert [line.split()[:2] for line in lines[4:6]] == [["0", "nearest"], ["1", "random"]]
    assert lines[-1].endswith("by the clock with one worker")
    assert "\nsheet " in "\n".join(lines)


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_the_plot_is_a_picture_with_a_curve_for_each_seat(seats: int) -> None:
    this = simulation(["nearest"] * seats)
    drawn = svg(report(this, play(this, 0, 300)))
    root = ElementTree.fromstring(drawn)
    curves = root.findall("{http://www.w3.org/2000/svg}path")
    assert [curve.get("stroke") for curve in curves] == list(COLOURS[:seats])
    assert "prefers-color-scheme:dark" in drawn
    assert drawn.count("mean") == seats


def test_one_game_can_be_told_and_drawn() -> None:
    this = simulation()
    one = report(this, play(this, 3, 1))
    assert document(one)["sd"] == [0]
    assert "points in 1 game<" in svg(one)
    assert page(one).splitlines()[1] == "1 game of seed 7"
