"""Teach a network Sixto alone with MaskablePPO of sb3-contrib: python examples/train_maskable_ppo.py

It needs packages that Sixes does not bring: pip install 'sixes[envs]' sb3-contrib
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import sixes.envs  # noqa: F401 - registers the environments


def evaluate(model: Any, games: int) -> list[float]:
    """The points of games that it has not seen, always with its favourite action."""
    env: Any = gymnasium.make("sixes/SixtoSolo-v0")
    points = []
    for game in range(games):
        seen, _ = env.reset(seed=10**9 + game)
        reward, over = 0.0, False
        while not over:
            action, _ = model.predict(seen, action_masks=seen["action_mask"], deterministic=True)
            seen, reward, over, _, _ = env.step(action)
        points.append(reward)
    return points


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a network Sixto alone with MaskablePPO.")
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=500, help="games of the evaluation (default: 500)")
    options = parser.parse_args()
    env = gymnasium.make("sixes/SixtoSolo-v0", reward="gain")
    model = MaskablePPO("MultiInputPolicy", env, gamma=1.0, n_steps=4096, batch_size=512, seed=1, verbose=1)
    model.learn(options.steps)
    points = evaluate(model, options.games)
    half = 1.96 * np.std(points) / len(points) ** 0.5
    print(f"{np.mean(points):.1f} ± {half:.1f} points in {len(points)} new games")


if __name__ == "__main__":
    main()
