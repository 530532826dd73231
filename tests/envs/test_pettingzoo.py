"""Both games pass PettingZoo's own tests, over many seeds, and replay as records."""

import copy
import pickle
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import aec_wrapper_fn
from pettingzoo.utils.wrappers import BaseParallelWrapper, BaseWrapper

from sixes.envs import sixem_v0, sixto_v0
from sixes.envs.options import WrongOption
from sixes.envs.sixem import PASS, STOP
from sixes.envs.sixto import DONE, KEEP, IllegalAction, action_of
from sixes.envs.zoo import CheckedTable, ParallelTable
from sixes.records import replay
from sixes.rules.sheets import SHEETS, rows_of

SEEDS = range(4)
TABLES: list[tuple[ModuleType, dict[str, Any], int]] = [
    (sixto_v0, {"seats": 2}, 1000),
    (sixto_v0, {"seats": 6, "sheets": "random", "reroll": False, "reward": "gain"}, 1000),
    (sixem_v0, {"seats": 2, "auto_stop": True, "pattern": 3}, 300),
    (sixem_v0, {"seats": 4, "sweet": True, "reward": "lines", "auto_stop": True}, 100),
    (sixem_v0, {"seats": 3}, 30),
]
"""Modules, options, and cycles: enough for whole games in the first three."""


def seed_actions(env: Any, seed: int) -> Any:
    for at, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + at)
    return env


@contextmanager
def masks_allowed() -> Iterator[None]:
    """PettingZoo's tests warn of all observations with a mask, but for those of its own environments."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


class OtherSeed(BaseWrapper[str, Any, Any]):
    """Another seed where PettingZoo's test has 42."""

    def __init__(self, env: Any, seed: int) -> None:
        super().__init__(env)
        self.other = seed

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(None if seed is None else self.other, options)


class OtherParallelSeed(BaseParallelWrapper[str, Any, Any]):
    """The same for Parallel environments."""

    def __init__(self, env: Any, seed: int) -> None:
        super().__init__(env)
        self.other = seed

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        return super().reset(None if seed is None else self.other, options)


@pytest.mark.parametrize(("module", "options", "cycles"), TABLES)
def test_the_tests_of_pettingzoo(module: ModuleType, options: dict[str, Any], cycles: int) -> None:
    for seed in SEEDS:
        with masks_allowed():
            api_test(seed_actions(module.env(**options), seed), cycles)
            api_test(seed_actions(module.raw_env(**options), seed), cycles // 10)
        parallel_api_test(seed_actions(module.parallel_env(**options), seed), cycles)
        seed_test(lambda seed=seed: OtherSeed(module.env(**options), seed), cycles // 4)
        parallel_seed_test(lambda seed=seed: OtherParallelSeed(module.parallel_env(**options), seed))


def made(module: ModuleType, seats: int, seed: int, max_cycles: int) -> ParallelTable:
    table: ParallelTable = module.parallel_env(seats=seats, max_cycles=max_cycles)
    seed_actions(table, seed)
    return table


@pytest.mark.parametrize("module", [sixto_v0, sixem_v0])
def test_a_game_is_cut_off_after_max_cycles(module: ModuleType) -> None:
    # This test of PettingZoo takes actions without looking at masks, which `env` answers by ending the
    # game. So it gets the AEC environment that PettingZoo itself makes of the Parallel one.
    for seats in (2, 3, 6):
        for seed in SEEDS:
            parallel_env = partial(made, module, seats, seed)
            max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=aec_wrapper_fn(parallel_env)))


@pytest.mark.parametrize("module", [sixto_v0, sixem_v0])
def test_pictures(module: ModuleType) -> None:
    looks = {"ansi": lambda text: "Seat 1" in text, "rgb_array": lambda picture: picture.std() > 0}
    for seats in (2, 6):
        render_test(partial(module.env, seats=seats), looks)
    table = module.parallel_env(render_mode="ansi")
    table.reset(seed=1)
    assert "Seat 1" in table.render()


@pytest.mark.parametrize("name", ["sixto_v0", "sixem_v0"])
def test_they_are_registered(name: str) -> None:
    one_by_one = pettingzoo.make("aec", f"sixes/{name}", seats=3, max_cycles=7)
    together = pettingzoo.make("parallel", f"sixes/{name}", seats=3)
    assert isinstance(one_by_one, CheckedTable)
    assert isinstance(together, ParallelTable)
    assert str(one_by_one) == str(together) == name
    assert one_by_one.max_cycles == 7
    assert one_by_one.possible_agents == together.possible_agents == ["player_0", "player_1", "player_2"]


