"""`sixes/Sixto-v0`: Sixto at a table with bots, as an environment of Gymnasium."""

from functools import partial
from typing import Any, ClassVar

from sixes.envs.gym.solo import SixtoSoloEnv, keyed_dice, observation_space
from sixes.envs.options import GAIN, POINTS, RANDOM, WIN, read_choice, read_opponents
from sixes.envs.sixto import SixtoGame
from sixes.lab.dice import game_key, random_word
from sixes.lab.players import MOST_MOVES, Player
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS, Sheet
from sixes.rules.six import NOBODY, count, has
from sixes.rules.turns import SixtoMove

SEAT_DRAW = 4
"""The draw of a game that gives a random seat; its dice and sheets are the others."""


class SixtoEnv(SixtoSoloEnv):
    """A game with bots on the other seats; they may do all that the rules allow.

    `opponents` names their levels, clockwise from the agent. `seat` is the agent's: seat 0 rolls first;
    "random" is another one in every game. Opponents have the sheets that follow the agent's, or random ones
    where that is random. `reward` can also be "win": 1 at the end for a win, a share of it if several win.
    The other options are those of the game alone.
    """

    rewards: ClassVar[tuple[str, ...]] = (POINTS, GAIN, WIN)
    other_options: ClassVar[tuple[str, ...]] = ("render_mode", "opponents", "seat")

    def __init__(self, opponents: object = ("nearest",), seat: int | str = 0, **options: Any) -> None:
        super().__init__(**options)
        self.opponents = read_opponents(opponents)
        self.seats = len(self.opponents) + 1
        self.wanted_seat = read_choice("seat", seat, (*range(self.seats), RANDOM))
        self.observation_space = observation_space(self.seats)  # type: ignore[assignment]
        self.players: dict[int, Player] = {}
        self.dice = partial(keyed_dice, 0)

    def new_game(self, key: int) -> SixtoGame:
        seats = self.seats
        if isinstance(self.wanted_seat, int):
            self.seat = self.wanted_seat
        else:
            self.seat = random_word(key, 0, SEAT_DRAW) * seats >> 32
        others = [(self.seat + 1 + at) % seats for at in range(seats - 1)]
        self.players = {
            seat: Player(name, "sixto", seat, game_key(key, seat))
            for seat, name in zip(others, self.opponents, strict=True)
        }
        sheets = tuple(self.sheet_of(key, seat) for seat in range(seats))
        self.dice = partial(keyed_dice, key)
        game = SixtoGame(sheets, self.dice, self.reroll)
        self.others_act(game)
        return game

    def sheet_of(self, key: int, seat: int) -> Sheet:
        """The agent's sheet; after it come the other letters, clockwise."""
        if self.sheet is None or seat == self.seat:
            return super().sheet_of(key, seat)
        letters = list(SHEETS.values())
        first = letters.index(self.sheet) + 1 if self.sheet in letters else 0
        return letters[(first + (seat - self.seat) % self.seats - 1) % len(letters)]

    def others_act(self, game: SixtoGame) -> None:
        for _ in range(MOST_MOVES):
            if game.seat in (self.seat, NOBODY):
                return
            self._let_play(self.players[game.seat], game)
        if game.seat not in (self.seat, NOBODY):
            raise self.players[game.seat].blame("bot.never_ends", turn=game.state.turns + 1)

    def _let_play(self, player: Player, game: SixtoGame) -> None:
        state = game.state
        rolled = self.dice(state)  # for a roll, which the rules refuse without its numbers
        move = player.ask(state, SixtoMove, lambda move: sixto.refusal(state, move._replace(dice=rolled)))
        if move is None:
            raise player.blame("bot.does_nothing", turn=state.turns + 1)
        game.play(move)

    def earned(self, game: SixtoGame) -> float:
        if self.reward != WIN:
            return super().earned(game)
        best = sixto.winners(game.state)
        return has(best, self.seat) / count(best) if best else 0.0
