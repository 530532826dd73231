"""`sixes arena`: who is better, with the same luck for all."""

import re
from pathlib import Path

import numpy as np
import pytest

from sixes import bots
from sixes.cli import main
from sixes.lab.arena.estimates import estimate, share
from sixes.lab.arena.pairings import DealResults, deal_results, pairing
from sixes.lab.arena.ratings import rate
from sixes.lab.arena.sprt import Sprt
from sixes.lab.arena.tournament import play_tournament
from sixes.lab.games import GameResults
from sixes.lab.workers.playing import play
from tests.lab.commands import TWELVE, run_and_interrupt, run_here, sixes

# Deals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "lineups"),
    [
        (1, [["x"], ["y"]]),
        (2, [["x", "y"], ["y", "x"]]),
        (
            3,
            [
                ["x", "y", "x"],
                ["y", "x", "x"],
                ["x", "x", "y"],
                ["y", "x", "y"],
                ["x", "y", "y"],
                ["y", "y", "x"],
            ],
        ),
        (4, [["x", "y", "x", "y"], ["y", "x", "y", "x"]]),
        (6, [["x", "y"] * 3, ["y", "x"] * 3]),
    ],
)
def test_in_a_deal_both_sit_equally_often_in_each_seat(seats: int, lineups: list[list[str]]) -> None:
    pair = pairing("sixto", ("x", "y"), seats, 0)
    tables = [
        [simulation.bots[simulation.bot_of(game, seat)] for seat in range(seats)]
        for simulation in pair.simulations
        for game in range(simulation.rotations)
    ]
    assert tables == lineups
    assert len(tables) == pair.deal_games


def played(points: list[list[int]], won: list[list[float]]) -> GameResults:
    numbers = np.array(points)
    luck = np.zeros((*numbers.shape, 0), np.int64)
    return GameResults(0, numbers, numbers * 0, np.array(won), numbers[:, 0], numbers[:, 0], luck, 0.0)


def test_a_deal_of_two_games_at_four_seats() -> None:
    pair = pairing("sixto", ("x", "y"), 4, 0)
    games = played([[9, 5, 7, 7], [3, 8, 2, 1]], [[1, 0, 0, 0], [0, 1, 0, 0]])
    summary = deal_results(pair, [games])
    assert summary.scores.tolist() == [1.0]  # x won from seat 0, then from seat 1
    assert summary.ranks.tolist() == [(1 + 2.5 + 1 + 4) / 4]
    assert summary.points.tolist() == [(9 + 7 + 8 + 1) / 4 - (5 + 7 + 3 + 2) / 4]
    assert summary.matches.tolist() == [[1.0, 0.5]]


