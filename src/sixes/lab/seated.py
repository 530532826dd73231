"""Any bot at a table of the lab: asked for moves, and blamed by its name for what is none."""

from operator import index
from typing import Any

from sixes.bots.bot import NOTHING
from sixes.bots.custom import NoSuchBot, in_a_line, maker_of
from sixes.lab.dice import key_of
from sixes.lab.games import Simulation


class BadBot(Exception):
    """A bot failed, chose what cannot be done, or never comes to an end; the text says which one, and how."""


class Seated:
    """A bot in its seat."""

    def __init__(self, name: str, game: str, seat: int, seed: int) -> None:
        self.name = name
        self.seat = seat
        try:
            self.bot = maker_of(name, game)(seed)
        except NoSuchBot as error:
            raise self.bad(f"cannot play. {error.sentence()}") from error
        except Exception as error:
            raise self.bad(f"failed: {in_a_line(error)}") from error

    def asked(self, state: Any, kind: Any) -> Any:
        """Its move of this kind, or None for nothing now."""
        try:
            move: Any = self.bot.choose(state, self.seat)
        except Exception as error:
            raise self.bad(f"failed: {in_a_line(error)}") from error
        if move is None or getattr(move, "kind", None) == NOTHING:
            return None
        try:
            if not isinstance(move, kind):
                raise TypeError(move)
            plain = [part if isinstance(part, tuple) else index(part) for part in move]
        except TypeError as error:
            raise self.bad(f"gave something that is no move: {repr(move)[:120]}") from error
        return kind(*plain)._replace(seat=self.seat)

    def bad(self, how: str) -> BadBot:
        return BadBot(f"the bot {self.name} {how}")


def seated(setting: Simulation, game: int) -> list[Seated]:
    """The bots of a game, each in its seat; what they leave to chance follows from the deal, like dice."""
    key = key_of(setting.seed, setting.deal(game))
    names = [setting.bots[setting.bot_of(game, seat)] for seat in range(len(setting.bots))]
    return [Seated(name, setting.game, seat, key_of(key, seat)) for seat, name in enumerate(names)]
