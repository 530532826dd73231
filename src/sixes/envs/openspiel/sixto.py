"""Sixto for OpenSpiel."""

from typing import Any

from sixes.envs.openspiel.table import FACES, MOST_STEPS, Bounds, TableGame, TableState, game_type
from sixes.envs.options import POINTS, RANDOM, WIN, WrongOption, read_choice
from sixes.envs.sixto import ACTIONS, SEAT_PART, SixtoGame, describe
from sixes.envs.stakes import stakes
from sixes.envs.table_options import read_sheets, read_whole
from sixes.rules import sixto
from sixes.rules.rows import FIELD_COLUMNS
from sixes.rules.rows import POINTS as POINTS_OF
from sixes.rules.six import Six

PARAMETERS = {"players": 2, "sheets": "", "reroll": True, "returns": WIN, "max_turns": 100}
SIXTO = game_type("Sixto", PARAMETERS, fewest=1)
SIXTO_FOR_POINTS = game_type("Sixto", PARAMETERS, fewest=1, zero_sum=False)
ALL_DICE = 0b111111
ONE_TURN = 6 + 1 + 6
"""What a seat can do in a turn: six crosses, and done, once more for each colour that it is asked for."""
LEAST_POINTS = (6 + FIELD_COLUMNS) * min(POINTS_OF)
MOST_POINTS = 6 * max(POINTS_OF) + FIELD_COLUMNS * POINTS_OF[6]


class SixtoSpielGame(TableGame):
    """`sixes_sixto`.

    `players` from 1 to 6; `sheets` as letters; `reroll`; `returns` "win" (each loser pays 1 to the winners)
    or "points"; nobody wins a game that is not over after `max_turns`.
    """

    seat_part = SEAT_PART

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = PARAMETERS | (params or {})
        players = read_whole("players", options["players"], 1, sixto.MOST_SEATS)
        self.max_turns = read_whole("max_turns", options["max_turns"], 1, MOST_STEPS)
        self.pays_points = read_choice("returns", options["returns"], (WIN, POINTS)) == POINTS
        if players == 1 and not self.pays_points:
            raise WrongOption(f"returns={WIN!r} is not allowed with one player: use {POINTS!r}")
        self.first = self._first(players, options["sheets"], options["reroll"])
        bounds = Bounds(
            players,
            actions=ACTIONS,
            outcomes=len(FACES),
            decisions=self.max_turns * (1 + players * ONE_TURN),
            chance_nodes=self.max_turns * 12,
            least=LEAST_POINTS if self.pays_points else -1,
            most=MOST_POINTS if self.pays_points else players - 1,
            zero_sum=not self.pays_points,
        )
        super().__init__(SIXTO_FOR_POINTS if self.pays_points else SIXTO, bounds, params or {})

    def _first(self, players: int, letters: object, reroll: object) -> SixtoGame:
        sheets = [sheet for sheet in read_sheets(letters or None, players) if sheet is not None]
        if len(sheets) != players:
            raise WrongOption(f"sheets={RANDOM!r} is not allowed here: use letters")
        return SixtoGame(tuple(sheets), reroll=read_choice("reroll", reroll, (True, False)))

    def new_initial_state(self) -> "SixtoSpielState":
        return SixtoSpielState(self)


class SixtoSpielState(TableState):
    """Seats act clockwise from the active one, each until it is done."""

    def __init__(self, game: SixtoSpielGame) -> None:
        super().__init__(game, game.first.copy())
        self.max_turns = game.max_turns
        self.pays_points = game.pays_points

    def is_terminal(self) -> bool:
        return bool(self.table.state.turns >= self.max_turns or self.table.is_over())

    def dice_due(self) -> int:
        return ALL_DICE & ~self.table.state.closed if self.table.needs_roll() else 0

    def land(self, faces: Six) -> None:
        self.table.roll(faces)

    def returns(self) -> list[float]:
        seats = range(self.num_players())
        if not self.is_terminal():
            return [0.0 for _ in seats]
        if self.pays_points:
            return [float(sixto.score(self.table.state, seat).total) for seat in seats]
        return stakes(sixto.winners(self.table.state), len(seats))

    def describe(self, action: int) -> str:
        return describe(action)
