"""AEC and Parallel environments of PettingZoo for both games; `sixto_v0` and `sixem_v0` make them."""

from collections.abc import Sequence
from operator import index
from random import Random
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from sixes.envs.options import read_choice
from sixes.envs.picture import Picture
from sixes.envs.sixto import Flags, IllegalAction
from sixes.envs.table_options import read_whole

Seen = dict[str, Flags]
"""What a seat sees: its observation, and the mask of its actions."""
SHARED_OPTIONS = ["max_cycles", "render_mode"]
RENDER_MODES = (None, "human", "ansi", "rgb_array")
ILLEGAL_REWARD = -1.0
"""What an illegal action costs where it ends the game."""


class Kind(Protocol):
    """A game with its options: how it is made, drawn and paid; it is a `SixtoGame` or a `SixemGame`."""

    name: str
    seats: int
    actions: int
    observation_size: int
    most_in_observation: int

    def new_game(self, chance: Random) -> Any: ...

    def act_together(self, game: Any, actions: Sequence[int | None]) -> None:
        """The actions of all seats in one step; None for one that was not legal."""

    def played(self, game: Any) -> int:
        """How many turns, or rounds, have ended."""

    def gains(self, game: Any, ended: bool) -> list[float] | None:
        """What each seat gets now that a turn has ended, or the game; None for nothing."""

    def draw(self, game: Any) -> Picture: ...


def read_action(action: Any) -> int:
    try:
        return index(action)
    except TypeError:
        raise IllegalAction(f"{action!r} is no action: use a whole number") from None


def read_seed(seed: Any) -> int:
    """A seed of any size."""
    return read_whole("seed", seed, 0)


