"""What a table takes over from a finished game of Sixto; see `beginning`."""

from typing import NamedTuple

from sixes.play.beginning import Beginning, SharedDice, Source
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.sixto.sheets import sheet_numbers
from sixes.records import Played
from sixes.rules import sixto


class Taken(NamedTuple):
    """What is taken over, and the seed of the dice if they are the same; None for new ones."""

    beginning: Beginning
    seed: bytes | None


def take_over(played: Played, source: Source, options: Options, bots: int) -> Taken:
    """What a table with these options and bots takes over; Refused if that does not go together."""
    if not is_possible(played, source, options, bots):
        raise Refused("table.options")
    sheets = [sheet_numbers(sheet) for sheet in played.states[0].sheets[: played.seats]]
    turns, dice = tuple(played.record["turns"][: source.turns]), played.record["match"]["dice"]
    if not source.same_dice:
        return Taken(Beginning(source, tuple(sheets), turns), None)
    shared = SharedDice(dice["game"], tuple(dice["additions"]))
    return Taken(Beginning(source, (sheets[source.seat],), turns, shared), bytes.fromhex(dice["seed"]))


def is_possible(played: Played, source: Source, options: Options, bots: int) -> bool:
    seats = 1 if source.same_dice else played.seats
    if (options.game, played.record["game"]) != ("sixto", "sixto"):
        return False
    if options.lesson or options.rated or options.duel:
        return False
    if (options.seats, bots) != (seats, seats - 1) or source.seat >= played.seats:
        return False
    # Of a game that was taken over itself, the first turns have the dice of another one.
    if source.same_dice and played.record["match"]["dice"].get("taken"):
        return False
    # While others can play with its dice, their seed is secret.
    if source.same_dice and "seed" not in played.record["match"]["dice"]:
        return False
    # Only a game alone goes on alone: at a table, others closed colours.
    if source.turns and seats != played.seats:
        return False
    return source.turns < len(played.states) and not sixto.is_over(played.states[source.turns])
