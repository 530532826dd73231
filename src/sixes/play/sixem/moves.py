"""Moves of Sixem's rules from commands and events, and commands from moves."""

from collections.abc import Callable
from typing import Any

from sixes.play import commands, events
from sixes.play.match import Refused
from sixes.records.sixem import mark_document
from sixes.rules.boards import ERASE, GIVE, NEITHER
from sixes.rules.rounds import LAND, MARK, SPIN, START, STOP, THROW, SixemMove, SixemState
from sixes.rules.six import COLOURS, NONE, colour_names, has, put


def mark_of(seat: int, now: int, mark: commands.Mark | events.Marked) -> SixemMove:
    """A mark, with what it does to another player."""
    deed, other = NEITHER, 0
    if mark.erase is not None:
        deed, other = ERASE, mark.erase
    elif mark.give is not None:
        deed, other = GIVE, mark.give
    return SixemMove(MARK, seat, now, die=COLOURS.index(mark.die), deed=deed, other=other)


def dice_set(names: str) -> int:
    """Dice by their letters; Refused if one is no die or stands twice."""
    dice = 0
    for name in names:
        die = COLOURS.find(name)
        if die < 0 or has(dice, die):
            raise Refused("sixem.no_such_die")
        dice |= 1 << die
    return dice


def start_of(seat: int, now: int, face: int) -> SixemMove:
    """A starting roll that shows this number."""
    return SixemMove(START, seat, now, faces=put(NONE, 0, face))


MOVES: dict[type[events.Event], Callable[[SixemState, Any], SixemMove]] = {
    events.RolledFirst: lambda _, event: start_of(event.seat, event.at, event.face),
    events.Spun: lambda _, event: SixemMove(SPIN, event.seat, event.at, spun=event.place),
    events.Thrown: lambda _, event: SixemMove(THROW, event.seat, event.at, dice=dice_set(event.dice)),
    events.Landed: lambda _, event: SixemMove(LAND, event.seat, event.at, faces=event.faces),
    events.Stopped: lambda _, event: SixemMove(STOP, event.seat, event.at),
    events.FalseStop: lambda _, event: SixemMove(STOP, event.seat, event.at),
    events.Marked: lambda _, event: mark_of(event.seat, event.at, event),
}


def command_for(move: SixemMove, round_: int, again: int) -> tuple[type[commands.Command], dict[str, Any]]:
    """The command for a move in a round, after so many repeated starting rolls; and its values."""
    if move.kind == START:
        return commands.First, {"again": again}
    if move.kind == SPIN:
        return commands.Spin, {}
    values: dict[str, Any] = {"round": round_}
    if move.kind == STOP:
        return commands.Stop, values
    if move.kind == THROW:
        return commands.Throw, values | {"dice": "".join(colour_names(move.dice))}
    return commands.Mark, values | mark_document(move)