def play(env: Any, seed: int) -> dict[str, float]:
    """A game at random; what everybody got."""
    seed_actions(env, seed).reset(seed=seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    return earned


def play_together(env: Any, seed: int) -> dict[str, float]:
    seen, _ = seed_actions(env, seed).reset(seed=seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        seen, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            earned[agent] += reward
    return earned


PLAYED = [("env", play), ("raw_env", play), ("parallel_env", play_together)]


@pytest.mark.parametrize(("form", "playing"), PLAYED)
@pytest.mark.parametrize("reward", ["points", "gain", "win"])
def test_a_game_of_sixto_replays_as_a_record_with_the_same_score(
    form: str, playing: Any, reward: str
) -> None:
    for seats in (2, 3, 6):
        table = getattr(sixto_v0, form)(seats=seats, reward=reward, sheets="random")
        earned = list(playing(table, seats).values())
        result = replay(table.unwrapped.record()).result()
        assert result["finished"]
        if reward == "win":
            assert sum(earned) == pytest.approx(0)
            assert [seat for seat in range(seats) if earned[seat] > 0] == result["winners"]
        else:
            assert earned == [score["total"] for score in result["scores"]]


@pytest.mark.parametrize(("form", "playing"), PLAYED)
@pytest.mark.parametrize("reward", ["lines", "win"])
def test_a_game_of_sixem_replays_as_a_record_with_the_same_winner(
    form: str, playing: Any, reward: str
) -> None:
    for seats in (2, 4):
        options = {"seats": seats, "reward": reward, "auto_stop": True, "pattern": 3, "sweet": seats == 2}
        table = getattr(sixem_v0, form)(**options)
        earned = list(playing(table, seats).values())
        result = replay(table.unwrapped.record()).result()
        assert result["finished"]
        if reward == "win":
            (winner,) = result["winners"]
            assert earned == [seats - 1.0 if seat == winner else -1.0 for seat in range(seats)]
        else:
            assert earned == [sum(lines.values()) for lines in result["lines"]]


# Bad input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("module", "illegal", "legal"), [(sixto_v0, DONE, KEEP), (sixem_v0, STOP + 1, PASS)])
def test_an_illegal_action_ends_the_game_of_an_aec_environment(
    module: ModuleType, illegal: int, legal: int, caplog: pytest.LogCaptureFixture
) -> None:
    env = module.env(seats=2)
    env.reset(seed=1)
    before = env.unwrapped.record()
    env.step(illegal)
    assert "Illegal move made" in caplog.text
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert env.unwrapped.record() == before
    for _ in range(2):
        env.step(None)
    assert env.agents == []
    env.step(None)
    assert "step() called after all agents are terminated" in caplog.text
    env.reset(seed=1)
    env.step(legal)
    assert not any(env.terminations.values())


@pytest.mark.parametrize("module", [sixto_v0, sixem_v0])
def test_what_is_no_action_is_refused(module: ModuleType) -> None:
    env, raw = module.env(), module.raw_env()
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = env.agents
    env.reset(seed=1)
    raw.reset(seed=1)
    for wrong in (-1, 1000, 2.5, "a1", None):
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(wrong)
        with pytest.raises(IllegalAction):
            raw.step(wrong)
    assert env.state().tolist() == raw.state().tolist()


def test_an_illegal_action_does_nothing_in_a_parallel_environment() -> None:
    env = sixto_v0.parallel_env(sheets="AB")
    seen, _ = env.reset(seed=1)
    before = seen["player_0"]["observation"].copy()
    seen, _, _, _, infos = env.step({"player_0": action_of("a1"), "player_1": DONE})
    assert infos == {"player_0": {"illegal": True}, "player_1": {"illegal": False}}
    assert (seen["player_0"]["observation"] == before).all()
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({}, "no action of player_0"),
        ({"player_0": 99, "player_1": 72}, "action 99 of player_0"),
        ({"player_0": None, "player_1": 72}, "None is no action: use a whole number"),
    ]
    for wrong, why in wrongs:
        with pytest.raises(IllegalAction, match=why):
            env.step(wrong)
    tick = sixem_v0.parallel_env(seats=2)
    tick.reset(seed=1)
    _, _, _, _, infos = tick.step({"player_0": 63, "player_1": STOP + 1})
    assert infos == {"player_0": {"illegal": False}, "player_1": {"illegal": True}}
    assert tick.state()[36:42].all()  # time goes on: what the other has thrown lies on the table


def test_after_the_end_a_parallel_environment_gives_nothing() -> None:
    env = sixto_v0.parallel_env(max_cycles=1)
    env.reset(seed=1)
    _, _, _, cut_off, _ = env.step({"player_0": KEEP, "player_1": DONE})
    assert cut_off == {"player_0": True, "player_1": True}
    assert env.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize(
    ("module", "options", "why"),
    [
        (sixto_v0, {"seats": 1}, "seats=1 is not allowed: use a whole number from 2 to 6"),
        (sixto_v0, {"seats": 7}, "seats=7"),
        (sixto_v0, {"seats": "2"}, "seats='2'"),
        (sixto_v0, {"sheets": "A"}, "use 2 sheets, one for each seat, or 'random'"),
        (sixto_v0, {"sheets": "AA"}, "each letter can be there once"),
        (sixto_v0, {"sheets": "AZ"}, "use a letter from A to L"),
        (sixto_v0, {"sheets": 5}, "sheets=5"),
        (sixto_v0, {"sheets": ["A", [[1]]]}, "6 rows of 12 numbers"),
        (sixto_v0, {"reward": "gold"}, "reward='gold' is not allowed: use 'win', 'points' or 'gain'"),
        (sixto_v0, {"reroll": 2}, "reroll=2 is not allowed: use True or False"),
        (sixto_v0, {"max_cycles": 0}, "max_cycles=0 is not allowed: use a whole number from 1"),
        (sixto_v0, {"render_mode": "svg"}, "render_mode='svg'"),
        (
            sixto_v0,
            {"dice": 6},
            "there is no option 'dice': use seats, sheets, reroll, reward, max_cycles or",
        ),
        (sixem_v0, {"pattern": 11}, "pattern=11 is not allowed: use a whole number from 0 to 10"),
        (sixem_v0, {"pattern": "x"}, "pattern='x'"),
        (sixem_v0, {"sweet": "yes"}, "sweet='yes'"),
        (sixem_v0, {"sheets": "AB"}, "there is no option 'sheets': use seats, pattern, sweet, auto_stop"),
    ],
)
def test_a_wrong_option_is_named(module: ModuleType, options: dict[str, Any], why: str) -> None:
    for form in (module.env, module.raw_env, module.parallel_env):
        with pytest.raises(WrongOption, match=why):
            form(**options)


@pytest.mark.parametrize("module", [sixto_v0, sixem_v0])
def test_seeds_of_any_size(module: ModuleType) -> None:
    env = module.env()
    states = []
    for seed in (0, 1, 2**32, 2**64 + 1, 10**100, np.uint64(2**63)):
        env.reset(seed=seed)
        if module is sixem_v0:
            for _ in range(2):
                env.step(63)
        states.append(tuple(env.state().tolist()))
    assert len(set(states)) == len(states)
    for wrong in (-1, 1.5, "7"):
        with pytest.raises(WrongOption, match=f"seed={wrong!r} is not allowed: use a whole number from 0"):
            env.reset(seed=wrong)


def test_sheets_of_one_s_own_and_random_ones() -> None:
    env = sixto_v0.env(seats=2, sheets=["C", rows_of(SHEETS["D"])])
    env.reset(seed=1)
    assert env.unwrapped.record()["sheets"] == ["C", "D"]
    drawn = sixto_v0.env(seats=2, sheets="random")
    drawn.reset(seed=1)
    first = drawn.unwrapped.record()["sheets"]
    drawn.reset()
    assert drawn.unwrapped.record()["sheets"] != first
    drawn.reset(seed=1)
    assert drawn.unwrapped.record()["sheets"] == first


@pytest.mark.parametrize("module", [sixto_v0, sixem_v0])
def test_copies_go_on_alike(module: ModuleType) -> None:
    env = module.env()
    env.reset(seed=5)
    env.step(KEEP if module is sixto_v0 else 63)
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        for other in (env, twin):
            seed_actions(other, 3)
        original = copy.deepcopy(env)
        for _ in range(40):
            states = []
            for other in (original, twin):
                agent = other.agent_selection
                other.step(other.action_space(agent).sample(other.observe(agent)["action_mask"]))
                states.append(other.state().tolist())
            assert states[0] == states[1]


@pytest.mark.parametrize("module", [sixto_v0, sixem_v0])
def test_before_reset_and_after_the_end_a_sentence_says_so(module: ModuleType) -> None:
    raw = module.raw_env(render_mode="ansi")
    for call in (lambda: raw.step(0), raw.render, raw.state, raw.record, lambda: raw.observe("player_0")):
        with pytest.raises(IllegalAction, match="not begun"):
            call()
    with pytest.raises(IllegalAction, match="not begun"):
        module.parallel_env().step({})
    raw.reset(seed=1)
    raw.agents = []
    with pytest.raises(IllegalAction, match="is over"):
        raw.step(0)


def test_a_seed_that_is_refused_begins_nothing() -> None:
    env = sixto_v0.env()
    with pytest.raises(WrongOption, match="seed=-1"):
        env.reset(seed=-1)
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)


def test_options_may_be_arrays() -> None:
    sheets = np.array([rows_of(SHEETS["A"]), rows_of(SHEETS["B"])])
    env = sixto_v0.env(seats=np.int64(2), sheets=sheets)
    env.reset(seed=1)
    with pytest.raises(WrongOption, match="use a whole number from 0 to 10, or 'random'"):
        sixem_v0.env(pattern=np.array([1, 2]))
