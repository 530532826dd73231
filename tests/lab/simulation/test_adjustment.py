"""Means without luck: unbiased, whatever luck has to do with results; and what is told of them."""

import re
from typing import Any

import numpy as np
import pytest

from sixes.lab.games import KINDS, LUCK_UNITS, POINTS, WIN, GameResults, Simulation, empty_results
from sixes.lab.simulation.adjustment import Adjusted, adjusted, sums_of
from sixes.lab.simulation.summary import Report, document, page
from sixes.lab.simulation.tally import empty_tally, tally_of
from tests.lab.commands import TWELVE

UNIT = 100


def estimate(results: Any, luck: Any) -> Adjusted:
    odd = np.arange(len(results)) % 2 == 1
    (halves,) = sums_of(results[:, None], np.rint(luck * UNIT).astype(np.int64)[:, None], odd)
    return adjusted(halves, 1, UNIT)


def test_luck_that_explains_everything_leaves_no_error() -> None:
    luck = np.random.default_rng(1).integers(-50, 50, 1000)
    found = estimate(200 + luck, luck)
    assert found.mean == pytest.approx(200)
    assert found.error == pytest.approx(0, abs=1e-6)


def test_luck_that_explains_a_part_saves_that_part_of_the_games() -> None:
    chance = np.random.default_rng(2)
    luck, rest = chance.normal(0, 30, 4000), chance.normal(0, 10, 4000)
    found = estimate(np.rint(200 + luck + rest).astype(np.int64), luck)
    assert found.fewer == pytest.approx(10, rel=0.1)
    assert found.error == pytest.approx(10 / 4000**0.5, rel=0.05)
    assert found.mean == pytest.approx(200, abs=4 * found.error)


def test_luck_that_explains_nothing_does_no_harm() -> None:
    chance = np.random.default_rng(3)
    luck, results = chance.normal(0, 30, 4000), chance.integers(0, 100, 4000)
    found = estimate(results, luck)
    assert found.fewer == pytest.approx(1, abs=0.01)
    assert found.mean == pytest.approx(results.mean(), abs=0.3)


def test_a_few_games_with_skewed_luck_have_no_bias() -> None:
    """A coefficient from the same games would have one here: luck and its square go together."""
    chance = np.random.default_rng(4)
    means = []
    for _ in range(6000):
        luck = chance.exponential(10, 12) - 10
        means.append(estimate(np.rint(luck + luck**2 / 10).astype(np.int64), luck).mean)
    error = np.std(means) / len(means) ** 0.5
    assert abs(np.mean(means) - 10) < 4 * error
    assert error < 0.25


@pytest.mark.parametrize("games", [0, 1, 2, 3])
def test_hardly_any_games_give_a_mean_all_the_same(games: int) -> None:
    found = estimate(np.full(games, 7), np.zeros(games))
    assert found.mean == (7 if games else 0)


# What is told ---------------------------------------------------------------------------------------------


def played(games: int, seats: int) -> tuple[Simulation, GameResults]:
    """Games that are nearly all luck, but for the 150 points of everybody."""
    simulation = Simulation("sixto", ("nearest",) * seats, 0, TWELVE, adjusted=True)
    luck = np.zeros((games, seats, KINDS), np.int64)
    chance = np.random.default_rng(5)
    points, skill = chance.integers(-40, 40, (games, seats)), chance.integers(-1, 2, (games, seats))
    won = (points == points.max(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)
    luck[:, :, POINTS] = points * LUCK_UNITS[POINTS]
    luck[:, :, WIN] = np.rint((won - 1 / seats) * LUCK_UNITS[WIN])
    return simulation, empty_results(0, games, seats)._replace(
        points=points + skill + 150, won=won, luck=luck
    )


def test_simulate_gives_both_means() -> None:
    simulation, results = played(200, 3)
    tally = empty_tally(simulation) + tally_of(simulation, results)
    report = Report(simulation, tuple("ABCDEFGHIJKL"), 200, tally, 1, 1.0)
    summary = document(report)
    assert summary["mean"] == pytest.approx(results.points.mean(axis=0))
    assert summary["adjusted"]["mean"] == pytest.approx([150] * 3, abs=0.2)
    assert summary["adjusted"]["win_mean"] == pytest.approx([1 / 3] * 3, abs=1e-3)
    assert min(summary["adjusted"]["fewer_games"]) > 500
    lines = [" ".join(line.split()) for line in page(report).splitlines()]
    at = lines.index("without the luck of the dice")
    assert lines[at + 1] == "seat bot points (95%) as good as wins, % (95%) as good as"
    assert re.match(r"0 nearest 1(49|50)\.\d\d ± 0\.\d\d \d\d\d,\d\d\d games 33\.3", lines[at + 2])


def test_parts_of_games_add_up() -> None:
    simulation, results = played(50, 2)
    rest = results._replace(first=20, **{name: getattr(results, name)[20:] for name in results._fields[1:-1]})
    parts = tally_of(simulation, results.cut(20)) + tally_of(simulation, rest)
    assert (parts.luck == tally_of(simulation, results).luck).all()


def test_two_games_have_the_interval_that_they_had() -> None:
    """Each half has one game, which by itself says nothing of how games differ."""
    found = estimate(np.array([200, 240]), np.array([0.0, 0.0]))
    assert found.mean == 220
    assert found.error == pytest.approx(20)
