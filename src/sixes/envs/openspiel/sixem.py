"""Sixem for OpenSpiel."""

from typing import Any

from sixes.envs.openspiel.table import MOST_STEPS, Bounds, TableGame, TableState, game_type
from sixes.envs.options import read_choice
from sixes.envs.sixem import ACTIONS, SEAT_PART, SixemGame, describe
from sixes.envs.stakes import stakes
from sixes.envs.table_options import read_whole
from sixes.rules import sixem
from sixes.rules.rounds import MARKING, line_text
from sixes.rules.six import Six
from sixes.rules.spinner import SPINNER, Pattern

TO_SPIN = -1
"""The value of the parameter `pattern` that lets chance spin."""
PARAMETERS = {"players": 2, "pattern": TO_SPIN, "sweet": False, "auto_stop": False, "max_ticks": 1000}
SIXEM = game_type("Sixem", PARAMETERS, fewest=2)
SPUN = [(place, 1 / len(SPINNER)) for place in range(len(SPINNER))]
ONE_TICK = 1 + 6
"""What a seat can do in a tick at most: act, and mark six numbers."""


class SixemSpielGame(TableGame):
    """`sixes_sixem`.

    `players` from 2 to 6; `pattern` as its place in the spinner, or -1 for a first chance node that spins;
    `sweet` for that variant; `auto_stop` to let seats call STOP by themselves; nobody wins a game that is
    not over after `max_ticks`.
    """

    seat_part = SEAT_PART

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = PARAMETERS | (params or {})
        players = read_whole("players", options["players"], sixem.FEWEST_SEATS, sixem.MOST_SEATS)
        self.pattern = read_whole("pattern", options["pattern"], TO_SPIN, len(SPINNER) - 1)
        self.max_ticks = read_whole("max_ticks", options["max_ticks"], 1, MOST_STEPS)
        sweet, auto_stop = (
            read_choice(name, options[name], (True, False)) for name in ("sweet", "auto_stop")
        )
        pattern = Pattern() if self.pattern == TO_SPIN else SPINNER[self.pattern]
        self.first = SixemGame(pattern, players, sweet=sweet, auto_stop=auto_stop)
        bounds = Bounds(
            players,
            actions=ACTIONS,
            outcomes=len(SPINNER),
            decisions=self.max_ticks * players * ONE_TICK,
            chance_nodes=1 + self.max_ticks * players * 12,
            least=-1,
            most=players - 1,
        )
        super().__init__(SIXEM, bounds, params or {})

    def new_initial_state(self) -> "SixemSpielState":
        return SixemSpielState(self)


class SixemSpielState(TableState):
    """In each tick seats act in its order; after STOP all mark, one after the other."""

    def __init__(self, game: SixemSpielGame) -> None:
        super().__init__(game, game.first.copy())
        self.max_ticks = game.max_ticks
        self.to_spin = game.pattern == TO_SPIN

    def is_terminal(self) -> bool:
        table = self.table
        return bool(table.is_over() or (table.tick >= self.max_ticks and table.state.phase != MARKING))

    def dice_due(self) -> int:
        if self.to_spin:
            return 1
        return 0 if self.table.landing is None else int(self.table.landing[1])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return SPUN if self.to_spin else super().chance_outcomes()

    def _fall(self, outcome: int) -> None:
        if self.to_spin:
            options = self.table.state.options
            self.table = SixemGame(
                SPINNER[outcome], options.seats, sweet=options.sweet, auto_stop=self.table.auto_stop
            )
            self.to_spin = False
        else:
            super()._fall(outcome)

    def land(self, faces: Six) -> None:
        self.table.land(faces)

    def returns(self) -> list[float]:
        return stakes(sixem.winners(self.table.state), self.num_players())

    def describe(self, action: int) -> str:
        return describe(action)

    def __str__(self) -> str:
        return "the spinner turns" if self.to_spin else f"Tick {self.table.tick}\n{super().__str__()}"

    def _action_to_string(self, player: int, action: int) -> str:
        return line_text(SPINNER[action]) if self.to_spin else super()._action_to_string(player, action)
