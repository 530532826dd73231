"""What the pads of both games share: entries that anybody writes, and that can all be taken back."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, Self

from msgspec.structs import replace

from sixes.play import commands, events
from sixes.play.match import Dealer, Decided, Match, Refused


class Entry(NamedTuple):
    """One entry, with what stood there before."""

    what: str
    seat: int | None = None
    box: str = ""
    before: tuple[int, ...] = ()


NO_BOARD: Any = None
"""An event has none yet: what it shows is computed only for those who will see it."""


class PadMatch(Match, frozen=True):
    """A pad has no dice and no timers of its own: nothing happens by itself, and nobody is waited for."""

    ENTRIES: ClassVar[Mapping[type[events.Event], str]]
    """What kind of entry each event is."""

    entries: tuple[Entry, ...] = ()
    """All that can be taken back; a client that came later does not know the first ones."""
    written: int = 0
    """How many entries there are."""
    steps: tuple[dict[str, Any], ...] = ()
    """The finished turns or rounds, as the pad's document has them."""
    over: bool = False
    """They have said so."""

    # What the pad of each game knows ----------------------------------------------------------------------

    def board(self) -> Any:
        """All that changes on the pad, as messages have it."""
        raise NotImplementedError

    def with_board(self, board: Any) -> Self:
        """The pad as messages say that it stands."""
        raise NotImplementedError

    @property
    def sheets(self) -> tuple[commands.SheetRows, ...]:
        """For each seat the numbers of its sheet; nothing if the game has none."""
        return ()

    def before(self, event: Any) -> tuple[int, ...]:
        """What an event is about to change, for `without`."""
        raise NotImplementedError

    def without(self, entry: Entry) -> Self:
        """The pad before its last entry, whose entry stays in the list."""
        raise NotImplementedError

    def written_by(self, event: Any) -> Self:
        """The pad after an event that wrote on it, whose entry is not in the list yet."""
        raise NotImplementedError

    def write(self, command: Any, who: events.Writer, now: int) -> events.Event:
        """The event of a command that only this game has, without what it shows."""
        raise NotImplementedError

    def shown(self, event: events.Event) -> dict[str, Any]:
        """What the event that led to this pad tells those who see it, besides what was written."""
        has_board = isinstance(event, events.PadTurned | events.PadPlayedOn | events.PadEnded)
        return {"board": self.board()} if has_board else {}

    def turned(self) -> Self:
        """The pad after the turn or round under way."""
        raise NotImplementedError

    def is_touched(self) -> bool:
        """Whether anything was crossed or marked in this turn or round."""
        raise NotImplementedError

    @property
    def is_proposed(self) -> bool:
        """By the rules the game is over, and they have not said yet what they do about that."""
        raise NotImplementedError

    def played_on(self) -> Self:
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        raise NotImplementedError

    def ordinary_record(self) -> dict[str, Any] | None:
        """The game as any other record, if the pad tells all of it and no rule was broken."""
        raise NotImplementedError

    def document(self, about: dict[str, Any]) -> dict[str, Any]:
        """What was written, and an ordinary record where that is a whole game; `about` is its `match`."""
        match, ordinary = about | {"real": True}, self.ordinary_record()
        told = self.record() | {"match": match}
        return told | {"record": ordinary | {"match": match}} if ordinary else told

    # Deciding ---------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.over

    def seats_to_act(self) -> int:
        return 0

    def decide(self, _seat: int, _command: commands.Command, _now: int, _deal: Dealer) -> Decided:
        """Whoever writes on a pad need not have a seat, so these commands come by `play.writing`."""
        raise Refused("table.other_game")

    def entered(self, command: Any, who: events.Writer, now: int) -> events.Event:
        """The event of a command to a pad; Refused if it changes nothing."""
        if isinstance(command, commands.PadUndo):
            return self._undone(command, who, now)
        event = self.checked(command, who, now)
        return replace(event, **self.after(event).shown(event))

    def checked(self, command: Any, who: events.Writer, now: int) -> events.Event:
        """The event of anything but an undo, without what it shows; Refused if it changes nothing."""
        if command.step != self.number:
            raise Refused("table.stale")
        if isinstance(command, commands.PadEnd):
            return events.PadEnded(who, self.number, NO_BOARD, at=now)
        if isinstance(command, commands.PadPlayOn):
            if not self.is_proposed:
                raise Refused("table.not_now")
            return events.PadPlayedOn(who, self.number, NO_BOARD, at=now)
        if self.is_proposed:
            raise Refused("pad.proposed")
        if isinstance(command, commands.PadNext):
            return events.PadTurned(who, self.number, NO_BOARD, at=now)
        return self.write(command, who, now)

    def finished(self) -> Self:
        """The pad once all say that the game is over: what was crossed in this turn counts."""
        return replace(self.turned() if self.is_touched() else self, over=True)

    def _undone(self, command: commands.PadUndo, who: events.Writer, now: int) -> events.Event:
        if command.entries != self.written:
            raise Refused("table.stale")
        if not self.entries:
            raise Refused("pad.nothing_to_undo")
        last = self.entries[-1]
        back = replace(self.without(last), written=self.written - 1)
        return events.PadUndone(who, back.number, last.what, back.board(), last.seat, last.box, at=now)  # type: ignore[arg-type]

    # Folding ----------------------------------------------------------------------------------------------

    def after(self, event: events.Event) -> Self:
        if isinstance(event, events.PadUndone):
            known = self.entries[:-1]
            steps = self.steps[:-1] if event.what == "next" else self.steps
            return replace(self.with_board(event.board), entries=known, steps=steps)
        if isinstance(event, events.PadEnded):
            return self.finished()
        what = self.ENTRIES.get(type(event))
        if what is None:
            return self
        entry = Entry(what, getattr(event, "seat", None), self._place(event), self.before(event))
        if isinstance(event, events.PadTurned):
            changed = self.turned()
        elif isinstance(event, events.PadPlayedOn):
            changed = self.played_on()
        else:
            changed = self.written_by(event)
        return replace(changed, entries=(*self.entries, entry), written=self.written + 1)

    def _place(self, event: Any) -> str:
        return str(getattr(event, "box", "") or getattr(event, "cell", ""))
