"""A bot plays the daily challenge."""

from typing import Any

from sixes import bots
from sixes.bots.referee import chosen_move
from sixes.play import daily
from sixes.play.context import Context
from sixes.play.creating import begin_daily, create
from sixes.play.match import Dealer
from sixes.play.seats import Seat
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import created
from sixes.rules.turns import SixtoMove

MOST_MOVES = 2000
"""More means that a bot crosses and uncrosses for ever."""


def play_day(level: str, day: int, seed: bytes) -> dict[str, Any]:
    """The points and the record of a bot's game with the dice of a day; the same each time."""
    bot, deal = bots.make(level, "sixto", day), Dealer("", seed, ())
    context = Context(daily.begins(day), "", "", deal, (), lambda *_: 0)
    first, started = begin_daily(
        create("", "", daily.options_of(day, practice=True), (), context), Seat(level, bot=level)
    )
    table = created(first).after(started)
    deal = table.dealer(seed)
    for _ in range(MOST_MOVES):
        match = table.match
        assert isinstance(match, SixtoMatch)
        if match.is_over:
            return {"points": match.scores[0], "record": table.record()}
        move = chosen_move(bot.choose, match.state, 0, SixtoMove)
        event, _ = match.decide_move(move, table.at, deal)
        table = table.after(event)
    raise ValueError(f"{level} never ends")
