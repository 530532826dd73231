"""Sixto as it is played at a table: messages become moves of the rules, moves become events."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from sixes.play import commands, events
from sixes.play.match import GRACE, Dealer, Refused
from sixes.play.snapshots import Gains
from sixes.records import sixto as records
from sixes.records.errors import rule_key
from sixes.rules import sixto
from sixes.rules.rows import FIELD, POINTS, SixtoRefusal, closes, row_points
from sixes.rules.sheets import BOXES, box_name, rows_of, sheet_of
from sixes.rules.six import COLOURS, NONE, Six, colour_names, count, everybody, has, members
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
    open_boxes,
)

ASKED_AGAIN = 10_000
"""Milliseconds that whoever is asked again has at least."""
PHASES = ("rolling", "deciding", "crossing")
CODES = {refusal: rule_key("sixto", refusal) for refusal in SixtoRefusal}
KINDS: dict[type[commands.Command], int] = {
    commands.Roll: ROLL,
    commands.Keep: KEEP,
    commands.Cross: CROSS,
    commands.Uncross: UNCROSS,
    commands.SayDone: DONE,
    commands.WithdrawDone: UNDONE,
}

BOXED = (commands.Cross, commands.Uncross)


class SixtoMatch(msgspec.Struct, frozen=True):
    state: SixtoState
    limit: int = 0
    """Milliseconds for each step; 0: no timer."""
    due: int = 0
    rolls: tuple[Six, ...] = ()
    """The rolls of this turn."""
    turns: tuple[dict[str, Any], ...] = ()
    """The finished turns, as records tell them."""
    covered: int = 0

    @classmethod
    def begin(cls, event: events.Started, limit: int) -> Self:
        return cls(sixto.setup(tuple(map(sheet_of, event.sheets))), limit, event.due)

    @property
    def is_over(self) -> bool:
        return sixto.is_over(self.state)

    @property
    def winners(self) -> list[int]:
        return members(sixto.winners(self.state))

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

    def decide(self, seat: int, ask: commands.Command, now: int, deal: Dealer) -> events.Event:
        kind = KINDS.get(type(ask))
        if kind is None:
            if isinstance(ask, commands.Cover):
                return self._cover(seat, ask, now)
            raise Refused("table.other_game")
        if ask.turn != self.number:  # type: ignore[attr-defined] # every message of Sixto names its turn
            raise Refused("table.stale")
        return self.decide_move(self._move(kind, seat, ask), now, deal)

    def _move(self, kind: int, seat: int, ask: commands.Command) -> SixtoMove:
        if isinstance(ask, BOXED):
            if ask.box not in BOXES:
                raise Refused("sixto.no_such_box")
            return SixtoMove(kind, seat, *BOXES[ask.box])
        # A second click on "roll" must not become the second roll.
        if isinstance(ask, commands.Roll) and ask.second != (self.state.turn.phase != ROLLING):
            raise Refused("table.stale")
        return SixtoMove(kind, seat)

    def decide_move(self, move: SixtoMove, now: int, deal: Dealer) -> events.Event:
        if move.kind == ROLL and move.seat == self.state.active:
            move = SixtoMove(ROLL, move.seat, dice=self._roll(deal))
        broken = sixto.refusal(self.state, move)
        if broken:
            raise Refused(CODES[broken])
        return self._event(move, now)

    def _roll(self, deal: Dealer) -> Six:
        seat, turn, throw, closed = self.state.active, self.number, len(self.rolls) + 1, self.state.closed
        return tuple(0 if has(closed, c) else deal(seat, turn, COLOURS[c], throw) for c in range(6))

    def _event(self, move: SixtoMove, now: int, timed: bool = False) -> events.Event:
        """The event for a move that is not refused."""
        turn, seat = self.number, move.seat
        if move.kind == ROLL:
            legal = legal_with_gains(sixto.apply(self.state, move))
            second = self.state.turn.phase == DECIDING
            due = self._due(now)
            return events.Rolled(turn, move.dice, legal, second, timed, at=now, due=due)
        if move.kind == KEEP:
            return events.Kept(turn, timed, at=now, due=self._due(now))
        if move.kind == CROSS:
            return self._crossed(move, now)
        if move.kind == UNCROSS:
            return events.Uncrossed(turn, seat, box_name(move.colour, move.place), at=now)
        if move.kind == DONE:
            after = sixto.apply(self.state, move)
            end = turn_end(self.state, after)
            goes_on = end and not sixto.is_over(after)
            return events.SaidDone(turn, seat, end, timed, at=now, due=self._due(now) if goes_on else 0)
        return events.WithdrewDone(turn, seat, at=now)

    def _due(self, now: int) -> int:
        return now + self.limit if self.limit else 0

    def _crossed(self, move: SixtoMove, now: int) -> events.Event:
        state, seat, box = self.state, move.seat, box_name(move.colour, move.place)
        if not closes(state.crosses[seat][move.colour] | 1 << move.place):
            return events.Crossed(self.number, seat, box, at=now)
        again = tuple(members(state.turn.done & ~sixto.apply(state, move).turn.done))
        due = max(self.due, now + ASKED_AGAIN) if again and self.limit else 0
        return events.Crossed(self.number, seat, box, True, again, at=now, due=due)

    def _cover(self, seat: int, ask: commands.Cover, now: int) -> events.Event:
        if ask.turn != self.number:
            raise Refused("table.stale")
        if not may_cover(self.state):
            raise Refused("table.not_now")
        return events.Covered(self.number, seat, ask.on, at=now)

    # What happens of itself -----------------------------------------------------------------------------

    def due_event(self, now: int, deal: Dealer) -> events.Event | None:
        """Time is up: not rolled - roll; deciding - keep; crossing - done."""
        if not self.next_deadline() or now < self.due:
            return None
        phase, active = self.state.turn.phase, self.state.active
        if phase == ROLLING:
            return self._event(SixtoMove(ROLL, active, dice=self._roll(deal)), now, timed=True)
        if phase == DECIDING:
            return self._event(SixtoMove(KEEP, active), now, timed=True)
        return self._event(SixtoMove(DONE, members(self.seats_to_act())[0]), now, timed=True)

    def next_deadline(self) -> int:
        return self.due if self.limit and not self.is_over else 0

    def resume_event(self, now: int) -> events.Event | None:
        return events.Resumed(at=now, due=max(self.due, now + GRACE)) if self.next_deadline() else None

    # As events come, and at the end ---------------------------------------------------------------------

    def after(self, event: events.Event) -> "SixtoMatch":
        step = STEPS.get(type(event))
        match = step(self, event) if step else self
        return replace(match, due=event.due) if event.due else match

    def record(self) -> dict[str, Any]:
        sheets = [rows_of(sheet) for sheet in self.state.sheets[: self.state.seats]]
        return {"game": "sixto", "sheets": sheets, "turns": list(self.turns)}

    def dice_record(self) -> dict[str, Any]:
        return {}

    def result(self) -> dict[str, Any]:
        return records.result(self.state)


# What comes of it ---------------------------------------------------------------------------------------


def after_rolled(match: SixtoMatch, event: events.Rolled) -> SixtoMatch:
    state = sixto.apply(match.state, SixtoMove(ROLL, match.state.active, dice=event.dice))
    covered = match.covered if may_cover(state) else 0
    return replace(match, state=state, rolls=(*match.rolls, event.dice), covered=covered)


def after_kept(match: SixtoMatch, _: events.Kept) -> SixtoMatch:
    return replace(match, state=sixto.apply(match.state, SixtoMove(KEEP, match.state.active)), covered=0)


def after_crossed(match: SixtoMatch, event: events.Crossed) -> SixtoMatch:
    return after_move(match, SixtoMove(CROSS, event.seat, *BOXES[event.box]))


def after_uncrossed(match: SixtoMatch, event: events.Uncrossed) -> SixtoMatch:
    return after_move(match, SixtoMove(UNCROSS, event.seat, *BOXES[event.box]))


def after_move(match: SixtoMatch, move: SixtoMove) -> SixtoMatch:
    """Nothing but the state of the rules changes."""
    return replace(match, state=sixto.apply(match.state, move))


def after_done(match: SixtoMatch, event: events.SaidDone) -> SixtoMatch:
    state = sixto.apply(match.state, SixtoMove(DONE, event.seat))
    if event.end is None:
        return replace(match, state=state)
    crosses = [boxes(rows) for rows in match.state.turn.half[: state.seats]]
    turn = {"rolls": [list(roll) for roll in match.rolls], "crosses": crosses}
    return replace(match, state=state, rolls=(), turns=(*match.turns, turn))


def after_undone(match: SixtoMatch, event: events.WithdrewDone) -> SixtoMatch:
    return after_move(match, SixtoMove(UNDONE, event.seat))


def after_covered(match: SixtoMatch, event: events.Covered) -> SixtoMatch:
    seat = 1 << event.seat
    return replace(match, covered=match.covered | seat if event.on else match.covered & ~seat)


STEPS: dict[type[events.Event], Callable[[SixtoMatch, Any], SixtoMatch]] = {
    events.Rolled: after_rolled,
    events.Kept: after_kept,
    events.Crossed: after_crossed,
    events.Uncrossed: after_uncrossed,
    events.SaidDone: after_done,
    events.WithdrewDone: after_undone,
    events.Covered: after_covered,
}


def boxes(rows: Six) -> list[str]:
    """The names of the boxes of a set for each row."""
    return [box_name(colour, place) for colour in range(6) if rows[colour] for place in members(rows[colour])]


def sheet_rows(sheet: Six) -> tuple[tuple[int, ...], ...]:
    """The numbers of a sheet as messages have them."""
    return tuple(map(tuple, rows_of(sheet)))


def scores(state: SixtoState) -> tuple[int, ...]:
    return tuple(sixto.score(state, seat).total for seat in range(state.seats))


def turn_end(before: SixtoState, after: SixtoState) -> events.TurnEnd | None:
    """How the turn ended with a move, if it did."""
    if after.turns == before.turns:
        return None
    return events.TurnEnd(tuple(colour_names(after.closed & ~before.closed)), after.active, scores(after))


def legal_with_gains(state: SixtoState) -> tuple[dict[str, Gains], ...]:
    """For each seat, every box that the dice as they lie would cross, with what it brings."""
    if state.turn.dice == NONE:
        return ()
    return tuple(_legal_of(state, seat) for seat in range(state.seats))


def _legal_of(state: SixtoState, seat: int) -> dict[str, Gains]:
    found: dict[str, Gains] = {}
    crosses = state.crosses[seat]
    for colour in range(6):
        for place in members(open_boxes(state, seat, colour)):
            row = POINTS[count(crosses[colour]) + 1] - row_points(crosses[colour])
            column = sum(line >> place & 1 for line in crosses)
            in_column = POINTS[column + 1] - POINTS[column] if has(FIELD, place) else 0
            found[box_name(colour, place)] = (row, in_column)
    return found
