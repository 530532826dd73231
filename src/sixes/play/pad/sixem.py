"""A score pad of Sixem: boards on which cells are marked with dice that only those at the table see."""

from types import ModuleType
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from sixes.play import commands, events
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.pad.cells import CELLS, DIE_USED, broken_rule, cell_names, cell_set, open_cells
from sixes.play.pad.match import Entry, PadMatch
from sixes.play.sixem.boards import line_counts
from sixes.play.sixem.snapshot import board_of
from sixes.play.snapshots import SixemPadBoard, SixemPadSnapshot
from sixes.records import sixem as records
from sixes.records.errors import rule_key
from sixes.rules import sixem
from sixes.rules.boards import (
    ERASE,
    GIVE,
    NEITHER,
    SixemRefusal,
    after_round,
    cell_of,
)
from sixes.rules.printing import board_rows
from sixes.rules.rounds import MARK, SixemMove, SixemState
from sixes.rules.six import NOBODY, NONE, Six, count, members, put
from sixes.rules.spinner import Pattern


class SixemPadMatch(PadMatch, frozen=True):
    RULES: ClassVar[ModuleType] = sixem
    CODES: ClassVar = {refusal: rule_key("sixem", refusal) for refusal in SixemRefusal} | {
        DIE_USED: "pad.die_used"
    }
    ENTRIES: ClassVar = {
        events.PadPatterned: "pattern",
        events.PadMarked: "mark",
        events.PadTurned: "next",
        events.PadPlayedOn: "play_on",
    }

    state: SixemState
    used: Six = NONE
    """For each seat, the cells of the dice that it used in this round."""
    marks: tuple[dict[str, Any], ...] = ()
    """The marks of this round, in their order: one can erase what another wrote."""
    declined: bool = False

    @classmethod
    def begin(cls, started: events.Started, options: Options, limit: int) -> Self:
        game = sixem.setup(len(started.seats), options.sweet, options.throw_time)
        return cls(game, limit)

    @classmethod
    def from_snapshot(cls, shown: SixemPadSnapshot, options: Options, limit: int) -> Self:
        seats = len(shown.board.boards)
        fresh = cls(sixem.setup(seats, options.sweet, options.throw_time), limit, over=shown.over)
        return fresh.with_board(shown.board)

    def snapshot(self) -> SixemPadSnapshot:
        return SixemPadSnapshot(self.board(), self.over, tuple(self.winners))

    def board(self) -> SixemPadBoard:
        game, seats = self.state, range(self.state.options.seats)
        return SixemPadBoard(
            round=self.number,
            pattern=records.pattern_document(game.pattern),
            boards=tuple(tuple(board_rows(game.boards[seat])) for seat in seats),
            lines=self.scores,
            marked=tuple(cell_names(self.used[seat]) for seat in seats),
            cells=open_cells(game, self.used),
            tied=tuple(members(game.tied)),
            winner=None if game.winner == NOBODY else game.winner,
            declined=self.declined,
            entries=self.written,
        )

    def with_board(self, board: SixemPadBoard) -> Self:
        seats = self.state.options.seats
        game = self.state._replace(
            pattern=Pattern(*(board.pattern.get(kind, 0) for kind in Pattern._fields)),
            boards=tuple(map(board_of, board.boards)) + NONE[seats:],
            tied=sum(1 << seat for seat in board.tied),
            winner=NOBODY if board.winner is None else board.winner,
            rounds=board.round - 1,
        )
        used = tuple(map(cell_set, board.marked)) + NONE[seats:]
        return replace(self, state=game, used=used, declined=board.declined, written=board.entries)

    @property
    def scores(self) -> tuple[int, ...]:
        return line_counts(self.state)

    @property
    def number(self) -> int:
        return self.state.rounds + 1

    @property
    def winners(self) -> list[int]:
        """Whoever had won by the rules when they said that it is over."""
        return [self.state.winner] if self.over and self.state.winner != NOBODY else []

    @property
    def is_proposed(self) -> bool:
        return self.state.winner != NOBODY

    def is_touched(self) -> bool:
        return any(self.used)

    # Writing ----------------------------------------------------------------------------------------------

    def write(self, command: Any, who: events.Writer, now: int) -> events.Event:
        if isinstance(command, commands.PadPattern):
            return self._patterned(command, who, now)
        if not isinstance(command, commands.PadMark):
            raise Refused("table.other_game")
        if command.cell not in CELLS:
            raise Refused("pad.no_such_cell")
        seats = [seat for seat in (command.seat, command.erase, command.give) if seat is not None]
        if max(seats) >= self.state.options.seats:
            raise Refused("sixem.no_such_seat")
        if command.seat in seats[1:]:
            raise Refused("sixem.not_oneself")
        if len(seats) > 2:
            raise Refused("sixem.no_such_move")
        die, number = CELLS[command.cell]
        deed, other = deed_of(command)
        move = SixemMove(MARK, command.seat, 0, die=die, deed=deed, other=other)
        broken = broken_rule(self.state, self.used[command.seat], move, number)
        if broken and not command.force:
            raise Refused(self.CODES[broken])
        forced, about = self.CODES[broken] if broken else "", (command.seat, command.cell, (), ())
        return events.PadMarked(who, self.number, *about, command.erase, command.give, forced, at=now)

    def shown(self, event: events.Event) -> dict[str, Any]:
        if isinstance(event, events.PadMarked):
            return {"lines": self.scores, "cells": open_cells(self.state, self.used)}
        return super().shown(event)

    def _patterned(self, command: commands.PadPattern, who: events.Writer, now: int) -> events.Event:
        pattern = Pattern(*(command.pattern.get(kind, 0) for kind in Pattern._fields))  # type: ignore[call-overload]
        if not any(pattern):
            raise Refused("pad.no_lines")
        if pattern == self.state.pattern:
            raise Refused("table.stale")
        return events.PadPatterned(who, self.number, records.pattern_document(pattern), at=now)

    def written_by(self, event: Any) -> Self:
        if isinstance(event, events.PadPatterned):
            pattern = Pattern(*(event.pattern.get(kind, 0) for kind in Pattern._fields))
            return replace(self, state=self.state._replace(pattern=pattern))
        mark: dict[str, Any] = {"seat": event.seat, "cell": event.cell}
        for key in ("erase", "give", "forced"):
            if getattr(event, key) not in (None, ""):
                mark[key] = getattr(event, key)
        used = put(self.used, event.seat, self.used[event.seat] | cell_of(*CELLS[event.cell]))
        game = self.state._replace(boards=marked_boards(self.state.boards, event))
        return replace(self, state=game, used=used, marks=(*self.marks, mark))

    def turned(self) -> Self:
        """Once everybody has marked: who has won, and who plays on alone; without a pattern nobody has."""
        game, seats = self.state, self.state.options.seats
        won, tied = 0, game.tied
        if any(game.pattern) and not self.declined:
            won, tied = after_round(game.boards, seats, game.pattern, game.tied)
        winner = members(won)[0] if count(won) else NOBODY
        game = game._replace(tied=tied, winner=winner, rounds=game.rounds + 1)
        step = {"pattern": records.pattern_document(game.pattern), "marks": list(self.marks)}
        return replace(self, state=game, used=NONE, marks=(), steps=(*self.steps, step))

    def played_on(self) -> Self:
        return replace(self, state=self.state._replace(winner=NOBODY), declined=True)

    # Taking back ------------------------------------------------------------------------------------------

    def before(self, event: Any) -> tuple[int, ...]:
        game = self.state
        if isinstance(event, events.PadPatterned):
            return tuple(game.pattern)
        if isinstance(event, events.PadTurned):
            return (game.tied, *self.used)
        if isinstance(event, events.PadPlayedOn):
            return (game.winner,)
        return (*game.boards, self.used[event.seat])

    def without(self, entry: Entry) -> Self:
        game = self.state
        if entry.what == "pattern":
            return replace(self, state=game._replace(pattern=Pattern(*entry.before)))
        if entry.what == "play_on":
            return replace(self, state=game._replace(winner=entry.before[0]), declined=False)
        if entry.what == "next":
            tied, *used = entry.before
            game = game._replace(tied=tied, winner=NOBODY, rounds=game.rounds - 1)
            return replace(self, state=game, used=tuple(used))
        assert entry.seat is not None
        *boards, mine = entry.before
        game = game._replace(boards=tuple(boards))
        return replace(self, state=game, used=put(self.used, entry.seat, mine))

    def after(self, event: events.Event) -> Self:
        """Marks of a round are kept for its document, which an undo takes back too."""
        after = super().after(event)
        if isinstance(event, events.PadUndone):
            return replace(after, marks=self._marks_before(event))
        return after

    def _marks_before(self, event: events.PadUndone) -> tuple[dict[str, Any], ...]:
        if event.what == "next" and self.steps:
            return tuple(self.steps[-1]["marks"])
        return self.marks[:-1] if event.what == "mark" else self.marks

    # Its document -----------------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        document: dict[str, Any] = {"pad": 1, "game": "sixem", "seats": self.state.options.seats}
        document["pattern"] = records.pattern_document(self.state.pattern)
        if self.state.options.sweet:
            document["variant"] = "sweet"
        document["rounds"] = list(self.steps)
        if self.declined:
            document["declined"] = True
        return document | {"result": self.result()}

    def ordinary_record(self) -> None:
        """There is none: nobody types the dice of everybody, nor who called STOP."""

    def result(self) -> dict[str, Any]:
        told = {"finished": self.over, "winners": self.winners}
        return records.result(self.state) | told


def deed_of(mark: commands.PadMark) -> tuple[int, int]:
    """What a mark does to another player, and to whom."""
    if mark.erase is not None:
        return ERASE, mark.erase
    return (NEITHER, 0) if mark.give is None else (GIVE, mark.give)


def marked_boards(boards: Six, mark: events.PadMarked) -> Six:
    """All boards after a mark."""
    cell = cell_of(*CELLS[mark.cell])
    boards = put(boards, mark.seat, boards[mark.seat] | cell)
    if mark.erase is not None:
        boards = put(boards, mark.erase, boards[mark.erase] & ~cell)
    if mark.give is not None:
        boards = put(boards, mark.give, boards[mark.give] | cell)
    return boards
