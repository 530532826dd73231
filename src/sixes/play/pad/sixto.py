"""A score pad of Sixto: sheets on which boxes are crossed with dice that were typed, or known to nobody."""

from types import ModuleType
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from sixes.play import commands, events
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.pad.match import Entry, PadMatch
from sixes.play.sixto.sheets import scores, sheet_numbers
from sixes.play.sixto.snapshot import colour_set, rows_with
from sixes.play.snapshots import SixtoPadBoard, SixtoPadSnapshot
from sixes.records import sixto as records
from sixes.records.errors import rule_key
from sixes.rules import sixto
from sixes.rules.rows import (
    DICE_END,
    FINE,
    POINTS,
    TARGET,
    SixtoRefusal,
    box_refusal,
    closed_colours,
    closes,
    die_refusal,
    legal_boxes,
    number_at,
)
from sixes.rules.sheets import BOXES, box_names, rows_of, sheet_of
from sixes.rules.six import NONE, NONE_EACH, Six, clockwise, colour_names, count, has, members, put
from sixes.rules.turns import CROSSING, SixtoState, Turn

NUMBERS = range(1, 7)
MOST_CROSSES = len(POINTS) - 1
"""In a row."""
ENDS = {name: end for end, name in records.ENDS.items()}


def with_turn(game: SixtoState, dice: Six, half: tuple[Six, ...]) -> SixtoState:
    """A turn on a pad: all of it is crossing."""
    return sixto.with_turn(game, Turn(CROSSING, dice, half, 0, NONE))


def cross_refusal(game: SixtoState, seat: int, colour: int, place: int) -> SixtoRefusal:
    """The rule that forbids a cross; a die that was not typed may show anything."""
    if has(game.closed, colour):
        return SixtoRefusal.DIE_GONE
    row = game.sheets[seat][colour]
    number = game.turn.dice[colour] or number_at(row, place)
    return box_refusal(row, game.crosses[seat][colour], number, place)


def legal_places(game: SixtoState) -> tuple[Six, ...]:
    """For each seat and row, the places that may be crossed in this turn."""
    return tuple(tuple(_legal_row(game, seat, colour) for colour in range(6)) for seat in range(game.seats))


def _legal_row(game: SixtoState, seat: int, colour: int) -> int:
    if has(game.closed, colour):
        return 0
    row, crosses, typed = game.sheets[seat][colour], game.crosses[seat][colour], game.turn.dice[colour]
    found = 0
    for number in (typed,) if typed else NUMBERS:
        found |= legal_boxes(row, crosses, number)
    return found


def broken_rules(game: SixtoState) -> list[dict[str, Any]]:
    """The crosses of this turn that a rule forbids, with its name."""
    found = []
    for seat in range(game.seats):
        for box in box_names(game.turn.half[seat]):
            broken = cross_refusal(game, seat, *BOXES[box])
            if broken:
                found.append({"seat": seat, "box": box, "rule": rule_key("sixto", broken)})
    return found


