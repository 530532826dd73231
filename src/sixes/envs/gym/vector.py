"""`sixes/SixtoSolo-v0` as a native vector environment: all games in one compiled call."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sixes.envs.gym.solo import ANSI, KEY_BITS, METADATA, PICTURE, Observation, observation_space
from sixes.envs.options import GAIN, WrongOption, listed, read_choice, read_solo_options, refuse_options
from sixes.envs.picture import draw
from sixes.envs.sixto import ACTIONS, DONE, IllegalAction
from sixes.lab.sixto.batch import ALL_FINE, KEYS, BatchOptions, begin, new_batch, state_of, step

Bools = npt.NDArray[np.bool_]
Step = tuple[Observation, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]
VECTOR_METADATA = METADATA | {"autoreset_mode": AutoresetMode.NEXT_STEP}
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class SixtoSoloVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games alone. The same seeds and actions give the same games as single environments.

    Place number i has the seed `seed + i`. With `autoreset_mode` "NextStep" the action after the end of a
    game is ignored, and a new game begins; with "SameStep" it begins at once, and `info["final_obs"]` shows
    the end. With `copy` off, observations are arrays that the next step changes. The other options are those
    of `SixtoSoloEnv`.
    """

    metadata = VECTOR_METADATA

    def __init__(
        self,
        num_envs: int = 1,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        given, reroll, reward = read_solo_options(
            options, others=("num_envs", "autoreset_mode", "copy", "render_mode")
        )
        if type(num_envs) is not int or num_envs < 1:
            raise WrongOption(f"num_envs={num_envs!r} is not allowed: use a whole number from 1 on")
        self.num_envs = num_envs
        self.copy = read_choice("copy", copy, (True, False))
        self.render_mode = read_choice("render_mode", render_mode, (None, ANSI, PICTURE))
        mode = read_mode(autoreset_mode)
        self.metadata = VECTOR_METADATA | {"autoreset_mode": mode}
        self.batch_options = BatchOptions(
            random_sheets=given is None,
            reroll=reroll,
            gains=reward == GAIN,
            same_step=mode == AutoresetMode.SAME_STEP,
        )
        self.batch = new_batch(num_envs, given)
        self.single_observation_space = observation_space(1)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.generators: dict[int, np.random.Generator] = {}
        self.never = np.zeros(num_envs, np.bool_)
        self.all = np.ones(num_envs, np.bool_)
        self.all.flags.writeable = False  # every info has this one

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        refuse_options(options)
        self._seed(seed)
        begin(np.arange(self.num_envs), self.batch, self.batch_options)
        self._draw_keys()
        self.batch.illegal[:] = False
        return self._seen()

    def _seed(self, seed: int | list[int | None] | None) -> None:
        """Seed the places that have a new seed, or none yet, and draw their keys."""
        seeds: list[int | None] = [None] * self.num_envs
        if isinstance(seed, list | tuple):
            seeds = list(seed)
        elif seed is not None:
            np_random(seed)  # refuses what is no seed, in a sentence
            seeds = [seed + place for place in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds were given for {self.num_envs} environments")
        fresh = [place for place, new in enumerate(seeds) if new is not None or not self.generators]
        self.generators |= {place: np_random(seeds[place])[0] for place in fresh}
        self.batch.used[fresh] = KEYS
        self._draw_keys()

    def _draw_keys(self) -> None:
        """Draw keys where all are used."""
        for place in np.flatnonzero(self.batch.used == KEYS).tolist():
            self.batch.next_keys[place] = self.generators[place].integers(1 << KEY_BITS, size=KEYS)
            self.batch.used[place] = 0

    def step(self, actions: npt.NDArray[np.int64]) -> Step:
        self._check_begun()
        actions, batch = np.asarray(actions), self.batch
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise IllegalAction(f"actions must be {self.num_envs} whole numbers from 0 to {ACTIONS - 1}")
        wrong = step(actions.astype(np.int64, copy=False), batch, self.batch_options)
        if wrong != ALL_FINE:
            raise IllegalAction(
                f"action {actions[wrong]} of environment {wrong} is not from 0 to {ACTIONS - 1}"
            )
        self._draw_keys()
        seen, info = self._seen()
        over = batch.over.copy()
        if self.batch_options.same_step and over.any():
            info |= self._ends(over)
        return seen, batch.rewards.copy(), over, self.never.copy(), info

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        batch = self.batch
        seen, mask = (
            kept.copy() if self.copy else read_only(kept) for kept in (batch.observations, batch.masks)
        )
        info = {
            "action_mask": mask,
            "_action_mask": self.all,
            "illegal": batch.illegal.copy(),
            "_illegal": self.all,
        }
        return {"observation": seen, "action_mask": mask}, info

    def _ends(self, over: Bools) -> dict[str, Any]:
        """The last observations of games that ended in this step, as `SyncVectorEnv` gives them."""
        last = np.full(self.num_envs, None, object)
        mask = np.zeros(ACTIONS, np.int8)
        mask[DONE] = 1
        for place in np.flatnonzero(over):
            last[place] = {
                "observation": self.batch.last_observations[place].copy(),
                "action_mask": mask.copy(),
            }
        masks = over[:, None] * mask
        ends = {"action_mask": masks, "_action_mask": over, "illegal": over & False, "_illegal": over}
        return {"final_obs": last, "_final_obs": over, "final_info": ends, "_final_info": over}

    def _check_begun(self) -> None:
        if not self.generators:
            raise ResetNeeded("the games were not begun: call reset()")

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        self._check_begun()
        states = [state_of(self.batch, place) for place in range(self.num_envs)]
        return tuple(f"{state}\n" if self.render_mode == ANSI else draw(state) for state in states)


def read_only(kept: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same array for somebody who must not change it: the games go by it."""
    view = kept.view()
    view.flags.writeable = False
    return view


def read_mode(mode: object) -> AutoresetMode:
    for allowed in MODES:
        if mode in (allowed, allowed.value):
            return allowed
    names = listed(repr(allowed.value) for allowed in MODES)
    raise WrongOption(f"autoreset_mode={mode!r} is not allowed: use {names}")
