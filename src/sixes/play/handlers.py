"""Decides on commands to a table: each gives events, or is Refused. One handler for each command."""

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from sixes.play import commands, days, duel, events, handicap, lesson
from sixes.play.bounds import check_allowance, is_full
from sixes.play.context import Context
from sixes.play.creating import bot_seat, check_rated
from sixes.play.deadlines import are_enough, close, started
from sixes.play.match import Decided, Refused
from sixes.play.seats import Seat
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING, Table
from sixes.play.writing import PAD_HANDLERS, release, take_seat
from sixes.rules.six import has

AWAY = 60_000
"""Milliseconds after which a bot can be asked to play for a seat."""
HOST_AWAY = 30_000
"""Milliseconds after which somebody else becomes host."""
FEW = 100
"""Commands that every player may make at any table: so many need no look at the allowance."""


def decide(table: Table, command: commands.Command, context: Context) -> list[Decided]:
    """The events that a command gives; Refused if it changes nothing."""
    if table.phase == CLOSED:
        if table.until:
            raise Refused("daily.late")
        raise Refused("table.closed")
    if context.now < table.at:  # the clock was set back: at a table, time only runs on
        context = msgspec.structs.replace(context, now=table.at)
    if context.made >= FEW:
        check_allowance(table, command, context.player, context.made, context.now)
    handler = HANDLERS.get(type(command))
    if handler:
        return [(event, None) for event in handler(table, command, context)]
    seat = table.places.get(context.player)
    if seat is None:
        raise Refused("table.not_seated")
    if table.match is None or table.phase != PLAYING:
        raise Refused("table.not_now")
    sitting = table.seats[seat]
    if sitting and sitting.bot:
        raise Refused("table.bot_plays")
    return [table.match.decide(seat, command, context.now, context.deal)]


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


def check_no_daily(table: Table) -> None:
    """In a daily challenge nobody else plays on, and there is no second game."""
    if table.options.daily is not None:
        raise Refused("daily.alone")


def check_no_pad(table: Table) -> None:
    """On a score pad no bot plays, and the next game is another pad."""
    if table.is_pad:
        raise Refused("pad.no_bots")


def check_free(table: Table, seat: int, player: str = "") -> None:
    if seat >= len(table.seats):
        raise Refused("table.no_such_seat")
    if table.seats[seat] is not None or not is_open(table, seat, player):
        raise Refused("table.seat_taken")


def is_open(table: Table, seat: int, player: str) -> bool:
    """Whether a seat is free and kept for nobody else."""
    kept = table.reserved.players[seat] if table.reserved else ""
    return table.seats[seat] is None and kept in ("", player)


def taken(table: Table, seat: int) -> Seat:
    """The occupant of a seat; Refused if it is free."""
    sitting = table.seats[seat] if seat < len(table.seats) else None
    if sitting is None:
        raise Refused("table.seat_free")
    return sitting


def sit(table: Table, command: commands.Sit, context: Context) -> list[events.Event]:
    if table.is_pad:
        return take_seat(table, command, context)
    check_phase(table, GATHERING)
    if context.player in table.removed:
        raise Refused("table.removed")
    if None not in table.seats:
        raise Refused("table.full")
    seat = free_seat(table, context.player) if command.seat is None else command.seat
    check_free(table, seat, context.player)
    before = table.seat_of(context.player)
    sheet = None if before is None else taken(table, before).sheet
    add = lesson.ADDITION if table.options.lesson else command.add
    who = Seat(context.name, context.player, add=add, sheet=sheet)
    new = handicap.withdraw(table, context.now) if before is None else []
    return [events.Sat(seat, who, at=context.now), *new]


def free_seat(table: Table, player: str) -> int:
    """The seat that is kept for a player, or the first that is kept for nobody."""
    mine = table.reserved.seat_of(player) if table.reserved else None
    if mine is not None:
        return mine
    seat = next((seat for seat in range(len(table.seats)) if is_open(table, seat, player)), None)
    if seat is None:
        raise Refused("table.full")
    return seat


