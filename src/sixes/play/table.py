"""A table: who sits there, what was agreed, and the one game that is played at it.

A table never changes: each event gives a new one, whether it just happened or comes from the log. So a server
that starts again, a client that watches and a test all see the same.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from sixes.play import events
from sixes.play.match import Dealer, Refused, additions
from sixes.play.sixem import snapshot as sixem_snapshot
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto import snapshot as sixto_snapshot
from sixes.play.sixto.match import SixtoMatch
from sixes.play.snapshots import Options, Seat, SixemSnapshot, SixtoSnapshot, TableSnapshot
from sixes.rules.six import put

GATHERING, PLAYING, OVER, CLOSED = "gathering", "playing", "over", "closed"
"""The phases of a table."""
USUAL_TIMER = {"sixto": 0, "sixem": 30}
"""Seconds for a step, unless the table says otherwise."""
RECORD_FORMAT = 1
"""The version of what our records keep in `match`."""


class Table(msgspec.Struct, frozen=True):
    id: str
    code: str
    options: Options
    host: str
    promise: str
    seats: tuple[Seat | None, ...]
    phase: str = GATHERING
    lot: int = 0
    started: int = 0
    seed: str = ""
    """Once it is published."""
    rematch: str = ""
    removed: tuple[str, ...] = ()
    """Players whom a host sent away; they cannot sit down again."""
    match: SixtoMatch | SixemMatch | None = None
    version: int = 0
    at: int = 0
    """When the last event happened."""

    def seat_of(self, player: str) -> int | None:
        """The seat of a person, played by themselves or by a bot that stands in."""
        for at, seat in enumerate(self.seats):
            if seat and seat.player == player:
                return at
        return None

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.seats if seat and seat.player)

    @property
    def limit(self) -> int:
        """Milliseconds for a step; 0: no timer."""
        timer = self.options.timer
        return 1000 * (USUAL_TIMER[self.options.game] if timer is None else timer)

    def dealer(self, seed: bytes) -> Dealer:
        """Deals the dice of the game under way."""
        return Dealer(self.id, seed, self.seats)

    def after(self, event: events.Event) -> "Table":
        step = STEPS.get(type(event))
        table = step(self, event) if step else self
        match = table.match.after(event) if table.match is not None else None
        return replace(table, match=match, version=event.v, at=max(self.at, event.at))

    def snapshot(self) -> TableSnapshot:
        match: SixtoSnapshot | SixemSnapshot | None = None
        if isinstance(self.match, SixtoMatch):
            match = sixto_snapshot.to_snapshot(self.match)
        elif self.match is not None:
            match = sixem_snapshot.to_snapshot(self.match)
        return TableSnapshot(
            id=self.id,
            code=self.code,
            options=self.options,
            phase=self.phase,  # type: ignore[arg-type]
            host=self.host,
            promise=self.promise,
            seats=self.seats,
            match=match,
            seed=self.seed,
            rematch=self.rematch,
        )

    def record(self) -> dict[str, Any] | None:
        """The game as a record, with the seed once it is published; None before there is anything to tell."""
        match = self.match
        if match is None or (isinstance(match, SixemMatch) and match.spun < 0):
            return None
        seats = [seat for seat in self.seats if seat]
        dice: dict[str, Any] = {"game": self.id}
        if self.seed:
            dice["seed"] = self.seed
        dice |= {"promise": self.promise, "additions": additions(self.seats)}
        dice |= match.dice_record() | ({"lot": self.lot} if self.options.game == "sixto" else {})
        players = [{"name": seat.name} | ({"bot": seat.bot} if seat.bot else {}) for seat in seats]
        times = {"started": self.started, "last": self.at}
        about = {"format": RECORD_FORMAT, "players": players, "times": times, "dice": dice}
        return match.record() | {"match": about}


class Stamp(msgspec.Struct):
    """The format of an event, which alone can be read in one of any release."""

    f: int = 1


read_stamp = msgspec.json.Decoder(Stamp).decode


def read_log(log: Iterable[bytes]) -> Table:
    """A table from its events as they are stored; Refused if a newer release wrote some of them."""
    stored = map(read_event, log)
    first = next(stored, None)
    if not isinstance(first, events.Created):
        raise Refused("table.unknown")
    table = created(first)
    for event in stored:
        table = table.after(event)
    return table


def read_event(line: bytes) -> events.Event:
    """An event as it is stored. What a newer release wrote is refused rather than misread."""
    try:
        event: events.Event = events.read_event(line)
    except msgspec.ValidationError:
        if read_stamp(line).f <= events.FORMAT:
            raise
        raise Refused("table.newer_format") from None
    if event.f > events.FORMAT:
        raise Refused("table.newer_format")
    return event


def created(event: events.Created) -> Table:
    """A table from the first event of its log."""
    return Table(
        event.id,
        event.code,
        event.options,
        event.host,
        event.promise,
        event.seats,
        version=event.v,
        at=event.at,
    )


def from_snapshot(view: TableSnapshot, version: int, at: int) -> Table:
    """The table that a view shows, for a client that comes to it."""
    table = Table(view.id, view.code, view.options, view.host, view.promise, view.seats, view.phase)
    table = replace(table, version=version, at=at, seed=view.seed, rematch=view.rematch)
    if view.match is None:
        return table
    if isinstance(view.match, SixtoSnapshot):
        return replace(table, match=sixto_snapshot.from_snapshot(view.match, table.limit))
    options = view.options
    match = sixem_snapshot.from_snapshot(
        view.match, table.limit, options.sweet, options.throw_time, options.auto_stop
    )
    return replace(table, match=match)


# What comes of events -----------------------------------------------------------------------------------


def after_sat(table: Table, event: events.Sat) -> Table:
    seats = table.seats
    before = table.seat_of(event.who.player) if event.who.player else None
    if before is not None:
        seats = put(seats, before, None)
    return replace(table, seats=put(seats, event.seat, event.who))


def after_left(table: Table, event: events.Left) -> Table:
    sitting = table.seats[event.seat]
    removed = (sitting.player,) if event.gone and sitting and sitting.player else ()
    return replace(table, seats=put(table.seats, event.seat, None), removed=table.removed + removed)


def after_started(table: Table, event: events.Started) -> Table:
    options = table.options
    match: SixtoMatch | SixemMatch
    if options.game == "sixto":
        match = SixtoMatch.begin(event, table.limit)
    else:
        sixem = (options.sweet, options.throw_time, options.auto_stop)
        match = SixemMatch.begin(event, table.limit, *sixem)
    return replace(table, seats=event.seats, phase=PLAYING, match=match, lot=event.lot, started=event.at)


def with_seat(table: Table, seat: int, **changes: Any) -> Table:
    sitting = table.seats[seat]
    assert sitting is not None
    return replace(table, seats=put(table.seats, seat, replace(sitting, **changes)))


def after_handed(table: Table, event: events.Handed) -> Table:
    gone = {"player": "", "name": event.level} if event.gone else {}
    return with_seat(table, event.seat, bot=event.level, **gone)


STEPS: dict[type[events.Event], Callable[[Table, Any], Table]] = {
    events.Sat: after_sat,
    events.Left: after_left,
    events.Chose: lambda table, event: with_seat(table, event.seat, sheet=event.sheet),
    events.Named: lambda table, event: with_seat(table, event.seat, name=event.name),
    events.Hosts: lambda table, event: replace(table, host=event.player),
    events.Started: after_started,
    events.Handed: after_handed,
    events.Returned: lambda table, event: with_seat(table, event.seat, bot=""),
    events.Ended: lambda table, event: replace(table, phase=OVER, seed=event.seed),
    events.Closed: lambda table, event: replace(table, phase=CLOSED, seed=event.seed or table.seed),
    events.Rematched: lambda table, event: replace(table, rematch=event.code),
}
