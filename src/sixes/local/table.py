"""A table on this device: commands come in, events come out, and what is due happens when it is woken.

The same functions decide and fold as on a server. A table does nothing by itself: its runner stores the
entries of each `Output` before it shows the frames, and calls `wake` at the time that `next_wake` gives. If
storing fails, the runner drops the table and opens it again from the log, which is authoritative.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from sixes.local.bots import BotSeat, BotStyle, LocalBots
from sixes.local.creating import Person, first_entries
from sixes.play import commands, events
from sixes.play.context import Context
from sixes.play.creating import NewGame, rematch
from sixes.play.deadlines import due_event, next_deadline
from sixes.play.encoding import codec
from sixes.play.handlers import decide, rename
from sixes.play.match import Decided, Match, Refused
from sixes.play.options import Options
from sixes.play.table import CLOSED, OVER, PLAYING, Table, created

AT_ONCE = 1
"""A time that has passed: the table has something to do now."""
HUMAN = BotStyle()
"""At a person's pace, and different each time."""


class Output(NamedTuple):
    """What a table has done."""

    entries: list[bytes]
    """New entries of the log, to be stored before anything is shown."""
    frames: list[bytes]
    """Messages to whoever plays, in their order: events, refusals, and who is here."""
    rematch: "LocalTable | None" = None
    """A new table for the next game; its log is to be stored together with the entries."""


class LocalTable:
    def __init__(
        self, log: Sequence[bytes], seed: bytes, person: Person, now: int, style: BotStyle = HUMAN
    ) -> None:
        """Refused if there is no table in this log, or if a newer release wrote it.

        The player is whoever made the table, under the id of that time.
        """
        self.table, self._answered = fold(log)
        self.log = list(log)
        """Its entries, by version from 1."""
        self.seed = seed
        self.person = person._replace(player=self.table.host)
        self._offset = max(self.table.at - now, 0)
        """From the clock of the device to the table's, which never goes back."""
        self._style = style
        self._dealer = self.table.dealer(seed)
        self._bots = LocalBots(self.table.options.game, style)
        self._paused = True
        """Nobody was here: timers go on with a little extra time."""
        self._output = Output([], [])

    @classmethod
    def open(cls, log: Sequence[bytes], seed: bytes, person: Person, now: int) -> "LocalTable":
        """A table from its log: what was stored is there again, in the middle of a turn, too."""
        return cls(log, seed, person, now)

    # What its runner asks -------------------------------------------------------------------------------

    def welcome(self, now: int, since: int = 0) -> bytes:
        """The first message to a page; without a snapshot if that has seen this version already."""
        table, (player, name) = self.table, self.person
        snapshot = None if since == table.version else table.snapshot()
        return events.encode(events.Welcome(player, name, table.version, self._time(now), snapshot))

    def presence(self) -> bytes:
        """The message that tells who is here: whoever plays on this device."""
        seat = self.table.seat_of(self.person.player)
        here = events.Here(watching=1, seats=()) if seat is None else events.Here((seat,))
        return events.encode(here)

    def receive(self, message: bytes | str, now: int) -> Output:
        """Decide a command. A repeat, by its nonce, gets the first answer again."""
        try:
            command = codec.parse_command(message)
        except msgspec.ValidationError:
            return self._refused("wire.unknown")
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return self._refused("wire.malformed")
        if command.n in self._answered:
            return Output([], [self.log[self._answered[command.n] - 1]])
        now = self._time(now)
        self._resume(now)
        self._add_due_events(now)
        try:
            made = self._decide(command, now)
        except Refused as refused:
            return self._finish(now, refusal=events.Refusal(refused.code, command.n))
        return self._finish(now, made=made)

    def wake(self, now: int) -> Output:
        """Do what is due by now: dice land, time is up, bots move."""
        now = self._time(now)
        self._resume(now)
        self._add_due_events(now)
        while chosen := self._bots.next_move(self.table, now):
            self._move(*chosen, now)
            self._add_due_events(now)
            self._bots.update(self.table, now)
        return self._finish(now)

    def next_wake(self) -> int:
        """When to call `wake`, in milliseconds since 1970; 0: nothing is pending."""
        if self._paused:
            return AT_ONCE
        times = filter(None, (next_deadline(self.table), self._bots.next_due()))
        return max(min(times, default=0) - self._offset, 0)

    def pause(self) -> None:
        """Nobody is here any more: when somebody is again, call `wake`."""
        self._paused = True
        self._bots.stop()

    def record(self) -> dict[str, Any] | None:
        """The record of the game once it is over."""
        return self.table.record() if self.table.phase in (OVER, CLOSED) else None

    # What happens ---------------------------------------------------------------------------------------

    def _time(self, now: int) -> int:
        """The table's clock: it does not go back, even if the device's was set back."""
        return max(now + self._offset, self.table.at)

    def _resume(self, now: int) -> None:
        """After a break, let timers go on with a little extra time; the name may be another one, too."""
        if not self._paused:
            return
        self._paused = False
        self._add((event, None) for event in rename(self.table, *self.person, now))
        if self.table.phase == PLAYING and self.table.match:
            event = self.table.match.resume_event(now)
            self._add([(event, None)] if event else [])

    def _decide(self, command: commands.Command, now: int) -> "LocalTable | None":
        """Accept the events of a command, or raise Refused; the new table if it asks for a rematch."""
        table, (player, name) = self.table, self.person
        deal, made = self._deal(), len(self._answered)
        context = Context(now, player, name, deal, self._bots.levels, lambda *_: 0, made)
        self._add(decide(table, command, context), command.n)
        if isinstance(command, commands.React) and command.reaction == "hurry":
            self._bots.hurry(table)
        if not isinstance(command, commands.RequestRematch):
            return None
        game = rematch(table, self.seed, lambda _: True)
        other = make(game, self.person, now, style=self._style)
        self._add([(events.Rematched(other.table.code, at=now), None)], command.n)
        return other

    def _move(self, who: BotSeat, move: Any, now: int) -> None:
        """Make the move that a bot chose; one that may not do so is replaced."""
        assert self.table.match
        try:
            self._add([self.table.match.decide_move(move, now, self._deal())])
        except (IndexError, ValueError) as error:  # numbers far out of range
            self._bots.fail(who, now, error)
        except Refused as refused:
            if refused.code != "sixem.countdown":  # bots do not see it
                self._bots.fail(who, now, refused.code)

    def _add_due_events(self, now: int) -> None:
        while due := due_event(self.table, self._deal(), now):
            self._add([due])

    def _deal(self) -> Any:
        """Deals the dice; made anew when seats change, since what their players add decides on the dice."""
        if self._dealer.seats is not self.table.seats:
            self._dealer = self.table.dealer(self.seed)
        return self._dealer

    def _add(self, decided: Iterable[Decided], nonce: str = "") -> None:
        """Accept events; the first one answers the command."""
        for event, match in decided:
            event.v, event.f, event.n = self.table.version + 1, events.FORMAT, nonce
            if nonce:
                self._answered[nonce], nonce = event.v, ""
            seats, self.table = self.table.seats, after(self.table, event, match)
            body = events.encode(event)
            self.log.append(body)
            self._output.entries.append(body)
            self._output.frames.append(body)
            if self.table.seats is not seats:
                self._output.frames.append(self.presence())

    def _finish(
        self, now: int, refusal: events.Refusal | None = None, made: "LocalTable | None" = None
    ) -> Output:
        """Everything since the last output; bots with something to do begin their pauses."""
        self._add_due_events(now)
        self._bots.update(self.table, now)
        if refusal:
            self._output.frames.append(events.encode(refusal))
        output, self._output = self._output._replace(rematch=made), Output([], [])
        return output

    def _refused(self, code: str) -> Output:
        return Output([], [events.encode(events.Refusal(code))])