class SixtoPadMatch(PadMatch, frozen=True):
    RULES: ClassVar[ModuleType] = sixto
    CODES: ClassVar = {refusal: rule_key("sixto", refusal) for refusal in SixtoRefusal}
    ENTRIES: ClassVar = {
        events.PadDiced: "dice",
        events.PadCrossed: "cross",
        events.PadUncrossed: "uncross",
        events.PadTurned: "next",
        events.PadPlayedOn: "play_on",
    }

    state: SixtoState
    forced: tuple[Six, ...] = NONE_EACH
    """For each seat and row, the boxes of turns before that were crossed against a rule."""
    declined: int = 0
    """Ends after which they played on."""

    @classmethod
    def begin(cls, started: events.Started, _: Options, limit: int) -> Self:
        game = sixto.setup(tuple(map(sheet_of, started.sheets)))
        return cls(with_turn(game, NONE, NONE_EACH), limit)

    @classmethod
    def from_snapshot(cls, shown: SixtoPadSnapshot, _: Options, limit: int) -> Self:
        fresh = cls(sixto.setup(tuple(map(sheet_of, shown.sheets))), limit, over=shown.over)
        return fresh.with_board(shown.board)

    def snapshot(self) -> SixtoPadSnapshot:
        return SixtoPadSnapshot(self.sheets, self.board(), self.over, tuple(self.winners))

    @property
    def sheets(self) -> tuple[commands.SheetRows, ...]:
        return tuple(map(sheet_numbers, self.state.sheets[: self.state.seats]))

    def board(self) -> SixtoPadBoard:
        game, seats = self.state, range(self.state.seats)
        forced = any(map(any, self.forced))
        return SixtoPadBoard(
            turn=self.number,
            active=game.active,
            crosses=tuple(tuple(box_names(game.crosses[seat])) for seat in seats),
            half=tuple(tuple(box_names(game.turn.half[seat])) for seat in seats),
            scores=self.scores,
            legal=legal_places(game),
            dice=game.turn.dice,
            closed=tuple(colour_names(game.closed)),
            forced=tuple(tuple(box_names(self.forced[seat])) for seat in seats) if forced else (),
            ends=end_names(game.ends),
            declined=end_names(self.declined),
            entries=self.written,
        )

    def with_board(self, board: SixtoPadBoard) -> Self:
        room = NONE_EACH[self.state.seats :]
        game = self.state._replace(
            crosses=tuple(map(rows_with, board.crosses)) + room,
            closed=colour_set(board.closed),
            turns=board.turn - 1,
            active=board.active,
            ends=sum(ENDS[name] for name in board.ends),
        )
        declined = sum(ENDS[name] for name in board.declined)
        game = with_turn(game, board.dice, tuple(map(rows_with, board.half)) + room)
        forced = tuple(map(rows_with, board.forced)) + NONE_EACH[len(board.forced) :]
        return replace(self, state=game, forced=forced, declined=declined, written=board.entries)

    @property
    def scores(self) -> tuple[int, ...]:
        return scores(self.state)

    @property
    def number(self) -> int:
        return self.state.turns + 1

    @property
    def winners(self) -> list[int]:
        """Of those who say that it is over; the rules need not say so."""
        return members(sixto.winners(self.state._replace(ends=DICE_END))) if self.over else []

    @property
    def is_proposed(self) -> bool:
        return self.state.ends != 0

    def is_touched(self) -> bool:
        return any(map(any, self.state.turn.half))

    # Writing ----------------------------------------------------------------------------------------------

    def write(self, command: Any, who: events.Writer, now: int) -> events.Event:
        if isinstance(command, commands.PadDice):
            return self._diced(command.dice, who, now)
        if not isinstance(command, commands.PadCross | commands.PadUncross):
            raise Refused("table.other_game")
        if command.seat >= self.state.seats:
            raise Refused("sixto.no_such_seat")
        if command.box not in BOXES:
            raise Refused("sixto.no_such_box")
        colour, place = BOXES[command.box]
        crossed = self.state.turn.half[command.seat][colour] == 1 << place
        if isinstance(command, commands.PadUncross):
            if not crossed:
                raise Refused("sixto.not_crossed")
            return events.PadUncrossed(who, self.number, command.seat, command.box, at=now)
        if crossed or has(self.state.crosses[command.seat][colour], place):
            raise Refused("sixto.crossed_already")
        return self._crossed(command, colour, place, who, now)

    def _diced(self, dice: Six, who: events.Writer, now: int) -> events.Event:
        if dice == self.state.turn.dice:
            raise Refused("table.stale")
        for colour, number in enumerate(dice):
            broken = die_refusal(self.state.closed, colour, number) if number else FINE
            if broken:
                raise Refused(self.CODES[broken])
        return events.PadDiced(who, self.number, dice, (), at=now)

    def shown(self, event: events.Event) -> dict[str, Any]:
        if isinstance(event, events.PadDiced):
            return {"legal": legal_places(self.state)}
        return super().shown(event)

    def _crossed(
        self, command: commands.PadCross, colour: int, place: int, who: events.Writer, now: int
    ) -> events.Event:
        broken = cross_refusal(self.state, command.seat, colour, place)
        if broken and not command.force:
            raise Refused(self.CODES[broken])
        if count(self.state.crosses[command.seat][colour]) == MOST_CROSSES:
            raise Refused("pad.row_full")  # however they play, there are no points for one more
        row = self.state.crosses[command.seat][colour] | 1 << place
        closing = bool(1 << place & TARGET) and closes(row) and not has(self.state.closed, colour)
        forced = self.CODES[broken] if broken else ""
        return events.PadCrossed(who, self.number, command.seat, command.box, forced, closing, at=now)

    def written_by(self, event: Any) -> Self:
        game = self.state
        if isinstance(event, events.PadDiced):
            return replace(self, state=with_turn(game, event.dice, game.turn.half))
        colour, place = BOXES[event.box]
        half = 1 << place if isinstance(event, events.PadCrossed) else 0
        return self._with_half(event.seat, colour, half)

    def _with_half(self, seat: int, colour: int, half: int) -> Self:
        turn = self.state.turn
        rows = put(turn.half, seat, put(turn.half[seat], colour, half))
        return replace(self, state=with_turn(self.state, turn.dice, rows))

    def turned(self) -> Self:
        game = self.state
        forced, broken = self.forced, broken_rules(game)
        for one in broken:
            colour, place = BOXES[one["box"]]
            rows = forced[one["seat"]]
            forced = put(forced, one["seat"], put(rows, colour, rows[colour] | 1 << place))
        crosses = [box_names(rows) for rows in game.turn.half[: game.seats]]
        step: dict[str, Any] = {"dice": list(game.turn.dice), "crosses": crosses}
        ended = sixto.end_turn(game, game.turn.half)
        ended = with_turn(ended._replace(ends=ended.ends & ~self.declined), NONE, NONE_EACH)
        steps = (*self.steps, step | ({"forced": broken} if broken else {}))
        return replace(self, state=ended, forced=forced, steps=steps)

    def played_on(self) -> Self:
        game = self.state._replace(ends=0)
        return replace(self, state=game, declined=self.declined | self.state.ends)

    # Taking back ------------------------------------------------------------------------------------------

    def before(self, event: Any) -> tuple[int, ...]:
        if isinstance(event, events.PadDiced):
            return self.state.turn.dice
        if isinstance(event, events.PadTurned):
            return ()
        if isinstance(event, events.PadPlayedOn):
            return (self.declined, self.state.ends)
        return (self.state.turn.half[event.seat][BOXES[event.box][0]],)

    def without(self, entry: Entry) -> Self:
        if entry.what == "dice":
            return replace(self, state=with_turn(self.state, entry.before, self.state.turn.half))
        if entry.what == "play_on":
            declined, ends = entry.before
            return replace(self, state=self.state._replace(ends=ends), declined=declined)
        if entry.what == "next":
            return self._before_turn()
        assert entry.seat is not None
        return self._with_half(entry.seat, BOXES[entry.box][0], entry.before[0])

    def _before_turn(self) -> Self:
        """The last turn as it was just before it ended."""
        game, last = self.state, self.steps[-1]
        half = tuple(map(rows_with, last["crosses"])) + NONE_EACH[game.seats :]
        pairs = list(zip(game.crosses, half, strict=True))
        crosses = tuple(tuple(a & ~b for a, b in zip(final, mine, strict=True)) for final, mine in pairs)
        active = (game.active - 1) % game.seats
        assert clockwise(active, game.seats) == game.active
        closed = closed_colours(game.seats, crosses)
        game = game._replace(crosses=crosses, closed=closed, ends=0, turns=game.turns - 1, active=active)
        forced = tuple(
            tuple(a & ~b for a, b in zip(rows, mine, strict=True))
            for rows, mine in zip(self.forced, half, strict=True)
        )
        return replace(self, state=with_turn(game, tuple(last["dice"]), half), forced=forced)

    # Its document -----------------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        game = self.state
        sheets = [rows_of(sheet) for sheet in game.sheets[: game.seats]]
        document: dict[str, Any] = {"pad": 1, "game": "sixto", "sheets": sheets, "turns": list(self.steps)}
        if self.declined:
            document["declined"] = list(end_names(self.declined))
        return document | {"result": self.result()}

    def ordinary_record(self) -> dict[str, Any] | None:
        """The game as any other record, if all dice were typed and no rule was broken."""
        state = sixto.setup(self.state.sheets[: self.state.seats])
        turns = []
        for step in self.steps:
            missing = any(not number and not has(state.closed, c) for c, number in enumerate(step["dice"]))
            if missing or "forced" in step or sixto.is_over(state):
                return None
            half = tuple(map(rows_with, step["crosses"])) + NONE_EACH[state.seats :]
            state = sixto.end_turn(state, half)
            turns.append({"rolls": [step["dice"]], "crosses": step["crosses"]})
        return records.document(state, turns) if turns else None

    def result(self) -> dict[str, Any]:
        active = None if self.over else self.state.active
        told = {"finished": self.over, "active": active, "winners": self.winners}
        return records.result(self.state) | told


def end_names(ends: int) -> tuple[str, ...]:
    return tuple(sorted(name for end, name in records.ENDS.items() if ends & end))
