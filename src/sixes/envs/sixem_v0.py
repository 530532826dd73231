"""Sixem for PettingZoo: `env` and `raw_env` let one seat act after the other, `parallel_env` all seats at
once."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from sixes.envs.board_picture import draw_boards
from sixes.envs.options import RANDOM, WIN, WrongOption, read_choice, refuse_unknown
from sixes.envs.picture import Picture
from sixes.envs.sixem import ACTIONS, MOST_IN_OBSERVATION, SEAT_PART, TABLE_PART, SixemGame
from sixes.envs.stakes import stakes
from sixes.envs.table_options import read_whole
from sixes.envs.zoo import SHARED_OPTIONS, AecTable, CheckedTable, ParallelTable
from sixes.lab.dice import dice_from
from sixes.rules import sixem
from sixes.rules.boards import line_count
from sixes.rules.six import Six
from sixes.rules.spinner import SPINNER

__all__ = ["env", "parallel_env", "raw_env"]

MAX_CYCLES = 5000
LINES = "lines"


def env(*, max_cycles: int = MAX_CYCLES, render_mode: str | None = None, **options: Any) -> CheckedTable:
    """Sixem as an AEC environment, with PettingZoo's checks; an illegal action ends the game.

    `seats` from 2 to 6; `pattern` as its place in the spinner (0 to 10) or "random"; `sweet` for that
    variant; `auto_stop` to let seats call STOP by themselves; `reward` "win" (each loser pays 1 to the
    winner) or the "lines" gained and lost.
    """
    return CheckedTable(raw_env(max_cycles=max_cycles, render_mode=render_mode, **options))


def raw_env(*, max_cycles: int = MAX_CYCLES, render_mode: str | None = None, **options: Any) -> AecTable:
    """The same without PettingZoo's checks: an illegal action raises `IllegalAction` and changes nothing."""
    return AecTable(SixemKind(**options), max_cycles, render_mode)


def parallel_env(
    *, max_cycles: int = MAX_CYCLES, render_mode: str | None = None, **options: Any
) -> ParallelTable:
    """The same game with everybody's action of a tick at once; while one seat marks, the others wait."""
    return ParallelTable(SixemKind(**options), max_cycles, render_mode)


class SixemKind:
    """Sixem with its options."""

    name = "sixem_v0"
    actions = ACTIONS
    most_in_observation = MOST_IN_OBSERVATION

    def __init__(
        self,
        seats: int = 2,
        pattern: int | str = RANDOM,
        sweet: bool = False,
        auto_stop: bool = False,
        reward: str = WIN,
        **unknown: object,
    ) -> None:
        refuse_unknown(unknown, ["seats", "pattern", "sweet", "auto_stop", "reward", *SHARED_OPTIONS])
        self.seats = read_whole("seats", seats, sixem.FEWEST_SEATS, sixem.MOST_SEATS)
        self.observation_size = SEAT_PART * seats + TABLE_PART
        self._pattern = read_pattern(pattern)
        self._sweet = read_choice("sweet", sweet, (True, False))
        self._auto_stop = read_choice("auto_stop", auto_stop, (True, False))
        self._reward = read_choice("reward", reward, (WIN, LINES))
        self._lines = [0] * seats
        """What each seat had when it last got something."""

    def new_game(self, chance: Random) -> SixemGame:
        self._lines = [0] * self.seats
        spun = chance.randrange(len(SPINNER)) if self._pattern is None else self._pattern
        return SixemGame(SPINNER[spun], self.seats, partial(thrown, chance), self._sweet, self._auto_stop)

    def act_together(self, game: SixemGame, actions: Sequence[int | None]) -> None:
        game.act_together(actions)

    def played(self, game: SixemGame) -> int:
        return game.state.rounds

    def gains(self, game: SixemGame, ended: bool) -> list[float] | None:
        if self._reward == WIN:
            return stakes(sixem.winners(game.state), self.seats) if ended else None
        before = self._lines
        self._lines = [line_count(game.state.boards[seat]) for seat in range(self.seats)]
        return [float(now - then) for now, then in zip(self._lines, before, strict=True)]

    def draw(self, game: SixemGame) -> Picture:
        return draw_boards(game.state)


def read_pattern(pattern: object) -> int | None:
    """The place of a pattern in the spinner, or None if it is to be random."""
    if isinstance(pattern, str) and pattern == RANDOM:
        return None
    try:
        return read_whole("pattern", pattern, 0, len(SPINNER) - 1)
    except WrongOption as error:
        raise WrongOption(f"{error}, or {RANDOM!r}") from None


def thrown(chance: Random, dice: int) -> Six:
    """Numbers for a set of dice."""
    return dice_from(chance.getrandbits(32), ~dice)