def create(
    options: Options, bots: Sequence[str], person: Person, now: int, seed: bytes | None = None
) -> LocalTable:
    """A new table; Refused if its options do not go together, or if it cannot be played without a server.

    Bots take its last seats, and nobody sits on the others yet. Unless `seed` is given, it is secret.
    """
    return make(NewGame(options, bots), person, now, seed)


def make(
    game: NewGame, person: Person, now: int, seed: bytes | None = None, style: BotStyle = HUMAN
) -> LocalTable:
    """A new table for a game, which may be taken over from another one."""
    begins, seed = first_entries(game, person, now, seed)
    return LocalTable(list(map(events.encode, begins)), seed, person, now, style)


def fold(log: Iterable[bytes]) -> tuple[Table, dict[str, int]]:
    """The table of a log, and the version that answered each nonce."""
    table: Table | None = None
    answered: dict[str, int] = {}
    for body in log:
        event = codec.read_event(body)
        if table is not None:
            table = table.after(event)
        elif isinstance(event, events.Created):
            table = created(event)
        if event.n:
            answered[event.n] = event.v
    if table is None:
        raise Refused("table.unknown")
    return table, answered


def after(table: Table, event: events.Event, match: Match | None) -> Table:
    """The table after an event; `match` is the one after it, where that was decided just now."""
    if match is None:
        return table.after(event)
    return replace(table, match=match, version=event.v, at=event.at)
