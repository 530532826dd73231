"""Sixem as it is played at a table: throws land of themselves, the first STOP in the queue counts."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from sixes.play import commands, events
from sixes.play.match import GRACE, Dealer, Refused
from sixes.play.snapshots import Choice
from sixes.records import sixem as records
from sixes.records.errors import rule_key
from sixes.rules import sixem
from sixes.rules.boards import (
    ERASE,
    GIVE,
    NEITHER,
    SPINNER,
    Pattern,
    SixemRefusal,
    cell_name,
    line_count,
)
from sixes.rules.rounds import (
    LAND,
    LAST_THROWS,
    MARK,
    MARKING,
    NOTHING,
    ROLLING,
    SPIN,
    SPINNING,
    START,
    STARTING,
    STOP,
    THROW,
    SixemMove,
    SixemState,
    highest,
    is_stop,
    landing,
    lands_first,
    next_landing,
    playing,
)
from sixes.rules.six import COLOURS, NOBODY, NONE, Six, everybody, has, members, put

COUNTDOWN = 3000
"""Milliseconds of the shared 3-2-1 before a round."""
PHASES = ("starting", "spinning", "rolling", "last_throws", "marking", "over")
TIMED = (STARTING, SPINNING, MARKING)
"""The phases in which somebody can keep the others waiting."""
CODES = {refusal: rule_key("sixem", refusal) for refusal in SixemRefusal}


class SixemMatch(msgspec.Struct, frozen=True):
    state: SixemState
    limit: int = 0
    """Milliseconds for starting rolls, spin and marking; 0: no timer."""
    auto_stop: bool = False
    due: int = 0
    go: int = 0
    """The end of the 3-2-1: nobody throws or calls before."""
    starts: tuple[Six, ...] = ()
    """The starting rolls, as often as all rolled."""
    spun: int = NOBODY
    throws: tuple[Six, ...] = NOTHING
    """For each seat and die, how often it was thrown in this round."""
    rounds: tuple[dict[str, Any], ...] = ()
    """The finished rounds, as records tell them."""
    thrown: tuple[list[Any], ...] = ()
    """For each finished round, seat and die, which throw it was that stood at the end."""
    marks: tuple[tuple[int, dict[str, Any]], ...] = ()
    """Who marked what in this round."""

    @classmethod
    def begin(cls, event: events.Started, limit: int, sweet: bool, throw_time: int, auto_stop: bool) -> Self:
        return cls(sixem.setup(len(event.seats), sweet, throw_time), limit, auto_stop, event.due)

    @property
    def is_over(self) -> bool:
        return sixem.is_over(self.state)

    @property
    def winners(self) -> list[int]:
        return members(sixem.winners(self.state))

    @property
    def number(self) -> int:
        """Of the round under way, from 1."""
        return self.state.rounds + 1

    @property
    def again(self) -> int:
        """How often all had to make their starting roll again."""
        return len(self.starts)

    def seats_to_act(self) -> int:
        state, seats = self.state, self.state.options.seats
        if state.phase == STARTING:
            return sum(1 << seat for seat in range(seats) if not state.starts[seat])
        if state.phase == SPINNING:
            return highest(seats, state.starts)
        if state.phase == ROLLING:
            return playing(state)
        return 1 << state.round.marker if state.phase == MARKING else 0

    # What players do ------------------------------------------------------------------------------------

    def decide(self, seat: int, ask: commands.Command, now: int, deal: Dealer) -> events.Event:
        return self.decide_move(self._move(seat, ask, now), now, deal)

    def _move(self, seat: int, ask: commands.Command, now: int) -> SixemMove:
        if isinstance(ask, commands.First):
            if self.state.phase == STARTING and ask.again != self.again:
                raise Refused("table.stale")
            return SixemMove(START, seat, now)
        if isinstance(ask, commands.Spin):
            return SixemMove(SPIN, seat, now)
        if not isinstance(ask, commands.Throw | commands.Stop | commands.Mark):
            raise Refused("table.other_game")
        if ask.round != self.number:
            raise Refused("table.stale")
        if isinstance(ask, commands.Throw):
            return SixemMove(THROW, seat, now, dice=dice_set(ask.dice))
        return SixemMove(STOP, seat, now) if isinstance(ask, commands.Stop) else self._mark(seat, ask, now)

    def _mark(self, seat: int, ask: commands.Mark, now: int) -> SixemMove:
        if ask.erase is not None and ask.give is not None:
            raise Refused("sixem.no_such_move")
        deed, other = deed_of(ask)
        return SixemMove(MARK, seat, now, die=COLOURS.index(ask.die), deed=deed, other=other)

    def decide_move(self, move: SixemMove, now: int, deal: Dealer) -> events.Event:
        if now < self.go and move.kind in (THROW, STOP) and self.state.phase == ROLLING:
            raise Refused("sixem.countdown")
        move = self._with_chance(move, now, deal)
        broken = sixem.refusal(self.state, move)
        if broken:
            raise Refused(CODES[broken])
        return self._event(move, now)

    def _with_chance(self, move: SixemMove, now: int, deal: Dealer) -> SixemMove:
        """The move at this moment, with what chance adds to it."""
        if move.kind == START:
            face = deal(move.seat, 0, "start", self.again + 1)
            return SixemMove(START, move.seat, now, faces=put(NONE, 0, face))
        if move.kind == SPIN:
            return SixemMove(SPIN, move.seat, now, spun=deal(move.seat, 0, "spin", 1, len(SPINNER)) - 1)
        return move._replace(now=now)

    def _event(self, move: SixemMove, now: int, timed: bool = False, auto: bool = False) -> events.Event:
        """The event for a move that is not refused."""
        seat, round_, after = move.seat, self.number, sixem.apply(self.state, move)
        if move.kind == START:
            return self._first(move, after, timed)
        if move.kind == SPIN:
            pattern = pattern_of(SPINNER[move.spun])
            return events.Spun(seat, move.spun, pattern, now + COUNTDOWN, timed, at=now)
        if move.kind == THROW:
            dice = "".join(COLOURS[die] for die in members(move.dice))
            return events.Thrown(round_, seat, dice, now + self.state.options.throw_time, at=now)
        if move.kind == LAND:
            return events.Landed(round_, seat, move.faces, *marking(after), at=now, due=self._due(now, after))
        if move.kind == MARK:
            return self._marked(move, after, timed)
        if after.phase == ROLLING:
            return events.FalseStop(round_, seat, after.round.pauses[seat], at=now)
        return events.Stopped(round_, seat, auto, *marking(after), at=now, due=self._due(now, after))

    def _due(self, now: int, after: SixemState) -> int:
        """The marking timer starts, anew for each player, when their turn to mark comes."""
        begins = after.phase == MARKING and after.round.marker != self.state.round.marker
        return now + self.limit if self.limit and begins else 0

    def _first(self, move: SixemMove, after: SixemState, timed: bool) -> events.Event:
        again = after.phase == STARTING and after.starts == NONE
        spins = members(highest(after.options.seats, after.starts))[0] if after.phase == SPINNING else None
        fresh = again or spins is not None
        due = move.now + self.limit if self.limit and fresh else 0
        return events.RolledFirst(move.seat, move.faces[0], again, spins, timed, at=move.now, due=due)

    def _marked(self, move: SixemMove, after: SixemState, timed: bool) -> events.Event:
        end = None
        if after.rounds > self.state.rounds:
            go = 0 if sixem.is_over(after) else move.now + COUNTDOWN
            end = events.RoundEnd(line_counts(after), tuple(members(after.tied)), go)
        event = events.Marked(
            self.number,
            move.seat,
            COLOURS[move.die],
            cell_name(move.die, self.state.round.dice[move.seat][move.die]),
            erase=move.other if move.deed == ERASE else None,
            give=move.other if move.deed == GIVE else None,
            end=end,
            timed=timed,
            at=move.now,
            due=self._due(move.now, after),
        )
        event.marker, event.choices = marking(after)
        return event

    # What happens of itself -----------------------------------------------------------------------------

    def due_event(self, now: int, deal: Dealer) -> events.Event | None:
        state = self.state
        if state.phase == ROLLING:
            # Before the next dice land: whoever had 1 to 6 first stops the others.
            stop = self._stop_by_itself(now)
            if stop or not lands_first(state, now):
                return stop
        if state.phase in (ROLLING, LAST_THROWS):
            return self._land(now, deal)
        if self.limit and now >= self.due and state.phase in TIMED:
            move = self._timed(members(self.seats_to_act())[0], now)
            return self._event(self._with_chance(move, now, deal), now, timed=True)
        return None

    def _land(self, now: int, deal: Dealer) -> events.Event:
        """The dice that land first; of several seats whose dice are due, the first in order of time."""
        due = [seat for seat in range(self.state.options.seats) if landing(self.state, seat, now)]
        seat = min(due, key=lambda seat: min(filter(None, self.state.round.lands[seat]), default=0))
        dice, flying = landing(self.state, seat, now), self.state.round.lands[seat]
        faces = tuple(
            deal(seat, self.number, COLOURS[die], self.throws[seat][die] + (not flying[die]))
            if has(dice, die)
            else 0
            for die in range(6)
        )
        return self._event(SixemMove(LAND, seat, now, faces=faces), now)

    def _stop_by_itself(self, now: int) -> events.Event | None:
        for seat in members(playing(self.state)) if self.auto_stop and now >= self.go else ():
            if is_stop(self.state, seat) and now >= self.state.round.pauses[seat]:
                return self._event(SixemMove(STOP, seat, now), now, auto=True)
        return None

    def _timed(self, seat: int, now: int) -> SixemMove:
        """Time is up: roll, spin, or mark with the first die of a number, erasing nothing."""
        if self.state.phase != MARKING:
            return SixemMove(START if self.state.phase == STARTING else SPIN, seat, now)
        dice, to_mark = self.state.round.dice[seat], self.state.round.to_mark
        return SixemMove(MARK, seat, now, die=next(die for die in range(6) if has(to_mark, dice[die])))

    def next_deadline(self) -> int:
        state = self.state
        if state.phase == LAST_THROWS:
            return state.now
        if state.phase == ROLLING:
            times = [next_landing(state)]
            if self.auto_stop:
                ready = [seat for seat in members(playing(state)) if is_stop(state, seat)]
                times += [max(self.go, state.round.pauses[seat], 1) for seat in ready]
            return min(filter(None, times), default=0)
        return self.due if self.limit and state.phase in TIMED else 0

    def resume_event(self, now: int) -> events.Event | None:
        """Rolling goes on with a new 3-2-1, from the dice as they lay."""
        if self.state.phase == ROLLING:
            return events.Resumed(now + COUNTDOWN, at=now)
        if self.limit and self.state.phase in TIMED:
            return events.Resumed(at=now, due=max(self.due, now + GRACE))
        return None

    # As events come, and at the end ---------------------------------------------------------------------

    def after(self, event: events.Event) -> "SixemMatch":
        step = STEPS.get(type(event))
        match = step(self, event) if step else self
        return replace(match, due=event.due) if event.due else match

    def record(self) -> dict[str, Any]:
        table, pattern = self.state.options, pattern_of(self.state.pattern)
        record = {"game": "sixem", "seats": table.seats, "pattern": pattern, "rounds": list(self.rounds)}
        return record | ({"variant": "sweet"} if table.sweet else {})

    def dice_record(self) -> dict[str, Any]:
        starts = [list(faces[: self.state.options.seats]) for faces in self.starts]
        return {"throws": list(self.thrown), "starts": starts, "spun": self.spun}

    def result(self) -> dict[str, Any]:
        return records.result(self.state)


# What comes of it ---------------------------------------------------------------------------------------


def after_first(match: SixemMatch, event: events.RolledFirst) -> SixemMatch:
    starts = put(match.state.starts, event.seat, event.face)
    move = SixemMove(START, event.seat, event.at, faces=put(NONE, 0, event.face))
    state = sixem.apply(match.state, move)
    whole = event.again or event.spins is not None
    return replace(match, state=state, starts=(*match.starts, starts) if whole else match.starts)


def after_spun(match: SixemMatch, event: events.Spun) -> SixemMatch:
    state = sixem.apply(match.state, SixemMove(SPIN, event.seat, event.at, spun=event.place))
    return replace(match, state=state, spun=event.place, go=event.go)


def after_thrown(match: SixemMatch, event: events.Thrown) -> SixemMatch:
    dice = dice_set(event.dice)
    counts = tuple(count + has(dice, die) for die, count in enumerate(match.throws[event.seat]))
    state = sixem.apply(match.state, SixemMove(THROW, event.seat, event.at, dice=dice))
    return replace(match, state=state, throws=put(match.throws, event.seat, counts))


def after_landed(match: SixemMatch, event: events.Landed) -> SixemMatch:
    # A last throw of dice that were still in hand is their first.
    counts = tuple(
        max(count, 1) if face else count
        for count, face in zip(match.throws[event.seat], event.faces, strict=True)
    )
    state = sixem.apply(match.state, SixemMove(LAND, event.seat, event.at, faces=event.faces))
    return replace(match, state=state, throws=put(match.throws, event.seat, counts))


def after_stopped(match: SixemMatch, event: events.Stopped | events.FalseStop) -> SixemMatch:
    return replace(match, state=sixem.apply(match.state, SixemMove(STOP, event.seat, event.at)))


def after_marked(match: SixemMatch, event: events.Marked) -> SixemMatch:
    deed, other = deed_of(event)
    mark: dict[str, Any] = {"die": event.die}
    if deed:
        mark["erase" if deed == ERASE else "give"] = other
    die = COLOURS.index(event.die)
    state = sixem.apply(match.state, SixemMove(MARK, event.seat, event.at, die=die, deed=deed, other=other))
    marked = replace(match, state=state, marks=(*match.marks, (event.seat, mark)))
    return round_over(marked, match.state, event.end.go) if event.end else marked


def round_over(match: SixemMatch, before: SixemState, go: int) -> SixemMatch:
    """A round more for the record, from the dice as they stood."""
    here, seats = members(playing(before)), range(before.options.seats)
    marks = [[mark for who, mark in match.marks if who == seat] if seat in here else None for seat in seats]
    dice = [list(before.round.dice[seat]) if seat in here else None for seat in seats]
    played = {"stop": before.round.caller, "dice": dice, "marks": marks}
    throws = [list(match.throws[seat]) if seat in here else None for seat in seats]
    rounds, thrown = (*match.rounds, played), (*match.thrown, throws)
    return replace(match, rounds=rounds, thrown=thrown, throws=NOTHING, marks=(), go=go)


def after_resumed(match: SixemMatch, event: events.Resumed) -> SixemMatch:
    return replace(match, go=event.go or match.go)


STEPS: dict[type[events.Event], Callable[[SixemMatch, Any], SixemMatch]] = {
    events.RolledFirst: after_first,
    events.Spun: after_spun,
    events.Thrown: after_thrown,
    events.Landed: after_landed,
    events.Stopped: after_stopped,
    events.FalseStop: after_stopped,
    events.Marked: after_marked,
    events.Resumed: after_resumed,
}


def deed_of(mark: commands.Mark | events.Marked) -> tuple[int, int]:
    """What a mark does to another player, and to whom."""
    if mark.erase is not None:
        return ERASE, mark.erase
    return (NEITHER, 0) if mark.give is None else (GIVE, mark.give)


def dice_set(names: str) -> int:
    """Dice by their letters; Refused if one is no die or stands twice."""
    dice = 0
    for name in names:
        die = COLOURS.find(name)
        if die < 0 or has(dice, die):
            raise Refused("sixem.no_such_die")
        dice |= 1 << die
    return dice


def pattern_of(pattern: Pattern) -> dict[str, int]:
    return {kind: lines for kind, lines in pattern._asdict().items() if lines}


def line_counts(state: SixemState) -> tuple[int, ...]:
    return tuple(line_count(state.boards[seat]) for seat in range(state.options.seats))


def marking(state: SixemState) -> tuple[int | None, tuple[Choice, ...]]:
    """Who marks now, and how they can."""
    if state.phase != MARKING:
        return None, ()
    seat, dice = state.round.marker, state.round.dice[state.round.marker]
    usable = [die for die in range(6) if has(state.round.to_mark, dice[die])]
    return seat, tuple(_choice(state, seat, die, dice[die]) for die in usable)


def _choice(state: SixemState, seat: int, die: int, number: int) -> Choice:
    def others(deed: int) -> tuple[int, ...]:
        moves = (SixemMove(MARK, seat, state.now, die=die, deed=deed, other=other) for other in everyone)
        return tuple(move.other for move in moves if not sixem.mark_refusal(state, move))

    everyone = members(everybody(state.options.seats))
    return Choice(COLOURS[die], cell_name(die, number), others(ERASE), others(GIVE))