def test_alone_both_are_compared_on_the_same_dice() -> None:
    pair = pairing("sixto", ("x", "y"), 1, 0)
    won = [[1.0]] * 3
    summary = deal_results(pair, [played([[200], [150], [170]], won), played([[180], [190], [170]], won)])
    assert summary.scores.tolist() == [1, 0, 0.5]
    assert summary.ranks.tolist() == [1, 2, 1.5]
    assert summary.points.tolist() == [20, -40, 0]
    assert summary.matches.tolist() == [[1], [0], [0.5]]


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_a_bot_is_level_with_its_twin(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same dice, in each other's place, it does exactly as well."""
    monkeypatch.setitem(bots.LEVELS, "twin", bots.LEVELS["nearest"])
    pair = pairing("sixto", ("nearest", "twin"), seats, 3, TWELVE)
    summary = deal_results(
        pair, [play(simulation, 0, 2 * simulation.rotations) for simulation in pair.simulations]
    )
    assert summary.scores.tolist() == pytest.approx([0.5] * 2)
    assert summary.points.tolist() == pytest.approx([0] * 2)
    assert summary.ranks.tolist() == pytest.approx([(max(seats, 2) + 1) / 2] * 2)


# Intervals and ratings ----------------------------------------------------------------------------------


def test_intervals_go_by_deals() -> None:
    column = np.array([1.0, 0.5, 0.5, 0.0, 1.0])
    assert estimate(column) == pytest.approx((0.6, np.std(column, ddof=1) / 5**0.5))
    assert estimate(column, column) == pytest.approx(estimate(column))  # the same luck twice is no more luck
    assert estimate(column, 1 - column) == pytest.approx((0.5, 0))
    assert estimate(column, np.array([0.0])).mean == pytest.approx(0.3)


def test_ten_wins_of_ten_are_no_certainty() -> None:
    low, high = share(np.ones(10)).interval()
    assert 0.8 < low < 0.95
    assert high > 1


def test_intervals_hold_what_they_promise() -> None:
    chance = np.random.default_rng(2)
    held = 0
    for _ in range(400):
        low, high = share(chance.binomial(2, 0.6, 100) / 2).interval()
        held += low <= 0.6 <= high
    assert held / 400 == pytest.approx(0.95, abs=0.025)


def test_ratings_go_by_strength_and_not_by_order() -> None:
    chance = np.random.default_rng(5)
    strength = {"a": 0.0, "b": 1.0, "c": 2.0}
    contests = []
    for first, second in (("c", "a"), ("a", "b"), ("b", "c")):
        wins = 1 / (1 + np.exp(strength[second] - strength[first]))
        matches = chance.binomial(1, wins, (300, 2)).astype(float)
        none, none_each = np.zeros(300), np.zeros((300, 0))
        contests.append(
            (pairing("sixto", (first, second), 2, 0), DealResults(none, none, none, matches, none_each))
        )
    found = rate(contests)
    assert found["c"].mu > found["b"].mu > found["a"].mu
    assert rate(contests) == found
    assert max(rating.sigma for rating in found.values()) < 2


# Tournaments --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_better_bot_comes_first(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("sixto", "--bots", "random,nearest", "--seats", str(seats), "--games", "30", "--json")
    summary = run_here(capsys, "arena", *words).summary()
    assert [row["bot"] for row in summary["standings"]] == ["nearest", "random"]
    (pair,) = summary["pairings"]
    assert pair["bots"] == ["random", "nearest"]
    assert pair["win_share_interval"][1] < 0.5
    assert pair["points_difference_interval"][1] < 0
    assert pair["mean_rank_interval"][0] > (max(seats, 2) + 1) / 2
    assert summary["games"] == pair["games"] == pair["deals"] * summary["deal_games"] <= 30
    assert summary["adjusted"]
    assert pair["adjusted"]["points_difference_interval"][1] < 0


def test_sixem_has_its_arena_too(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("sixem", "--bots", "random,nearest", "--games", "20", "--json")
    summary = run_here(capsys, "arena", *words).summary()
    assert not summary["adjusted"]
    assert [row["bot"] for row in summary["standings"]] == ["nearest", "random"]


def test_a_pairing_ends_when_it_is_decided() -> None:
    """The same, however many deals come back at a time."""
    pairs = [pairing("sixto", ("nearest", "random"), 2, 1, TWELVE)]
    (contest,) = play_tournament(pairs, 60, Sprt(), 1, None).contests
    assert contest.verdict == ("first", 16)
    assert contest.played == 16
    (undecided,) = play_tournament(pairs, 12, Sprt(), 1, None).contests
    assert undecided.verdict == ("open", 12)
    assert undecided.deals
    assert contest.deals
    assert undecided.deals.scores.tolist() == contest.deals.scores[:12].tolist()


def test_workers_play_the_same_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("sixto", "--bots", "nearest,random", "--games", "40", "--json", "--sprt", "0.5,0.6")
    assert sixes("arena", *words, "--workers", "2").result() == run_here(capsys, "arena", *words).result()


def test_a_bot_that_fails_is_named_and_whole_deals_are_kept(folder: Path) -> None:
    """It fails on sheet L, which it gets in the twelfth deal, or from the next seat in the eleventh."""
    words = ("sixto", "--bots", "nearest,mybots:raises", "--games", "100", "--json")
    done = sixes("arena", *words, "--workers", "1", folder=folder)
    assert (done.status, len(done.err)) == (1, 1)
    assert re.match(r"Game 2[0-3] of seed 0: the bot mybots:raises failed: ValueError: ", done.err[0])
    assert done.summary()["games"] == done.summary()["pairings"][0]["deals"] * 2 == 20


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("sixto", "--bots", "nearest,random", "--seats", "4", "--games", "40", "--sprt")
    status, out, err = run_here(capsys, "arena", *words)
    assert (status, err) == (0, [])
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "Sixto, 4 seats on sheets A B C D E F G H I J K L: 32 games of seed 0"
    assert lines[2].startswith("The luck of the dice is removed")
    assert lines[5] == "bot rating wins, % points ahead mean rank"
    assert [line.split()[1] for line in lines[6:8]] == ["nearest", "random"]
    assert lines[9] == "pairing deals wins, % points ahead mean rank as good as verdict"
    assert re.fullmatch(r"nearest - random 16 .+ games the first is better", lines[10])


def test_ctrl_c_keeps_the_rounds_that_were_played() -> None:
    ended, _ = run_and_interrupt("arena", "sixto", "--bots", "nearest,random", "--games", "1000000", "--json")
    summary = ended.summary()
    assert (ended.status, summary["stopped"]) == (130, "Interrupted.")
    assert 0 < summary["games"] < summary["asked"] == 1_000_000


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("sixto", "the following arguments are required: --bots"),
        ("sixto --bots nearest", "an arena needs two bots or more"),
        ("sixto --bots nearest,best", "No bot is called best in this game."),
        ("sixto --bots nearest,random,nearest", "the bot nearest is named twice"),
        ("sixem --bots nearest,random --seats 1", "Sixem is for 2 to 6 seats, not 1"),
        ("sixto --bots nearest,random --games 1", "--games must be at least 2: so many games are one deal"),
        ("sixto --bots nearest,random --games 9 --seats 5", "--games must be at least 10"),
        ("sixem --bots nearest,random --adjusted", "--adjusted is for Sixto"),
        ("sixto --bots nearest,random --sprt 0.5", "--sprt '0.5': two shares of wins are needed"),
        ("sixto --bots nearest,random --sprt 0.6,0.5", "--sprt '0.6,0.5': two shares of wins are needed"),
        ("sixto --bots nearest,random --sprt 0.4,1.5", "--sprt '0.4,1.5': two shares of wins are needed"),
    ],
)
def test_a_wrong_call_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    with pytest.raises(SystemExit) as exited:
        main(["arena", *words.split()])
    out, err = capsys.readouterr()
    assert (exited.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"sixes arena: {sentence}")
