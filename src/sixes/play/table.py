"""A table: its seats, its options, and the one game played at it.

A table is immutable: each event gives a new one, whether it just happened or comes from the log. So a server
that restarts, a client and a test all fold the same events to the same table.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from sixes.play import daily, days, events, lesson
from sixes.play.beginning import Beginning, SharedDice
from sixes.play.encoding import codec
from sixes.play.games import GAMES, Game
from sixes.play.head_starts import HeadStart
from sixes.play.match import Dealer, Match, Refused, additions
from sixes.play.options import Options
from sixes.play.pad.match import PadMatch
from sixes.play.seats import Seat
from sixes.play.snapshots import TableSnapshot
from sixes.rules.six import put

GATHERING, PLAYING, OVER, CLOSED = "gathering", "playing", "over", "closed"
"""The phases of a table."""
RECORD_FORMAT = 1
"""The version of what our records keep in `match`."""


class Reserved(NamedTuple):
    """The seats that a rematch keeps for those who played."""

    players: tuple[str, ...]
    """By seat; empty where nobody is awaited."""
    until: int

    def seat_of(self, player: str) -> int | None:
        return self.players.index(player) if player and player in self.players else None


class Table(msgspec.Struct, frozen=True):
    id: str
    code: str
    options: Options
    host: str
    promise: str
    seats: tuple[Seat | None, ...]
    places: dict[str, int] = {}
    """The seat of each person, which every command asks for."""
    phase: str = GATHERING
    started: int = 0
    seed: str = ""
    """Once it is published."""
    rematch: str = ""
    removed: tuple[str, ...] = ()
    """Players whom a host sent away; they cannot sit down again."""
    match: Match | None = None
    reserved: Reserved | None = None
    beginning: Beginning | None = None
    proposed: tuple[HeadStart, ...] = ()
    """Head starts before the game, with who has agreed."""
    until: int = 0
    """When the time for a daily challenge that counts is up; 0: it never is."""
    version: int = 0
    at: int = 0
    """When the last event happened."""

    def seat_of(self, player: str) -> int | None:
        """The seat of a person, played by themselves or by a bot that stands in."""
        return self.places.get(player)

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(self.places)

    @property
    def awaited(self) -> list[int]:
        """The reserved seats whose players have neither sat down nor declined."""
        players = self.reserved.players if self.reserved and self.phase == GATHERING else ()
        return [seat for seat, player in enumerate(players) if player and self.seats[seat] is None]

    @property
    def game(self) -> Game:
        return GAMES[self.options.game]

    @property
    def is_pad(self) -> bool:
        """A score pad for real dice."""
        return bool(self.game.pad_of)

    @property
    def fewest(self) -> int:
        """Seats that must be taken when the game starts: nobody is rated alone."""
        return max(self.game.fewest, 2 if self.options.rated else 1)

    @property
    def limit(self) -> int:
        """Milliseconds for a step; 0: no timer."""
        if self.options.days is not None:
            return self.options.days * days.DAY
        timer = self.options.timer
        return 1000 * (self.game.timer if timer is None else timer)

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask the coach: what was agreed, or else if there is one person only."""
        if self.options.rated or self.is_pad:
            return False
        return len(self.places) <= 1 if self.options.hints is None else self.options.hints

    @property
    def dice_game(self) -> str:
        """What the labels of its dice call this game."""
        if self.shared_dice:
            return self.shared_dice.game
        return lesson.GAME if self.options.lesson else self.id

    @property
    def shared_dice(self) -> SharedDice | None:
        if self.options.daily is not None:
            return daily.dice_of(self.options.daily)
        return self.beginning.dice if self.beginning else None

    @property
    def is_sealed(self) -> bool:
        """Whether its seed stays secret when its game ends, since others play with the same dice."""
        return self.options.daily is not None or (self.options.duel and self.beginning is None)

    def dealer(self, seed: bytes) -> Dealer:
        """Deals the dice of the game under way."""
        return Dealer(self.dice_game, seed, self.seats, self.shared_dice)

    def after(self, event: events.Event) -> "Table":
        """The table after an event."""
        step = STEPS.get(type(event))
        table = step(self, event) if step else self
        match = table.match and table.match.after(event)
        return replace(table, match=match, version=event.v, at=max(self.at, event.at))

    def with_seats(self, seats: tuple[Seat | None, ...]) -> "Table":
        places = {seat.player: at for at, seat in enumerate(seats) if seat and seat.player}
        return replace(self, seats=seats, places=places)

    def snapshot(self) -> TableSnapshot:
        kept = self.reserved if self.phase == GATHERING else None
        return TableSnapshot(
            id=self.id,
            code=self.code,
            options=self.options,
            phase=self.phase,  # type: ignore[arg-type]
            host=self.host,
            promise=self.promise,
            seats=self.seats,
            match=self.match.snapshot() if self.match else None,
            seed=self.seed,
            rematch=self.rematch,
            reserved=kept.players if kept else (),
            due=kept.until if kept else self.until,
            source=self.beginning.source if self.beginning else None,
            proposed=self.proposed,
        )

    def record(self) -> dict[str, Any] | None:
        """The game as a record, with the seed once it is published; None before there is any."""
        record = self.match.record() if self.match else None
        if self.match is None or record is None:
            return None
        about: dict[str, Any] = {"format": RECORD_FORMAT}
        about["players"] = [player_document(seat) for seat in self.seats if seat]
        about["times"] = {"started": self.started, "last": self.at}
        if self.beginning:
            about["source"] = {"table": self.beginning.source.table, "turns": self.beginning.source.turns}
            if self.beginning.first:
                about["duel"] = {"first": self.beginning.first}
        if self.match.head_starts:
            about["head_starts"] = list(self.match.head_starts)
        if isinstance(self.match, PadMatch):
            return self.match.document(about)
        return record | {"match": about | {"dice": self._dice_record(self.match)}}

    def _dice_record(self, match: Match) -> dict[str, Any]:
        """What a record says of the dice."""
        dice: dict[str, Any] = {"game": self.dice_game}
        if self.seed:
            dice["seed"] = self.seed
        dice["promise"] = self.promise
        if self.shared_dice:
            return dice | {"additions": list(self.shared_dice.additions), "shared": True}
        dice["additions"] = additions(self.seats)
        return dice | ({"taken": len(self.beginning.turns)} if self.beginning else match.dice_record())


