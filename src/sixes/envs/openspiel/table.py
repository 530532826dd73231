"""What both games for OpenSpiel have in common: chance nodes, actions, strings and observers."""

from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from sixes.envs.options import WrongOption
from sixes.envs.sixto import IllegalAction
from sixes.rules.printing import dice_text
from sixes.rules.six import COLOURS, NONE, Six, members, put

FACES = [(face - 1, 1 / 6) for face in range(1, 7)]
"""The outcomes of a die: outcome 0 is the number 1."""


MOST_STEPS = 1_000_000
"""The most turns or ticks of a game: OpenSpiel counts nodes in 32 bits."""


class Bounds(NamedTuple):
    """How much there can be of everything in a game."""

    players: int
    actions: int
    outcomes: int
    decisions: int
    chance_nodes: int
    least: float
    most: float
    zero_sum: bool = True


def game_type(name: str, parameters: dict[str, Any], fewest: int, zero_sum: bool = True) -> Any:
    utilities = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"sixes_{name.lower()}",
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if zero_sum else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    seat_part: int
    """How much of an observation there is for each seat."""

    def __init__(self, kind: Any, bounds: Bounds, params: dict[str, Any]) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=bounds.actions,
            max_chance_outcomes=bounds.outcomes,
            num_players=bounds.players,
            min_utility=bounds.least,
            max_utility=bounds.most,
            utility_sum=0.0 if bounds.zero_sum else None,
            max_game_length=bounds.decisions,
        )
        super().__init__(kind, info, params)
        self._chance_nodes = bounds.chance_nodes

    def max_chance_nodes_in_history(self) -> int:
        return self._chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return TableObserver(self.new_initial_state(), self.seat_part, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class TableState(pyspiel.State):  # type: ignore[misc]
    """A game in numbered actions, and the dice that have fallen since somebody last acted.

    OpenSpiel copies and stores all attributes of a state.
    """

    def __init__(self, game: TableGame, table: Any) -> None:
        super().__init__(game)
        self.table = table
        self.faces = NONE

    def dice_due(self) -> int:
        """The set of dice that have to fall together, or none if somebody can act."""
        raise NotImplementedError

    def land(self, faces: Six) -> None:
        """All dice that were due have fallen."""
        raise NotImplementedError

    def describe(self, action: int) -> str:
        """The action of a player in words."""
        raise NotImplementedError

    def still_due(self) -> int:
        """Those of the dice that are due that have not fallen yet."""
        due = self.dice_due()
        for die in range(6):
            if self.faces[die]:
                due &= ~(1 << die)
        return due

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.dice_due() else int(self.table.seat)

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.table.legal(player)
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return FACES

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise IllegalAction("the game is over")
        if not self.dice_due():
            self.table.act(self.table.seat, action)
            return
        outcomes = len(self.chance_outcomes())
        if not 0 <= action < outcomes:
            raise IllegalAction(f"{action} is no outcome of chance here: use 0 to {outcomes - 1}")
        self._fall(action)

    def _fall(self, outcome: int) -> None:
        """The next die falls; after the last one that is due the game goes on."""
        due = self.still_due()
        self.faces = put(self.faces, members(due)[0], outcome + 1)
        if due & (due - 1) == 0:
            faces, self.faces = self.faces, NONE
            self.land(faces)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.describe(action)
        due = self.still_due()
        return f"{COLOURS[members(due)[0]] if due else 'die '}{action + 1}"

    def __str__(self) -> str:
        if self.is_terminal():
            return str(self.table.state)
        follows = f"dice fall: {dice_text(self.faces)}" if self.dice_due() else f"seat {self.table.seat} acts"
        return f"{self.table.state}\n\n{follows.rstrip(': ')}"


class TableObserver:
    """Writes what a player sees into `tensor`: the seats, the table, and dice that have just fallen."""

    def __init__(self, state: TableState, seat_part: int, params: dict[str, Any] | None) -> None:
        if params:
            raise WrongOption(f"there is no observation parameter {next(iter(params))!r}: use none")
        size, seats = len(state.table.observation(0)), state.num_players()
        split = seats * seat_part
        self.tensor = np.zeros(size + len(NONE), np.float32)
        self.dict = {
            "seats": self.tensor[:split].reshape(seats, seat_part),
            "table": self.tensor[split:size],
            "fallen": self.tensor[size:],
        }

    def set_from(self, state: TableState, player: int) -> None:
        self.tensor[: -len(NONE)] = state.table.observation(player)
        self.dict["fallen"][:] = state.faces

    def string_from(self, state: TableState, player: int) -> str:
        return f"player {player}\n{state}"