def choose_sheet(table: Table, command: commands.ChooseSheet, context: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    if not table.game.has_sheets:
        raise Refused("table.other_game")
    if table.beginning:
        raise Refused("table.not_now")
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
    check_rated(table.options, [command.level])
    check_free(table, command.seat)
    return [events.Sat(command.seat, bot_seat(command.level), at=context.now)]


def propose(table: Table, command: commands.ProposeHeadStarts, context: Context) -> list[events.Event]:
    """To propose them, checks only: the server reads past games and then adds the event `Proposed`."""
    check_phase(table, GATHERING)
    check_host(table, context)
    if command.on:
        handicap.check_proposal(table)
        return []
    if not table.proposed:
        raise Refused("table.not_now")
    return handicap.withdraw(table, context.now)


def agree(table: Table, _: commands.Agree, context: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    sender_seat(table, context)
    return [events.Proposed(handicap.agree(table, context.player), at=context.now)]


def start(table: Table, _: commands.Start, context: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    check_host(table, context)
    if not are_enough(table):
        raise Refused("table.too_few")
    if not handicap.is_agreed(table):
        raise Refused("ahead.not_agreed")
    return [started(table, context.deal.seed, context.now)]


def leave(table: Table, _: commands.Leave, context: Context) -> list[events.Event]:
    kept = table.reserved.seat_of(context.player) if table.reserved else None
    if kept in table.awaited:
        return [events.Left(kept, at=context.now), *after_leaving(table, context.now)]
    # Whoever leaves a rated game does not come back to it: otherwise a bot could play the hard part.
    for_good = table.options.rated and table.phase == PLAYING
    return get_up(table, sender_seat(table, context), context, gone=for_good)


def remove(table: Table, command: commands.Remove, context: Context) -> list[events.Event]:
    check_host(table, context)
    sitting = taken(table, command.seat)
    if not sitting.player and table.phase != GATHERING:
        raise Refused("table.not_now")
    if table.phase == PLAYING and sitting.player != context.player:
        check_patience(table, command.seat, context.now)
    if table.options.rated and table.phase == PLAYING:
        check_away(table, sitting, context)
    # A host who removes themselves just gets up.
    return get_up(table, command.seat, context, gone=sitting.player not in ("", context.player))


def get_up(table: Table, seat: int, context: Context, gone: bool = False) -> list[events.Event]:
    """Somebody leaves a seat: before the start it is free again, later a bot plays on."""
    check_phase(table, GATHERING, PLAYING)
    check_no_daily(table)
    sitting = taken(table, seat)
    if table.is_pad:
        decided = release(table, seat, context.now, gone)
    elif table.phase == PLAYING:
        if sitting.bot and not gone:
            raise Refused("table.bot_plays")
        level = sitting.bot or table.game.stand_in
        decided = [events.Handed(seat, level, gone, at=context.now)]
    else:
        decided = [events.Left(seat, gone, at=context.now), *after_leaving(table, context.now)]
    if sitting.player == table.host:
        away = {player for player in table.people if context.away(player, context.now)} | {sitting.player}
        decided += new_host(table, away, context.now) or new_host(table, {sitting.player}, context.now)
    return decided


def dismiss(table: Table, player: str, now: int) -> list[events.Event]:
    """What happens when a player is gone for good: a bot plays on, or the seat is free again."""
    kept = table.reserved.seat_of(player) if table.reserved else None
    if kept is not None and kept in table.awaited:
        return [events.Left(kept, at=now), *after_leaving(table, now)]
    seat, decided = table.seat_of(player), list[events.Event]()
    if seat is not None and table.is_pad and table.phase == PLAYING:
        decided = release(table, seat, now)
    elif seat is not None and table.phase == PLAYING:
        level = taken(table, seat).bot or table.game.stand_in
        decided = [events.Handed(seat, level, gone=True, at=now)]
    elif seat is not None and table.phase == GATHERING:
        decided = [events.Left(seat, at=now), *after_leaving(table, now)]
    if table.host == player and table.phase in (GATHERING, PLAYING):
        decided += new_host(table, {player}, now)
    return decided


def after_leaving(table: Table, now: int) -> list[events.Event]:
    """What follows when somebody gets up before the game: head starts are void, and a duel is off."""
    if duel.is_second_game(table):
        return close(table, b"", now)
    return handicap.withdraw(table, now)


def new_host(table: Table, without: Collection[str], now: int) -> list[events.Event]:
    """The first person who sits there and plays becomes host, apart from those in `without`."""
    playing = (seat.player for seat in table.seats if seat and seat.player and not seat.bot)
    heir = next((player for player in playing if player not in without), None)
    return [events.Hosts(heir, at=now)] if heir and not is_full(table) else []


def hand_over(table: Table, command: commands.HandOver, context: Context) -> list[events.Event]:
    check_phase(table, PLAYING)
    check_no_daily(table)
    check_no_pad(table)
    sender_seat(table, context)
    sitting = taken(table, command.seat)
    if sitting.bot:
        raise Refused("table.bot_plays")
    check_away(table, sitting, context)
    check_patience(table, command.seat, context.now)
    return [events.Handed(command.seat, table.game.stand_in, at=context.now)]


def check_away(table: Table, sitting: Seat, context: Context) -> None:
    """Refuse to let a bot play for somebody who is there; over days, nobody need be."""
    if table.options.days is None and context.away(sitting.player, context.now) < AWAY:
        raise Refused("table.not_away")


def check_patience(table: Table, seat: int, now: int) -> None:
    """Over days, a seat counts as away only when everybody has waited for it for long."""
    if table.options.days is None or table.match is None:
        return
    if not has(table.match.seats_to_act(), seat) or now - table.at < days.PATIENCE:
        raise Refused("days.patience")


def back(table: Table, _: commands.Back, context: Context) -> list[events.Event]:
    check_phase(table, PLAYING)
    seat = sender_seat(table, context)
    if not taken(table, seat).bot:
        raise Refused("table.not_now")
    return [events.Returned(seat, at=context.now)]


def react(table: Table, command: commands.React, context: Context) -> list[events.Event]:
    if is_full(table):
        raise Refused("table.too_often")
    return [events.Reacted(sender_seat(table, context), command.reaction, at=context.now)]


def ask_hint(table: Table, _: commands.AskHint, context: Context) -> list[events.Event]:
    check_phase(table, PLAYING)
    seat = sender_seat(table, context)
    if not table.allows_hints:
        raise Refused("table.no_hints")
    if taken(table, seat).hinted:
        raise Refused("table.not_now")
    return [events.Hinted(seat, at=context.now)]


def rename(table: Table, player: str, name: str, now: int) -> list[events.Event]:
    seat = table.seat_of(player)
    if table.is_pad:  # its names are written on the sheets
        return []
    if seat is None or table.phase == CLOSED or is_full(table) or taken(table, seat).name == name:
        return []
    return [events.Named(seat, name, at=now)]


def request_rematch(table: Table, _: commands.RequestRematch, context: Context) -> list[events.Event]:
    """Checks only: the server makes the new table and then adds the event `Rematched`."""
    if not (table.is_pad and table.host == context.player):  # who has the pad need not have a sheet on it
        sender_seat(table, context)
    check_phase(table, OVER)
    check_no_daily(table)
    if table.rematch:
        raise Refused("table.rematched")
    if duel.is_first_game(table) and duel.is_late(table, context.now):
        raise Refused("duel.late")
    return []


def abandon(table: Table, seed: bytes, now: int) -> list[events.Event]:
    """What happens when nobody comes back: the table is closed, but a rated game has been left by all."""
    if table.options.rated and table.phase == PLAYING and table.people:
        return [event for player in table.people for event in dismiss(table, player, now)[:1]]
    return close(table, seed, now)


HANDLERS: dict[type[commands.Command], Callable[[Table, Any, Context], list[events.Event]]] = {
    commands.Sit: sit,
    commands.Leave: leave,
    commands.ChooseSheet: choose_sheet,
    commands.AddBot: add_bot,
    commands.Remove: remove,
    commands.ProposeHeadStarts: propose,
    commands.Agree: agree,
    commands.Start: start,
    commands.HandOver: hand_over,
    commands.Back: back,
    commands.React: react,
    commands.AskHint: ask_hint,
    commands.RequestRematch: request_rematch,
    **PAD_HANDLERS,
}