def player_document(seat: Seat) -> dict[str, Any]:
    """Who played on a seat, as records have it."""
    bot = {"bot": seat.bot} if seat.bot else {}
    return {"name": seat.name} | bot | ({"hinted": True} if seat.hinted else {})


def read_log(log: Iterable[bytes]) -> Table:
    """A table from its events as they are stored; Refused if a newer release wrote some of them."""
    table: Table | None = None
    for body in log:
        table = fold_body(table, body)
    if table is None:
        raise Refused("table.unknown")
    return table


def fold_body(table: Table | None, body: bytes) -> Table:
    """The table after the next event of its log, as that is stored; None stands before the first."""
    event = codec.read_event(body)
    if table is not None:
        return table.after(event)
    if not isinstance(event, events.Created):
        raise Refused("table.unknown")
    return created(event)


def created(event: events.Created) -> Table:
    """A table from the first event of its log."""
    table = Table(event.id, event.code, event.options, event.host, event.promise, ())
    reserved = Reserved(event.reserved, event.due) if event.reserved else None
    until, beginning = 0 if reserved else event.due, event.beginning
    table = replace(table, version=event.v, at=event.at, reserved=reserved, until=until, beginning=beginning)
    return table.with_seats(event.seats)


def from_snapshot(view: TableSnapshot, version: int, at: int) -> Table:
    """The table that a snapshot shows, for a client that comes to it."""
    table = Table(view.id, view.code, view.options, view.host, view.promise, (), phase=view.phase)
    match = table.game.match.from_snapshot(view.match, view.options, table.limit) if view.match else None
    reserved = Reserved(view.reserved, view.due) if view.reserved else None
    beginning = Beginning(view.source, ()) if view.source else None
    until = 0 if reserved else view.due
    table = replace(table, match=match, version=version, at=at, reserved=reserved, until=until)
    table = replace(table, beginning=beginning, seed=view.seed, rematch=view.rematch, proposed=view.proposed)
    return table.with_seats(view.seats)


def after_sat(table: Table, event: events.Sat) -> Table:
    seats = table.seats
    before = table.seat_of(event.who.player) if event.who.player else None
    if before is not None:
        seats = put(seats, before, vacated(table, before))
    return table.with_seats(put(seats, event.seat, event.who))


def vacated(table: Table, seat: int) -> Seat | None:
    """What is left when somebody gets up: nothing, but a sheet of a score pad keeps its name."""
    sitting = table.seats[seat]
    return Seat(sitting.name) if table.is_pad and sitting else None


def after_left(table: Table, event: events.Left) -> Table:
    sitting = table.seats[event.seat]
    removed = (sitting.player,) if event.gone and sitting and sitting.player else ()
    reserved = table.reserved and table.reserved._replace(players=put(table.reserved.players, event.seat, ""))
    seats = put(table.seats, event.seat, vacated(table, event.seat))
    return replace(table.with_seats(seats), removed=table.removed + removed, reserved=reserved)


def after_started(table: Table, event: events.Started) -> Table:
    match = table.game.match.begin(event, table.options, table.limit)
    return replace(table.with_seats(event.seats), phase=PLAYING, match=match, started=event.at, proposed=())


def with_seat(table: Table, seat: int, **changes: Any) -> Table:
    sitting = table.seats[seat]
    assert sitting is not None
    return table.with_seats(put(table.seats, seat, replace(sitting, **changes)))


def after_handed(table: Table, event: events.Handed) -> Table:
    sitting, changes = table.seats[event.seat], dict[str, Any](helped=True)
    if event.gone:
        left = sitting.player if sitting and table.options.rated else ""
        changes = {"player": "", "name": event.level, "left": left}
    return with_seat(table, event.seat, bot=event.level, **changes)


STEPS: dict[type[events.Event], Callable[[Table, Any], Table]] = {
    events.Sat: after_sat,
    events.Left: after_left,
    events.Chose: lambda table, event: with_seat(table, event.seat, sheet=event.sheet),
    events.Named: lambda table, event: with_seat(table, event.seat, name=event.name),
    events.Proposed: lambda table, event: replace(table, proposed=event.head_starts),
    events.Hosts: lambda table, event: replace(table, host=event.player),
    events.Started: after_started,
    events.Hinted: lambda table, event: with_seat(table, event.seat, hinted=True),
    events.Handed: after_handed,
    events.Returned: lambda table, event: with_seat(table, event.seat, bot=""),
    events.Ended: lambda table, event: replace(table, phase=OVER, seed=event.seed),
    events.Closed: lambda table, event: replace(table, phase=CLOSED, seed=event.seed or table.seed),
    events.Rematched: lambda table, event: replace(table, rematch=event.code),
}
