"""Sixem as it is played at a table: thrown dice land by themselves, the first STOP in the queue counts."""

from types import ModuleType
from typing import Any, ClassVar, Self

from sixes.bots import Tempo
from sixes.play import commands, events
from sixes.play.match import AT_ONCE, RESUME_STEP, Dealer, Decided, Match, Refused
from sixes.play.options import Options
from sixes.play.sixem import snapshot
from sixes.play.sixem.boards import line_counts, marking
from sixes.play.sixem.moves import MOVES, command_for, dice_set, mark_of, start_of
from sixes.play.snapshots import SixemSnapshot
from sixes.records import sixem as records
from sixes.records.errors import rule_key
from sixes.rules import sixem
from sixes.rules.boards import ERASE, GIVE, SixemRefusal, cell_name
from sixes.rules.rounds import (
    LAND,
    LAST_THROWS,
    MARK,
    MARKING,
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
from sixes.rules.six import COLOURS, NOBODY, NONE, NONE_EACH, Six, colour_names, has, members, put
from sixes.rules.spinner import SPINNER

COUNTDOWN = 3000
"""Milliseconds of the shared 3-2-1 before a round."""
SPIN_TIME = 3100
"""Milliseconds before the first 3-2-1 in which the spinner turns (1.9 s) and shows its pattern (1.2 s)."""
TIMED = (STARTING, SPINNING, MARKING)
"""The phases in which somebody can keep the others waiting."""
BOT_PAUSES = {STARTING: (0.6, 1.4), SPINNING: (0.8, 1.6), MARKING: (0.17, 0.24)}
"""Seconds before each move; six marks take a bot less than a second and a half."""
LEARNER = 0
"""The seat of whoever has a lesson."""
TIE_PAUSE = (2.0, 2.8)
"""The same for another starting roll: people first see who tied."""


def rolled_first(match: "SixemMatch", event: events.RolledFirst) -> dict[str, Any]:
    """All starting rolls are kept together once the last of them is made."""
    if not event.again and event.spins is None:
        return {}
    return {"starts": (*match.starts, put(match.state.starts, event.seat, event.face))}


def thrown(match: "SixemMatch", event: events.Thrown) -> dict[str, Any]:
    dice = dice_set(event.dice)
    counts = tuple(count + has(dice, die) for die, count in enumerate(match.throws[event.seat]))
    return {"throws": put(match.throws, event.seat, counts)}


def landed(match: "SixemMatch", event: events.Landed) -> dict[str, Any]:
    # A last throw of dice that were still in hand is their first.
    counts = zip(match.throws[event.seat], event.faces, strict=True)
    least = tuple(max(count, 1) if face else count for count, face in counts)
    return {"throws": put(match.throws, event.seat, least)}


def marked(match: "SixemMatch", event: events.Marked) -> dict[str, Any]:
    marks = (*match.marks, mark_of(event.seat, event.at, event))
    return round_over(match, marks, event.end.go) if event.end else {"marks": marks}


def round_over(match: "SixemMatch", marks: tuple[SixemMove, ...], go: int) -> dict[str, Any]:
    """One more round for the record, from the dice as they stood."""
    state = match.state
    here, seats = playing(state), range(state.options.seats)
    throws = [list(match.throws[seat]) if has(here, seat) else None for seat in seats]
    rounds = (*match.rounds, records.round_document(state, marks))
    return {"rounds": rounds, "thrown": (*match.thrown, throws), "throws": NONE_EACH, "marks": (), "go": go}


class SixemMatch(Match, frozen=True):
    RULES: ClassVar[ModuleType] = sixem
    CODES: ClassVar = {refusal: rule_key("sixem", refusal) for refusal in SixemRefusal}
    MOVES = MOVES
    UPDATES: ClassVar = {
        events.RolledFirst: rolled_first,
        events.Spun: lambda _, event: {"spun": event.place, "go": event.go},
        events.Thrown: thrown,
        events.Landed: landed,
        events.Marked: marked,
        events.Resumed: lambda match, event: {"go": event.go or match.go},
    }

    state: SixemState
    auto_stop: bool = False
    lesson: bool = False
    starts: tuple[Six, ...] = ()
    """The starting rolls, as often as all rolled."""
    spun: int = NOBODY
    throws: tuple[Six, ...] = NONE_EACH
    """For each seat and die, how often it was thrown in this round."""
    rounds: tuple[dict[str, Any], ...] = ()
    """The finished rounds, as records have them."""
    thrown: tuple[list[Any], ...] = ()
    """For each finished round, seat and die, which throw it was that stood at the end."""
    marks: tuple[SixemMove, ...] = ()
    """The marks of this round."""

    @classmethod
    def begin(cls, started: events.Started, options: Options, limit: int) -> Self:
        state = sixem.setup(len(started.seats), options.sweet, options.throw_time)
        return cls(state, limit, started.due, auto_stop=options.auto_stop, lesson=options.lesson)

    @classmethod
    def from_snapshot(cls, shown: SixemSnapshot, options: Options, limit: int) -> Self:
        starts = (NONE,) * (shown.again + (shown.phase != "starting"))
        state = snapshot.state_of(shown, options)
        return cls(state, limit, shown.due, shown.go, options.auto_stop, options.lesson, starts)

    def snapshot(self) -> SixemSnapshot:
        phase = self.state.phase
        again, due = self.again - (phase != STARTING), self.due if phase in TIMED else 0
        return snapshot.snapshot_of(self.state, again=again, go=self.go, due=due)

    @property
    def scores(self) -> tuple[int, ...]:
        return line_counts(self.state)

    @property
    def number(self) -> int:
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

    def decide(self, seat: int, command: commands.Command, now: int, deal: Dealer) -> Decided:
        return self.decide_move(self._move(seat, command, now), now, deal)

    def _move(self, seat: int, command: commands.Command, now: int) -> SixemMove:
        if isinstance(command, commands.First):
            if self.state.phase == STARTING and command.again != self.again:
                raise Refused("table.stale")
            return SixemMove(START, seat, now)
        if isinstance(command, commands.Spin):
            return SixemMove(SPIN, seat, now)
        if not isinstance(command, commands.Throw | commands.Stop | commands.Mark):
            raise Refused("table.other_game")
        if command.round != self.number:
            raise Refused("table.stale")
        if isinstance(command, commands.Throw):
            return SixemMove(THROW, seat, now, dice=dice_set(command.dice))
        if isinstance(command, commands.Stop):
            return SixemMove(STOP, seat, now)
        if command.erase is not None and command.give is not None:
            raise Refused("sixem.no_such_move")
        return mark_of(seat, now, command)

    def decide_move(self, move: SixemMove, now: int, deal: Dealer, automatic: bool = False) -> Decided:
        if move.kind == LAND:  # only dice land
            raise Refused("sixem.no_such_move")
        if now < self.go and move.kind in (THROW, STOP) and self.state.phase == ROLLING:
            raise Refused("sixem.countdown")
        return super().decide_move(move, now, deal, automatic)

    def would_stop(self, seat: int, command: commands.Command, now: int) -> bool:
        if not isinstance(command, commands.Stop) or command.round != self.number or now < self.go:
            return False
        return is_stop(self.state, seat) and not sixem.refusal(self.state, SixemMove(STOP, seat, now))

    def is_stop_call(self, move: SixemMove) -> bool:
        return move.kind == STOP

    def _with_chance(self, move: SixemMove, now: int, deal: Dealer) -> SixemMove:
        if move.kind == START:
            return start_of(move.seat, now, deal(move.seat, 0, "start", self.again + 1))
        if move.kind == SPIN:
            return SixemMove(SPIN, move.seat, now, spun=deal(move.seat, 0, "spin", 1, len(SPINNER)) - 1)
        return move._replace(now=now)

    def _event(self, move: SixemMove, state: SixemState, now: int, automatic: bool) -> events.Event:
        seat, number = move.seat, self.number
        if move.kind == THROW:
            lands = now + self.state.options.throw_time
            return events.Thrown(number, seat, "".join(colour_names(move.dice)), lands, at=now)
        if move.kind == LAND:
            due = self._due(now, state)
            return events.Landed(number, seat, move.faces, *marking(state), at=now, due=due)
        if move.kind == MARK:
            return self._marked(move, state, automatic)
        if move.kind == START:
            return self._rolled_first(move, state, automatic)
        if move.kind == SPIN:
            pattern = records.pattern_document(SPINNER[move.spun])
            go = now + SPIN_TIME + COUNTDOWN
            return events.Spun(seat, move.spun, pattern, go, automatic, at=now)
        if state.phase == ROLLING:
            return events.FalseStop(number, seat, state.round.pauses[seat], at=now)
        return events.Stopped(number, seat, automatic, *marking(state), at=now, due=self._due(now, state))

    def _due(self, now: int, state: SixemState) -> int:
        """The marking timer starts, anew for each player, when their turn to mark comes."""
        begins = state.phase == MARKING and state.round.marker != self.state.round.marker
        return self._deadline(now) if begins else 0

    def _rolled_first(self, move: SixemMove, state: SixemState, timed: bool) -> events.Event:
        again = state.phase == STARTING and state.starts == NONE
        spins = members(highest(state.options.seats, state.starts))[0] if state.phase == SPINNING else None
        due = self._deadline(move.now) if again or spins is not None else 0
        return events.RolledFirst(move.seat, move.faces[0], again, spins, timed, at=move.now, due=due)

    def _marked(self, move: SixemMove, state: SixemState, timed: bool) -> events.Event:
        end = None
        if state.rounds > self.state.rounds:
            go = 0 if sixem.is_over(state) else move.now + COUNTDOWN
            end = events.RoundEnd(line_counts(state), tuple(members(state.tied)), go)
        marker, choices = marking(state)
        return events.Marked(
            round=self.number,
            seat=move.seat,
            die=COLOURS[move.die],
            cell=cell_name(move.die, self.state.round.dice[move.seat][move.die]),
            erase=move.other if move.deed == ERASE else None,
            give=move.other if move.deed == GIVE else None,
            marker=marker,
            choices=choices,
            end=end,
            timed=timed,
            at=move.now,
            due=self._due(move.now, state),
        )

    @property
    def is_timed(self) -> bool:
        return self.state.phase in TIMED

    def due_event(self, now: int, deal: Dealer) -> Decided | None:
        state = self.state
        if state.phase == ROLLING:
            # Before the next dice land: whoever had 1 to 6 first stops the others.
            stop = self._automatic_stop(now)
            if stop or not lands_first(state, now):
                return stop
        if state.phase in (ROLLING, LAST_THROWS):
            return self._land(now, deal)
        return super().due_event(now, deal)

    def _land(self, now: int, deal: Dealer) -> Decided:
        """The dice that land first; of several seats whose dice are due, the first in order of time."""
        due = [seat for seat in range(self.state.options.seats) if landing(self.state, seat, now)]
        seat = min(due, key=lambda seat: min(filter(None, self.state.round.lands[seat]), default=0))
        flying, faces = self.state.round.lands[seat], list(NONE)
        for die in members(landing(self.state, seat, now)):
            throw = self.throws[seat][die] + (not flying[die])
            faces[die] = deal(seat, self.number, COLOURS[die], throw)
        return self._make(SixemMove(LAND, seat, now, faces=tuple(faces)), now, automatic=True)

    def _automatic_stop(self, now: int) -> Decided | None:
        for seat in members(playing(self.state)) if self.auto_stop and now >= self.go else ():
            if is_stop(self.state, seat) and now >= self.state.round.pauses[seat]:
                return self._make(SixemMove(STOP, seat, now), now, automatic=True)
        return None

    def _default_move(self, seat: int, now: int) -> SixemMove:
        """When time is up: roll, spin, or mark with the first die of a number, erasing nothing."""
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
        return super().next_deadline()

    def resume_event(self, now: int) -> events.Event | None:
        """Rolling goes on with a new 3-2-1, from the dice as they lay."""
        if self.state.phase == ROLLING:
            again = now + COUNTDOWN - self.go >= RESUME_STEP
            return events.Resumed(now + COUNTDOWN, at=now) if again else None
        return super().resume_event(now)

    def record(self) -> dict[str, Any] | None:
        return None if self.spun < 0 else records.document(self.state, self.rounds)

    def dice_record(self) -> dict[str, Any]:
        starts = [list(faces[: self.state.options.seats]) for faces in self.starts]
        return {"throws": list(self.thrown), "starts": starts, "spun": self.spun}

    def result(self) -> dict[str, Any]:
        return records.result(self.state)

    def command_for(self, move: SixemMove) -> tuple[type[commands.Command], dict[str, Any]]:
        return command_for(move, self.number, self.again)

    def bot_state(self, now: int) -> SixemState:
        """A pause may be over though nothing has happened since."""
        return self.state._replace(now=now)

    def bot_input(self, seat: int) -> tuple[int, int, Six]:
        return self.number, self.state.phase, self.state.round.dice[seat]

    def bot_may_act(self, seat: int) -> bool:
        """In a lesson a bot waits while the learner reads: it rolls after them, and throws one time less."""
        if self.lesson and seat != LEARNER:
            if self.state.phase == STARTING and not self.state.starts[LEARNER]:
                return False
            if self.state.phase == ROLLING and max(self.throws[seat]) + 1 >= max(self.throws[LEARNER]):
                return False
        return super().bot_may_act(seat)

    def bot_pause(self, _seat: int, tempo: Tempo) -> tuple[float, float]:
        if self.state.phase == ROLLING:
            return tempo.quickest / 1000, tempo.slowest / 1000
        if self.state.phase == STARTING and self.again:
            return TIE_PAUSE
        return BOT_PAUSES.get(self.state.phase, AT_ONCE)

    def bot_ready(self, seat: int) -> int:
        """After the 3-2-1 and a pause for a false STOP, and once its dice lie."""
        return max(self.go, self.state.round.pauses[seat], *self.state.round.lands[seat])

    @property
    def may_hurry(self) -> bool:
        return self.state.phase == MARKING

    @property
    def may_pass(self) -> bool:
        return self.state.phase == ROLLING
