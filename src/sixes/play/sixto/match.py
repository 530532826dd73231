"""Sixto as it is played at a table: commands become moves of the rules, moves become events."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from sixes.bots import Tempo
from sixes.play import commands, events
from sixes.play.match import AT_ONCE, GRACE, Dealer, Decided, Refused
from sixes.play.options import Options
from sixes.play.sixto import snapshot
from sixes.play.sixto.sheets import legal_with_gains, scores
from sixes.play.snapshots import SixtoSnapshot
from sixes.records import sixto as records
from sixes.records.errors import rule_key
from sixes.rules import sixto
from sixes.rules.rows import SixtoRefusal, closes
from sixes.rules.sheets import BOXES, box_name, sheet_of
from sixes.rules.six import COLOURS, Six, colour_names, everybody, has, members
from sixes.rules.turns import (
    CROSS,
    CROSSING,
    DECIDING,
    DONE,
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
CODES = {refusal: rule_key("sixto", refusal) for refusal in SixtoRefusal}
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
BOXED = (commands.Cross, commands.Uncross)
BOT_PAUSES = {ROLLING: (0.7, 1.3), DECIDING: (0.9, 1.7), CROSSING: (0.4, 1.1)}


class SixtoMatch(msgspec.Struct, frozen=True):
    state: SixtoState
    limit: int = 0
    """Milliseconds for each step; 0: no timer."""
    due: int = 0
    rolls: tuple[Six, ...] = ()
    """The rolls of this turn."""
    turns: tuple[dict[str, Any], ...] = ()
    """The finished turns, as records have them."""
    covered: int = 0
    """The seats that cover their sheets."""
    lot: int = 0
    """Where seat 0 sat before the start."""

    @classmethod
    def begin(cls, started: events.Started, options: Options, limit: int) -> Self:
        del options
        state = sixto.setup(tuple(map(sheet_of, started.sheets)))
        return cls(state, limit, started.due, lot=started.lot)

    @classmethod
    def from_snapshot(cls, shown: SixtoSnapshot, options: Options, limit: int) -> Self:
        del options
        covered = sum(1 << seat for seat in shown.covered)
        return cls(snapshot.state_of(shown), limit, shown.due, covered=covered)

    def snapshot(self) -> SixtoSnapshot:
        return snapshot.snapshot_of(self.state, self.covered, self.next_deadline())

    @property
    def go(self) -> int:
        return 0

    @property
    def is_over(self) -> bool:
        return sixto.is_over(self.state)

    @property
    def winners(self) -> list[int]:
        return members(sixto.winners(self.state))

    @property
    def scores(self) -> tuple[int, ...]:
        return scores(self.state)

    @property
    def number(self) -> int:
        """Of the turn under way, from 1."""
        return self.state.turns + 1

    def seats_to_act(self) -> int:
        state = self.state
        if self.is_over:
            return 0
        if state.turn.phase == CROSSING:
            return everybody(state.seats) & ~state.turn.done
        return 1 << state.active

    # What players do ------------------------------------------------------------------------------------

    def decide(self, seat: int, command: commands.Command, now: int, deal: Dealer) -> Decided:
        kind = KINDS.get(type(command))
        if kind is None and not isinstance(command, commands.Cover):
            raise Refused("table.other_game")
        if command.turn != self.number:  # type: ignore[attr-defined] # every command of Sixto names its turn
            raise Refused("table.stale")
        if isinstance(command, commands.Cover):
            return self._cover(seat, command, now)
        return self.decide_move(self._move(kind or ROLL, seat, command), now, deal)

    def _move(self, kind: int, seat: int, command: commands.Command) -> SixtoMove:
        if isinstance(command, BOXED):
            if command.box not in BOXES:
                raise Refused("sixto.no_such_box")
            return SixtoMove(kind, seat, *BOXES[command.box])
        # A second click on "roll" must not become the second roll.
        if isinstance(command, commands.Roll) and command.second != (self.state.turn.phase != ROLLING):
            raise Refused("table.stale")
        return SixtoMove(kind, seat)

    def _cover(self, seat: int, command: commands.Cover, now: int) -> Decided:
        if not may_cover(self.state):
            raise Refused("table.not_now")
        event = events.Covered(self.number, seat, command.on, at=now)
        return Decided(event, self.after(event))

    def decide_move(self, move: SixtoMove, now: int, deal: Dealer) -> Decided:
        if move.kind == ROLL and move.seat == self.state.active:
            move = SixtoMove(ROLL, move.seat, dice=self._roll(deal))
        broken = sixto.refusal(self.state, move)
        if broken:
            raise Refused(CODES[broken])
        return self._apply(move, now)

    def _roll(self, deal: Dealer) -> Six:
        seat, turn, throw, closed = self.state.active, self.number, len(self.rolls) + 1, self.state.closed
        return tuple(0 if has(closed, c) else deal(seat, turn, COLOURS[c], throw) for c in range(6))

    def _apply(self, move: SixtoMove, now: int, timed: bool = False) -> Decided:
        """The event for a move that is not refused, and the match after it: the rules are applied once."""
        state = sixto.apply(self.state, move)
        event = self._event(move, state, now, timed)
        return Decided(event, self._updated(event, state))

    def _event(self, move: SixtoMove, state: SixtoState, now: int, timed: bool) -> events.Event:
        turn, seat = self.number, move.seat
        if move.kind == CROSS:
            return self._crossed(move, state, now)
        if move.kind == UNCROSS:
            return events.Uncrossed(turn, seat, box_name(move.colour, move.place), at=now)
        if move.kind == ROLL:
            second = self.state.turn.phase == DECIDING
            legal = legal_with_gains(state)
            return events.Rolled(turn, move.dice, legal, second, timed, at=now, due=self._due(now))
        if move.kind == KEEP:
            return events.Kept(turn, timed, at=now, due=self._due(now))
        if move.kind == DONE:
            end = turn_end(self.state, state)
            goes_on = end and not sixto.is_over(state)
            return events.SaidDone(turn, seat, end, timed, at=now, due=self._due(now) if goes_on else 0)
        return events.WithdrewDone(turn, seat, at=now)

    def _due(self, now: int) -> int:
        return now + self.limit if self.limit else 0

    def _crossed(self, move: SixtoMove, state: SixtoState, now: int) -> events.Event:
        seat, box = move.seat, box_name(move.colour, move.place)
        if not closes(state.crosses[seat][move.colour] | 1 << move.place):
            return events.Crossed(self.number, seat, box, at=now)
        again = tuple(members(self.state.turn.done & ~state.turn.done))
        due = max(self.due, now + ASKED_AGAIN) if again and self.limit else 0
        return events.Crossed(self.number, seat, box, True, again, at=now, due=due)

    # What happens by itself -----------------------------------------------------------------------------

    def due_event(self, now: int, deal: Dealer) -> Decided | None:
        """Time is up: not rolled - roll; deciding - keep; crossing - done."""
        if not self.next_deadline() or now < self.due:
            return None
        phase, active = self.state.turn.phase, self.state.active
        if phase == ROLLING:
            return self._apply(SixtoMove(ROLL, active, dice=self._roll(deal)), now, timed=True)
        if phase == DECIDING:
            return self._apply(SixtoMove(KEEP, active), now, timed=True)
        return self._apply(SixtoMove(DONE, members(self.seats_to_act())[0]), now, timed=True)

    def next_deadline(self) -> int:
        return self.due if self.limit and not self.is_over else 0

    def resume_event(self, now: int) -> events.Event | None:
        return events.Resumed(at=now, due=max(self.due, now + GRACE)) if self.next_deadline() else None

    # Folding events -------------------------------------------------------------------------------------

    def after(self, event: events.Event) -> "SixtoMatch":
        read = MOVES.get(type(event))
        state = sixto.apply(self.state, read(self.state, event)) if read else self.state
        return self._updated(event, state)

    def _updated(self, event: events.Event, state: SixtoState) -> "SixtoMatch":
        """The match after an event, given the state of the rules after it."""
        update = UPDATES.get(type(event))
        if update:
            match = update(self, event, state)
        else:
            match = self if state is self.state else replace(self, state=state)
        return replace(match, due=event.due) if event.due else match

    # Its record -----------------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        return records.document(self.state, self.turns)

    def dice_record(self) -> dict[str, Any]:
        return {"lot": self.lot}

    def result(self) -> dict[str, Any]:
        return records.result(self.state)

    # For bots -------------------------------------------------------------------------------------------

    def command_for(self, move: SixtoMove) -> tuple[type[commands.Command], dict[str, Any]]:
        values: dict[str, Any] = {"turn": self.number}
        if move.kind == ROLL:
            values["second"] = self.state.turn.phase != ROLLING
        elif move.kind in (CROSS, UNCROSS):
            values["box"] = box_name(move.colour, move.place)
        return COMMANDS[move.kind], values

    def bot_state(self, now: int) -> SixtoState:
        del now
        return self.state

    def bot_input(self, seat: int) -> tuple[int, int]:
        del seat
        return self.number, self.state.turn.phase

    def bot_pause(self, seat: int, tempo: Tempo) -> tuple[float, float]:
        del tempo
        return AT_ONCE if self.state.turn.asked[seat] else BOT_PAUSES[self.state.turn.phase]

    def bot_ready(self, seat: int) -> int:
        del seat
        return 0

    @property
    def may_pass(self) -> bool:
        return False


def turn_end(before: SixtoState, after: SixtoState) -> events.TurnEnd | None:
    """How the turn ended with a move, if it did."""
    if after.turns == before.turns:
        return None
    return events.TurnEnd(tuple(colour_names(after.closed & ~before.closed)), after.active, scores(after))


MOVES: dict[type[events.Event], Callable[[SixtoState, Any], SixtoMove]] = {
    events.Rolled: lambda state, event: SixtoMove(ROLL, state.active, dice=event.dice),
    events.Kept: lambda state, _: SixtoMove(KEEP, state.active),
    events.Crossed: lambda _, event: SixtoMove(CROSS, event.seat, *BOXES[event.box]),
    events.Uncrossed: lambda _, event: SixtoMove(UNCROSS, event.seat, *BOXES[event.box]),
    events.SaidDone: lambda _, event: SixtoMove(DONE, event.seat),
    events.WithdrewDone: lambda _, event: SixtoMove(UNDONE, event.seat),
}
"""The move of the rules behind each event."""


def rolled(match: SixtoMatch, event: events.Rolled, state: SixtoState) -> SixtoMatch:
    covered = match.covered if may_cover(state) else 0
    return replace(match, state=state, rolls=(*match.rolls, event.dice), covered=covered)


def said_done(match: SixtoMatch, event: events.SaidDone, state: SixtoState) -> SixtoMatch:
    if event.end is None:
        return replace(match, state=state)
    turn = records.turn_document(match.state, match.rolls)
    return replace(match, state=state, rolls=(), turns=(*match.turns, turn))


def covered(match: SixtoMatch, event: events.Covered, _: SixtoState) -> SixtoMatch:
    seat = 1 << event.seat
    return replace(match, covered=match.covered | seat if event.on else match.covered & ~seat)


UPDATES: dict[type[events.Event], Callable[[SixtoMatch, Any, SixtoState], SixtoMatch]] = {
    events.Rolled: rolled,
    events.Kept: lambda match, _, state: replace(match, state=state, covered=0),
    events.SaidDone: said_done,
    events.Covered: covered,
}
"""What an event changes besides the state of the rules."""
