"""Decides on commands to a table: each gives events, or is Refused. One handler for each command."""

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from sixes.play import commands, events
from sixes.play.dice import key_of, promise
from sixes.play.games import GAMES
from sixes.play.match import Decided, Refused, additions
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING, Table

AWAY = 60_000
"""Milliseconds after which a bot can be asked to play for a seat."""
HOST_AWAY = 30_000
"""Milliseconds after which somebody else becomes host."""


class Context(msgspec.Struct, frozen=True):
    """What a decision needs besides table and command: who sent it, when, and what the server knows."""

    now: int
    player: str
    name: str
    seed: bytes
    levels: Collection[str]
    """The bots there are for this game."""
    away: Callable[[str, int], int]
    """For how many milliseconds a player has been away by some time."""


def create(
    table: str, code: str, options: Options, bots: Collection[str], context: Context
) -> events.Created:
    """The first event of a new table. Its host is whoever makes it; bots take its last seats."""
    game = GAMES[options.game]
    if not game.fewest <= options.seats <= game.most or len(bots) > options.seats:
        raise Refused("table.options")
    if not set(bots) <= set(context.levels):
        raise Refused("table.no_such_level")
    free: list[Seat | None] = [None] * (options.seats - len(bots))
    seats = (*free, *(Seat(level, bot=level) for level in bots))
    promised, at = promise(context.seed), context.now
    return events.Created(table, code, options, context.player, promised, seats, v=1, at=at, f=events.FORMAT)


def decide(table: Table, command: commands.Command, context: Context) -> list[Decided]:
    """The events that a command gives; Refused if it changes nothing."""
    if table.phase == CLOSED:
        raise Refused("table.closed")
    if context.now < table.at:  # the clock was set back: at a table, time only runs on
        context = msgspec.structs.replace(context, now=table.at)
    handler = HANDLERS.get(type(command))
    if handler:
        return [Decided(event) for event in handler(table, command, context)]
    seat = sender_seat(table, context)
    if table.match is None or table.phase != PLAYING:
        raise Refused("table.not_now")
    sitting = table.seats[seat]
    if sitting and sitting.bot:
        raise Refused("table.bot_plays")
    return [table.match.decide(seat, command, context.now, table.dealer(context.seed))]


def sender_seat(table: Table, context: Context) -> int:
    seat = table.seat_of(context.player)
    if seat is None:
        raise Refused("table.not_seated")
    return seat


def check_host(table: Table, context: Context) -> None:
    if table.host != context.player:
        raise Refused("table.not_host")


def check_phase(table: Table, *phases: str) -> None:
    if table.phase not in phases:
        raise Refused("table.not_now")


