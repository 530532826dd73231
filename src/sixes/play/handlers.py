"""What comes of a message to a table: events, or a refusal. The server itself has no rules."""

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from sixes.play import commands, events
from sixes.play.dice import draw, key_of, label, promise
from sixes.play.match import Refused, additions
from sixes.play.sixto.match import sheet_rows
from sixes.play.snapshots import Options, Seat
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING, Table
from sixes.rules import sixem
from sixes.rules.sheets import LETTERS, SHEETS

AWAY = 60_000
"""Milliseconds after which a bot can be asked to play for a seat."""
HOST_AWAY = 30_000
"""Milliseconds after which somebody else becomes host."""
STAND_IN = "nearest"
"""The bot that plays on for somebody who left."""
FEWEST = {"sixto": 1, "sixem": sixem.FEWEST_SEATS}


class Context(msgspec.Struct, frozen=True):
    """Who asks, when, and what the table's keeper knows besides."""

    now: int
    player: str
    name: str
    seed: bytes
    levels: Collection[str]
    """The bots there are for this game."""
    away: Callable[[str, int], int]
    """For how many milliseconds a player has been away by some time."""


def create(table: str, code: str, options: Options, bots: Collection[str], moment: Context) -> events.Created:
    """The first event of a new table, whose host is who asks; bots sit on its last seats."""
    if options.seats < FEWEST[options.game] or len(bots) > options.seats:
        raise Refused("table.options")
    if not set(bots) <= set(moment.levels):
        raise Refused("table.no_such_level")
    free: list[Seat | None] = [None] * (options.seats - len(bots))
    seats = (*free, *(Seat(level, bot=level) for level in bots))
    return events.Created(
        table, code, options, moment.player, promise(moment.seed), seats, v=1, at=moment.now, f=events.FORMAT
    )


def decide(table: Table, ask: commands.Command, moment: Context) -> list[events.Event]:
    """What comes of a message at a table; Refused if nothing does."""
    if table.phase == CLOSED:
        raise Refused("table.closed")
    if moment.now < table.at:  # the clock was set back: at a table, time only runs on
        moment = msgspec.structs.replace(moment, now=table.at)
    handler = HANDLERS.get(type(ask))
    if handler:
        return handler(table, ask, moment)
    seat = seated(table, moment)
    if table.match is None or table.phase != PLAYING:
        raise Refused("table.not_now")
    sitting = table.seats[seat]
    if sitting and sitting.bot:
        raise Refused("table.bot_plays")
    return [table.match.decide(seat, ask, moment.now, table.dealer(moment.seed))]


def seated(table: Table, moment: Context) -> int:
    seat = table.seat_of(moment.player)
    if seat is None:
        raise Refused("table.not_seated")
    return seat


def check_host(table: Table, moment: Context) -> None:
    if table.host != moment.player:
        raise Refused("table.not_host")


def check_phase(table: Table, *phases: str) -> None:
    if table.phase not in phases:
        raise Refused("table.not_now")


def taken(table: Table, seat: int) -> Seat:
    """Who sits on a seat."""
    sitting = table.seats[seat] if seat < len(table.seats) else None
    if sitting is None:
        raise Refused("table.seat_free")
    return sitting


# Before the game ----------------------------------------------------------------------------------------


