"""Games in plain Python, move by move through the rules, with any bots: slow, and open to look into.

The same setting gives the same games as the compiled loops. So an odd game found there can be played again
here, and printed as a record.
"""

import time
from typing import Any, NamedTuple

import numpy as np

from sixes.lab.dice import drawn, key_of, rolled
from sixes.lab.games import GameResults, Simulation
from sixes.lab.seated import Seated, seated
from sixes.records import sixto as records
from sixes.records.errors import rule_key
from sixes.rules import sixto
from sixes.rules.six import Six, clockwise, has, members
from sixes.rules.turns import DECIDING, ROLL, SixtoMove, SixtoState
from sixes.text import say

MOST_MOVES = 1000
"""Of all seats in one turn; more than anybody needs, unless a bot goes to and fro."""


class Game(NamedTuple):
    """A finished game: its end, and its turns as records tell them."""

    state: SixtoState
    turns: list[dict[str, Any]]


def play(setting: Simulation, first: int, many: int) -> GameResults:
    """So many games of a setting, from this one on."""
    start = time.perf_counter()
    ends = [game_of(setting, game).state for game in range(first, first + many)]
    scores = [[sixto.score(end, seat) for seat in range(end.seats)] for end in ends]
    winners = [members(sixto.winners(end)) for end in ends]
    shape = (many, len(setting.bots))
    return GameResults(
        first,
        np.array([[score.total for score in seats] for seats in scores], np.int64).reshape(shape),
        np.array([[score.crosses for score in seats] for seats in scores], np.int64).reshape(shape),
        np.array([[(s in best) / len(best) for s in range(shape[1])] for best in winners]).reshape(shape),
        np.array([end.turns for end in ends], np.int64),
        np.array([end.ends for end in ends], np.int64),
        time.perf_counter() - start,
    )


def record(setting: Simulation, game: int) -> dict[str, Any]:
    """One game of a setting as a document that `sixes replay` reads."""
    end, turns = game_of(setting, game)
    names = [setting.bots[setting.bot_of(game, seat)] for seat in range(end.seats)]
    match = {"players": [{"name": name, "bot": name} for name in names], "seed": setting.seed, "game": game}
    return records.document(end, turns, letters=True) | {"match": match}


def game_of(setting: Simulation, game: int) -> Game:
    """One game of a setting, played to its end."""
    seats, deal = range(len(setting.bots)), setting.deal(game)
    key = key_of(setting.seed, deal)
    table = Table(seated(setting, game), key)
    state = sixto.setup(tuple(setting.sheets[(deal + seat) % len(setting.sheets)] for seat in seats))
    turns = []
    while not sixto.is_over(state):
        state, turn = table.turn(state)
        turns.append(turn)
    return Game(state, turns)


class Table:
    """Bots and their dice."""

    def __init__(self, seated: list[Seated], key: int) -> None:
        self.seated = seated
        self.key = key

    def turn(self, state: SixtoState) -> tuple[SixtoState, dict[str, Any]]:
        """A whole turn, and what a record tells of it: seats move clockwise, each until it is done."""
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
        raise self.seated[seat].bad(f"never comes to an end in turn {turns + 1}")

    def chosen(self, state: SixtoState, seat: int) -> SixtoMove:
        """What a bot does now: it has to do something, and that must be legal."""
        bot = self.seated[seat]
        move: SixtoMove | None = bot.asked(state, SixtoMove)
        if move is None:
            raise bot.bad(f"does nothing in turn {state.turns + 1}")
        if move.kind == ROLL:
            move = SixtoMove(ROLL, seat, dice=self.roll(state))
        broken = sixto.refusal(state, move)
        if broken:
            raise bot.bad(f"broke a rule ({say(rule_key('sixto', broken))}) with {move!r}")
        return move

    def roll(self, state: SixtoState) -> Six:
        return rolled(drawn(self.key, state.turns, int(state.turn.phase == DECIDING)), state.closed)
