"""Sixto as it is played at a table: messages become moves of the rules, moves become events."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from sixes.play import asks, told
from sixes.play.match import GRACE, Dealer, Refused
from sixes.play.views import Gains
from sixes.records import sixto as records
from sixes.records.form import rule_of
from sixes.rules import sixto
from sixes.rules.rows import FIELD, POINTS, Refusal, closes, row_points
from sixes.rules.sheets import BOXES, box_name, rows_of, sheet_of
from sixes.rules.six import COLOURS, NONE, Six, count, everybody, has, letters, listed
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
    Move,
    State,
    may_cover,
    open_boxes,
)

ASKED_AGAIN = 10_000
"""Milliseconds that whoever is asked again has at least."""
PHASES = ("rolling", "deciding", "crossing")
CODES = {refusal: rule_of("sixto", refusal) for refusal in Refusal}
KINDS: dict[type[asks.Ask], int] = {
    asks.Roll: ROLL,
    asks.Keep: KEEP,
    asks.Cross: CROSS,
    asks.Uncross: UNCROSS,
    asks.Done: DONE,
    asks.Undone: UNDONE,
}

BOXED = (asks.Cross, asks.Uncross)


class SixtoMatch(msgspec.Struct, frozen=True):
    state: State
    limit: int = 0
    """Milliseconds for each step; 0: no timer."""
    due: int = 0
    rolls: tuple[Six, ...] = ()
    """The rolls of this turn."""
    turns: tuple[dict[str, Any], ...] = ()
    """The finished turns, as records tell them."""
    covered: int = 0

    @classmethod
    def begin(cls, event: told.Started, limit: int) -> Self:
        return cls(sixto.setup(tuple(map(sheet_of, event.sheets))), limit, event.due)

    @property
    def is_over(self) -> bool:
        return sixto.is_over(self.state)

    @property
    def winners(self) -> list[int]:
        return listed(sixto.winners(self.state))

    @property
    def number(self) -> int:
        """Of the turn under way, from 1."""
        return self.state.turns + 1

    def waits_for(self) -> int:
        state = self.state
        if self.is_over:
            return 0
        if state.turn.phase == CROSSING:
            return everybody(state.seats) & ~state.turn.done
        return 1 << state.active

    # What players do ------------------------------------------------------------------------------------

    def asked(self, seat: int, ask: asks.Ask, now: int, deal: Dealer) -> told.Event:
        kind = KINDS.get(type(ask))
        if kind is None:
            if isinstance(ask, asks.Cover):
                return self._cover(seat, ask, now)
            raise Refused("table.other_game")
        if ask.turn != self.number:  # type: ignore[attr-defined] # every message of Sixto names its turn
            raise Refused("table.stale")
        return self.moved(self._move(kind, seat, ask), now, deal)

    def _move(self, kind: int, seat: int, ask: asks.Ask) -> Move:
        if isinstance(ask, BOXED):
            if ask.box not in BOXES:
                raise Refused("sixto.no_such_box")
            return Move(kind, seat, *BOXES[ask.box])
        # A second click on "roll" must not become the second roll.
        if isinstance(ask, asks.Roll) and ask.second != (self.state.turn.phase != ROLLING):
            raise Refused("table.stale")
        return Move(kind, seat)

    def moved(self, move: Move, now: int, deal: Dealer) -> told.Event:
        if move.kind == ROLL and move.seat == self.state.active:
            move = Move(ROLL, move.seat, dice=self._roll(deal))
        broken = sixto.refusal(self.state, move)
        if broken:
            raise Refused(CODES[broken])
        return self._told(move, now)

    def _roll(self, deal: Dealer) -> Six:
        seat, turn, throw, closed = self.state.active, self.number, len(self.rolls) + 1, self.state.closed
        return tuple(0 if has(closed, c) else deal(seat, turn, COLOURS[c], throw) for c in range(6))

    def _told(self, move: Move, now: int, timed: bool = False) -> told.Event:
        """The event for a move that is not refused."""
        turn, seat = self.number, move.seat
        if move.kind == ROLL:
            legal = legal_with_gains(sixto.apply(self.state, move))
            second = self.state.turn.phase == DECIDING
            due = self._due(now)
            return told.Rolled(turn, move.dice, legal, second, timed, at=now, due=due)
        if move.kind == KEEP:
            return told.Kept(turn, timed, at=now, due=self._due(now))
        if move.kind == CROSS:
            return self._crossed(move, now)
        if move.kind == UNCROSS:
            return told.Uncrossed(turn, seat, box_name(move.colour, move.place), at=now)
        if move.kind == DONE:
            after = sixto.apply(self.state, move)
            end = turn_end(self.state, after)
            goes_on = end and not sixto.is_over(after)
            return told.Done(turn, seat, end, timed, at=now, due=self._due(now) if goes_on else 0)
        return told.Undone(turn, seat, at=now)

    def _due(self, now: int) -> int:
        return now + self.limit if self.limit else 0

    def _crossed(self, move: Move, now: int) -> told.Event:
        state, seat, box = self.state, move.seat, box_name(move.colour, move.place)
        if not closes(state.crosses[seat][move.colour] | 1 << move.place):
            return told.Crossed(self.number, seat, box, at=now)
        again = tuple(listed(state.turn.done & ~sixto.apply(state, move).turn.done))
        due = max(self.due, now + ASKED_AGAIN) if again and self.limit else 0
        return told.Crossed(self.number, seat, box, True, again, at=now, due=due)

    def _cover(self, seat: int, ask: asks.Cover, now: int) -> told.Event:
        if ask.turn != self.number:
            raise Refused("table.stale")
        if not may_cover(self.state):
            raise Refused("table.not_now")
        return told.Covered(self.number, seat, ask.on, at=now)

    # What happens of itself -----------------------------------------------------------------------------

    def of_itself(self, now: int, deal: Dealer) -> told.Event | None:
        """Time is up: not rolled - roll; deciding - keep; crossing - done."""
        if not self.wakes() or now < self.due:
            return None
        phase, active = self.state.turn.phase, self.state.active
        if phase == ROLLING:
            return self._told(Move(ROLL, active, dice=self._roll(deal)), now, timed=True)
        if phase == DECIDING:
            return self._told(Move(KEEP, active), now, timed=True)
        return self._told(Move(DONE, listed(self.waits_for())[0]), now, timed=True)

    def wakes(self) -> int:
        return self.due if self.limit and not self.is_over else 0

    def resumed(self, now: int) -> told.Event | None:
        return told.Resumed(at=now, due=max(self.due, now + GRACE)) if self.wakes() else None

    # As events come, and at the end ---------------------------------------------------------------------

    def after(self, event: told.Event) -> "SixtoMatch":
        step = STEPS.get(type(event))
        match = step(self, event) if step else self
        return replace(match, due=event.due) if event.due else match

    def record(self) -> dict[str, Any]:
        sheets = [rows_of(sheet) for sheet in self.state.sheets[: self.state.seats]]
        return {"game": "sixto", "sheets": sheets, "turns": list(self.turns)}

    def dealt(self) -> dict[str, Any]:
        return {}

    def result(self) -> dict[str, Any]:
        return records.result(self.state)


# What comes of it ---------------------------------------------------------------------------------------


def after_rolled(match: SixtoMatch, event: told.Rolled) -> SixtoMatch:
    state = sixto.apply(match.state, Move(ROLL, match.state.active, dice=event.dice))
    covered = match.covered if may_cover(state) else 0
    return replace(match, state=state, rolls=(*match.rolls, event.dice), covered=covered)


def after_kept(match: SixtoMatch, _: told.Kept) -> SixtoMatch:
    return replace(match, state=sixto.apply(match.state, Move(KEEP, match.state.active)), covered=0)


def after_crossed(match: SixtoMatch, event: told.Crossed) -> SixtoMatch:
    return after_move(match, Move(CROSS, event.seat, *BOXES[event.box]))


def after_uncrossed(match: SixtoMatch, event: told.Uncrossed) -> SixtoMatch:
    return after_move(match, Move(UNCROSS, event.seat, *BOXES[event.box]))


def after_move(match: SixtoMatch, move: Move) -> SixtoMatch:
    """Nothing but the state of the rules changes."""
    return replace(match, state=sixto.apply(match.state, move))


def after_done(match: SixtoMatch, event: told.Done) -> SixtoMatch:
    state = sixto.apply(match.state, Move(DONE, event.seat))
    if event.end is None:
        return replace(match, state=state)
    crosses = [boxes(rows) for rows in match.state.turn.half[: state.seats]]
    turn = {"rolls": [list(roll) for roll in match.rolls], "crosses": crosses}
    return replace(match, state=state, rolls=(), turns=(*match.turns, turn))


def after_undone(match: SixtoMatch, event: told.Undone) -> SixtoMatch:
    return after_move(match, Move(UNDONE, event.seat))


def after_covered(match: SixtoMatch, event: told.Covered) -> SixtoMatch:
    seat = 1 << event.seat
    return replace(match, covered=match.covered | seat if event.on else match.covered & ~seat)


STEPS: dict[type[told.Event], Callable[[SixtoMatch, Any], SixtoMatch]] = {
    told.Rolled: after_rolled,
    told.Kept: after_kept,
    told.Crossed: after_crossed,
    told.Uncrossed: after_uncrossed,
    told.Done: after_done,
    told.Undone: after_undone,
    told.Covered: after_covered,
}


def boxes(rows: Six) -> list[str]:
    """The names of the boxes of a set for each row."""
    return [box_name(colour, place) for colour in range(6) if rows[colour] for place in listed(rows[colour])]


def sheet_rows(sheet: Six) -> tuple[tuple[int, ...], ...]:
    """The numbers of a sheet as messages have them."""
    return tuple(map(tuple, rows_of(sheet)))


def scores(state: State) -> tuple[int, ...]:
    return tuple(sixto.score(state, seat).total for seat in range(state.seats))


def turn_end(before: State, after: State) -> told.TurnEnd | None:
    """How the turn ended with a move, if it did."""
    if after.turns == before.turns:
        return None
    return told.TurnEnd(tuple(letters(after.closed & ~before.closed)), after.active, scores(after))


def legal_with_gains(state: State) -> tuple[dict[str, Gains], ...]:
    """For each seat, every box that the dice as they lie would cross, with what it brings."""
    if state.turn.dice == NONE:
        return ()
    return tuple(_legal_of(state, seat) for seat in range(state.seats))


def _legal_of(state: State, seat: int) -> dict[str, Gains]:
    found: dict[str, Gains] = {}
    crosses = state.crosses[seat]
    for colour in range(6):
        for place in listed(open_boxes(state, seat, colour)):
            row = POINTS[count(crosses[colour]) + 1] - row_points(crosses[colour])
            column = sum(line >> place & 1 for line in crosses)
            in_column = POINTS[column + 1] - POINTS[column] if has(FIELD, place) else 0
            found[box_name(colour, place)] = (row, in_column)
    return found
