"""The native vector environment plays the games of single environments, in both modes of autoreset."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from sixes.envs.options import WrongOption
from sixes.envs.sixto import DONE, IllegalAction
from tests.envs.gym.playing import LegalPolicy

SOLO, MANY = "sixes/SixtoSolo-v0", 5


def make(**options: Any) -> Any:
    options = {"num_envs": MANY, "vectorization_mode": "vector_entry_point", **options}
    return gymnasium.make_vec(SOLO, **options)


def same(one: Any, other: Any) -> bool:
    """Equal, whatever arrays, dictionaries and objects it is made of."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if getattr(one, "dtype", None) == np.dtype(object):
        return all(map(same, one, other))
    return one.dtype == other.dtype and np.array_equal(one, other) if hasattr(one, "dtype") else one == other


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("options", [{}, {"sheet": "random", "reward": "gain"}, {"reroll": False}])
def test_steps_are_those_of_single_environments_in_all_details(
    mode: AutoresetMode, options: dict[str, Any]
) -> None:
    env = make(autoreset_mode=mode, **options)
    peer: Any = gymnasium.make_vec(
        SOLO, MANY, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options
    )
    assert env.metadata["autoreset_mode"] == mode
    assert env.observation_space == peer.observation_space
    assert env.action_space == peer.action_space
    policy, chance = LegalPolicy(1), np.random.default_rng(1)
    for seed in (3, None, [2**80, 1, None, 4, 5]):
        begun = env.reset(seed=seed)
        assert all(map(same, begun, peer.reset(seed=seed)))
        seen = begun[0]
        for _ in range(150):
            actions = np.array([policy(mask) for mask in seen["action_mask"]])
            if chance.random() < 0.2:
                actions[chance.integers(MANY)] = chance.integers(75)
            mine, theirs = env.step(actions), peer.step(actions)
            assert all(map(same, mine, theirs))
            assert env.observation_space.contains(mine[0])
            seen = mine[0]


def test_keys_that_are_drawn_ahead_are_those_of_single_environments() -> None:
    """More games than keys are drawn at once: each game is ended by doing nothing."""
    env = make(num_envs=2, reroll=False)
    peer = gymnasium.make_vec(SOLO, 2, vectorization_mode="sync", reroll=False)
    env.reset(seed=1)
    peer.reset(seed=1)
    for _ in range(300):
        mine, theirs = env.step(np.array([DONE, DONE])), peer.step(np.array([DONE, DONE]))
        assert same(mine[0], theirs[0])


def test_results_stay_as_they_are_unless_asked_not_to_copy() -> None:
    for copies in (True, False):
        env = make(copy=copies, reroll=False)
        seen, _ = env.reset(seed=1)
        kept = seen["observation"].copy()
        env.step(np.full(MANY, DONE))
        assert (kept == seen["observation"]).all() == copies


@pytest.mark.parametrize("actions", [[75] + [DONE] * 4, [DONE] * 4 + [-1], [DONE] * 4, [0.5] * 5, "abcde"])
def test_what_is_no_action_is_an_error_and_changes_nothing(actions: Any) -> None:
    env = make()
    before, _ = env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"75|-1|5 whole numbers from 0 to 74"):
        env.step(actions)
    seen = env.step(np.full(MANY, DONE))  # not legal yet: nothing changes either
    assert same(seen[0], before)
    assert seen[4]["illegal"].all()


def test_before_the_beginning_reset_is_needed() -> None:
    with pytest.raises(ResetNeeded):
        make().step(np.zeros(MANY, np.int64))


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_render_shows_what_single_environments_show(mode: str) -> None:
    env = make(render_mode=mode, num_envs=2)
    peer: Any = gymnasium.make_vec(SOLO, 2, vectorization_mode="sync", render_mode=mode)
    seen, policy = env.reset(seed=1)[0], LegalPolicy(1)
    peer.reset(seed=1)
    for _ in range(12):
        actions = np.array([policy(mask) for mask in seen["action_mask"]])
        seen = env.step(actions)[0]
        peer.step(actions)
        shown = env.render()
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(shown, peer.render(), strict=True))
    assert make().render() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"autoreset_mode": "Disabled"}, "autoreset_mode='Disabled' .* use 'NextStep' or 'SameStep'"),
        ({"num_envs": 0}, "num_envs=0 is not allowed: use a whole number from 1 on"),
        ({"sheet": "Z"}, "sheet='Z' is no sheet"),
        ({"dice": 5}, "there is no option 'dice': use sheet, reroll, reward, num_envs, autoreset_mode, copy"),
    ],
)
def test_a_wrong_option_is_named_with_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongOption, match=message):
        make(**options)


def test_as_many_seeds_as_environments() -> None:
    with pytest.raises(ValueError, match="2 seeds were given for 5 environments"):
        make().reset(seed=[1, 2])


def test_nobody_can_change_the_masks_that_games_go_by() -> None:
    env = make(copy=False)
    seen, info = env.reset(seed=1)
    for array in (seen["observation"], seen["action_mask"], info["action_mask"], info["_illegal"]):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1


def test_what_is_no_seed_is_refused_in_a_sentence() -> None:
    wrong: Any = "x"
    with pytest.raises(gymnasium.error.Error, match="Seed must be"):
        make().reset(seed=wrong)


def test_there_is_no_picture_before_the_beginning() -> None:
    with pytest.raises(ResetNeeded):
        make(render_mode="ansi").render()
