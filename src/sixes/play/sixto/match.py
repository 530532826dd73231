"""Sixto as it is played at a table: commands become moves of the rules, moves become events."""

from types import ModuleType
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from sixes.bots import Tempo
from sixes.play import commands, events
from sixes.play.days import DAY
from sixes.play.match import AT_ONCE, Dealer, Decided, Match, Refused
from sixes.play.options import Options
from sixes.play.sixto import snapshot
from sixes.play.sixto.sheets import legal_with_gains, scores
from sixes.play.snapshots import SixtoSnapshot
from sixes.records import sixto as records
from sixes.records.errors import rule_key
from sixes.rules import sixto
from sixes.rules.rows import TARGET, SixtoRefusal, closes
from sixes.rules.sheets import BOX_NAMES, BOXES, box_name, sheet_of
from sixes.rules.six import COLOURS, Six, colour_names, everybody, has, members
from sixes.rules.turns import (
    CROSS,
    CROSSING,
    DECIDING,
    DONE,
    FRESH_TURN,
    KEEP,
    ROLL,
    ROLLING,
    UNCROSS,
    UNDONE,
    SixtoMove,
    SixtoState,
    may_cover,
)

ASKED_AGAIN = 10_000
"""Milliseconds that whoever is asked again has at least."""
COMMANDS: dict[int, type[commands.Command]] = {
    ROLL: commands.Roll,
    KEEP: commands.Keep,
    CROSS: commands.Cross,
    UNCROSS: commands.Uncross,
    DONE: commands.SayDone,
    UNDONE: commands.WithdrawDone,
}
"""The command for each kind of move."""
KINDS = {command: kind for kind, command in COMMANDS.items()}
HALF_CROSSES = {
    COMMANDS[kind]: {
        box: [SixtoMove(kind, seat, colour, place) for seat in range(sixto.MOST_SEATS)]
        for box, (colour, place) in BOXES.items()
    }
    for kind in (CROSS, UNCROSS)
}
"""For each command that names a box, each box and each seat: the move, made once."""
QUIET = (events.Uncrossed, events.Covered)
"""Events that nothing follows; the same goes for a half cross, unless others are asked again."""
DEFAULTS = {ROLLING: ROLL, DECIDING: KEEP, CROSSING: DONE}
"""In each phase, the kind of move that is made for whoever is out of time."""
BOT_PAUSES = {ROLLING: (0.7, 1.3), DECIDING: (0.9, 1.7), CROSSING: (0.4, 1.1)}


def rolled(match: "SixtoMatch", event: events.Rolled) -> dict[str, Any]:
    return {"rolls": (*match.rolls, event.dice), "covered": 0 if event.second else match.covered}


def said_done(match: "SixtoMatch", event: events.SaidDone) -> dict[str, Any]:
    if event.end is None:
        return {}
    return {"rolls": (), "turns": (*match.turns, records.turn_document(match.state, match.rolls))}


def covered(match: "SixtoMatch", event: events.Covered) -> dict[str, Any]:
    seat = 1 << event.seat
    return {"covered": match.covered | seat if event.on else match.covered & ~seat}


