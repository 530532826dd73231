"""Games of Sixto in plain Python, move by move through the rules, with any bots: slow, and easy to inspect.

The same simulation gives the same games as the compiled loop. So an odd game found there can be played again
here, and printed as a record.
"""

import time
from typing import Any

from sixes.lab.dice import dice_from, game_key, random_word
from sixes.lab.games import GameResults, Simulation, empty_results
from sixes.lab.players import MOST_MOVES, Player, seat_players
from sixes.lab.sixto.loop import deal_arrays, measured, prepare_luck, store_results
from sixes.lab.sixto.luck.trace import MOST_TURNS, Trace, new_trace, trace_turn
from sixes.records import sixto as records
from sixes.rules import sixto
from sixes.rules.six import Six, clockwise, has
from sixes.rules.turns import DECIDING, ROLL, SixtoMove, SixtoState


def play(simulation: Simulation, first: int, many: int) -> GameResults:
    """Play `many` games of a simulation from number `first` on."""
    prepare_luck(simulation)
    start, results = time.perf_counter(), empty_results(first, many, len(simulation.bots))
    trace = new_trace(many, len(simulation.bots), MOST_TURNS if simulation.adjusted else 0)
    for at in range(many):
        end, _ = game_of(simulation, first + at, Trace(*(column[at : at + 1] for column in trace)))
        store_results(end, at, results)
    results = measured(simulation, deal_arrays(simulation, first, many), trace, results)
    return results._replace(seconds=time.perf_counter() - start)


def record(simulation: Simulation, game: int) -> dict[str, Any]:
    """One game of a simulation as a record, which `sixes replay` reads."""
    end, turns = game_of(simulation, game)
    return records.document(end, turns, letters=True) | {"match": simulation.match_document(game)}


def game_of(
    simulation: Simulation, game: int, trace: Trace | None = None
) -> tuple[SixtoState, list[dict[str, Any]]]:
    """Play one game of a simulation to its end. Returns also its turns as in a record."""
    seats, deal = range(len(simulation.bots)), simulation.deal(game)
    key = game_key(simulation.seed, deal)
    runner = TurnRunner(seat_players(simulation, game), key)
    state = sixto.setup(tuple(simulation.sheets[(deal + seat) % len(simulation.sheets)] for seat in seats))
    turns = []
    while not sixto.is_over(state):
        before, (state, turn) = state, runner.turn(state)
        turns.append(turn)
        if trace:
            trace_turn(trace, 0, before, kept=len(turn["rolls"]) == 1)
    return state, turns


class TurnRunner:
    """Plays turns with the bots and the dice of one game."""

    def __init__(self, players: list[Player], key: int) -> None:
        self.players = players
        self.key = key

    def turn(self, state: SixtoState) -> tuple[SixtoState, dict[str, Any]]:
        """Play a whole turn, clockwise, each seat until it is done. Returns also the turn as in a record."""
        turns, seat, rolls = state.turns, state.active, [self.roll(state)]
        state = sixto.apply(state, SixtoMove(ROLL, seat, dice=rolls[0]))
        for _ in range(MOST_MOVES):
            if has(state.turn.done, seat):
                seat = clockwise(seat, state.seats)
                continue
            move = self.chosen(state, seat)
            if move.kind == ROLL:
                rolls.append(move.dice)
            before, state = state, sixto.apply(state, move)
            if state.turns != turns:
                return state, records.turn_document(before, rolls)
        raise self.players[seat].blame("bot.never_ends", turn=turns + 1)

    def chosen(self, state: SixtoState, seat: int) -> SixtoMove:
        """The move of a bot, with dice if it rolls. It must do something."""
        player = self.players[seat]
        move = player.ask(state, SixtoMove, lambda move: sixto.refusal(state, self.with_dice(state, move)))
        if move is None:
            raise player.blame("bot.does_nothing", turn=state.turns + 1)
        return self.with_dice(state, move)

    def with_dice(self, state: SixtoState, move: SixtoMove) -> SixtoMove:
        return SixtoMove(ROLL, move.seat, dice=self.roll(state)) if move.kind == ROLL else move

    def roll(self, state: SixtoState) -> Six:
        return dice_from(random_word(self.key, state.turns, int(state.turn.phase == DECIDING)), state.closed)
