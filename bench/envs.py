"""How fast environments step, beside environments of the same libraries: `python3 dev.py bench envs`.

Legal actions are drawn at random before, and played again on the clock, so that only environments are timed.
All run on one core, and a second is a second of CPU. The rounds of a pair follow each other, since machines
are noisy: the table gives the best and the worst round, and the median of their ratios.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
os.environ |= {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"}
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # before threads are made: all share one core

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

import sixes.envs.openspiel  # noqa: E402, F401 - registers its games
from bench.load.printing import heading, span  # noqa: E402
from sixes.envs import sixto_v0  # noqa: E402

ROUNDS = 7
MANY = 1024
VECTOR_STEPS, SINGLE_STEPS = 300, 20_000

Play = Callable[[], float]
"""Plays the actions that were drawn. Returns how many steps these are in a second of CPU."""


class Pair(NamedTuple):
    """An environment of ours and its peers, each with its name."""

    ours: tuple[str, Callable[[], Play]]
    peers: tuple[tuple[str, Callable[[], Play]], ...]


def rate(steps: int, run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return steps / (time.process_time() - start)


def one_of(mask: Any, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def our_vector() -> Play:
    env: Any = gymnasium.make_vec("sixes/SixtoSolo-v0", MANY, "vector_entry_point")
    chance, actions = np.random.default_rng(1), []
    seen, _ = env.reset(seed=1)
    for _ in range(VECTOR_STEPS):
        drawn = (chance.random((MANY, 75)) * seen["action_mask"]).argmax(1)
        actions.append(drawn)
        seen = env.step(drawn)[0]

    def run() -> None:
        for drawn in actions:
            env.step(drawn)

    def play() -> float:
        env.reset(seed=1)
        return rate(VECTOR_STEPS * MANY, run)

    return play


def pgx_2048() -> Play:
    import jax  # noqa: PLC0415 - slow, and only for this row
    import pgx  # noqa: PLC0415
    from pgx.experimental.wrappers import auto_reset  # noqa: PLC0415

    env: Any = pgx.make("2048")
    step_one = auto_reset(env.step, env.init)
    keys = jax.random.split(jax.random.PRNGKey(1), VECTOR_STEPS)

    def legal_step(state: Any, key: Any) -> tuple[Any, Any]:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(key, logits, axis=1)
        return jax.vmap(step_one)(state, action, jax.random.split(key, MANY)), action

    def step(state: Any, drawn: Any) -> tuple[Any, Any]:
        key, action = drawn
        return jax.vmap(step_one)(state, action, jax.random.split(key, MANY)), None

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), MANY))
    _, actions = jax.jit(lambda state: jax.lax.scan(legal_step, state, keys))(state)
    run = jax.jit(lambda state: jax.lax.scan(step, state, (keys, actions))[0])
    jax.block_until_ready(run(state))

    return lambda: rate(VECTOR_STEPS * MANY, lambda: jax.block_until_ready(run(state)))


def envpool_blackjack() -> Play:
    import envpool  # noqa: PLC0415

    env: Any = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=MANY, num_threads=1)
    actions = np.random.default_rng(1).integers(2, size=(VECTOR_STEPS, MANY)).astype(np.int32)
    env.reset()

    def run() -> None:
        for drawn in actions:
            env.step(drawn)

    return lambda: rate(VECTOR_STEPS * MANY, run)


def single(name: str) -> Play:
    env: Any = gymnasium.make(name)
    chance, actions = np.random.default_rng(1), []
    seen, _ = env.reset(seed=1)
    for _ in range(SINGLE_STEPS):
        action = one_of(seen["action_mask"], chance) if isinstance(seen, dict) else int(chance.integers(2))
        seen, _, ended, cut, _ = env.step(action)
        actions.append((action, ended or cut))
        if ended or cut:
            seen, _ = env.reset()

    def run() -> None:
        env.reset(seed=1)
        for action, over in actions:
            env.step(action)
            if over:
                env.reset()

    return lambda: rate(SINGLE_STEPS, run)


def turn_by_turn(env: Any) -> Play:
    """An environment of PettingZoo, game by game; the steps of those who are out are not counted."""
    games, chance, steps = [], np.random.default_rng(1), 0
    while steps < SINGLE_STEPS:
        env.reset(seed=steps)
        actions: list[int | None] = []
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            actions.append(None if ended or cut else one_of(seen["action_mask"], chance))
            env.step(actions[-1])
        games.append((steps, actions))
        steps += len(actions) - actions.count(None)

    def run() -> None:
        for seed, actions in games:
            env.reset(seed=seed)
            for action in actions:
                env.last()
                env.step(action)

    return lambda: rate(steps, run)


def connect_four() -> Play:
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415

    made: Any = connect_four_v3
    return turn_by_turn(made.env())


def open_spiel(name: str) -> Play:
    """A game of OpenSpiel; a step is a decision or an outcome of chance."""
    game, chance = pyspiel.load_game(name), np.random.default_rng(1)
    games: list[list[int]] = []
    while sum(map(len, games)) < SINGLE_STEPS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))
        games.append(state.history())

    def run() -> None:
        for actions in games:
            state = game.new_initial_state()
            for action in actions:
                state.legal_actions()
                state.apply_action(action)

    return lambda: rate(sum(map(len, games)), run)


PAIRS = (
    Pair(
        ("Gymnasium, 1,024 games with masks", our_vector),
        (("Pgx 2048, 1,024 games", pgx_2048), ("EnvPool Blackjack, 1,024 games", envpool_blackjack)),
    ),
    Pair(
        ("Gymnasium, one game", lambda: single("sixes/SixtoSolo-v0")),
        (("Gymnasium CartPole", lambda: single("CartPole-v1")),),
    ),
    Pair(
        ("PettingZoo, turn by turn", lambda: turn_by_turn(sixto_v0.env())),
        (("PettingZoo connect four", connect_four),),
    ),
    Pair(
        ("OpenSpiel `sixes_sixto`, in Python", lambda: open_spiel("sixes_sixto")),
        (("OpenSpiel yacht, in C++", lambda: open_spiel("yacht")),),
    ),
)


def main() -> None:
    print(heading(f"{ROUNDS} rounds"))
    print("| environment | steps a second | ours beside it |\n| --- | --- | --- |")
    for (name, ours), peers in PAIRS:
        plays = [ours(), *(make() for _, make in peers)]
        rounds = list(zip(*([play() for play in plays] for _ in range(ROUNDS)), strict=True))
        print(f"| {name} | {span(rounds[0])} | |")
        for (peer, _), rates in zip(peers, rounds[1:], strict=True):
            beside = [mine / theirs for mine, theirs in zip(rounds[0], rates, strict=True)]
            print(
                f"| {peer} | {span(rates)} | {statistics.median(beside):.2f} ({span(beside, 2)}) |",
                flush=True,
            )


if __name__ == "__main__":
    main()
