"""Many games of Sixto in the compiled loop: the same however they are split; how strong the levels are."""

import numpy as np
import pytest

from sixes.lab.games import GameResults, Simulation
from sixes.lab.sixto.loop import play
from sixes.rules.rows import DICE_END, PLAYER_END, SOLO_END
from sixes.rules.sheets import SHEETS
from tests.lab.commands import TWELVE, columns, simulation

ENDS = DICE_END | PLAYER_END | SOLO_END


# The same games -----------------------------------------------------------------------------------------


def test_games_are_the_same_however_they_are_split() -> None:
    which = simulation(["nearest", "steady", "nearest"], rotations=3)
    parts = [play(which, first, many) for first, many in ((0, 7), (7, 1), (8, 12))]
    assert columns(parts[0].joined(*parts[1:])) == columns(play(which, 0, 20))


def test_another_seed_gives_other_games() -> None:
    one, other = (play(simulation(seed=seed), 0, 20) for seed in (1, 2**61))
    assert columns(one) != columns(other)


@pytest.mark.parametrize("seats", range(1, 7))
def test_rotated_bots_have_the_same_luck(seats: int) -> None:
    """Equal bots make the same game of a deal, whoever sits where."""
    played = play(simulation(["nearest"] * seats, rotations=seats), 0, 30 * seats)
    for column in played[1:-1]:
        deals = column.reshape(30, seats, *column.shape[1:])
        assert (deals == deals[:, :1]).all()


def test_sheets_go_round() -> None:
    """From deal to deal everybody has the next sheet: with one sheet for all, games differ."""
    dealt = play(simulation(), 0, 12)
    for game, sheet in enumerate(SHEETS.values()):
        alone = play(Simulation("sixto", ("nearest",), 7, (sheet,)), game, 1)
        assert alone.points.tolist() == dealt.points[game : game + 1].tolist()


def test_what_is_told_of_games_fits_together() -> None:
    played = play(simulation(["steady", "nearest", "nearest"]), 0, 200)
    assert played.won.sum(axis=1) == pytest.approx(1)
    assert ((played.ends > 0) & (played.ends & ~ENDS == 0)).all()
    best = played.points == played.points.max(axis=1, keepdims=True)
    assert (best | (played.won == 0)).all()
    assert played.seconds > 0


# How strong they are ------------------------------------------------------------------------------------


def points_alone(level: str, games: int) -> GameResults:
    return play(Simulation("sixto", (level,), 1, TWELVE), 0, games)


def test_nearest_alone_makes_many_points() -> None:
    """Its mean is 235, give or take 54 in a game."""
    assert 228 < points_alone("nearest", 4000).points.mean() < 242


def test_steady_alone_is_better_than_nearest() -> None:
    """By 7 points, with the same dice."""
    more = points_alone("steady", 3000).points - points_alone("nearest", 3000).points
    assert more.mean() > 2 * more.std() / 3000**0.5


@pytest.mark.parametrize(("seats", "least"), [(2, 0.6), (4, 0.5), (6, 0.5)])
def test_steady_wins_more_than_nearest(seats: int, least: float) -> None:
    """62%, 57% and 57% of the games, with the same dice for both."""
    assert share_of_first(["steady", "nearest"] * (seats // 2), 3000 if seats == 2 else 5000) > least


def test_the_expert_is_better_than_steady_alone_and_at_a_table() -> None:
    """By 4 points, and in 62% of the games."""
    more = points_alone("expert", 4000).points - points_alone("steady", 4000).points
    assert more.mean() > 2 * more.std() / 4000**0.5
    assert share_of_first(["expert", "steady"], 3000) > 0.6


def share_of_first(bots: list[str], games: int) -> float:
    """Of the wins, for the first of two bots that sit in turns."""
    which, seats = simulation(bots, seed=5, rotations=2), len(bots)
    won = play(which, 0, games).won
    sitting = np.array([[which.bot_of(game, seat) % 2 for seat in range(seats)] for game in range(games)])
    return float(won[sitting == 0].sum() / games)
