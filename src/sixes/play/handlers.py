"""Decides on commands to a table: each gives events, or is Refused. One handler for each command."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from sixes.play import commands, events, lesson
from sixes.play.beginning import Beginning
from sixes.play.bounds import MOST_EVENTS, check_allowance, is_full
from sixes.play.dice import key_of, promise
from sixes.play.games import GAMES
from sixes.play.match import Dealer, Decided, Refused, additions
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.snapshots import SixtoSnapshot
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING, Table

AWAY = 60_000
"""Milliseconds after which a bot can be asked to play for a seat."""
HOST_AWAY = 30_000
"""Milliseconds after which somebody else becomes host."""
FEW = 100
"""Commands that every player may make at any table: so many need no look at the allowance."""
REMATCH_TIME = 30_000
"""Milliseconds for which a rematch keeps seats for those who played."""


class Context(msgspec.Struct, frozen=True):
    """What a decision needs besides table and command: who sent it, when, and what the server knows."""

    now: int
    player: str
    name: str
    deal: Dealer
    levels: Collection[str]
    """The bots there are for this game."""
    away: Callable[[str, int], int]
    """For how many milliseconds a player has been away by some time."""
    made: int = 0
    """How many commands of this player have changed the table so far."""


def create(
    table: str, code: str, options: Options, bots: Collection[str], context: Context
) -> events.Created:
    """The first event of a new table. Its host is whoever makes it; bots take its last seats."""
    game = GAMES[options.game]
    if not game.fewest <= options.seats <= game.most or len(bots) > options.seats:
        raise Refused("table.options")
    if options.lesson and not lesson.is_allowed(options, len(bots)):
        raise Refused("table.options")
    if not set(bots) <= set(context.levels):
        raise Refused("table.no_such_level")
    free: list[Seat | None] = [None] * (options.seats - len(bots))
    seats = (*free, *map(bot_seat, bots))
    promised, at = promise(context.deal.seed), context.now
    return events.Created(table, code, options, context.player, promised, seats, v=1, at=at, f=events.FORMAT)


def reserve(first: events.Created, players: Sequence[str]) -> events.Created:
    """Keep each seat of a new table for one of these players; where there is none, a bot of it sits."""
    bots = (seat for seat in first.seats if seat)
    seats = tuple(None if player else next(bots) for player in players)
    kept = tuple(players)
    return msgspec.structs.replace(first, seats=seats, reserved=kept, due=first.at + REMATCH_TIME)


def begin_with(first: events.Created, beginning: Beginning) -> events.Created:
    """Let a new table take over a game: bots sit on all seats but that of whoever goes on with it."""
    bots = [seat for seat in first.seats if seat]
    mine = beginning.source.seat if bots else 0
    return msgspec.structs.replace(first, seats=(*bots[:mine], None, *bots[mine:]), beginning=beginning)


def bot_seat(level: str) -> Seat:
    return Seat(level, bot=level)


def decide(table: Table, command: commands.Command, context: Context) -> list[Decided]:
    """The events that a command gives; Refused if it changes nothing."""
    if table.phase == CLOSED:
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
    return [events.Sat(seat, who, at=context.now)]


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
    check_free(table, command.seat)
    return [events.Sat(command.seat, bot_seat(command.level), at=context.now)]


def start(table: Table, _: commands.Start, context: Context) -> list[events.Event]:
    check_phase(table, GATHERING)
    check_host(table, context)
    if not are_enough(table):
        raise Refused("table.too_few")
    return [started(table, context.deal.seed, context.now)]


def are_enough(table: Table) -> bool:
    if table.beginning and None in table.seats:
        return False
    return sum(map(bool, table.seats)) >= table.game.fewest and bool(table.people)


def started(table: Table, seed: bytes, now: int) -> events.Started:
    """Drop free seats, and draw what chance decides before the first move."""
    seats = tuple(seat for seat in table.seats if seat)
    due = now + table.limit if table.limit else 0
    if table.beginning:
        return begun(table, table.beginning, seats, now, due)
    # From the same seed and additions as all dice, in the order in which people sat.
    key = key_of(seed, additions(seats))
    return events.Started(*table.game.start(table.dice_game, key, seats), at=now, due=due)


def begun(table: Table, beginning: Beginning, seats: tuple[Seat, ...], now: int, due: int) -> events.Started:
    """A game begins where another one is taken over."""
    event = events.Started(seats, sheets=beginning.sheets, turns=beginning.turns, at=now, due=due)
    if beginning.turns:
        board = table.game.match.begin(event, table.options, table.limit).snapshot()
        assert isinstance(board, SixtoSnapshot)
        event.board = board
    return event


def leave(table: Table, _: commands.Leave, context: Context) -> list[events.Event]:
    kept = table.reserved.seat_of(context.player) if table.reserved else None
    if kept in table.awaited:
        return [events.Left(kept, at=context.now)]
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
    return [events.Hosts(heir, at=now)] if heir and not is_full(table) else []


def hand_over(table: Table, command: commands.HandOver, context: Context) -> list[events.Event]:
    check_phase(table, PLAYING)
    sender_seat(table, context)
    sitting = taken(table, command.seat)
    if sitting.bot:
        raise Refused("table.bot_plays")
    if context.away(sitting.player, context.now) < AWAY:
        raise Refused("table.not_away")
    return [events.Handed(command.seat, table.game.stand_in, at=context.now)]


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
    if seat is None or table.phase == CLOSED or is_full(table) or taken(table, seat).name == name:
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


def due_event(table: Table, deal: Dealer, now: int) -> Decided | None:
    """What happens by itself now: a deadline, the end of a game or a full table, the start of a rematch."""
    match, seed = table.match, deal.seed
    if table.phase == PLAYING and match and match.is_over:
        return events.Ended(tuple(match.winners), match.result(), seed.hex(), at=now), None
    if table.version >= MOST_EVENTS and table.phase in (GATHERING, PLAYING):
        return close(table, seed, now)[0], None
    if match is None or table.phase != PLAYING:
        return due_before_start(table, seed, now) if table.reserved else None
    return match.due_event(max(now, table.at), deal) if match.next_deadline() else None


def due_before_start(table: Table, seed: bytes, now: int) -> Decided | None:
    """A rematch starts once nobody is awaited; whoever is late loses the seat."""
    if table.phase != GATHERING or table.reserved is None:
        return None
    if table.awaited:
        late = now >= table.reserved.until
        return (events.Left(table.awaited[0], at=now), None) if late else None
    return (started(table, seed, now), None) if are_enough(table) else None


def next_deadline(table: Table) -> int:
    """When something happens by itself next; 0: nothing does."""
    if table.match and table.phase == PLAYING:
        return table.match.next_deadline()
    return table.reserved.until if table.reserved and table.awaited else 0


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
    commands.AskHint: ask_hint,
    commands.RequestRematch: request_rematch,
}