def sit(table: Table, ask: commands.Sit, moment: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    if moment.player in table.removed:
        raise Refused("table.removed")
    if None not in table.seats:
        raise Refused("table.full")
    seat = table.seats.index(None) if ask.seat is None else ask.seat
    if seat >= len(table.seats):
        raise Refused("table.no_such_seat")
    if table.seats[seat] is not None:
        raise Refused("table.seat_taken")
    before = table.seat_of(moment.player)
    sheet = None if before is None else taken(table, before).sheet
    who = Seat(moment.name, moment.player, add=ask.add, sheet=sheet)
    return [events.Sat(seat, who, at=moment.now)]


def sheet(table: Table, ask: commands.ChooseSheet, moment: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    if table.options.game != "sixto":
        raise Refused("table.other_game")
    seat = seated(table, moment)
    others = [other.sheet for at, other in enumerate(table.seats) if other and at != seat]
    if isinstance(ask.sheet, str) and ask.sheet in others:
        raise Refused("table.sheet_taken")
    return [events.Chose(seat, ask.sheet, at=moment.now)]


def bot(table: Table, ask: commands.AddBot, moment: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    check_host(table, moment)
    if ask.level not in moment.levels:
        raise Refused("table.no_such_level")
    if ask.seat >= len(table.seats):
        raise Refused("table.no_such_seat")
    if table.seats[ask.seat] is not None:
        raise Refused("table.seat_taken")
    return [events.Sat(ask.seat, Seat(ask.level, bot=ask.level), at=moment.now)]


def start(table: Table, _: commands.Start, moment: Context) -> list[events.Event]:
    """Free seats are taken away; in Sixto the first active player is drawn by lot, and becomes seat 0."""
    check_phase(table, GATHERING)
    check_host(table, moment)
    seats = tuple(seat for seat in table.seats if seat)
    game = table.options.game
    if len(seats) < FEWEST[game] or not any(seat.player for seat in seats):
        raise Refused("table.too_few")
    due = moment.now + table.limit if table.limit else 0
    if game == "sixem":
        return [events.Started(seats, at=moment.now, due=due)]
    # What is drawn before the first roll follows from the same seed and additions, seats as people sat down.
    key = key_of(moment.seed, additions(seats))
    lot = draw(key, label(table.id, 0, 0, "lot", 1), len(seats)) - 1
    order = seats[lot:] + seats[:lot]
    return [events.Started(order, lot, deal_sheets(table.id, key, order), at=moment.now, due=due)]


def deal_sheets(table: str, key: bytes, seats: tuple[Seat, ...]) -> tuple[Any, ...]:
    """The sheets as they were chosen; whoever chose none is dealt one that nobody has."""
    free = [letter for letter in LETTERS if letter not in {seat.sheet for seat in seats}]
    sheets: list[Any] = []
    for at, seat in enumerate(seats):
        chosen: Any = seat.sheet
        if chosen is None:
            chosen = free.pop(draw(key, label(table, at, 0, "sheet", 1), len(free)) - 1)
        sheets.append(sheet_rows(SHEETS[chosen]) if isinstance(chosen, str) else chosen)
    return tuple(sheets)


# Coming and going ---------------------------------------------------------------------------------------


def leave(table: Table, _: commands.Leave, moment: Context) -> list[events.Event]:
    return get_up(table, seated(table, moment), moment)


def remove(table: Table, ask: commands.Remove, moment: Context) -> list[events.Event]:
    check_host(table, moment)
    sitting = taken(table, ask.seat)
    if not sitting.player and table.phase != GATHERING:
        raise Refused("table.not_now")
    # A host who means their own seat just gets up.
    return get_up(table, ask.seat, moment, gone=sitting.player not in ("", moment.player))


def get_up(table: Table, seat: int, moment: Context, gone: bool = False) -> list[events.Event]:
    """A seat is left: free before the game, played on by a bot in it."""
    check_phase(table, GATHERING, PLAYING)
    sitting = taken(table, seat)
    if table.phase == PLAYING:
        if sitting.bot and not gone:
            raise Refused("table.bot_plays")
        level = sitting.bot or STAND_IN
        decided: list[events.Event] = [events.Handed(seat, level, gone, at=moment.now)]
    else:
        decided = [events.Left(seat, gone, at=moment.now)]
    if sitting.player == table.host:
        away = {player for player in table.people if moment.away(player, moment.now)} | {sitting.player}
        decided += new_host(table, away, moment.now) or new_host(table, {sitting.player}, moment.now)
    return decided


def new_host(table: Table, without: Collection[str], now: int) -> list[events.Event]:
    """The role passes on to the first person who sits and plays there, apart from some."""
    playing = (seat.player for seat in table.seats if seat and seat.player and not seat.bot)
    heir = next((player for player in playing if player not in without), None)
    return [events.Hosts(heir, at=now)] if heir else []


def hand(table: Table, ask: commands.HandOver, moment: Context) -> list[events.Event]:
    check_phase(table, PLAYING)
    seated(table, moment)
    sitting = taken(table, ask.seat)
    if sitting.bot:
        raise Refused("table.bot_plays")
    if ask.level not in moment.levels:
        raise Refused("table.no_such_level")
    if moment.away(sitting.player, moment.now) < AWAY:
        raise Refused("table.not_away")
    return [events.Handed(ask.seat, ask.level, at=moment.now)]


def back(table: Table, _: commands.Back, moment: Context) -> list[events.Event]:
    check_phase(table, PLAYING)
    seat = seated(table, moment)
    if not taken(table, seat).bot:
        raise Refused("table.not_now")
    return [events.Returned(seat, at=moment.now)]


def react(table: Table, ask: commands.React, moment: Context) -> list[events.Event]:
    return [events.Reacted(seated(table, moment), ask.reaction, at=moment.now)]


def rename(table: Table, player: str, name: str, now: int) -> list[events.Event]:
    seat = table.seat_of(player)
    if seat is None or table.phase == CLOSED or taken(table, seat).name == name:
        return []
    return [events.Named(seat, name, at=now)]


def rematch(table: Table, _: commands.RequestRematch, moment: Context) -> list[events.Event]:
    """Checks only: whoever keeps the tables makes the new one, and says so with `Rematched`."""
    seated(table, moment)
    check_phase(table, OVER)
    if table.rematch:
        raise Refused("table.rematched")
    return []


def close(table: Table, seed: bytes, now: int) -> list[events.Event]:
    """Nobody came back. If a game had begun, its seed is published."""
    hidden = table.phase == PLAYING
    return [] if table.phase in (OVER, CLOSED) else [events.Closed(seed.hex() if hidden else "", at=now)]


def due_event(table: Table, seed: bytes, now: int) -> events.Event | None:
    """What happens at a table now without being asked; the end of a game too."""
    if table.match is None or table.phase != PLAYING:
        return None
    if table.match.is_over:
        match = table.match
        return events.Ended(tuple(match.winners), match.result(), seed.hex(), at=now)
    if not table.match.next_deadline():
        return None
    return table.match.due_event(max(now, table.at), table.dealer(seed))


HANDLERS: dict[type[commands.Command], Callable[[Table, Any, Context], list[events.Event]]] = {
    commands.Sit: sit,
    commands.Leave: leave,
    commands.ChooseSheet: sheet,
    commands.AddBot: bot,
    commands.Remove: remove,
    commands.Start: start,
    commands.HandOver: hand,
    commands.Back: back,
    commands.React: react,
    commands.RequestRematch: rematch,
}
