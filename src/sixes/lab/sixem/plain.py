"""Games of Sixem in plain Python with any bots: the functions of `loop` on tuples, with checked moves.

The same simulation gives the same games as the compiled loop. So an odd game found there can be played again
here, and printed as a record.
"""

import time
from functools import partial
from typing import Any

from sixes.bots import known
from sixes.bots.bot import NOTHING, Level
from sixes.bots.sixem import random as random_bot
from sixes.bots.sixem.nearest import simple_move
from sixes.lab.dice import game_key
from sixes.lab.games import GameResults, Simulation, empty_results
from sixes.lab.players import Player, seat_players
from sixes.lab.sixem.arrays import SixemPlayers
from sixes.lab.sixem.loop import play_game, store_results
from sixes.records import sixem as records
from sixes.rules import sixem
from sixes.rules.rounds import MARKING, SixemMove, SixemState

BY_CHANCE = "random"
"""The level whose random numbers come from the lab, so that compiled and plain games are the same."""
Rounds = list[tuple[SixemState, list[SixemMove]]]
"""For each round the state when marking began, and the marks."""


def play(simulation: Simulation, first: int, many: int) -> GameResults:
    """Play `many` games of a simulation from number `first` on."""
    start, results = time.perf_counter(), empty_results(first, many, len(simulation.bots))
    for at in range(many):
        end, _ = game_of(simulation, first + at)
        store_results(end, game_key(simulation.seed, simulation.deal(first + at)), at, results)
    return results._replace(seconds=time.perf_counter() - start)


def record(simulation: Simulation, game: int) -> dict[str, Any]:
    """One game of a simulation as a record, which `sixes replay` reads."""
    end, rounds = game_of(simulation, game)
    written = [records.round_document(state, marks) for state, marks in rounds]
    return records.document(end, written) | {"match": simulation.match_document(game)}


def game_of(simulation: Simulation, game: int) -> tuple[SixemState, Rounds]:
    """Play one game of a simulation to its end. Returns also its rounds."""
    rounds: Rounds = []
    bots = [CheckedBot(player, rounds) for player in seat_players(simulation, game)]
    tempos = [known(simulation.game).get(bot.player.name, Level({})).tempo for bot in bots]
    quickest, slowest = [tempo.quickest for tempo in tempos], [tempo.slowest for tempo in tempos]
    key = game_key(simulation.seed, simulation.deal(game))
    players = SixemPlayers(key, None, None, bots, [0] * 6, [0] * 6, quickest, slowest)
    return play_game(sixem.setup(len(bots)), players), rounds


class CheckedBot:
    """A bot whose moves must be legal; its marks are collected for the record."""

    def __init__(self, player: Player, rounds: Rounds) -> None:
        self.player = player
        self.rounds = rounds

    def __call__(self, state: SixemState, seat: int, chance: int) -> SixemMove:
        move = self.chosen(state, chance)
        if move is None:
            if state.phase == MARKING:
                raise self.player.blame("bot.does_not_mark", round=state.rounds + 1)
            return simple_move(state, NOTHING, seat)
        move = move._replace(now=state.now)
        if state.phase == MARKING:
            self.note(state, move)
        return move

    def chosen(self, state: SixemState, chance: int) -> SixemMove | None:
        choose = self.player.bot.choose
        if self.player.name == BY_CHANCE:
            choose = partial(random_bot.choose, chance=chance)
        found: SixemMove | None = self.player.ask(
            state, SixemMove, lambda move: sixem.refusal(state, move._replace(now=state.now)), choose
        )
        return found

    def note(self, state: SixemState, move: SixemMove) -> None:
        """Collect a mark; the first one of a round begins it."""
        if len(self.rounds) == state.rounds:
            self.rounds.append((state, []))
        self.rounds[-1][1].append(move)
