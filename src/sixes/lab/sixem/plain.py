"""Games of Sixem in plain Python with any bots: the loop of `sixem_games`, on tuples and with checks.

The same setting gives the same games as there. So an odd game can be played again here, and told as a record.
"""

import time
from typing import Any, NamedTuple

from sixes.bots import known
from sixes.bots.bot import NOTHING, Level
from sixes.bots.sixem import random as sixem_random
from sixes.bots.sixem.nearest import move as do
from sixes.lab.dice import key_of
from sixes.lab.games import GameResults, Simulation, nothing_played
from sixes.lab.seated import Seated, seated
from sixes.lab.sixem.arrays import Players
from sixes.lab.sixem.loop import note, whole_game
from sixes.records import sixem as records
from sixes.records.errors import rule_key
from sixes.rules import sixem
from sixes.rules.rounds import MARKING, SixemMove, SixemState
from sixes.text import say

BY_CHANCE = "random"
"""The level whose chance comes from the lab."""
Rounds = list[tuple[SixemState, list[SixemMove]]]
"""For each round the game as marking began, and the marks."""


class Game(NamedTuple):
    """A finished game: its end, and its rounds."""

    state: SixemState
    rounds: Rounds


def play(setting: Simulation, first: int, many: int) -> GameResults:
    """So many games of a setting, from this one on."""
    start, played = time.perf_counter(), nothing_played(first, many, len(setting.bots))
    for at in range(many):
        end = game_of(setting, first + at).state
        note(end, key_of(setting.seed, setting.deal(first + at)), at, played)
    return played._replace(seconds=time.perf_counter() - start)


def record(setting: Simulation, game: int) -> dict[str, Any]:
    """One game of a setting as a document that `sixes replay` reads."""
    end, rounds = game_of(setting, game)
    names = [setting.bots[setting.bot_of(game, seat)] for seat in range(end.options.seats)]
    match = {"players": [{"name": name, "bot": name} for name in names], "seed": setting.seed, "game": game}
    written = [records.round_document(state, marks) for state, marks in rounds]
    return records.document(end, written) | {"match": match}


def game_of(setting: Simulation, game: int) -> Game:
    """One game of a setting, played to its end."""
    rounds: Rounds = []
    bots = [Checked(bot, rounds) for bot in seated(setting, game)]
    tempos = [known(setting.game).get(bot.seated.name, Level({})).tempo for bot in bots]
    quickest, slowest = [tempo.quickest for tempo in tempos], [tempo.slowest for tempo in tempos]
    key = key_of(setting.seed, setting.deal(game))
    players = Players(key, None, bots, [0] * 6, [0] * 6, quickest, slowest)
    return Game(whole_game(sixem.setup(len(bots)), players), rounds)


class Checked:
    """A bot whose moves must be legal; those that mark are noted."""

    def __init__(self, seated: Seated, rounds: Rounds) -> None:
        self.seated = seated
        self.rounds = rounds

    def __call__(self, state: SixemState, seat: int, whim: int) -> SixemMove:
        move = self.chosen(state, seat, whim)
        if move is None:
            if state.phase == MARKING:
                raise self.seated.bad(f"does not mark in round {state.rounds + 1}")
            return do(state, NOTHING, seat)
        move = move._replace(now=state.now)
        broken = sixem.refusal(state, move)
        if broken:
            raise self.seated.bad(f"broke a rule ({say(rule_key('sixem', broken))}) with {move!r}")
        if state.phase == MARKING:
            self.note(state, move)
        return move

    def chosen(self, state: SixemState, seat: int, whim: int) -> SixemMove | None:
        if self.seated.name == BY_CHANCE:
            move = sixem_random.choose(state, seat, whim)
            return None if move.kind == NOTHING else move
        found: SixemMove | None = self.seated.asked(state, SixemMove)
        return found

    def note(self, state: SixemState, move: SixemMove) -> None:
        """A mark for the record; the first of a round begins it."""
        if len(self.rounds) == state.rounds:
            self.rounds.append((state, []))
        self.rounds[-1][1].append(move)
