"""Decides on commands to a score pad: anybody who is there writes on any seat."""

from collections.abc import Callable
from typing import Any, get_args

from sixes.play import commands, events
from sixes.play.bounds import is_full
from sixes.play.context import Context
from sixes.play.match import Refused
from sixes.play.names import clean_name
from sixes.play.pad.match import PadMatch
from sixes.play.seats import Seat
from sixes.play.table import PLAYING, Table


def pad_of(table: Table, context: Context) -> PadMatch:
    """The pad on which somebody writes; Refused if they may not."""
    if not isinstance(table.match, PadMatch):
        raise Refused("table.other_game")
    if table.phase != PLAYING:
        raise Refused("table.not_now")
    if context.player in table.removed:
        raise Refused("table.removed")
    return table.match


def write(table: Table, command: commands.Command, context: Context) -> list[events.Event]:
    """One entry, or one taken back; with the last one the game is over."""
    pad = pad_of(table, context)
    event = pad.entered(command, events.Writer(context.player, context.name), context.now)
    if not isinstance(event, events.PadEnded):
        return [event]
    over = pad.finished()
    return [event, events.Ended(tuple(over.winners), over.result(), "", at=context.now)]


def write_name(table: Table, command: commands.PadName, context: Context) -> list[events.Event]:
    pad_of(table, context)
    name = clean_name(command.name)
    sitting = seat_at(table, command.seat)
    if sitting.name == name or is_full(table):
        raise Refused("table.stale")
    return [events.Named(command.seat, name, at=context.now)]


def take_seat(table: Table, command: commands.Sit, context: Context) -> list[events.Event]:
    """Take a sheet that nobody has as one's own, or move to it; its name stays, if it has one."""
    pad_of(table, context)
    free = (at for at, seat in enumerate(table.seats) if seat and not seat.player)
    wanted = next(free, None) if command.seat is None else command.seat
    if wanted is None:
        raise Refused("table.full")
    sitting = seat_at(table, wanted)
    if sitting.player:
        raise Refused("table.seat_taken")
    who = Seat(sitting.name or context.name, context.player, sheet=sitting.sheet)
    return [events.Sat(wanted, who, at=context.now)]


def release(_table: Table, seat: int, now: int, gone: bool = False) -> list[events.Event]:
    """Somebody's sheet is nobody's again: others go on writing on it."""
    return [events.Left(seat, gone, at=now)]


def seat_at(table: Table, seat: int) -> Seat:
    sitting = table.seats[seat] if seat < len(table.seats) else None
    if sitting is None:
        raise Refused("table.no_such_seat")
    return sitting


WRITING = (*get_args(commands.SIXTO_PAD), *get_args(commands.SIXEM_PAD), *get_args(commands.PAD))
PAD_HANDLERS: dict[type[commands.Command], Callable[[Table, Any, Context], list[events.Event]]] = {
    **dict.fromkeys(WRITING, write),
    commands.PadName: write_name,
}
