"""Sixto alone in Gymnasium: its own checker, records, rewards, seeds, and what is refused."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from sixes.envs.options import WrongOption
from sixes.envs.sixto import DONE, KEEP, IllegalAction
from sixes.records import replay
from sixes.rules.sheets import LETTER_OF, SHEETS, rows_of
from tests.envs.gym.playing import LegalPolicy, play

SOLO = "sixes/SixtoSolo-v0"


def make(**options: Any) -> Any:
    return gymnasium.make(SOLO, **options)


@pytest.mark.parametrize("options", [{}, {"sheet": "random", "reward": "gain"}, {"reroll": False}])
def test_the_checker_of_gymnasium_finds_nothing(options: dict[str, Any]) -> None:
    for seed in range(5):
        env = make(render_mode="rgb_array", disable_env_checker=True, **options).unwrapped
        env.reset(seed=seed)
        env.action_space.seed(seed)
        check_env(env, skip_render_check=seed > 0)


@pytest.mark.parametrize("reward", ["points", "gain"])
def test_a_game_replays_as_a_record_with_the_points_that_were_rewarded(reward: str) -> None:
    env = make(reward=reward, sheet="random")
    for seed in range(20):
        steps = play(env, seed, LegalPolicy(seed))
        played = replay(env.unwrapped.record())
        assert played.result()["finished"]
        assert sum(earned for _, _, earned in steps) == played.result()["scores"][0]["total"]
        assert reward == "gain" or all(earned == 0 for _, _, earned in steps[:-1])


def test_a_sheet_is_a_letter_or_numbers_or_another_one_in_every_game() -> None:
    for sheet in ("B", rows_of(SHEETS["B"]), np.array(rows_of(SHEETS["B"]))):
        env = make(sheet=sheet)
        env.reset(seed=1)
        assert env.unwrapped.game.state.sheets[0] == SHEETS["B"]
    env = make(sheet="random")
    drawn = set()
    for seed in range(3):
        env.reset(seed=seed)
        drawn.add(env.unwrapped.game.state.sheets[0])
    assert len(drawn) == 3
    assert not drawn & set(LETTER_OF)


def test_without_reroll_the_first_roll_stands() -> None:
    env = make(reroll=False)
    for seed in range(3):
        actions = [action for action, _, _ in play(env, seed, LegalPolicy(seed))]
        assert max(actions) == DONE


def test_seeds_of_any_size() -> None:
    env = make()
    games = []
    for seed in (0, 1, 2**64, 2**200, 2**64):
        seen, _ = env.reset(seed=seed)
        games.append(seen["observation"][-15:-9].tolist())
    assert games[2] == games[4]
    assert len({tuple(game) for game in games}) == 4
    with pytest.raises(gymnasium.error.Error, match="greater or equal to zero"):
        env.reset(seed=-1)


def test_games_go_on_from_one_seed() -> None:
    env, other = make(), make()
    env.reset(seed=7)
    other.reset(seed=7)
    for _ in range(3):
        assert (env.reset()[0]["observation"] == other.reset()[0]["observation"]).all()


def test_an_illegal_action_changes_nothing_and_says_so() -> None:
    env = make()
    before, _ = env.reset(seed=1)
    seen, reward, over, _, info = env.step(DONE)
    assert info["illegal"]
    assert (reward, over) == (0, False)
    assert (seen["observation"] == before["observation"]).all()
    assert not env.step(KEEP)[4]["illegal"]


@pytest.mark.parametrize("action", [-1, 75, 2**70, 1.5, "a1", None])
def test_what_is_no_action_is_an_error(action: Any) -> None:
    env = make(disable_env_checker=True)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="action"):
        env.step(action)
    assert not env.step(KEEP)[4]["illegal"]


def test_after_the_end_and_before_the_beginning_reset_is_needed() -> None:
    env = make()
    play(env, 1, LegalPolicy(1))
    for late in (env, make(), make().unwrapped):
        with pytest.raises(ResetNeeded):
            late.step(DONE)
    with pytest.raises(ResetNeeded):
        make(render_mode="ansi").unwrapped.render()


def test_render() -> None:
    env = make(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("Turn 1, deciding: seat 0 is active, the dice show a")
    env = make(render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    env.step(KEEP)
    env.step(int(np.flatnonzero(env.unwrapped.action_masks())[0]))
    assert before.shape == env.render().shape
    assert (before != env.render()).any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sheet": "M"}, "sheet='M' is no sheet: use a letter from A to L, 6 rows of 12 .* or 'random'"),
        ({"sheet": [[1, 2], [3]]}, "is no sheet"),
        ({"sheet": None}, "sheet=None is no sheet"),
        ({"reward": "win"}, "reward='win' is not allowed: use 'points' or 'gain'"),
        ({"reroll": 1}, "reroll=1 is not allowed: use True or False"),
        ({"dice": 5}, "there is no option 'dice': use sheet, reroll, reward or render_mode"),
    ],
)
def test_a_wrong_option_is_named_with_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongOption, match=message):
        make(**options)


def test_a_wrong_render_mode_is_named() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium also warns
        with pytest.raises(WrongOption, match="render_mode='cinema' is not allowed: use None, 'ansi' or"):
            make(render_mode="cinema")


def test_reset_has_no_options() -> None:
    with pytest.raises(WrongOption, match="reset has no option 'sheet': options are given when"):
        make().reset(options={"sheet": "B"})
