"""Luck removed: the mean of luck is zero whoever plays, and without it results vary far less.

The same over a million games, by hand: `python -m tests.lab.sixto.luck.test_luck 1000000`.
"""

import random
import sys
from typing import Any

import numpy as np
import pytest

from sixes.bots.sixto.features import outlook
from sixes.coach.tables import TableValues
from sixes.lab.compiler import compiled
from sixes.lab.dice import game_key
from sixes.lab.games import CHANCE, LUCK_UNITS, POINT, POINTS, RANK, ROLLS, WIN, GameResults, Simulation
from sixes.lab.sixto import loop, plain
from sixes.lab.sixto.arrays import DecisionPoint, state_at
from sixes.lab.sixto.luck.measuring import new_table_memory
from sixes.lab.sixto.luck.rolls import draw_squares
from sixes.lab.sixto.luck.tables import network_worth
from sixes.lab.workers.playing import play
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import SixtoState
from tests.lab.commands import TWELVE, columns
from tests.random_play import play_sixto

BOTS: dict[tuple[str, ...], int] = {
    ("expert",): 600,
    ("steady",): 300,
    ("nearest",): 300,
    ("random",): 100,
    ("expert", "steady"): 200,
    ("nearest", "random"): 40,
}
"""Good and bad ones, and how many games they play here."""


def measured(bots: tuple[str, ...], games: int, seed: int = 4) -> GameResults:
    sheets = (SHEETS["A"],) if len(bots) == 1 else TWELVE
    return play(Simulation("sixto", bots, seed, sheets, adjusted=True), 0, games)


def in_errors(sample: Any) -> float:
    """How many standard errors the mean is away from zero."""
    return float(sample.mean() / (sample.std(ddof=1) / len(sample) ** 0.5))


@pytest.fixture(scope="module", params=BOTS, ids="-".join)
def games(request: pytest.FixtureRequest) -> tuple[tuple[str, ...], GameResults]:
    return request.param, measured(request.param, BOTS[request.param])


def test_the_mean_of_luck_is_zero(games: tuple[tuple[str, ...], GameResults]) -> None:
    """So means with and without it agree within their errors: points, and at tables wins and ranks."""
    bots, played = games
    for seat in range(len(bots)):
        for kind in (POINTS, WIN, RANK) if len(bots) > 1 else (POINTS,):
            assert abs(in_errors(played.luck[:, seat, kind])) < 4


def test_results_without_luck_vary_less(games: tuple[tuple[str, ...], GameResults]) -> None:
    bots, played = games
    luck = played.luck / LUCK_UNITS
    points, won = (luck[:, 0, kind] for kind in (POINTS, WIN))
    fewer = np.var(played.points[:, 0]) / np.var(played.points[:, 0] - points)
    least = {("expert",): 50, ("steady",): 35, ("nearest",): 15, ("expert", "steady"): 2}
    assert fewer > least.get(bots, 0)
    if bots == ("expert", "steady"):
        assert np.var(played.won[:, 0]) / np.var(played.won[:, 0] - won) > 3


@pytest.mark.parametrize("bots", [("expert",), ("steady", "nearest"), ("nearest",) * 3])
def test_plain_games_have_the_same_luck(bots: tuple[str, ...]) -> None:
    which = Simulation("sixto", bots, 11, TWELVE, len(bots), adjusted=True)
    quick, slow = (module.play(which, 5, 4) for module in (loop, plain))
    assert columns(quick) == columns(slow)
    assert quick.luck.shape == (4, len(bots), 3)
    assert columns(quick)[:-1] == columns(loop.play(which._replace(adjusted=False), 5, 4))[:-1]


def test_rolls_are_latin_squares_of_fair_dice() -> None:
    rolls, counts = np.zeros((ROLLS, 6), np.int64), np.zeros((ROLLS, 6, 7), np.int64)
    for game in range(600):
        draw_squares(game_key(1, game), game % 20, rolls)
        for square in rolls.reshape(-1, 6, 6):
            assert (np.sort(square, axis=0) == np.arange(1, 7)[:, None]).all()
        counts[np.arange(ROLLS)[:, None], np.arange(6), rolls] += 1
    assert not counts[:, :, 0].any()
    deviates = (counts[:, :, 1:] - 100) / (600 * 5 / 36) ** 0.5
    assert abs(deviates).max() < 4.5
    assert np.mean(deviates**2) == pytest.approx(1, abs=0.15)


@compiled
def find_worth(state: SixtoState, second: bool, memory: Any) -> None:
    """What only compiled code can call, for a test."""
    network_worth(state, second, memory, memory.worth)


@pytest.mark.parametrize("seats", [2, 5])
def test_what_a_roll_is_worth_makes_up_one_win_and_all_ranks(seats: int) -> None:
    for turns in (0, 3, 6, 60):
        _, state = play_sixto(random.Random(turns), seats, turns)
        memory = new_table_memory(seats)
        memory.arrays.sheets[:], memory.arrays.crosses[:] = state.sheets, state.crosses
        point = DecisionPoint(seats, state.closed, state.turns, state.active, 0)
        now = state_at(point, memory.arrays)._replace(ends=state.ends)
        for seat, sheet in enumerate(state.sheets[:seats]):
            memory.values.ahead[seat] = outlook(sheet)
        for second in (False, True):
            find_worth(now, second, memory)
            worth = memory.worth[:seats]
            assert worth[:, WIN].sum() / CHANCE == pytest.approx(1, abs=1e-3)
            assert worth[:, RANK].sum() / CHANCE == pytest.approx(seats * (seats + 1) / 2, abs=1e-3)
            assert bool(state.ends) == (turns == 60)
            if state.ends:
                points = [sixto.score(state, seat).total for seat in range(seats)]
                assert (worth[:, POINTS] / POINT).tolist() == points
            else:
                coach = TableValues(state.sheets).before_roll(state, second)
                for mine, standing in zip(worth, coach, strict=True):
                    assert mine[POINTS] / POINT == pytest.approx(standing.value / POINT, abs=15)
                    assert mine[WIN] / CHANCE == pytest.approx(standing.win, abs=0.15)


if __name__ == "__main__":
    for lineup in BOTS:
        found = measured(lineup, int(sys.argv[1]), seed=5)
        for way in (POINTS, WIN)[: len(lineup)]:
            gave = found.luck[:, 0, way] / LUCK_UNITS[way]
            result = found.points[:, 0] if way == POINTS else found.won[:, 0]
            unit, spread = "wins" if way else "points", (result - gave).std()
            print(*lineup, f"{unit}: raw {result.mean():.3f}, luck {gave.mean():.4f}", end=" ")
            print(
                f"({in_errors(gave):+.2f} errors), sd {result.std():.3f}, without luck {spread:.3f}",
                flush=True,
            )
