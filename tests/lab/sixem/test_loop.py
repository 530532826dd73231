"""Games of Sixem in the lab: compiled and plain the same; and each level against the one below."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from sixes import records
from sixes.bots import LEVELS, Level, Tempo, levels
from sixes.bots.referee import BadBot
from sixes.bots.sixem import nearest
from sixes.bots.sixem.levels import TEMPOS
from sixes.lab.games import GameResults, Simulation
from sixes.lab.sixem import loop, plain
from sixes.rules.rounds import ROLLING, STOP, THROW, SixemMove, SixemState, is_stop
from sixes.rules.spinner import SPINNER

TABLES = [
    ("random", "nearest"),
    ("master", "expert"),
    ("steady", "master", "random"),
    ("nearest", "expert", "steady", "master"),
]
LADDER = list(zip(levels("sixem")[1:], levels("sixem"), strict=False))
assert LADDER


def simulation(*bots: str, seed: int = 7) -> Simulation:
    return Simulation("sixem", bots, seed, rotations=len(bots))


def columns(played: GameResults) -> list[list[int]]:
    return [column.tolist() for column in played[1:-1]]


def wins(*bots: str, games: int, seed: int = 1) -> list[float]:
    """The share of each bot in the wins."""
    which = simulation(*bots, seed=seed)
    won = loop.play(which, 0, games).won
    sitting = [[which.bot_of(game, seat) for seat in range(len(bots))] for game in range(games)]
    return [float(won[np.array(sitting) == bot].sum()) / games for bot in range(len(bots))]


# The same games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", TABLES)
def test_compiled_and_plain_games_are_the_same_and_legal(bots: tuple[str, ...]) -> None:
    """In plain Python each move is checked by the rules."""
    which = simulation(*bots)
    compiled, slow = (play(which, 3, 8) for play in (loop.play, plain.play))
    assert columns(compiled) == columns(slow)


def test_games_are_the_same_however_they_are_split() -> None:
    which = simulation("nearest", "steady", "random")
    parts = [loop.play(which, first, many) for first, many in ((0, 7), (7, 1), (8, 12))]
    assert columns(parts[0].joined(*parts[1:])) == columns(loop.play(which, 0, 20))


def test_another_seed_gives_other_games() -> None:
    one, other = (loop.play(simulation("nearest", "nearest", seed=seed), 0, 20) for seed in (1, 2))
    assert columns(one) != columns(other)


def test_rotated_bots_have_the_same_luck() -> None:
    """Equal bots make the same game of a deal, whoever sits where; and each pattern comes as often."""
    played = loop.play(simulation("nearest", "nearest"), 0, 2200)
    for column in played[1:-1]:
        assert (column[::2] == column[1::2]).all()
    spun = Counter(played.ends.tolist())
    assert set(spun) == set(range(len(SPINNER)))
    assert max(spun.values()) < 2 * min(spun.values())


def test_a_game_of_the_lab_can_be_told_as_a_record() -> None:
    which = simulation("nearest", "expert", "random")
    played = loop.play(which, 0, 3)
    for game in range(3):
        end = records.replay(plain.record(which, game)).states[-1]
        assert [end.winner == seat for seat in range(3)] == (played.won[game] == 1).tolist()
        assert end.rounds == played.turns[game]


# How strong they are ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("higher", "lower"), LADDER)
def test_each_level_beats_the_one_below(higher: str, lower: str) -> None:
    assert wins(higher, lower, games=1500)[0] >= 0.65


@pytest.mark.parametrize(("higher", "lower"), LADDER)
def test_it_does_so_by_sense_too(higher: str, lower: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for level in (higher, lower):
        monkeypatch.setitem(TEMPOS, level, Tempo(400, 800))
    assert wins(higher, lower, games=1500)[0] >= 0.55


def test_among_four_the_higher_level_wins_more_often_and_games_come_to_an_end() -> None:
    shares = wins("nearest", "steady", "expert", "master", games=800)
    assert shares == sorted(shares)
    assert levels("sixem")
    for level in levels("sixem"):
        played = loop.play(simulation(*[level] * 4), 0, 200)
        assert played.turns.mean() < 20
        assert played.turns.max() < 100
        assert (played.won.max(1) == 1).all()


@pytest.mark.parametrize("level", ["nearest", "master"])
def test_no_seat_is_better_than_another(level: str) -> None:
    won = loop.play(Simulation("sixem", (level,) * 4, 7), 0, 3000).won.mean(0)
    assert won.min() > 0.22
    assert won.max() < 0.28


# Any bots, in plain Python ------------------------------------------------------------------------------


Decide = Callable[[SixemState, int], SixemMove | None]
Sit = Callable[[Decide], None]


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Makes a level `mine` of a function."""

    class Mine:
        def __init__(self, decide: Decide) -> None:
            self.choose = decide

    def sit(decide: Decide) -> None:
        level = Level({"sixem": lambda _seed: Mine(decide)}, tempo=Tempo(5, 5))
        monkeypatch.setitem(LEVELS, "mine", level)

    return sit


def test_a_false_stop_costs_its_caller_a_pause_and_the_game_goes_on(seated: Sit) -> None:
    called: list[int] = []

    def rash(state: SixemState, seat: int) -> SixemMove | None:
        if state.phase == ROLLING and len(called) < 3 and not is_stop(state, seat):
            called.append(state.now)
            return SixemMove(STOP, seat, state.now)
        return nearest.choose(state, seat)

    seated(rash)
    assert plain.play(simulation("mine", "nearest"), 0, 1).won.sum() == 1
    assert len(called) == 3
    assert min(np.diff(called)) >= 2000


def test_a_bot_may_wait_but_has_to_mark(seated: Sit) -> None:
    seated(lambda _state, _seat: None)
    with pytest.raises(BadBot, match=r"^the bot mine does not mark in round 1$"):
        plain.play(simulation("mine", "nearest"), 0, 1)


def test_a_bot_that_breaks_a_rule_is_named(seated: Sit) -> None:
    seated(lambda state, seat: SixemMove(THROW, seat, state.now, 0))
    with pytest.raises(BadBot, match=r"^the bot mine broke a rule"):
        plain.play(simulation("mine", "nearest"), 0, 1)


def test_a_game_in_which_nobody_ever_stops_is_shared(seated: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "MOST_EVENTS", 100)
    seated(lambda _state, _seat: None)
    played = plain.play(simulation("mine", "mine"), 0, 1)
    assert played.won.tolist() == [[0.5, 0.5]]
    assert played.turns.tolist() == [0]