class SixtoMatch(Match, frozen=True):
    RULES: ClassVar[ModuleType] = sixto
    CODES: ClassVar = {refusal: rule_key("sixto", refusal) for refusal in SixtoRefusal}
    MOVES: ClassVar = {
        events.Rolled: lambda state, event: SixtoMove(ROLL, state.active, dice=event.dice),
        events.Kept: lambda state, _: SixtoMove(KEEP, state.active),
        events.Crossed: lambda _, event: SixtoMove(CROSS, event.seat, *BOXES[event.box]),
        events.Uncrossed: lambda _, event: SixtoMove(UNCROSS, event.seat, *BOXES[event.box]),
        events.SaidDone: lambda _, event: SixtoMove(DONE, event.seat),
        events.WithdrewDone: lambda _, event: SixtoMove(UNDONE, event.seat),
    }
    UPDATES: ClassVar = {
        events.Rolled: rolled,
        events.Kept: lambda _, __: {"covered": 0},
        events.SaidDone: said_done,
        events.Covered: covered,
    }

    state: SixtoState
    rolls: tuple[Six, ...] = ()
    """The rolls of this turn."""
    turns: tuple[dict[str, Any], ...] = ()
    """The finished turns, as records have them."""
    covered: int = 0
    """The seats that cover their sheets."""
    lot: int = 0
    """Where seat 0 sat before the start."""
    head_starts: tuple[int, ...] = ()

    @classmethod
    def begin(cls, started: events.Started, _: Options, limit: int) -> Self:
        state = sixto.setup(tuple(map(sheet_of, started.sheets)))
        for turn in started.turns:
            half = tuple(map(snapshot.rows_with, turn["crosses"]))
            state = sixto.end_turn(state, (*half, *FRESH_TURN.half[state.seats :]))
        ahead = started.head_starts
        return cls(state, limit, started.due, head_starts=ahead, turns=started.turns, lot=started.lot)

    @classmethod
    def from_snapshot(cls, shown: SixtoSnapshot, _: Options, limit: int) -> Self:
        covered = sum(1 << seat for seat in shown.covered)
        ahead = shown.head_starts
        return cls(snapshot.state_of(shown), limit, shown.due, head_starts=ahead, covered=covered)

    def snapshot(self) -> SixtoSnapshot:
        shown = snapshot.snapshot_of(self.state, self.covered, self.next_deadline())
        if not self.head_starts:
            return shown
        winners = tuple(self.winners) if self.is_over else ()
        return replace(shown, head_starts=self.head_starts, winners=winners)

    @property
    def scores(self) -> tuple[int, ...]:
        return scores(self.state)

    @property
    def number(self) -> int:
        return self.state.turns + 1

    def seats_to_act(self) -> int:
        state = self.state
        if self.is_over:
            return 0
        if state.turn.phase == CROSSING:
            return everybody(state.seats) & ~state.turn.done
        return 1 << state.active

    def decide(self, seat: int, command: commands.Command, now: int, deal: Dealer) -> Decided:
        boxes = HALF_CROSSES.get(type(command))
        if boxes is None:
            return self._decide_other(seat, command, now, deal)
        if command.turn != self.state.turns + 1:  # type: ignore[attr-defined] # each names its turn
            raise Refused("table.stale")
        moves = boxes.get(command.box)  # type: ignore[attr-defined] # each names its box
        if moves is None:
            raise Refused("sixto.no_such_box")
        return self._make(moves[seat], now)

    def _decide_other(self, seat: int, command: commands.Command, now: int, deal: Dealer) -> Decided:
        """The event of a command that names no box."""
        kind = KINDS.get(type(command))
        if kind is None:
            return self._cover(seat, command, now)
        if command.turn != self.number:  # type: ignore[attr-defined] # each names its turn
            raise Refused("table.stale")
        # A second click on "roll" must not become the second roll.
        if isinstance(command, commands.Roll) and command.second != (self.state.turn.phase != ROLLING):
            raise Refused("table.stale")
        return self.decide_move(SixtoMove(kind, seat), now, deal)

    def is_quiet(self, event: events.Event) -> bool:
        kind = type(event)
        if kind is events.Crossed:
            return not event.asked  # type: ignore[attr-defined]
        return kind in QUIET

    def _cover(self, seat: int, command: commands.Command, now: int) -> Decided:
        if not isinstance(command, commands.Cover):
            raise Refused("table.other_game")
        if command.turn != self.number:
            raise Refused("table.stale")
        if not may_cover(self.state):
            raise Refused("table.not_now")
        event = events.Covered(self.number, seat, command.on, at=now)
        return event, self.after(event)

    def _with_chance(self, move: SixtoMove, _now: int, deal: Dealer) -> SixtoMove:
        """A roll gets the numbers of all dice still in the game."""
        if move.kind != ROLL or move.seat != self.state.active:
            return move
        seat, turn, throw, closed = move.seat, self.number, len(self.rolls) + 1, self.state.closed
        dice = tuple(0 if has(closed, c) else deal(seat, turn, COLOURS[c], throw) for c in range(6))
        return SixtoMove(ROLL, seat, dice=dice)

    def _event(self, move: SixtoMove, state: SixtoState, now: int, automatic: bool) -> events.Event:
        kind, seat, colour, place, dice = move
        turn = self.state.turns + 1
        if kind == CROSS:
            if 1 << place & TARGET and closes(state.crosses[seat][colour] | 1 << place):
                return self._announced(turn, move, state, now)
            return events.Crossed(turn, seat, BOX_NAMES[colour][place], at=now)
        if kind == UNCROSS:
            return events.Uncrossed(turn, seat, BOX_NAMES[colour][place], at=now)
        if kind == ROLL:
            second = self.state.turn.phase == DECIDING
            legal = legal_with_gains(state)
            return events.Rolled(turn, dice, legal, second, automatic, at=now, due=self._deadline(now))
        if kind == KEEP:
            return events.Kept(turn, automatic, at=now, due=self._deadline(now))
        if kind == DONE:
            end = turn_end(self.state, state)
            due = self._deadline(now) if end and not sixto.is_over(state) else 0
            return events.SaidDone(turn, seat, end, automatic, at=now, due=due)
        return events.WithdrewDone(turn, seat, at=now)

    def _announced(self, turn: int, move: SixtoMove, state: SixtoState, now: int) -> events.Event:
        """A half cross that would close its colour; some are asked again, and have time for it."""
        seat, box = move.seat, box_name(move.colour, move.place)
        again = tuple(members(self.state.turn.done & ~state.turn.done))
        # Over days, whoever was asked again may be away: a few seconds are nothing.
        time = self.limit if self.limit >= DAY else ASKED_AGAIN
        due = max(self.due, now + time) if again and self.limit else 0
        return events.Crossed(turn, seat, box, True, again, at=now, due=due)

    def _default_move(self, seat: int, _now: int) -> SixtoMove:
        return SixtoMove(DEFAULTS[self.state.turn.phase], seat)

    def record(self) -> dict[str, Any]:
        return records.document(self.state, self.turns)

    def dice_record(self) -> dict[str, Any]:
        return {"lot": self.lot}

    def result(self) -> dict[str, Any]:
        result = records.result(self.state)
        return result | {"winners": self.winners} if self.head_starts else result

    def command_for(self, move: SixtoMove) -> tuple[type[commands.Command], dict[str, Any]]:
        values: dict[str, Any] = {"turn": self.number}
        if move.kind == ROLL:
            values["second"] = self.state.turn.phase != ROLLING
        elif move.kind in (CROSS, UNCROSS):
            values["box"] = box_name(move.colour, move.place)
        return COMMANDS[move.kind], values

    def bot_input(self, _seat: int) -> tuple[int, int]:
        return self.number, self.state.turn.phase

    def bot_pause(self, seat: int, _tempo: Tempo) -> tuple[float, float]:
        return AT_ONCE if self.state.turn.asked[seat] else BOT_PAUSES[self.state.turn.phase]


def turn_end(before: SixtoState, after: SixtoState) -> events.TurnEnd | None:
    """How the turn ended with a move, if it did."""
    if after.turns == before.turns:
        return None
    return events.TurnEnd(tuple(colour_names(after.closed & ~before.closed)), after.active, scores(after))
