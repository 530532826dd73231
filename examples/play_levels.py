"""What the levels score in an environment: python examples/play_levels.py --opponents nearest,expert"""

import argparse
from typing import Any

import gymnasium
import numpy as np

import sixes.envs  # noqa: F401 - registers the environments
from sixes.bots.custom import bot_factory
from sixes.envs.sixto import DONE, KEEP, ROLL_AGAIN, action_of
from sixes.rules import sixto, turns
from sixes.rules.six import count, has
from sixes.rules.turns import SixtoMove

UNIFORM = "uniform"
"""No level: any legal action, all equally likely."""
ACTIONS = {turns.ROLL: ROLL_AGAIN, turns.KEEP: KEEP}


def action_for(move: SixtoMove, mask: Any) -> int:
    """The action for a move. A level that is asked again may want to move a half cross; it is done then."""
    action = action_of(str(move)) if move.kind == turns.CROSS else ACTIONS.get(move.kind, DONE)
    return action if mask[action] else DONE


def play(env: Any, level: str, seed: int) -> tuple[float, float]:
    """The points of a game, and the share of the win."""
    seen, _ = env.reset(seed=seed)
    game, seat, over = env.unwrapped.game, env.unwrapped.seat, False
    chance = np.random.default_rng(seed)
    bot = None if level == UNIFORM else bot_factory(level, "sixto")(seed)
    while not over:
        mask = seen["action_mask"]
        if bot is None:
            action = int(chance.choice(np.flatnonzero(mask)))
        else:
            action = action_for(bot.choose(game.state, seat), mask)
        seen, _, over, _, _ = env.step(action)
    best = sixto.winners(game.state)
    return sixto.score(game.state, seat).total, has(best, seat) / count(best)


def interval(values: list[float], digits: int) -> str:
    """Their mean, and half of its 95% interval."""
    half = 1.96 * np.std(values, ddof=1) / len(values) ** 0.5
    return f"{np.mean(values):.{digits}f} ± {half:.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="What the levels score in an environment of Sixto.")
    parser.add_argument("--opponents", default="", help="levels with commas (default: none, the game alone)")
    parser.add_argument("--levels", default="uniform,random,nearest,steady,expert")
    parser.add_argument("--games", type=int, default=200, help="games of each level (default: 200)")
    options = parser.parse_args()
    env: Any = gymnasium.make("sixes/SixtoSolo-v0")
    if options.opponents:
        env = gymnasium.make("sixes/Sixto-v0", opponents=options.opponents.split(","), seat="random")
    print("| level | points | wins |\n| --- | --- | --- |")
    for level in options.levels.split(","):
        points, wins = zip(*(play(env, level, seed) for seed in range(options.games)), strict=True)
        won = interval(list(wins), 3) if options.opponents else ""
        print(f"| {level} | {interval(list(points), 1)} | {won} |", flush=True)


if __name__ == "__main__":
    main()