def check_free(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise Refused("table.no_such_seat")
    if table.seats[seat] is not None:
        raise Refused("table.seat_taken")


def taken(table: Table, seat: int) -> Seat:
    """The occupant of a seat; Refused if it is free."""
    sitting = table.seats[seat] if seat < len(table.seats) else None
    if sitting is None:
        raise Refused("table.seat_free")
    return sitting


def sit(table: Table, command: commands.Sit, context: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    if context.player in table.removed:
        raise Refused("table.removed")
    if None not in table.seats:
        raise Refused("table.full")
    seat = table.seats.index(None) if command.seat is None else command.seat
    check_free(table, seat)
    before = table.seat_of(context.player)
    sheet = None if before is None else taken(table, before).sheet
    who = Seat(context.name, context.player, add=command.add, sheet=sheet)
    return [events.Sat(seat, who, at=context.now)]


def choose_sheet(table: Table, command: commands.ChooseSheet, context: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    if not table.game.has_sheets:
        raise Refused("table.other_game")
    seat = sender_seat(table, context)
    others = [other.sheet for at, other in enumerate(table.seats) if other and at != seat]
    if isinstance(command.sheet, str) and command.sheet in others:
        raise Refused("table.sheet_taken")
    return [events.Chose(seat, command.sheet, at=context.now)]


def add_bot(table: Table, command: commands.AddBot, context: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    check_host(table, context)
    if command.level not in context.levels:
        raise Refused("table.no_such_level")
    check_free(table, command.seat)
    return [events.Sat(command.seat, Seat(command.level, bot=command.level), at=context.now)]


def start(table: Table, _: commands.Start, context: Context) -> list[events.Event]:
    """Drop free seats, and draw what chance decides before the first move."""
    check_phase(table, GATHERING)
    check_host(table, context)
    seats = tuple(seat for seat in table.seats if seat)
    if len(seats) < table.game.fewest or not any(seat.player for seat in seats):
        raise Refused("table.too_few")
    due = context.now + table.limit if table.limit else 0
    # From the same seed and additions as all dice, in the order in which people sat.
    key = key_of(context.seed, additions(seats))
    return [events.Started(*table.game.start(table.id, key, seats), at=context.now, due=due)]


def leave(table: Table, _: commands.Leave, context: Context) -> list[events.Event]:
    return get_up(table, sender_seat(table, context), context)


def remove(table: Table, command: commands.Remove, context: Context) -> list[events.Event]:
    check_host(table, context)
    sitting = taken(table, command.seat)
    if not sitting.player and table.phase != GATHERING:
        raise Refused("table.not_now")
    # A host who removes themselves just gets up.
    return get_up(table, command.seat, context, gone=sitting.player not in ("", context.player))


def get_up(table: Table, seat: int, context: Context, gone: bool = False) -> list[events.Event]:
    """Somebody leaves a seat: before the start it is free again, later a bot plays on."""
    check_phase(table, GATHERING, PLAYING)
    sitting = taken(table, seat)
    if table.phase == PLAYING:
        if sitting.bot and not gone:
            raise Refused("table.bot_plays")
        level = sitting.bot or table.game.stand_in
        decided: list[events.Event] = [events.Handed(seat, level, gone, at=context.now)]
    else:
        decided = [events.Left(seat, gone, at=context.now)]
    if sitting.player == table.host:
        away = {player for player in table.people if context.away(player, context.now)} | {sitting.player}
        decided += new_host(table, away, context.now) or new_host(table, {sitting.player}, context.now)
    return decided


def new_host(table: Table, without: Collection[str], now: int) -> list[events.Event]:
    """The first person who sits there and plays becomes host, apart from those in `without`."""
    playing = (seat.player for seat in table.seats if seat and seat.player and not seat.bot)
    heir = next((player for player in playing if player not in without), None)
    return [events.Hosts(heir, at=now)] if heir else []


def hand_over(table: Table, command: commands.HandOver, context: Context) -> list[events.Event]:
    check_phase(table, PLAYING)
    sender_seat(table, context)
    sitting = taken(table, command.seat)
    if sitting.bot:
        raise Refused("table.bot_plays")
    if command.level not in context.levels:
        raise Refused("table.no_such_level")
    if context.away(sitting.player, context.now) < AWAY:
        raise Refused("table.not_away")
    return [events.Handed(command.seat, command.level, at=context.now)]


def back(table: Table, _: commands.Back, context: Context) -> list[events.Event]:
    check_phase(table, PLAYING)
    seat = sender_seat(table, context)
    if not taken(table, seat).bot:
        raise Refused("table.not_now")
    return [events.Returned(seat, at=context.now)]


def react(table: Table, command: commands.React, context: Context) -> list[events.Event]:
    return [events.Reacted(sender_seat(table, context), command.reaction, at=context.now)]


def rename(table: Table, player: str, name: str, now: int) -> list[events.Event]:
    seat = table.seat_of(player)
    if seat is None or table.phase == CLOSED or taken(table, seat).name == name:
        return []
    return [events.Named(seat, name, at=now)]


def request_rematch(table: Table, _: commands.RequestRematch, context: Context) -> list[events.Event]:
    """Checks only: the server makes the new table and then adds the event `Rematched`."""
    sender_seat(table, context)
    check_phase(table, OVER)
    if table.rematch:
        raise Refused("table.rematched")
    return []


def close(table: Table, seed: bytes, now: int) -> list[events.Event]:
    """Close a table that nobody came back to. If a game had begun, its seed is published."""
    hidden = table.phase == PLAYING
    return [] if table.phase in (OVER, CLOSED) else [events.Closed(seed.hex() if hidden else "", at=now)]


def due_event(table: Table, seed: bytes, now: int) -> Decided | None:
    """What happens by itself now: a deadline of the match, or the end of the game."""
    match = table.match
    if match is None or table.phase != PLAYING:
        return None
    if match.is_over:
        return Decided(events.Ended(tuple(match.winners), match.result(), seed.hex(), at=now))
    return match.due_event(max(now, table.at), table.dealer(seed)) if match.next_deadline() else None


HANDLERS: dict[type[commands.Command], Callable[[Table, Any, Context], list[events.Event]]] = {
    commands.Sit: sit,
    commands.Leave: leave,
    commands.ChooseSheet: choose_sheet,
    commands.AddBot: add_bot,
    commands.Remove: remove,
    commands.Start: start,
    commands.HandOver: hand_over,
    commands.Back: back,
    commands.React: react,
    commands.RequestRematch: request_rematch,
}
