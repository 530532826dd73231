"""Bots in the seats of a simulated game in plain Python; a bot that fails is blamed by its name."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from sixes.bots.custom import NoSuchBot, bot_factory
from sixes.bots.referee import BadBot, Choose, ask_for_move, describe_error
from sixes.lab.dice import game_key
from sixes.lab.games import Simulation
from sixes.records.errors import rule_key

MOST_MOVES = 1000
"""Of all seats in one turn of Sixto. More means that a bot crosses and uncrosses for ever."""


class Player:
    """A bot in its seat."""

    def __init__(self, name: str, game: str, seat: int, seed: int) -> None:
        self.name = name
        self.game = game
        self.seat = seat
        try:
            self.bot = bot_factory(name, game)(seed)
        except NoSuchBot as error:
            raise self.blame("bot.not_made", why=error) from error
        except Exception as error:
            raise self.blame("bot.raised_by", why=describe_error(error)) from error

    def ask(
        self, state: Any, kind: type[Any], refusal: Callable[[Any], IntEnum], choose: Choose | None = None
    ) -> Any:
        """A legal move of the bot, or of `choose` in its place; None for nothing now.

        `refusal` gives the rule that a move breaks, or 0.
        """

        def broken_rule(move: Any) -> str:
            broken = refusal(move)
            return rule_key(self.game, broken) if broken else ""

        try:
            return ask_for_move(choose or self.bot.choose, state, self.seat, kind, broken_rule)
        except BadBot as bad:
            raise bad.named(self.name) from bad

    def blame(self, key: str, **values: object) -> BadBot:
        return BadBot(key, bot=self.name, **values)


def seat_players(simulation: Simulation, game: int) -> list[Player]:
    """The bots of a game in their seats. Their random seeds depend on the deal, as the dice do."""
    key = game_key(simulation.seed, simulation.deal(game))
    names = [simulation.bots[simulation.bot_of(game, seat)] for seat in range(len(simulation.bots))]
    return [Player(name, simulation.game, seat, game_key(key, seat)) for seat, name in enumerate(names)]
