"""Sixto with bots in Gymnasium: they play as they do in the lab, and games replay as records."""

from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from sixes.bots.sixto.levels import BOTS
from sixes.envs.options import WrongOption
from sixes.envs.sixto import DONE, KEEP, ROLL_AGAIN, action_of
from sixes.lab.dice import game_key
from sixes.lab.players import Player
from sixes.lab.sixto.plain import TurnRunner
from sixes.records import replay
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import CROSS, ROLL, SixtoMove
from sixes.rules.turns import KEEP as KEEPS
from tests.envs.gym.playing import LegalPolicy, play


def make(**options: Any) -> Any:
    return gymnasium.make("sixes/Sixto-v0", **options)


def action_for(move: SixtoMove) -> int:
    if move.kind == CROSS:
        return action_of(str(move))
    return {ROLL: ROLL_AGAIN, KEEPS: KEEP}.get(move.kind, DONE)


@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_the_checker_of_gymnasium_finds_nothing(seat: int | str) -> None:
    for seed in range(3):
        env = make(opponents=["nearest", "steady"], seat=seat, disable_env_checker=True).unwrapped
        env.reset(seed=seed)
        env.action_space.seed(seed)
        check_env(env)


def test_a_level_plays_by_actions_as_it_does_in_the_lab() -> None:
    """The agent's seat is played by the same bot here and there."""
    for seed in range(6):
        env = make(opponents=["steady", "nearest"], seat=seed % 3, sheet="random")
        env.reset(seed=seed)
        mine, key = BOTS["nearest"](0), env.unwrapped.key
        over = False
        while not over:
            move = mine.choose(env.unwrapped.game.state, seed % 3)
            _, _, over, _, info = env.step(action_for(move))
            assert not info["illegal"]
        names = ["nearest", "steady", "nearest"]
        names = [names[(seat - seed) % 3] for seat in range(3)]
        runner = TurnRunner(
            [Player(name, "sixto", at, game_key(key, at)) for at, name in enumerate(names)], key
        )
        state = sixto.setup(env.unwrapped.game.state.sheets[:3])
        while not sixto.is_over(state):
            state, _ = runner.turn(state)
        assert state == env.unwrapped.game.state


@pytest.mark.parametrize("reward", ["points", "gain", "win"])
def test_games_replay_as_records_with_the_rewards_of_their_results(reward: str) -> None:
    env = make(opponents=["nearest", "random"], seat="random", reward=reward, sheet="random")
    seats = set()
    for seed in range(12):
        steps = play(env, seed, LegalPolicy(seed))
        result = replay(env.unwrapped.record()).result()
        earned, seat = sum(reward for _, _, reward in steps), env.unwrapped.seat
        seats.add(seat)
        if reward == "win":
            assert earned == (seat in result["winners"]) / len(result["winners"])
        else:
            assert earned == result["scores"][seat]["total"]
    assert seats == {0, 1, 2}


def test_opponents_have_the_sheets_that_follow() -> None:
    own = [[6, 5, 4, 3, 2, 1] * 2] * 6
    for sheet, letters in (("A", "BC"), ("L", "AB"), (own, "AB")):
        env = make(opponents=["nearest", "nearest"], sheet=sheet, seat=1)
        env.reset(seed=1)
        assert env.unwrapped.game.state.sheets[2] == SHEETS[letters[0]]
        assert env.unwrapped.game.state.sheets[0] == SHEETS[letters[1]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": ["genius"]}, "opponents=.*genius.* nearest"),
        ({"opponents": []}, "use a list of 1 to 5 names of bots"),
        ({"opponents": "nearest"}, "use a list of 1 to 5 names of bots"),
        ({"opponents": ["nearest"] * 6}, "use a list of 1 to 5 names of bots"),
        ({"seat": 2}, "seat=2 is not allowed: use 0, 1 or 'random'"),
        ({"reward": "fame"}, "reward='fame' is not allowed: use 'points', 'gain' or 'win'"),
        ({"dice": 5}, "there is no option 'dice': use sheet, reroll, reward, render_mode, opponents or seat"),
    ],
)
def test_a_wrong_option_is_named_with_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongOption, match=message):
        make(**options)
