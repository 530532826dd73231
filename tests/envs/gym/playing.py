"""Environments played by a fixed policy: the same seed gives the same legal actions."""

from typing import Any

import numpy as np

Seen = dict[str, Any]


class LegalPolicy:
    """Draws legal actions, mostly the first one: it crosses what it can, so that games last."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)

    def __call__(self, mask: Any) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[max(0, int(self.chance.integers(-4 * len(legal), len(legal))))])


def play(env: Any, seed: int, policy: LegalPolicy) -> list[tuple[int, Seen, float]]:
    """A whole game: each action, what was seen after it, and its reward."""
    seen, _ = env.reset(seed=seed)
    steps, over = [], False
    while not over:
        action = policy(seen["action_mask"])
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        assert (info["action_mask"] == seen["action_mask"]).all()
        steps.append((action, seen, float(reward)))
    return steps
