"""A state of Sixem as a snapshot for clients, and back."""

from typing import Any

from sixes.play.options import Options
from sixes.play.sixem.boards import line_counts, marking
from sixes.play.snapshots import SixemSnapshot
from sixes.records.sixem import pattern_document
from sixes.rules import sixem
from sixes.rules.boards import cell_of
from sixes.rules.printing import board_rows
from sixes.rules.rounds import LAST_THROWS, MARKING, PHASES, SPINNING, Round, SixemState, highest
from sixes.rules.six import NOBODY, NONE, NONE_EACH, members
from sixes.rules.spinner import Pattern


def snapshot_of(state: SixemState, **kept: Any) -> SixemSnapshot:
    """`kept` is what the table keeps besides the state: `again`, `go` and `due`."""
    seats = range(state.options.seats)
    marker, choices = marking(state)
    return SixemSnapshot(
        round=state.rounds + 1,
        phase=PHASES[state.phase],  # type: ignore[arg-type]
        now=state.now,
        starts=state.starts[: len(seats)],
        pattern=pattern_document(state.pattern),
        boards=tuple(tuple(board_rows(state.boards[seat])) for seat in seats),
        lines=line_counts(state),
        dice=tuple(state.round.dice[seat] for seat in seats),
        lands=tuple(state.round.lands[seat] for seat in seats),
        spins=members(highest(len(seats), state.starts))[0] if state.phase == SPINNING else None,
        pauses=state.round.pauses[: len(seats)],
        stop=state.round.caller if state.phase in (LAST_THROWS, MARKING) else None,
        marker=marker,
        choices=choices,
        to_mark=tuple(members(state.round.to_mark)),
        tied=tuple(members(state.tied)),
        winner=state.winner if sixem.is_over(state) else None,
        **kept,
    )


def state_of(snapshot: SixemSnapshot, options: Options) -> SixemState:
    seats = len(snapshot.boards)
    room, nothing = NONE[seats:], NONE_EACH[seats:]
    return sixem.setup(seats, options.sweet, options.throw_time)._replace(
        phase=PHASES.index(snapshot.phase),
        now=snapshot.now,
        starts=snapshot.starts + room,
        pattern=Pattern(*(snapshot.pattern.get(kind, 0) for kind in Pattern._fields)),
        boards=tuple(map(board_of, snapshot.boards)) + room,
        tied=sum(1 << seat for seat in snapshot.tied),
        winner=NOBODY if snapshot.winner is None else snapshot.winner,
        rounds=snapshot.round - 1,
        round=Round(
            dice=snapshot.dice + nothing,
            lands=snapshot.lands + nothing,
            pauses=snapshot.pauses + room,
            caller=NOBODY if snapshot.stop is None else snapshot.stop,
            marker=NOBODY if snapshot.marker is None else snapshot.marker,
            to_mark=sum(1 << number for number in snapshot.to_mark),
        ),
    )


def board_of(rows: tuple[str, ...]) -> int:
    cells = ((c, n) for c in range(6) for n in range(1, 7) if rows[c][n - 1] == "X")
    return sum(cell_of(colour, number) for colour, number in cells)
