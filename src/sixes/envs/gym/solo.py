"""`sixes/SixtoSolo-v0`: Sixto alone, as an environment of Gymnasium."""

from functools import partial
from operator import index
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from sixes.envs.options import GAIN, POINTS, read_choice, read_solo_options, refuse_options
from sixes.envs.picture import draw
from sixes.envs.sixto import (
    ACTIONS,
    MOST_IN_OBSERVATION,
    SEAT_PART,
    TABLE_PART,
    Flags,
    IllegalAction,
    SixtoGame,
)
from sixes.lab.dice import dice_from, game_key, random_word
from sixes.lab.sixto.sheets import drawn_sheet
from sixes.rules import sixto
from sixes.rules.sheets import Sheet
from sixes.rules.six import Six
from sixes.rules.turns import DECIDING, SixtoState

Observation = dict[str, Flags]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]
ANSI, PICTURE = "ansi", "rgb_array"
METADATA = {"render_modes": [ANSI, PICTURE], "render_fps": 4}
KEY_BITS = 62
"""All that is random in a game follows from a key of so many bits, drawn when it is reset."""


def observation_space(seats: int) -> spaces.Dict:
    size = SEAT_PART * seats + TABLE_PART
    seen = spaces.Box(0, MOST_IN_OBSERVATION, (size,), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(ACTIONS)})


def keyed_dice(key: int, state: SixtoState) -> Six:
    """The dice of a turn of the game with this key."""
    return dice_from(random_word(key, state.turns, int(state.turn.phase == DECIDING)), state.closed)


class SixtoSoloEnv(gymnasium.Env[Observation, int]):
    """A game alone on one sheet.

    `sheet` is a letter from A to L, 6 rows of 12 numbers, or "random" for another one in every game. `reward`
    is "points", all at the end, or "gain", the change of points after each turn. Without `reroll` the first
    roll stands. An action that is not legal changes nothing, and `info["illegal"]` says so.
    """

    metadata = METADATA
    rewards: ClassVar[tuple[str, ...]] = (POINTS, GAIN)
    other_options: ClassVar[tuple[str, ...]] = ("render_mode",)

    def __init__(
        self,
        sheet: object = "A",
        reroll: bool = True,
        reward: str = POINTS,
        render_mode: str | None = None,
        **unknown: object,
    ) -> None:
        given = {"sheet": sheet, "reroll": reroll, "reward": reward, **unknown}
        self.sheet, self.reroll, self.reward = read_solo_options(given, self.rewards, self.other_options)
        self.render_mode = read_choice("render_mode", render_mode, (None, ANSI, PICTURE))
        self.observation_space = observation_space(1)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(ACTIONS)  # type: ignore[assignment]
        self.game: SixtoGame | None = None
        self.key = self.seat = self.points = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        refuse_options(options)
        super().reset(seed=seed)
        self.key = int(self.np_random.integers(1 << KEY_BITS))
        self.points = 0
        self.game = self.new_game(self.key)
        return self.seen(self.game, illegal=False)

    def new_game(self, key: int) -> SixtoGame:
        return SixtoGame((self.sheet_of(key, 0),), partial(keyed_dice, key), self.reroll)

    def sheet_of(self, key: int, seat: int) -> Sheet:
        return drawn_sheet(game_key(key, seat)) if self.sheet is None else self.sheet

    def step(self, action: int) -> Step:
        game = self.game
        if game is None or game.state.ends:
            raise ResetNeeded("the game is over, or was not begun: call reset()")
        turns, illegal = game.state.turns, False
        try:
            number = index(action)
        except TypeError as error:
            raise IllegalAction(f"action {action!r} is not a whole number from 0 to {ACTIONS - 1}") from error
        try:
            game.act(self.seat, number)
        except IllegalAction:
            if not 0 <= number < ACTIONS:
                raise
            illegal = True
        if game.seat != self.seat:
            self.others_act(game)
        earned = self.earned(game) if game.state.turns != turns else 0.0
        seen, info = self.seen(game, illegal)
        return seen, earned, game.is_over(), False, info

    def others_act(self, game: SixtoGame) -> None:
        """Let all seats act that come before the agent's."""

    def earned(self, game: SixtoGame) -> float:
        """The reward after a turn."""
        if self.reward == POINTS and not game.state.ends:
            return 0.0
        before, self.points = self.points, sixto.score(game.state, self.seat).total
        return float(self.points - before)

    def seen(self, game: SixtoGame, illegal: bool) -> tuple[Observation, dict[str, Any]]:
        observation, mask = game.seen(self.seat)
        return {"observation": observation, "action_mask": mask}, {"action_mask": mask, "illegal": illegal}

    def action_masks(self) -> Flags:
        """The legal actions, by the name under which sb3-contrib looks for them."""
        return self._begun().mask(self.seat)

    def record(self) -> dict[str, Any]:
        """The finished turns of the game as a record."""
        return self._begun().record()

    def render(self) -> Any:
        state = self._begun().state
        if self.render_mode == PICTURE:
            return draw(state)
        return f"{state}\n" if self.render_mode == ANSI else None

    def _begun(self) -> SixtoGame:
        if self.game is None:
            raise ResetNeeded("the game was not begun: call reset()")
        return self.game
