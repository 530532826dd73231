"""Sixto for PettingZoo: `env` and `raw_env` let one seat act after the other, `parallel_env` all seats at
once."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from sixes.envs.options import GAIN, POINTS, WIN, read_choice, refuse_unknown
from sixes.envs.picture import Picture, draw
from sixes.envs.sixto import ACTIONS, DONE, MOST_IN_OBSERVATION, SEAT_PART, TABLE_PART, SixtoGame
from sixes.envs.stakes import stakes
from sixes.envs.table_options import dealt, read_sheets, read_whole
from sixes.envs.zoo import SHARED_OPTIONS, AecTable, CheckedTable, ParallelTable
from sixes.lab.dice import dice_from
from sixes.rules import sixto
from sixes.rules.six import Six, has
from sixes.rules.turns import DECIDING, SixtoState

__all__ = ["env", "parallel_env", "raw_env"]

MAX_CYCLES = 1000
FEWEST_SEATS = 2


def env(*, max_cycles: int = MAX_CYCLES, render_mode: str | None = None, **options: Any) -> CheckedTable:
    """Sixto as an AEC environment, with PettingZoo's checks; an illegal action ends the game.

    `seats` from 2 to 6; `sheets` as letters ("AB"), as lists of numbers or "random"; `reroll` off for
    dice that stand at once; `reward` "win" (each loser pays 1 to the winners), "points" at the end, or
    the "gain" of each turn.
    """
    return CheckedTable(raw_env(max_cycles=max_cycles, render_mode=render_mode, **options))


def raw_env(*, max_cycles: int = MAX_CYCLES, render_mode: str | None = None, **options: Any) -> AecTable:
    """The same without PettingZoo's checks: an illegal action raises `IllegalAction` and changes nothing."""
    return AecTable(SixtoKind(**options), max_cycles, render_mode)


def parallel_env(
    *, max_cycles: int = MAX_CYCLES, render_mode: str | None = None, **options: Any
) -> ParallelTable:
    """The same game with everybody's half cross of a step at once."""
    return ParallelTable(SixtoKind(**options), max_cycles, render_mode)


class SixtoKind:
    """Sixto with its options."""

    name = "sixto_v0"
    actions = ACTIONS
    most_in_observation = MOST_IN_OBSERVATION

    def __init__(
        self,
        seats: int = 2,
        sheets: object = None,
        reroll: bool = True,
        reward: str = WIN,
        **unknown: object,
    ) -> None:
        refuse_unknown(unknown, ["seats", "sheets", "reroll", "reward", *SHARED_OPTIONS])
        self.seats = read_whole("seats", seats, FEWEST_SEATS, sixto.MOST_SEATS)
        self.observation_size = SEAT_PART * seats + TABLE_PART
        self._sheets = read_sheets(sheets, seats)
        self._reroll = read_choice("reroll", reroll, (True, False))
        self._reward = read_choice("reward", reward, (WIN, POINTS, GAIN))
        self._points = [0] * seats
        """What each seat had when it last got something."""

    def new_game(self, chance: Random) -> SixtoGame:
        self._points = [0] * self.seats
        return SixtoGame(dealt(self._sheets, chance), partial(rolled, chance), self._reroll)

    def act_together(self, game: SixtoGame, actions: Sequence[int | None]) -> None:
        """Those who say done come first: who announces a colour in this step asks them again."""
        turn, active = game.state.turn, game.state.active
        busy = [active] if turn.phase == DECIDING else [s for s in range(self.seats) if not has(turn.done, s)]
        for seat in sorted(busy, key=lambda seat: (actions[seat] != DONE, (seat - active) % self.seats)):
            action = actions[seat]
            if action is not None:
                game.act(seat, action)

    def played(self, game: SixtoGame) -> int:
        return game.state.turns

    def gains(self, game: SixtoGame, ended: bool) -> list[float] | None:
        if self._reward == WIN:
            return stakes(sixto.winners(game.state), self.seats) if ended else None
        if self._reward == POINTS and not ended:
            return None
        before = self._points
        self._points = [sixto.score(game.state, seat).total for seat in range(self.seats)]
        return [float(now - then) for now, then in zip(self._points, before, strict=True)]

    def draw(self, game: SixtoGame) -> Picture:
        return draw(game.state)


def rolled(chance: Random, state: SixtoState) -> Six:
    """A roll of the dice still in the game."""
    return dice_from(chance.getrandbits(32), state.closed)
