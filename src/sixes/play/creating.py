"""New tables: which options go together, who has a seat already, and with what a game begins."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import msgspec

from sixes.play import daily, days, duel, events, lesson
from sixes.play.beginning import Beginning
from sixes.play.commands import SheetRows
from sixes.play.context import Context
from sixes.play.dice import key_of, promise
from sixes.play.games import GAMES
from sixes.play.match import Refused, additions
from sixes.play.names import clean_name
from sixes.play.options import Options
from sixes.play.pad.match import PadMatch
from sixes.play.pad.setup import PadSetup
from sixes.play.ratings import is_rated_level
from sixes.play.seats import Seat
from sixes.play.sixto.sheets import deal_sheets
from sixes.play.table import Table
from sixes.play.takeover import Taken
from sixes.rules.sheets import same_letter

REMATCH_TIME = 30_000
"""Milliseconds for which a rematch keeps seats for those who played."""


class NewGame(NamedTuple):
    """What a table is made for."""

    options: Options
    levels: Sequence[str]
    """Of its bots."""
    reserved: Sequence[str] = ()
    """A rematch: for each seat the player for whom it is kept; empty where a bot sits."""
    taken: Taken | None = None
    """What it takes over from another game."""
    pad: PadSetup | None = None
    """The names and sheets of a score pad."""


def rematch(table: Table, seed: bytes, stays: Callable[[str], bool]) -> NewGame:
    """The next game of those who played; `stays` says whether a player is asked again."""
    if isinstance(table.match, PadMatch):
        return next_pad(table, table.match, stays)
    if duel.is_first_game(table):
        seats, taken = [seat for seat in table.seats[::-1] if seat], duel.second_game(table, seed)
    else:
        seats, taken = next_seats(table, stays), None
    # Not listed in the lobby: its seats are for those who played.
    options = msgspec.structs.replace(table.options, open=False, lesson=False, seats=len(seats))
    levels = [seat.bot for seat in seats if not seat.player]
    return NewGame(options, levels, [seat.player for seat in seats], taken)


def next_pad(table: Table, pad: PadMatch, stays: Callable[[str], bool]) -> NewGame:
    """An empty pad with the same names and sheets, on which those who stay have their seats already."""
    seats = [seat for seat in table.seats if seat]
    setup = PadSetup(tuple(seat.name for seat in seats), pad.sheets)
    sitting = [seat.player if seat.player and stays(seat.player) else "" for seat in seats]
    return NewGame(table.options, (), sitting, pad=setup)


def next_seats(table: Table, stays: Callable[[str], bool]) -> list[Seat]:
    """Those who play again: bots, and people who stay; everybody if these are too few."""
    everybody = [seat for seat in table.seats if seat]
    some = [seat for seat in everybody if not seat.player or stays(seat.player)]
    return some if len(some) >= table.fewest else everybody


def id_and_seed(game: NewGame, new_id: str, new_seed: bytes) -> tuple[str, bytes]:
    """The id of a table and the seed of its dice: new ones, unless a lesson or another game gives them."""
    options, taken = game.options, game.taken
    if options.lesson:
        return new_id, lesson.SEEDS.get(options.game, new_seed)
    if taken is None:
        return new_id, new_seed
    # However often somebody asks for it, a duel has one second game.
    dice = taken.beginning.dice if options.duel else None
    return duel.second_id(dice.game) if dice else new_id, taken.seed or new_seed


def first_events(table: str, code: str, game: NewGame, context: Context) -> tuple[events.Event, ...]:
    """The events with which a table begins: a score pad has started when it is made."""
    if not GAMES[game.options.game].pad_of:
        if game.pad:
            raise Refused("table.options")
        return (first_event(table, code, game, context),)
    if game.taken:
        raise Refused("table.options")
    first = create(table, code, game.options, game.levels, context)
    who, setup = Seat(context.name, context.player), game.pad or PadSetup()
    return begin_pad(first, who, setup, context.deal.seed, game.reserved)


def first_event(table: str, code: str, game: NewGame, context: Context) -> events.Created:
    """The first event of a table made for this game; Refused if its options do not go together."""
    first = create(table, code, game.options, game.levels, context)
    if game.taken:
        first = begin_with(first, game.taken.beginning)
    return reserve(first, game.reserved) if game.reserved else first


def create(
    table: str, code: str, options: Options, bots: Collection[str], context: Context
) -> events.Created:
    """The first event of a new table. Its host is whoever makes it; bots take its last seats."""
    if not is_possible(options, len(bots)):
        raise Refused("table.options")
    if not set(bots) <= set(context.levels):
        raise Refused("table.no_such_level")
    check_rated(options, bots)
    free: list[Seat | None] = [None] * (options.seats - len(bots))
    seats = (*free, *map(bot_seat, bots))
    promised, at = promise(context.deal.seed), context.now
    return events.Created(table, code, options, context.player, promised, seats, v=1, at=at, f=events.FORMAT)


def is_possible(options: Options, bots: int) -> bool:
    """Whether a table can have these options and so many bots."""
    game = GAMES[options.game]
    if not game.fewest <= options.seats <= game.most or bots > options.seats:
        return False
    if game.pad_of and not is_plain_pad(options, bots):
        return False
    if options.lesson and not lesson.is_allowed(options, bots):
        return False
    if options.duel and not duel.is_allowed(options, bots):
        return False
    if options.rated and not is_ratable(options):
        return False
    return daily.is_allowed(options, bots) and days.is_allowed(options)


def is_plain_pad(options: Options, bots: int) -> bool:
    """On a score pad no bots, timers or dice are needed, and nobody finds it in the lobby."""
    plain = Options(options.game, options.seats, spectators=options.spectators, sweet=options.sweet)
    return options == plain and not bots


def is_ratable(options: Options) -> bool:
    """Whether games with these options can tell who plays how well: nobody has help, or knows the dice."""
    aided = options.lesson or options.hints or options.duel
    return options.seats > 1 and GAMES[options.game].points is not None and not aided


def reserve(first: events.Created, players: Sequence[str]) -> events.Created:
    """Keep each seat of a new table for one of these players; where there is none, a bot of it sits."""
    bots = (seat for seat in first.seats if seat)
    seats = tuple(None if player else next(bots) for player in players)
    time = REMATCH_TIME if first.options.days is None else days.PATIENCE
    due = 0 if first.beginning else first.at + time  # the second game of a duel: nobody else can play it
    return msgspec.structs.replace(first, seats=seats, reserved=tuple(players), due=due)


def begin_with(first: events.Created, beginning: Beginning) -> events.Created:
    """Let a new table take over a game: bots sit on all seats but that of whoever goes on with it."""
    bots = [seat for seat in first.seats if seat]
    mine = beginning.source.seat if bots else 0
    return msgspec.structs.replace(first, seats=(*bots[:mine], None, *bots[mine:]), beginning=beginning)


def begin_daily(first: events.Created, who: Seat) -> tuple[events.Created, events.Started]:
    """Let whoever makes the table of a daily challenge sit there, and start at once."""
    counts = not first.options.practice
    first = msgspec.structs.replace(first, seats=(who,), due=first.at + daily.TRY_TIME if counts else 0)
    assert first.options.daily is not None
    sheets = (daily.sheet_of_day(first.options.daily),)
    return first, events.Started((who,), sheets=sheets, v=2, at=first.at, f=events.FORMAT)


def begin_pad(
    first: events.Created, who: Seat, setup: PadSetup, seed: bytes, sitting: Sequence[str] = ()
) -> tuple[events.Created, events.Started]:
    """A score pad with the names that were typed.

    Its maker has the first seat, unless `sitting` tells of each seat whose it is, as after a game before.
    """
    typed = [clean_name(name) if name.strip() else "" for name in setup.names]
    seats, sheets = first.options.seats, list(setup.sheets)
    if len(typed) > seats or len(sheets) > seats:
        raise Refused("table.options")
    typed += [""] * (seats - len(typed))
    sheets += [None] * (seats - len(sheets))
    if same_letter([sheet if isinstance(sheet, str) else None for sheet in sheets]) >= 0:
        raise Refused("table.sheet_taken")
    people = tuple(Seat(name, sheet=sheet) for name, sheet in zip(typed, sheets, strict=True))
    if sitting:
        pairs = zip(people, sitting, strict=True)
        people = tuple(msgspec.structs.replace(seat, player=player) for seat, player in pairs)
    else:
        mine = msgspec.structs.replace(people[0], name=typed[0] or who.name, player=who.player)
        people = (mine, *people[1:])
    first = msgspec.structs.replace(first, seats=people)
    dealt: tuple[SheetRows, ...] = ()
    if GAMES[first.options.game].pad_of == "sixto":
        dealt = deal_sheets(first.id, key_of(seed, additions(people)), people)
    return first, events.Started(people, sheets=dealt, v=2, at=first.at, f=events.FORMAT)


def check_rated(options: Options, levels: Collection[str]) -> None:
    """Refuse bots at a rated table whose rating is not known."""
    if options.rated and not all(is_rated_level(options.game, level) for level in levels):
        raise Refused("rating.unknown_bot")


def bot_seat(level: str) -> Seat:
    return Seat(level, bot=level)