class Table:
    """What both forms of an environment have in common: spaces, seeds, the game under way and its picture."""

    def __init__(self, kind: Kind, max_cycles: int, render_mode: str | None) -> None:
        self.metadata: dict[str, Any] = {
            "name": kind.name,
            "render_modes": list(RENDER_MODES[1:]),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.max_cycles = read_whole("max_cycles", max_cycles, 1)
        self.render_mode = read_choice("render_mode", render_mode, RENDER_MODES)
        self.possible_agents = [f"player_{seat}" for seat in range(kind.seats)]
        self._kind = kind
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._chance = Random()
        self._under_way: Any = None
        self._played = self._steps = 0
        shape = (kind.observation_size,)
        self.state_space = spaces.Box(0, kind.most_in_observation, shape, np.int8)
        self._observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, kind.most_in_observation, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (kind.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(kind.actions) for agent in self.possible_agents
        }

    @property
    def _game(self) -> Any:
        if self._under_way is None:
            raise IllegalAction("the game was not begun: call reset()")
        return self._under_way

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Seen:
        observation, mask = self._game.seen(self._seat_of[agent])
        return {"observation": observation, "action_mask": mask}

    def state(self) -> Flags:
        """All that can be seen, from the first seat: nothing in these games is hidden."""
        seen: Flags = self._game.observation(0)
        return seen

    def record(self) -> dict[str, Any]:
        """The finished turns or rounds of this game, as a record that `sixes.records` replays."""
        document: dict[str, Any] = self._game.record()
        return document

    def render(self) -> str | Picture | None:
        if self.render_mode == "rgb_array":
            return self._kind.draw(self._game)
        if self.render_mode == "human":
            print(self._game.state)
        return str(self._game.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close: pictures are arrays, and text is text."""

    def _begin(self, seed: int | None) -> None:
        """A new game; without a seed its dice go on where those of the last one ended."""
        if seed is not None:
            self._chance = Random(read_seed(seed))
        self._under_way = self._kind.new_game(self._chance)
        self._played = self._steps = 0

    def _gains(self, ended: bool) -> list[float] | None:
        """What each seat gets for the last action; mostly nothing, since no turn has ended."""
        played = self._kind.played(self._game)
        if played == self._played and not ended:
            return None
        self._played = played
        return self._kind.gains(self._game, ended)


class AecTable(Table, AECEnv[str, Seen, int | None]):
    """A game in which one seat acts after the other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._has_rewards = False
        self.agent_selection = self.agents[self._game.seat]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        game = self._game
        if not self.agents:
            raise IllegalAction("the game is over: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.act(game.seat, read_action(action))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        if self._has_rewards:
            self._clear_rewards()
            self._has_rewards = False
        if game.is_over() or self._steps >= self.max_cycles * len(self.agents):
            self._end(game.is_over())
        else:
            self.agent_selection = self.possible_agents[game.seat]
            self._pay(self._gains(ended=False))
        if self.render_mode == "human":
            self.render()

    def _end(self, over: bool) -> None:
        """The game is over, or was cut off."""
        self._pay(self._gains(ended=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self.agent_selection = self.agents[0]

    def _pay(self, gains: list[float] | None) -> None:
        if gains is not None:
            self.rewards = dict(zip(self.agents, gains, strict=True))
            self._accumulate_rewards()
            self._has_rewards = True


class CheckedTable(wrappers.OrderEnforcingWrapper[str, Seen, int | None]):
    """PettingZoo's wrappers around a game, and a shorter way for legal actions.

    A legal action goes straight to the game. Everything else (before `reset`, after the end, illegal, no
    action at all) goes through the wrappers, which do with it what they do in every environment. They
    look up each attribute through all of their layers, which would take longer than the game.
    """

    def __init__(self, table: AecTable) -> None:
        terminating = wrappers.TerminateIllegalWrapper(table, illegal_reward=ILLEGAL_REWARD)
        super().__init__(wrappers.AssertOutOfBoundsWrapper(terminating))
        self._table = table

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and self._has_reset:
            return getattr(self._table, name)
        return super().__getattr__(name)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            read_seed(seed)  # a wrong one is refused before the wrappers take the game for begun
        super().reset(seed=seed, options=options)

    def step(self, action: int | None) -> None:
        if self._has_reset and self._table.agents:
            try:
                self._table.step(action)
            except IllegalAction:
                pass
            else:
                self._has_updated = True
                return
        super().step(action)

    def observe(self, agent: str) -> Seen | None:
        return self._table.observe(agent) if self._has_reset else super().observe(agent)

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        return self._table.last(observe) if self._has_reset else super().last(observe)

    # Every step reads these two; before `reset` there is neither, and `__getattr__` says so.
    @property
    def agents(self) -> list[str]:  # type: ignore[override]
        return self._table.agents

    @property
    def agent_selection(self) -> str:  # type: ignore[override]
        return self._table.agent_selection

    @property
    def unwrapped(self) -> AecTable:
        return self._table

    def __str__(self) -> str:
        return str(self._table)


class ParallelTable(Table, ParallelEnv[str, Seen, int]):
    """A game in which all seats act at once; who has nothing to do has one action that says so."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.agents = self.possible_agents[:]
        if self.render_mode == "human":
            self.render()
        infos: dict[str, dict[str, Any]] = {agent: {"illegal": False} for agent in self.agents}
        return {agent: self.observe(agent) for agent in self.agents}, infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        game = self._game
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents = self.agents
        chosen = [self._action(seat, actions) for seat in range(len(agents))]
        self._kind.act_together(game, chosen)
        self._steps += 1
        over = game.is_over()
        cut_off = not over and self._steps >= self.max_cycles
        gains = self._gains(over or cut_off) or [0.0] * len(agents)
        if over or cut_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, gains, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut_off),
            {agent: {"illegal": chosen[seat] is None} for seat, agent in enumerate(agents)},
        )

    def _action(self, seat: int, actions: dict[str, int]) -> int | None:
        """The action of a seat, or None if it is not legal now."""
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise IllegalAction(f"there is no action of {agent}")
        action = read_action(actions[agent])
        if not 0 <= action < self._kind.actions:
            raise IllegalAction(f"action {action} of {agent} is not from 0 to {self._kind.actions - 1}")
        return action if self._game.mask(seat)[action] else None
