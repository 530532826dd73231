"""Games of fixed seeds never change: `-v0` of an environment is the same for ever.

After adding a case, write its file with `python -m tests.envs.gym.test_golden`; no other file may change.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import sixes.envs  # noqa: F401 - registers the environments
from tests.envs.gym.playing import LegalPolicy, play

GOLDEN = Path(__file__).parents[2] / "golden" / "envs"
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "sixto-solo-v0": ("sixes/SixtoSolo-v0", {}),
    "sixto-solo-v0-gain-random-sheets": ("sixes/SixtoSolo-v0", {"sheet": "random", "reward": "gain"}),
    "sixto-solo-v0-no-reroll": ("sixes/SixtoSolo-v0", {"reroll": False}),
    "sixto-v0": ("sixes/Sixto-v0", {"opponents": ["nearest", "random"], "seat": "random", "reward": "gain"}),
}
SEEDS = (0, 1, 2**70)


def trace(name: str, seed: int) -> dict[str, Any]:
    """A game: actions, rewards, a hash of all that was seen, and its record."""
    env_id, options = CASES[name]
    env: Any = gymnasium.make(env_id, **options)
    steps = play(env, seed, LegalPolicy(seed))
    seen = b"".join(seen["observation"].tobytes() + seen["action_mask"].tobytes() for _, seen, _ in steps)
    return {
        "seed": seed,
        "actions": [action for action, _, _ in steps],
        "rewards": [reward for _, _, reward in steps],
        "seen": hashlib.sha256(seen).hexdigest(),
        "record": env.unwrapped.record(),
    }


@pytest.mark.parametrize("name", CASES)
def test_games_are_the_golden_ones(name: str) -> None:
    golden = json.loads((GOLDEN / f"{name}.json").read_text())
    assert [trace(name, seed) for seed in SEEDS] == golden


if __name__ == "__main__":
    for case in CASES:
        traces = ",\n".join(json.dumps(trace(case, seed)) for seed in SEEDS)
        (GOLDEN / f"{case}.json").write_text(f"[{traces}]\n")
